/* SPDX-License-Identifier: MIT */
/* The independent check of witnesses, in two files (private to search/): nothing here shares code with the search. */
#ifndef LPN_SEARCH_REPLAY_PRIVATE_H
#define LPN_SEARCH_REPLAY_PRIVATE_H

#include "search/search.h"

/* Fires a sequence from the initial state, by the reference semantics. At the end *values is the state it leads to and
 * *before the one before its last step; the two vectors may have changed places. */
bool lpn_replay_way (const LpnNet *net, const GArray *way, gint64 **before, gint64 **values, GError **error);

/* Does the claim about a circuit hold of the last step, from `before` to `values`, or of the two states of a pair? */
bool lpn_replay_circuit (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question,
                         const gint64 *before, const gint64 *values);

#endif
