/* SPDX-License-Identifier: MIT */
/* Groups of elements on their way to a partition: made by partition.c and structure.c, ordered by order.c. */
#ifndef LPN_LPN_PARTITION_PRIVATE_H
#define LPN_LPN_PARTITION_PRIVATE_H

#include "lpn/partition.h"

typedef struct
{
  char   *name;
  GArray *elements; /* guint32 */
} LpnGroup;

/* Appends a group; `name` is taken over. Returns its elements to be filled. */
GArray *lpn_groups_add (GPtrArray *groups, char *name);

/* Splits the places of a net with one module into groups by its NUPN units or, without units, by place invariants
 * (structure.c). Constants are left out. */
void lpn_structure_split (const LpnCompiled *compiled, GPtrArray *groups);

/* Puts signals of a net with one module into the groups of places that tell their values (signal-homes.c). */
void lpn_signals_join (const LpnCompiled *compiled, GPtrArray *groups);

/* partition-order.c: the permutation of the groups that `order` asks for (partition.h says what it may be), g_free() it;
 * NULL with `error`. */
guint32 *lpn_groups_order (const LpnCompiled *compiled, GPtrArray *groups, const char *order, GError **error);

/* order.c: a permutation of the components, g_free() it. `edges` are sets of components used together, one per
 * transition. */
typedef struct
{
  guint      n_nodes;
  GPtrArray *edges; /* GArray of guint32 */
} LpnHypergraph;

guint32 *lpn_order_force (const LpnHypergraph *graph);
guint32 *lpn_order_rcm (const LpnHypergraph *graph);

#endif
