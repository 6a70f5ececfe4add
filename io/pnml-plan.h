/* SPDX-License-Identifier: MIT */
/*
 * What the PNML writer decides before its first byte: the XML id of everything, and the order module by module.
 *
 * XML ids are unique in the document and are NCNames. A node keeps its id where it is one; others get a legal one that
 * resembles it. Nothing here depends on more than the net, so that equal nets give equal files.
 */
#ifndef LPN_IO_PNML_PLAN_H
#define LPN_IO_PNML_PLAN_H

#include "base/budget.h"
#include "io/intern.h"
#include "lpn/net.h"

G_BEGIN_DECLS

typedef enum
{
  LPN_PLAN_PLACES,
  LPN_PLAN_TRANSITIONS,
  LPN_PLAN_VARIABLES,
  LPN_PLAN_KINDS
} LpnPlanKind;

/* Things of one kind in the order they are written: the shared ones (group 0; variables only), then module by module
 * (group m + 1). */
typedef struct
{
  LpnBlock order;  /* guint32 numbers in the net */
  guint32 *first;  /* where each group begins in it, and one more; owned */
  bool     sorted; /* the order is the net's own */
} LpnPlanOrder;

typedef struct
{
  const LpnNet *net;
  LpnBudget    *budget;
  LpnIntern    *ids;        /* every XML id given */
  LpnBlock      symbols[2]; /* guint32: the XML id of each place and transition */
  guint32       net_id;
  guint32      *module_ids; /* owned */
  guint         n_fresh;
  LpnPlanOrder  orders[LPN_PLAN_KINDS];
} LpnPnmlPlan;

/* Fails where an id or name cannot be held by XML at all, or memory runs out. Returns: transfer full. */
LpnPnmlPlan *lpn_pnml_plan_new (const LpnNet *net, GError **error);
void         lpn_pnml_plan_free (LpnPnmlPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnPnmlPlan, lpn_pnml_plan_free)

/* `kind` is LPN_PLAN_PLACES or LPN_PLAN_TRANSITIONS. */
const char *lpn_pnml_plan_id (const LpnPnmlPlan *plan, LpnPlanKind kind, guint32 i);
/* The things of a group; `n` gets how many. */
const guint32 *lpn_pnml_plan_group (const LpnPnmlPlan *plan, LpnPlanKind kind, guint32 group, guint32 *n);

G_END_DECLS

#endif
