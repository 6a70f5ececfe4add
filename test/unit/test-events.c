/* SPDX-License-Identifier: MIT */
/* enabled(t), rises(x), falls(x), excited(x): what they stand for, before and after freezing. */
#include "lpn/net.h"
#include "test/harness.h"
#include "test/net-util.h"

/* Transitions a+, a-, "a~ " (with weights and a guard), and u without input. */
static LpnNet *
made (bool frozen)
{
  LpnNet *net = lpn_net_new ("events");
  gint64  zero = 0;

  lpn_net_add_module (net, "net", NULL);
  lpn_test_places (net, 0, false, "p=2 q r");
  lpn_net_add_variable (net, LPN_NONE, "a", false, 1, &zero, 0, 1, NULL);
  lpn_net_add_variable (net, LPN_NONE, "enabled", false, 1, &zero, 0, 1, NULL);
  lpn_net_set_port (net, 0, LPN_PORT_OUTPUT);
  lpn_net_set_edge (net, lpn_test_transition (net, 0, "a+", "p", "q", NULL), 0, LPN_EDGE_RISE);
  lpn_net_set_edge (net, lpn_test_transition (net, 0, "a-", "q r", "p", NULL), 0, LPN_EDGE_FALL);
  lpn_net_set_edge (net, lpn_test_transition (net, 0, "a~/1", "2*p q", "p", "enabled == 0"), 0, LPN_EDGE_TOGGLE);
  lpn_test_transition (net, 0, "u", "", "r", NULL);
  if (frozen)
    lpn_test_freeze (net);
  return net;
}

static const struct
{
  const char *text;
  const char *means;
} MEANINGS[] = {
  { "enabled(a+)", "marked(p)" },
  { "enabled ( \"a+\" ) & enabled(a-)", "marked(p) & (marked(q) & marked(r))" },
  { "enabled(a~/1)", "tokens(p) >= 2 & marked(q) & enabled == 0" },
  { "enabled(u)", "true" },
  { "rises(a)", "marked(p) | a == 0 & (tokens(p) >= 2 & marked(q) & enabled == 0)" },
  { "falls(\"a\")", "marked(q) & marked(r) | a != 0 & (tokens(p) >= 2 & marked(q) & enabled == 0)" },
  { "excited(a)", "marked(p) | marked(q) & marked(r) | tokens(p) >= 2 & marked(q) & enabled == 0" },
  { "excited(enabled)", "false" },
  { "enabled = 1", "enabled == 1" },
};

static void
test_meanings (void)
{
  for (guint frozen = 0; frozen < 2; frozen++)
    for (guint i = 0; i < G_N_ELEMENTS (MEANINGS); i++)
      {
        g_autoptr (LpnNet) net = made (frozen != 0);
        GError  *error = NULL;
        LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
        g_autoptr (LpnExpr) expr = lpn_expr_parse (MEANINGS[i].text, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
        g_autofree char *text = NULL;
        if (!lpn_test_no_error (&error) || expr == NULL)
          continue;
        text = lpn_expr_print (expr, &scope);
        CU_ASSERT_STRING_EQUAL (text, MEANINGS[i].means);
        if (g_strcmp0 (text, MEANINGS[i].means) != 0)
          g_print ("\n    %s: %s\n", MEANINGS[i].text, text);
      }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    bool        places;
    const char *message;
  } BAD[] = {
    { "enabled(b+)", true, "column 9: 'b+' is not the name of a transition" },
    { "rises(p)", true, "column 7: 'p' is not the name of a signal" },
    { "enabled()", true, "column 9: expected the name of a transition, found ')'" },
    { "enabled(\"\")", true, "column 9: empty name" },
    { "enabled(a+", true, "column 11: expected ')', found the end" },
    { "enabled(a+) + 1", true, "expected a number" },
    { "a = 0 & enabled(a+)", false, "column 9: enabled() is for properties, not for labels" },
  };
  g_autoptr (LpnNet) net = made (true);
  for (guint i = 0; i < G_N_ELEMENTS (BAD); i++)
    {
      GError  *error = NULL;
      LpnScope scope = lpn_net_scope (net, LPN_NONE, BAD[i].places);
      g_autoptr (LpnExpr) expr = lpn_expr_parse (BAD[i].text, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
      CU_ASSERT_PTR_NULL (expr);
      CU_ASSERT_TRUE (lpn_test_error_has (&error, BAD[i].message));
    }
}

/* A property of the file cannot know whether a persistent transition still is enabled, but a question can. */
static void
test_persistent (void)
{
  static const struct
  {
    const char *text, *message;
  } CASES[] = {
    { "enabled(t)", "'t': whether a persistent transition is enabled is no question for a property of the file" },
    { "rises(a)", "'a': whether a persistent transition is enabled is no question for a property of the file" },
    { "enabled(free)", NULL },
    { "excited(b)", NULL },
  };
  for (guint frozen = 0; frozen < 2; frozen++)
    for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
      {
        g_autoptr (LpnNet) net = lpn_net_new ("persistent");
        GError *error = NULL;
        gint64  zero = 0;
        lpn_net_add_module (net, "net", NULL);
        lpn_test_places (net, 0, true, "p=1 q=1");
        lpn_net_add_variable (net, LPN_NONE, "a", false, 1, &zero, 0, 1, NULL);
        lpn_net_add_variable (net, LPN_NONE, "b", false, 1, &zero, 0, 1, NULL);
        lpn_net_set_edge (net, lpn_test_transition (net, 0, "t", "p", "", "b == 0"), 0, LPN_EDGE_RISE);
        lpn_net_set_edge (net, lpn_test_transition (net, 0, "free", "q", "", NULL), 1, LPN_EDGE_RISE);
        lpn_net_set_persistent (net, 0);
        lpn_net_set_persistent (net, 1);
        if (frozen != 0)
          lpn_test_freeze (net);
        LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
        g_autoptr (LpnExpr) expr = lpn_expr_parse (CASES[i].text, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
        if (frozen != 0 || CASES[i].message == NULL)
          {
            CU_ASSERT_TRUE (lpn_test_no_error (&error) && expr != NULL);
          }
        else
          {
            CU_ASSERT_TRUE (expr == NULL && lpn_test_error_has (&error, CASES[i].message));
          }
        g_clear_error (&error);
      }
}

static const LpnTest tests[] = { { "meanings", test_meanings },
                                 { "errors", test_errors },
                                 { "persistent transitions", test_persistent },
                                 { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("events", tests);
}
