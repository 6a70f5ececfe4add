/* SPDX-License-Identifier: MIT */
/*
 * The state graph of a net as a file, written while a search finds it.
 *
 *   .sg          petrify's `.state graph`: signals by port, one arc "s0 a+ s1" per line, states s0, s1, ...
 *   .aut         Aldebaran's: des (0, arcs, states), then (from, "label", to)
 *   .dot, .gv    Graphviz
 *
 * An arc's label is the id of the transition. With codes, .sg and DOT also show the values of the signals in each
 * state: s5_0110 has the values in the order of .inputs, .outputs, .internal.
 *
 * Use: open, hand lpn_state_graph_arcs() to a search (LpnSearchOptions.arcs), close. The file is complete or not there;
 * a graph whose search did not complete is dropped. Memory is that of one line; the numbers of the states are the
 * search's.
 */
#ifndef LPN_IO_STATE_GRAPH_H
#define LPN_IO_STATE_GRAPH_H

#include <glib.h>
#include <stdbool.h>

#include "search/search.h"

G_BEGIN_DECLS

typedef enum
{
  LPN_STATE_GRAPH_SG,
  LPN_STATE_GRAPH_AUT,
  LPN_STATE_GRAPH_DOT,
} LpnStateGraphFormat;

/* By name ("sg", "aut", "dot", "gv") or, where that is NULL, by the suffix of the path. */
bool lpn_state_graph_format (const char *path, const char *name, LpnStateGraphFormat *format, GError **error);

typedef struct _LpnStateGraph LpnStateGraph;

/* "-" is the standard output. `net` is frozen and outlives the graph. Returns: transfer full. */
LpnStateGraph *lpn_state_graph_open (const char *path, LpnStateGraphFormat format, bool codes, const LpnNet *net,
                                     GError **error);
/* An LpnArcsFunc; `graph` is the LpnStateGraph. */
bool lpn_state_graph_arcs (const LpnStateArcs *arcs, gpointer graph);
/* Frees; keeps the file if the search completed (`result` may be NULL: it did not even begin). false with `error` where
 * it could not be written; a graph that is dropped is no failure. */
bool lpn_state_graph_close (LpnStateGraph *graph, const LpnResult *result, GError **error);

G_END_DECLS

#endif
