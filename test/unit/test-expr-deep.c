/* SPDX-License-Identifier: MIT */
/* Expressions at the limits of their depth and length: neither text nor tree may take the stack or the memory. */
#include "lpn/expr.h"
#include "lpn/net.h"
#include "test/harness.h"
#include "test/random-expr.h"

#include <string.h>

/* `head` `n` times, "x", `tail` `n` times. Returns: transfer full. */
static char *
repeated (const char *head, const char *tail, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (text, head);
  g_string_append_c (text, 'x');
  for (guint i = 0; i < n; i++)
    g_string_append (text, tail);
  return g_string_free (text, FALSE);
}

static void
test_nesting (void)
{
  static const struct
  {
    const char *head, *tail;
  } nests[] = { { "(", ")" },       { "-", "" },        { "!", "" },        { "NOT(", ")" },
                { "a[", "]" },      { "", " ^ x" },     { "", " -> x" },    { "x + (", ")" },
                { "x ? ", " : x" }, { "x ? x : ", "" }, { "((x + ", "))" }, { "AND(x, ", ")" } };
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);

  for (gsize i = 0; i < G_N_ELEMENTS (nests); i++)
    {
      g_autofree char *fine = repeated (nests[i].head, nests[i].tail, 490);
      g_autofree char *deep = repeated (nests[i].head, nests[i].tail, 2001);
      g_autofree char *huge = repeated (nests[i].head, nests[i].tail, 200000);
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnExpr) a = lpn_expr_parse (fine, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
      g_autoptr (LpnExpr) b = NULL;
      g_autoptr (LpnExpr) c = NULL;

      CU_ASSERT_TRUE (lpn_test_no_error (&error) && a != NULL);
      b = lpn_expr_parse (deep, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
      CU_ASSERT_PTR_NULL (b);
      CU_ASSERT_TRUE (g_error_matches (error, LPN_NET_ERROR, LPN_NET_ERROR_LIMIT));
      CU_ASSERT_TRUE (lpn_test_error_has (&error, "nested more than 1000 deep"));
      c = lpn_expr_parse (huge, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
      CU_ASSERT_TRUE (lpn_test_error_has (&error, "nested more than 1000 deep"));
    }
}

/* The most calls in the parser for the nesting allowed: each !, -> and ?: of one level needs brackets or a call. */
static void
test_deepest_text (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  g_autoptr (LpnExpr) expr = lpn_expr_new_place (LPN_EXPR_MARKED, 0);
  g_autoptr (LpnExpr) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  while (expr->nesting + 3 <= LPN_EXPR_MAX_NESTING)
    {
      expr = lpn_expr_new_cond (lpn_expr_new_cell (0, 0), lpn_expr_new_place (LPN_EXPR_MARKED, 1),
                                g_steal_pointer (&expr));
      expr = lpn_expr_new_binary (LPN_EXPR_IMPLIES, lpn_expr_new_cell (0, 0), g_steal_pointer (&expr));
      expr = lpn_expr_new_unary (LPN_EXPR_NOT, g_steal_pointer (&expr));
    }
  text = lpn_expr_print (expr, &scope);
  again = lpn_expr_parse (text, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error) && lpn_expr_equal (expr, again));
}

/* Few enough brackets, too many operators. */
static void
test_deepest_tree (void)
{
  g_autofree char *fine = repeated ("x + (", ")", LPN_EXPR_MAX_NESTING);
  g_autofree char *deep = repeated ("x + (", ")", LPN_EXPR_MAX_NESTING + 1);
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnExpr) a = lpn_expr_parse (fine, &scope, LPN_TYPE_NUMBER, false, NULL, &error);
  g_autoptr (LpnExpr) b = NULL;

  CU_ASSERT_TRUE (lpn_test_no_error (&error) && a != NULL && a->nesting == LPN_EXPR_MAX_NESTING);
  b = lpn_expr_parse (deep, &scope, LPN_TYPE_NUMBER, false, NULL, &error);
  CU_ASSERT_PTR_NULL (b);
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "column 1: nested more than 1000 deep"));
}

/* Trees made by program may be deeper than any text: handling them must not recurse. */
static void
test_deep_trees (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  g_autoptr (LpnExpr) right = lpn_expr_new_cell (0, 0);
  g_autoptr (LpnExpr) copy = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 300000; i++)
    right = lpn_expr_new_binary (LPN_EXPR_SUB, lpn_expr_new_cell (1, 0), g_steal_pointer (&right));
  CU_ASSERT_EQUAL (right->nesting, 300000);
  copy = lpn_expr_copy (right);
  CU_ASSERT_TRUE (lpn_expr_equal (right, copy));
  text = lpn_expr_print (copy, &scope);
  CU_ASSERT_EQUAL (strlen (text), 300000 * strlen ("y - ()") + strlen ("x") - strlen ("()"));
}

static void
test_long_chain (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope         scope = lpn_net_scope (net, LPN_NONE, true);
  g_autofree char *text = repeated ("", " + x", 100000);
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnExpr) expr = lpn_expr_parse (text, &scope, LPN_TYPE_NUMBER, false, NULL, &error);
  g_autoptr (LpnExpr) copy = NULL;
  g_autofree char *printed = NULL;

  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_EQUAL (expr->nesting, 1);
  copy = lpn_expr_copy (expr);
  printed = lpn_expr_print (copy, &scope);
  CU_ASSERT_STRING_EQUAL (printed, text);
}

/* min() repeats its operands: a tower of them is refused before it fills the memory. */
static void
test_min_tower (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  LpnScope scope = lpn_net_scope (net, LPN_NONE, false);

  scope.dialect = LPN_DIALECT_LEMA;
  for (guint i = 0; i < 100; i++)
    g_string_append (text, "min(x,");
  g_string_append_c (text, 'y');
  for (guint i = 0; i < 100; i++)
    g_string_append_c (text, ')');
  CU_ASSERT_PTR_NULL (lpn_expr_parse (text->str, &scope, LPN_TYPE_NUMBER, true, NULL, &error));
  CU_ASSERT_TRUE (g_error_matches (error, LPN_NET_ERROR, LPN_NET_ERROR_LIMIT));
}

static const LpnTest tests[] = {
  { "nesting limit", test_nesting },
  { "deepest text", test_deepest_text },
  { "deepest tree", test_deepest_tree },
  { "deep trees", test_deep_trees },
  { "long chain", test_long_chain },
  { "towers of min", test_min_tower },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("expr-deep", tests);
}
