/* SPDX-License-Identifier: MIT */
#include "store/byte-vector.h"

#include <string.h>

static guint
element_bytes (const LpnElementRange *range)
{
  guint64 span = (guint64)range->max - (guint64)range->min;
  return span <= G_MAXUINT8 ? 1 : span <= G_MAXUINT16 ? 2 : span <= G_MAXUINT32 ? 4 : 8;
}

bool
lpn_byte_vector_init (LpnByteVector *vector, const LpnSpace *space, LpnBudget *budget)
{
  gsize   length = 0;
  guint64 held;

  memset (vector, 0, sizeof *vector);
  for (guint e = 0; e < space->n_elements; e++)
    length += element_bytes (&space->ranges[e]);
  held = length + sizeof (guint64) + (space->n_elements + (gsize)1) * sizeof (guint32);
  if (length > G_MAXUINT32 || !lpn_budget_take (budget, held))
    return false;
  if (!lpn_state_vector_init (&vector->state, space, budget))
    {
      lpn_budget_give (budget, held);
      return false;
    }
  vector->held = held;
  vector->length = length;
  vector->offsets = g_new0 (guint32, space->n_elements + 1);
  vector->bytes = g_malloc0 (length + sizeof (guint64));
  for (guint e = 0; e < space->n_elements; e++)
    vector->offsets[e + 1] = vector->offsets[e] + element_bytes (&space->ranges[e]);
  return true;
}

void
lpn_byte_vector_clear (LpnByteVector *vector)
{
  if (vector->held > 0)
    lpn_budget_give (vector->state.budget, vector->held);
  lpn_state_vector_clear (&vector->state);
  g_free (vector->offsets);
  g_free (vector->bytes);
  memset (vector, 0, sizeof *vector);
}

guint
lpn_byte_vector_move (LpnByteVector *vector, const guint32 *tuple)
{
  guint n = lpn_state_vector_move (&vector->state, tuple);

  for (guint i = 0; i < n; i++)
    {
      const LpnElementChange *change = &vector->state.changes[i];
      guint32                 at = vector->offsets[change->element];
      guint32                 end = vector->offsets[change->element + 1];
      guint64                 value = change->now;
      do
        {
          vector->bytes[at++] = (guint8)value;
          value >>= 8;
        }
      while (at < end);
    }
  return n;
}
