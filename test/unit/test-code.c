/* SPDX-License-Identifier: MIT */
#include "lpn/code.h"
#include "lpn/reference.h"
#include "test/harness.h"
#include "test/random-expr.h"

#include <stdio.h>

/* Runs code and reference; both must give the same fault, and without one the same value. */
static bool
agree (const LpnNet *net, const LpnExpr *expr, const LpnCode *code, const gint64 *values, LpnFault *fault,
       gint64 *result)
{
  LpnFaultInfo info = { .transition = 7 };
  gint64       expected = 0;
  bool         fine = lpn_reference_eval (net, expr, values, &expected, &info);

  *fault = lpn_code_run (code, values, result);
  if (*fault == info.fault && fine == (info.fault == LPN_FAULT_NONE) && (!fine || *result == expected))
    return true;

  LpnScope         scope = lpn_net_scope (net, LPN_NONE, true);
  g_autofree char *text = lpn_expr_print (expr, &scope);

  printf ("\n    %s\n    reference: %s, %" G_GINT64_FORMAT "\n    code:      %s, %" G_GINT64_FORMAT "\n    values:",
          text, lpn_fault_text (info.fault), expected, lpn_fault_text (*fault), *result);
  for (guint32 i = 0; i < lpn_net_n_elements (net); i++)
    printf (" %" G_GINT64_FORMAT, values[i]);
  printf ("\n");
  return false;
}

typedef struct
{
  const char *text;
  LpnFault    fault;
  gint64      value;
} Case;

/* x = 5, y = -2, z = 0, a = { 10, 20, 30 }, b = { 7 }, "true" = 1, p0 has 1 token, p1 none, the third 3. */
static const Case cases[] = {
  { "x", 0, 5 },
  { "x + 1", 0, 6 },
  { "x - 1", 0, 4 },
  { "x - -2147483648", 0, G_GINT64_CONSTANT (2147483653) },
  { "x + y * 3", 0, -1 },
  { "x / y", 0, -2 },
  { "x % y", 0, 1 },
  { "y % x", 0, -2 },
  { "-x / 2", 0, -2 },
  { "2 ^ x", 0, 32 },
  { "y ^ 63", 0, G_MININT64 },
  { "2 ^ 63 + z", LPN_FAULT_OVERFLOW, 0 },
  { "2 ^ (x + 58)", LPN_FAULT_OVERFLOW, 0 },
  { "z ^ z", 0, 1 },
  { "z ^ x", 0, 0 },
  { "(z - 1) ^ 9223372036854775807", 0, -1 },
  { "2 ^ y", LPN_FAULT_EXPONENT, 0 },
  { "-2 ^ 2 + z", 0, -4 },
  { "2 ^ 3 ^ 2 + z", 0, 512 },
  { "x / z", LPN_FAULT_DIVISION, 0 },
  { "x % z", LPN_FAULT_DIVISION, 0 },
  { "1 / 0", LPN_FAULT_DIVISION, 0 },
  { "z - 9223372036854775807 - 2", LPN_FAULT_OVERFLOW, 0 },
  { "-(z - 9223372036854775807 - 1)", LPN_FAULT_OVERFLOW, 0 },
  { "(z - 9223372036854775807 - 1) / -1", LPN_FAULT_OVERFLOW, 0 },
  { "(z - 9223372036854775807 - 1) % -1", 0, 0 },
  { "9223372036854775807 * (y + 1)", 0, -G_MAXINT64 },
  { "a[x - 3]", 0, 30 },
  { "a[z]", 0, 10 },
  { "a[2]", 0, 30 },
  { "a[x]", LPN_FAULT_INDEX, 0 },
  { "a[y]", LPN_FAULT_INDEX, 0 },
  { "a[3]", LPN_FAULT_INDEX, 0 },
  { "b[z]", 0, 7 },
  { "a[b[0] - 6]", 0, 20 },
  { "NOT(x)", 0, -6 },
  { "AND(x, 6)", 0, 4 },
  { "OR(x, 6)", 0, 7 },
  { "XOR(x, a[0])", 0, 15 },
  { "INT(x)", 0, 1 },
  { "INT(x > 1 & y > 1)", 0, 0 },
  { "x > 4 & y < 0", 0, 1 },
  { "x > 5 & 1 / z", 0, 0 },
  { "x > 4 | 1 / z", 0, 1 },
  { "x > 5 -> 1 / z", 0, 1 },
  { "x > 4 -> 1 / z", LPN_FAULT_DIVISION, 0 },
  { "z ? 1 / z : 8", 0, 8 },
  { "!z", 0, 1 },
  { "~(x = 5)", 0, 0 },
  { "(x = 5) = (y = -2)", 0, 1 },
  { "(x = 5) != (y = -2)", 0, 0 },
  { "(x = 5) == true != false", 0, 1 },
  { "marked(p0) & ~marked(p1)", 0, 1 },
  { "tokens(\"odd \\\"place\\\\\") * 2", 0, 6 },
  { "\"true\" + 1", 0, 2 },
  { "m.z", 0, 0 },
  { "0x10 + x", 0, 21 },
  { "4 < x & 5 <= x & 6 > x & 5 >= x & x != y & x > y & y <= x", 0, 1 },
  { "9223372036854775807 > x & x < 9223372036854775807", 0, 1 },
};

static void
test_cases (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope     scope = lpn_net_scope (net, LPN_NONE, true);
  const gint64 values[] = { 1, 0, 3, 5, -2, 0, 10, 20, 30, 7, 1 };

  CU_ASSERT_EQUAL_FATAL (lpn_net_n_elements (net), G_N_ELEMENTS (values));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnExpr) expr = lpn_expr_parse (cases[i].text, &scope, LPN_TYPE_NUMBER, true, NULL, &error);
      g_autoptr (LpnCode) code = NULL;
      LpnFault fault;
      gint64   result = 0;

      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      if (expr == NULL)
        continue;
      code = lpn_code_new (net, expr);
      CU_ASSERT_TRUE (lpn_code_check (code, net));
      CU_ASSERT_TRUE (agree (net, expr, code, values, &fault, &result));
      if (fault != cases[i].fault || (fault == LPN_FAULT_NONE && result != cases[i].value))
        printf ("\n    %s: %s, %" G_GINT64_FORMAT "\n", cases[i].text, lpn_fault_text (fault), result);
      CU_ASSERT_EQUAL (fault, cases[i].fault);
      CU_ASSERT_TRUE (fault != LPN_FAULT_NONE || result == cases[i].value);
    }
}

/* Enough expressions, each on enough states, that every instruction meets every kind of operand. */
static void
test_random (void)
{
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (lpn_test_seed ("code against reference"));
  guint64 n[LPN_FAULT_INDEX + 1] = { 0 };
  guint   wrong = 0;

  for (guint i = 0; i < 60000 && wrong < 5; i++)
    {
      LpnType type = g_rand_boolean (rand) ? LPN_TYPE_NUMBER : LPN_TYPE_TRUTH;
      g_autoptr (LpnExpr) expr = lpn_test_random_expr (rand, net, type, (guint)g_rand_int_range (rand, 1, 7));
      g_autoptr (LpnCode) code = lpn_code_new (net, expr);

      wrong += !lpn_code_check (code, net);
      for (guint j = 0; j < 40; j++)
        {
          gint64   values[16];
          gint64   result = 0;
          LpnFault fault;

          lpn_test_random_values (rand, net, values);
          wrong += !agree (net, expr, code, values, &fault, &result);
          n[fault]++;
        }
    }
  CU_ASSERT_EQUAL (wrong, 0);
  printf ("    fine %" G_GUINT64_FORMAT ", overflow %" G_GUINT64_FORMAT ", division %" G_GUINT64_FORMAT
          ", exponent %" G_GUINT64_FORMAT ", index %" G_GUINT64_FORMAT "\n",
          n[0], n[LPN_FAULT_OVERFLOW], n[LPN_FAULT_DIVISION], n[LPN_FAULT_EXPONENT], n[LPN_FAULT_INDEX]);
  for (guint i = 0; i < G_N_ELEMENTS (n); i++)
    CU_ASSERT_TRUE (n[i] > 1000);
}

/* `head` `n` times, `middle`, `tail` `n` times. Returns: transfer full. */
static char *
repeated (const char *head, const char *middle, const char *tail, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (text, head);
  g_string_append (text, middle);
  for (guint i = 0; i < n; i++)
    g_string_append (text, tail);
  return g_string_free (text, FALSE);
}

/* Long chains and the deepest nesting allowed, both evaluators. */
static void
test_large (void)
{
  const struct
  {
    const char *head, *middle, *tail;
    guint       n;
    gint64      value;
  } large[] = {
    { "", "x", " + x", 100000, 500005 },
    { "", "x", " - x", 100000, -499995 },
    { "", "x", " & x", 100000, 1 },
    { "", "z", " | z", 100000, 0 },
    { "", "(x = 5)", " == (x = 5)", 99999, 1 },
    { "", "z", " * x", 100000, 0 },
    { "x + (", "x", ")", 990, 4955 },
    { "x & (", "x", ")", 990, 1 },
    { "a[", "z", "] - 10", 490, 0 },
    { "-", "x", "", 990, 5 },
    { "", "x", " -> x", 990, 1 },
    { "(x = 5) = (", "true", ")", 990, 1 },
  };
  g_autoptr (LpnNet) net = lpn_test_expr_net ();
  LpnScope     scope = lpn_net_scope (net, LPN_NONE, true);
  const gint64 values[] = { 1, 0, 3, 5, -2, 0, 10, 20, 30, 7, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (large); i++)
    {
      g_autofree char *text = repeated (large[i].head, large[i].middle, large[i].tail, large[i].n);
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnExpr) expr = lpn_expr_parse (text, &scope, LPN_TYPE_NUMBER, true, NULL, &error);
      g_autoptr (LpnCode) code = NULL;
      LpnFault fault;
      gint64   result = 0;

      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      if (expr == NULL)
        continue;
      code = lpn_code_new (net, expr);
      CU_ASSERT_TRUE (lpn_code_check (code, net));
      CU_ASSERT_TRUE (agree (net, expr, code, values, &fault, &result));
      CU_ASSERT_EQUAL (fault, LPN_FAULT_NONE);
      CU_ASSERT_EQUAL (result, large[i].value);
    }
}

static void
test_texts (void)
{
  for (guint i = LPN_FAULT_NONE; i <= LPN_FAULT_UNSAFE; i++)
    for (guint j = 0; j < i; j++)
      CU_ASSERT_STRING_NOT_EQUAL (lpn_fault_text (i), lpn_fault_text (j));
  CU_ASSERT_STRING_EQUAL (lpn_fault_text (LPN_FAULT_DIVISION), "division or modulo by zero");
}

static const LpnTest tests[] = {
  { "cases", test_cases },
  { "code against reference", test_random },
  { "long chains and deep nesting", test_large },
  { "texts of faults", test_texts },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("code", tests);
}
