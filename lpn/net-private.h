/* SPDX-License-Identifier: MIT */
/* The inside of LpnNet, shared by net.c (filling and reading) and net-freeze.c (checking, adjacency, equality). */
#ifndef LPN_LPN_NET_PRIVATE_H
#define LPN_LPN_NET_PRIVATE_H

#include "lpn/net.h"

/* Node ids are kept shifted by one bit and offset by one in a guint. */
#define LPN_MAX_NODES 0x3fffffffu

/* An arc before freezing. */
typedef struct
{
  guint32 transition;
  guint32 place;
  gint64  weight;
  bool    output;
} LooseArc;

struct _LpnNet
{
  bool          frozen;
  const char   *name;
  GStringChunk *strings; /* every id and name */
  GArray       *modules;
  GArray       *variables;
  GArray       *places;
  GArray       *transitions;
  GArray       *properties;
  GArray       *units;
  GArray       *loose; /* LooseArc; NULL once frozen */
  GHashTable   *module_ids;
  GHashTable   *node_ids;     /* id -> (index << 1 | is transition) + 1 */
  GHashTable   *variable_ids; /* "MODULE:id" -> index + 1 */
  GHashTable   *property_ids;

  /* Adjacency, rows by transition. */
  LpnArc  *pre;
  LpnArc  *post;
  guint64 *pre_first; /* n_transitions + 1 */
  guint64 *post_first;
  guint32 *variable_first; /* n_variables + 1: element of cell 0 */
};

/* Two steps of freezing: the latches as variables; then, frozen, what sets them and what they replace (net-latch.c). */
bool lpn_net_add_latches (LpnNet *net, GError **error);
bool lpn_net_set_latches (LpnNet *net, GError **error);

/* The variable `id` declared in `module` itself, or among the shared ones for LPN_NONE; LPN_NONE if there is none.
 * Constant time. */
guint32 lpn_net_variable_in (const LpnNet *net, guint32 module, const char *id);

/* LpnScope.event of lpn_net_scope(). */
LpnExpr *lpn_net_scope_event (const LpnScope *scope, LpnEventKind kind, const char *name, const char **why);

#endif
