/* SPDX-License-Identifier: MIT */
/* The laws of dd.h, each tested by going through everything. Slow, for tests and debugging. */
#include "store/dd.h"

#include <string.h>

typedef struct
{
  guint32 *levels; /* per id: level + 1, 0 when not reached */
  guint32 *refs;   /* counted again */
  guint64  reached;
  guint64  hashed;
  guint64  words;
  GError **error;
  bool     sound;
} Check;

static void G_GNUC_PRINTF (2, 3) fault (Check *check, const char *format, ...)
{
  va_list args;

  if (!check->sound)
    return; /* the first one is reported */
  check->sound = false;
  if (check->error != NULL)
    {
      va_start (args, format);
      *check->error = g_error_new_valist (LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, format, args);
      va_end (args);
    }
}

static void
reach (LpnDd *dd, guint level, guint32 id, gpointer data)
{
  Check   *check = data;
  LpnDdArc arc;

  check->levels[id] = level + 1;
  check->reached++;
  check->words += lpn_dd_live_words (dd, id);
  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
    check->refs[arc.child]++;
}

/* Whether a node may have a child that is not hashed at this digit. */
static bool
expects_unhashed (const LpnDd *dd, guint32 id, guint32 digit)
{
  return !lpn_dd_is_hashed (dd, id) && (dd->form != LPN_DD_DIGITS || (dd->links[id].next >> digit / 2 & 1) != 0);
}

static void
check_arcs (const LpnDd *dd, guint32 id, Check *check)
{
  guint    level = check->levels[id] - 1;
  LpnDdArc arc;
  LpnDdArc last = { 0, 0, LPN_DD_NONE };
  guint    n = 0;

  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc); last = arc, n++)
    {
      bool below = level + 1 == dd->layout.n_levels
                       ? arc.child == LPN_DD_TERMINAL
                       : arc.child >= LPN_DD_FIRST && check->levels[arc.child] == level + 2;

      if (!below)
        fault (check, "node %u of level %u leads to %u, which is not of the next level", id, level, arc.child);
      if (dd->form == LPN_DD_DIGITS && arc.hi >> dd->layout.level_bits[level] != 0)
        fault (check, "node %u of level %u has the digit %u, more than its bits", id, level, arc.hi);
      if (arc.lo > arc.hi || (n > 0 && arc.lo <= last.hi))
        fault (check, "node %u: arcs out of order at %u", id, arc.lo);
      if (dd->form == LPN_DD_RANGES && n > 0 && arc.lo == last.hi + 1 && arc.child == last.child)
        fault (check, "node %u: the arcs before and at %u should be one", id, arc.lo);
      if (dd->unique && arc.child >= LPN_DD_FIRST && !lpn_dd_is_hashed (dd, arc.child)
          && !expects_unhashed (dd, id, arc.lo))
        fault (check, "node %u does not know that its child %u is not in the unique table", id, arc.child);
    }
  if (n == 0)
    fault (check, "node %u has no edge", id);
}

static void
check_node (const LpnDd *dd, guint32 id, bool canonical, Check *check)
{
  guint32 refs = lpn_dd_refs (dd, id);

  check_arcs (dd, id, check);
  if (refs != check->refs[id] && refs != LPN_DD_REFS_MAX)
    fault (check, "node %u counts %u references and has %u", id, refs, check->refs[id]);
  if (!lpn_dd_is_hashed (dd, id))
    {
      if (canonical)
        fault (check, "node %u is not in the unique table", id);
      if (refs > 1)
        fault (check, "node %u has %u references and is not in the unique table", id, refs);
      return;
    }
  check->hashed++;
  if (lpn_dd_find_equal (dd, id) != id)
    fault (check, "the unique table finds node %u where it should find its equal %u", lpn_dd_find_equal (dd, id), id);
}

static void
check_tables (const LpnDd *dd, Check *check)
{
  guint64 linked = 0;
  guint64 n_free = 0;

  if (dd->unique)
    for (guint64 i = 0; i <= dd->head_mask; i++)
      for (guint32 id = dd->heads[i]; id != 0; id = dd->links[id].next)
        linked++;
  if (linked != check->hashed)
    fault (check, "the unique table holds %" G_GUINT64_FORMAT " nodes, %" G_GUINT64_FORMAT " of them alive", linked,
           check->hashed);
  for (guint32 id = dd->free_node; id != 0; id = dd->nodes[id].kids)
    n_free++;
  if (n_free != dd->n_free || dd->n_nodes + n_free + LPN_DD_FIRST != dd->n_ids || check->reached != dd->n_nodes)
    fault (check, "%u nodes: %" G_GUINT64_FORMAT " reached, %" G_GUINT64_FORMAT " counted, %" G_GUINT64_FORMAT " free",
           dd->n_ids - LPN_DD_FIRST, check->reached, dd->n_nodes, n_free);
  if (check->words + lpn_dd_free_words (dd) + 1 != dd->pool_used)
    fault (check, "pool of %u words: %" G_GUINT64_FORMAT " alive, %" G_GUINT64_FORMAT " free", dd->pool_used,
           check->words, lpn_dd_free_words (dd));
}

/* The parts are the bits of all components, highest first, none left out, in levels one after another. */
static void
check_layout (const LpnDd *dd, Check *check)
{
  const LpnDdLayout *layout = &dd->layout;
  guint              component = G_MAXUINT;
  guint              rest = 0;
  guint              level = 0;

  for (guint i = 0; i < layout->n_parts; i++)
    {
      const LpnDdPart *part = &layout->parts[i];

      if (rest == 0)
        rest = layout->capacity[++component];
      if (component >= dd->n_components || part->component != component || part->bits == 0
          || part->shift + part->bits != rest)
        {
          fault (check, "part %u of the layout is not the next bits of component %u", i, component);
          return;
        }
      rest = part->shift;
      if (part->level != level && part->level != ++level)
        fault (check, "part %u of the layout is of level %u, after one of level %u", i, part->level, level - 1);
      if (dd->widths[component] > layout->capacity[component])
        fault (check, "component %u has %u bits for %u", component, layout->capacity[component], dd->widths[component]);
    }
  if (rest != 0 || component + 1 != dd->n_components || (dd->n_components > 0 && level + 1 != layout->n_levels))
    fault (check, "the layout ends before its components do");
  for (guint l = 0; l < layout->n_levels; l++)
    if (layout->level_bits[l] == 0 || (dd->form == LPN_DD_DIGITS && layout->level_bits[l] > LPN_DD_DIGIT_BITS))
      fault (check, "level %u has %u bits", l, layout->level_bits[l]);
}

bool
lpn_dd_check (LpnDd *dd, bool canonical, GError **error)
{
  Check check = { .error = error, .sound = true };

  check.levels = g_new0 (guint32, dd->n_ids);
  check.refs = g_new0 (guint32, dd->n_ids);
  check.refs[dd->main.root]++;
  check.refs[dd->other.root]++;
  lpn_dd_each_node (dd, dd->layout.n_levels, reach, &check);
  for (guint32 id = LPN_DD_FIRST; id < dd->n_ids; id++)
    if (check.levels[id] != 0)
      check_node (dd, id, canonical, &check);
  check_tables (dd, &check);
  check_layout (dd, &check);
  g_free (check.levels);
  g_free (check.refs);
  return check.sound;
}
