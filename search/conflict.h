/* SPDX-License-Identifier: MIT */
/*
 * The ways to two states in conflict, USC or CSC (private to search/).
 *
 * A search that meets a conflict is at the second state and knows of the first one only that it had the same code. The
 * same search again, with a target instead of questions, meets the first state before it meets the second; breadth
 * first, on a shortest way.
 */
#ifndef LPN_SEARCH_CONFLICT_H
#define LPN_SEARCH_CONFLICT_H

#include "search/search-private.h"

/* A state is expanded, and run->target looks for one. false: found, or memory; the run is done. */
bool lpn_target_look (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors);

/* The run is over: gives back what the target took from its budget. */
void lpn_target_end (LpnRun *run);

/* Completes the answers USC and CSC of a result: ways to both states, and both states. Where a limit or a signal ends
 * a search before, the answer becomes `unknown`. */
bool lpn_find_pairs (const LpnPartition *partition, const LpnSearchOptions *options, LpnResult *result, GError **error);

#endif
