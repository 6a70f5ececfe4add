/* SPDX-License-Identifier: MIT */
#include "store/dd.h"

#include <string.h>

#define CACHE_MIN 512u
#define CACHE_MAX (1u << 20)

typedef struct
{
  LpnDd       *dd;
  LpnDdCached *cache; /* NULL: none */
  guint32      mask;
} Union;

/* An empty cache, about half as large as the diagram. Without memory the union goes on without one. */
static void
open_cache (Union *u)
{
  LpnDd  *dd = u->dd;
  guint64 want = CACHE_MIN;

  while (want < CACHE_MAX && want < dd->n_nodes / 2)
    want *= 2;
  if (dd->cache_block.size < want * sizeof (LpnDdCached)
      && !lpn_dd_meter_resize (dd->meter, &dd->cache_block, want * sizeof (LpnDdCached)))
    {
      for (want = 1; want * 2 * sizeof (LpnDdCached) <= dd->cache_block.size; want *= 2)
        ;
      if (dd->cache_block.size == 0)
        return;
    }
  u->cache = dd->cache_block.data;
  u->mask = (guint32)(want - 1);
  memset (u->cache, 0, want * sizeof (LpnDdCached));
}

static LpnDdCached *
slot_of (const Union *u, guint32 a, guint32 b)
{
  guint64 key = ((guint64)a << 32 | b) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return &u->cache[(guint32)(key >> 40) & u->mask];
}

static guint32 unite (Union *u, guint level, guint32 a, guint32 b);

/* Child number `at` of a node. Asked anew each time: nodes and pool may move while other children are united. */
static guint32
child_at (const LpnDd *dd, guint32 id, guint at)
{
  return lpn_dd_kids (dd, &dd->nodes[id])[at];
}

/* The children of the union into the scratch row of the level. */
static bool
unite_children (Union *u, guint level, guint32 a, guint32 b, guint32 *row)
{
  LpnDd  *dd = u->dd;
  guint64 bits_a = dd->nodes[a].bits;
  guint64 bits_b = dd->nodes[b].bits;
  guint   at_a = 0;
  guint   at_b = 0;

  for (guint64 rest = bits_a | bits_b; rest != 0; rest &= rest - 1)
    {
      guint64 bit = rest & (~rest + 1);
      guint32 child_a = (bits_a & bit) != 0 ? child_at (dd, a, at_a++) : LPN_DD_NONE;
      guint32 child_b = (bits_b & bit) != 0 ? child_at (dd, b, at_b++) : LPN_DD_NONE;

      *row = unite (u, level + 1, child_a, child_b);
      if (*row++ == LPN_DD_NONE)
        return false;
    }
  return true;
}

static guint32
unite (Union *u, guint level, guint32 a, guint32 b)
{
  LpnDd           *dd = u->dd;
  const LpnDdNode *node_a = &dd->nodes[a];
  const LpnDdNode *node_b = &dd->nodes[b];
  guint64          bits = node_a->bits | node_b->bits;
  LpnDdCached     *slot = NULL;
  guint32         *row = dd->scratch + (gsize)level * LPN_DD_FANOUT;
  guint32          result;

  if (a == b || b == LPN_DD_NONE)
    return a;
  if (a == LPN_DD_NONE)
    return b;
  if (level + 1 == dd->layout.n_levels)
    return bits == node_a->bits ? a : bits == node_b->bits ? b : lpn_dd_make (dd, bits, NULL);
  if (u->cache != NULL)
    {
      slot = slot_of (u, MIN (a, b), MAX (a, b));
      if (slot->a == MIN (a, b) && slot->b == MAX (a, b))
        {
          dd->cache_hits++;
          return slot->result;
        }
    }
  dd->cache_misses++;
  dd->union_edges += (guint64)__builtin_popcountll (bits);
  if (!unite_children (u, level, a, b, row))
    return LPN_DD_NONE;
  result = lpn_dd_make (dd, bits, row);
  if (slot != NULL && result != LPN_DD_NONE)
    *slot = (LpnDdCached){ MIN (a, b), MAX (a, b), result };
  return result;
}

bool
lpn_dd_union (LpnDd *dd, guint level, guint32 a, guint32 b, guint32 *result)
{
  Union u = { .dd = dd };

  if (a == LPN_DD_NONE && b == LPN_DD_NONE)
    {
      *result = LPN_DD_NONE;
      return true;
    }
  dd->unions++;
  open_cache (&u);
  *result = unite (&u, level, a, b);
  return *result != LPN_DD_NONE;
}

static guint32 reduce (LpnDd *dd, guint32 id);

/* Law 3 of dd.h: what is not hashed has one parent, so a changed child can be set in place. */
static void
reduce_digits (LpnDd *dd, guint32 id)
{
  LpnDdNode *node = &dd->nodes[id];
  guint64    bits = node->bits;
  guint32   *kids = (bits & (bits - 1)) == 0 ? &node->kids : dd->pool + node->kids;

  if (lpn_dd_is_leaf (node))
    return;
  /* Looking at every child would be a cache miss each; the link says where to look. */
  for (guint32 pairs = dd->links[id].next; pairs != 0; pairs &= pairs - 1)
    {
      guint64 low = G_GUINT64_CONSTANT (1) << 2 * __builtin_ctz (pairs);

      for (guint64 rest = bits & 3 * low; rest != 0; rest &= rest - 1)
        {
          guint32 *kid = &kids[__builtin_popcountll (bits & ((rest & (~rest + 1)) - 1))];
          guint32  old = *kid;

          *kid = reduce (dd, old);
          if (*kid != old)
            {
              lpn_dd_ref (dd, *kid);
              lpn_dd_unref (dd, old);
            }
        }
    }
}

static void
reduce_arcs (LpnDd *dd, guint32 id)
{
  LpnDdArc arc;

  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
    {
      guint32 child = reduce (dd, arc.child);

      if (child != arc.child)
        lpn_dd_set (dd, id, arc.lo, child);
    }
}

static guint32
reduce (LpnDd *dd, guint32 id)
{
  if (id < LPN_DD_FIRST || lpn_dd_is_hashed (dd, id))
    return id;
  if (dd->form == LPN_DD_DIGITS)
    reduce_digits (dd, id);
  else
    reduce_arcs (dd, id);
  return lpn_dd_intern (dd, id);
}

void
lpn_dd_reduce (LpnDd *dd, LpnDdSet *set)
{
  guint32 root = reduce (dd, set->root);

  set->known = 0;
  if (root != set->root)
    lpn_dd_set_root (dd, set, root);
}
