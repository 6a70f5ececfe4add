/* SPDX-License-Identifier: MIT */
/*
 * Place invariants with natural weights (P-semiflows), found by a bounded search. Internal to lpn/.
 *
 * A semiflow is a set of places with weights such that every transition leaves the weighted sum of their tokens as it
 * is; `tokens` is that sum in the initial marking, hence in every reachable one. With one token it is a safe machine:
 * exactly one of its places is marked.
 *
 * The search starts at a place and repairs one unbalanced transition after the other by adding one more place, going
 * back when there is none. It is not complete: semiflows that need a weight raised later are missed; those of machines,
 * resources and bounded buffers are found. Work is bounded by a constant plus a constant per place, whatever the net.
 */
#ifndef LPN_LPN_SEMIFLOW_H
#define LPN_LPN_SEMIFLOW_H

#include "lpn/compiled.h"

G_BEGIN_DECLS

typedef struct
{
  guint    n;
  guint32 *places; /* sorted */
  guint32 *weights;
  gint64   tokens;
} LpnSemiflow;

/* Weights 1 and one token for these places, copied. Freed with the array it is added to. */
LpnSemiflow *lpn_semiflow_new_unit (const guint32 *places, guint n);

/* Semiflows over the places with wanted[place] non-zero, all different, in order of discovery. Returns: an array of
 * LpnSemiflow, transfer full. */
GPtrArray *lpn_semiflows_find (const LpnCompiled *compiled, const guint8 *wanted);

G_END_DECLS

#endif
