/* SPDX-License-Identifier: MIT */
/* The oracle against counts that can be worked out by hand. */
#include "test/harness.h"
#include "test/oracle.h"

static LpnExpr *
parse (const LpnNet *net, const char *text, LpnType type)
{
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  GError  *error = NULL;
  LpnExpr *expr = lpn_expr_parse (text, &scope, type, true, NULL, &error);

  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return expr;
}

/* A transition from place to place (LPN_NONE: none) with labels (NULL: none); `value` is assigned to variable 0. */
static guint32
add_step (LpnNet *net, guint32 from, guint32 to, const char *guard, const char *value)
{
  g_autofree char *id = g_strdup_printf ("t%u", lpn_net_n_transitions (net));
  guint32          t = lpn_net_add_transition (net, 0, id, NULL, false, NULL);

  if (from != LPN_NONE)
    lpn_net_add_input (net, t, from, 1);
  if (to != LPN_NONE)
    lpn_net_add_output (net, t, to, 1);
  if (guard != NULL)
    lpn_net_set_guard (net, t, parse (net, guard, LPN_TYPE_TRUTH));
  if (value != NULL)
    lpn_net_add_assign (net, t, 0, NULL, parse (net, value, LPN_TYPE_NUMBER));
  return t;
}

static LpnNet *
counter_net (gint64 min, gint64 max)
{
  LpnNet *net = lpn_net_new ("counter");
  gint64  zero = 0;

  lpn_net_add_module (net, "m", NULL);
  lpn_net_add_variable (net, LPN_NONE, "x", false, 1, &zero, min, max, NULL);
  return net;
}

static void
test_counter (void)
{
  g_autoptr (LpnNet) net = counter_net (0, 9);
  g_autoptr (LpnOracle) oracle = NULL;
  g_autoptr (LpnExpr) seven = NULL;
  g_autoptr (LpnExpr) ten = NULL;
  const LpnOracleResult *r;
  guint64                i;

  add_step (net, LPN_NONE, LPN_NONE, "x < 9", "x + 1");
  CU_ASSERT_TRUE_FATAL (lpn_net_freeze (net, NULL));
  oracle = lpn_oracle_new (net, G_MAXUINT64);
  r = lpn_oracle_result (oracle);
  CU_ASSERT_EQUAL (r->states, 10);
  CU_ASSERT_EQUAL (r->transitions, 9);
  CU_ASSERT_EQUAL (r->deadlocks, 1);
  CU_ASSERT_EQUAL (r->deadlock_distance, 9);
  CU_ASSERT_EQUAL (r->depth, 9);
  CU_ASSERT_TRUE (r->complete);
  CU_ASSERT_FALSE (r->error);
  CU_ASSERT_EQUAL (r->fail_transition, LPN_NONE);

  seven = parse (net, "x == 7", LPN_TYPE_TRUTH);
  ten = parse (net, "x == 10", LPN_TYPE_TRUTH);
  i = lpn_oracle_reach (oracle, seven, true, NULL);
  CU_ASSERT_EQUAL_FATAL (i, 7);
  CU_ASSERT_EQUAL (lpn_oracle_distance (oracle, i), 7);
  CU_ASSERT_EQUAL (lpn_oracle_state (oracle, i)[0], 7);
  CU_ASSERT_EQUAL (lpn_oracle_find (oracle, (gint64[]){ 7 }), 7);
  CU_ASSERT_EQUAL (lpn_oracle_find (oracle, (gint64[]){ 10 }), LPN_ORACLE_NEVER);
  CU_ASSERT_EQUAL (lpn_oracle_reach (oracle, ten, true, NULL), LPN_ORACLE_NEVER);
  CU_ASSERT_EQUAL (lpn_oracle_reach (oracle, ten, false, NULL), 0);
}

static void
test_faults (void)
{
  g_autoptr (LpnNet) net = counter_net (0, 4);
  g_autoptr (LpnOracle) oracle = NULL;
  g_autoptr (LpnExpr) faulty = NULL;
  g_autofree char       *text = NULL;
  const LpnOracleResult *r;
  LpnFaultInfo           info;

  add_step (net, LPN_NONE, LPN_NONE, NULL, "x + 1");
  CU_ASSERT_TRUE_FATAL (lpn_net_freeze (net, NULL));
  oracle = lpn_oracle_new (net, G_MAXUINT64);
  r = lpn_oracle_result (oracle);
  CU_ASSERT_TRUE (r->error);
  CU_ASSERT_FALSE (r->complete);
  CU_ASSERT_EQUAL (r->fault.fault, LPN_FAULT_RANGE);
  CU_ASSERT_EQUAL (r->fault_distance, 4);
  CU_ASSERT_EQUAL (r->states, 5);
  CU_ASSERT_EQUAL (r->transitions, 4);
  CU_ASSERT_EQUAL (r->deadlocks, 0);
  text = lpn_fault_info_text (&r->fault, net);
  CU_ASSERT_STRING_EQUAL (text, "transition t0: value 5 outside the range 0..4 of variable x");

  faulty = parse (net, "6 / (2 - x) == 6", LPN_TYPE_TRUTH);
  CU_ASSERT_EQUAL (lpn_oracle_reach (oracle, faulty, true, &info), 1);
  CU_ASSERT_EQUAL (info.fault, LPN_FAULT_NONE);
  lpn_expr_free (faulty);
  faulty = parse (net, "6 / (2 - x) < 0", LPN_TYPE_TRUTH);
  CU_ASSERT_EQUAL (lpn_oracle_reach (oracle, faulty, true, &info), LPN_ORACLE_NEVER);
  CU_ASSERT_EQUAL (info.fault, LPN_FAULT_DIVISION);
  CU_ASSERT_EQUAL (info.transition, LPN_NONE);
}

/* n concurrent counters modulo k: k^n states, n firings in each, no deadlock; the farthest state is n (k - 1) away. */
static void
test_counters (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("counters");
  gint64          zero[4] = { 0 };
  guint32         v;
  LpnOracleResult r;

  lpn_net_add_module (net, "m", NULL);
  v = lpn_net_add_variable (net, LPN_NONE, "c", true, 4, zero, 0, 9, NULL);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *value = g_strdup_printf ("(c[%u] + 1) %% 10", i);
      guint32          t = add_step (net, LPN_NONE, LPN_NONE, NULL, NULL);

      lpn_net_add_assign (net, t, v, lpn_expr_new_const (i), parse (net, value, LPN_TYPE_NUMBER));
    }
  CU_ASSERT_TRUE_FATAL (lpn_net_freeze (net, NULL));
  r = lpn_oracle_explore (net, G_MAXUINT64);
  CU_ASSERT_EQUAL (r.states, 10000);
  CU_ASSERT_EQUAL (r.transitions, 40000);
  CU_ASSERT_EQUAL (r.deadlocks, 0);
  CU_ASSERT_EQUAL (r.depth, 36);
  CU_ASSERT_TRUE (r.complete);

  r = lpn_oracle_explore (net, 777);
  CU_ASSERT_EQUAL (r.states, 777);
  CU_ASSERT_FALSE (r.complete);
  CU_ASSERT_FALSE (r.error);
  r = lpn_oracle_explore (net, 10000);
  CU_ASSERT_TRUE (r.complete);
}

/* Two processes behind one lock, as places: idle -> wait -> crit -> idle. 3 * 3 states less (crit, crit). */
static void
test_mutex (void)
{
  g_autoptr (LpnNet) net = counter_net (0, 1);
  g_autoptr (LpnOracle) oracle = NULL;
  g_autoptr (LpnExpr) both = NULL;
  g_autoptr (LpnExpr) one = NULL;
  guint32 fail;

  for (guint i = 0; i < 2; i++)
    {
      static const char *const names[2][3] = { { "idle0", "wait0", "crit0" }, { "idle1", "wait1", "crit1" } };
      guint32                  p[3];

      for (guint j = 0; j < 3; j++)
        p[j] = lpn_net_add_place (net, 0, names[i][j], NULL, true, j == 0, NULL);
      add_step (net, p[0], p[1], NULL, NULL);
      add_step (net, p[1], p[2], "x == 0", "1");
      add_step (net, p[2], p[0], NULL, "0");
    }
  fail = lpn_net_add_transition (net, 0, "both wait", NULL, true, NULL);
  lpn_net_set_guard (net, fail, parse (net, "x == 0", LPN_TYPE_TRUTH));
  for (guint i = 0; i < 2; i++)
    {
      lpn_net_add_input (net, fail, 3 * i + 1, 1);
      lpn_net_add_output (net, fail, 3 * i + 1, 1);
    }
  CU_ASSERT_TRUE_FATAL (lpn_net_freeze (net, NULL));
  oracle = lpn_oracle_new (net, G_MAXUINT64);
  CU_ASSERT_EQUAL (lpn_oracle_result (oracle)->states, 8);
  CU_ASSERT_EQUAL (lpn_oracle_result (oracle)->deadlocks, 0);
  /* Per process: idle 3 states (of the other), wait and x = 0: 2, crit: 2. And the fail transition once. */
  CU_ASSERT_EQUAL (lpn_oracle_result (oracle)->transitions, 2 * (3 + 2 + 2) + 1);
  CU_ASSERT_EQUAL (lpn_oracle_result (oracle)->fail_transition, fail);
  CU_ASSERT_EQUAL (lpn_oracle_result (oracle)->fail_distance, 3);
  CU_ASSERT_EQUAL (lpn_oracle_fired (oracle, fail), 1);
  CU_ASSERT_EQUAL (lpn_oracle_fired_distance (oracle, 2), 3);
  both = parse (net, "marked(crit0) & marked(crit1)", LPN_TYPE_TRUTH);
  one = parse (net, "marked(crit0) & marked(wait1)", LPN_TYPE_TRUTH);
  CU_ASSERT_EQUAL (lpn_oracle_reach (oracle, both, true, NULL), LPN_ORACLE_NEVER);
  CU_ASSERT_EQUAL (lpn_oracle_distance (oracle, lpn_oracle_reach (oracle, one, true, NULL)), 3);
}

static void
test_empty (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("empty");
  LpnOracleResult r;

  CU_ASSERT_TRUE_FATAL (lpn_net_freeze (net, NULL));
  r = lpn_oracle_explore (net, G_MAXUINT64);
  CU_ASSERT_EQUAL (r.states, 1);
  CU_ASSERT_EQUAL (r.deadlocks, 1);
  CU_ASSERT_EQUAL (r.deadlock_distance, 0);
  CU_ASSERT_TRUE (r.complete);
}

static const LpnTest tests[] = {
  { "a counter", test_counter },      { "faults", test_faults },       { "concurrent counters", test_counters },
  { "mutual exclusion", test_mutex }, { "the empty net", test_empty }, { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("oracle", tests);
}
