/* SPDX-License-Identifier: MIT */
/*
 * Manager, memory and variables.
 *
 * How CUDD is kept inside the budget. CUDD looks at its limit only when it needs a new block of nodes. What it can
 * hold beyond: that block; a subtable that doubles (1/20 of the bytes of its nodes, twice that while it moves); the
 * cache that doubles, to at most 1/16 of what was taken (half as much again while it moves); and a few things it does
 * not count (`extra`). So the limit told to CUDD is 5/6 of what was taken, less a block and `extra`; near the limit
 * another eighth is taken. Only reordering allocates without looking at the limit: it may make the diagram a tenth
 * larger on its way, and is not started without room for half as much again.
 */
#include "store/bdd-private.h"

#include <string.h>
#include <time.h>

enum
{
  FIRST_STEP = 128 << 10,
  LEAST_STEP = 16 << 10,
  NODE_BLOCK = 48 << 10, /* an upper bound: 1024 nodes of 40 bytes */
  SLOTS = 16,            /* of a new variable's subtable */
  CACHE = 1 << 12,       /* entries */
  CACHE_LEAST = 1 << 4,
  CACHE_ENTRY = 40,
  GUIDE_LEAST = 1 << 20, /* the memory CUDD sizes its tables for */
  GUIDE_MOST = 32 << 20,
  FIRST_REORDER = 1000, /* nodes */
  LEAST_REORDER = 100,
  MOST_VARIABLES = 1 << 30,
};

static gsize
room_bytes (guint n_cells, guint room)
{
  return n_cells + room * (2 * sizeof (guint32) + sizeof (LpnPackBit)) + room / 8;
}

static void
set_limit (LpnBdd *bdd)
{
  guint64 usable = bdd->taken - MIN (bdd->taken, bdd->extra);

  bdd->limit = usable / 6 * 5;
  bdd->limit -= MIN (bdd->limit, NODE_BLOCK);
  /* The ZDD half of CUDD does not survive a refusal (see cudd-private.h): there join() looks at the limit. */
  if (!bdd->zdd)
    Cudd_SetMaxMemory (bdd->manager, bdd->limit);
  Cudd_SetMaxCacheHard (bdd->manager, (unsigned)MIN (bdd->taken / 16 / CACHE_ENTRY, 1u << 30));
}

static bool
take_step (LpnBdd *bdd, guint64 step, guint64 least)
{
  while (!lpn_budget_take (bdd->budget, step))
    {
      if (step <= least)
        return false;
      step = MAX (step / 2, least);
    }
  bdd->taken += step;
  set_limit (bdd);
  return true;
}

bool
lpn_bdd_raise (LpnBdd *bdd)
{
  return take_step (bdd, MAX (bdd->taken / 8, FIRST_STEP), LEAST_STEP);
}

/* Makes sure that CUDD may take `bytes` more. */
static bool
make_sure (LpnBdd *bdd, guint64 bytes)
{
  guint64 wanted = lpn_bdd_cudd_bytes (bdd) + bytes;
  guint64 missing;

  if (wanted <= bdd->limit)
    return true;
  missing = (wanted - bdd->limit) / 5 * 6 + LEAST_STEP;
  return take_step (bdd, MAX (missing, bdd->taken / 8), missing);
}

guint64
lpn_bdd_bytes (const LpnBdd *bdd)
{
  return lpn_bdd_cudd_bytes (bdd) + bdd->extra + bdd->own + bdd->packing.bytes + bdd->top.size;
}

guint64
lpn_bdd_live_nodes (const LpnBdd *bdd)
{
  if (bdd->zdd)
    return (guint64)Cudd_zddReadNodeCount (bdd->manager);
  return Cudd_ReadKeys (bdd->manager) - Cudd_ReadDead (bdd->manager);
}

void
lpn_bdd_note_peak (LpnBdd *bdd)
{
  guint64 alive = lpn_bdd_live_nodes (bdd);
  guint64 bytes = lpn_bdd_bytes (bdd);

  bdd->peak_nodes = MAX (bdd->peak_nodes, alive);
  bdd->peak_bytes = MAX (bdd->peak_bytes, bytes);
}

void
lpn_bdd_unref (LpnBdd *bdd, DdNode *node)
{
  if (bdd->zdd)
    Cudd_RecursiveDerefZdd (bdd->manager, node);
  else
    Cudd_RecursiveDeref (bdd->manager, node);
}

void
lpn_bdd_set_root (LpnBdd *bdd, DdNode *root)
{
  guint64 before = lpn_bdd_live_nodes (bdd);

  lpn_bdd_note_peak (bdd);
  lpn_bdd_unref (bdd, bdd->root);
  bdd->dying += before - lpn_bdd_live_nodes (bdd);
  bdd->root = root;
  bdd->nodes = 0;
  bdd->top_bits = 0;
}

void
lpn_bdd_collect (LpnBdd *bdd)
{
  if (cuddGarbageCollect (bdd->manager, 1) == 0)
    cuddGarbageCollect (bdd->manager, 1);
  bdd->dying = 0;
}

guint
lpn_bdd_key_words (const LpnBdd *bdd, guint more)
{
  return (bdd->n_vars + more + 2 + 63) / 64;
}

static void
arrange (LpnBdd *bdd)
{
  lpn_packing_arrange (&bdd->packing, bdd->bits, bdd->n_vars, lpn_bdd_key_words (bdd, 0));
}

LpnBdd *
lpn_bdd_new (guint n_cells, guint flags, LpnBddReorder reorder, LpnBudget *budget)
{
  LpnBdd *bdd = g_new0 (LpnBdd, 1);
  bool    singly = (flags & LPN_BDD_SINGLY) != 0;
  guint64 guide = CLAMP (lpn_budget_left (budget) / 8, GUIDE_LEAST, singly ? GUIDE_MOST : GUIDE_LEAST);
  guint   cache = singly ? CACHE : CACHE_LEAST;

  bdd->budget = budget;
  bdd->n_cells = n_cells;
  bdd->zdd = (flags & LPN_BDD_ZDD) != 0;
  bdd->reorder = reorder;
  bdd->next_reorder = FIRST_REORDER;
  /* CUDD makes a row of up to a 100th of the guide for nodes about to die. It also sets a 64th aside, but never
   * touches that: it does not become resident, and is not counted. */
  bdd->extra = 8 << 10;
  bdd->taken = bdd->extra + guide / 64 + cache * CACHE_ENTRY + 3 * NODE_BLOCK;
  bdd->own = room_bytes (n_cells, 0);
  if (!lpn_budget_take (budget, bdd->taken))
    {
      g_free (bdd);
      return NULL;
    }
  if (!lpn_budget_take (budget, bdd->own))
    bdd->own = 0;
  if ((bdd->own > 0 || n_cells == 0) && lpn_packing_init (&bdd->packing, n_cells, LPN_PACKING_NO_BIT, budget)
      && lpn_packing_reserve (&bdd->packing, 1))
    bdd->manager = lpn_cudd_new (0, 0, SLOTS, cache, guide);
  if (bdd->manager == NULL)
    {
      lpn_bdd_free (bdd);
      return NULL;
    }
  bdd->widths = g_malloc0 (n_cells);
  bdd->pending = g_new0 (guint64, 1);
  set_limit (bdd);
  bdd->one = Cudd_ReadOne (bdd->manager);
  bdd->zero = bdd->zdd ? Cudd_ReadZero (bdd->manager) : Cudd_ReadLogicZero (bdd->manager);
  bdd->root = bdd->zero;
  Cudd_Ref (bdd->root);
  arrange (bdd);
  lpn_bdd_note_peak (bdd);
  g_assert (lpn_bdd_bytes (bdd) <= bdd->taken + bdd->own + bdd->packing.bytes + bdd->top.size);
  return bdd;
}

void
lpn_bdd_free (LpnBdd *bdd)
{
  if (bdd == NULL)
    return;
  if (bdd->manager != NULL)
    {
      /* The check walks all nodes: not worth the wait for large diagrams. */
      if (lpn_bdd_live_nodes (bdd) < 1 << 20)
        {
          lpn_bdd_unref (bdd, bdd->root);
          g_assert (Cudd_CheckZeroRef (bdd->manager) == 0);
        }
      Cudd_Quit (bdd->manager);
    }
  lpn_packing_clear (&bdd->packing);
  lpn_block_free (&bdd->top, bdd->budget);
  g_free (bdd->level_of);
  g_free (bdd->index_at);
  g_free (bdd->bits);
  g_free (bdd->widths);
  g_free (bdd->pending);
  lpn_budget_give (bdd->budget, bdd->taken + bdd->own);
  g_free (bdd);
}

guint
lpn_bdd_n_variables (const LpnBdd *bdd)
{
  return bdd->n_vars;
}

guint
lpn_bdd_width (const LpnBdd *bdd, guint cell)
{
  return bdd->widths[cell];
}

static bool
make_room (LpnBdd *bdd)
{
  guint room = MAX (bdd->room, 16);
  gsize more;

  if (bdd->n_vars + 1 > MOST_VARIABLES || !lpn_packing_reserve (&bdd->packing, bdd->n_vars + 1))
    return false;
  if (bdd->n_vars < bdd->room)
    return true;
  room += bdd->room / 2;
  more = room_bytes (0, room - bdd->room);
  if (!lpn_budget_take (bdd->budget, more))
    return false;
  bdd->own += more;
  bdd->room = room;
  bdd->level_of = g_renew (guint32, bdd->level_of, room);
  bdd->index_at = g_renew (guint32, bdd->index_at, room);
  bdd->bits = g_renew (LpnPackBit, bdd->bits, room);
  bdd->pending = g_renew (guint64, bdd->pending, room / 64 + 2);
  return true;
}

/* The level a new highest bit of `cell` has to go to: above its other bits, or else below the cells before it. */
static guint
level_for (const LpnBdd *bdd, guint cell)
{
  guint level = 0;
  gint  nearest = -1;

  for (guint l = 0; l < bdd->n_vars; l++)
    {
      guint other = bdd->bits[l].component;
      if (other == cell)
        return l;
      if (other < cell && (gint)other >= nearest)
        {
          nearest = (gint)other;
          level = l + 1;
        }
    }
  return level;
}

/* CUDD 2.4.2 multiplies a negative difference as a number of 32 bits when it makes a ZDD subtable smaller, which it
 * does where levels were moved: its count is then too large by 32 GiB each time. */
static void
correct_count (LpnBdd *bdd, guint64 before)
{
  const guint64 slip = sizeof (gpointer) * (G_GUINT64_CONSTANT (1) << 32);
  guint64       after = lpn_bdd_cudd_bytes (bdd);

  if (bdd->zdd && after > before)
    bdd->miscounted += (after - before + slip / 2) / slip * slip;
}

/* A ZDD variable at `level`: CUDD adds it at the bottom only, from where it is moved. Its subtable holds one node, so
 * that costs a look at the levels it passes. */
static bool
new_zdd_variable (LpnBdd *bdd, guint level)
{
  g_autofree int *order = g_new (int, bdd->n_vars + 1);
  DdNode         *node = cuddUniqueInterZdd (bdd->manager, (int)bdd->n_vars, bdd->one, bdd->zero);
  guint64         before = lpn_bdd_cudd_bytes (bdd);
  bool            moved;

  if (node == NULL)
    return false;
  Cudd_Ref (node);
  Cudd_RecursiveDerefZdd (bdd->manager, node);
  if (level == bdd->n_vars)
    return true;
  for (guint l = 0; l < bdd->n_vars; l++)
    order[l + (l >= level)] = (int)bdd->index_at[l];
  order[level] = (int)bdd->n_vars;
  moved = Cudd_zddShuffleHeap (bdd->manager, order) == 1;
  correct_count (bdd, before);
  return moved;
}

static bool
new_variable (LpnBdd *bdd, guint level)
{
  /* Arrays of all variables are allocated anew, the old ones still there. */
  guint64 needed = 2 * NODE_BLOCK + (bdd->n_vars + 64) * (guint64)(128 + SLOTS * sizeof (gpointer));
  bool    made;

  if (!make_sure (bdd, needed))
    return false;
  if (bdd->zdd)
    return new_zdd_variable (bdd, level);
  /* CUDD crashes where it is refused memory here. */
  Cudd_SetMaxMemory (bdd->manager, ~0ul);
  made = Cudd_bddNewVarAtLevel (bdd->manager, (int)level) != NULL;
  Cudd_SetMaxMemory (bdd->manager, bdd->limit);
  return made;
}

void
lpn_key_insert_zero (guint64 *key, guint n_words, guint level)
{
  guint64 marks = key[n_words - 1] & LPN_KEY_MARKS;
  guint   word = level / 64;
  guint64 low = G_MAXUINT64 >> level % 64; /* what moves down in the first word */

  key[n_words - 1] &= ~LPN_KEY_MARKS;
  for (guint i = n_words - 1; i > word; i--)
    key[i] = key[i] >> 1 | key[i - 1] << 63;
  key[word] = (key[word] & ~low) | (key[word] & low) >> 1;
  key[n_words - 1] |= marks;
}

static void
note_pending (LpnBdd *bdd, guint level)
{
  guint words = lpn_bdd_key_words (bdd, 0);

  if (words > bdd->packing.n_words)
    bdd->pending[words - 1] = 0;
  lpn_key_insert_zero (bdd->pending, words, level);
  if (bdd->root == bdd->zero || bdd->zdd)
    return;
  bdd->pending[level / 64] |= G_GUINT64_CONSTANT (1) << (63 - level % 64);
  bdd->n_pending++;
}

bool
lpn_bdd_widen (LpnBdd *bdd, guint cell, guint *level)
{
  guint at = level_for (bdd, cell);

  if (!make_room (bdd) || !new_variable (bdd, at))
    return false;
  for (guint i = 0; i < bdd->n_vars; i++)
    bdd->level_of[i] += bdd->level_of[i] >= at;
  bdd->level_of[bdd->n_vars] = at;
  memmove (bdd->index_at + at + 1, bdd->index_at + at, (bdd->n_vars - at) * sizeof *bdd->index_at);
  bdd->index_at[at] = bdd->n_vars;
  memmove (bdd->bits + at + 1, bdd->bits + at, (bdd->n_vars - at) * sizeof *bdd->bits);
  bdd->bits[at] = (LpnPackBit){ .component = cell, .bit = bdd->widths[cell] };
  bdd->n_vars++;
  bdd->widths[cell]++;
  bdd->top_bits = 0;
  note_pending (bdd, at);
  arrange (bdd);
  lpn_bdd_note_peak (bdd);
  *level = at;
  return true;
}

bool
lpn_bdd_append (LpnBdd *bdd, LpnPackBit bit)
{
  guint at = bdd->n_vars;

  if (!make_room (bdd) || !new_variable (bdd, at))
    return false;
  bdd->level_of[at] = bdd->index_at[at] = at;
  bdd->bits[at] = bit;
  bdd->n_vars++;
  bdd->widths[bit.component]++;
  note_pending (bdd, at);
  arrange (bdd);
  return true;
}

void
lpn_bdd_keys (const LpnBdd *bdd, const guint32 *cells, guint n, guint64 *keys)
{
  lpn_packing_pack (&bdd->packing, cells, n, keys);
}

void
lpn_bdd_cells (const LpnBdd *bdd, const guint64 *key, guint32 *cells)
{
  lpn_packing_unpack (&bdd->packing, key, cells);
}

/* One group per cell; its bits lie together as long as only group sifting moved them. */
static void
make_groups (LpnBdd *bdd)
{
  for (guint index = 0; index < bdd->n_vars; index++)
    {
      guint level = bdd->level_of[index];
      guint cell = bdd->bits[level].component;
      if (level > 0 && bdd->bits[level - 1].component == cell)
        continue;
      if (bdd->zdd)
        Cudd_MakeZddTreeNode (bdd->manager, index, bdd->widths[cell], MTR_DEFAULT);
      else
        Cudd_MakeTreeNode (bdd->manager, index, bdd->widths[cell], MTR_DEFAULT);
    }
}

static void
reduce (LpnBdd *bdd)
{
  static const Cudd_ReorderingType methods[]
      = { CUDD_REORDER_NONE, CUDD_REORDER_SIFT, CUDD_REORDER_SIFT, CUDD_REORDER_WINDOW3 };
  bool    grouped = bdd->reorder == LPN_BDD_REORDER_GROUP_SIFT;
  guint64 before = lpn_bdd_cudd_bytes (bdd);

  if (grouped)
    make_groups (bdd);
  if (bdd->zdd)
    {
      Cudd_zddReduceHeap (bdd->manager, methods[bdd->reorder], 0);
      Cudd_FreeZddTree (bdd->manager);
    }
  else
    {
      Cudd_ReduceHeap (bdd->manager, methods[bdd->reorder], 0);
      Cudd_FreeTree (bdd->manager);
    }
  correct_count (bdd, before);
}

bool
lpn_bdd_reorder_due (const LpnBdd *bdd, bool last)
{
  return bdd->reorder != LPN_BDD_REORDER_NONE && bdd->n_vars >= 2
         && lpn_bdd_live_nodes (bdd) >= (last ? LEAST_REORDER : bdd->next_reorder);
}

bool
lpn_bdd_reorder (LpnBdd *bdd, bool last)
{
  g_autofree LpnPackBit *by_index = NULL;
  clock_t                begin;

  if (!lpn_bdd_reorder_due (bdd, last) || !lpn_bdd_settle (bdd))
    return false;
  /* The matrix of which variables meet in a diagram has a bit per pair. */
  if (!make_sure (bdd, lpn_bdd_cudd_bytes (bdd) / 2 + (guint64)bdd->n_vars * bdd->n_vars / 8))
    return false;
  by_index = g_new (LpnPackBit, bdd->n_vars);
  for (guint i = 0; i < bdd->n_vars; i++)
    by_index[i] = bdd->bits[bdd->level_of[i]];
  bdd->top_bits = 0;
  begin = clock ();
  reduce (bdd);
  /* CUDD's own account of this time is in milliseconds in one edition and in microseconds in another. */
  bdd->reorder_seconds += (double)(clock () - begin) / CLOCKS_PER_SEC;
  for (guint i = 0; i < bdd->n_vars; i++)
    {
      int level = bdd->zdd ? Cudd_ReadPermZdd (bdd->manager, (int)i) : Cudd_ReadPerm (bdd->manager, (int)i);
      bdd->level_of[i] = (guint32)level;
      bdd->index_at[level] = i;
      bdd->bits[level] = by_index[i];
    }
  arrange (bdd);
  bdd->nodes = 0;
  bdd->next_reorder = MAX (2 * lpn_bdd_live_nodes (bdd), FIRST_REORDER);
  lpn_bdd_note_peak (bdd);
  return true;
}
