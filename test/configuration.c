/* SPDX-License-Identifier: MIT */
#include "test/configuration.h"

#include <stdio.h>
#include <stdlib.h>

#include "test/random-expr.h"

LpnTestConfiguration
lpn_test_configuration (guint store, GRand *rand)
{
  static const char *const   orders[] = { "given", "force", "rcm" };
  const LpnStoreType *const *stores = lpn_store_types ();
  LpnTestConfiguration       c;
  guint                      n_stores = 0;

  while (stores[n_stores] != NULL)
    n_stores++;
  c.store = stores[store % n_stores];
  c.search = (LpnSearchKind)g_rand_int_range (rand, 0, 2);
  c.partition = (LpnPartitionKind)g_rand_int_range (rand, 0, 3);
  c.order = orders[g_rand_int_range (rand, 0, 3)];
  return c;
}

LpnResult *
lpn_test_configured (const LpnNet *net, const LpnTestConfiguration *c, LpnSearchOptions options, GError **error)
{
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, c->partition, c->order, error);

  options.search = c->search;
  options.store = c->store;
  options.memory_limit = G_GUINT64_CONSTANT (1) << 30;
  return partition != NULL ? lpn_search_run (partition, &options, error) : NULL;
}

void
lpn_test_print_configuration (guint32 seed, const LpnTestConfiguration *c)
{
  printf ("\n    seed %u, store %s, %s, partition %s, order %s", seed, c->store->name, lpn_search_kind_name (c->search),
          lpn_partition_kind_name (c->partition), c->order);
}

bool
lpn_test_refused (const LpnTestConfiguration *c, const LpnResult *result)
{
  return (c->store->flags & LPN_STORE_VECTOR) != 0 && result->ended == LPN_ENDED_MEMORY;
}

void
lpn_test_random_arguments (int argc, char **argv, const char *name, guint *n_nets, guint32 *first_seed)
{
  if (argc > 1)
    *n_nets = (guint)strtoul (argv[1], NULL, 10);
  *first_seed = argc > 2 ? (guint32)strtoul (argv[2], NULL, 10) : lpn_test_seed (name);
}
