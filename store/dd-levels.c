/* SPDX-License-Identifier: MIT */
/*
 * Components that outgrow their digits. The digit that is added above the others is 0 in every tuple held so far, so
 * each node of the component's first level gets one node above it with the one edge 0, and who led there leads to that
 * now. It happens at 64, 4096, ... local states: a handful of times in a run.
 */
#include "store/dd.h"

#include <string.h>

static bool
mark (LpnDd *dd, guint32 id)
{
  if ((dd->nodes[id].refs & LPN_DD_MARK) != 0)
    return false;
  dd->nodes[id].refs |= LPN_DD_MARK;
  return true;
}

static void
clear_marks (LpnDd *dd)
{
  for (guint32 id = LPN_DD_FIRST; id < dd->n_ids; id++)
    dd->nodes[id].refs &= LPN_DD_REFS_MAX;
}

static void
each_node (LpnDd *dd, guint level, guint last, guint32 id, LpnDdNodeFunc func, gpointer data)
{
  LpnDdArc arc;

  if (id < LPN_DD_FIRST || !mark (dd, id))
    return;
  func (dd, level, id, data);
  if (level < last)
    for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
      each_node (dd, level + 1, last, arc.child, func, data);
}

void
lpn_dd_each_node (LpnDd *dd, guint last, LpnDdNodeFunc func, gpointer data)
{
  each_node (dd, 0, last, dd->main.root, func, data);
  each_node (dd, 0, last, dd->other.root, func, data);
  clear_marks (dd);
}

typedef struct
{
  guint   level;
  guint64 n;
} LevelCount;

static void
count_level (G_GNUC_UNUSED LpnDd *dd, guint level, G_GNUC_UNUSED guint32 id, gpointer data)
{
  LevelCount *count = data;

  if (level == count->level)
    count->n++;
}

static guint32
under_zero (LpnDd *dd, guint32 id)
{
  guint32 above = lpn_dd_single (dd, 0, id);

  return dd->unique ? lpn_dd_intern (dd, above) : above;
}

/* The steps of lift(), each for the nodes of the level *data. */
static void
unhash_parent (LpnDd *dd, guint level, guint32 id, gpointer data)
{
  if (level == *(const guint *)data)
    lpn_dd_unhash (dd, id);
}

static void
lift_children (LpnDd *dd, guint level, guint32 id, gpointer data)
{
  LpnDdArc arc;

  if (level == *(const guint *)data)
    for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
      lpn_dd_set (dd, id, arc.lo, under_zero (dd, arc.child));
}

/* The children have changed one to one, so the nodes are still unlike each other. */
static void
hash_parent (LpnDd *dd, guint level, guint32 id, gpointer data)
{
  if (level == *(const guint *)data)
    lpn_dd_intern (dd, id);
}

static void
lift_root (LpnDd *dd, LpnDdSet *set)
{
  if (set->root != LPN_DD_NONE)
    lpn_dd_set_root (dd, set, under_zero (dd, set->root));
}

static bool
lift (LpnDd *dd, guint level)
{
  LevelCount count = { .level = level };
  guint      parents = level - 1;

  lpn_dd_each_node (dd, level, count_level, &count);
  if (!lpn_dd_reserve (dd, count.n, 0))
    return false;
  if (level == 0)
    {
      lift_root (dd, &dd->main);
      lift_root (dd, &dd->other);
      return true;
    }
  /* A parent with the one edge 0 looks like the node to be put below it: all parents leave the table first. */
  if (dd->unique)
    lpn_dd_each_node (dd, parents, unhash_parent, &parents);
  lpn_dd_each_node (dd, parents, lift_children, &parents);
  if (dd->unique)
    lpn_dd_each_node (dd, parents, hash_parent, &parents);
  return true;
}

/* One more digit for the component. */
static bool
add_digit (LpnDd *dd, guint component)
{
  guint first = dd->first[component];
  guint n = dd->n_levels + 1;

  if (dd->unique && !lpn_dd_meter_resize (dd->meter, &dd->scratch_block, (guint64)n * LPN_DD_FANOUT * sizeof (guint32)))
    {
      dd->full_reason = "the memory budget leaves no room for another level of the diagram";
      return false;
    }
  dd->scratch = dd->scratch_block.data;
  if (dd->unique)
    {
      /* Which nodes are hashed is then the same for all of a level. */
      lpn_dd_reduce (dd, &dd->main);
      lpn_dd_reduce (dd, &dd->other);
    }
  if (!lift (dd, first))
    return false;
  dd->levels = g_renew (LpnDdLevel, dd->levels, n);
  dd->main.path = g_renew (guint32, dd->main.path, n);
  dd->other.path = g_renew (guint32, dd->other.path, n);
  dd->main.known = dd->other.known = 0;
  memmove (dd->levels + first + 1, dd->levels + first, (dd->n_levels - first) * sizeof (LpnDdLevel));
  dd->levels[first].component = component;
  dd->levels[first].shift = dd->n_digits[component] * LPN_DD_DIGIT_BITS;
  dd->levels[first].mask = LPN_DD_FANOUT - 1;
  dd->n_digits[component]++;
  dd->n_levels = n;
  for (guint c = component + 1; c < dd->n_components; c++)
    dd->first[c]++;
  return true;
}

bool
lpn_dd_grow (LpnDd *dd, guint component, guint32 count)
{
  if (dd->form != LPN_DD_DIGITS || count == 0)
    return true;
  while ((guint64)(count - 1) >> (dd->n_digits[component] * LPN_DD_DIGIT_BITS) != 0)
    if (!add_digit (dd, component))
      return false;
  return true;
}
