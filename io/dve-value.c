/* SPDX-License-Identifier: MIT */
/*
 * Expressions of DVE as those of the net, with intervals.
 *
 * Every DveValue keeps to 32 bits, so that no operation on two of them leaves the net's 64: an operation whose interval
 * leaves 32 bits is followed by arithmetic that wraps.
 */
#include "io/dve-private.h"
#include "io/dve-value.h"

static const gint64 INT_MIN32 = G_MININT32;
static const gint64 INT_MAX32 = G_MAXINT32;

static const DveValue FAILED = { NULL, 0, 0, 0 };

void
lpn_dve_range (DveType type, gint64 *min, gint64 *max)
{
  *min = type == DVE_BYTE ? 0 : type == DVE_INT ? G_MININT16 : INT_MIN32;
  *max = type == DVE_BYTE ? G_MAXUINT8 : type == DVE_INT ? G_MAXINT16 : INT_MAX32;
}

void
lpn_dve_value_clear (DveValue *value)
{
  lpn_expr_free (value->expr);
  *value = FAILED;
}

DveValue
lpn_dve_value_const (gint64 value)
{
  return (DveValue){ lpn_expr_new_const (value), value, value, 1 };
}

/* A made tree: constants have the smallest interval, and too deep a tree fails. */
static DveValue
finish (DveEnv *env, LpnExpr *expr, gint64 min, gint64 max, guint64 size, DvePosition at)
{
  DveValue value = { expr, min, max, size };

  if (expr->op == LPN_EXPR_CONST)
    value = (DveValue){ expr, expr->value, expr->value, 1 };
  if (expr->nesting + 8 > LPN_EXPR_MAX_NESTING)
    lpn_dve_fail (env->build, at, LPN_IO_ERROR_LIMIT, "effects put into each other are nested more than %d deep",
                  LPN_EXPR_MAX_NESTING - 8);
  if (!lpn_dve_work (env->build, at, 1))
    lpn_dve_value_clear (&value);
  return value;
}

/* x modulo 2^bits, into the signed or unsigned range that starts at `min`. */
static DveValue
wrap (DveEnv *env, DveValue value, gint64 min, gint64 max, DvePosition at)
{
  LpnExpr *expr = value.expr;

  if (expr == NULL || (value.min >= min && value.max <= max))
    return value;
  if (min != 0)
    expr = lpn_expr_new_binary (LPN_EXPR_SUB, expr, lpn_expr_new_const (min));
  expr = lpn_expr_new_binary (LPN_EXPR_BIT_AND, expr, lpn_expr_new_const (max - min));
  if (min != 0)
    expr = lpn_expr_new_binary (LPN_EXPR_ADD, expr, lpn_expr_new_const (min));
  return finish (env, expr, min, max, value.size + 6, at);
}

bool
lpn_dve_fits (const DveValue *value, DveType type)
{
  gint64 min, max;
  lpn_dve_range (type, &min, &max);
  return value->min >= min && value->max <= max;
}

DveValue
lpn_dve_fit (DveEnv *env, DveValue value, DveType type, DvePosition at)
{
  gint64 min, max;

  lpn_dve_range (type, &min, &max);
  if (env->build->overflow == LPN_DVE_WRAP)
    return wrap (env, value, min, max, at);
  /* A value outside stops the run, so that whatever follows may count on the range. A value that is always outside
   * keeps an interval that is not empty. */
  value.min = CLAMP (value.min, min, max);
  value.max = CLAMP (value.max, min, max);
  return value;
}

typedef struct
{
  gint64 min;
  gint64 max;
} Interval;

static gint64
magnitude (Interval a)
{
  return MAX (ABS (a.min), ABS (a.max));
}

static Interval
times (Interval a, Interval b)
{
  gint64 corners[] = { a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max };
  return (Interval){ MIN (MIN (corners[0], corners[1]), MIN (corners[2], corners[3])),
                     MAX (MAX (corners[0], corners[1]), MAX (corners[2], corners[3])) };
}

static Interval
divided (Interval a, Interval b)
{
  if (a.min >= 0 && b.min >= 0)
    return (Interval){ b.max > 0 ? a.min / b.max : 0, a.max / MAX (b.min, 1) };
  return (Interval){ -magnitude (a), magnitude (a) };
}

static Interval
remainder_of (Interval a, Interval b)
{
  gint64 most = MIN (MAX (magnitude (b) - 1, 0), magnitude (a));
  return (Interval){ a.min >= 0 ? 0 : -most, a.max <= 0 ? 0 : most };
}

static Interval
bits (LpnExprOp op, Interval a, Interval b)
{
  gint64 most = MAX (a.max, b.max);

  if (op == LPN_EXPR_BIT_AND && (a.min >= 0 || b.min >= 0))
    return (Interval){ 0, a.min < 0 ? b.max : b.min < 0 ? a.max : MIN (a.max, b.max) };
  if (a.min < 0 || b.min < 0)
    return (Interval){ INT_MIN32, INT_MAX32 };
  for (guint shift = 1; shift <= 16; shift *= 2)
    most |= most >> shift;
  return (Interval){ 0, most };
}

static Interval
interval_of (LpnExprOp op, Interval a, Interval b)
{
  switch (op)
    {
    case LPN_EXPR_ADD:
      return (Interval){ a.min + b.min, a.max + b.max };
    case LPN_EXPR_SUB:
      return (Interval){ a.min - b.max, a.max - b.min };
    case LPN_EXPR_MUL:
      return times (a, b);
    case LPN_EXPR_DIV:
      return divided (a, b);
    case LPN_EXPR_MOD:
      return remainder_of (a, b);
    case LPN_EXPR_BIT_AND:
    case LPN_EXPR_BIT_OR:
    case LPN_EXPR_BIT_XOR:
      return bits (op, a, b);
    default:
      return (Interval){ 0, 1 };
    }
}

/* Takes both over. */
static DveValue
binary (DveEnv *env, LpnExprOp op, DveValue a, DveValue b, DvePosition at)
{
  if (a.expr == NULL || b.expr == NULL)
    {
      lpn_dve_value_clear (&a);
      lpn_dve_value_clear (&b);
      return FAILED;
    }
  Interval i = interval_of (op, (Interval){ a.min, a.max }, (Interval){ b.min, b.max });
  DveValue value = finish (env, lpn_expr_new_binary (op, a.expr, b.expr), i.min, i.max, a.size + b.size + 1, at);
  return wrap (env, value, INT_MIN32, INT_MAX32, at);
}

static DveValue
unary (DveEnv *env, LpnExprOp op, DveValue a, DvePosition at)
{
  Interval i = { 0, 1 };

  if (a.expr == NULL)
    return FAILED;
  if (op == LPN_EXPR_NEG)
    i = (Interval){ -a.max, -a.min };
  else if (op == LPN_EXPR_BIT_NOT)
    i = (Interval){ ~a.max, ~a.min };
  return wrap (env, finish (env, lpn_expr_new_unary (op, a.expr), i.min, i.max, a.size + 1, at), INT_MIN32, INT_MAX32,
               at);
}

/* 2 to the power of `a` modulo 32, as machines shift. Up to 2^31: one more than 32 bits hold. */
static DveValue
power_of_two (DveEnv *env, DveValue a, DvePosition at)
{
  if (a.expr != NULL && (a.min < 0 || a.max > 31))
    a = binary (env, LPN_EXPR_BIT_AND, a, lpn_dve_value_const (31), at);
  if (a.expr == NULL)
    return a;
  return finish (env, lpn_expr_new_binary (LPN_EXPR_POW, lpn_expr_new_const (2), a.expr),
                 G_GINT64_CONSTANT (1) << a.min, G_GINT64_CONSTANT (1) << a.max, a.size + 2, at);
}

static DveValue
shift (DveEnv *env, bool left, DveValue a, DveValue b, DvePosition at)
{
  DveValue factor = power_of_two (env, b, at);

  if (a.expr != NULL && factor.expr != NULL && !left && a.min < 0)
    {
      /* Division rounds towards zero and shifting down: what is shifted out goes first. */
      DveValue mask = { lpn_expr_new_binary (LPN_EXPR_SUB, lpn_expr_copy (factor.expr), lpn_expr_new_const (1)), 0,
                        factor.max - 1, factor.size + 2 };
      DveValue out = { lpn_expr_copy (a.expr), a.min, a.max, a.size };
      lpn_dve_work (env->build, at, factor.size + a.size);
      out = binary (env, LPN_EXPR_BIT_AND, out, mask, at);
      a = binary (env, LPN_EXPR_SUB, a, out, at);
    }
  return binary (env, left ? LPN_EXPR_MUL : LPN_EXPR_DIV, a, factor, at);
}

static LpnExprOp
net_op (DveOp op)
{
  static const LpnExprOp ops[] = {
    [DVE_OP_NEG] = LPN_EXPR_NEG,       [DVE_OP_BIT_NOT] = LPN_EXPR_BIT_NOT, [DVE_OP_NOT] = LPN_EXPR_NOT,
    [DVE_OP_IMPLY] = LPN_EXPR_IMPLIES, [DVE_OP_OR] = LPN_EXPR_OR,           [DVE_OP_AND] = LPN_EXPR_AND,
    [DVE_OP_BIT_OR] = LPN_EXPR_BIT_OR, [DVE_OP_BIT_AND] = LPN_EXPR_BIT_AND, [DVE_OP_BIT_XOR] = LPN_EXPR_BIT_XOR,
    [DVE_OP_EQ] = LPN_EXPR_EQ,         [DVE_OP_NE] = LPN_EXPR_NE,           [DVE_OP_LT] = LPN_EXPR_LT,
    [DVE_OP_LE] = LPN_EXPR_LE,         [DVE_OP_GT] = LPN_EXPR_GT,           [DVE_OP_GE] = LPN_EXPR_GE,
    [DVE_OP_ADD] = LPN_EXPR_ADD,       [DVE_OP_SUB] = LPN_EXPR_SUB,         [DVE_OP_MUL] = LPN_EXPR_MUL,
    [DVE_OP_DIV] = LPN_EXPR_DIV,       [DVE_OP_MOD] = LPN_EXPR_MOD,
  };
  return ops[op];
}

/* P.Location, 0 or 1. */
static DveValue
location (DveEnv *env, const DveExpr *expr)
{
  const DveProcess *process = g_hash_table_lookup (env->build->processes, expr->name);
  guint    number = process != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (process->locations, expr->field)) : 0;
  LpnExpr *asked;

  if (process == NULL || number == 0)
    {
      lpn_dve_fail (env->build, expr->at, LPN_IO_ERROR_INVALID,
                    process == NULL ? "there is no process '%s'" : "process '%s' has no location '%s'", expr->name,
                    expr->field);
      return FAILED;
    }
  for (guint i = 0; i < G_N_ELEMENTS (env->moving); i++)
    if (env->moving[i] == process)
      return lpn_dve_value_const (env->located[i] == number - 1);
  if (env->property)
    asked = lpn_expr_new_place (LPN_EXPR_MARKED, process->first_place + number - 1);
  else if (!env->constant)
    asked = lpn_expr_new_binary (LPN_EXPR_EQ, lpn_expr_new_cell (process->at_ref, 0), lpn_expr_new_const (number - 1));
  else
    {
      lpn_dve_fail (env->build, expr->at, LPN_IO_ERROR_INVALID, "locations cannot be asked for in a declaration");
      return FAILED;
    }
  return finish (env, asked, 0, 1, 3, expr->at);
}

DveValue
lpn_dve_value (DveEnv *env, const DveExpr *expr)
{
  switch (expr->op)
    {
    case DVE_OP_NUMBER:
      return lpn_dve_value_const (expr->value);
    case DVE_OP_NAME:
    case DVE_OP_FIELD:
      return lpn_dve_env_read (env, expr);
    case DVE_OP_STATE:
      return location (env, expr);
    case DVE_OP_NEG:
    case DVE_OP_BIT_NOT:
    case DVE_OP_NOT:
      return unary (env, net_op (expr->op), lpn_dve_value (env, expr->arg[0]), expr->at);
    default:
      break;
    }
  DveValue a = lpn_dve_value (env, expr->arg[0]);
  DveValue b = lpn_dve_value (env, expr->arg[1]);
  if (expr->op == DVE_OP_SHIFT_LEFT || expr->op == DVE_OP_SHIFT_RIGHT)
    return shift (env, expr->op == DVE_OP_SHIFT_LEFT, a, b, expr->at);
  return binary (env, net_op (expr->op), a, b, expr->at);
}

bool
lpn_dve_constant (DveEnv *env, const DveExpr *expr, gint64 *value)
{
  DveValue result = lpn_dve_value (env, expr);
  bool     ok = result.expr != NULL && result.expr->op == LPN_EXPR_CONST;

  if (ok)
    *value = result.expr->value;
  else
    lpn_dve_fail (env->build, expr->at, LPN_IO_ERROR_INVALID, "this has no constant value");
  lpn_dve_value_clear (&result);
  return ok;
}
