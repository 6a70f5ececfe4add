/* SPDX-License-Identifier: MIT */
/* Sets: adding one key by OR, adding many keys at once. */
#include "store/bdd-private.h"

enum
{
  NODE_BYTES = 40,
  SLICES = 4,        /* of the keys added together */
  LEAST_SLICE = 256, /* keys; below that a slice saves nothing */
};

static DdNode *
make_node (LpnBdd *bdd, guint level, DdNode *then_, DdNode *else_)
{
  int     index = (int)bdd->index_at[level];
  DdNode *node;

  if (bdd->zdd)
    return cuddUniqueInterZdd (bdd->manager, index, then_, else_);
  if (!Cudd_IsComplement (then_))
    return cuddUniqueInter (bdd->manager, index, then_, else_);
  node = cuddUniqueInter (bdd->manager, index, Cudd_Not (then_), Cudd_Not (else_));
  return node != NULL ? Cudd_Not (node) : NULL;
}

/* Is there room for another block of nodes? A BDD manager finds out by itself, after using up its dead nodes. */
static bool
within_limit (LpnBdd *bdd)
{
  guint64 used = lpn_bdd_cudd_bytes (bdd);

  if (G_LIKELY (used < bdd->limit) || lpn_bdd_raise (bdd))
    return true;
  return !bdd->zdd || used <= bdd->limit;
}

DdNode *
lpn_bdd_join (LpnBdd *bdd, guint level, DdNode *then_, DdNode *else_)
{
  DdNode *node = else_;

  if (then_ != (bdd->zdd ? bdd->zero : else_))
    node = within_limit (bdd) ? make_node (bdd, level, then_, else_) : NULL;
  if (node == NULL)
    {
      lpn_bdd_unref (bdd, then_);
      lpn_bdd_unref (bdd, else_);
      return NULL;
    }
  Cudd_Ref (node);
  Cudd_Deref (then_);
  Cudd_Deref (else_);
  return node;
}

/* The set of the one key, from `level` down. Referenced. */
static DdNode *
cube (LpnBdd *bdd, const guint64 *key, guint level)
{
  DdNode *node = bdd->one;

  Cudd_Ref (node);
  for (guint l = bdd->n_vars; l-- > level && node != NULL;)
    {
      bool bit = lpn_key_bit (key, l);
      Cudd_Ref (bdd->zero);
      node = lpn_bdd_join (bdd, l, bit ? node : bdd->zero, bit ? bdd->zero : node);
    }
  return node;
}

static DdNode *
or_with (LpnBdd *bdd, DdNode *other)
{
  DdNode *node;

  do
    node = bdd->zdd ? Cudd_zddUnion (bdd->manager, bdd->root, other) : Cudd_bddOr (bdd->manager, bdd->root, other);
  while (node == NULL && lpn_bdd_raise (bdd));
  if (node != NULL)
    Cudd_Ref (node);
  return node;
}

bool
lpn_bdd_or (LpnBdd *bdd, const guint64 *key)
{
  DdNode *single, *root;

  if (bdd->n_pending > 0 && lpn_bdd_meets_pending (bdd, key) && !lpn_bdd_settle (bdd))
    return false;
  single = cube (bdd, key, 0);
  if (single == NULL)
    return false;
  root = or_with (bdd, single);
  lpn_bdd_unref (bdd, single);
  if (root == NULL)
    return false;
  lpn_bdd_set_root (bdd, root);
  return true;
}

/* The first of keys[lo..hi) with a 1 at `level`, below which all bits above are the same; `hi` where there is none. */
static guint64
first_one (const LpnBdd *bdd, const guint64 *keys, guint64 lo, guint64 hi, guint level)
{
  guint n_words = bdd->packing.n_words;

  if (lpn_key_bit (keys + lo * n_words, level))
    return lo;
  if (!lpn_key_bit (keys + (hi - 1) * n_words, level))
    return hi;
  /* keys[lo] has a 0, keys[hi - 1] a 1 */
  for (hi--; hi - lo > 1;)
    {
      guint64 middle = lo + (hi - lo) / 2;
      if (lpn_key_bit (keys + middle * n_words, level))
        hi = middle;
      else
        lo = middle;
    }
  return hi;
}

/* `node` with the keys [lo, hi) added from `level` down. Referenced. Each prefix of the keys is met once and together
 * with the one node of the old diagram it leads to, so there is nothing to remember in a cache. */
static DdNode *
with_keys (LpnBdd *bdd, DdNode *node, const guint64 *keys, guint64 lo, guint64 hi, guint level)
{
  DdNode *then_, *else_;
  guint64 middle;

  if (lo == hi)
    {
      Cudd_Ref (node);
      return node;
    }
  if (hi - lo == 1 && node == bdd->zero)
    return cube (bdd, keys + lo * bdd->packing.n_words, level);
  if (level == bdd->n_vars)
    {
      Cudd_Ref (bdd->one);
      return bdd->one;
    }
  lpn_bdd_split (bdd, node, level, &then_, &else_);
  middle = first_one (bdd, keys, lo, hi, level);
  else_ = with_keys (bdd, else_, keys, lo, middle, level + 1);
  if (else_ == NULL)
    return NULL;
  then_ = with_keys (bdd, then_, keys, middle, hi, level + 1);
  if (then_ == NULL)
    {
      lpn_bdd_unref (bdd, else_);
      return NULL;
    }
  return lpn_bdd_join (bdd, level, then_, else_);
}

/* Adds keys[lo..hi), all or none. */
static bool
unite_slice (LpnBdd *bdd, const guint64 *keys, guint64 lo, guint64 hi)
{
  DdNode *root = with_keys (bdd, bdd->root, keys, lo, hi, 0);

  if (root == NULL)
    {
      /* What the attempt left dead, and the sets before it, may be enough. */
      lpn_bdd_collect (bdd);
      root = with_keys (bdd, bdd->root, keys, lo, hi, 0);
    }
  if (root == NULL)
    {
      lpn_bdd_collect (bdd);
      return false;
    }
  lpn_bdd_set_root (bdd, root);
  /* Left to itself, CUDD waits until there are several dead nodes to a live one before it uses them again. */
  if (bdd->dying > lpn_bdd_cudd_bytes (bdd) / NODE_BYTES / 8)
    lpn_bdd_collect (bdd);
  return true;
}

guint64
lpn_bdd_unite (LpnBdd *bdd, const guint64 *keys, guint64 n)
{
  guint64 slices = CLAMP (n / LEAST_SLICE, 1, SLICES);
  guint64 added = 0;

  if (!lpn_bdd_settle (bdd))
    return 0;
  /* Sorted, the keys of a slice meet in the diagram: what one slice replaces is free for the next. */
  for (guint64 slice = 1; slice <= slices && unite_slice (bdd, keys, added, n * slice / slices); slice++)
    added = n * slice / slices;
  lpn_bdd_make_top (bdd);
  return added;
}
