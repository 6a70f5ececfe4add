/* SPDX-License-Identifier: MIT */
/* Diagrams rebuilt node by node: constrained where cells gained bits, and moved to a manager of their size. */
#include "store/bdd-private.h"

#include <string.h>

#include "base/mix.h"

/* What a copy of a diagram costs, about: a manager without nodes, a variable, a node with its place in the memo. */
enum
{
  EMPTY_BYTES = 56 << 10,
  VARIABLE_BYTES = 256,
  COPIED_BYTES = 72,
};

/* What was made of each node: a hash table of pairs, paid from the budget. CUDD's own cache forgets, and where it is
 * too small for the diagram the time of an AND is exponential. Pairs hold no references: a node that was made is held
 * by what is made of the first parent of the other. */
typedef struct
{
  DdNode *from;
  DdNode *to;
} MemoPair;

typedef struct
{
  LpnBdd  *bdd;
  LpnBlock block;
  guint64  slots; /* a power of two, or 0 */
  guint64  used;
  guint   *levels; /* the pending ones, ascending */
  guint    n_levels;
} Memo;

static MemoPair *
memo_find (const Memo *memo, DdNode *from)
{
  MemoPair *pairs = memo->block.data;
  guint64   i = lpn_mix64 ((guint64)(guintptr)from) & (memo->slots - 1);

  while (pairs[i].from != NULL && pairs[i].from != from)
    i = (i + 1) & (memo->slots - 1);
  return &pairs[i];
}

static bool
memo_make_room (Memo *memo)
{
  Memo larger = *memo;

  if (memo->used < memo->slots / 4 * 3)
    return true;
  larger.slots = MAX (2 * memo->slots, 256);
  larger.block = (LpnBlock){ 0 };
  if (!lpn_block_resize (&larger.block, memo->bdd->budget, larger.slots * sizeof (MemoPair)))
    return false;
  for (guint64 i = 0; i < memo->slots; i++)
    {
      MemoPair pair = ((MemoPair *)memo->block.data)[i];
      if (pair.from != NULL)
        *memo_find (&larger, pair.from) = pair;
    }
  lpn_block_free (&memo->block, memo->bdd->budget);
  *memo = larger;
  return true;
}

static void
memo_put (Memo *memo, DdNode *from, DdNode *to)
{
  *memo_find (memo, from) = (MemoPair){ from, to };
  memo->used++;
}

static DdNode *constrained (Memo *memo, DdNode *node, guint level);

/* `node` constrained from its own level down. Referenced, or NULL. */
static DdNode *
constrained_here (Memo *memo, DdNode *node, guint level)
{
  LpnBdd *bdd = memo->bdd;
  DdNode *then_, *else_, *made;

  if (level > memo->levels[memo->n_levels - 1])
    {
      Cudd_Ref (node);
      return node;
    }
  if (!memo_make_room (memo))
    return NULL;
  made = memo_find (memo, node)->to;
  if (made != NULL)
    {
      Cudd_Ref (made);
      return made;
    }
  lpn_bdd_split (bdd, node, level, &then_, &else_);
  then_ = constrained (memo, lpn_key_bit (bdd->pending, level) ? bdd->zero : then_, level + 1);
  if (then_ == NULL)
    return NULL;
  else_ = constrained (memo, else_, level + 1);
  if (else_ == NULL)
    {
      lpn_bdd_unref (bdd, then_);
      return NULL;
    }
  made = lpn_bdd_join (bdd, level, then_, else_);
  if (made != NULL && memo_make_room (memo))
    memo_put (memo, node, made);
  return made;
}

/* The same from `level` down, which is its own or above. */
static DdNode *
constrained (Memo *memo, DdNode *node, guint level)
{
  LpnBdd *bdd = memo->bdd;
  guint   own = lpn_bdd_level (bdd, node);
  DdNode *made = constrained_here (memo, node, own);

  for (guint i = memo->n_levels; i-- > 0 && made != NULL && memo->levels[i] >= level;)
    if (memo->levels[i] < own)
      {
        Cudd_Ref (bdd->zero);
        made = lpn_bdd_join (bdd, memo->levels[i], bdd->zero, made);
      }
  return made;
}

bool
lpn_bdd_settle (LpnBdd *bdd)
{
  g_autofree guint *levels = NULL;
  Memo              memo = { .bdd = bdd };
  DdNode           *root;

  if (bdd->n_pending == 0)
    return true;
  memo.levels = levels = g_new (guint, bdd->n_pending);
  for (guint level = 0; level < bdd->n_vars; level++)
    if (lpn_key_bit (bdd->pending, level))
      levels[memo.n_levels++] = level;
  root = constrained (&memo, bdd->root, 0);
  lpn_block_free (&memo.block, bdd->budget);
  if (root == NULL)
    return false;
  lpn_bdd_set_root (bdd, root);
  memset (bdd->pending, 0, bdd->packing.n_words * sizeof *bdd->pending);
  bdd->n_pending = 0;
  return true;
}

/* The copy of `node` in another diagram whose variables have these levels. Referenced, or NULL. */
static DdNode *
copied (Memo *memo, LpnBdd *to, DdNode *node)
{
  DdNode *regular = Cudd_Regular (node);
  DdNode *made, *then_, *else_;

  if (Cudd_IsConstant (node))
    {
      made = node == memo->bdd->zero ? to->zero : to->one;
      Cudd_Ref (made);
      return made;
    }
  if (!memo_make_room (memo))
    return NULL;
  made = memo_find (memo, regular)->to;
  if (made != NULL)
    {
      Cudd_Ref (made);
      return Cudd_NotCond (made, Cudd_IsComplement (node));
    }
  then_ = copied (memo, to, Cudd_T (regular));
  if (then_ == NULL)
    return NULL;
  else_ = copied (memo, to, Cudd_E (regular));
  if (else_ == NULL)
    {
      lpn_bdd_unref (to, then_);
      return NULL;
    }
  made = lpn_bdd_join (to, lpn_bdd_level (memo->bdd, regular), then_, else_);
  if (made == NULL)
    return NULL;
  if (memo_make_room (memo))
    memo_put (memo, regular, made);
  return Cudd_NotCond (made, Cudd_IsComplement (node));
}

/* An empty diagram of the same cells and variables; a variable's index is its level. */
static LpnBdd *
alike (const LpnBdd *bdd)
{
  LpnBdd *fresh = lpn_bdd_new (bdd->n_cells, bdd->zdd ? LPN_BDD_ZDD : 0, bdd->reorder, bdd->budget);

  for (guint level = 0; fresh != NULL && level < bdd->n_vars; level++)
    if (!lpn_bdd_append (fresh, bdd->bits[level]))
      {
        lpn_bdd_free (fresh);
        return NULL;
      }
  return fresh;
}

/* What the former manager counted goes on; `beside`: bytes held besides both while it was copied. */
static void
take_over_counts (LpnBdd *fresh, LpnBdd *bdd, guint64 beside)
{
  LpnBddStats stats;

  lpn_bdd_stats (bdd, &stats);
  fresh->past = stats;
  fresh->reorder_seconds = bdd->reorder_seconds;
  fresh->next_reorder = bdd->next_reorder;
  fresh->peak_nodes = MAX (bdd->peak_nodes, fresh->peak_nodes);
  fresh->peak_bytes = MAX (bdd->peak_bytes, lpn_bdd_bytes (bdd) + lpn_bdd_bytes (fresh) + beside);
}

bool
lpn_bdd_compact (LpnBdd *bdd, guint64 most)
{
  Memo    memo = { .bdd = bdd };
  guint64 both = lpn_bdd_bytes (bdd) + EMPTY_BYTES + bdd->n_vars * (guint64)VARIABLE_BYTES
                 + lpn_bdd_live_nodes (bdd) * COPIED_BYTES;
  LpnBdd *fresh = both <= most && lpn_bdd_settle (bdd) ? alike (bdd) : NULL;
  LpnBdd  former;
  DdNode *root;
  guint64 beside;

  if (fresh == NULL)
    return false;
  root = copied (&memo, fresh, bdd->root);
  beside = memo.block.size;
  lpn_block_free (&memo.block, bdd->budget);
  if (root != NULL)
    lpn_bdd_set_root (fresh, root);
  if (root == NULL || lpn_bdd_bytes (fresh) >= lpn_bdd_bytes (bdd))
    {
      lpn_bdd_free (fresh);
      return false;
    }
  take_over_counts (fresh, bdd, beside);
  former = *bdd;
  *bdd = *fresh;
  *fresh = former;
  lpn_bdd_free (fresh);
  return true;
}
