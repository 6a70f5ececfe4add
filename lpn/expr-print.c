/* SPDX-License-Identifier: MIT */
/*
 * From trees to text. A stack of what is still to be written takes the place of recursion, so that any tree prints.
 */
#include "lpn/expr.h"

#include "lpn/expr-lex.h"

/* Grammar levels as in expr.h; an operand of a lower level than its place asks for goes in brackets. */
enum
{
  LEVEL_EXPR,
  LEVEL_IMPLIES,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_EQ,
  LEVEL_REL,
  LEVEL_SHIFT,
  LEVEL_SUM,
  LEVEL_TERM,
  LEVEL_SIGN,
  LEVEL_POWER,
  LEVEL_ATOM,
};

/* text[0] arg[0] text[1] arg[1] text[2] arg[2] text[3], and what each argument's place asks for. */
typedef struct
{
  guint       level;
  const char *text[4];
  guint       arg[3];
} Form;

static const Form forms[] = {
  [LPN_EXPR_NEG] = { LEVEL_SIGN, { "-" }, { LEVEL_SIGN } },
  [LPN_EXPR_BIT_NOT] = { LEVEL_ATOM, { "NOT(", ")" }, { LEVEL_EXPR } },
  [LPN_EXPR_INT] = { LEVEL_ATOM, { "INT(", ")" }, { LEVEL_EXPR } },
  [LPN_EXPR_NOT] = { LEVEL_SIGN, { "!" }, { LEVEL_SIGN } },
  [LPN_EXPR_ADD] = { LEVEL_SUM, { NULL, " + " }, { LEVEL_SUM, LEVEL_TERM } },
  [LPN_EXPR_SUB] = { LEVEL_SUM, { NULL, " - " }, { LEVEL_SUM, LEVEL_TERM } },
  [LPN_EXPR_MUL] = { LEVEL_TERM, { NULL, " * " }, { LEVEL_TERM, LEVEL_SIGN } },
  [LPN_EXPR_DIV] = { LEVEL_TERM, { NULL, " / " }, { LEVEL_TERM, LEVEL_SIGN } },
  [LPN_EXPR_MOD] = { LEVEL_TERM, { NULL, " % " }, { LEVEL_TERM, LEVEL_SIGN } },
  [LPN_EXPR_POW] = { LEVEL_POWER, { NULL, " ^ " }, { LEVEL_ATOM, LEVEL_SIGN } },
  [LPN_EXPR_BIT_AND] = { LEVEL_ATOM, { "AND(", ", ", ")" }, { LEVEL_EXPR, LEVEL_EXPR } },
  [LPN_EXPR_BIT_OR] = { LEVEL_ATOM, { "OR(", ", ", ")" }, { LEVEL_EXPR, LEVEL_EXPR } },
  [LPN_EXPR_BIT_XOR] = { LEVEL_ATOM, { "XOR(", ", ", ")" }, { LEVEL_EXPR, LEVEL_EXPR } },
  [LPN_EXPR_SHIFT_LEFT] = { LEVEL_SHIFT, { NULL, " << " }, { LEVEL_SHIFT, LEVEL_SUM } },
  [LPN_EXPR_SHIFT_RIGHT] = { LEVEL_SHIFT, { NULL, " >> " }, { LEVEL_SHIFT, LEVEL_SUM } },
  [LPN_EXPR_EQ] = { LEVEL_EQ, { NULL, " == " }, { LEVEL_EQ, LEVEL_REL } },
  [LPN_EXPR_NE] = { LEVEL_EQ, { NULL, " != " }, { LEVEL_EQ, LEVEL_REL } },
  [LPN_EXPR_LT] = { LEVEL_REL, { NULL, " < " }, { LEVEL_REL, LEVEL_SHIFT } },
  [LPN_EXPR_LE] = { LEVEL_REL, { NULL, " <= " }, { LEVEL_REL, LEVEL_SHIFT } },
  [LPN_EXPR_GT] = { LEVEL_REL, { NULL, " > " }, { LEVEL_REL, LEVEL_SHIFT } },
  [LPN_EXPR_GE] = { LEVEL_REL, { NULL, " >= " }, { LEVEL_REL, LEVEL_SHIFT } },
  [LPN_EXPR_AND] = { LEVEL_AND, { NULL, " & " }, { LEVEL_AND, LEVEL_EQ } },
  [LPN_EXPR_OR] = { LEVEL_OR, { NULL, " | " }, { LEVEL_OR, LEVEL_AND } },
  [LPN_EXPR_IMPLIES] = { LEVEL_IMPLIES, { NULL, " -> " }, { LEVEL_OR, LEVEL_IMPLIES } },
  [LPN_EXPR_COND] = { LEVEL_EXPR, { NULL, " ? ", " : " }, { LEVEL_IMPLIES, LEVEL_EXPR, LEVEL_EXPR } },
};

/* Something still to be written: a text, or a tree in a place that asks for `level`. */
typedef struct
{
  const char    *text;
  const LpnExpr *expr;
  guint          level;
} Item;

typedef struct
{
  GString        *out;
  GArray         *todo; /* of Item, the next one last */
  const LpnScope *scope;
} Printer;

static void
later (Printer *p, const char *text, const LpnExpr *expr, guint level)
{
  Item item = { text, expr, level };

  if (text != NULL || expr != NULL)
    g_array_append_val (p->todo, item);
}

static void
print_name (Printer *p, LpnSymbolKind kind, guint32 ref)
{
  g_autofree char *name = p->scope->name (p->scope, kind, ref);

  if (lpn_name_is_plain (name))
    {
      g_string_append (p->out, name);
      return;
    }
  g_string_append_c (p->out, '"');
  for (const char *c = name; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_c (p->out, '\\');
      g_string_append_c (p->out, *c);
    }
  g_string_append_c (p->out, '"');
}

static bool
is_array (const Printer *p, guint32 variable)
{
  g_autofree char *name = p->scope->name (p->scope, LPN_SYMBOL_VARIABLE, variable);
  LpnSymbol        symbol;

  return p->scope->lookup (p->scope, LPN_SYMBOL_VARIABLE, name, &symbol) && symbol.is_array;
}

static void
print_const (Printer *p, const LpnExpr *expr, guint level)
{
  bool brackets = expr->value < 0 && level > LEVEL_SIGN;

  if (expr->type == LPN_TYPE_TRUTH)
    g_string_append (p->out, expr->value ? "true" : "false");
  else
    g_string_append_printf (p->out, brackets ? "(%" G_GINT64_FORMAT ")" : "%" G_GINT64_FORMAT, expr->value);
}

static void
print_operator (Printer *p, const LpnExpr *expr, guint level)
{
  const Form *form = &forms[expr->op];
  bool        brackets = form->level < level;

  if (brackets)
    later (p, ")", NULL, 0);
  for (guint i = 3; i-- > 0;)
    {
      later (p, form->text[i + 1], NULL, 0);
      later (p, NULL, expr->arg[i], form->arg[i]);
    }
  later (p, form->text[0], NULL, 0);
  if (brackets)
    later (p, "(", NULL, 0);
}

static void
print_node (Printer *p, const LpnExpr *expr, guint level)
{
  switch (expr->op)
    {
    case LPN_EXPR_CONST:
      print_const (p, expr, level);
      break;
    case LPN_EXPR_CELL:
      print_name (p, LPN_SYMBOL_VARIABLE, expr->ref);
      if (is_array (p, expr->ref))
        g_string_append_printf (p->out, "[%" G_GINT64_FORMAT "]", expr->value);
      break;
    case LPN_EXPR_INDEX:
      print_name (p, LPN_SYMBOL_VARIABLE, expr->ref);
      later (p, "]", NULL, 0);
      later (p, NULL, expr->arg[0], LEVEL_EXPR);
      later (p, "[", NULL, 0);
      break;
    case LPN_EXPR_MARKED:
    case LPN_EXPR_TOKENS:
      g_string_append (p->out, expr->op == LPN_EXPR_MARKED ? "marked(" : "tokens(");
      print_name (p, LPN_SYMBOL_PLACE, expr->ref);
      g_string_append_c (p->out, ')');
      break;
    case LPN_EXPR_BOOL:
      later (p, NULL, expr->arg[0], level);
      break;
    default:
      print_operator (p, expr, level);
    }
}

char *
lpn_expr_print (const LpnExpr *expr, const LpnScope *scope)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (Item));
  Printer p = { NULL, todo, scope };

  g_return_val_if_fail (expr != NULL && scope != NULL, NULL);
  p.out = g_string_new (NULL);
  later (&p, NULL, expr, LEVEL_EXPR);
  while (todo->len > 0)
    {
      Item item = g_array_index (todo, Item, todo->len - 1);

      g_array_set_size (todo, todo->len - 1);
      if (item.text != NULL)
        g_string_append (p.out, item.text);
      else
        print_node (&p, item.expr, item.level);
    }
  return g_string_free (p.out, FALSE);
}
