/* SPDX-License-Identifier: MIT */
/*
 * The states of a run, numbered as they are first met, for whoever wants its arcs (private to search/).
 *
 * Stores do not number what they hold, so this keeps a table of its own: the packed tuples, each once. Only made when
 * arcs are asked for. Cost: the packed tuple in whole words and 11 to 21 bytes more per state, taken from the budget.
 */
#ifndef LPN_SEARCH_GRAPH_H
#define LPN_SEARCH_GRAPH_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

/* Why a run ends whose states cannot all be numbered. */
#define LPN_GRAPH_FULL "the numbers of the state graph filled the memory"

typedef struct _LpnGraph LpnGraph;

LpnGraph *lpn_graph_new (guint n_components, LpnBudget *budget); /* NULL: memory */
void      lpn_graph_free (LpnGraph *graph);

/* To be told before tuples with indices from the old count up are numbered. false: memory. */
bool lpn_graph_grown (LpnGraph *graph, guint component, guint32 count);

/* The numbers of `n` tuples, laid one after another; new ones get the next. NULL: memory, or no numbers left. Valid
 * until the next call. */
const guint32 *lpn_graph_numbers (LpnGraph *graph, const guint32 *tuples, guint n);

/* The tuple with this number. */
void    lpn_graph_tuple (const LpnGraph *graph, guint32 number, guint32 *tuple);
guint64 lpn_graph_bytes (const LpnGraph *graph);

#endif
