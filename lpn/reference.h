/* SPDX-License-Identifier: MIT */
/*
 * The reference semantics: what a net means, said as plainly as possible.
 *
 * Walks the syntax trees over plain state vectors; nothing is compiled, cached or shared with the engine's code. The
 * oracle explorer and the replay of witnesses stand on this, so that a mistake in the fast code cannot hide behind
 * itself.
 */
#ifndef LPN_LPN_REFERENCE_H
#define LPN_LPN_REFERENCE_H

#include "lpn/code.h"
#include "lpn/net.h"

G_BEGIN_DECLS

/* Where a fault happened, for messages. All zero when there is none. */
typedef struct
{
  LpnFault fault;
  guint32  transition; /* LPN_NONE: while evaluating a property */
  guint32  element;    /* RANGE, UNSAFE, token OVERFLOW: the element; else LPN_NONE */
  gint64   value;      /* RANGE: the value; INDEX: the index */
} LpnFaultInfo;

/* "transition a.enter: value 7 outside the range 0..1 of variable req". Returns: transfer full. */
char *lpn_fault_info_text (const LpnFaultInfo *info, const LpnNet *net);

/* Evaluates a tree; on a fault fills `info` (transition left untouched) and returns false. */
bool lpn_reference_eval (const LpnNet *net, const LpnExpr *expr, const gint64 *values, gint64 *result,
                         LpnFaultInfo *info);

typedef enum
{
  LPN_FIRE_FAULT = -1,
  LPN_FIRE_DISABLED = 0,
  LPN_FIRE_FIRED = 1,
} LpnFireAnswer;

/* Order of checks: input places, guard, then right-hand sides in order (index, value, range), then tokens in place
 * order. The first fault in this order is the one reported. */
LpnFireAnswer lpn_reference_enabled (const LpnNet *net, guint32 transition, const gint64 *values, LpnFaultInfo *info);
/* On FIRED, next[] holds the successor. values and next must not overlap. */
LpnFireAnswer lpn_reference_fire (const LpnNet *net, guint32 transition, const gint64 *values, gint64 *next,
                                  LpnFaultInfo *info);

/* The first transition that is enabled and fails by that (fail_enabled); LPN_NONE: none. */
guint32 lpn_reference_fail_enabled (const LpnNet *net, const gint64 *values);

G_END_DECLS

#endif
