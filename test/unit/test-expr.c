/* SPDX-License-Identifier: MIT */
#include "lpn/expr.h"
#include "lpn/net.h"
#include "lpn/reference.h"
#include "test/harness.h"
#include "test/random-expr.h"

#include <stdio.h>
#include <string.h>

/* Everything about one text: parsed as a truth value or a number, printed, parsed again to an equal tree. */
static bool
prints_as (const char *text, LpnType want, const char *expected)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  g_autoptr (GError) error = NULL;
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  g_autoptr (LpnExpr) expr = lpn_expr_parse (text, &scope, want, true, NULL, &error);
  g_autoptr (LpnExpr) again = NULL;
  g_autofree char *printed = NULL;

  if (!lpn_test_no_error (&error))
    return false;
  printed = lpn_expr_print (expr, &scope);
  if (strcmp (printed, expected) != 0)
    printf ("\n    %s printed as %s, expected %s\n", text, printed, expected);
  again = lpn_expr_parse (printed, &scope, want, true, NULL, &error);
  return lpn_test_no_error (&error) && lpn_expr_equal (expr, again) && strcmp (printed, expected) == 0;
}

static void
test_print (void)
{
  static const struct
  {
    const char *text;
    const char *printed; /* NULL: the same */
  } numbers[] = {
    { "x + y + 1", NULL },
    { "x + (y + 1)", NULL },
    { "(x + y) + 1", "x + y + 1" },
    { "x - (y - 1) - -1", NULL },
    { "x * (y + 1) / 2 % 3", NULL },
    { "x * y + 1", NULL },
    { "(x * (y)) + (1)", "x * y + 1" },
    { "-x ^ y", NULL },
    { "(-x) ^ y", NULL },
    { "(-2) ^ x", NULL },
    { "2 ^ -x", NULL },
    { "x ^ y ^ 2", NULL },
    { "(x ^ y) ^ 2", NULL },
    { "--x", NULL },
    { "-(x * y)", NULL },
    { "-x * -y", NULL },
    { "x*-9223372036854775808", "x * -9223372036854775808" },
    { "--9223372036854775808", NULL },
    { "(-9223372036854775808) ^ x", NULL },
    { "0xff + x + 0X10", "255 + x + 16" },
    { "1 + 2 * 3", "7" },
    { "x + 1 * 2", "x + 2" },
    { "1 / 0 + 7", NULL },
    { "a[1 + 1] + a[3] + a[x] + b[0]", "a[2] + a[3] + a[x] + b[0]" },
    { "NOT(x) + AND(x, y) + OR(1, y) + XOR(x, 2 + y)", NULL },
    { "INT(x < y) + INT(x)", NULL },
    { "x ? y : a[0] ? 1 : 2", NULL },
    { "(x ? y : 1) + 1", NULL },
    { "(x ? y : 1) ? 1 : 2", NULL },
    { "x -> y ? 1 : 2", NULL },
    { "x << y + 1 >> 2", NULL },
    { "x << (y >> 2)", NULL },
    { "(x << 1) + y", NULL },
    { "(1 << 4) + (-5 >> 1) + (-1 << 63) + (7 >> 99)", "-9223372036854775795" },
    { "1 << 63", NULL },
    { "1 >> -1", NULL },
    { "true ? x : 1 / 0", "x" },
    { "false ? x : y", "y" },
    { "m.z + \"m.z\"", "m.z + m.z" },
    { "\"true\" + x", NULL },
    { "tokens(p0) + tokens(\"odd \\\"place\\\\\")", NULL },
    { "x<y", "INT(x < y)" },
    { " x\n\t+\r\n y ", "x + y" },
  };
  static const struct
  {
    const char *text;
    const char *printed;
  } truths[] = {
    { "x", NULL },
    { "x & y | x", NULL },
    { "x & (y | x)", NULL },
    { "x && y || ~x", "x & y | !x" },
    { "x & (y & x)", NULL },
    { "x -> y -> x", NULL },
    { "(x -> y) -> x", NULL },
    { "(x -> y) & x", NULL },
    { "x = 1", "x == 1" },
    { "x < y == (x > y) != true", "x < y == x > y != true" },
    { "x == y == (x != y)", NULL },
    { "(x < 1) == (x < 2 == (x < 3))", "x < 1 == (x < 2 == x < 3)" },
    { "!(x < 1)", NULL },
    { "!x == (y < 1)", "!x == y < 1" },
    { "~~x", "!!x" },
    { "marked(p0) & ~(marked(p1) | marked(\"m.p0\"))", "marked(p0) & !(marked(p1) | marked(p0))" },
    { "3", "true" },
    { "false & 1 / 0", "false" },
    { "true | 1 / 0", "true" },
    { "false -> 1 / 0", "true" },
    { "1 / 0 & false", NULL },
    { "1 / 0 | true", NULL },
    { "true & x & true", "x" },
    { "false | x | false", "x" },
    { "true -> x", "x" },
    { "(true & x) == (y < 1)", "x != 0 == y < 1" },
    { "x ? (1 & y) : y > 1", "x ? y != 0 : y > 1" },
    { "INT(x < 1)", "x < 1" },
    { "x + 1 & y", NULL },
    { "x << 1 < y >> 2", NULL },
    { "(x < 1 ? y : 2) & x", NULL },
    { "2 < 3 & 4 != 4", "false" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    CU_ASSERT_TRUE (prints_as (numbers[i].text, LPN_TYPE_NUMBER,
                               numbers[i].printed != NULL ? numbers[i].printed : numbers[i].text));
  for (gsize i = 0; i < G_N_ELEMENTS (truths); i++)
    CU_ASSERT_TRUE (
        prints_as (truths[i].text, LPN_TYPE_TRUTH, truths[i].printed != NULL ? truths[i].printed : truths[i].text));
}

typedef struct
{
  const char *text;
  LpnNetError code;
  const char *message; /* the whole of it */
} Bad;

static const Bad bad[] = {
  { "", LPN_NET_ERROR_PARSE, "column 1: expected an expression, found the end" },
  { "  ", LPN_NET_ERROR_PARSE, "column 3: expected an expression, found the end" },
  { "x +", LPN_NET_ERROR_PARSE, "column 4: expected an operand, found the end" },
  { "x + )", LPN_NET_ERROR_PARSE, "column 5: expected an operand, found ')'" },
  { "x y", LPN_NET_ERROR_PARSE, "column 3: expected an operator or the end, found 'y'" },
  { "(x", LPN_NET_ERROR_PARSE, "column 3: expected ')', found the end" },
  { "x)", LPN_NET_ERROR_PARSE, "column 2: expected an operator or the end, found ')'" },
  { "a[1", LPN_NET_ERROR_PARSE, "column 4: expected ']', found the end" },
  { "a[]", LPN_NET_ERROR_PARSE, "column 3: expected an operand, found ']'" },
  { "x ? 1", LPN_NET_ERROR_PARSE, "column 6: expected ':', found the end" },
  { "NOT x", LPN_NET_ERROR_PARSE, "column 5: expected '(', found 'x'" },
  { "AND(x)", LPN_NET_ERROR_PARSE, "column 6: expected ',', found ')'" },
  { "AND(x, y", LPN_NET_ERROR_PARSE, "column 9: expected ')', found the end" },
  { "INT(", LPN_NET_ERROR_PARSE, "column 5: expected an operand, found the end" },
  { "marked", LPN_NET_ERROR_PARSE, "column 7: expected '(', found the end" },
  { "marked(1)", LPN_NET_ERROR_PARSE, "column 8: expected the name of a place, found '1'" },
  { "marked(p0", LPN_NET_ERROR_PARSE, "column 10: expected ')', found the end" },
  { "x # y", LPN_NET_ERROR_PARSE, "column 3: unexpected character '#'" },
  { "x \001", LPN_NET_ERROR_PARSE, "column 3: unexpected character 0x01" },
  { "12ab", LPN_NET_ERROR_PARSE, "column 1: malformed number '12ab'" },
  { "x + 0x", LPN_NET_ERROR_PARSE, "column 5: malformed number '0x'" },
  { "1.5", LPN_NET_ERROR_PARSE, "column 1: malformed number '1.5'" },
  { "9223372036854775808", LPN_NET_ERROR_PARSE, "column 1: the number does not fit 64 bits: '9223372036854775808'" },
  { "-9223372036854775809", LPN_NET_ERROR_PARSE, "column 2: the number does not fit 64 bits: '9223372036854775809'" },
  { "-9223372036854775808 ^ 2", LPN_NET_ERROR_PARSE,
    "column 2: the number does not fit 64 bits: '9223372036854775808'" },
  { "99999999999999999999999999999999999999999999999999", LPN_NET_ERROR_PARSE,
    "column 1: the number does not fit 64 bits: '9999999999999999999999999999999999999999...'" },
  { "x + \"y", LPN_NET_ERROR_PARSE, "column 5: no closing quote of the name '\"y'" },
  { "\"\"", LPN_NET_ERROR_PARSE, "column 1: empty name '\"\"'" },
  { "true", LPN_NET_ERROR_TYPE, "column 1: expected a number here, found a truth value (INT() makes it 0 or 1)" },
  { "x + (y < 1)", LPN_NET_ERROR_TYPE,
    "column 5: expected a number after '+', found a truth value (INT() makes it 0 or 1)" },
  { "(x < 1) + (y < 1)", LPN_NET_ERROR_TYPE,
    "column 1: expected a number before '+', found a truth value (INT() makes it 0 or 1)" },
  { "x < y < 1", LPN_NET_ERROR_TYPE,
    "column 1: expected a number before '<', found a truth value (INT() makes it 0 or 1)" },
  { "-!x", LPN_NET_ERROR_TYPE, "column 2: expected a number after '-', found a truth value (INT() makes it 0 or 1)" },
  { "true ^ 2", LPN_NET_ERROR_TYPE,
    "column 1: expected a number before '^', found a truth value (INT() makes it 0 or 1)" },
  { "2 ^ true", LPN_NET_ERROR_TYPE,
    "column 5: expected a number after '^', found a truth value (INT() makes it 0 or 1)" },
  { "a[x = 1]", LPN_NET_ERROR_TYPE,
    "column 3: expected a number as the index, found a truth value (INT() makes it 0 or 1)" },
  { "XOR(1, x = 1)", LPN_NET_ERROR_TYPE,
    "column 8: expected a number in XOR(), found a truth value (INT() makes it 0 or 1)" },
  { "x == (y < 1)", LPN_NET_ERROR_TYPE,
    "column 3: expected two numbers or two truth values with '==', found a number and a truth value" },
  { "x ? y < 1 : y", LPN_NET_ERROR_TYPE,
    "column 3: expected two numbers or two truth values with '?', found a truth value and a number" },
  { "a + 1", LPN_NET_ERROR_TYPE, "column 1: a is an array: expected an index in [ ]" },
  { "x[0]", LPN_NET_ERROR_TYPE, "column 2: x is not an array" },
  { "x + foo", LPN_NET_ERROR_UNKNOWN, "column 5: no variable is called 'foo'" },
  { "x + p0", LPN_NET_ERROR_UNKNOWN,
    "column 5: no variable is called 'p0'; it is a place: write marked() or tokens()" },
  { "tokens(x)", LPN_NET_ERROR_UNKNOWN, "column 8: no place is called 'x'" },
  { "\303\244\303\266 + x", LPN_NET_ERROR_UNKNOWN, "column 1: no variable is called '\303\244\303\266'" },
  { "\"\303\244\" + \"x", LPN_NET_ERROR_UNKNOWN, "column 1: no variable is called '\303\244'" },
  { "x + 1\n  + y\n  + foo", LPN_NET_ERROR_UNKNOWN, "line 3, column 5: no variable is called 'foo'" },
};

static void
test_errors (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnExpr) expr = lpn_expr_parse (bad[i].text, &scope, LPN_TYPE_NUMBER, false, NULL, &error);

      CU_ASSERT_PTR_NULL (expr);
      CU_ASSERT_PTR_NOT_NULL (error);
      if (error == NULL)
        continue;
      if (strcmp (error->message, bad[i].message) != 0)
        printf ("\n    \"%s\": %s\n", bad[i].text, error->message);
      CU_ASSERT_STRING_EQUAL (error->message, bad[i].message);
      CU_ASSERT_TRUE (g_error_matches (error, LPN_NET_ERROR, (gint)bad[i].code));
    }
}

/* The error of `text` with this origin. Returns: transfer full. */
static char *
message_at (const char *text, const LpnOrigin *origin, bool places)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  g_autoptr (GError) error = NULL;
  LpnScope scope = lpn_net_scope (net, LPN_NONE, places);
  g_autoptr (LpnExpr) expr = lpn_expr_parse (text, &scope, LPN_TYPE_TRUTH, false, origin, &error);

  CU_ASSERT_PTR_NULL (expr);
  return g_strdup (error != NULL ? error->message : "none");
}

static void
test_origins (void)
{
  static const struct
  {
    LpnOrigin   origin;
    const char *first;  /* of "x + )" */
    const char *second; /* of "x\n+ )" */
  } origins[] = {
    { { "n.pnml", 12, 30, "guard of t" }, "n.pnml:12: guard of t: column 34: ", "n.pnml:13: guard of t: column 3: " },
    { { "n.pnml", 12, 0, "guard of t" }, "n.pnml:12: guard of t: column 5: ", "n.pnml:13: guard of t: column 3: " },
    { { "n.pnml", 0, 0, "guard of t" }, "n.pnml: guard of t: column 5: ", "n.pnml: guard of t: line 2, column 3: " },
    { { NULL, 12, 30, NULL }, "line 12: column 34: ", "line 13: column 3: " },
    { { NULL, 0, 0, "--invariant" }, "--invariant: column 5: ", "--invariant: line 2, column 3: " },
    { { NULL, 0, 0, NULL }, "column 5: ", "line 2, column 3: " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      g_autofree char *first = message_at ("x + )", &origins[i].origin, true);
      g_autofree char *second = message_at ("x\n+ )", &origins[i].origin, true);
      g_autofree char *first_all = g_strconcat (origins[i].first, "expected an operand, found ')'", NULL);
      g_autofree char *second_all = g_strconcat (origins[i].second, "expected an operand, found ')'", NULL);

      CU_ASSERT_STRING_EQUAL (first, first_all);
      CU_ASSERT_STRING_EQUAL (second, second_all);
    }
}

static void
test_no_places (void)
{
  g_autofree char *said = message_at ("x & marked(p0)", NULL, false);
  g_autofree char *name = message_at ("p0", NULL, false);

  CU_ASSERT_STRING_EQUAL (said, "column 5: marked() and tokens() are for properties, not for labels");
  CU_ASSERT_STRING_EQUAL (name, "column 1: no variable is called 'p0'");
}

/* Messages are UTF-8 even where the text is not, and long tokens are cut between characters. */
static void
test_encoding (void)
{
  g_autofree char *broken = message_at ("\377\376", NULL, true);
  g_autofree char *cut = message_at ("x \"01234567890123456789012345678901234567\303\244\303\244\303\244", NULL, true);

  CU_ASSERT_TRUE (g_utf8_validate (broken, -1, NULL));
  CU_ASSERT_STRING_EQUAL (cut, "column 3: no closing quote of the name '\"01234567890123456789012345678901234567...'");
}

static void
test_round_trip (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (lpn_test_seed ("round trip"));
  LpnScope scopes[2] = { lpn_net_scope (net, LPN_NONE, true), lpn_net_scope (net, 0, true) };
  guint    wrong = 0;

  for (guint i = 0; i < 40000 && wrong < 5; i++)
    {
      LpnType         type = g_rand_boolean (rand) ? LPN_TYPE_NUMBER : LPN_TYPE_TRUTH;
      const LpnScope *scope = &scopes[i % 2];
      g_autoptr (LpnExpr) expr = lpn_test_random_expr (rand, net, type, (guint)g_rand_int_range (rand, 1, 7));
      g_autoptr (LpnExpr) copy = lpn_expr_copy (expr);
      g_autofree char *text = lpn_expr_print (expr, scope);
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnExpr) again = lpn_expr_parse (text, scope, expr->type, false, NULL, &error);

      if (again == NULL || !lpn_expr_equal (expr, again) || !lpn_expr_equal (expr, copy)
          || again->nesting != expr->nesting)
        {
          g_autofree char *second = again != NULL ? lpn_expr_print (again, scope) : g_strdup (error->message);

          printf ("\n    %s\n    %s\n", text, second);
          wrong++;
        }
    }
  CU_ASSERT_EQUAL (wrong, 0);
}

/* One bracket less anywhere must change the tree or fail: brackets are needed where they are printed. */
static void
test_minimal_brackets (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (lpn_test_seed ("minimal brackets"));
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  guint    removed = 0;

  for (guint i = 0; i < 5000; i++)
    {
      g_autoptr (LpnExpr) expr = lpn_test_random_expr (rand, net, LPN_TYPE_NUMBER, 4);
      g_autofree char *text = lpn_expr_print (expr, &scope);

      for (gsize at = 0; text[at] != '\0'; at++)
        {
          g_autofree char *less = g_strdup (text);
          g_autoptr (LpnExpr) changed = NULL;
          guint depth = 0;
          gsize end = at;

          if (text[at] != '(' || (at > 0 && g_ascii_isalpha (text[at - 1])))
            continue;
          do
            depth += text[end] == '(' ? 1u : text[end] == ')' ? -1u : 0;
          while (depth > 0 && text[++end] != '\0');
          less[at] = less[end] = ' ';
          changed = lpn_expr_parse (less, &scope, LPN_TYPE_NUMBER, true, NULL, NULL);
          if (changed != NULL && lpn_expr_equal (changed, expr))
            printf ("\n    %s: not needed at column %" G_GSIZE_FORMAT "\n", text, at + 1);
          CU_ASSERT_TRUE (changed == NULL || !lpn_expr_equal (changed, expr));
          removed++;
        }
    }
  CU_ASSERT_TRUE (removed > 5000);
}

/* The tree built anew, with about half of its scalars, cells and places replaced by their values. Transfer full. */
static LpnExpr *
substituted (const LpnNet *net, const LpnExpr *expr, const gint64 *values, GRand *rand)
{
  guint    n = lpn_expr_n_args (expr->op);
  LpnExpr *arg[3] = { NULL };
  gint64   value;

  if (n == 0 && (expr->op == LPN_EXPR_CONST || g_rand_boolean (rand)))
    return lpn_expr_copy (expr);
  if (n == 0)
    {
      lpn_reference_eval (net, expr, values, &value, NULL);
      return expr->type == LPN_TYPE_TRUTH ? lpn_expr_new_truth (value != 0) : lpn_expr_new_const (value);
    }
  for (guint i = 0; i < n; i++)
    arg[i] = substituted (net, expr->arg[i], values, rand);
  if (expr->op == LPN_EXPR_INDEX)
    return lpn_expr_new_index (expr->ref, lpn_net_variable (net, expr->ref)->size, arg[0]);
  return n == 1   ? lpn_expr_new_unary (expr->op, arg[0])
         : n == 2 ? lpn_expr_new_binary (expr->op, arg[0], arg[1])
                  : lpn_expr_new_cond (arg[0], arg[1], arg[2]);
}

/* Folding changes neither values nor faults: what was a variable may as well be a constant. */
static void
test_folding (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (lpn_test_seed ("folding"));
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  guint    wrong = 0;
  guint    smaller = 0;

  for (guint i = 0; i < 100000 && wrong < 5; i++)
    {
      LpnType type = g_rand_boolean (rand) ? LPN_TYPE_NUMBER : LPN_TYPE_TRUTH;
      g_autoptr (LpnExpr) expr = lpn_test_random_expr (rand, net, type, (guint)g_rand_int_range (rand, 1, 5));
      g_autoptr (LpnExpr) folded = NULL;
      LpnFaultInfo expected = { 0 };
      LpnFaultInfo info = { 0 };
      gint64       values[16];
      gint64       a;
      gint64       b;

      lpn_test_random_values (rand, net, values);
      folded = substituted (net, expr, values, rand);
      smaller += folded->nesting < expr->nesting;
      lpn_reference_eval (net, expr, values, &a, &expected);
      lpn_reference_eval (net, folded, values, &b, &info);
      if (expected.fault != info.fault || (info.fault == LPN_FAULT_NONE && a != b))
        {
          g_autofree char *before = lpn_expr_print (expr, &scope);
          g_autofree char *after = lpn_expr_print (folded, &scope);

          printf ("\n    %s\n    %s\n", before, after);
          wrong++;
        }
    }
  CU_ASSERT_EQUAL (wrong, 0);
  CU_ASSERT_TRUE (smaller > 20000);
}

static void
note_read (LpnSymbolKind kind, guint32 ref, guint32 cell, gpointer data)
{
  g_string_append_printf (data, "%s%u.%d ", kind == LPN_SYMBOL_PLACE ? "p" : "v", ref,
                          cell == LPN_NONE ? -1 : (int)cell);
}

static void
test_reads (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  g_autoptr (LpnExpr) expr
      = lpn_expr_parse ("a[x] + a[2] > tokens(p1) & marked(p0) -> y", &scope, LPN_TYPE_TRUTH, false, NULL, NULL);
  g_autoptr (GString) reads = g_string_new (NULL);

  CU_ASSERT_PTR_NOT_NULL_FATAL (expr);
  lpn_expr_reads (expr, note_read, reads);
  CU_ASSERT_STRING_EQUAL (reads->str, "v3.-1 v0.0 v3.2 p1.0 p0.0 v1.0 ");
}

static void
test_builders (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  g_autoptr (LpnExpr) mixed = lpn_expr_new_binary (
      LPN_EXPR_EQ, lpn_expr_new_binary (LPN_EXPR_LT, lpn_expr_new_cell (0, 0), lpn_expr_new_const (3)),
      lpn_expr_new_cell (1, 0));
  g_autoptr (LpnExpr) guard = lpn_expr_new_binary (LPN_EXPR_AND, lpn_expr_copy (mixed), lpn_expr_new_cell (0, 0));
  g_autoptr (LpnExpr) outside = lpn_expr_new_index (3, 3, lpn_expr_new_const (3));
  g_autoptr (LpnExpr) inside = lpn_expr_new_index (3, 3, lpn_expr_new_const (2));
  g_autofree char *a = lpn_expr_print (mixed, &scope);
  g_autofree char *b = lpn_expr_print (guard, &scope);

  CU_ASSERT_STRING_EQUAL (a, "INT(x < 3) == y");
  CU_ASSERT_STRING_EQUAL (b, "INT(x < 3) == y & x");
  CU_ASSERT_EQUAL (guard->arg[1]->op, LPN_EXPR_BOOL);
  CU_ASSERT_EQUAL (outside->op, LPN_EXPR_INDEX);
  CU_ASSERT_EQUAL (inside->op, LPN_EXPR_CELL);
  CU_ASSERT_FALSE (lpn_expr_equal (outside, inside));
  for (guint op = LPN_EXPR_CONST; op <= LPN_EXPR_COND; op++)
    CU_ASSERT_TRUE (lpn_expr_n_args (op) <= 3);
}

/* A text of another dialect as the same tree in our own spelling; NULL: refused. */
static void
test_dialects (void)
{
  static const struct
  {
    LpnDialect  dialect;
    const char *text;
    const char *printed;
  } cases[] = {
    { LPN_DIALECT_LEMA, "x -> y -> z", "(x -> y) -> m.z" },
    { LPN_DIALECT_LEMA, "x | y -> z", "x | y -> m.z" },
    { LPN_DIALECT_LEMA, "x -> y | z", "(x -> y) | m.z" },
    { LPN_DIALECT_LEMA, "~x = 1 & y", "!(x == 1) & y" },
    { LPN_DIALECT_LEMA, "~(x)&~y|TRUE", "!x & !y | true" },
    { LPN_DIALECT_LEMA, "x>=2&~y", "x >= 2 & !y" },
    { LPN_DIALECT_LEMA, "2*x^2 = 4", "(2 * x) ^ 2 == 4" },
    { LPN_DIALECT_LEMA, "x[2] = 1", "AND(x >> 2, 1) == 1" },
    { LPN_DIALECT_LEMA, "bit(x,y) & BIT(y,0)", "AND(x >> y, 1) & AND(y >> 0, 1)" },
    { LPN_DIALECT_LEMA, "a[2] = 1.00", "a[2] == 1" },
    { LPN_DIALECT_LEMA, "min(x,3) > max(x,y)", "(x <= 3 ? x : 3) > (x >= y ? x : y)" },
    { LPN_DIALECT_LEMA, "and(x,1) = or(x,2) & xor(x,y) = not(x)", "AND(x, 1) == OR(x, 2) & XOR(x, y) == NOT(x)" },
    { LPN_DIALECT_LEMA, "idiv(x,2) = floor(y) & BOOL(x)", "x / 2 == y & x" },
    { LPN_DIALECT_LEMA, "(x<y)=z & INT(x<y)+1 > 0", "INT(x < y) == m.z & INT(x < y) + 1 > 0" },
    { LPN_DIALECT_LEMA, "t & x", "x" },
    { LPN_DIALECT_LEMA, "f | false | FALSE | x", "x" },
    { LPN_DIALECT_LEMA, "x = 1.5", NULL },
    { LPN_DIALECT_LEMA, "rate(x) > 1", NULL },
    { LPN_DIALECT_LEMA, "uniform(1,2) = x", NULL },
    { LPN_DIALECT_LEMA, "x = unknown", NULL },
    { LPN_DIALECT_PLATU, "x | y & z ^ 1", "OR(x, XOR(AND(y, m.z), 1))" },
    { LPN_DIALECT_PLATU, "x == 1 & y", "AND(INT(x == 1), y)" },
    { LPN_DIALECT_PLATU, "x << 1 + y >> 2 < z", "x << 1 + y >> 2 < m.z" },
    { LPN_DIALECT_PLATU, "~x + !y + +z - -1", "NOT(x) + INT(!y) + m.z - -1" },
    { LPN_DIALECT_PLATU, "!x == y", "INT(!x) == y" },
    { LPN_DIALECT_PLATU, "x -> y -> z ? x : y", "x -> y -> m.z ? x : y" },
    { LPN_DIALECT_PLATU, "x || y && z", "x | y & m.z" },
    { LPN_DIALECT_PLATU, "x && (y || 3 > 2)", "x & (y | true)" },
    { LPN_DIALECT_PLATU, "(x < y ? x : y > 1)", "x < y ? x : INT(y > 1)" },
    { LPN_DIALECT_PLATU, "AND(x, y)", NULL },
    { LPN_DIALECT_PLATU, "x[1]", NULL },
  };
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope own = lpn_net_scope (net, LPN_NONE, true);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LpnScope scope = own;
      scope.dialect = cases[i].dialect;
      g_autoptr (LpnExpr) expr = lpn_expr_parse (cases[i].text, &scope, LPN_TYPE_TRUTH, true, NULL, NULL);
      g_autofree char *printed = expr == NULL ? NULL : lpn_expr_print (expr, &own);
      if (g_strcmp0 (printed, cases[i].printed) != 0)
        printf ("\n    %s is %s, expected %s\n", cases[i].text, printed, cases[i].printed);
      CU_ASSERT_TRUE (g_strcmp0 (printed, cases[i].printed) == 0);
    }
}

static const LpnTest tests[] = {
  { "dialects", test_dialects },
  { "print", test_print },
  { "errors", test_errors },
  { "origins", test_origins },
  { "places outside properties", test_no_places },
  { "encoding of messages", test_encoding },
  { "round trip", test_round_trip },
  { "minimal brackets", test_minimal_brackets },
  { "folding", test_folding },
  { "reads", test_reads },
  { "builders", test_builders },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("expr", tests);
}
