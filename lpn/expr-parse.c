/* SPDX-License-Identifier: MIT */
/*
 * From text to trees: precedence climbing over the tokens of expr-lex.h, with names resolved and types checked on the
 * way, so that every message knows its column. Trees are made by the builders of expr.h, which fold.
 *
 * Functions that return a tree return NULL once p->error is set; nothing is read after that.
 */
#include "lpn/expr.h"

#include <stdarg.h>
#include <string.h>

#include "lpn/expr-lex.h"
#include "lpn/net.h"

#define FOUND_MAX 40 /* characters of the text shown in a message */
/* How deep the functions here may call one another. An operator needs two calls at most, itself and its brackets, so
 * every tree that keeps to LPN_EXPR_MAX_NESTING can be read back from its text; one more is for the whole. */
#define MAX_DEPTH (2 * LPN_EXPR_MAX_NESTING + 1)

typedef struct
{
  const char      *text;
  const LpnScope  *scope;
  const LpnOrigin *origin;
  LpnToken         token; /* the one looked at */
  guint            depth;
  GError          *error;
} Parser;

typedef struct
{
  LpnTokenKind token;
  LpnExprOp    op;
  guint        level; /* binds tighter the higher it is */
} BinarySign;

#define LEVEL_IMPLIES 1
#define LEVEL_EQ 4

static const BinarySign binary_signs[] = {
  { LPN_TOKEN_IMPLIES, LPN_EXPR_IMPLIES, LEVEL_IMPLIES },
  { LPN_TOKEN_OR, LPN_EXPR_OR, 2 },
  { LPN_TOKEN_AND, LPN_EXPR_AND, 3 },
  { LPN_TOKEN_EQ, LPN_EXPR_EQ, LEVEL_EQ },
  { LPN_TOKEN_NE, LPN_EXPR_NE, LEVEL_EQ },
  { LPN_TOKEN_LT, LPN_EXPR_LT, 5 },
  { LPN_TOKEN_LE, LPN_EXPR_LE, 5 },
  { LPN_TOKEN_GT, LPN_EXPR_GT, 5 },
  { LPN_TOKEN_GE, LPN_EXPR_GE, 5 },
  { LPN_TOKEN_PLUS, LPN_EXPR_ADD, 6 },
  { LPN_TOKEN_MINUS, LPN_EXPR_SUB, 6 },
  { LPN_TOKEN_TIMES, LPN_EXPR_MUL, 7 },
  { LPN_TOKEN_DIV, LPN_EXPR_DIV, 7 },
  { LPN_TOKEN_MOD, LPN_EXPR_MOD, 7 },
};

static LpnExpr *parse_expr (Parser *p);
static LpnExpr *parse_sign (Parser *p);

/* "net.pnml:12: guard of transition a.enter: column 7: " for the character at `at`. */
static void
append_position (GString *message, const Parser *p, const char *at)
{
  const LpnOrigin *origin = p->origin;
  guint            line = 0;
  guint            column = 1;

  for (const char *c = p->text; c < at; c++)
    if (*c == '\n')
      {
        line++;
        column = 1;
      }
    else if (((guchar)*c & 0xc0) != 0x80)
      column++;
  if (line == 0 && origin != NULL && origin->column > 0)
    column += origin->column - 1;
  if (origin != NULL && origin->line > 0)
    {
      if (origin->file != NULL)
        g_string_append_printf (message, "%s:%u: ", origin->file, origin->line + line);
      else
        g_string_append_printf (message, "line %u: ", origin->line + line);
    }
  else if (origin != NULL && origin->file != NULL)
    g_string_append_printf (message, "%s: ", origin->file);
  if (origin != NULL && origin->what != NULL)
    g_string_append_printf (message, "%s: ", origin->what);
  if (line > 0 && (origin == NULL || origin->line == 0))
    g_string_append_printf (message, "line %u, ", line + 1);
  g_string_append_printf (message, "column %u: ", column);
}

/* Sets the error unless an earlier one is set. Always NULL, for returning. */
G_GNUC_PRINTF (4, 5)
static LpnExpr *
fail (Parser *p, const char *at, LpnNetError code, const char *format, ...)
{
  g_autoptr (GString) message = g_string_new (NULL);
  g_autofree char *valid = NULL;
  va_list          args;

  if (p->error != NULL)
    return NULL;
  append_position (message, p, at);
  va_start (args, format);
  g_string_append_vprintf (message, format, args);
  va_end (args);
  valid = g_utf8_make_valid (message->str, -1);
  p->error = g_error_new_literal (LPN_NET_ERROR, (gint)code, valid);
  return NULL;
}

/* What a message shows of the present token. Returns: transfer full. */
static char *
found (const Parser *p)
{
  gsize length = p->token.length;

  if (p->token.kind == LPN_TOKEN_END)
    return g_strdup ("the end");
  if (p->token.kind == LPN_TOKEN_INVALID && length == 1 && g_ascii_iscntrl (*p->token.start))
    return g_strdup_printf ("0x%02x", (guint)*p->token.start);
  if (length <= FOUND_MAX)
    return g_strdup_printf ("'%.*s'", (int)length, p->token.start);
  for (length = FOUND_MAX; length > 0 && ((guchar)p->token.start[length] & 0xc0) == 0x80;)
    length--;
  return g_strdup_printf ("'%.*s...'", (int)length, p->token.start);
}

static LpnExpr *
fail_expected (Parser *p, const char *expected)
{
  g_autofree char *text = found (p);

  if (p->token.kind == LPN_TOKEN_INVALID)
    return fail (p, p->token.start, LPN_NET_ERROR_PARSE, "%s %s", p->token.problem, text);
  return fail (p, p->token.start, LPN_NET_ERROR_PARSE, "expected %s, found %s", expected, text);
}

static bool
expect (Parser *p, LpnTokenKind kind, const char *expected)
{
  if (p->token.kind != kind)
    {
      fail_expected (p, expected);
      return false;
    }
  lpn_token_next (&p->token);
  return true;
}

/* Counts one more level of nesting, left by p->depth--. */
static bool
enter (Parser *p)
{
  if (p->depth == MAX_DEPTH)
    {
      fail (p, p->token.start, LPN_NET_ERROR_LIMIT, "nested more than %u deep", LPN_EXPR_MAX_NESTING);
      return false;
    }
  p->depth++;
  return true;
}

/* Passes a number through; frees a truth value and fails. `sign` (may be NULL) ends the phrase `where`. NULL passes. */
static LpnExpr *
number_only (Parser *p, LpnExpr *expr, const char *at, const char *where, const LpnToken *sign)
{
  g_autofree char *shown = NULL;

  if (expr == NULL || expr->type == LPN_TYPE_NUMBER)
    return expr;
  lpn_expr_free (expr);
  shown = sign == NULL ? g_strdup ("") : g_strdup_printf (" '%.*s'", (int)sign->length, sign->start);
  return fail (p, at, LPN_NET_ERROR_TYPE, "expected a number %s%s, found a truth value (INT() makes it 0 or 1)", where,
               shown);
}

static const char *
type_text (const LpnExpr *expr)
{
  return expr->type == LPN_TYPE_NUMBER ? "a number" : "a truth value";
}

/* Sides of a comparison or branches of a conditional, whose sign is given. */
static bool
same_type (Parser *p, const LpnExpr *a, const LpnExpr *b, const LpnToken *sign)
{
  if (a->type == b->type)
    return true;
  fail (p, sign->start, LPN_NET_ERROR_TYPE, "expected two numbers or two truth values with '%.*s', found %s and %s",
        (int)sign->length, sign->start, type_text (a), type_text (b));
  return false;
}

/* marked(p), tokens(p): the word is behind us. */
static LpnExpr *
parse_place (Parser *p, LpnExprOp op, const char *word)
{
  LpnSymbol   symbol;
  const char *at;

  if (!p->scope->places)
    return fail (p, word, LPN_NET_ERROR_PARSE, "marked() and tokens() are for properties, not for labels");
  if (!expect (p, LPN_TOKEN_OPEN, "'('"))
    return NULL;
  if (p->token.kind != LPN_TOKEN_NAME)
    return fail_expected (p, "the name of a place");
  at = p->token.start;
  if (!p->scope->lookup (p->scope, LPN_SYMBOL_PLACE, p->token.name->str, &symbol))
    return fail (p, at, LPN_NET_ERROR_UNKNOWN, "no place is called '%s'", p->token.name->str);
  lpn_token_next (&p->token);
  if (!expect (p, LPN_TOKEN_CLOSE, "')'"))
    return NULL;
  return lpn_expr_new_place (op, symbol.ref);
}

static LpnExpr *
fail_unknown_variable (Parser *p)
{
  const char *name = p->token.name->str;
  LpnSymbol   symbol;

  if (p->scope->places && p->scope->lookup (p->scope, LPN_SYMBOL_PLACE, name, &symbol))
    return fail (p, p->token.start, LPN_NET_ERROR_UNKNOWN,
                 "no variable is called '%s'; it is a place: write marked() or tokens()", name);
  return fail (p, p->token.start, LPN_NET_ERROR_UNKNOWN, "no variable is called '%s'", name);
}

static LpnExpr *
parse_variable (Parser *p)
{
  const char *at = p->token.start;
  gsize       length = p->token.length;
  LpnSymbol   symbol;
  LpnExpr    *index;

  if (!p->scope->lookup (p->scope, LPN_SYMBOL_VARIABLE, p->token.name->str, &symbol))
    return fail_unknown_variable (p);
  lpn_token_next (&p->token);
  if (p->token.kind != LPN_TOKEN_OPEN_INDEX)
    {
      if (symbol.is_array)
        return fail (p, at, LPN_NET_ERROR_TYPE, "%.*s is an array: expected an index in [ ]", (int)length, at);
      return lpn_expr_new_cell (symbol.ref, 0);
    }
  if (!symbol.is_array)
    return fail (p, p->token.start, LPN_NET_ERROR_TYPE, "%.*s is not an array", (int)length, at);
  lpn_token_next (&p->token);
  at = p->token.start;
  index = number_only (p, parse_expr (p), at, "as the index", NULL);
  if (index == NULL)
    return NULL;
  if (!expect (p, LPN_TOKEN_CLOSE_INDEX, "']'"))
    {
      lpn_expr_free (index);
      return NULL;
    }
  return lpn_expr_new_index (symbol.ref, symbol.size, index);
}

/* '(' expr ')', or '(' expr ',' expr ')' for op of two arguments; the word before '(' is behind us. */
static LpnExpr *
parse_call (Parser *p, LpnExprOp op, const char *where)
{
  g_autoptr (LpnExpr) a = NULL;
  g_autoptr (LpnExpr) b = NULL;
  const char *at;
  bool        numbers = op != LPN_EXPR_INT;
  bool        pair = lpn_expr_n_args (op) == 2;

  if (!expect (p, LPN_TOKEN_OPEN, "'('"))
    return NULL;
  at = p->token.start;
  a = parse_expr (p);
  if (numbers)
    a = number_only (p, g_steal_pointer (&a), at, where, NULL);
  if (a == NULL || (pair && !expect (p, LPN_TOKEN_COMMA, "','")))
    return NULL;
  if (pair)
    {
      at = p->token.start;
      b = number_only (p, parse_expr (p), at, where, NULL);
      if (b == NULL)
        return NULL;
    }
  if (!expect (p, LPN_TOKEN_CLOSE, "')'"))
    return NULL;
  if (pair)
    return lpn_expr_new_binary (op, g_steal_pointer (&a), g_steal_pointer (&b));
  return lpn_expr_new_unary (op, g_steal_pointer (&a));
}

static LpnExpr *
parse_number (Parser *p)
{
  guint64 number = p->token.number;

  if (number > G_MAXINT64)
    {
      g_autofree char *text = found (p);

      return fail (p, p->token.start, LPN_NET_ERROR_PARSE, "the number does not fit 64 bits: %s", text);
    }
  lpn_token_next (&p->token);
  return lpn_expr_new_const ((gint64)number);
}

static LpnExpr *
parse_brackets (Parser *p)
{
  g_autoptr (LpnExpr) inner = parse_expr (p);

  if (inner == NULL || !expect (p, LPN_TOKEN_CLOSE, "')'"))
    return NULL;
  return g_steal_pointer (&inner);
}

static LpnExpr *
parse_atom (Parser *p)
{
  LpnTokenKind kind = p->token.kind;
  const char  *word = p->token.start;

  if (kind == LPN_TOKEN_NUMBER)
    return parse_number (p);
  if (kind == LPN_TOKEN_NAME)
    return parse_variable (p);
  if (kind == LPN_TOKEN_OPEN || (kind >= LPN_TOKEN_TRUE && kind <= LPN_TOKEN_TOKENS))
    lpn_token_next (&p->token);
  switch (kind)
    {
    case LPN_TOKEN_OPEN:
      return parse_brackets (p);
    case LPN_TOKEN_TRUE:
    case LPN_TOKEN_FALSE:
      return lpn_expr_new_truth (kind == LPN_TOKEN_TRUE);
    case LPN_TOKEN_BIT_NOT:
      return parse_call (p, LPN_EXPR_BIT_NOT, "in NOT()");
    case LPN_TOKEN_BIT_OR:
      return parse_call (p, LPN_EXPR_BIT_OR, "in OR()");
    case LPN_TOKEN_BIT_AND:
      return parse_call (p, LPN_EXPR_BIT_AND, "in AND()");
    case LPN_TOKEN_BIT_XOR:
      return parse_call (p, LPN_EXPR_BIT_XOR, "in XOR()");
    case LPN_TOKEN_INT:
      return parse_call (p, LPN_EXPR_INT, "in INT()");
    case LPN_TOKEN_MARKED:
      return parse_place (p, LPN_EXPR_MARKED, word);
    case LPN_TOKEN_TOKENS:
      return parse_place (p, LPN_EXPR_TOKENS, word);
    default:
      return fail_expected (p, "an operand");
    }
}

static LpnExpr *
parse_power (Parser *p)
{
  const char *at = p->token.start;
  g_autoptr (LpnExpr) base = parse_atom (p);
  LpnExpr *exponent;

  if (base == NULL || p->token.kind != LPN_TOKEN_POWER)
    return g_steal_pointer (&base);
  base = number_only (p, g_steal_pointer (&base), at, "before '^'", NULL);
  lpn_token_next (&p->token);
  if (base == NULL || !enter (p))
    return NULL;
  at = p->token.start;
  exponent = number_only (p, parse_sign (p), at, "after '^'", NULL);
  p->depth--;
  if (exponent == NULL)
    return NULL;
  return lpn_expr_new_binary (LPN_EXPR_POW, g_steal_pointer (&base), exponent);
}

static LpnExpr *
parse_sign (Parser *p)
{
  bool        minus = p->token.kind == LPN_TOKEN_MINUS;
  const char *at;
  LpnExpr    *expr;

  if (!minus && p->token.kind != LPN_TOKEN_NOT)
    return parse_power (p);
  lpn_token_next (&p->token);
  at = p->token.start;
  if (minus && p->token.kind == LPN_TOKEN_NUMBER && p->token.number > G_MAXINT64)
    {
      LpnToken number = p->token;

      lpn_token_next (&p->token);
      if (p->token.kind != LPN_TOKEN_POWER)
        return lpn_expr_new_const (G_MININT64);
      p->token = number; /* 2^63 by itself: parse_number() says what is wrong with it */
    }
  if (!enter (p))
    return NULL;
  expr = parse_sign (p);
  p->depth--;
  if (minus)
    expr = number_only (p, expr, at, "after '-'", NULL);
  return expr == NULL ? NULL : lpn_expr_new_unary (minus ? LPN_EXPR_NEG : LPN_EXPR_NOT, expr);
}

static const BinarySign *
binary_sign (LpnTokenKind kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (binary_signs); i++)
    if (binary_signs[i].token == kind)
      return &binary_signs[i];
  return NULL;
}

/* Joins two operands that started at `a_at` and `b_at` by the sign at `at`. Transfer full. */
static LpnExpr *
join (Parser *p, const BinarySign *sign, const LpnToken *at, LpnExpr *a, const char *a_at, LpnExpr *b, const char *b_at)
{
  if (sign->level > LEVEL_EQ)
    {
      a = number_only (p, a, a_at, "before", at);
      b = number_only (p, b, b_at, "after", at);
    }
  else if (sign->level == LEVEL_EQ && !same_type (p, a, b, at))
    {
      g_clear_pointer (&a, lpn_expr_free);
      g_clear_pointer (&b, lpn_expr_free);
    }
  if (a == NULL || b == NULL)
    {
      lpn_expr_free (a);
      lpn_expr_free (b);
      return NULL;
    }
  return lpn_expr_new_binary (sign->op, a, b);
}

/* Operators of `level` and above. */
static LpnExpr *
parse_binary (Parser *p, guint level)
{
  const char       *a_at = p->token.start;
  LpnExpr          *a = parse_sign (p);
  const BinarySign *sign;

  while (a != NULL && (sign = binary_sign (p->token.kind)) != NULL && sign->level >= level)
    {
      LpnToken    at = p->token;
      LpnExpr    *b = NULL;
      const char *b_at;

      lpn_token_next (&p->token);
      b_at = p->token.start;
      if (sign->level > LEVEL_IMPLIES)
        b = parse_binary (p, sign->level + 1);
      else if (enter (p))
        {
          b = parse_binary (p, LEVEL_IMPLIES);
          p->depth--;
        }
      if (b == NULL)
        g_clear_pointer (&a, lpn_expr_free);
      else
        a = join (p, sign, &at, a, a_at, b, b_at);
    }
  return a;
}

/* The branches of a conditional; '?' is the present token. Takes `c` over. */
static LpnExpr *
parse_branches (Parser *p, LpnExpr *c)
{
  g_autoptr (LpnExpr) condition = c;
  g_autoptr (LpnExpr) a = NULL;
  g_autoptr (LpnExpr) b = NULL;
  LpnToken at = p->token;

  lpn_token_next (&p->token);
  a = parse_expr (p);
  if (a == NULL || !expect (p, LPN_TOKEN_COLON, "':'"))
    return NULL;
  b = parse_expr (p);
  if (b == NULL || !same_type (p, a, b, &at))
    return NULL;
  return lpn_expr_new_cond (g_steal_pointer (&condition), g_steal_pointer (&a), g_steal_pointer (&b));
}

static LpnExpr *
parse_expr (Parser *p)
{
  LpnExpr *expr;

  if (!enter (p))
    return NULL;
  expr = parse_binary (p, LEVEL_IMPLIES);
  if (expr != NULL && p->token.kind == LPN_TOKEN_QUESTION)
    expr = parse_branches (p, expr);
  p->depth--;
  return expr;
}

/* The whole text, made the type the context wants. */
static LpnExpr *
parse_all (Parser *p, LpnType want, bool truth_as_number)
{
  g_autoptr (LpnExpr) expr = NULL;
  const char *at;

  lpn_token_next (&p->token);
  at = p->token.start;
  if (p->token.kind == LPN_TOKEN_END)
    return fail_expected (p, "an expression");
  expr = parse_expr (p);
  if (expr == NULL)
    return NULL;
  if (p->token.kind != LPN_TOKEN_END)
    return fail_expected (p, "an operator or the end");
  if (want == LPN_TYPE_TRUTH)
    expr = lpn_expr_new_unary (LPN_EXPR_BOOL, g_steal_pointer (&expr));
  else if (expr->type == LPN_TYPE_TRUTH && truth_as_number)
    expr = lpn_expr_new_unary (LPN_EXPR_INT, g_steal_pointer (&expr));
  else
    expr = number_only (p, g_steal_pointer (&expr), at, "here", NULL);
  if (expr != NULL && expr->nesting > LPN_EXPR_MAX_NESTING)
    return fail (p, at, LPN_NET_ERROR_LIMIT, "nested more than %u deep", LPN_EXPR_MAX_NESTING);
  return g_steal_pointer (&expr);
}

LpnExpr *
lpn_expr_parse (const char *text, const LpnScope *scope, LpnType want, bool truth_as_number, const LpnOrigin *origin,
                GError **error)
{
  Parser   p = { .text = text, .scope = scope, .origin = origin };
  LpnExpr *expr;

  g_return_val_if_fail (text != NULL && scope != NULL, NULL);
  p.token.start = text;
  p.token.name = g_string_new (NULL);
  expr = parse_all (&p, want, truth_as_number);
  g_string_free (p.token.name, TRUE);
  if (p.error != NULL)
    g_propagate_error (error, p.error);
  return expr;
}
