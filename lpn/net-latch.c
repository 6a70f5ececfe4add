/* SPDX-License-Identifier: MIT */
/*
 * Persistent transitions, by a latch each: a variable of the net that is 1 exactly while the transition is enabled.
 *
 * A persistent transition t is enabled when its input places are marked and its guard holds, or held when it last
 * became enabled: the guard may become false again. Firing t, or any transition that takes a token from an input place
 * of t, begins anew. With P' for "the input places of t are marked after firing u" and g' for "the guard of t holds
 * after firing u", every transition u that may change either assigns
 *
 *   latch := P' & g'             where u is t, or takes a token from an input place of t
 *   latch := latch | P' & g'     elsewhere: while latched, the tokens are there and stay
 *
 * and the latch takes the place of t's guard, so that nothing else has to know of persistence. Transitions without a
 * guard need no latch.
 */
#include "lpn/after.h"
#include "lpn/net-private.h"
#include "lpn/reference.h"

static LpnTransition *
transition_at (const LpnNet *net, guint32 t)
{
  return &g_array_index (net->transitions, LpnTransition, t);
}

static gint64
weight_of (const LpnArc *arcs, guint n, guint32 place)
{
  for (guint i = 0; i < n; i++)
    if (arcs[i].place == place)
      return arcs[i].weight;
  return 0;
}

/* What firing u does to the input places of t. */
typedef struct
{
  bool     touches; /* puts or takes a token */
  bool     takes;
  LpnExpr *marked; /* P' */
} Effect;

/* "There are `needed` tokens on the place after `taken` are taken and `put` are put." */
static LpnExpr *
marked_after (const LpnNet *net, guint32 place, gint64 needed, gint64 taken, gint64 put)
{
  gint64 before; /* tokens needed */

  if (put >= needed)
    return lpn_expr_new_truth (true);
  if (lpn_net_place (net, place)->safe)
    return taken > 0 ? lpn_expr_new_truth (false) : lpn_expr_new_place (LPN_EXPR_MARKED, place);
  if (__builtin_add_overflow (needed - put, taken, &before))
    return lpn_expr_new_truth (false);
  return lpn_expr_new_binary (LPN_EXPR_GE, lpn_expr_new_place (LPN_EXPR_TOKENS, place), lpn_expr_new_const (before));
}

static Effect
effect_on (const LpnNet *net, guint32 t, guint32 u)
{
  guint         n, n_pre, n_post;
  const LpnArc *inputs = lpn_net_pre (net, t, &n);
  const LpnArc *pre = lpn_net_pre (net, u, &n_pre);
  const LpnArc *post = lpn_net_post (net, u, &n_post);
  Effect        effect = { .marked = lpn_expr_new_truth (true) };

  for (guint i = 0; i < n; i++)
    {
      guint32 place = inputs[i].place;
      gint64  taken = weight_of (pre, n_pre, place);
      gint64  put = weight_of (post, n_post, place);
      effect.takes = effect.takes || taken > 0;
      effect.touches = effect.touches || taken > 0 || put > 0;
      effect.marked
          = lpn_expr_new_binary (LPN_EXPR_AND, effect.marked, marked_after (net, place, inputs[i].weight, taken, put));
    }
  return effect;
}

typedef struct
{
  const LpnTransition *writer;
  bool                 found;
} Reads;

static void
look_for_write (LpnSymbolKind kind, guint32 ref, guint32 cell, gpointer data)
{
  Reads *reads = data;
  (void)cell;
  for (guint i = 0; kind == LPN_SYMBOL_VARIABLE && i < reads->writer->n_assigns; i++)
    reads->found = reads->found || reads->writer->assigns[i].variable == ref;
}

static bool
writes_guard (const LpnNet *net, const LpnExpr *guard, guint32 u)
{
  Reads reads = { lpn_net_transition (net, u), false };
  lpn_expr_reads (guard, look_for_write, &reads);
  return reads.found;
}

static void
append_assign (LpnTransition *t, guint32 variable, LpnExpr *value)
{
  t->assigns = g_renew (LpnAssign, (LpnAssign *)t->assigns, t->n_assigns + 1);
  ((LpnAssign *)t->assigns)[t->n_assigns++] = (LpnAssign){ variable, NULL, value };
}

static bool
latch_after (LpnNet *net, guint32 t, guint32 u, GError **error)
{
  const LpnExpr *guard = lpn_net_transition (net, t)->guard;
  guint32        latch = lpn_net_transition (net, t)->latch;
  Effect         effect = effect_on (net, t, u);
  LpnExpr       *value;

  if (u != t && !effect.touches && !writes_guard (net, guard, u))
    {
      lpn_expr_free (effect.marked);
      return true;
    }
  value = lpn_expr_new_binary (LPN_EXPR_AND, effect.marked, lpn_net_after (net, u, guard));
  if (u != t && !effect.takes)
    value = lpn_expr_new_binary (LPN_EXPR_OR, lpn_expr_new_cell (latch, 0), value);
  value = lpn_expr_new_unary (LPN_EXPR_INT, value);
  append_assign (transition_at (net, u), latch, value);
  if (value->nesting <= LPN_EXPR_MAX_NESTING)
    return true;
  g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_LIMIT,
               "the guard of the persistent transition \"%s\" after the firing of \"%s\" is nested too deep",
               lpn_net_transition (net, t)->id, lpn_net_transition (net, u)->id);
  return false;
}

static bool
needs_latch (const LpnTransition *t)
{
  return t->persistent && t->guard != NULL && t->guard->op != LPN_EXPR_CONST;
}

bool
lpn_net_add_latches (LpnNet *net, GError **error)
{
  guint32 n = net->transitions->len;

  for (guint32 t = 0; t < n; t++)
    {
      LpnTransition *transition = transition_at (net, t);
      if (!needs_latch (transition))
        continue;
      g_autofree char *id = g_strconcat (transition->id, "$enabled", NULL);
      transition->latch = lpn_net_add_variable (net, transition->module, id, false, 1, &(gint64){ 0 }, 0, 1, error);
      if (transition->latch == LPN_NONE)
        return false;
      g_array_index (net->variables, LpnVariable, transition->latch).latch_of = t;
    }
  return true;
}

bool
lpn_net_set_latches (LpnNet *net, GError **error)
{
  g_autofree gint64 *values = g_new (gint64, (gsize)lpn_net_n_elements (net) + 1);

  for (guint32 t = 0; t < net->transitions->len; t++)
    for (guint32 u = 0; transition_at (net, t)->latch != LPN_NONE && u < net->transitions->len; u++)
      if (!latch_after (net, t, u, error))
        return false;
  lpn_net_initial (net, values);
  for (guint32 t = 0; t < net->transitions->len; t++)
    {
      LpnTransition *transition = transition_at (net, t);
      LpnFaultInfo   info = { 0 };
      if (transition->latch == LPN_NONE)
        continue;
      LpnFireAnswer answer = lpn_reference_enabled (net, t, values, &info);
      LpnExpr      *guard = lpn_expr_new_unary (LPN_EXPR_BOOL, lpn_expr_new_cell (transition->latch, 0));
      if (answer == LPN_FIRE_FAULT) /* an error of the model, for the search to meet */
        guard = lpn_expr_new_binary (LPN_EXPR_OR, guard, lpn_expr_copy (transition->guard));
      ((gint64 *)lpn_net_variable (net, transition->latch)->initial)[0] = answer == LPN_FIRE_FIRED;
      transition->own_guard = transition->guard;
      transition->guard = guard;
    }
  return true;
}
