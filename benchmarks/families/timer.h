/* SPDX-License-Identifier: MIT */
/* Discrete time, shared by the families fischer and at. */
#ifndef LPN_BENCHMARKS_FAMILIES_TIMER_H
#define LPN_BENCHMARKS_FAMILIES_TIMER_H

#include "benchmarks/family-builder.h"

/* Adds the array t of `n` clocks, all stopped, and a module Timer whose one transition counts every running clock down
 * and may fire only while none is at 0. Clocks run from at most `longest`; `$OFF` becomes the value of a stopped one.
 */
void lpn_family_add_clocks (LpnBuilder *b, gint64 n, gint64 longest);

#endif
