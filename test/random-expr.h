/* SPDX-License-Identifier: MIT */
/*
 * Random expressions over a small net, for comparing evaluators and for round trips through text.
 *
 * Values lean towards the edges (0, 1, -1, 2^31, 2^63) so that faults are common but do not drown the rest.
 */
#ifndef LPN_TEST_RANDOM_EXPR_H
#define LPN_TEST_RANDOM_EXPR_H

#include <glib.h>

#include "lpn/net.h"

/* A frozen net of places p0, p1, "odd place" and variables x, y, m.z, a[3], b[1], "true"; some of them names that need
 * quotes. Returns: transfer full. */
LpnNet *lpn_test_expr_net (void);

gint64 lpn_test_random_value (GRand *rand);
/* One value per element. */
void lpn_test_random_values (GRand *rand, const LpnNet *net, gint64 *values);

/* A tree of the given type, at most `depth` operators deep, of variables and places of `net`. Returns: transfer full.
 */
LpnExpr *lpn_test_random_expr (GRand *rand, const LpnNet *net, LpnType type, guint depth);

/* The seed of this run: LPN_TEST_SEED from the environment, or a fixed one. Prints it. */
guint32 lpn_test_seed (const char *test);

#endif
