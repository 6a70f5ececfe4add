/* SPDX-License-Identifier: MIT */
/*
 * The stack of deltas of the depth-first search (private to search/).
 *
 * A frame undoes one step: the transition fired, the old indices of the components it changed, and the transitions
 * of the state below that are still to be fired. Encoding, in bytes, all numbers as varints (7 bits a byte, low first):
 *
 *   fired transition | number of changes | { component, old index } | number waiting | { transition } | length
 *
 * `length` is that of the frame before it: one byte below 255, else four bytes (little-endian) and the byte 255, so
 * that it can be read from the top. A frame takes 8 to 16 bytes on the models we know.
 */
#ifndef LPN_SEARCH_STACK_H
#define LPN_SEARCH_STACK_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

typedef struct
{
  LpnBudget *budget;
  guint      n_components;
  LpnBlock   block;
  gsize      top;
  guint64    depth;
} LpnStack;

void lpn_stack_init (LpnStack *stack, guint n_components, LpnBudget *budget);
void lpn_stack_clear (LpnStack *stack);

/* Goes from state `from` to state `to` by `fired`; `waiting` transitions of `from` remain. false: memory. */
bool lpn_stack_push (LpnStack *stack, const guint32 *from, const guint32 *to, guint32 fired, const guint32 *waiting,
                     guint n_waiting);
/* Turns `tuple` back into the state below and gives its waiting transitions (waiting is resized). false: empty. */
bool lpn_stack_pop (LpnStack *stack, guint32 *tuple, GArray *waiting);
/* The transitions fired from the bottom to the top, appended to `path`. */
void lpn_stack_path (const LpnStack *stack, GArray *path);

#endif
