/* SPDX-License-Identifier: MIT */
/*
 * The compiled net: what the searches run on. Immutable, so that several searches can share it.
 *
 * Vocabulary
 *   reads(t)   elements whose value decides whether t is enabled, what it assigns or whether it faults
 *   writes(t)  elements t may change
 *   conjunct   a top-level operand of the guard's `&`, in order; the guard is their short-circuit conjunction
 *   constant   an element no transition writes; it keeps its initial value and is left out of reads(t)
 *
 * An input place with an equal output arc (a self-loop) is read and not written. A safe output place is read too: its
 * token decides whether the firing is a fault. An assignment through a computed index writes every cell of the array.
 */
#ifndef LPN_LPN_COMPILED_H
#define LPN_LPN_COMPILED_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/code.h"
#include "lpn/net.h"

G_BEGIN_DECLS

typedef struct _LpnCompiled LpnCompiled;

/* A sorted set of elements without repetitions. Borrowed. */
typedef struct
{
  const guint32 *elements;
  guint          n;
} LpnElementSet;

typedef struct
{
  const LpnCode *code;
  LpnElementSet  reads;
  bool           may_fault; /* evaluation can fault for some values in range */
} LpnConjunct;

/* Tokens of `place`: at least `need` to be enabled; then `change` is added. */
typedef struct
{
  guint32 place;
  gint64  need;
  gint64  change;
} LpnTokenRule;

/* Cell [index] of the array from `first`, or element `first` itself: value stored, if within min..max. */
typedef struct
{
  guint32        first;
  guint32        size;
  const LpnCode *index; /* NULL: constant, `first` is the cell and size is 1 */
  const LpnCode *value;
  gint64         min;
  gint64         max;
  LpnElementSet  reads; /* of index and value */
} LpnAssignRule;

typedef struct
{
  guint                n_tokens;
  const LpnTokenRule  *tokens; /* sorted by place; need > 0 or change != 0 */
  guint                n_conjuncts;
  const LpnConjunct   *conjuncts;
  guint                n_assigns;
  const LpnAssignRule *assigns;
  LpnElementSet        reads;
  LpnElementSet        writes;
} LpnRule;

/* Compiles the frozen `net`, which must outlive the result. Returns: transfer full. */
LpnCompiled *lpn_compiled_new (const LpnNet *net);
void         lpn_compiled_free (LpnCompiled *compiled);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnCompiled, lpn_compiled_free)

const LpnNet  *lpn_compiled_net (const LpnCompiled *compiled);
const LpnRule *lpn_compiled_rule (const LpnCompiled *compiled, guint32 transition);
/* No transition writes this element. */
bool lpn_compiled_constant (const LpnCompiled *compiled, guint32 element);

/* The elements an expression may read, constants left out. Free `elements` with g_free(). */
LpnElementSet lpn_compiled_reads (const LpnCompiled *compiled, const LpnExpr *expr);

G_END_DECLS

#endif
