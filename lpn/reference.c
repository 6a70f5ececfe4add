/* SPDX-License-Identifier: MIT */
#include "lpn/reference.h"

#include <string.h>

/* Wide enough for every result of one operator: whether it fits 64 bits is seen by looking at it. */
__extension__ typedef __int128 Wide;

typedef struct
{
  const LpnNet *net;
  const gint64 *values;
  LpnFault      fault;
  gint64        index; /* with LPN_FAULT_INDEX */
} Evaluation;

static gint64 eval (Evaluation *e, const LpnExpr *expr);

static gint64
fail (Evaluation *e, LpnFault fault)
{
  e->fault = fault;
  return 0;
}

/* A 128-bit result back in 64 bits. */
static gint64
narrow (Evaluation *e, Wide wide)
{
  if (wide < G_MININT64 || wide > G_MAXINT64)
    return fail (e, LPN_FAULT_OVERFLOW);
  return (gint64)wide;
}

/* One multiplication after another; from a base of two or more, 64 of them are past the end of 64 bits. */
static gint64
power (Evaluation *e, gint64 base, gint64 exponent)
{
  gint64 result = 1;

  if (exponent < 0)
    return fail (e, LPN_FAULT_EXPONENT);
  if (base == 0 || base == 1)
    return exponent == 0 ? 1 : base;
  if (base == -1)
    return exponent % 2 == 0 ? 1 : -1;
  for (gint64 i = 0; i < exponent && e->fault == LPN_FAULT_NONE; i++)
    result = narrow (e, (Wide)result * base);
  return result;
}

/* One bit after another; after 64 nothing changes any more, or it has overflown. */
static gint64
shift (Evaluation *e, gint64 a, gint64 distance, bool left)
{
  if (distance < 0)
    return fail (e, LPN_FAULT_EXPONENT);
  for (gint64 i = 0; i < MIN (distance, 64) && e->fault == LPN_FAULT_NONE; i++)
    a = left ? narrow (e, (Wide)a * 2) : narrow (e, ((Wide)a - (a % 2 != 0 && a < 0)) / 2);
  return a;
}

static gint64
binary (Evaluation *e, LpnExprOp op, gint64 a, gint64 b)
{
  Wide x = a;
  Wide y = b;

  switch (op)
    {
    case LPN_EXPR_ADD:
      return narrow (e, x + y);
    case LPN_EXPR_SUB:
      return narrow (e, x - y);
    case LPN_EXPR_MUL:
      return narrow (e, x * y);
    case LPN_EXPR_DIV:
      return b == 0 ? fail (e, LPN_FAULT_DIVISION) : narrow (e, x / y);
    case LPN_EXPR_MOD:
      return b == 0 ? fail (e, LPN_FAULT_DIVISION) : narrow (e, x % y);
    case LPN_EXPR_POW:
      return power (e, a, b);
    case LPN_EXPR_BIT_AND:
      return a & b;
    case LPN_EXPR_BIT_OR:
      return a | b;
    case LPN_EXPR_BIT_XOR:
      return a ^ b;
    case LPN_EXPR_SHIFT_LEFT:
    case LPN_EXPR_SHIFT_RIGHT:
      return shift (e, a, b, op == LPN_EXPR_SHIFT_LEFT);
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

static gint64
cell (Evaluation *e, guint32 variable, gint64 index)
{
  if (index < 0 || index >= (gint64)lpn_net_variable (e->net, variable)->size)
    {
      e->index = index;
      return fail (e, LPN_FAULT_INDEX);
    }
  return e->values[lpn_net_variable_element (e->net, variable) + (guint32)index];
}

static gint64
leaf (Evaluation *e, const LpnExpr *expr)
{
  switch (expr->op)
    {
    case LPN_EXPR_CONST:
      return expr->value;
    case LPN_EXPR_CELL:
      return cell (e, expr->ref, expr->value);
    case LPN_EXPR_MARKED:
      return e->values[expr->ref] > 0;
    case LPN_EXPR_TOKENS:
      return e->values[expr->ref];
    default:
      g_assert_not_reached ();
    }
}

/* The value of an operator whose first operand has the value `a`. */
static gint64
operate (Evaluation *e, const LpnExpr *expr, gint64 a)
{
  gint64 b;

  switch (expr->op)
    {
    case LPN_EXPR_INDEX:
      return cell (e, expr->ref, a);
    case LPN_EXPR_NEG:
      return narrow (e, -(Wide)a);
    case LPN_EXPR_BIT_NOT:
      return ~a;
    case LPN_EXPR_INT:
    case LPN_EXPR_BOOL:
      return a != 0;
    case LPN_EXPR_NOT:
      return a == 0;
    case LPN_EXPR_AND:
      return a != 0 && eval (e, expr->arg[1]) != 0;
    case LPN_EXPR_OR:
      return a != 0 || eval (e, expr->arg[1]) != 0;
    case LPN_EXPR_IMPLIES:
      return a == 0 || eval (e, expr->arg[1]) != 0;
    case LPN_EXPR_COND:
      return eval (e, expr->arg[a != 0 ? 1 : 2]);
    default:
      b = eval (e, expr->arg[1]);
      return e->fault != LPN_FAULT_NONE ? 0 : binary (e, expr->op, a, b);
    }
}

/* The first operand of every operator is computed first, so the left spine, which may be very long (a + b + c + ...),
 * is walked by a loop and only the other operands by recursion. */
static gint64
eval (Evaluation *e, const LpnExpr *expr)
{
  const LpnExpr             *few[16];
  g_autofree const LpnExpr **many = NULL;
  const LpnExpr            **spine = few;
  gsize                      length = 0;
  gint64                     value;

  for (const LpnExpr *at = expr; at->arg[0] != NULL; at = at->arg[0])
    length++;
  if (length > G_N_ELEMENTS (few))
    spine = many = g_new (const LpnExpr *, length);
  for (gsize i = 0; i < length; i++, expr = expr->arg[0])
    spine[i] = expr;
  value = leaf (e, expr);
  while (length > 0 && e->fault == LPN_FAULT_NONE)
    value = operate (e, spine[--length], value);
  return value;
}

static bool
report (LpnFaultInfo *info, LpnFault fault, guint32 element, gint64 value)
{
  if (info != NULL)
    {
      info->fault = fault;
      info->element = element;
      info->value = value;
    }
  return false;
}

bool
lpn_reference_eval (const LpnNet *net, const LpnExpr *expr, const gint64 *values, gint64 *result, LpnFaultInfo *info)
{
  Evaluation e = { .net = net, .values = values };

  g_return_val_if_fail (expr->nesting <= LPN_EXPR_MAX_NESTING, false);
  *result = eval (&e, expr);
  return e.fault == LPN_FAULT_NONE || report (info, e.fault, LPN_NONE, e.index);
}

static LpnFireAnswer
check_enabled (const LpnNet *net, guint32 transition, const gint64 *values, LpnFaultInfo *info)
{
  const LpnExpr *guard = lpn_net_transition (net, transition)->guard;
  guint          n;
  const LpnArc  *pre = lpn_net_pre (net, transition, &n);
  gint64         holds = 1;

  for (guint i = 0; i < n; i++)
    if (values[pre[i].place] < pre[i].weight)
      return LPN_FIRE_DISABLED;
  if (guard != NULL && !lpn_reference_eval (net, guard, values, &holds, info))
    return LPN_FIRE_FAULT;
  return holds != 0 ? LPN_FIRE_FIRED : LPN_FIRE_DISABLED;
}

/* next[the assigned cell] := the right-hand side in `values`. */
static bool
assign (const LpnNet *net, const LpnAssign *a, const gint64 *values, gint64 *next, LpnFaultInfo *info)
{
  const LpnVariable *variable = lpn_net_variable (net, a->variable);
  guint32            element = lpn_net_variable_element (net, a->variable);
  gint64             index = 0;
  gint64             value;

  if (a->index != NULL && !lpn_reference_eval (net, a->index, values, &index, info))
    return false;
  if (index < 0 || index >= (gint64)variable->size)
    return report (info, LPN_FAULT_INDEX, LPN_NONE, index);
  element += (guint32)index;
  if (!lpn_reference_eval (net, a->value, values, &value, info))
    return false;
  if (value < variable->min || value > variable->max)
    return report (info, LPN_FAULT_RANGE, element, value);
  next[element] = value;
  return true;
}

/* Tokens of one place: out, then in. */
static bool
move_tokens (const LpnNet *net, guint32 place, gint64 out, gint64 in, gint64 *next, LpnFaultInfo *info)
{
  Wide tokens = (Wide)next[place] - out + in;

  if (tokens > G_MAXINT64)
    return report (info, LPN_FAULT_OVERFLOW, place, 0);
  if (lpn_net_place (net, place)->safe && tokens > 1)
    return report (info, LPN_FAULT_UNSAFE, place, 0);
  next[place] = (gint64)tokens;
  return true;
}

static bool
move_all_tokens (const LpnNet *net, guint32 transition, gint64 *next, LpnFaultInfo *info)
{
  guint         n_pre;
  guint         n_post;
  const LpnArc *pre = lpn_net_pre (net, transition, &n_pre);
  const LpnArc *post = lpn_net_post (net, transition, &n_post);
  guint         i = 0;
  guint         j = 0;

  while (i < n_pre || j < n_post)
    {
      guint32 p = i < n_pre ? pre[i].place : LPN_NONE;
      guint32 q = j < n_post ? post[j].place : LPN_NONE;
      guint32 place = MIN (p, q);
      gint64  out = p == place ? pre[i++].weight : 0;
      gint64  in = q == place ? post[j++].weight : 0;

      if (!move_tokens (net, place, out, in, next, info))
        return false;
    }
  return true;
}

/* Marks a fault as this transition's. */
static LpnFireAnswer
answer (LpnFireAnswer a, guint32 transition, LpnFaultInfo *info)
{
  if (a == LPN_FIRE_FAULT && info != NULL)
    info->transition = transition;
  return a;
}

LpnFireAnswer
lpn_reference_enabled (const LpnNet *net, guint32 transition, const gint64 *values, LpnFaultInfo *info)
{
  return answer (check_enabled (net, transition, values, info), transition, info);
}

LpnFireAnswer
lpn_reference_fire (const LpnNet *net, guint32 transition, const gint64 *values, gint64 *next, LpnFaultInfo *info)
{
  const LpnTransition *t = lpn_net_transition (net, transition);
  LpnFireAnswer        enabled = lpn_reference_enabled (net, transition, values, info);

  if (enabled != LPN_FIRE_FIRED)
    return enabled;
  memcpy (next, values, lpn_net_n_elements (net) * sizeof (gint64));
  for (guint i = 0; i < t->n_assigns; i++)
    if (!assign (net, &t->assigns[i], values, next, info))
      return answer (LPN_FIRE_FAULT, transition, info);
  if (!move_all_tokens (net, transition, next, info))
    return answer (LPN_FIRE_FAULT, transition, info);
  return LPN_FIRE_FIRED;
}

guint32
lpn_reference_fail_enabled (const LpnNet *net, const gint64 *values)
{
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      LpnFaultInfo info = { 0 };
      if (lpn_net_transition (net, t)->fail_enabled && lpn_reference_enabled (net, t, values, &info) == LPN_FIRE_FIRED)
        return t;
    }
  return LPN_NONE;
}

char *
lpn_fault_info_text (const LpnFaultInfo *info, const LpnNet *net)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *name = info->element != LPN_NONE ? lpn_net_element_name (net, info->element) : NULL;

  if (info->transition != LPN_NONE)
    g_string_append_printf (text, "transition %s: ", lpn_net_transition (net, info->transition)->id);
  if (info->fault == LPN_FAULT_RANGE && name != NULL)
    {
      const LpnVariable *variable = lpn_net_variable (net, lpn_net_element_variable (net, info->element, NULL));

      g_string_append_printf (text,
                              "value %" G_GINT64_FORMAT " outside the range %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT
                              " of variable %s",
                              info->value, variable->min, variable->max, name);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  g_string_append (text, lpn_fault_text (info->fault));
  if (info->fault == LPN_FAULT_INDEX)
    g_string_append_printf (text, ": %" G_GINT64_FORMAT, info->value);
  else if (name != NULL)
    g_string_append_printf (text, ": %s", name);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
