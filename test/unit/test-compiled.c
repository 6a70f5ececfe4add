/* SPDX-License-Identifier: MIT */
/* Compiled nets: reads, writes, constants, token rules, conjuncts. */
#include "lpn/compiled.h"

#include "test/harness.h"
#include "test/net-util.h"

typedef struct
{
  LpnNet      *net;
  LpnCompiled *compiled;
} Made;

static Made
make (void)
{
  Made    made = { .net = lpn_net_new ("net") };
  LpnNet *net = made.net;
  guint32 m = lpn_net_add_module (net, "m", NULL), t;
  lpn_test_variable (net, m, "x", 0, 0);
  lpn_test_variable (net, m, "k", 0, 2);
  lpn_test_variable (net, m, "a", 3, 0);
  lpn_test_places (net, m, true, "p=1 q loop=1");
  lpn_test_places (net, m, false, "many=5 sink");
  t = lpn_test_transition (net, m, "t", "p loop many", "q loop 3*many sink",
                           "x < k & (a[1] = 0 | x / 2 = 0) & a[x] = 0");
  lpn_test_assign (net, t, "a", "1", "k");
  t = lpn_test_transition (net, m, "u", "q 2*many", "p", NULL);
  lpn_test_assign (net, t, "x", NULL, "a[1]");
  t = lpn_test_transition (net, m, "v", "", "", NULL);
  lpn_test_assign (net, t, "a", "x + 1", "0");
  lpn_test_transition (net, m, "w", "", "", "true");
  lpn_test_freeze (net);
  made.compiled = lpn_compiled_new (net);
  return made;
}

static void
unmake (Made *made)
{
  lpn_compiled_free (made->compiled);
  lpn_net_free (made->net);
}

static char *
names (const Made *made, LpnElementSet set)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < set.n; i++)
    {
      g_autofree char *name = lpn_net_element_name (made->net, set.elements[i]);
      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", name);
    }
  return g_string_free (text, FALSE);
}

static void
expect (const Made *made, LpnElementSet set, const char *expected)
{
  g_autofree char *text = names (made, set);
  if (!g_str_equal (text, expected))
    g_print ("\n  got %s, expected %s\n", text, expected);
  CU_ASSERT_STRING_EQUAL (text, expected);
}

static void
test_sets (void)
{
  Made made = make ();
  /* q is read, being safe; sink is not; loop and k nobody writes. */
  expect (&made, lpn_compiled_rule (made.compiled, 0)->reads, "p q many m.x m.a[0] m.a[1] m.a[2]");
  expect (&made, lpn_compiled_rule (made.compiled, 0)->writes, "p q many sink m.a[1]");
  expect (&made, lpn_compiled_rule (made.compiled, 1)->reads, "p q many m.a[1]");
  expect (&made, lpn_compiled_rule (made.compiled, 1)->writes, "p q many m.x");
  expect (&made, lpn_compiled_rule (made.compiled, 2)->reads, "m.x");
  expect (&made, lpn_compiled_rule (made.compiled, 2)->writes, "m.a[0] m.a[1] m.a[2]");
  expect (&made, lpn_compiled_rule (made.compiled, 3)->reads, "");
  unmake (&made);
}

static void
test_constants (void)
{
  Made made = make ();
  CU_ASSERT (lpn_compiled_constant (made.compiled, lpn_net_find_place (made.net, "loop")));
  CU_ASSERT (lpn_compiled_constant (made.compiled, lpn_net_variable_element (made.net, 1)));
  CU_ASSERT (!lpn_compiled_constant (made.compiled, lpn_net_find_place (made.net, "sink")));
  CU_ASSERT (!lpn_compiled_constant (made.compiled, lpn_net_variable_element (made.net, 2)));
  unmake (&made);
}

static void
test_tokens (void)
{
  Made           made = make ();
  const LpnRule *rule = lpn_compiled_rule (made.compiled, 0);
  static const struct
  {
    const char *place;
    gint64      need, change;
  } EXPECTED[] = { { "p", 1, -1 }, { "q", 0, 1 }, { "loop", 1, 0 }, { "many", 1, 2 }, { "sink", 0, 1 } };
  CU_ASSERT_EQUAL_FATAL (rule->n_tokens, 5);
  for (guint i = 0; i < 5; i++)
    {
      CU_ASSERT_EQUAL (rule->tokens[i].place, lpn_net_find_place (made.net, EXPECTED[i].place));
      CU_ASSERT_EQUAL (rule->tokens[i].need, EXPECTED[i].need);
      CU_ASSERT_EQUAL (rule->tokens[i].change, EXPECTED[i].change);
    }
  unmake (&made);
}

static void
test_conjuncts (void)
{
  Made           made = make ();
  const LpnRule *rule = lpn_compiled_rule (made.compiled, 0);
  gint64         values[] = { 1, 0, 1, 5, 0, 1, 2, 0, 0, 0 }, result; /* x is 1 */
  CU_ASSERT_EQUAL (lpn_net_n_elements (made.net), G_N_ELEMENTS (values));
  CU_ASSERT_EQUAL_FATAL (rule->n_conjuncts, 3);
  expect (&made, rule->conjuncts[0].reads, "m.x");
  expect (&made, rule->conjuncts[1].reads, "m.x m.a[1]");
  expect (&made, rule->conjuncts[2].reads, "m.x m.a[0] m.a[1] m.a[2]");
  CU_ASSERT (!rule->conjuncts[0].may_fault);
  CU_ASSERT (rule->conjuncts[1].may_fault);
  CU_ASSERT (rule->conjuncts[2].may_fault);
  for (guint i = 0; i < 3; i++)
    CU_ASSERT (lpn_code_run (rule->conjuncts[i].code, values, &result) == LPN_FAULT_NONE && result == 1);
  values[5] = 3;
  CU_ASSERT_EQUAL (lpn_code_run (rule->conjuncts[2].code, values, &result), LPN_FAULT_INDEX);
  unmake (&made);
}

static void
test_assigns (void)
{
  Made                 made = make ();
  const LpnAssignRule *constant = lpn_compiled_rule (made.compiled, 0)->assigns;
  const LpnAssignRule *computed = lpn_compiled_rule (made.compiled, 2)->assigns;
  guint32              a = lpn_net_variable_element (made.net, 2);
  CU_ASSERT (constant->first == a + 1 && constant->size == 1 && constant->index == NULL);
  expect (&made, constant->reads, "");
  CU_ASSERT (computed->first == a && computed->size == 3 && computed->index != NULL);
  expect (&made, computed->reads, "m.x");
  CU_ASSERT (computed->min == G_MININT64 && computed->max == G_MAXINT64);
  unmake (&made);
}

static void
test_expression_reads (void)
{
  Made          made = make ();
  LpnElementSet set;
  LpnScope      scope = lpn_net_scope (made.net, LPN_NONE, true);
  g_autoptr (LpnExpr) expr = lpn_expr_parse ("tokens(many) + m.k > 3 & marked(p) & marked(loop) | m.x = 1 | m.x = 2",
                                             &scope, LPN_TYPE_TRUTH, false, NULL, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL (expr);
  set = lpn_compiled_reads (made.compiled, expr);
  expect (&made, set, "p many m.x");
  g_free ((guint32 *)set.elements);
  set = lpn_compiled_reads (made.compiled, NULL);
  CU_ASSERT_EQUAL (set.n, 0);
  g_free ((guint32 *)set.elements);
  unmake (&made);
}

int
main (void)
{
  static const LpnTest tests[] = { { "reads and writes", test_sets },
                                   { "constants", test_constants },
                                   { "tokens", test_tokens },
                                   { "conjuncts", test_conjuncts },
                                   { "assignments", test_assigns },
                                   { "reads of an expression", test_expression_reads },
                                   { NULL, NULL } };
  return lpn_test_main ("compiled", tests);
}
