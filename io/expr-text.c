/* SPDX-License-Identifier: MIT */
#include "io/expr-text.h"

typedef struct
{
  const LpnNet          *net;
  const LpnExprSpelling *spelling;
  const char *const     *names;
  GString               *text;
} Printer;

static bool
is_bit (const LpnExpr *e)
{
  return e->op == LPN_EXPR_BIT_AND && e->arg[0]->op == LPN_EXPR_SHIFT_RIGHT && e->arg[1]->op == LPN_EXPR_CONST
         && e->arg[1]->value == 1;
}

static bool print (const Printer *p, const LpnExpr *e);

static bool
print_call (const Printer *p, const char *name, const LpnExpr *a, const LpnExpr *b)
{
  g_string_append_printf (p->text, "%s(", name);
  if (!print (p, a))
    return false;
  if (b != NULL)
    g_string_append_c (p->text, ',');
  if (b != NULL && !print (p, b))
    return false;
  g_string_append_c (p->text, ')');
  return true;
}

static bool
print_between (const Printer *p, const LpnExpr *e, const char *sign)
{
  g_string_append_c (p->text, '(');
  if (!print (p, e->arg[0]))
    return false;
  g_string_append (p->text, sign);
  if (!print (p, e->arg[1]))
    return false;
  g_string_append_c (p->text, ')');
  return true;
}

static void
print_number (const Printer *p, gint64 value)
{
  if (value == G_MININT64) /* its sign would be that of a number too large */
    g_string_append (p->text, "(-9223372036854775807-1)");
  else
    g_string_append_printf (p->text, value < 0 ? "(%" G_GINT64_FORMAT ")" : "%" G_GINT64_FORMAT, value);
}

static bool
print_cell (const Printer *p, const LpnExpr *e)
{
  g_string_append (p->text, p->names[e->ref]);
  if (!lpn_net_variable (p->net, e->ref)->is_array)
    return true;
  if (!p->spelling->arrays)
    return false;
  g_string_append_c (p->text, '[');
  if (e->op == LPN_EXPR_CELL)
    print_number (p, e->value);
  else if (!print (p, e->arg[0]))
    return false;
  g_string_append_c (p->text, ']');
  return true;
}

static bool
print_conditional (const Printer *p, const LpnExpr *e)
{
  if (!p->spelling->conditional)
    return false;
  g_string_append_c (p->text, '(');
  for (guint i = 0; i < 3; i++)
    {
      static const char *const signs[] = { "", "?", ":" };
      g_string_append (p->text, signs[i]);
      if (!print (p, e->arg[i]))
        return false;
    }
  g_string_append_c (p->text, ')');
  return true;
}

static bool
print (const Printer *p, const LpnExpr *e)
{
  const LpnExprSpelling *spelling = p->spelling;
  if (e->op == LPN_EXPR_CONST && e->type == LPN_TYPE_TRUTH)
    g_string_append (p->text, spelling->truth[e->value != 0]);
  else if (e->op == LPN_EXPR_CONST)
    print_number (p, e->value);
  else if (e->op == LPN_EXPR_CELL || e->op == LPN_EXPR_INDEX)
    return print_cell (p, e);
  else if (is_bit (e) && spelling->bit != NULL)
    return print_call (p, spelling->bit, e->arg[0]->arg[0], e->arg[0]->arg[1]);
  else if (e->op == LPN_EXPR_COND)
    return print_conditional (p, e);
  else if (spelling->infix[e->op] != NULL)
    return print_between (p, e, spelling->infix[e->op]);
  else if (spelling->call[e->op] != NULL)
    return print_call (p, spelling->call[e->op], e->arg[0], e->arg[1]);
  else if (spelling->sign[e->op] != NULL)
    {
      g_string_append_c (p->text, '(');
      if (!print_call (p, spelling->sign[e->op], e->arg[0], NULL))
        return false;
      g_string_append_c (p->text, ')');
    }
  else if (e->op == LPN_EXPR_NE && spelling->sign[LPN_EXPR_NOT] != NULL && spelling->infix[LPN_EXPR_EQ] != NULL)
    {
      g_string_append (p->text, spelling->sign[LPN_EXPR_NOT]);
      return print_between (p, e, spelling->infix[LPN_EXPR_EQ]);
    }
  else
    return (e->op == LPN_EXPR_BOOL || e->op == LPN_EXPR_INT) && print (p, e->arg[0]);
  return true;
}

bool
lpn_expr_text (const LpnNet *net, const LpnExpr *expr, const LpnExprSpelling *spelling, const char *const *names,
               GString *text)
{
  Printer p = { net, spelling, names, text };
  return lpn_expr_size (expr) <= LPN_EXPR_TEXT_MAX && print (&p, expr);
}
