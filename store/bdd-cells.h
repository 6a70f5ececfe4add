/* SPDX-License-Identifier: MIT */
/*
 * Encodings: which numbers of a state become the cells of a diagram.
 *
 *   index    one cell per component: its index (collapse). Widths follow the counts of local states.
 *   element  two cells per element, the high and the low half of its value: value - min where a least value is
 *            declared, else 2v for v >= 0 and -2v - 1 for v < 0. Widths follow the values met.
 *   chunk    the state vector as bytes (1, 2, 4 or 8 per element, as its declared range needs), cut into parts of four;
 *            one cell per part: the number of that part's value in order of arrival. Unlike the table of 256
 *            entries in the OBDD paper, numbers go on as far as they must.
 *
 * With `element` and `chunk` a tuple cannot be had back from its cells.
 */
#ifndef LPN_STORE_BDD_CELLS_H
#define LPN_STORE_BDD_CELLS_H

#include <glib.h>
#include <stdbool.h>

#include "store/store.h"

G_BEGIN_DECLS

typedef enum
{
  LPN_BDD_INDEX,
  LPN_BDD_ELEMENT,
  LPN_BDD_CHUNK,
} LpnBddEncoding;

typedef struct
{
  LpnBddEncoding  encoding;
  const LpnSpace *space;
  LpnBudget      *budget;
  guint           n_cells;
  LpnBlock        scratch; /* values, cells and, for chunks, bytes of one state and counts per cell */
  gint64         *values;
  guint32        *cells;
  guint32        *counts; /* chunk: numbers given per cell */
  guint8         *bytes;
  LpnBlock        table; /* chunk: (cell, part) to number, open-addressed */
  guint64         slots;
  guint64         used;
} LpnBddCells;

/* False with `error`: the budget refuses, or there is no vector view. */
bool lpn_bdd_cells_init (LpnBddCells *cells, LpnBddEncoding encoding, const LpnSpace *space, LpnBudget *budget,
                         GError **error);
void lpn_bdd_cells_clear (LpnBddCells *cells);

/* The cells of a state; valid until the next call, for `index` the tuple itself. NULL: a part of it was never met
 * (`add` false), or has no room in the budget (`add` true). */
const guint32 *lpn_bdd_cells_of (LpnBddCells *cells, const guint32 *tuple, bool add);
guint64        lpn_bdd_cells_bytes (const LpnBddCells *cells);

G_END_DECLS

#endif
