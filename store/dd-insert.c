/* SPDX-License-Identifier: MIT */
#include "store/dd.h"

/* Walks in flight at once in lpn_dd_contains_many(). */
#define WALKS 8u

bool
lpn_dd_contains (const LpnDd *dd, const guint32 *tuple)
{
  guint32 id = dd->root;
  bool    alone;

  if (dd->form == LPN_DD_DIGITS)
    for (guint l = 0; l < dd->n_levels && id != LPN_DD_NONE; l++)
      id = lpn_dd_digit_child (dd, &dd->nodes[id], lpn_dd_digit (dd, l, tuple));
  else
    for (guint l = 0; l < dd->n_levels && id != LPN_DD_NONE; l++)
      id = lpn_dd_child (dd, id, lpn_dd_digit (dd, l, tuple), &alone);
  return id != LPN_DD_NONE;
}

void
lpn_dd_contains_many (const LpnDd *dd, const guint32 *tuples, guint n, guint8 *seen)
{
  guint32 ids[WALKS];
  bool    alone;

  for (guint from = 0; from < n; from += WALKS)
    {
      guint many = MIN (WALKS, n - from);

      for (guint i = 0; i < many; i++)
        ids[i] = dd->root;
      for (guint l = 0; l < dd->n_levels; l++)
        for (guint i = 0; i < many; i++)
          if (ids[i] != LPN_DD_NONE)
            ids[i] = lpn_dd_child (dd, ids[i], lpn_dd_digit (dd, l, tuples + (gsize)(from + i) * dd->n_components),
                                   &alone);
      for (guint i = 0; i < many; i++)
        seen[from + i] = ids[i] != LPN_DD_NONE;
    }
}

/* Follows the tuple as far as it goes, into dd->path. Returns the level where no edge leads on; *exclusive is the
 * number of levels whose nodes are exclusive. */
static guint
walk (LpnDd *dd, const guint32 *tuple, guint *exclusive)
{
  guint32 id = dd->root;
  bool    single = true;
  bool    alone;

  *exclusive = 0;
  for (guint l = 0; l < dd->n_levels; l++)
    {
      dd->path[l] = id;
      single = single && lpn_dd_refs (dd, id) == 1;
      if (single)
        *exclusive = l + 1;
      id = lpn_dd_child (dd, id, lpn_dd_digit (dd, l, tuple), &alone);
      if (id == LPN_DD_NONE)
        return l;
      single = single && alone;
    }
  return dd->n_levels;
}

/* The nodes of the one tuple from level `from` on, shared with what is there where canonical. */
static guint32
chain (LpnDd *dd, const guint32 *tuple, guint from, bool canonical)
{
  guint32 child = LPN_DD_TERMINAL;

  for (guint l = dd->n_levels; l > from; l--)
    {
      child = lpn_dd_single (dd, lpn_dd_digit (dd, l - 1, tuple), child);
      if (canonical)
        child = lpn_dd_intern (dd, child);
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
  return canonical ? lpn_dd_intern (dd, id) : id;
}

LpnStoreAnswer
lpn_dd_insert (LpnDd *dd, const guint32 *tuple, bool canonical)
{
  guint   exclusive = 0;
  guint   level = dd->root == LPN_DD_NONE ? 0 : walk (dd, tuple, &exclusive);
  guint   depth = dd->root == LPN_DD_NONE ? 0 : level + 1;
  guint32 child;

  if (dd->root != LPN_DD_NONE && level == dd->n_levels)
    return LPN_STORE_SEEN;
  if (!lpn_dd_reserve_path (dd, dd->path, depth))
    return LPN_STORE_FULL;
  child = chain (dd, tuple, depth, canonical);
  for (guint l = depth; l > 0; l--)
    {
      guint32 old = dd->path[l - 1];

      child = changed (dd, old, l <= exclusive, lpn_dd_digit (dd, l - 1, tuple), child, canonical);
      if (child == old)
        {
          /* Nothing changes above, but that the nodes above a node out of the table must be out of it too. */
          for (l--; !canonical && l > 0 && lpn_dd_is_hashed (dd, dd->path[l - 1]); l--)
            lpn_dd_unhash (dd, dd->path[l - 1]);
          return LPN_STORE_NEW;
        }
    }
  lpn_dd_set_root (dd, child);
  return LPN_STORE_NEW;
}
