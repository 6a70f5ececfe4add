/* SPDX-License-Identifier: MIT */
/*
 * The plain state vector in bytes, kept up to date by change (store/state-vector.h): each element in 1, 2, 4 or 8 bytes
 * by its declared range, less its minimum, lowest byte first; 8 where none is declared.
 */
#ifndef LPN_STORE_BYTE_VECTOR_H
#define LPN_STORE_BYTE_VECTOR_H

#include "store/state-vector.h"

G_BEGIN_DECLS

typedef struct
{
  LpnStateVector state;
  gsize          length;  /* bytes of the vector */
  guint32       *offsets; /* of each element, and of the end */
  guint8        *bytes;   /* `length`, and 8 zeros */
  guint64        held;    /* taken from the budget for these two */
} LpnByteVector;

/* False where the budget refuses: nothing is held then. */
bool lpn_byte_vector_init (LpnByteVector *vector, const LpnSpace *space, LpnBudget *budget);
void lpn_byte_vector_clear (LpnByteVector *vector);
/* Moves to `tuple`; returns how many elements changed: they are in state.changes. */
guint lpn_byte_vector_move (LpnByteVector *vector, const guint32 *tuple);

static inline guint64
lpn_byte_vector_held (const LpnByteVector *vector)
{
  return vector->held + vector->state.bytes;
}

G_END_DECLS

#endif
