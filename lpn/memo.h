/* SPDX-License-Identifier: MIT */
/*
 * Remembered projections (private to lpn/): views of components, and memos addressed by them.
 *
 * Vocabulary
 *   view   a component seen through some of its elements; local states that agree on these are of one class,
 *          numbered from 0. The view through all elements is the identity: class = index
 *   memo   a function of a few views, its values filled in as they are asked for
 *
 * A direct memo is an array addressed by the classes' bits side by side; when a view outgrows its bits the array is
 * laid out anew and fills up again. Above LPN_MEMO_DIRECT_BITS a memo is a cache of LPN_MEMO_CACHE_SIZE entries that
 * forgets; where that does not fit either (64 key bits, the budget), nothing is remembered.
 */
#ifndef LPN_LPN_MEMO_H
#define LPN_LPN_MEMO_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"
#include "base/mix.h"
#include "lpn/local.h"

enum
{
  LPN_MEMO_DIRECT_BITS = 20,
  LPN_MEMO_CACHE_SIZE = 1 << 14,
};

typedef struct
{
  guint          component;
  guint          n_positions; /* columns of the component's table */
  guint         *positions;
  LpnLocalTable *classes;  /* NULL: identity */
  LpnBlock       class_of; /* guint32 per local state */
  const guint32 *map;      /* its data; NULL: identity */
  guint32        n_classes;
  GPtrArray     *memos; /* LpnMemo that use this view */
} LpnView;

typedef struct
{
  guint64 key; /* plus 1, so that zero is empty */
  guint32 value;
} LpnMemoEntry;

typedef enum
{
  LPN_MEMO_DIRECT,
  LPN_MEMO_CACHE,
  LPN_MEMO_NONE,
} LpnMemoMode;

/* One part of a memo's key. */
typedef struct
{
  LpnView *view;
  guint32  component;
  guint32  shift;
} LpnMemoPart;

/* Values are guint32 above 0; 0 means not known yet. */
typedef struct
{
  guint        n_parts;
  LpnMemoPart *parts;
  LpnMemoMode  mode;
  gpointer     table; /* guint32[1 << bits] or LpnMemoEntry[LPN_MEMO_CACHE_SIZE]; NULL until first asked */
  gsize        bytes;
  guint        bits;
  LpnBudget   *budget;
} LpnMemo;

LpnView *lpn_view_new (guint component, const guint *positions, guint n_positions, guint n_columns, LpnBudget *budget);
void     lpn_view_free (LpnView *view, LpnBudget *budget);
/* Tells the view of local state `index`, the next one of its component. `values`: all columns. false: memory. */
bool    lpn_view_extend (LpnView *view, guint32 index, const gint64 *values, LpnBudget *budget);
guint64 lpn_view_bytes (const LpnView *view);

/* Borrows the views, which outlive the memo. */
LpnMemo *lpn_memo_new (const GPtrArray *views, LpnBudget *budget);
void     lpn_memo_free (LpnMemo *memo);

static inline guint64
lpn_memo_key (const LpnMemo *memo, const guint32 *tuple)
{
  guint64 key = 0;
  for (guint i = 0; i < memo->n_parts; i++)
    {
      const LpnMemoPart *part = &memo->parts[i];
      const guint32     *map = part->view->map;
      guint32            index = tuple[part->component];
      key |= (guint64)(map == NULL ? index : map[index]) << part->shift;
    }
  return key;
}

/* The value for this key, 0 when not known. */
static inline guint32
lpn_memo_get (const LpnMemo *memo, guint64 key)
{
  if (G_LIKELY (memo->mode == LPN_MEMO_DIRECT))
    return memo->table == NULL ? 0 : ((const guint32 *)memo->table)[key];
  if (memo->mode == LPN_MEMO_CACHE && memo->table != NULL)
    {
      const LpnMemoEntry *entry = (const LpnMemoEntry *)memo->table + (lpn_mix64 (key) & (LPN_MEMO_CACHE_SIZE - 1));
      return entry->key == key + 1 ? entry->value : 0;
    }
  return 0;
}

/* Remembers, where there is room. The key must be of the current layout. */
void lpn_memo_set (LpnMemo *memo, guint64 key, guint32 value);

#endif
