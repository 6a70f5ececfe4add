/* SPDX-License-Identifier: MIT */
#include "store/state-vector.h"

#include <string.h>

bool
lpn_state_vector_init (LpnStateVector *vector, const LpnSpace *space, LpnBudget *budget)
{
  gsize   n = space->n_elements;
  guint64 bytes = space->n_components * sizeof (guint32) + n * (2 * sizeof (gint64) + sizeof (LpnElementChange));

  memset (vector, 0, sizeof *vector);
  if (!lpn_budget_take (budget, bytes))
    return false;
  vector->space = space;
  vector->budget = budget;
  vector->bytes = bytes;
  vector->tuple = g_new (guint32, space->n_components + 1);
  vector->values = g_new (gint64, n + 1);
  vector->fresh = g_new (gint64, n + 1);
  vector->changes = g_new (LpnElementChange, n + 1);
  for (guint c = 0; c < space->n_components; c++)
    vector->tuple[c] = G_MAXUINT32;
  for (gsize e = 0; e < n; e++)
    vector->values[e] = space->ranges[e].min;
  return true;
}

void
lpn_state_vector_clear (LpnStateVector *vector)
{
  if (vector->budget != NULL)
    lpn_budget_give (vector->budget, vector->bytes);
  g_free (vector->tuple);
  g_free (vector->values);
  g_free (vector->fresh);
  g_free (vector->changes);
  memset (vector, 0, sizeof *vector);
}

static inline guint
note (LpnStateVector *vector, guint32 element, gint64 value, guint n)
{
  guint64 min = (guint64)vector->space->ranges[element].min;

  if (vector->values[element] == value)
    return n;
  vector->changes[n] = (LpnElementChange){ element, (guint64)vector->values[element] - min, (guint64)value - min };
  vector->values[element] = value;
  return n + 1;
}

guint
lpn_state_vector_move (LpnStateVector *vector, const guint32 *tuple)
{
  const LpnSpace *space = vector->space;
  guint           n = 0;

  if (space->expand_component == NULL)
    {
      if (space->n_elements > 0)
        space->expand (space->expand_data, tuple, vector->fresh);
      for (guint32 e = 0; e < space->n_elements; e++)
        n = note (vector, e, vector->fresh[e], n);
      return n;
    }
  for (guint c = 0; c < space->n_components; c++)
    if (tuple[c] != vector->tuple[c])
      {
        guint          n_elements;
        const guint32 *elements = space->expand_component (space->expand_data, c, tuple[c], vector->fresh, &n_elements);
        for (guint i = 0; i < n_elements; i++)
          n = note (vector, elements[i], vector->fresh[i], n);
        vector->tuple[c] = tuple[c];
      }
  return n;
}
