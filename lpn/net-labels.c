/* SPDX-License-Identifier: MIT */
/* Filling a net with labels: guards, assignments, and what a circuit knows of its signals. */
#include "lpn/net.h"

#include "lpn/net-private.h"

void
lpn_net_set_guard (LpnNet *net, guint32 transition, LpnExpr *guard)
{
  LpnTransition *t = &g_array_index (net->transitions, LpnTransition, transition);
  g_return_if_fail (!net->frozen && transition < net->transitions->len);
  lpn_expr_free ((LpnExpr *)t->guard);
  t->guard = guard;
}

void
lpn_net_add_assign (LpnNet *net, guint32 transition, guint32 variable, LpnExpr *index, LpnExpr *value)
{
  LpnTransition *t = &g_array_index (net->transitions, LpnTransition, transition);
  LpnAssign      assign = { variable, index, value };
  g_return_if_fail (!net->frozen && transition < net->transitions->len && variable < net->variables->len);
  t->assigns = g_renew (LpnAssign, (LpnAssign *)t->assigns, t->n_assigns + 1);
  ((LpnAssign *)t->assigns)[t->n_assigns++] = assign;
}

void
lpn_net_set_port (LpnNet *net, guint32 variable, LpnPort port)
{
  g_return_if_fail (!net->frozen && variable < net->variables->len);
  LpnVariable *v = &g_array_index (net->variables, LpnVariable, variable);
  g_return_if_fail (!v->is_array);
  v->port = port;
}

void
lpn_net_set_edge (LpnNet *net, guint32 transition, guint32 variable, LpnEdge edge)
{
  g_return_if_fail (!net->frozen && transition < net->transitions->len && variable < net->variables->len);
  g_return_if_fail (!lpn_net_variable (net, variable)->is_array && edge != LPN_EDGE_NONE);
  LpnTransition *t = &g_array_index (net->transitions, LpnTransition, transition);
  g_return_if_fail (t->edge == LPN_EDGE_NONE);
  t->signal = variable;
  t->edge = edge;
  lpn_net_add_assign (net, transition, variable, NULL,
                      lpn_expr_new_binary (LPN_EXPR_SUB, lpn_expr_new_const (1), lpn_expr_new_cell (variable, 0)));
}

void
lpn_net_set_mutex (LpnNet *net, guint32 place)
{
  g_return_if_fail (!net->frozen && place < net->places->len);
  g_array_index (net->places, LpnPlace, place).mutex = true;
}

void
lpn_net_set_capacity (LpnNet *net, guint32 place, gint64 capacity)
{
  g_return_if_fail (!net->frozen && place < net->places->len && capacity >= 1);
  g_array_index (net->places, LpnPlace, place).capacity = capacity;
}

void
lpn_net_set_fail_enabled (LpnNet *net, guint32 transition)
{
  g_return_if_fail (!net->frozen && transition < net->transitions->len);
  LpnTransition *t = &g_array_index (net->transitions, LpnTransition, transition);
  t->fail = t->fail_enabled = true;
}

void
lpn_net_set_persistent (LpnNet *net, guint32 transition)
{
  g_return_if_fail (!net->frozen && transition < net->transitions->len);
  g_array_index (net->transitions, LpnTransition, transition).persistent = true;
}

const LpnExpr *
lpn_net_written_guard (const LpnNet *net, guint32 transition)
{
  const LpnTransition *t = lpn_net_transition (net, transition);
  return t->latch != LPN_NONE ? t->own_guard : t->guard;
}

guint32
lpn_net_n_written_variables (const LpnNet *net)
{
  guint32 n = net->variables->len;
  while (n > 0 && lpn_net_variable (net, n - 1)->latch_of != LPN_NONE)
    n--;
  return n;
}

guint
lpn_net_n_written_assigns (const LpnNet *net, guint32 transition)
{
  const LpnTransition *t = lpn_net_transition (net, transition);
  guint                n = t->n_assigns;
  while (n > 0 && lpn_net_variable (net, t->assigns[n - 1].variable)->latch_of != LPN_NONE)
    n--;
  return n;
}
