/* SPDX-License-Identifier: MIT */
/*
 * A walk through the states of a net by the reference semantics: fire, go back, go on.
 *
 * Vocabulary
 *   position  firings from the initial state to where the walk stands
 *   length    firings known, those ahead included: what was undone can be done again until something else is fired
 *
 * Only what each firing changed is kept, so going back and forth costs as much as firing, and a step some bytes.
 */
#ifndef LPN_IO_WALK_H
#define LPN_IO_WALK_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/reference.h"

G_BEGIN_DECLS

typedef struct _LpnWalk LpnWalk;

/* A walk in the initial state. `net` is frozen and outlives it. */
LpnWalk *lpn_walk_new (const LpnNet *net);
void     lpn_walk_free (LpnWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnWalk, lpn_walk_free)

const gint64 *lpn_walk_values (const LpnWalk *walk); /* one per element */
guint         lpn_walk_position (const LpnWalk *walk);
guint         lpn_walk_length (const LpnWalk *walk);
/* All firings known, guint32. Borrowed. */
const GArray *lpn_walk_transitions (const LpnWalk *walk);

typedef struct
{
  guint32 element;
  gint64  old;
} LpnWalkChange;

/* What the last firing changed, in order of the elements. */
const LpnWalkChange *lpn_walk_changes (const LpnWalk *walk, guint *n);

/* The transitions enabled here, appended to `enabled` (guint32). One whose guard cannot be evaluated is among them, and
 * `info` (may be NULL) tells of the first such. */
void lpn_walk_enabled (const LpnWalk *walk, GArray *enabled, LpnFaultInfo *info);

/* Fires; unless FIRED, the walk stays where it is. */
LpnFireAnswer lpn_walk_fire (LpnWalk *walk, guint32 transition, LpnFaultInfo *info);
/* Goes to a position, at most the length. */
void lpn_walk_goto (LpnWalk *walk, guint position);

G_END_DECLS

#endif
