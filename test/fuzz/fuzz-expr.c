/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as an expression: parsing must end in a tree or an error with a UTF-8 message; a tree must print to a text
 * that parses to an equal tree, and code and reference must agree on it.
 */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "lpn/code.h"
#include "lpn/reference.h"
#include "test/random-expr.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_evaluation (const LpnNet *net, const LpnExpr *expr)
{
  static const gint64 values[][11] = {
    { 1, 0, 3, 5, -2, 0, 10, 20, 30, 7, 1 },
    { 0, 1, 0, G_MININT64, G_MAXINT64, -1, 0, 1, 2, 3, 0 },
  };
  g_autoptr (LpnCode) code = lpn_code_new (net, expr);

  g_assert_cmpuint (lpn_net_n_elements (net), ==, G_N_ELEMENTS (values[0]));
  g_assert_true (lpn_code_check (code, net));
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      LpnFaultInfo info = { 0 };
      gint64       expected;
      gint64       result;
      bool         fine = lpn_reference_eval (net, expr, values[i], &expected, &info);

      g_assert_cmpint (lpn_code_run (code, values[i], &result), ==, info.fault);
      g_assert_true (!fine || result == expected);
    }
}

static void
check_parse (const LpnNet *net, const char *text, LpnType want)
{
  LpnScope  scope = lpn_net_scope (net, LPN_NONE, true);
  LpnOrigin origin = { "file", 3, 9, "guard" };
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnExpr) expr = lpn_expr_parse (text, &scope, want, true, &origin, &error);
  g_autoptr (LpnExpr) again = NULL;
  g_autofree char *printed = NULL;

  g_assert_true ((expr == NULL) == (error != NULL));
  if (expr == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  g_assert_true (expr->type == want);
  printed = lpn_expr_print (expr, &scope);
  again = lpn_expr_parse (printed, &scope, want, true, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lpn_expr_equal (expr, again));
  check_evaluation (net, expr);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static LpnNet   *net;
  g_autofree char *text = g_strndup ((const char *)data, size);

  if (net == NULL)
    net = lpn_test_expr_net ();
  check_parse (net, text, LPN_TYPE_TRUTH);
  check_parse (net, text, LPN_TYPE_NUMBER);
  return 0;
}
