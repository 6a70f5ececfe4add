/* SPDX-License-Identifier: MIT */
/* What the mutual exclusion protocols share: N equal processes, each with a location CS. */
#ifndef LPN_BENCHMARKS_FAMILIES_LOCK_H
#define LPN_BENCHMARKS_FAMILIES_LOCK_H

#include "benchmarks/family-builder.h"

/* Fills the module of process `$i`; `values` are the family's parameters. */
typedef void (*LpnLockProcessFunc) (LpnBuilder *b, const gint64 *values);

/* Adds the values[0] processes to a builder that has their shared variables, then the properties "mutex" (of their
 * places CS) and "deadlock", and finishes as lpn_builder_finish() does. */
LpnNet *lpn_family_finish_lock (LpnBuilder *b, const gint64 *values, LpnLockProcessFunc add_process, GError **error);

#endif
