/* SPDX-License-Identifier: MIT */
/* What is enabled, said as expressions: enabled(t), rises(x), falls(x), excited(x). */
#include "lpn/net-private.h"

/* Returns: transfer full. */
static LpnExpr *
has_tokens (guint32 place, gint64 weight)
{
  if (weight == 1)
    return lpn_expr_new_place (LPN_EXPR_MARKED, place);
  return lpn_expr_new_binary (LPN_EXPR_GE, lpn_expr_new_place (LPN_EXPR_TOKENS, place), lpn_expr_new_const (weight));
}

/* Input arcs of a net that is still being filled: parallel ones are added up. */
static LpnExpr *
loose_inputs (const LpnNet *net, guint32 transition)
{
  LpnExpr *expr = lpn_expr_new_truth (true);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < net->loose->len; i++)
    {
      const LooseArc *arc = &g_array_index (net->loose, LooseArc, i);
      gint64          weight = 0;
      if (arc->transition != transition || arc->output || !g_hash_table_add (seen, GUINT_TO_POINTER (arc->place)))
        continue;
      for (guint k = i; k < net->loose->len; k++)
        {
          const LooseArc *other = &g_array_index (net->loose, LooseArc, k);
          if (other->transition == transition && !other->output && other->place == arc->place
              && __builtin_add_overflow (weight, other->weight, &weight))
            weight = G_MAXINT64; /* freezing will refuse the net */
        }
      expr = lpn_expr_new_binary (LPN_EXPR_AND, expr, has_tokens (arc->place, weight));
    }
  return expr;
}

LpnExpr *
lpn_net_enabled_expr (const LpnNet *net, guint32 transition)
{
  const LpnTransition *t = lpn_net_transition (net, transition);
  LpnExpr             *expr;

  if (net->frozen)
    {
      guint         n;
      const LpnArc *pre = lpn_net_pre (net, transition, &n);
      expr = lpn_expr_new_truth (true);
      for (guint i = 0; i < n; i++)
        expr = lpn_expr_new_binary (LPN_EXPR_AND, expr, has_tokens (pre[i].place, pre[i].weight));
    }
  else
    expr = loose_inputs (net, transition);
  if (t->guard != NULL)
    expr = lpn_expr_new_binary (LPN_EXPR_AND, expr, lpn_expr_copy (t->guard));
  return expr;
}

/* Does the transition take the signal to where `kind` says? NULL: no; else under which condition. A toggle rises from
 * 0 and falls from anything else. */
static LpnExpr *
moves (const LpnTransition *t, LpnEventKind kind)
{
  LpnEdge wanted = kind == LPN_EVENT_RISES ? LPN_EDGE_RISE : LPN_EDGE_FALL;
  if (kind == LPN_EVENT_EXCITED || t->edge == wanted)
    return lpn_expr_new_truth (true);
  if (t->edge != LPN_EDGE_TOGGLE)
    return NULL;
  return lpn_expr_new_binary (wanted == LPN_EDGE_RISE ? LPN_EXPR_EQ : LPN_EXPR_NE, lpn_expr_new_cell (t->signal, 0),
                              lpn_expr_new_const (0));
}

LpnExpr *
lpn_net_event_expr (const LpnNet *net, guint32 signal, LpnEventKind kind)
{
  LpnExpr *any = lpn_expr_new_truth (false);
  for (guint32 i = 0; i < lpn_net_n_transitions (net); i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      LpnExpr             *condition = t->signal == signal ? moves (t, kind) : NULL;
      if (condition != NULL)
        any = lpn_expr_new_binary (LPN_EXPR_OR, any,
                                   lpn_expr_new_binary (LPN_EXPR_AND, condition, lpn_net_enabled_expr (net, i)));
    }
  return any;
}

/* Before freezing, nothing stands for the condition that a persistent transition is enabled, but for one without a
 * guard. */
static bool
is_latched_later (const LpnNet *net, LpnEventKind kind, guint32 ref)
{
  bool later = false;
  for (guint32 i = 0; !net->frozen && i < lpn_net_n_transitions (net); i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      later = later || (t->persistent && t->guard != NULL && (kind == LPN_EVENT_ENABLED ? i == ref : t->signal == ref));
    }
  return later;
}

LpnExpr *
lpn_net_scope_event (const LpnScope *scope, LpnEventKind kind, const char *name, const char **why)
{
  const LpnNet *net = scope->data;
  guint32       ref = kind == LPN_EVENT_ENABLED ? lpn_net_find_transition (net, name)
                                                : lpn_net_find_variable (net, scope->module, name);
  if (ref == LPN_NONE)
    return NULL;
  if (is_latched_later (net, kind, ref))
    {
      *why = "whether a persistent transition is enabled is no question for a property of the file, which knows the "
             "marking and the variables only; ask with --invariant or --reach";
      return NULL;
    }
  if (kind == LPN_EVENT_ENABLED)
    return lpn_net_enabled_expr (net, ref);
  return lpn_net_variable (net, ref)->is_array ? NULL : lpn_net_event_expr (net, ref, kind);
}
