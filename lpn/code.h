/* SPDX-License-Identifier: MIT */
/*
 * Expressions compiled to compact code over a state vector, and the faults evaluation can meet.
 *
 * A code object is immutable and may be run from several threads. Running allocates nothing. Cost: a few nanoseconds
 * per operator; overflow checks use the compiler's checked arithmetic.
 */
#ifndef LPN_LPN_CODE_H
#define LPN_LPN_CODE_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/net.h"

G_BEGIN_DECLS

/* Errors of the model, found while evaluating or firing. */
typedef enum
{
  LPN_FAULT_NONE = 0,
  LPN_FAULT_OVERFLOW, /* a result outside 64 bits (token counts too) */
  LPN_FAULT_DIVISION, /* division or modulo by zero */
  LPN_FAULT_EXPONENT, /* negative exponent */
  LPN_FAULT_INDEX,    /* index outside its array */
  LPN_FAULT_RANGE,    /* value outside the variable's declared range */
  LPN_FAULT_UNSAFE,   /* a second token on a safe place */
} LpnFault;

/* "division or modulo by zero" */
const char *lpn_fault_text (LpnFault fault);

typedef struct _LpnCode LpnCode;

/* Compiles against the element numbering of the frozen `net`. The tree's nesting keeps to LPN_EXPR_MAX_NESTING.
 * Returns: transfer full. */
LpnCode *lpn_code_new (const LpnNet *net, const LpnExpr *expr);
void     lpn_code_free (LpnCode *code);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnCode, lpn_code_free)

/* Evaluates on a state vector (one value per element of the net; only those the expression reads are looked at).
 * Truth values are 0 or 1. On a fault, *result is unspecified. */
LpnFault lpn_code_run (const LpnCode *code, const gint64 *values, gint64 *result);

/* Are all elements within the net, all jumps forwards and within the code, the stack balanced and the end a return? For
 * tests. */
bool lpn_code_check (const LpnCode *code, const LpnNet *net);

G_END_DECLS

#endif
