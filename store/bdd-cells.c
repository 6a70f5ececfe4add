/* SPDX-License-Identifier: MIT */
#include "store/bdd-cells.h"

#include <string.h>

#include "base/mix.h"

typedef struct
{
  guint32 cell;
  guint32 part;
  guint32 number; /* 1 + the number; 0: an empty slot */
} Part;

/* Bytes of an element in the state vector. */
static guint
bytes_of (LpnElementRange range)
{
  for (guint bytes = 1; bytes < 8; bytes *= 2)
    {
      gint64 half = G_GINT64_CONSTANT (1) << (8 * bytes - 1);
      if ((range.min >= -half && range.max < half) || (range.min >= 0 && range.max < 2 * half))
        return bytes;
    }
  return 8;
}

static guint
vector_bytes (const LpnSpace *space)
{
  guint n = 0;
  for (guint i = 0; i < space->n_elements; i++)
    n += bytes_of (space->ranges[i]);
  return n;
}

static guint
cells_for (LpnBddEncoding encoding, const LpnSpace *space)
{
  switch (encoding)
    {
    case LPN_BDD_ELEMENT:
      return 2 * space->n_elements;
    case LPN_BDD_CHUNK:
      return (vector_bytes (space) + 3) / 4;
    case LPN_BDD_INDEX:
    default:
      return space->n_components;
    }
}

bool
lpn_bdd_cells_init (LpnBddCells *cells, LpnBddEncoding encoding, const LpnSpace *space, LpnBudget *budget,
                    GError **error)
{
  gsize n_values, n_cells;

  memset (cells, 0, sizeof *cells);
  cells->encoding = encoding;
  cells->space = space;
  cells->budget = budget;
  if (encoding != LPN_BDD_INDEX && space->expand == NULL)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE,
                   "encodings other than 'index' need state vectors, and these states have no vector view");
      return false;
    }
  cells->n_cells = cells_for (encoding, space);
  if (encoding == LPN_BDD_INDEX)
    return true;
  n_values = space->n_elements;
  n_cells = cells->n_cells;
  if (!lpn_block_resize (&cells->scratch, budget, n_values * 16 + n_cells * 12 + 16))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold a state vector");
      return false;
    }
  cells->values = cells->scratch.data;
  cells->cells = (guint32 *)(cells->values + n_values);
  cells->counts = cells->cells + n_cells;
  cells->bytes = (guint8 *)(cells->counts + n_cells); /* up to 8 per element, and 3 more */
  return true;
}

void
lpn_bdd_cells_clear (LpnBddCells *cells)
{
  if (cells->budget == NULL)
    return;
  lpn_block_free (&cells->scratch, cells->budget);
  lpn_block_free (&cells->table, cells->budget);
}

guint64
lpn_bdd_cells_bytes (const LpnBddCells *cells)
{
  return cells->scratch.size + cells->table.size;
}

static void
encode_elements (LpnBddCells *cells)
{
  for (guint i = 0; i < cells->space->n_elements; i++)
    {
      gint64  value = cells->values[i];
      gint64  min = cells->space->ranges[i].min;
      guint64 code;

      if (min != G_MININT64 && value >= min)
        code = (guint64)value - (guint64)min;
      else
        code = (guint64)value << 1 ^ (guint64)(value >> 63);
      cells->cells[2 * i] = (guint32)(code >> 32);
      cells->cells[2 * i + 1] = (guint32)code;
    }
}

static Part *
find_part (const LpnBddCells *cells, guint32 cell, guint32 part)
{
  Part   *parts = cells->table.data;
  guint64 i = lpn_mix64 ((guint64)cell << 32 | part) & (cells->slots - 1);

  while (parts[i].number != 0 && (parts[i].cell != cell || parts[i].part != part))
    i = (i + 1) & (cells->slots - 1);
  return &parts[i];
}

static bool
make_room (LpnBddCells *cells)
{
  LpnBddCells larger = *cells;

  if (cells->used < cells->slots / 4 * 3)
    return true;
  larger.slots = MAX (2 * cells->slots, 256);
  larger.table = (LpnBlock){ 0 };
  if (!lpn_block_resize (&larger.table, cells->budget, larger.slots * sizeof (Part)))
    return false;
  for (guint64 i = 0; i < cells->slots; i++)
    {
      Part part = ((Part *)cells->table.data)[i];
      if (part.number != 0)
        *find_part (&larger, part.cell, part.part) = part;
    }
  lpn_block_free (&cells->table, cells->budget);
  *cells = larger;
  return true;
}

/* The number of a part; G_MAXUINT32 where it has none and gets none. */
static guint32
number_of (LpnBddCells *cells, guint32 cell, guint32 part, bool add)
{
  Part *found = cells->slots > 0 ? find_part (cells, cell, part) : NULL;

  if (found != NULL && found->number != 0)
    return found->number - 1;
  if (!add || cells->counts[cell] == G_MAXUINT32 - 1 || !make_room (cells))
    return G_MAXUINT32;
  *find_part (cells, cell, part) = (Part){ cell, part, ++cells->counts[cell] };
  cells->used++;
  return cells->counts[cell] - 1;
}

static bool
encode_chunks (LpnBddCells *cells, bool add)
{
  guint8 *at = cells->bytes;

  for (guint i = 0; i < cells->space->n_elements; i++)
    {
      guint64 value = (guint64)cells->values[i];
      for (guint n = bytes_of (cells->space->ranges[i]); n > 0; n--, value >>= 8)
        *at++ = (guint8)value;
    }
  for (guint c = 0; c < cells->n_cells; c++)
    {
      guint32 part;
      memcpy (&part, cells->bytes + 4 * c, sizeof part);
      cells->cells[c] = number_of (cells, c, part, add);
      if (cells->cells[c] == G_MAXUINT32)
        return false;
    }
  return true;
}

const guint32 *
lpn_bdd_cells_of (LpnBddCells *cells, const guint32 *tuple, bool add)
{
  if (cells->encoding == LPN_BDD_INDEX)
    return tuple;
  cells->space->expand (cells->space->expand_data, tuple, cells->values);
  if (cells->encoding == LPN_BDD_CHUNK)
    return encode_chunks (cells, add) ? cells->cells : NULL;
  encode_elements (cells);
  return cells->cells;
}
