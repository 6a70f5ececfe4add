/* SPDX-License-Identifier: MIT */
/*
 * Exists: walks down the diagram along a key.
 *
 * A step waits for the node, then for the level of its variable; the children are loaded meanwhile and chosen without a
 * branch. Walks of several keys go in step, so that they wait together. In a diagram that stays for a while, a table
 * tells where the walk is after the first `top_bits` levels, for each of their values: with them at the beginning of a
 * key, that is one look-up instead of as many steps.
 */
#include "store/bdd-private.h"

enum
{
  TOP_LEAST = 8 << 10, /* bytes of the table, or a 16th of the diagram's */
  TOP_MOST_BITS = 14,
};

typedef struct
{
  DdNode   *node; /* not complemented */
  uintptr_t complement;
  guint     ones; /* met on the way */
} Lane;

static inline void
start (const LpnBdd *bdd, Lane *lane, const guint64 *key)
{
  uintptr_t at = (uintptr_t)bdd->root;

  lane->ones = 0;
  if (bdd->top_bits > 0)
    {
      guint64 prefix = key[0] >> (64 - bdd->top_bits);
      at = ((const uintptr_t *)bdd->top.data)[prefix];
      lane->ones = (guint)__builtin_popcountll (prefix);
    }
  lane->node = (DdNode *)(at & ~(uintptr_t)1);
  lane->complement = at & 1;
}

static inline void
step (const LpnBdd *bdd, Lane *lane, const guint64 *key, guint n_words)
{
  guint     level = bdd->level_of[lpn_cudd_index (lane->node)];
  guint64   word = n_words == 1 ? key[0] : key[level / 64];
  uintptr_t bit = word >> (~level & 63) & 1;
  uintptr_t child = lpn_cudd_child (lane->node, bit);

  lane->ones += (guint)bit;
  lane->complement ^= child & 1;
  lane->node = (DdNode *)(child & ~(uintptr_t)1);
}

/* Does the walk that ended tell that the key is held? */
static inline bool
held (const LpnBdd *bdd, const Lane *lane, const guint64 *key)
{
  guint last = bdd->packing.n_words - 1;
  guint ones = 0;

  if (G_UNLIKELY (bdd->n_pending > 0) && lpn_bdd_meets_pending (bdd, key))
    return false;
  if (!bdd->zdd)
    return lane->complement == 0;
  if (lane->node != bdd->one)
    return false;
  /* What a ZDD does not ask for is 0: every 1 of the key must have been met. */
  for (guint i = 0; i < last; i++)
    ones += (guint)__builtin_popcountll (key[i]);
  return ones + (guint)__builtin_popcountll (key[last] & ~LPN_KEY_MARKS) == lane->ones;
}

static inline bool
walk (const LpnBdd *bdd, const guint64 *key, guint n_words)
{
  Lane lane;

  start (bdd, &lane, key);
  while (!Cudd_IsConstant (lane.node))
    step (bdd, &lane, key, n_words);
  return held (bdd, &lane, key);
}

bool
lpn_bdd_has (const LpnBdd *bdd, const guint64 *key)
{
  /* Most keys have one word. */
  return bdd->packing.n_words == 1 ? walk (bdd, key, 1) : walk (bdd, key, bdd->packing.n_words);
}

static inline void
walk_together (const LpnBdd *bdd, const guint64 *const *keys, guint n, guint n_words, Lane *lanes)
{
  bool walking = true;

  for (guint i = 0; i < n; i++)
    start (bdd, &lanes[i], keys[i]);
  while (walking)
    {
      walking = false;
      for (guint i = 0; i < n; i++)
        if (!Cudd_IsConstant (lanes[i].node))
          {
            step (bdd, &lanes[i], keys[i], n_words);
            walking = true;
          }
    }
}

void
lpn_bdd_has_many (const LpnBdd *bdd, const guint64 *const *keys, guint n, bool *has)
{
  Lane lanes[LPN_BDD_LANES];

  if (n <= 1)
    {
      if (n == 1)
        has[0] = lpn_bdd_has (bdd, keys[0]);
      return;
    }
  if (bdd->packing.n_words == 1)
    walk_together (bdd, keys, n, 1, lanes);
  else
    walk_together (bdd, keys, n, bdd->packing.n_words, lanes);
  for (guint i = 0; i < n; i++)
    has[i] = held (bdd, &lanes[i], keys[i]);
}

/* Entries [at, at + 2^(bits - level)) are those of the walks that are at `node` before `level`. */
static void
fill_top (const LpnBdd *bdd, uintptr_t *table, DdNode *node, guint level, guint bits)
{
  guint64 half = G_GUINT64_CONSTANT (1) << (bits - level) >> 1;
  DdNode *then_, *else_;

  if (level == bits)
    {
      table[0] = (uintptr_t)node;
      return;
    }
  if (Cudd_IsConstant (node) && (!bdd->zdd || node == bdd->zero))
    {
      for (guint64 i = 0; i < 2 * half; i++)
        table[i] = (uintptr_t)node;
      return;
    }
  lpn_bdd_split (bdd, node, level, &then_, &else_);
  fill_top (bdd, table, else_, level + 1, bits);
  fill_top (bdd, table + half, then_, level + 1, bits);
}

void
lpn_bdd_make_top (LpnBdd *bdd)
{
  guint64 bytes = MAX (TOP_LEAST, lpn_bdd_bytes (bdd) / 16);
  guint   bits = MIN (MIN (g_bit_storage (bytes / sizeof (uintptr_t)) - 1, TOP_MOST_BITS), bdd->n_vars);
  gsize   needed = sizeof (uintptr_t) << bits;

  bdd->top_bits = 0;
  if (bits == 0 || (needed > bdd->top.size && !lpn_block_resize (&bdd->top, bdd->budget, needed)))
    return;
  fill_top (bdd, bdd->top.data, bdd->root, 0, bits);
  bdd->top_bits = bits;
}
