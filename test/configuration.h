/* SPDX-License-Identifier: MIT */
/* Random configurations of a search, for the tests that put random nets to all of them. */
#ifndef LPN_TEST_CONFIGURATION_H
#define LPN_TEST_CONFIGURATION_H

#include "search/search.h"

typedef struct
{
  const LpnStoreType *store;
  LpnSearchKind       search;
  LpnPartitionKind    partition;
  const char         *order;
} LpnTestConfiguration;

/* Store number `store` of the registry, which goes round, and the rest by chance. */
LpnTestConfiguration lpn_test_configuration (guint store, GRand *rand);
/* A run of `options`, whose search and store are those of the configuration. Returns: transfer full; NULL: `error`. */
LpnResult *lpn_test_configured (const LpnNet *net, const LpnTestConfiguration *c, LpnSearchOptions options,
                                GError **error);
/* On a line of its own, not ended. */
void lpn_test_print_configuration (guint32 seed, const LpnTestConfiguration *c);

/* A vector store may say no to a model (a value that does not fit its ranges); that is no difference. */
bool lpn_test_refused (const LpnTestConfiguration *c, const LpnResult *result);

/* The arguments of such a test, both optional: the number of nets, and the first seed, else one for this `name`. */
void lpn_test_random_arguments (int argc, char **argv, const char *name, guint *n_nets, guint32 *first_seed);

#endif
