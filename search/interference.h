/* SPDX-License-Identifier: MIT */
/*
 * Who may disable or trigger whom: PERSISTENT, INPUT_PROPER and DISABLING (private to search/).
 *
 * Beforehand, all pairs (t, u) are found where t writes an element that u needs and a question cares; a net without
 * choice has next to none. In a state, for every enabled t and each of its pairs that matters there, u is asked for in
 * the successor by t, from a memo.
 */
#ifndef LPN_SEARCH_INTERFERENCE_H
#define LPN_SEARCH_INTERFERENCE_H

#include "lpn/signals.h"
#include "search/search-private.h"

typedef struct _LpnInterference LpnInterference;

/* For the questions of the run. Borrows run and signals. false: memory; what is there is still to be freed. */
bool lpn_interference_new (LpnRun *run, const LpnSignals *signals, LpnInterference **made);
void lpn_interference_free (LpnInterference *interference);

/* A state is expanded: what its enabled transitions do to each other. false: the run is done. */
bool lpn_interference_look (LpnInterference *interference, const LpnSuccessors *successors);

#endif
