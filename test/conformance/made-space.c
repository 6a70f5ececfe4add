/* SPDX-License-Identifier: MIT */
#include "test/conformance/made-space.h"

/* Three elements per component: bits 0-7, 8-23 and 24-31 of the index, the middle one moved below zero. */
static void
expand (gpointer data, const guint32 *tuple, gint64 *values)
{
  const MadeSpace *made = data;

  for (guint c = 0; c < made->space.n_components; c++)
    {
      values[3 * c] = tuple[c] & 0xff;
      values[3 * c + 1] = (gint64)(tuple[c] >> 8 & 0xffff) - 32768;
      values[3 * c + 2] = tuple[c] >> 24;
      if (made->ranges[3 * c + 2].max == G_MAXINT64)
        values[3 * c + 2] *= G_GINT64_CONSTANT (-0x7edcba987654321);
    }
}

MadeSpace *
made_space_new (guint n_components, bool declared)
{
  MadeSpace *made = g_new0 (MadeSpace, 1);

  made->ranges = g_new0 (LpnElementRange, 3 * n_components + 1);
  for (guint c = 0; c < n_components; c++)
    {
      made->ranges[3 * c] = (LpnElementRange){ 0, 255 };
      made->ranges[3 * c + 1] = (LpnElementRange){ -32768, 32767 };
      made->ranges[3 * c + 2] = declared ? (LpnElementRange){ 0, 255 } : (LpnElementRange){ G_MININT64, G_MAXINT64 };
    }
  made->space.n_components = n_components;
  made->space.n_elements = 3 * n_components;
  made->space.ranges = n_components > 0 ? made->ranges : NULL;
  made->space.expand = expand;
  made->space.expand_data = made;
  return made;
}

void
made_space_free (MadeSpace *made)
{
  g_free (made->ranges);
  g_free (made);
}

PlainSet *
plain_set_new (guint n_components)
{
  PlainSet *set = g_new0 (PlainSet, 1);
  set->n_components = n_components;
  set->tuples = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  set->order = g_ptr_array_new ();
  return set;
}

void
plain_set_free (PlainSet *set)
{
  g_hash_table_unref (set->tuples);
  g_ptr_array_unref (set->order);
  g_free (set);
}

static GBytes *
bytes_of (const PlainSet *set, const guint32 *tuple)
{
  return g_bytes_new (tuple, set->n_components * sizeof *tuple);
}

bool
plain_set_add (PlainSet *set, const guint32 *tuple)
{
  GBytes *bytes = bytes_of (set, tuple);

  if (g_hash_table_contains (set->tuples, bytes))
    {
      g_bytes_unref (bytes);
      return false;
    }
  g_hash_table_add (set->tuples, bytes);
  g_ptr_array_add (set->order, bytes);
  return true;
}

bool
plain_set_has (PlainSet *set, const guint32 *tuple)
{
  g_autoptr (GBytes) bytes = bytes_of (set, tuple);
  return g_hash_table_contains (set->tuples, bytes);
}

guint
plain_set_size (const PlainSet *set)
{
  return set->order->len;
}

const guint32 *
plain_set_nth (const PlainSet *set, guint i)
{
  static const guint32 empty[1]; /* of no components: never NULL */
  const guint32       *data = g_bytes_get_data (g_ptr_array_index (set->order, i), NULL);
  return data != NULL ? data : empty;
}
