/* SPDX-License-Identifier: MIT */
/*
 * The state vector of a tuple, kept up to date by change.
 *
 * A search asks for tuples that differ in a component or two from the one before. So the vector of the last tuple is
 * kept; moving to another one expands the components that differ, where the space can do that (expand_component), and
 * tells which elements have another value now. A store then redoes its encoding of those alone.
 *
 * At first every element has the smallest value of its range, and belongs to no tuple.
 */
#ifndef LPN_STORE_STATE_VECTOR_H
#define LPN_STORE_STATE_VECTOR_H

#include <glib.h>
#include <stdbool.h>

#include "store/store.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 element;
  guint64 old; /* before, less the minimum of the range */
  guint64 now;
} LpnElementChange;

typedef struct
{
  const LpnSpace   *space;
  LpnBudget        *budget;
  guint64           bytes;   /* taken from the budget */
  guint32          *tuple;   /* where the vector is; G_MAXUINT32 per component at first */
  gint64           *values;  /* of all elements */
  gint64           *fresh;   /* scratch */
  LpnElementChange *changes; /* room for all elements */
} LpnStateVector;

/* False where the budget refuses: nothing is held then. */
bool lpn_state_vector_init (LpnStateVector *vector, const LpnSpace *space, LpnBudget *budget);
void lpn_state_vector_clear (LpnStateVector *vector);
/* Moves to `tuple`; returns how many elements changed, and they are in `changes`, each once. */
guint lpn_state_vector_move (LpnStateVector *vector, const guint32 *tuple);

G_END_DECLS

#endif
