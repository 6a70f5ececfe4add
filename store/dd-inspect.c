/* SPDX-License-Identifier: MIT */
#include "store/dd.h"

#include <string.h>

#include "base/mix.h"

/* --- counting --- */

static bool
count_below (const LpnDd *dd, guint32 id, LpnDdCount *memo)
{
  LpnDdCount sum = 0;
  LpnDdArc   arc;

  if (memo[id] != 0)
    return true;
  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
    {
      LpnDdCount part;

      if (!count_below (dd, arc.child, memo)
          || __builtin_mul_overflow (memo[arc.child], (LpnDdCount)(arc.hi - arc.lo) + 1, &part)
          || __builtin_add_overflow (sum, part, &sum))
        return false;
    }
  memo[id] = sum;
  return true;
}

bool
lpn_dd_count (const LpnDd *dd, guint32 root, LpnDdCount *count)
{
  LpnDdCount *memo;
  bool        known;

  *count = 0;
  if (root == LPN_DD_NONE)
    return true;
  memo = g_try_new0 (LpnDdCount, dd->n_ids);
  if (memo == NULL)
    return false;
  memo[LPN_DD_TERMINAL] = 1;
  known = count_below (dd, root, memo);
  *count = memo[root];
  g_free (memo);
  return known;
}

static void
add_edges (LpnDd *dd, G_GNUC_UNUSED guint level, guint32 id, gpointer data)
{
  guint64 *edges = data;
  LpnDdArc arc;

  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
    (*edges)++;
}

guint64
lpn_dd_count_edges (LpnDd *dd)
{
  guint64 edges = 0;

  lpn_dd_each_node (dd, dd->layout.n_levels, add_edges, &edges);
  return edges;
}

/* A set of pairs (child, digit), each plus one: 0 is a free slot. At least twice as many slots as there are arcs. */
typedef struct
{
  guint64 *slots;
  guint64  mask;
  guint64  n;
} Pairs;

static void
add_values (LpnDd *dd, G_GNUC_UNUSED guint level, guint32 id, gpointer data)
{
  Pairs   *pairs = data;
  LpnDdArc arc;

  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
    {
      guint64 pair = ((guint64)arc.child << 32 | arc.lo) + 1;
      guint64 slot = lpn_mix64 (pair) & pairs->mask;

      while (pairs->slots[slot] != 0 && pairs->slots[slot] != pair)
        slot = (slot + 1) & pairs->mask;
      pairs->n += pairs->slots[slot] == 0;
      pairs->slots[slot] = pair;
    }
}

guint64
lpn_dd_value_nodes (LpnDd *dd)
{
  Pairs    pairs = { .mask = 1 };
  LpnBlock block = { 0 };
  guint64  edges = lpn_dd_count_edges (dd);

  while (pairs.mask < 2 * edges)
    pairs.mask = 2 * pairs.mask + 1;
  if (!lpn_block_resize (&block, dd->meter->budget, (pairs.mask + 1) * sizeof (guint64)))
    return 0;
  pairs.slots = block.data;
  /* A child tells its level, so the pairs of different levels differ. */
  lpn_dd_each_node (dd, dd->layout.n_levels, add_values, &pairs);
  lpn_block_free (&block, dd->meter->budget);
  return pairs.n + 2;
}

/* --- going through the tuples --- */

typedef struct
{
  const LpnDd *dd;
  LpnTupleFunc func;
  gpointer     data;
  guint32     *tuple;

  const LpnDdPart **parts; /* the first of each level, and the end */
} Walk;

/* Replaces the bits of the tuple that the digit of a level stands for. */
static void
set_digit (Walk *walk, guint level, guint32 digit)
{
  for (const LpnDdPart *part = walk->parts[level]; part < walk->parts[level + 1]; part++)
    {
      guint32 *index = &walk->tuple[part->component];

      *index = (*index & ~(part->mask << part->shift)) | (digit >> part->up & part->mask) << part->shift;
    }
}

/* Goes through two nodes of a level at once, either of which may be missing. */
static bool
walk_below (Walk *walk, guint level, const guint32 ids[2])
{
  const LpnDd *dd = walk->dd;
  guint        at[2] = { 0, 0 };
  LpnDdArc     arcs[2];
  bool         more[2];

  if (level == dd->layout.n_levels)
    return walk->func (walk->tuple, walk->data);
  for (guint i = 0; i < 2; i++)
    more[i] = ids[i] != LPN_DD_NONE && lpn_dd_next_arc (dd, ids[i], &at[i], &arcs[i]);
  while (more[0] || more[1])
    {
      guint32 digit = MIN (more[0] ? arcs[0].lo : G_MAXUINT32, more[1] ? arcs[1].lo : G_MAXUINT32);
      guint32 children[2] = { LPN_DD_NONE, LPN_DD_NONE };

      for (guint i = 0; i < 2; i++)
        if (more[i] && arcs[i].lo == digit)
          {
            children[i] = arcs[i].child;
            more[i] = arcs[i].lo++ < arcs[i].hi || lpn_dd_next_arc (dd, ids[i], &at[i], &arcs[i]);
          }
      set_digit (walk, level, digit);
      if (!walk_below (walk, level + 1, children))
        return false;
    }
  set_digit (walk, level, 0);
  return true;
}

bool
lpn_dd_foreach (const LpnDd *dd, LpnTupleFunc func, gpointer data)
{
  const LpnDdLayout           *layout = &dd->layout;
  g_autofree guint32          *tuple = g_new0 (guint32, (gsize)dd->n_components + 1);
  g_autofree const LpnDdPart **parts = g_new (const LpnDdPart *, (gsize)layout->n_levels + 1);
  Walk                         walk = { dd, func, data, tuple, parts };
  guint32                      roots[2] = { dd->main.root, dd->other.root };

  parts[layout->n_levels] = layout->n_parts > 0 ? layout->parts + layout->n_parts : NULL; /* no components: no parts */
  for (guint i = layout->n_parts; i-- > 0;)
    parts[layout->parts[i].level] = &layout->parts[i];

  return (roots[0] == LPN_DD_NONE && roots[1] == LPN_DD_NONE) || walk_below (&walk, 0, roots);
}

/* --- Graphviz --- */

static void
append_run (GString *label, guint32 lo, guint32 hi)
{
  g_string_append_printf (label, "%s%u", label->len > 0 ? "," : "", lo);
  if (hi > lo)
    g_string_append_printf (label, "%s%u", hi == lo + 1 ? "," : "-", hi);
}

/* The digits that lead to `child`, as in "0,3-5". */
static char *
edge_label (const LpnDd *dd, guint32 id, guint32 child)
{
  GString *label = g_string_new (NULL);
  LpnDdArc arc;
  guint32  lo = 0;
  guint32  hi = 0;
  bool     open = false;

  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
    {
      if (arc.child != child)
        continue;
      if (open && arc.lo != hi + 1)
        append_run (label, lo, hi);
      if (!open || arc.lo != hi + 1)
        lo = arc.lo;
      hi = arc.hi;
      open = true;
    }
  append_run (label, lo, hi);
  return g_string_free (label, FALSE);
}

static void
dump_node (LpnDd *dd, guint level, guint32 id, gpointer data)
{
  GString    *out = data;
  const char *comma = "";
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  LpnDdArc arc;

  g_string_append_printf (out, "  n%u [label=\"", id);
  for (guint i = 0; i < dd->layout.n_parts; i++)
    {
      const LpnDdPart *part = &dd->layout.parts[i];

      if (part->level != level)
        continue;
      g_string_append_printf (out, "%s%u", comma, part->component);
      if (dd->layout.capacity[part->component] > part->bits)
        g_string_append_printf (out, ".%u", part->shift / LPN_DD_DIGIT_BITS);
      comma = ",";
    }
  g_string_append (out, "\"];\n");
  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
    if (g_hash_table_add (done, GUINT_TO_POINTER (arc.child)))
      {
        g_autofree char *label = edge_label (dd, id, arc.child);

        g_string_append_printf (out, "  n%u -> n%u [label=\"%s\"];\n", id, arc.child, label);
      }
}

void
lpn_dd_dump_dot (LpnDd *dd, const char *name, GString *out)
{
  g_string_append_printf (out, "digraph \"%s\" {\n  node [shape=circle];\n  n%u [shape=box, label=\"1\"];\n", name,
                          LPN_DD_TERMINAL);
  lpn_dd_each_node (dd, dd->layout.n_levels, dump_node, out);
  g_string_append (out, "}\n");
}
