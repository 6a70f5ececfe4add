/* SPDX-License-Identifier: MIT */
/*
 * The questions about circuits, asked of every state as it is expanded (private to search/): SAFE, CONSISTENT,
 * PERSISTENT, INPUT_PROPER, DISABLING, USC, CSC. Only what is asked costs anything.
 *
 *   SAFE          looked at where a component gets a new local state: a place above its capacity shows there first
 *   CONSISTENT    one remembered predicate per enabled edge
 *   PERSISTENT, INPUT_PROPER, DISABLING
 *                 pairs (t, u) where t writes what u needs, found beforehand; in a state, a predicate on the successor
 *                 by t for each of its pairs that matters there
 *   USC, CSC      search/coding.h
 */
#ifndef LPN_SEARCH_CIRCUIT_H
#define LPN_SEARCH_CIRCUIT_H

#include "search/search-private.h"

/* Prepares what the questions of the run need; run->circuit stays NULL where none is about circuits. false: memory. */
bool lpn_circuit_open (LpnRun *run);
void lpn_circuit_free (LpnCircuit *circuit);

/* To be told of growth, as stores are. false: memory. */
bool lpn_circuit_grown (LpnCircuit *circuit, guint component, guint32 count);

/* The successors of `tuple` have new local states, from run->counts on; then growth is told. false: the run is done. */
bool lpn_circuit_new_locals (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors);
/* A state is expanded. false: the run is done. */
bool lpn_circuit_look (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors);
/* All states were seen, by an exact store: answers what could not be answered before. */
void lpn_circuit_conclude (LpnRun *run);

guint64 lpn_circuit_bytes (const LpnCircuit *circuit);

#endif
