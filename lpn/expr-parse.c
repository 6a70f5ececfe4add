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

#include "lpn/expr-dialect.h"
#include "lpn/net.h"

#define FOUND_MAX 40 /* characters of the text shown in a message */
/* How deep the functions here may call one another. An operator needs two calls at most, itself and its brackets, so
 * every tree that keeps to LPN_EXPR_MAX_NESTING can be read back from its text; one more is for the whole. */
#define MAX_DEPTH (2 * LPN_EXPR_MAX_NESTING + 1)

#define MAX_COPIED 1000000

typedef struct
{
  const char       *text;
  const LpnScope   *scope;
  const LpnOrigin  *origin;
  const LpnGrammar *grammar;
  LpnToken          token; /* the one looked at */
  guint             depth;
  guint64           copied; /* nodes, by min() and max() */
  GError           *error;
} Parser;

static LpnExpr *parse_expr (Parser *p);
static LpnExpr *parse_sign (Parser *p);
static LpnExpr *parse_binary (Parser *p, guint level);

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
  lpn_origin_append (message, p->origin, p->text, at);
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
  if (p->grammar->mixes)
    return lpn_expr_new_unary (LPN_EXPR_INT, expr);
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
  if (a->type == b->type || p->grammar->mixes)
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

/* enabled(t), rises(x) ...: the word is the present token. */
static LpnExpr *
parse_event (Parser *p, LpnEventKind kind)
{
  const char *what = kind == LPN_EVENT_ENABLED ? "the name of a transition" : "the name of a signal";
  const char *why = NULL;
  LpnExpr    *expr;

  if (!p->scope->places || p->scope->event == NULL)
    return fail (p, p->token.start, LPN_NET_ERROR_PARSE, "%s() is for properties, not for labels", p->token.name->str);
  lpn_token_next (&p->token);
  lpn_token_next_label (&p->token);
  if (p->token.kind != LPN_TOKEN_NAME)
    return fail_expected (p, what);
  expr = p->scope->event (p->scope, kind, p->token.name->str, &why);
  if (expr == NULL && why != NULL)
    return fail (p, p->token.start, LPN_NET_ERROR_VALUE, "'%s': %s", p->token.name->str, why);
  if (expr == NULL)
    return fail (p, p->token.start, LPN_NET_ERROR_UNKNOWN, "'%s' is not %s", p->token.name->str, what);
  lpn_token_next (&p->token);
  if (expect (p, LPN_TOKEN_CLOSE, "')'"))
    return expr;
  lpn_expr_free (expr);
  return NULL;
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

/* Bit `i` of a number. Takes both over. */
static LpnExpr *
bit_of (LpnExpr *number, LpnExpr *i)
{
  return lpn_expr_new_binary (LPN_EXPR_BIT_AND, lpn_expr_new_binary (LPN_EXPR_SHIFT_RIGHT, number, i),
                              lpn_expr_new_const (1));
}

static LpnExpr *
parse_variable (Parser *p)
{
  const char *at = p->token.start;
  gsize       length = p->token.length;
  LpnSymbol   symbol;
  LpnExpr    *index;

  if (!p->scope->lookup (p->scope, LPN_SYMBOL_VARIABLE, p->token.name->str, &symbol))
    {
      if (!p->grammar->bits || length != 1 || (*at != 't' && *at != 'f'))
        return fail_unknown_variable (p);
      lpn_token_next (&p->token);
      return lpn_expr_new_truth (*at == 't');
    }
  lpn_token_next (&p->token);
  if (symbol.kind == LPN_SYMBOL_CONSTANT)
    return lpn_expr_new_const (symbol.value);
  if (p->token.kind != LPN_TOKEN_OPEN_INDEX)
    {
      if (symbol.is_array)
        return fail (p, at, LPN_NET_ERROR_TYPE, "%.*s is an array: expected an index in [ ]", (int)length, at);
      return lpn_expr_new_cell (symbol.ref, 0);
    }
  if (!symbol.is_array && !p->grammar->bits)
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
  if (!symbol.is_array)
    return bit_of (lpn_expr_new_cell (symbol.ref, 0), index);
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

/* The smaller or the larger of two numbers. Takes both over. */
static LpnExpr *
extreme (Parser *p, LpnExprOp op, LpnExpr *a, LpnExpr *b, const char *at)
{
  LpnExpr *condition;

  p->copied += (guint64)lpn_expr_size (a) + lpn_expr_size (b);
  if (p->copied > MAX_COPIED)
    {
      lpn_expr_free (a);
      lpn_expr_free (b);
      return fail (p, at, LPN_NET_ERROR_LIMIT, "too many min() and max() inside one another");
    }
  condition = lpn_expr_new_binary (op, lpn_expr_copy (a), lpn_expr_copy (b));
  return lpn_expr_new_cond (condition, a, b);
}

/* bit(a, i), min(a, b), max(a, b), idiv(a, b), floor(a), ceil(a), BOOL(a): the word is behind us. */
static LpnExpr *
parse_lema_call (Parser *p, LpnTokenKind kind)
{
  const char *at = p->token.start;
  g_autoptr (LpnExpr) a = NULL;
  g_autoptr (LpnExpr) b = NULL;
  bool pair = kind != LPN_TOKEN_WHOLE && kind != LPN_TOKEN_TRUTH;

  if (!expect (p, LPN_TOKEN_OPEN, "'('") || (a = number_only (p, parse_expr (p), at, "here", NULL)) == NULL)
    return NULL;
  if (pair && (!expect (p, LPN_TOKEN_COMMA, "','") || (b = number_only (p, parse_expr (p), at, "here", NULL)) == NULL))
    return NULL;
  if (!expect (p, LPN_TOKEN_CLOSE, "')'"))
    return NULL;
  switch (kind)
    {
    case LPN_TOKEN_BIT:
      return bit_of (g_steal_pointer (&a), g_steal_pointer (&b));
    case LPN_TOKEN_IDIV:
      return lpn_expr_new_binary (LPN_EXPR_DIV, g_steal_pointer (&a), g_steal_pointer (&b));
    case LPN_TOKEN_MIN:
      return extreme (p, LPN_EXPR_LE, g_steal_pointer (&a), g_steal_pointer (&b), at);
    case LPN_TOKEN_MAX:
      return extreme (p, LPN_EXPR_GE, g_steal_pointer (&a), g_steal_pointer (&b), at);
    case LPN_TOKEN_TRUTH:
      return lpn_expr_new_unary (LPN_EXPR_BOOL, g_steal_pointer (&a));
    default: /* floor and ceil of a whole number */
      return g_steal_pointer (&a);
    }
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
  LpnEventKind event;

  if (kind == LPN_TOKEN_NUMBER)
    return parse_number (p);
  if (kind == LPN_TOKEN_NAME)
    return lpn_token_is_event (&p->token, &event) ? parse_event (p, event) : parse_variable (p);
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
    case LPN_TOKEN_BIT:
    case LPN_TOKEN_MIN:
    case LPN_TOKEN_MAX:
    case LPN_TOKEN_IDIV:
    case LPN_TOKEN_WHOLE:
    case LPN_TOKEN_TRUTH:
      return parse_lema_call (p, kind);
    case LPN_TOKEN_HYBRID:
      return fail (p, word, LPN_NET_ERROR_PARSE, "rates and random values are not supported here");
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

  if (base == NULL || !p->grammar->power || p->token.kind != LPN_TOKEN_POWER)
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
  const LpnGrammar *grammar = p->grammar;
  LpnTokenKind      kind = p->token.kind;
  bool              minus = kind == LPN_TOKEN_MINUS || (kind == LPN_TOKEN_PLUS && grammar->plus);
  bool              bits = kind == LPN_TOKEN_TILDE && grammar->tilde;
  const char       *at;
  LpnExpr          *expr;

  if (!minus && kind != LPN_TOKEN_NOT && kind != LPN_TOKEN_TILDE)
    return parse_power (p);
  lpn_token_next (&p->token);
  at = p->token.start;
  if (kind == LPN_TOKEN_MINUS && p->token.kind == LPN_TOKEN_NUMBER && p->token.number > G_MAXINT64)
    {
      LpnToken number = p->token;

      lpn_token_next (&p->token);
      if (p->token.kind != LPN_TOKEN_POWER || !grammar->power)
        return lpn_expr_new_const (G_MININT64);
      p->token = number; /* 2^63 by itself: parse_number() says what is wrong with it */
    }
  if (!enter (p))
    return NULL;
  expr = minus || bits || grammar->not_level == 0 ? parse_sign (p) : parse_binary (p, grammar->not_level);
  p->depth--;
  if (minus || bits)
    expr = number_only (p, expr, at, "after '-'", NULL);
  if (expr == NULL || kind == LPN_TOKEN_PLUS)
    return expr;
  return lpn_expr_new_unary (minus ? LPN_EXPR_NEG : bits ? LPN_EXPR_BIT_NOT : LPN_EXPR_NOT, expr);
}

/* Joins two operands that started at `a_at` and `b_at` by the sign at `at`. Transfer full. */
static LpnExpr *
join (Parser *p, const LpnBinarySign *sign, const LpnToken *at, LpnExpr *a, const char *a_at, LpnExpr *b,
      const char *b_at)
{
  bool logical = sign->op == LPN_EXPR_AND || sign->op == LPN_EXPR_OR || sign->op == LPN_EXPR_IMPLIES;
  bool equality = sign->op == LPN_EXPR_EQ || sign->op == LPN_EXPR_NE;

  if (!logical && !equality)
    {
      a = number_only (p, a, a_at, "before", at);
      b = number_only (p, b, b_at, "after", at);
    }
  else if (equality && !same_type (p, a, b, at))
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
  const char          *a_at = p->token.start;
  LpnExpr             *a = parse_sign (p);
  const LpnBinarySign *sign;

  while (a != NULL && (sign = lpn_grammar_sign (p->grammar, p->token.kind)) != NULL && sign->level >= level)
    {
      LpnToken    at = p->token;
      LpnExpr    *b = NULL;
      const char *b_at;

      lpn_token_next (&p->token);
      b_at = p->token.start;
      if (!sign->right)
        b = parse_binary (p, sign->level + 1);
      else if (enter (p))
        {
          b = parse_binary (p, sign->level);
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
  expr = parse_binary (p, 1);
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
  p.grammar = lpn_grammar_of (scope->dialect);
  p.token.dialect = scope->dialect;
  p.token.start = text;
  p.token.name = g_string_new (NULL);
  expr = parse_all (&p, want, truth_as_number);
  g_string_free (p.token.name, TRUE);
  if (p.error != NULL)
    g_propagate_error (error, p.error);
  return expr;
}
