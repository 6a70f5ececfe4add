/* SPDX-License-Identifier: MIT */
/*
 * The order `auto`: the order of the components that keeps a store small, found by trying.
 *
 * No cost that can be read off the net tells the good order (benchmarks/order-compare has the figures): shared
 * variables on top are best where processes share scalars, neighbours side by side where neighbours share. So the first
 * few thousand states are explored under every candidate, and the one with the fewest nodes per state is taken; the
 * given one unless another is clearly better. The answer depends on the net and the store alone, never on time.
 */
#ifndef LPN_SEARCH_ORDER_CHOICE_H
#define LPN_SEARCH_ORDER_CHOICE_H

#include "search/search.h"

G_BEGIN_DECLS

#define LPN_ORDER_AUTO "auto"

/* The order to search `given`, a partition in given order, in: a static string for lpn_partition_reorder(). Of the
 * options, store, memory limit and cancellation matter. Stores whose size does not depend on the order get "given" at
 * once, nets too large to be tried on "force". */
const char *lpn_order_choose (const LpnPartition *given, const LpnSearchOptions *options);

G_END_DECLS

#endif
