/* SPDX-License-Identifier: MIT */
#include "search/trail.h"

#include "search/varint.h"

enum
{
  MARK_EVERY = 1 << 12,
};

/* Before expansion number k * MARK_EVERY. */
typedef struct
{
  gsize   at;    /* in the log */
  guint64 found; /* states found so far, the initial one included */
} Mark;

struct _LpnTrail
{
  LpnBudget *budget;
  LpnBlock   log;
  gsize      top;
  guint64    expanded;
  guint64    found;
  LpnBlock   marks;
  gsize      n_marks;
};

LpnTrail *
lpn_trail_new (LpnBudget *budget)
{
  LpnTrail *trail = g_new0 (LpnTrail, 1);
  trail->budget = budget;
  trail->found = 1;
  return trail;
}

void
lpn_trail_free (LpnTrail *trail)
{
  if (trail == NULL)
    return;
  lpn_block_free (&trail->log, trail->budget);
  lpn_block_free (&trail->marks, trail->budget);
  g_free (trail);
}

static bool
make_room (LpnBlock *block, gsize need, LpnBudget *budget)
{
  return need <= block->size || lpn_block_resize (block, budget, MAX (need, block->size + block->size / 4))
         || lpn_block_resize (block, budget, need);
}

bool
lpn_trail_add (LpnTrail *trail, const guint32 *transitions, guint n)
{
  guint8 *at;
  if (!make_room (&trail->log, trail->top + (gsize)LPN_VARINT_MAX * (n + 1), trail->budget))
    return false;
  if (trail->expanded % MARK_EVERY == 0)
    {
      if (!make_room (&trail->marks, (trail->n_marks + 1) * sizeof (Mark), trail->budget))
        return false;
      ((Mark *)trail->marks.data)[trail->n_marks++] = (Mark){ trail->top, trail->found };
    }
  at = lpn_varint_put ((guint8 *)trail->log.data + trail->top, n);
  for (guint i = 0; i < n; i++)
    at = lpn_varint_put (at, transitions[i]);
  trail->top = (gsize)(at - (guint8 *)trail->log.data);
  trail->expanded++;
  trail->found += n;
  return true;
}

guint64
lpn_trail_bytes (const LpnTrail *trail)
{
  return trail->log.size + trail->marks.size;
}

/* The number of the state whose expansion found `state` (> 0), and the transition. */
static guint64
parent_of (const LpnTrail *trail, guint64 state, guint32 *transition)
{
  const Mark   *marks = trail->marks.data;
  gsize         low = 0, high = trail->n_marks;
  const guint8 *at;
  guint64       found, parent;

  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;
      if (marks[middle].found <= state)
        low = middle;
      else
        high = middle;
    }
  at = (const guint8 *)trail->log.data + marks[low].at;
  found = marks[low].found;
  for (parent = (guint64)low * MARK_EVERY;; parent++)
    {
      guint32 n;
      at = lpn_varint_get (at, &n);
      for (guint32 i = 0; i < n; i++)
        {
          at = lpn_varint_get (at, transition);
          if (found++ == state)
            return parent;
        }
    }
}

void
lpn_trail_path (const LpnTrail *trail, guint64 state, GArray *path)
{
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_return_if_fail (state < trail->found);
  while (state > 0)
    {
      guint32 transition;
      state = parent_of (trail, state, &transition);
      g_array_append_val (back, transition);
    }
  for (guint i = 0; i < back->len / 2; i++)
    {
      guint32 *a = &g_array_index (back, guint32, i);
      guint32 *b = &g_array_index (back, guint32, back->len - 1 - i);
      guint32  swap = *a;
      *a = *b;
      *b = swap;
    }
  g_array_prepend_vals (path, back->data, back->len);
}
