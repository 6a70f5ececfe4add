/* SPDX-License-Identifier: MIT */
/*
 * Syntax trees: making (with folding), freeing, copying, comparing, listing what is read.
 *
 * The round trip through text rests on one law of the builders: asked again for a node they once gave (same operator,
 * same arguments), they give an equal one. Hence folding looks at the node and its arguments only.
 */
#include "lpn/expr.h"

#include "lpn/arith.h"
#include "lpn/net.h"

guint
lpn_expr_n_args (LpnExprOp op)
{
  switch (op)
    {
    case LPN_EXPR_CONST:
    case LPN_EXPR_CELL:
    case LPN_EXPR_MARKED:
    case LPN_EXPR_TOKENS:
      return 0;
    case LPN_EXPR_INDEX:
    case LPN_EXPR_NEG:
    case LPN_EXPR_BIT_NOT:
    case LPN_EXPR_INT:
    case LPN_EXPR_BOOL:
    case LPN_EXPR_NOT:
      return 1;
    case LPN_EXPR_COND:
      return 3;
    default:
      return 2;
    }
}

/* Left-associative operators of one grammar level; 0 for the others. */
static guint
chain_class (LpnExprOp op)
{
  switch (op)
    {
    case LPN_EXPR_ADD:
    case LPN_EXPR_SUB:
      return 1;
    case LPN_EXPR_MUL:
    case LPN_EXPR_DIV:
    case LPN_EXPR_MOD:
      return 2;
    case LPN_EXPR_AND:
      return 3;
    case LPN_EXPR_OR:
      return 4;
    case LPN_EXPR_EQ:
    case LPN_EXPR_NE:
      return 5;
    case LPN_EXPR_SHIFT_LEFT:
    case LPN_EXPR_SHIFT_RIGHT:
      return 6;
    default:
      return 0;
    }
}

static LpnExpr *
node_new (LpnExprOp op, LpnType type, LpnExpr *a, LpnExpr *b, LpnExpr *c)
{
  LpnExpr *expr = g_new0 (LpnExpr, 1);

  expr->op = op;
  expr->type = type;
  expr->arg[0] = a;
  expr->arg[1] = b;
  expr->arg[2] = c;
  for (guint i = 0; i < 3 && expr->arg[i] != NULL; i++)
    {
      bool    chained = i == 0 && chain_class (op) != 0 && chain_class (op) == chain_class (a->op);
      guint32 nesting = expr->arg[i]->nesting + (chained ? 0 : 1);

      expr->nesting = MAX (expr->nesting, nesting);
    }
  return expr;
}

static LpnExpr *
const_new (LpnType type, gint64 value)
{
  LpnExpr *expr = node_new (LPN_EXPR_CONST, type, NULL, NULL, NULL);

  expr->value = value;
  return expr;
}

LpnExpr *
lpn_expr_new_const (gint64 value)
{
  return const_new (LPN_TYPE_NUMBER, value);
}

LpnExpr *
lpn_expr_new_truth (bool value)
{
  return const_new (LPN_TYPE_TRUTH, value);
}

LpnExpr *
lpn_expr_new_cell (guint32 variable, guint32 cell)
{
  LpnExpr *expr = node_new (LPN_EXPR_CELL, LPN_TYPE_NUMBER, NULL, NULL, NULL);

  expr->ref = variable;
  expr->value = cell;
  return expr;
}

LpnExpr *
lpn_expr_new_place (LpnExprOp op, guint32 place)
{
  LpnExpr *expr;

  g_return_val_if_fail (op == LPN_EXPR_MARKED || op == LPN_EXPR_TOKENS, NULL);
  expr = node_new (op, op == LPN_EXPR_MARKED ? LPN_TYPE_TRUTH : LPN_TYPE_NUMBER, NULL, NULL, NULL);
  expr->ref = place;
  return expr;
}

static LpnExpr *
as_number (LpnExpr *expr)
{
  return expr->type == LPN_TYPE_NUMBER ? expr : lpn_expr_new_unary (LPN_EXPR_INT, expr);
}

static LpnExpr *
as_truth (LpnExpr *expr)
{
  return expr->type == LPN_TYPE_TRUTH ? expr : lpn_expr_new_unary (LPN_EXPR_BOOL, expr);
}

/* Frees the root and gives its first argument. */
static LpnExpr *
unwrap (LpnExpr *expr)
{
  LpnExpr *inner = g_steal_pointer (&expr->arg[0]);

  lpn_expr_free (expr);
  return inner;
}

/* The side of a comparison or the branch of a conditional. BOOL prints as its operand, which would change the type here
 * where both are allowed, so it is written out as a comparison. */
static LpnExpr *
settled (LpnExpr *expr)
{
  if (expr->op != LPN_EXPR_BOOL)
    return expr;
  return lpn_expr_new_binary (LPN_EXPR_NE, unwrap (expr), lpn_expr_new_const (0));
}

LpnExpr *
lpn_expr_new_index (guint32 variable, guint32 size, LpnExpr *index)
{
  LpnExpr *expr;

  g_return_val_if_fail (index != NULL, NULL);
  index = as_number (index);
  if (index->op == LPN_EXPR_CONST && index->value >= 0 && index->value < (gint64)size)
    {
      guint32 cell = (guint32)index->value;

      lpn_expr_free (index);
      return lpn_expr_new_cell (variable, cell);
    }
  expr = node_new (LPN_EXPR_INDEX, LPN_TYPE_NUMBER, index, NULL, NULL);
  expr->ref = variable;
  return expr;
}

static LpnExpr *
replace_by_const (LpnExpr *expr, LpnType type, gint64 value)
{
  lpn_expr_free (expr);
  return const_new (type, value);
}

static LpnExpr *
new_conversion (LpnExprOp op, LpnExpr *a)
{
  if (op == LPN_EXPR_BOOL)
    {
      if (a->type == LPN_TYPE_TRUTH)
        return a;
      if (a->op == LPN_EXPR_INT)
        return unwrap (a);
      if (a->op == LPN_EXPR_CONST)
        return replace_by_const (a, LPN_TYPE_TRUTH, a->value != 0);
      return node_new (op, LPN_TYPE_TRUTH, a, NULL, NULL);
    }
  a = as_truth (a);
  if (a->op == LPN_EXPR_CONST)
    return replace_by_const (a, LPN_TYPE_NUMBER, a->value);
  return node_new (op, LPN_TYPE_NUMBER, a, NULL, NULL);
}

LpnExpr *
lpn_expr_new_unary (LpnExprOp op, LpnExpr *a)
{
  g_return_val_if_fail (a != NULL && op != LPN_EXPR_INDEX && lpn_expr_n_args (op) == 1, NULL);

  switch (op)
    {
    case LPN_EXPR_NOT:
      a = as_truth (a);
      if (a->op == LPN_EXPR_CONST)
        return replace_by_const (a, LPN_TYPE_TRUTH, !a->value);
      return node_new (op, LPN_TYPE_TRUTH, a, NULL, NULL);
    case LPN_EXPR_NEG:
      a = as_number (a);
      if (a->op == LPN_EXPR_CONST && a->value != G_MININT64)
        return replace_by_const (a, LPN_TYPE_NUMBER, -a->value);
      return node_new (op, LPN_TYPE_NUMBER, a, NULL, NULL);
    case LPN_EXPR_BIT_NOT:
      a = as_number (a);
      if (a->op == LPN_EXPR_CONST)
        return replace_by_const (a, LPN_TYPE_NUMBER, ~a->value);
      return node_new (op, LPN_TYPE_NUMBER, a, NULL, NULL);
    default:
      return new_conversion (op, a);
    }
}

static LpnFault
fold_number (LpnExprOp op, gint64 a, gint64 b, gint64 *r)
{
  switch (op)
    {
    case LPN_EXPR_ADD:
      return lpn_arith_add (a, b, r);
    case LPN_EXPR_SUB:
      return lpn_arith_sub (a, b, r);
    case LPN_EXPR_MUL:
      return lpn_arith_mul (a, b, r);
    case LPN_EXPR_DIV:
      return lpn_arith_div (a, b, r);
    case LPN_EXPR_MOD:
      return lpn_arith_mod (a, b, r);
    case LPN_EXPR_POW:
      return lpn_arith_pow (a, b, r);
    case LPN_EXPR_BIT_AND:
      return lpn_arith_and (a, b, r);
    case LPN_EXPR_BIT_OR:
      return lpn_arith_or (a, b, r);
    case LPN_EXPR_BIT_XOR:
      return lpn_arith_xor (a, b, r);
    case LPN_EXPR_SHIFT_LEFT:
      return lpn_arith_shl (a, b, r);
    case LPN_EXPR_SHIFT_RIGHT:
      return lpn_arith_shr (a, b, r);
    default:
      g_assert_not_reached ();
    }
}

static bool
fold_comparison (LpnExprOp op, gint64 a, gint64 b)
{
  switch (op)
    {
    case LPN_EXPR_EQ:
      return a == b;
    case LPN_EXPR_NE:
      return a != b;
    case LPN_EXPR_LT:
      return a < b;
    case LPN_EXPR_LE:
      return a <= b;
    case LPN_EXPR_GT:
      return a > b;
    case LPN_EXPR_GE:
      return a >= b;
    default:
      g_assert_not_reached ();
    }
}

/* Gives `keep`, frees `drop`. */
static LpnExpr *
choose (LpnExpr *keep, LpnExpr *drop)
{
  lpn_expr_free (drop);
  return keep;
}

/* AND, OR, IMPLIES. What a constant left side keeps from being computed may go, faults and all; what is computed stays.
 */
static LpnExpr *
new_logical (LpnExprOp op, LpnExpr *a, LpnExpr *b)
{
  a = as_truth (a);
  b = as_truth (b);
  if (a->op == LPN_EXPR_CONST)
    {
      bool decided = op == LPN_EXPR_OR ? a->value != 0 : a->value == 0;

      if (!decided)
        return choose (b, a);
      lpn_expr_free (b);
      return replace_by_const (a, LPN_TYPE_TRUTH, op != LPN_EXPR_AND);
    }
  if (op != LPN_EXPR_IMPLIES && b->op == LPN_EXPR_CONST && b->value == (op == LPN_EXPR_AND))
    return choose (a, b);
  return node_new (op, LPN_TYPE_TRUTH, a, b, NULL);
}

static LpnExpr *
new_comparison (LpnExprOp op, LpnExpr *a, LpnExpr *b)
{
  if ((op != LPN_EXPR_EQ && op != LPN_EXPR_NE) || a->type != b->type)
    {
      a = as_number (a);
      b = as_number (b);
    }
  a = settled (a);
  b = settled (b);
  if (a->op == LPN_EXPR_CONST && b->op == LPN_EXPR_CONST)
    {
      bool value = fold_comparison (op, a->value, b->value);

      lpn_expr_free (b);
      return replace_by_const (a, LPN_TYPE_TRUTH, value);
    }
  return node_new (op, LPN_TYPE_TRUTH, a, b, NULL);
}

LpnExpr *
lpn_expr_new_binary (LpnExprOp op, LpnExpr *a, LpnExpr *b)
{
  gint64 value;

  g_return_val_if_fail (a != NULL && b != NULL && lpn_expr_n_args (op) == 2, NULL);
  if (op == LPN_EXPR_AND || op == LPN_EXPR_OR || op == LPN_EXPR_IMPLIES)
    return new_logical (op, a, b);
  if (op >= LPN_EXPR_EQ && op <= LPN_EXPR_GE)
    return new_comparison (op, a, b);

  a = as_number (a);
  b = as_number (b);
  if (a->op == LPN_EXPR_CONST && b->op == LPN_EXPR_CONST
      && fold_number (op, a->value, b->value, &value) == LPN_FAULT_NONE)
    {
      lpn_expr_free (b);
      return replace_by_const (a, LPN_TYPE_NUMBER, value);
    }
  return node_new (op, LPN_TYPE_NUMBER, a, b, NULL);
}

LpnExpr *
lpn_expr_new_cond (LpnExpr *c, LpnExpr *a, LpnExpr *b)
{
  g_return_val_if_fail (c != NULL && a != NULL && b != NULL, NULL);

  c = as_truth (c);
  if (a->type != b->type)
    {
      a = as_number (a);
      b = as_number (b);
    }
  a = settled (a);
  b = settled (b);
  if (c->op == LPN_EXPR_CONST)
    {
      LpnExpr *chosen = c->value ? choose (a, b) : choose (b, a);

      lpn_expr_free (c);
      return chosen;
    }
  return node_new (LPN_EXPR_COND, a->type, c, a, b);
}

/* Goes down and up again without recursion or memory: on the way down each node's value, no longer needed, holds the
 * way up. */
void
lpn_expr_free (LpnExpr *expr)
{
  if (expr == NULL)
    return;
  expr->value = 0;
  while (expr != NULL)
    {
      LpnExpr *next = NULL;

      for (guint i = 0; i < 3 && next == NULL; i++)
        next = g_steal_pointer (&expr->arg[i]);
      if (next != NULL)
        next->value = (gint64)(gintptr)expr;
      else
        {
          next = (LpnExpr *)(gintptr)expr->value;
          g_free (expr);
        }
      expr = next;
    }
}

LpnExpr *
lpn_expr_copy (const LpnExpr *expr)
{
  g_autoptr (GPtrArray) todo = g_ptr_array_new (); /* places that hold a borrowed tree and shall own a copy */
  LpnExpr *copy = (LpnExpr *)expr;

  g_return_val_if_fail (expr != NULL, NULL);
  g_ptr_array_add (todo, &copy);
  while (todo->len > 0)
    {
      LpnExpr **place = g_ptr_array_steal_index_fast (todo, todo->len - 1);

      *place = g_memdup2 (*place, sizeof (LpnExpr));
      for (guint i = 0; i < 3; i++)
        if ((*place)->arg[i] != NULL)
          g_ptr_array_add (todo, &(*place)->arg[i]);
    }
  return copy;
}

bool
lpn_expr_equal (const LpnExpr *a, const LpnExpr *b)
{
  g_autoptr (GPtrArray) todo = g_ptr_array_new (); /* pairs */

  g_return_val_if_fail (a != NULL && b != NULL, false);
  g_ptr_array_add (todo, (gpointer)a);
  g_ptr_array_add (todo, (gpointer)b);
  while (todo->len > 0)
    {
      b = g_ptr_array_steal_index_fast (todo, todo->len - 1);
      a = g_ptr_array_steal_index_fast (todo, todo->len - 1);
      if (a->op != b->op || a->type != b->type || a->ref != b->ref || a->value != b->value)
        return false;
      for (guint i = 0; i < lpn_expr_n_args (a->op); i++)
        {
          g_ptr_array_add (todo, a->arg[i]);
          g_ptr_array_add (todo, b->arg[i]);
        }
    }
  return true;
}

guint
lpn_expr_size (const LpnExpr *expr)
{
  g_autoptr (GPtrArray) todo = g_ptr_array_new ();
  guint size = 0;

  g_ptr_array_add (todo, (gpointer)expr);
  for (; todo->len > 0; size++)
    {
      expr = g_ptr_array_steal_index_fast (todo, todo->len - 1);
      for (guint i = 0; i < lpn_expr_n_args (expr->op); i++)
        g_ptr_array_add (todo, expr->arg[i]);
    }
  return size;
}

void
lpn_expr_reads (const LpnExpr *expr, LpnExprReadFunc func, gpointer data)
{
  g_autoptr (GPtrArray) todo = g_ptr_array_new ();

  g_return_if_fail (expr != NULL);
  g_ptr_array_add (todo, (gpointer)expr);
  while (todo->len > 0)
    {
      expr = g_ptr_array_steal_index_fast (todo, todo->len - 1);
      if (expr->op == LPN_EXPR_CELL)
        func (LPN_SYMBOL_VARIABLE, expr->ref, (guint32)expr->value, data);
      else if (expr->op == LPN_EXPR_INDEX)
        func (LPN_SYMBOL_VARIABLE, expr->ref, LPN_NONE, data);
      else if (expr->op == LPN_EXPR_MARKED || expr->op == LPN_EXPR_TOKENS)
        func (LPN_SYMBOL_PLACE, expr->ref, 0, data);
      for (guint i = lpn_expr_n_args (expr->op); i-- > 0;)
        g_ptr_array_add (todo, expr->arg[i]);
    }
}
