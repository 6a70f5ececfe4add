/* SPDX-License-Identifier: MIT */
#include "store/dd.h"

#include <string.h>

/* Walks in flight at once in lpn_dd_contains_many(). */
#define WALKS 8u

/* How many levels of the path the finger is on are those of `tuple` too: the node after them is known. */
static inline guint
common_levels (const LpnDd *dd, const LpnDdSet *set, const guint32 *tuple)
{
  guint c = 0;

  while (c < dd->n_components && set->last[c] == tuple[c])
    c++;
  return MIN (c < dd->n_components ? dd->first[c] : dd->n_levels - 1, set->known - 1);
}

/* Follows the tuple with the finger. Returns the level where no edge leads on, n_levels when none is missing. The set
 * must not be empty, and there must be levels. */
static inline guint
walk (LpnDd *dd, LpnDdSet *set, const guint32 *tuple)
{
  guint   level = set->known > 0 ? common_levels (dd, set, tuple) : 0;
  guint32 id = set->known > 0 ? set->path[level] : set->root;
  bool    alone;

  memcpy (set->last, tuple, dd->n_components * sizeof *tuple);
  set->known = dd->n_levels;
  for (; level < dd->n_levels; level++)
    {
      guint32 digit = lpn_dd_digit (dd, level, tuple);

      set->path[level] = id;
      id = dd->form == LPN_DD_DIGITS ? lpn_dd_digit_child (dd, &dd->nodes[id], digit)
                                     : lpn_dd_child (dd, id, digit, &alone);
      if (id == LPN_DD_NONE)
        {
          set->known = level + 1;
          break;
        }
    }
  return level;
}

bool
lpn_dd_contains (LpnDd *dd, LpnDdSet *set, const guint32 *tuple)
{
  if (set->root == LPN_DD_NONE || dd->n_levels == 0)
    return set->root != LPN_DD_NONE;
  return walk (dd, set, tuple) == dd->n_levels;
}

/* lpn_dd_digit_child() above the last level without a branch: walks in flight would stumble over each other's. */
static inline guint32
child_of (const LpnDd *dd, const LpnDdNode *node, guint32 digit)
{
  guint64        bits = node->bits;
  guint32        present = (guint32)(bits >> digit & 1);
  guint32        rank = (guint32)__builtin_popcountll (bits & ((G_GUINT64_CONSTANT (1) << digit) - 1));
  const guint32 *kids = (bits & (bits - 1)) == 0 ? &node->kids : dd->pool + node->kids;

  return kids[rank & -present] & -present;
}

/* For at most WALKS tuples, level by level, so that their cache misses overlap. Each starts where it leaves the finger.
 */
static void
walk_digits (const LpnDd *dd, const LpnDdSet *set, const guint32 *tuples, guint n, guint8 *seen)
{
  guint   last = dd->n_levels - 1;
  guint   from = last;
  guint   start[WALKS];
  guint32 ids[WALKS];

  for (guint i = 0; i < n; i++)
    {
      start[i] = common_levels (dd, set, tuples + (gsize)i * dd->n_components);
      ids[i] = set->path[start[i]];
      from = MIN (from, start[i]);
    }
  for (guint l = from; l < last; l++)
    for (guint i = 0; i < n; i++)
      {
        guint32 digit = lpn_dd_digit (dd, l, tuples + (gsize)i * dd->n_components);
        guint32 child = child_of (dd, &dd->nodes[ids[i]], digit);

        ids[i] = l < start[i] ? ids[i] : child;
      }
  for (guint i = 0; i < n; i++)
    seen[i] = dd->nodes[ids[i]].bits >> lpn_dd_digit (dd, last, tuples + (gsize)i * dd->n_components) & 1;
}

void
lpn_dd_contains_many (LpnDd *dd, LpnDdSet *set, const guint32 *tuples, guint n, guint8 *seen)
{
  if (set->root == LPN_DD_NONE || dd->n_levels == 0)
    {
      memset (seen, set->root != LPN_DD_NONE, n);
      return;
    }
  if (set->known == 0)
    {
      set->path[0] = set->root;
      set->known = 1;
    }
  for (guint at = 0; at < n;)
    {
      guint          many = MIN (WALKS, n - at);
      const guint32 *from = tuples + (gsize)at * dd->n_components;

      if (dd->form == LPN_DD_DIGITS)
        walk_digits (dd, set, from, many, seen + at);
      else
        {
          many = 1;
          seen[at] = lpn_dd_contains (dd, set, from);
        }
      at += many;
    }
}

/* How many of the first `depth` nodes of the path are exclusive. */
static guint
exclusive_levels (const LpnDd *dd, const LpnDdSet *set, const guint32 *tuple, guint depth)
{
  guint level = 0;
  bool  alone = true;

  while (level < depth && alone && lpn_dd_refs (dd, set->path[level]) == 1)
    {
      if (dd->form == LPN_DD_RANGES)
        lpn_dd_child (dd, set->path[level], lpn_dd_digit (dd, level, tuple), &alone);
      level++;
    }
  return level;
}

/* Notes that what `digit` of the node leads to is not hashed: then neither is the node. False when that was known. */
static bool
touch (LpnDd *dd, guint32 id, guint32 digit)
{
  bool    hashed = lpn_dd_is_hashed (dd, id);
  guint32 bit = dd->form == LPN_DD_DIGITS ? 1u << digit / 2 : 0;

  if (!dd->unique || (!hashed && (dd->links[id].next & bit) == bit))
    return false;
  lpn_dd_unhash (dd, id);
  dd->links[id].next |= bit;
  return true;
}

/* The nodes of the one tuple from level `from` on, shared with what is there where canonical. */
static guint32
chain (LpnDd *dd, LpnDdSet *set, const guint32 *tuple, guint from, bool canonical)
{
  guint32 child = LPN_DD_TERMINAL;

  for (guint l = dd->n_levels; l > from; l--)
    {
      child = lpn_dd_single (dd, lpn_dd_digit (dd, l - 1, tuple), child);
      if (canonical)
        child = lpn_dd_intern (dd, child);
      else
        touch (dd, child, lpn_dd_digit (dd, l - 1, tuple));
      set->path[l - 1] = child;
    }
  return child;
}

/* Node `old` with `digit` leading to `child`: the same node where that is allowed. */
static guint32
changed (LpnDd *dd, guint32 old, bool in_place, guint32 digit, guint32 child, bool canonical)
{
  guint32 id = old;

  if (in_place)
    lpn_dd_unhash (dd, id);
  else
    id = lpn_dd_copy (dd, id);
  lpn_dd_set (dd, id, digit, child);
  if (canonical)
    return lpn_dd_intern (dd, id);
  touch (dd, id, digit);
  return id;
}

/* Puts `child` below the nodes of the path, the last of which is at level `depth` - 1. */
static void
join (LpnDd *dd, LpnDdSet *set, const guint32 *tuple, guint depth, guint32 child, bool canonical)
{
  guint exclusive = exclusive_levels (dd, set, tuple, depth);

  for (guint l = depth; l > 0; l--)
    {
      guint32 old = set->path[l - 1];

      child = changed (dd, old, l <= exclusive, lpn_dd_digit (dd, l - 1, tuple), child, canonical);
      if (child == old)
        {
          /* Nothing changes above, but that the nodes above a node out of the table must be out of it too. */
          for (l--; !canonical && l > 0 && touch (dd, set->path[l - 1], lpn_dd_digit (dd, l - 1, tuple)); l--)
            ;
          return;
        }
      set->path[l - 1] = child;
    }
  lpn_dd_set_root (dd, set, child);
}

LpnStoreAnswer
lpn_dd_insert (LpnDd *dd, LpnDdSet *set, const guint32 *tuple, bool canonical)
{
  guint depth = 0;

  if (set->root != LPN_DD_NONE)
    {
      guint level = dd->n_levels > 0 ? walk (dd, set, tuple) : 0;

      if (level == dd->n_levels)
        return LPN_STORE_SEEN;
      depth = level + 1;
    }
  if (!lpn_dd_reserve_path (dd, set->path, depth))
    return LPN_STORE_FULL;
  join (dd, set, tuple, depth, chain (dd, set, tuple, depth, canonical), canonical);
  /* The finger is on the whole of the new tuple. */
  if (dd->n_components > 0)
    memcpy (set->last, tuple, dd->n_components * sizeof *tuple);
  set->known = dd->n_levels;
  return LPN_STORE_NEW;
}
