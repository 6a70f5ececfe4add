/* SPDX-License-Identifier: MIT */
/*
 * The DVE language by small models, whose states, transitions and deadlocks are counted by hand and found by the
 * oracle.
 */
#include <string.h>

#include "io/dve.h"
#include "io/io.h"
#include "test/harness.h"
#include "test/oracle.h"

#define LIMIT 100000

static LpnNet *
read_text (const char *text, LpnDveOverflow overflow, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  if (!lpn_dve_read_memory ("test.dve", text, strlen (text), overflow, parts, error))
    return NULL;
  return lpn_compose (parts, error);
}

static LpnOracleResult
explore (const char *text, LpnDveOverflow overflow)
{
  GError *error = NULL;
  g_autoptr (LpnNet) net = read_text (text, overflow, &error);
  LpnOracleResult result = { 0 };

  if (lpn_test_no_error (&error))
    result = lpn_oracle_explore (net, LIMIT);
  else
    CU_FAIL ("the model does not load");
  return result;
}

static void
counts (const char *text, guint64 states, guint64 transitions, guint64 deadlocks)
{
  LpnOracleResult r = explore (text, LPN_DVE_WRAP);

  CU_ASSERT (r.complete && !r.error);
  CU_ASSERT (r.states == states);
  CU_ASSERT (r.transitions == transitions);
  CU_ASSERT (r.deadlocks == deadlocks);
  if (r.states != states || r.transitions != transitions || r.deadlocks != deadlocks)
    g_printerr ("%s\nhas %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " transitions, %" G_GUINT64_FORMAT
                " deadlocks\n",
                text, r.states, r.transitions, r.deadlocks);
}

/* One process that goes to `good` where the expression, after the declarations, is `value`; a wrong one stays. */
static void
value_is (const char *declarations, const char *expression, const char *value)
{
  g_autofree char *text
      = g_strdup_printf ("%s process P { state a, good; init a; trans a -> good { guard (%s) == (%s); "
                         "}; } system async;",
                         declarations, expression, value);
  counts (text, 2, 1, 1);
}

static void
test_operators (void)
{
  const char *ab = "byte a = 7, b = 2; int m = -7; bool t = true;";

  value_is (ab, "a + b * 3 - 1", "12");
  value_is (ab, "a - b - 1", "4");
  value_is (ab, "m / b", "-3");
  value_is (ab, "m % b", "-1");
  value_is (ab, "a << b", "28");
  value_is (ab, "a >> 1", "3");
  value_is (ab, "m >> 1", "-4");
  value_is (ab, "m >> b", "-2");
  value_is (ab, "1 << (b + 29)", "-2147483647 - 1");
  value_is (ab, "1 << (b + 30)", "1");
  value_is (ab, "a & 3 | 8", "11");
  /* One level, from left to right: (1 | a) & 6, and (t or f) and f. */
  value_is (ab, "1 | a & 6", "6");
  value_is (ab, "true or b and false", "0");
  value_is (ab, "true || b && false", "0");
  value_is (ab, "a ^ b", "5");
  value_is (ab, "~a", "-8");
  value_is (ab, "-a + 1", "-6");
  value_is (ab, "not a == 0", "1");
  value_is (ab, "not t", "false");
  value_is (ab, "a == 7 imply b == 1", "0");
  value_is (ab, "b == 1 imply a", "1");
  value_is (ab, "a < b == false", "1");
  value_is (ab, "a >= 7 && b <= 2 && a > b && a != b", "1");
  value_is (ab, "b == 2 || 1 / (b - 2)", "1");
  /* 32 bits: 30000 * 30000 * 4 wraps. */
  value_is ("int x = 30000;", "x * x * 4", "-694967296");
  value_is ("int x[3] = {5, 6};", "x * 100 + x[1] * 10 + x[2]", "560");
  value_is ("const byte N = 3; const int c[N] = {4, 5, 6, 7}; byte x[N + 1], i = 2;", "c[i] + c[0] + N + x[3]", "13");
  value_is ("byte x = 300; int y = 40000;", "x * 100000 + y", "4374464");
}

static void
test_effects (void)
{
#define ONE(declarations, effects, good)                                                                               \
  counts (declarations " process P { state a, b, good; init a; trans a -> b { effect " effects                         \
                       "; }, b -> good { guard " good "; }; } system async;",                                          \
          3, 2, 1)
  ONE ("byte x = 1, y = 2;", "x = y, y = x", "x == 2 && y == 2");
  ONE ("byte x = 1, y = 2;", "x = x + 1, x = x * 3, y = x", "x == 6 && y == 6");
  ONE ("byte x;", "x = x - 1", "x == 255");
  ONE ("byte x = 200, y;", "x = x + 100, y = x", "x == 44 && y == 44");
  ONE ("int x = 32767;", "x = x + 1", "x == -32768");
  ONE ("int x = -32768;", "x = x - 1", "x == 32767");
  ONE ("bool x = 1;", "x = x + 1", "x == 2");
  ONE ("byte x;", "x = (1 < 2)", "x == 1");
  ONE ("byte f[3], i = 1, j = 1, y;", "f[i] = 5, y = f[j]", "y == 5 && f[1] == 5");
  ONE ("byte f[3], i = 1, j = 2, y;", "f[i] = 5, y = f[j]", "y == 0 && f[1] == 5");
  ONE ("byte f[3], i = 1, j = 1, y;", "f[i] = 5, f[j] = 6, y = f[1]", "y == 6 && f[1] == 6");
  ONE ("byte f[3], i = 1;", "f[1] = 5, f[i] = 6, f[1] = f[i] + 1", "f[1] == 7");
  ONE ("byte f[3], i = 0;", "f[1] = 5, f[i] = 6, f[1] = 7", "f[1] == 7 && f[0] == 6");
  ONE ("byte f[3] = {0, 1, 2}, i = 1;", "i = i + 1, f[i] = i * 2, i = f[f[0] + 2]", "f[2] == 4 && i == 4");
  ONE ("byte f[2] = {3, 4};", "f = f + f[1]", "f[0] == 7");
  ONE ("byte f[3] = {2, 0, 1}, y = 9;", "f[f[0]] = 0, y = f[f[f[2]]]", "y == 0 && f[2] == 0 && f[0] == 2");
#undef ONE
}

static void
test_intervals (void)
{
  GError *error = NULL;
  g_autoptr (LpnNet) net
      = read_text ("byte x, y; process P { state a; init a; trans a -> a { guard x < 9; effect x = x + "
                   "1, y = 3; }, a -> a { effect y = y + 1; }; } system async;",
                   LPN_DVE_WRAP, &error);
  if (!lpn_test_no_error (&error))
    return;
  /* x + 1 fits by the guard, y + 1 does not. */
  CU_ASSERT (lpn_net_transition (net, 0)->assigns[0].value->op == LPN_EXPR_ADD);
  CU_ASSERT (lpn_net_transition (net, 1)->assigns[0].value->op == LPN_EXPR_BIT_AND);
}

static void
test_overflow (void)
{
  const char *text = "byte x = 250; process P { state a; init a; trans a -> a { effect x = x + 1; }; } system async;";
  LpnOracleResult r = explore (text, LPN_DVE_ERROR);

  counts (text, 256, 256, 0);
  CU_ASSERT (r.error && r.fault.fault == LPN_FAULT_RANGE && r.fault_distance == 5);
  /* What a later effect overwrites was an error nonetheless. */
  r = explore ("byte x; process P { state a, b; init a; trans a -> b { effect x = 5 / x, x = 1; }; } system async;",
               LPN_DVE_WRAP);
  CU_ASSERT (r.error && r.fault.fault == LPN_FAULT_DIVISION && r.fault_distance == 0);
  text = "byte x = 250; process P { state a; init a; trans a -> a { effect x = x + 1, x = x % 256; }; } system async;";
  r = explore (text, LPN_DVE_ERROR);
  counts (text, 256, 256, 0);
  CU_ASSERT (r.error && r.fault.fault == LPN_FAULT_RANGE && r.fault_distance == 5);
  r = explore (
      "byte x[2], i; process P { state a; init a; trans a -> a { effect i = i + 1, x[i] = 1; }; } system async;",
      LPN_DVE_WRAP);
  CU_ASSERT (r.error && r.fault.fault == LPN_FAULT_INDEX && r.fault_distance == 1);
  r = explore (
      "byte x[2]; process P { state a, b; init a; trans a -> b { effect x[2] = 1, x[0] = 1; }; } system async;",
      LPN_DVE_WRAP);
  CU_ASSERT (r.error && r.fault.fault == LPN_FAULT_INDEX && r.fault_distance == 0);
}

static void
test_rendezvous (void)
{
  /* Both guards before, the value by the sender's variables, then the receiver's effects, then the sender's. */
  counts ("byte g; channel c; "
          "process S { byte x = 5; state a, b; init a; trans a -> b { guard x == 5; sync c!x + 1; effect g = g * 2, x "
          "= 0; }; } "
          "process R { byte y; state a, b, good; init a; trans a -> b { guard y == 0; sync c?y; effect g = y; }, b -> "
          "good { "
          "guard y == 6 && g == 12 && S->x == 0; }; } system async;",
          3, 2, 1);
  /* Two senders, two receivers: 4 ways, then nothing; no process with itself. */
  counts ("channel c; process S { state a, b; init a; trans a -> b { sync c!; }, -> b { sync c?; }; } "
          "process R { state a, b; init a; trans a -> b { sync c?; }, -> b { sync c!; }; } system async;",
          2, 2, 1);
  /* Typed: the value passes through the channel's type. Two parts, the second index by the first. */
  counts ("channel {byte, int} c[0]; process S { state a, b; init a; trans a -> b { sync c!{257, 40000}; }; } "
          "process R { byte i; int x[2]; state a, b, good; init a; trans a -> b { sync c?{i, x[i]}; }, "
          "b -> good { guard i == 1 && x[1] == -25536; }; } system async;",
          3, 2, 1);
}

static void
test_buffers (void)
{
  /* Send 1, 2, 3 through a buffer of two; received in order. Sent s, received r, s - r <= 2, s <= 3: 9 states; a
   * send where s < 3 and s - r < 2, a receive where r < s. */
  counts ("channel {byte} c[2]; process S { byte n = 1; state a; init a; trans a -> a { guard n <= 3; sync c!n; effect "
          "n = n "
          "+ 1; }; } process R { byte m; state a; init a; trans a -> a { sync c?m; }; } system async;",
          9, 10, 1);
  /* Equal contents are equal states: one message at a time, for ever. */
  counts (
      "channel {byte, byte} c[3]; process P { byte x, y; state a, b; init a; trans a -> b { sync c!{4, 5}; }, b -> a { "
      "sync c?{y, x}; effect x = y, y = 0, x = 0; }; } system async;",
      2, 2, 0);
}

static void
test_committed (void)
{
  /* Without commit 2 * 3 states; with it Q waits while P is in b. */
  counts ("process P { state a, b, c; init a; trans a -> b {}, b -> c {}; } "
          "process Q { state a, b; init a; trans a -> b {}; } system async;",
          6, 7, 1);
  counts ("process P { state a, b, c; init a; commit b; trans a -> b {}, b -> c {}; } "
          "process Q { state a, b; init a; trans a -> b {}; } system async;",
          6, 6, 1);
  /* Both ends of a rendezvous are committed, or nobody is: P committed alone cannot meet Q. */
  counts ("channel c; process P { state a, b; init a; commit a; trans a -> b { sync c!; }; } "
          "process Q { state a, b; init a; trans a -> b { sync c?; }, a -> a {}; } system async;",
          1, 0, 1);
  counts ("channel c; process P { state a, b; init a; commit a; trans a -> b { sync c!; }; } "
          "process Q { state a, b; init a; commit a; trans a -> b { sync c?; }; } "
          "process R { state a, b; init a; trans a -> b { guard P.b && Q.b; }; } system async;",
          3, 2, 1);
}

static void
test_locations (void)
{
  /* Q follows P; in effects the location is already the new one. */
  counts ("byte x; process P { byte v; state a, b; init a; trans a -> b { guard P.a and not P.b; effect v = P.b + 2 * "
          "P.a; }; } "
          "process Q { state a, b; init a; trans a -> b { guard P.b; effect x = P->v + 2 * P.b; }, b -> a { guard x != "
          "3; }; } "
          "system async;",
          3, 2, 1);
}

static void
test_asserts (void)
{
  GError *error = NULL;
  g_autoptr (LpnNet) net = read_text ("byte x; process P { state a, b; init a; assert b: x == 1, b: Q.a, a: x == 0; "
                                      "trans a -> b { effect x = 2; }; } process Q { state a; init a; } system async;",
                                      LPN_DVE_WRAP, &error);
  if (!lpn_test_no_error (&error))
    return;
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, LIMIT);
  const char *ids[] = { "P.b", "P.b#2", "P.a" };
  guint64     found[] = { 1, LPN_ORACLE_NEVER, LPN_ORACLE_NEVER };
  for (guint i = 0; i < 3; i++)
    {
      guint32 p = lpn_net_find_property (net, ids[i]);
      CU_ASSERT (p != LPN_NONE);
      if (p != LPN_NONE)
        CU_ASSERT (lpn_oracle_reach (oracle, lpn_net_property (net, p)->expr, false, NULL) == found[i]);
    }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } bad[] = {
    { "", "test.dve:1:1: expected a declaration or 'process', found the end of the file" },
    { "byte x\nint y;", "test.dve:2:1: expected ';', found 'int'" },
    { "byte 3;", "test.dve:1:6: expected the name of a variable, found '3'" },
    { "byte process;", "test.dve:1:6: expected the name of a variable, found 'process'" },
    { "byte x; \xff", "test.dve:1:9: expected a declaration or 'process', found byte 0xff" },
    { "byte x; /* open", "test.dve:1:9: expected a declaration or 'process', found a comment without end" },
    { "byte x = 99999999999;", "test.dve:1:10: expected an expression, found a number that does not fit 32 bits" },
    { "byte x = 1 +;", "test.dve:1:13: expected an expression, found ';'" },
    { "process P { init a; }", "test.dve:1:13: expected 'state', found 'init'" },
    { "process P { state a; init a; trans a -> a { effect x = 1; sync c!; }; }",
      "test.dve:1:59: expected '}', found 'sync'" },
    { "process P { state a; init a; trans a a { }; }", "test.dve:1:38: expected '->', found 'a'" },
    { "process P { state a; init a; trans -> a { }; }", "test.dve:1:36: expected the name of a location, found '->'" },
    { "process P { state a; init b; } system async;", "test.dve:1:27: process 'P' has no location 'b'" },
    { "process P { state a, a; init a; } system async;", "test.dve:1:22: location 'a' is declared twice" },
    { "process P { state a; init a; } process P { state a; init a; } system async;",
      "test.dve:1:40: process 'P' is declared twice" },
    { "byte x, x; process P { state a; init a; } system async;", "test.dve:1:9: 'x' is declared twice" },
    { "byte x; channel x; process P { state a; init a; } system async;", "test.dve:1:17: 'x' is declared twice" },
    { "byte x[0]; process P { state a; init a; } system async;", "test.dve:1:8: array 'x' of size 0" },
    { "byte x[2] = 3; process P { state a; init a; } system async;",
      "test.dve:1:6: array 'x' needs its values in braces" },
    { "byte x[99999999]; process P { state a; init a; } system async;", "test.dve:1:6: the variables have more than" },
    { "byte x = 1 / 0; process P { state a; init a; } system async;", "test.dve:1:12: this has no constant value" },
    { "process P { state a; init a; } system sync;", "test.dve:1:39: synchronous systems are not supported" },
    { "process P { state a; init a; } system async property P;", "test.dve:1:45: property automata are not supported" },
    { "process P { state a; init a; } system async; byte x;",
      "test.dve:1:46: expected the end of the file, found 'byte'" },
#define IN(label)                                                                                                      \
  "byte x; const byte k = 1; channel c; channel {byte} d[1]; process P { state a; init a; trans\na -> a {" label       \
  "}; } system async;"
    { IN ("guard y;"), "test.dve:2:15: there is no variable 'y'" },
    { IN ("guard x[0];"), "test.dve:2:15: 'x' is no array" },
    { IN ("guard Q.a;"), "test.dve:2:15: there is no process 'Q'" },
    { IN ("guard P.b;"), "test.dve:2:15: process 'P' has no location 'b'" },
    { IN ("guard P->x;"), "test.dve:2:15: process 'P' has no variable 'x'" },
    { IN ("sync e!;"), "test.dve:2:14: there is no channel 'e'" },
    { IN ("sync c!{1, 2};"), "test.dve:2:14: channel 'c' carries at most 1 values, not 2" },
    { IN ("sync d!;"), "test.dve:2:14: channel 'd' carries 1 values, not 0" },
    { IN ("sync d?3;"), "test.dve:2:16: expected a variable" },
    { IN ("effect k = 2;"), "test.dve:2:16: 'k' is a constant" },
    { IN ("effect P.a = 2;"), "test.dve:2:16: a location cannot be assigned to" },
#undef IN
  };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      GError *error = NULL;
      g_autoptr (LpnNet) net = read_text (bad[i].text, LPN_DVE_WRAP, &error);
      CU_ASSERT (net == NULL);
      CU_ASSERT (lpn_test_error_has (&error, bad[i].message));
    }
}

static void
refused (GString *text, const char *message)
{
  GError *error = NULL;
  g_autoptr (LpnNet) net = read_text (text->str, LPN_DVE_WRAP, &error);
  CU_ASSERT (net == NULL);
  CU_ASSERT (g_error_matches (error, LPN_IO_ERROR, LPN_IO_ERROR_LIMIT));
  CU_ASSERT (lpn_test_error_has (&error, message));
  g_string_free (text, TRUE);
}

static void
test_limits (void)
{
  GString *text = g_string_new ("byte x = ");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, '(');
  refused (text, "test.dve:1:510: an expression is nested more than 500 deep");

  text = g_string_new ("byte x = 1");
  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "+1");
  refused (text, "an expression is nested more than 500 deep");

  text = g_string_new ("byte x; process P { state a; init a; trans a -> a { effect x = x + x");
  for (guint i = 0; i < 50; i++)
    g_string_append (text, ", x = x + x");
  g_string_append (text, "; }; } system async;");
  refused (text, "steps of all expressions together");

  text = g_string_new ("channel c; process P { state a; init a; trans a -> a { sync c!; }");
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, ", a -> a { sync c!; }");
  g_string_append (text, "; } process Q { state a; init a; trans a -> a { sync c?; }");
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, ", a -> a { sync c?; }");
  g_string_append (text, "; } system async;");
  refused (text, "steps of all expressions together");
}

static const LpnTest tests[] = {
  { "operators", test_operators },
  { "effects", test_effects },
  { "intervals", test_intervals },
  { "overflow", test_overflow },
  { "rendezvous", test_rendezvous },
  { "buffered channels", test_buffers },
  { "committed locations", test_committed },
  { "locations of others", test_locations },
  { "asserts", test_asserts },
  { "errors", test_errors },
  { "limits", test_limits },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("dve", tests);
}
