/* SPDX-License-Identifier: MIT */
#include "store/radix-cells.h"

#include <stdbool.h>

__extension__ typedef unsigned __int128 Wide;

enum
{
  OPEN_CELLS = 8 /* how far back room is looked for */
};

static Wide
wide (guint64 factor)
{
  return factor == 0 ? (Wide)1 << 64 : factor;
}

static bool
fits (guint64 product, guint64 cardinality)
{
  return product != 0 && product * wide (cardinality) <= (Wide)1 << 64;
}

void
lpn_radix_add (LpnRadixCells *radix, guint64 cardinality)
{
  guint             cell = radix->n_cells > OPEN_CELLS ? radix->n_cells - OPEN_CELLS : 0;
  LpnRadixPosition *position = &radix->positions[radix->n_positions++];

  while (cell < radix->n_cells && cardinality != 1 && !fits (radix->products[cell], cardinality))
    cell++;
  if (cell == radix->n_cells)
    {
      radix->products[cell] = 1;
      radix->n_cells++;
    }
  if (cardinality == 1) /* always 0: takes no room, not even in a full cell */
    {
      *position = (LpnRadixPosition){ cell, 1, 1 };
      return;
    }
  *position = (LpnRadixPosition){ cell, radix->products[cell], (guint64)(radix->products[cell] * wide (cardinality)) };
  radix->products[cell] = position->upper;
}

guint
lpn_radix_cell_bits (const LpnRadixCells *radix, guint cell)
{
  guint64 largest = radix->products[cell] - 1;
  return largest == 0 ? 0 : 64 - (guint)__builtin_clzll (largest);
}
