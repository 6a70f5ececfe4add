/* SPDX-License-Identifier: MIT */
#include "search/stack.h"

#include <string.h>

#include "search/varint.h"

enum
{
  LONG_LENGTH = 255,
  FIRST_BYTES = 1 << 16,
};

void
lpn_stack_init (LpnStack *stack, guint n_components, LpnBudget *budget)
{
  *stack = (LpnStack){ .budget = budget, .n_components = n_components };
}

void
lpn_stack_clear (LpnStack *stack)
{
  lpn_block_free (&stack->block, stack->budget);
}

/* Room for the largest frame that these numbers can make. Growth is by an eighth: pages are remapped, not copied, and
 * what is reserved counts. */
static bool
make_room (LpnStack *stack, guint n_waiting)
{
  gsize most = stack->top + (gsize)LPN_VARINT_MAX * (3 + 2 * (gsize)stack->n_components + n_waiting) + 5;
  if (most <= stack->block.size)
    return true;
  return lpn_block_resize (&stack->block, stack->budget,
                           MAX (most + FIRST_BYTES, stack->block.size + stack->block.size / 8))
         || lpn_block_resize (&stack->block, stack->budget, most);
}

bool
lpn_stack_push (LpnStack *stack, const guint32 *from, const guint32 *to, guint32 fired, const guint32 *waiting,
                guint n_waiting)
{
  guint8 *start, *at;
  guint32 changes = 0;
  gsize   length;

  if (!make_room (stack, n_waiting))
    return false;
  for (guint c = 0; c < stack->n_components; c++)
    changes += from[c] != to[c];
  start = (guint8 *)stack->block.data + stack->top;
  at = lpn_varint_put (start, fired);
  at = lpn_varint_put (at, changes);
  for (guint32 c = 0; c < stack->n_components; c++)
    if (from[c] != to[c])
      {
        at = lpn_varint_put (at, c);
        at = lpn_varint_put (at, from[c]);
      }
  at = lpn_varint_put (at, n_waiting);
  for (guint i = 0; i < n_waiting; i++)
    at = lpn_varint_put (at, waiting[i]);
  length = (gsize)(at - start);
  if (length < LONG_LENGTH)
    *at++ = (guint8)length;
  else
    {
      guint32 long_length = (guint32)length;
      memcpy (at, &long_length, sizeof long_length);
      at += sizeof long_length;
      *at++ = LONG_LENGTH;
    }
  stack->top = (gsize)(at - (guint8 *)stack->block.data);
  stack->depth++;
  return true;
}

/* Where the frame that ends at `top` begins. */
static gsize
frame_start (const LpnStack *stack, gsize top)
{
  const guint8 *data = stack->block.data;
  guint32       length = data[top - 1];
  top--;
  if (length == LONG_LENGTH)
    {
      top -= sizeof length;
      memcpy (&length, data + top, sizeof length);
    }
  return top - length;
}

bool
lpn_stack_pop (LpnStack *stack, guint32 *tuple, GArray *waiting)
{
  const guint8 *at;
  guint32       n, value;

  if (stack->depth == 0)
    return false;
  stack->top = frame_start (stack, stack->top);
  stack->depth--;
  at = lpn_varint_get ((const guint8 *)stack->block.data + stack->top, &value);
  at = lpn_varint_get (at, &n);
  for (; n > 0; n--)
    {
      guint32 component;
      at = lpn_varint_get (at, &component);
      at = lpn_varint_get (at, &tuple[component]);
    }
  at = lpn_varint_get (at, &n);
  g_array_set_size (waiting, n);
  for (guint32 i = 0; i < n; i++)
    at = lpn_varint_get (at, &g_array_index (waiting, guint32, i));
  return true;
}

void
lpn_stack_path (const LpnStack *stack, GArray *path)
{
  gsize top = stack->top;
  guint at = path->len + (guint)stack->depth;

  g_array_set_size (path, at);
  for (guint64 i = stack->depth; i > 0; i--)
    {
      top = frame_start (stack, top);
      lpn_varint_get ((const guint8 *)stack->block.data + top, &g_array_index (path, guint32, --at));
    }
}
