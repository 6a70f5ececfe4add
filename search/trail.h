/* SPDX-License-Identifier: MIT */
/*
 * The way back in a breadth-first search without state ids (private to search/).
 *
 * States are numbered in the order they are found, from 0; they are expanded in that order too. The log holds, for each
 * expanded state, the number of new successors and the transition that found each (varints), so a state's parent is
 * known from its number: the expansion whose new successors cover it. A mark every MARK_EVERY expansions lets a look-up
 * start near by. About two bytes per state.
 */
#ifndef LPN_SEARCH_TRAIL_H
#define LPN_SEARCH_TRAIL_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

typedef struct _LpnTrail LpnTrail;

LpnTrail *lpn_trail_new (LpnBudget *budget);
void      lpn_trail_free (LpnTrail *trail);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnTrail, lpn_trail_free)

/* The next state in order was expanded and found these. false: memory. */
bool    lpn_trail_add (LpnTrail *trail, const guint32 *transitions, guint n);
guint64 lpn_trail_bytes (const LpnTrail *trail);
/* The firing sequence that leads to state number `state`, prepended to `path`. */
void lpn_trail_path (const LpnTrail *trail, guint64 state, GArray *path);

#endif
