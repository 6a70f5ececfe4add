/* SPDX-License-Identifier: MIT */
#include <sys/resource.h>

#include "io/compose.h"
#include "test/harness.h"
#include "test/net-util.h"
#include "test/oracle.h"

enum
{
  OPERATORS = 100000,
  STACK = 512 << 10, /* bytes; far less than a frame per operator */
};

/* Operators of one level: "x + x + ... == 0", on variables or tokens. Returns: transfer full. */
static char *
chain (const char *operand)
{
  GString *text = g_string_new (operand);
  for (guint i = 0; i < OPERATORS; i++)
    g_string_append_printf (text, " + %s", operand);
  g_string_append (text, " == 0");
  return g_string_free (text, FALSE);
}

/* A token goes from p to q while x is 0; x is not the first variable of its net. */
static LpnNet *
deep_net (const char *name)
{
  LpnNet          *net = lpn_net_new (name);
  guint32          module = lpn_net_add_module (net, name, NULL);
  LpnScope         scope = lpn_net_scope (net, LPN_NONE, true);
  g_autofree char *guard = chain ("x");
  g_autofree char *property = chain ("tokens(q)");
  g_autoptr (GError) error = NULL;

  lpn_test_places (net, module, true, "p=1 q");
  lpn_test_variable (net, module, "w", 0, 1);
  lpn_test_variable (net, module, "x", 0, 0);
  lpn_test_transition (net, module, "t", "p", "q", guard);
  lpn_net_add_property (net, "empty", LPN_PROPERTY_INVARIANT,
                        lpn_expr_parse (property, &scope, LPN_TYPE_TRUTH, false, NULL, &error), &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  lpn_test_freeze (net);
  return net;
}

/* Chains of operators are as deep as they are long: composing must not take the stack. */
static void
test_long_chains (void)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = NULL;

  g_ptr_array_add (parts, lpn_part_new (deep_net ("A"), "A"));
  g_ptr_array_add (parts, lpn_part_new (deep_net ("B"), "B"));
  net = lpn_compose (parts, &error);
  CU_ASSERT_TRUE_FATAL (lpn_test_no_error (&error) && net != NULL);
  CU_ASSERT_EQUAL (lpn_oracle_explore (net, 100).states, 4);
  for (guint32 part = 0; part < 2; part++)
    {
      const LpnExpr *guard = lpn_net_transition (net, part)->guard;
      const LpnExpr *property = lpn_net_property (net, part)->expr;

      CU_ASSERT_EQUAL (lpn_expr_size (guard), 2 * OPERATORS + 3);
      CU_ASSERT_EQUAL (lpn_expr_size (property), 2 * OPERATORS + 3);
      for (guard = guard->arg[0], property = property->arg[0]; guard->op == LPN_EXPR_ADD;
           guard = guard->arg[0], property = property->arg[0])
        if (guard->arg[1]->ref != 2 * part + 1 || property->arg[1]->ref != 2 * part + 1)
          break;
      CU_ASSERT_TRUE (guard->op == LPN_EXPR_CELL && guard->ref == 2 * part + 1);
      CU_ASSERT_TRUE (property->op == LPN_EXPR_TOKENS && property->ref == 2 * part + 1);
    }
}

static const LpnTest tests[] = { { "long chains of operators", test_long_chains }, { NULL, NULL } };

int
main (void)
{
  struct rlimit stack;

  if (getrlimit (RLIMIT_STACK, &stack) == 0 && (stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur > STACK))
    {
      stack.rlim_cur = STACK;
      setrlimit (RLIMIT_STACK, &stack);
    }
  return lpn_test_main ("compose", tests);
}
