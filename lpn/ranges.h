/* SPDX-License-Identifier: MIT */
/*
 * What values the elements of a net can take: declared, and inferred.
 *
 * Inference is an interval analysis. It begins with the initial values and applies every transition to the intervals
 * until nothing changes: input arcs, guards and conditions narrow what is read, right-hand sides are computed on
 * intervals, and the results are joined into what is written. A bound that keeps moving is widened, first to the next
 * constant of the net (loops usually end at one), later to the declared limit, which is 64 bits where none is declared.
 *
 * Sound: every reachable state lies within. A firing that faults reaches no state, so overflow and declared ranges cut
 * the intervals. Tokens of places that are not safe are bounded by place invariants (lpn/semiflow.h) as far as these
 * are found. Not complete: other relations between elements are not seen.
 *
 * Cost: bounded; after a few hundred rounds, or too much work for a large net, the declared ranges are the answer.
 */
#ifndef LPN_LPN_RANGES_H
#define LPN_LPN_RANGES_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/compiled.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 min;
  gint64 max;
} LpnInterval;

/* The declared range of each element of the frozen net: a variable's, 0..1 for a safe place, 0.. for others. */
void lpn_ranges_declared (const LpnNet *net, LpnInterval *ranges);
/* The inferred ones, within the declared. False: the analysis was given up, and these are the declared, but for the
 * bounds of place invariants. */
bool lpn_ranges_infer (const LpnCompiled *compiled, LpnInterval *ranges);

G_END_DECLS

#endif
