/* SPDX-License-Identifier: MIT */
#include "lpn/memo.h"

#include <stdlib.h>
#include <string.h>

LpnView *
lpn_view_new (guint component, const guint *positions, guint n_positions, guint n_columns, LpnBudget *budget)
{
  LpnView *view = g_new0 (LpnView, 1);
  view->component = component;
  view->n_positions = n_positions;
  view->positions = g_memdup2 (positions, sizeof (guint) * n_positions);
  view->memos = g_ptr_array_new ();
  if (n_positions < n_columns)
    view->classes = lpn_local_table_new (n_positions, budget);
  return view;
}

void
lpn_view_free (LpnView *view, LpnBudget *budget)
{
  lpn_local_table_free (view->classes);
  lpn_block_free (&view->class_of, budget);
  g_ptr_array_unref (view->memos);
  g_free (view->positions);
  g_free (view);
}

guint64
lpn_view_bytes (const LpnView *view)
{
  return view->class_of.size + (view->classes != NULL ? lpn_local_table_bytes (view->classes) : 0);
}

/* Bits that hold 0 .. n - 1. */
static guint
bits_for (guint32 n)
{
  return n <= 1 ? 0 : 32 - (guint)__builtin_clz (n - 1);
}

static void
forget (LpnMemo *memo)
{
  if (memo->table != NULL)
    {
      free (memo->table);
      lpn_budget_give (memo->budget, memo->bytes);
    }
  memo->table = NULL;
  memo->bytes = 0;
}

static void
lay_out (LpnMemo *memo)
{
  guint bits = 0;
  forget (memo);
  for (guint i = 0; i < memo->n_parts; i++)
    {
      memo->parts[i].shift = MIN (bits, 63);
      bits += bits_for (memo->parts[i].view->n_classes);
    }
  memo->bits = bits;
  memo->mode = bits <= LPN_MEMO_DIRECT_BITS ? LPN_MEMO_DIRECT : bits < 64 ? LPN_MEMO_CACHE : LPN_MEMO_NONE;
}

bool
lpn_view_extend (LpnView *view, guint32 index, const gint64 *values, LpnBudget *budget)
{
  guint32 n = index + 1;
  if (view->classes != NULL)
    {
      gint64  few[16] = { 0 };
      gint64 *seen = view->n_positions <= G_N_ELEMENTS (few) ? few : g_new (gint64, view->n_positions);
      gsize   need = ((gsize)index + 1) * sizeof (guint32);
      guint32 class;

      for (guint i = 0; i < view->n_positions; i++)
        seen[i] = values[view->positions[i]];
      class = lpn_local_table_intern (view->classes, seen);
      if (seen != few)
        g_free (seen);
      if (class == LPN_LOCAL_NONE
          || (need > view->class_of.size
              && !lpn_block_resize (&view->class_of, budget, MAX (need, view->class_of.size / 2 * 3))))
        return false;
      view->map = view->class_of.data;
      ((guint32 *)view->class_of.data)[index] = class;
      n = lpn_local_table_count (view->classes);
    }
  if (n != view->n_classes)
    {
      bool outgrown = bits_for (n) != bits_for (view->n_classes);
      view->n_classes = n;
      for (guint i = 0; outgrown && i < view->memos->len; i++)
        lay_out (view->memos->pdata[i]);
    }
  return true;
}

LpnMemo *
lpn_memo_new (const GPtrArray *views, LpnBudget *budget)
{
  LpnMemo *memo = g_new0 (LpnMemo, 1);
  memo->n_parts = views->len;
  memo->parts = g_new0 (LpnMemoPart, views->len + 1);
  memo->budget = budget;
  for (guint i = 0; i < views->len; i++)
    {
      memo->parts[i].view = views->pdata[i];
      memo->parts[i].component = memo->parts[i].view->component;
      g_ptr_array_add (memo->parts[i].view->memos, memo);
    }
  lay_out (memo);
  return memo;
}

void
lpn_memo_free (LpnMemo *memo)
{
  forget (memo);
  g_free (memo->parts);
  g_free (memo);
}

/* Memos may take an eighth of what is left; beyond that nothing is remembered. */
static bool
make_table (LpnMemo *memo)
{
  gsize bytes
      = memo->mode == LPN_MEMO_DIRECT ? sizeof (guint32) << memo->bits : sizeof (LpnMemoEntry) * LPN_MEMO_CACHE_SIZE;
  if (bytes > lpn_budget_left (memo->budget) / 8 || !lpn_budget_take (memo->budget, bytes))
    {
      memo->mode = LPN_MEMO_NONE;
      return false;
    }
  memo->table = calloc (1, bytes);
  if (memo->table == NULL)
    {
      lpn_budget_give (memo->budget, bytes);
      memo->mode = LPN_MEMO_NONE;
      return false;
    }
  memo->bytes = bytes;
  return true;
}

void
lpn_memo_set (LpnMemo *memo, guint64 key, guint32 value)
{
  if (memo->mode == LPN_MEMO_NONE || (memo->table == NULL && !make_table (memo)))
    return;
  if (memo->mode == LPN_MEMO_DIRECT)
    ((guint32 *)memo->table)[key] = value;
  else
    ((LpnMemoEntry *)memo->table)[lpn_mix64 (key) & (LPN_MEMO_CACHE_SIZE - 1)] = (LpnMemoEntry){ key + 1, value };
}
