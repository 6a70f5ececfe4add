/* SPDX-License-Identifier: MIT */
#include "lpn/after.h"

typedef struct
{
  const LpnNet        *net;
  const LpnTransition *transition;
} After;

/* variable[index] after the firing: the last assignment to that cell, or what was there. Takes `index` over. */
static LpnExpr *
cell_after (const After *after, guint32 variable, LpnExpr *index)
{
  const LpnTransition *t = after->transition;
  guint32              size = lpn_net_variable (after->net, variable)->size;
  LpnExpr             *value = lpn_expr_new_index (variable, size, lpn_expr_copy (index));

  for (guint i = 0; i < t->n_assigns; i++)
    {
      const LpnAssign *assign = &t->assigns[i];
      if (assign->variable != variable)
        continue;
      LpnExpr *here = assign->index == NULL
                          ? lpn_expr_new_truth (true)
                          : lpn_expr_new_binary (LPN_EXPR_EQ, lpn_expr_copy (index), lpn_expr_copy (assign->index));
      value = lpn_expr_new_cond (here, lpn_expr_copy (assign->value), value);
    }
  lpn_expr_free (index);
  return value;
}

static LpnExpr *leftmost_first (const After *after, const LpnExpr *expr);

/* The operator `expr` over the first operand `a`, which it takes over. */
static LpnExpr *
operate (const After *after, const LpnExpr *expr, LpnExpr *a)
{
  LpnExpr *b;

  if (expr->op == LPN_EXPR_INDEX)
    return cell_after (after, expr->ref, a);
  if (lpn_expr_n_args (expr->op) == 1)
    return lpn_expr_new_unary (expr->op, a);
  b = leftmost_first (after, expr->arg[1]);
  if (expr->op == LPN_EXPR_COND)
    return lpn_expr_new_cond (a, b, leftmost_first (after, expr->arg[2]));
  return lpn_expr_new_binary (expr->op, a, b);
}

/* The left spine may be very long (a + b + c + ...): a loop goes up it, and recursion only into other operands. */
static LpnExpr *
leftmost_first (const After *after, const LpnExpr *expr)
{
  g_autoptr (GPtrArray) spine = g_ptr_array_new ();
  LpnExpr *value;

  for (; expr->arg[0] != NULL; expr = expr->arg[0])
    g_ptr_array_add (spine, (gpointer)expr);
  value = expr->op == LPN_EXPR_CELL ? cell_after (after, expr->ref, lpn_expr_new_const (expr->value))
                                    : lpn_expr_copy (expr);
  while (spine->len > 0)
    value = operate (after, g_ptr_array_steal_index_fast (spine, spine->len - 1), value);
  return value;
}

LpnExpr *
lpn_net_after (const LpnNet *net, guint32 transition, const LpnExpr *expr)
{
  After after = { net, lpn_net_transition (net, transition) };
  return leftmost_first (&after, expr);
}
