/* SPDX-License-Identifier: MIT */
/*
 * Components that outgrow their digits. Where a component has a level to itself, the digit that is added above the
 * others is 0 in every tuple held so far, so each node of the component's first level gets one node above it with the
 * one edge 0, and who led there leads to that now. It happens at 64, 4096, ... local states: a handful of times in a
 * run. Where components share a digit, the diagram is laid out anew (dd-relayout.c), unless the bits can be had above
 * all others of the digit.
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

/* What depends on the number of levels, but for the scratch rows. */
static void
fit_fingers (LpnDd *dd, const LpnDdLayout *layout)
{
  LpnDdSet *sets[] = { &dd->main, &dd->other };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      sets[i]->path = g_renew (guint32, sets[i]->path, layout->n_levels);
      sets[i]->last = g_renew (guint64, sets[i]->last, layout->n_words);
      sets[i]->known = 0;
    }
  dd->keys = g_renew (guint64, dd->keys, (gsize)layout->n_words * LPN_DD_WALKS);
}

/* Scratch rows for `n` levels at least, and sets of which every node is hashed. */
static bool
prepare (LpnDd *dd, guint n)
{
  if (!dd->unique)
    return true;
  if (!lpn_dd_meter_resize (dd->meter, &dd->scratch_block,
                            MAX (dd->scratch_block.size, (guint64)n * LPN_DD_FANOUT * sizeof (guint32))))
    {
      dd->full_reason = "the memory budget leaves no room for another level of the diagram";
      return false;
    }
  dd->scratch = dd->scratch_block.data;
  lpn_dd_reduce (dd, &dd->main);
  lpn_dd_reduce (dd, &dd->other);
  return true;
}

/* One more digit for a component that has its first level to itself. */
static bool
add_digit (LpnDd *dd, guint component)
{
  if (!prepare (dd, dd->layout.n_levels + 1) || !lift (dd, lpn_dd_layout_top (&dd->layout, component)->level))
    return false;
  lpn_dd_layout_lift (&dd->layout, component);
  fit_fingers (dd, &dd->layout);
  return true;
}

static bool
take_layout (LpnDd *dd, LpnDdLayout *layout)
{
  guint32 roots[2];

  if (prepare (dd, MAX (layout->n_levels, dd->layout.n_levels)) && lpn_dd_relayout (dd, layout, roots))
    {
      lpn_dd_ref (dd, roots[1]); /* it may be part of what the first goes without */
      lpn_dd_set_root (dd, &dd->main, roots[0]);
      lpn_dd_set_root (dd, &dd->other, roots[1]);
      lpn_dd_unref (dd, roots[1]);
      fit_fingers (dd, layout);
      lpn_dd_layout_clear (&dd->layout);
      dd->layout = *layout;
      dd->relayouts++;
      return true;
    }
  lpn_dd_layout_clear (layout);
  return false;
}

bool
lpn_dd_pack (LpnDd *dd, bool packed)
{
  LpnDdLayout layout;

  if (packed)
    lpn_dd_layout_packed (&layout, dd->widths, dd->n_components);
  else
    lpn_dd_layout_plain (&layout, dd->form, dd->widths, dd->n_components);
  if (layout.n_levels != dd->layout.n_levels)
    return take_layout (dd, &layout);
  lpn_dd_layout_clear (&layout);
  return true;
}

/* More room for a component that has used up its bits. */
static bool
widen (LpnDd *dd, guint component, guint width)
{
  const LpnDdPart *top = lpn_dd_layout_top (&dd->layout, component);
  guint            level_bits = dd->layout.level_bits[top->level];
  guint            lacking = width - dd->layout.capacity[component];
  LpnDdLayout      layout;

  /* Bits above all others of the digit are 0 in every digit so far. */
  if (top->up + top->bits == level_bits && level_bits < LPN_DD_DIGIT_BITS)
    {
      lpn_dd_layout_widen (&dd->layout, component, MIN (lacking, LPN_DD_DIGIT_BITS - level_bits));
      dd->main.known = dd->other.known = 0;
      return true;
    }
  if (top->bits == LPN_DD_DIGIT_BITS)
    return add_digit (dd, component);
  lpn_dd_layout_packed (&layout, dd->widths, dd->n_components);
  return take_layout (dd, &layout);
}

bool
lpn_dd_grow (LpnDd *dd, guint component, guint32 count)
{
  guint8 before;
  guint8 width;

  if (dd->form != LPN_DD_DIGITS || count == 0)
    return true;
  before = dd->widths[component];
  width = (guint8)MAX (g_bit_storage (count - 1), 1);
  if (width <= before)
    return true;
  dd->widths[component] = width;
  while (dd->layout.capacity[component] < width)
    if (!widen (dd, component, width))
      {
        dd->widths[component] = before;
        return false;
      }
  return true;
}
