/* SPDX-License-Identifier: MIT */
/*
 * Mixed-radix numbers in 64-bit cells: variables of small ranges in the least space without interning anything.
 *
 * Vocabulary
 *   position      of a variable, in the order added
 *   cardinality   how many values it takes: they are 0 .. cardinality - 1; 0 stands for 2^64
 *   cell          a 64-bit number V that holds several variables, none split over two cells
 *   lower factor  what one step of the variable adds to V; upper factor: lower factor times cardinality (0: 2^64)
 *
 * The first variable of a cell has the lower factor 1, each other one the upper factor of the one before. Then a
 * value is V mod upper div lower, and a change of it by `delta` adds lower * delta to V. Example: cardinalities 7, 3, 5
 * (in this order) have the factors 1, 7, 21, 105, and V needs 7 bits.
 *
 * A variable goes into one of the last few cells that has room, else into a new one.
 *
 * Follows Geldenhuys and de Villiers, "Runtime Efficient State Compaction in SPIN", whose GetValue, SetValue and
 * AddPosition these are.
 */
#ifndef LPN_STORE_RADIX_CELLS_H
#define LPN_STORE_RADIX_CELLS_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint32 cell;
  guint64 lower;
  guint64 upper; /* 0: 2^64 */
} LpnRadixPosition;

typedef struct
{
  guint             n_positions;
  guint             n_cells;
  LpnRadixPosition *positions; /* the caller's, as many as will be added */
  guint64          *products;  /* the caller's, as many cells as positions at most: values of each cell, 0: 2^64 */
} LpnRadixCells;

/* Adds a variable at the next position. */
void lpn_radix_add (LpnRadixCells *radix, guint64 cardinality);
/* How many bits the number in a cell needs. */
guint lpn_radix_cell_bits (const LpnRadixCells *radix, guint cell);

static inline guint64
lpn_radix_get (const LpnRadixCells *radix, const guint64 *cells, guint position)
{
  const LpnRadixPosition *p = &radix->positions[position];
  guint64                 v = cells[p->cell];
  return (p->upper == 0 ? v : v % p->upper) / p->lower;
}

/* Changes a value by `delta` (new less old, modulo 2^64). */
static inline void
lpn_radix_set (const LpnRadixCells *radix, guint64 *cells, guint position, guint64 delta)
{
  const LpnRadixPosition *p = &radix->positions[position];
  cells[p->cell] += p->lower * delta;
}

G_END_DECLS

#endif
