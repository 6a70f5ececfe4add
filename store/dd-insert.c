/* SPDX-License-Identifier: MIT */
#include "store/dd.h"

#include <string.h>

/* Made once for keys of one word, and once for any. */
#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

/* The key of a tuple. */
ALWAYS_INLINE void
encode (const LpnDd *dd, const guint32 *tuple, guint64 *key, guint n_words)
{
  const LpnDdLayout *layout = &dd->layout;
  const LpnDdPart   *part = layout->parts;

  for (guint w = 0; w < n_words; w++)
    {
      guint64 word = 0;

      for (const LpnDdPart *end = layout->parts + layout->word_end[w]; part < end; part++)
        word |= (guint64)(tuple[part->component] >> part->shift & part->mask) << part->pos;
      key[w] = word;
    }
}

/* How many levels of the path the finger is on are those of the key too: the node after them is known. */
ALWAYS_INLINE guint
common_levels (const LpnDd *dd, const LpnDdSet *set, const guint64 *key, guint n_words, guint log)
{
  for (guint w = 0; w < n_words; w++)
    if (set->last[w] != key[w])
      return MIN ((w << log) + ((guint)__builtin_ctzll (set->last[w] ^ key[w]) >> (6 - log)), set->known - 1);
  return MIN (dd->layout.n_levels - 1, set->known - 1);
}

/* Follows the key with the finger. Returns the level where no edge leads on, n_levels when none is missing. The set
 * must not be empty, and there must be levels. */
static inline guint
walk (LpnDd *dd, LpnDdSet *set, const guint64 *key)
{
  guint   level = set->known > 0 ? common_levels (dd, set, key, dd->layout.n_words, dd->layout.lane_log) : 0;
  guint32 id = set->known > 0 ? set->path[level] : set->root;
  bool    alone;

  memcpy (set->last, key, dd->layout.n_words * sizeof *key);
  set->known = dd->layout.n_levels;
  for (; level < dd->layout.n_levels; level++)
    {
      guint32 digit = lpn_dd_digit (dd, level, key);

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
  if (set->root == LPN_DD_NONE || dd->layout.n_levels == 0)
    return set->root != LPN_DD_NONE;
  encode (dd, tuple, dd->keys, dd->layout.n_words);
  return walk (dd, set, dd->keys) == dd->layout.n_levels;
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

/* lpn_dd_digit() of DIGITS. */
static inline guint32
digit_at (const guint64 *key, guint level)
{
  return (guint32)(key[level / 8] >> level % 8 * 8) & (LPN_DD_FANOUT - 1);
}

/* DIGITS: for at most LPN_DD_WALKS tuples, level by level, so that their cache misses overlap. Each starts where it
 * leaves the finger. */
ALWAYS_INLINE void
walk_digits (const LpnDd *dd, const LpnDdSet *set, const guint32 *tuples, guint n, guint8 *seen, guint n_words)
{
  guint          last = dd->layout.n_levels - 1;
  const guint64 *keys = dd->keys;
  guint          from = last;
  guint          start[LPN_DD_WALKS];
  guint32        ids[LPN_DD_WALKS];

  for (guint i = 0; i < n; i++)
    {
      encode (dd, tuples + (gsize)i * dd->n_components, dd->keys + (gsize)i * n_words, n_words);
      start[i] = common_levels (dd, set, keys + (gsize)i * n_words, n_words, 3);
      ids[i] = set->path[start[i]];
      from = MIN (from, start[i]);
    }
  for (guint l = from; l < last; l++)
    for (guint i = 0; i < n; i++)
      {
        guint32 child = child_of (dd, &dd->nodes[ids[i]], digit_at (keys + (gsize)i * n_words, l));

        ids[i] = l < start[i] ? ids[i] : child;
      }
  for (guint i = 0; i < n; i++)
    seen[i] = dd->nodes[ids[i]].bits >> digit_at (keys + (gsize)i * n_words, last) & 1;
}

void
lpn_dd_contains_many (LpnDd *dd, LpnDdSet *set, const guint32 *tuples, guint n, guint8 *seen)
{
  if (set->root == LPN_DD_NONE || dd->layout.n_levels == 0)
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
      guint          many = MIN (LPN_DD_WALKS, n - at);
      const guint32 *from = tuples + (gsize)at * dd->n_components;

      if (dd->form == LPN_DD_DIGITS)
        {
          if (dd->layout.n_words == 1)
            walk_digits (dd, set, from, many, seen + at, 1);
          else
            walk_digits (dd, set, from, many, seen + at, dd->layout.n_words);
        }
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
exclusive_levels (const LpnDd *dd, const LpnDdSet *set, const guint64 *key, guint depth)
{
  guint level = 0;
  bool  alone = true;

  while (level < depth && alone && lpn_dd_refs (dd, set->path[level]) == 1)
    {
      if (dd->form == LPN_DD_RANGES)
        lpn_dd_child (dd, set->path[level], lpn_dd_digit (dd, level, key), &alone);
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
chain (LpnDd *dd, LpnDdSet *set, const guint64 *key, guint from, bool canonical)
{
  guint32 child = LPN_DD_TERMINAL;

  for (guint l = dd->layout.n_levels; l > from; l--)
    {
      child = lpn_dd_single (dd, lpn_dd_digit (dd, l - 1, key), child);
      if (canonical)
        child = lpn_dd_intern (dd, child);
      else
        touch (dd, child, lpn_dd_digit (dd, l - 1, key));
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
join (LpnDd *dd, LpnDdSet *set, const guint64 *key, guint depth, guint32 child, bool canonical)
{
  guint exclusive = exclusive_levels (dd, set, key, depth);

  for (guint l = depth; l > 0; l--)
    {
      guint32 old = set->path[l - 1];

      child = changed (dd, old, l <= exclusive, lpn_dd_digit (dd, l - 1, key), child, canonical);
      if (child == old)
        {
          /* Nothing changes above, but that the nodes above a node out of the table must be out of it too. */
          for (l--; !canonical && l > 0 && touch (dd, set->path[l - 1], lpn_dd_digit (dd, l - 1, key)); l--)
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
  guint64 *key = dd->keys;
  guint    depth = 0;

  encode (dd, tuple, key, dd->layout.n_words);
  if (set->root != LPN_DD_NONE)
    {
      guint level = dd->layout.n_levels > 0 ? walk (dd, set, key) : 0;

      if (level == dd->layout.n_levels)
        return LPN_STORE_SEEN;
      depth = level + 1;
    }
  if (!lpn_dd_reserve_path (dd, set->path, depth))
    return LPN_STORE_FULL;
  join (dd, set, key, depth, chain (dd, set, key, depth, canonical), canonical);
  /* The finger is on the whole of the new tuple. */
  if (dd->n_components > 0)
    memcpy (set->last, key, dd->layout.n_words * sizeof *key);
  set->known = dd->layout.n_levels;
  return LPN_STORE_NEW;
}
