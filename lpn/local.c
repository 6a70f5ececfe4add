/* SPDX-License-Identifier: MIT */
#include "lpn/local.h"

#include <string.h>

#include "base/mix.h"

struct _LpnLocalTable
{
  guint      n_columns;
  guint      stride;  /* bytes per row */
  guint8    *widths;  /* bytes per column: 1, 2, 4 or 8 */
  guint     *offsets; /* of each column in a row */
  guint32    count;
  guint64    mask; /* slots - 1; slots is a power of two */
  LpnBlock   rows;
  LpnBlock   slots; /* guint32: row + 1, 0 when empty */
  LpnBudget *budget;
};

enum
{
  FIRST_SLOTS = 16,
};

static void
lay_out (LpnLocalTable *table)
{
  table->stride = 0;
  for (guint i = 0; i < table->n_columns; i++)
    {
      table->offsets[i] = table->stride;
      table->stride += table->widths[i];
    }
}

LpnLocalTable *
lpn_local_table_new (guint n_columns, LpnBudget *budget)
{
  LpnLocalTable *table = g_new0 (LpnLocalTable, 1);
  table->n_columns = n_columns;
  table->widths = g_new (guint8, MAX (n_columns, 1));
  table->offsets = g_new0 (guint, MAX (n_columns, 1));
  table->budget = budget;
  memset (table->widths, 1, n_columns);
  lay_out (table);
  return table;
}

void
lpn_local_table_free (LpnLocalTable *table)
{
  if (table == NULL)
    return;
  lpn_block_free (&table->rows, table->budget);
  lpn_block_free (&table->slots, table->budget);
  g_free (table->widths);
  g_free (table->offsets);
  g_free (table);
}

static guint8
width_of (gint64 value)
{
  if (value == (gint8)value)
    return 1;
  if (value == (gint16)value)
    return 2;
  return value == (gint32)value ? 4 : 8;
}

static gint64
read_cell (const guint8 *at, guint8 width)
{
  switch (width)
    {
    case 1:
      return (gint8)*at;
    case 2:
      {
        gint16 v;
        memcpy (&v, at, 2);
        return v;
      }
    case 4:
      {
        gint32 v;
        memcpy (&v, at, 4);
        return v;
      }
    default:
      {
        gint64 v;
        memcpy (&v, at, 8);
        return v;
      }
    }
}

static void
write_cell (guint8 *at, guint8 width, gint64 value)
{
  gint16 v2 = (gint16)value;
  gint32 v4 = (gint32)value;
  if (width == 1)
    *at = (guint8)value;
  else
    memcpy (at, width == 2 ? (void *)&v2 : width == 4 ? (void *)&v4 : (void *)&value, width);
}

gint64
lpn_local_table_get (const LpnLocalTable *table, guint32 index, guint column)
{
  const guint8 *row = (const guint8 *)table->rows.data + (gsize)index * table->stride;
  return read_cell (row + table->offsets[column], table->widths[column]);
}

void
lpn_local_table_row (const LpnLocalTable *table, guint32 index, gint64 *values)
{
  const guint8 *row = (const guint8 *)table->rows.data + (gsize)index * table->stride;
  if (table->stride == table->n_columns) /* all of one byte: most tables, and a loop without branches */
    for (guint i = 0; i < table->n_columns; i++)
      values[i] = (gint8)row[i];
  else
    for (guint i = 0; i < table->n_columns; i++)
      values[i] = read_cell (row + table->offsets[i], table->widths[i]);
}

guint32
lpn_local_table_count (const LpnLocalTable *table)
{
  return table->count;
}

guint64
lpn_local_table_bytes (const LpnLocalTable *table)
{
  return table->rows.size + table->slots.size;
}

/* The hash is of values, not of row bytes, so that widening leaves the slots as they are. */
static guint64
hash_values (const gint64 *values, guint n)
{
  guint64 h = 0;
  for (guint i = 0; i < n; i++)
    h = lpn_mix64 (h + (guint64)values[i] + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
  return h;
}

static guint64
hash_row (const LpnLocalTable *table, guint32 index)
{
  const guint8 *row = (const guint8 *)table->rows.data + (gsize)index * table->stride;
  guint64       h = 0;
  for (guint i = 0; i < table->n_columns; i++)
    h = lpn_mix64 (h + (guint64)read_cell (row + table->offsets[i], table->widths[i])
                   + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
  return h;
}

static bool
row_equals (const LpnLocalTable *table, guint32 index, const gint64 *values)
{
  const guint8 *row = (const guint8 *)table->rows.data + (gsize)index * table->stride;
  for (guint i = 0; i < table->n_columns; i++)
    if (read_cell (row + table->offsets[i], table->widths[i]) != values[i])
      return false;
  return true;
}

/* The slot that holds the vector, or the empty one where it belongs. */
static guint32 *
find_slot (const LpnLocalTable *table, const gint64 *values)
{
  guint32 *slots = table->slots.data;
  guint64  at = hash_values (values, table->n_columns);
  for (;; at++)
    {
      guint32 *slot = &slots[at & table->mask];
      if (*slot == 0 || row_equals (table, *slot - 1, values))
        return slot;
    }
}

guint32
lpn_local_table_find (const LpnLocalTable *table, const gint64 *values)
{
  return table->slots.data == NULL ? LPN_LOCAL_NONE : *find_slot (table, values) - 1;
}

/* Room for one more row: doubles the slots at three quarters full. */
static bool
make_slots (LpnLocalTable *table)
{
  guint64  n = table->slots.data == NULL ? FIRST_SLOTS : (table->mask + 1) * 2;
  LpnBlock fresh = { 0 };

  if (table->slots.data != NULL && table->count < (table->mask + 1) / 4 * 3)
    return true;
  if (!lpn_block_resize (&fresh, table->budget, n * sizeof (guint32)))
    return false;
  lpn_block_free (&table->slots, table->budget);
  table->slots = fresh;
  table->mask = n - 1;
  for (guint32 i = 0; i < table->count; i++)
    {
      guint32 *slots = fresh.data;
      guint64  at = hash_row (table, i);
      while (slots[at & table->mask] != 0)
        at++;
      slots[at & table->mask] = i + 1;
    }
  return true;
}

/* Makes every column wide enough for `values`, rewriting the rows from the last to the first: rows only grow. */
static bool
make_wide (LpnLocalTable *table, const gint64 *values)
{
  g_autofree guint8 *old_widths = NULL;
  g_autofree guint  *old_offsets = NULL;
  guint              old_stride = table->stride;
  guint              more = 0;

  for (guint i = 0; i < table->n_columns; i++)
    {
      guint8 need = width_of (values[i]);
      more += need > table->widths[i] ? need - table->widths[i] : 0;
    }
  if (more == 0)
    return true;
  if (!lpn_block_resize (&table->rows, table->budget,
                         MAX (table->rows.size, ((gsize)table->count + 1) * (old_stride + more))))
    return false;
  old_widths = g_memdup2 (table->widths, table->n_columns);
  old_offsets = g_memdup2 (table->offsets, sizeof (guint) * table->n_columns);
  for (guint i = 0; i < table->n_columns; i++)
    table->widths[i] = MAX (table->widths[i], width_of (values[i]));
  lay_out (table);
  for (guint32 r = table->count; r-- > 0;)
    {
      const guint8 *from = (const guint8 *)table->rows.data + (gsize)r * old_stride;
      guint8       *to = (guint8 *)table->rows.data + (gsize)r * table->stride;
      for (guint i = table->n_columns; i-- > 0;)
        write_cell (to + table->offsets[i], table->widths[i], read_cell (from + old_offsets[i], old_widths[i]));
    }
  return true;
}

guint32
lpn_local_table_intern (LpnLocalTable *table, const gint64 *values)
{
  guint32 index = lpn_local_table_find (table, values); /* a known vector needs no memory */
  gsize   need;
  guint8 *row;

  if (index != LPN_LOCAL_NONE)
    return index;
  if (table->count >= LPN_LOCAL_NONE - 1 || !make_slots (table) || !make_wide (table, values))
    return LPN_LOCAL_NONE;
  need = MAX (((gsize)table->count + 1) * table->stride, 1);
  if (need > table->rows.size && !lpn_block_resize (&table->rows, table->budget, MAX (need, table->rows.size / 2 * 3))
      && !lpn_block_resize (&table->rows, table->budget, need))
    return LPN_LOCAL_NONE;
  row = (guint8 *)table->rows.data + (gsize)table->count * table->stride;
  for (guint i = 0; i < table->n_columns; i++)
    write_cell (row + table->offsets[i], table->widths[i], values[i]);
  *find_slot (table, values) = ++table->count; /* the row is not in yet, so this is the empty slot where it belongs */
  return table->count - 1;
}
