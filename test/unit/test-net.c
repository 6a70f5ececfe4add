/* SPDX-License-Identifier: MIT */
/* Nets: filling, look-up, what freezing checks and says, elements, equality. */
#include "lpn/net.h"

#include "test/harness.h"
#include "test/net-util.h"

static guint32
add_variable (LpnNet *net, guint32 size, gint64 initial, gint64 min, gint64 max, GError **error)
{
  gint64 values[] = { initial, initial, initial };
  return lpn_net_add_variable (net, LPN_NONE, "v", size != 1, size, values, min, max, error);
}

static void
test_filling_errors (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("net");
  GError *error = NULL;
  guint32 m = lpn_net_add_module (net, "m", &error), place = 7;

  CU_ASSERT_EQUAL (m, 0);
  CU_ASSERT_EQUAL (lpn_net_add_module (net, "m", &error), LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "duplicate module \"m\""));
  CU_ASSERT_EQUAL (lpn_net_add_place (net, m, "n", NULL, false, 0, &error), 0);
  CU_ASSERT_EQUAL (lpn_net_add_transition (net, m, "n", NULL, false, &error), LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "duplicate id \"n\""));
  CU_ASSERT_EQUAL (lpn_net_add_place (net, m, "minus", NULL, false, -1, &error), LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "place \"minus\" has a negative initial marking"));
  CU_ASSERT_EQUAL (add_variable (net, 0, 0, 0, 1, &error), LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "array \"v\" has no cells"));
  CU_ASSERT_EQUAL (add_variable (net, 1, 0, 2, 1, &error), LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "variable \"v\" has the empty range 2..1"));
  CU_ASSERT_EQUAL (add_variable (net, 3, 4, 0, 3, &error), LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "initial value 4 of variable \"v\" is outside its range 0..3"));
  CU_ASSERT_EQUAL (add_variable (net, 3, 3, 0, 3, &error), 0);
  CU_ASSERT_EQUAL (add_variable (net, 1, 0, 0, 3, &error), LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "duplicate variable \"v\""));
  CU_ASSERT_EQUAL (lpn_net_add_unit (net, "u", LPN_NONE, &place, 1, &error), LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "unit \"u\" has an unknown place"));
  CU_ASSERT_EQUAL (lpn_net_add_property (net, "dead", LPN_PROPERTY_DEADLOCK, NULL, &error), 0);
  CU_ASSERT_EQUAL (lpn_net_add_property (net, "dead", LPN_PROPERTY_INVARIANT, lpn_expr_new_truth (true), &error),
                   LPN_NONE);
  CU_ASSERT (lpn_test_error_has (&error, "duplicate property \"dead\""));
  /* What was refused left no trace. */
  CU_ASSERT_EQUAL (lpn_net_n_places (net) + lpn_net_n_transitions (net) + lpn_net_n_variables (net), 2);
}

static void
freeze_fails (LpnNet *net, const char *message)
{
  GError *error = NULL;
  CU_ASSERT (!lpn_net_freeze (net, &error));
  CU_ASSERT (lpn_test_error_has (&error, message));
  lpn_net_free (net);
}

static LpnNet *
start (bool safe)
{
  LpnNet *net = lpn_net_new ("net");
  guint32 m = lpn_net_add_module (net, "m", NULL);
  lpn_test_places (net, m, safe, "p=1 q");
  lpn_test_variable (net, LPN_NONE, "x", 0, 0);
  lpn_test_variable (net, LPN_NONE, "a", 2, 0);
  lpn_test_transition (net, m, "t", "p", "q", NULL);
  return net;
}

static void
test_freeze_errors (void)
{
  LpnNet *net = start (true);
  lpn_test_places (net, 0, true, "r=2");
  freeze_fails (net, "place \"r\" of a labeled net starts with 2 tokens; at most 1 is allowed");

  net = start (true);
  lpn_net_add_output (net, 0, 1, 1); /* a parallel arc: 2 in sum */
  freeze_fails (net,
                "the arc between place \"q\" of a labeled net and transition \"t\" has weight 2; only 1 is allowed");

  net = start (false);
  lpn_net_add_input (net, 0, 0, G_MAXINT64);
  freeze_fails (net, "the weights of parallel arcs of transition \"t\" do not fit 64 bits");

  net = start (false);
  lpn_net_add_assign (net, 0, 0, lpn_expr_new_const (0), lpn_expr_new_const (1));
  freeze_fails (net, "transition \"t\" assigns scalar \"x\" with an index");

  net = start (false);
  lpn_net_add_assign (net, 0, 1, NULL, lpn_expr_new_const (1));
  freeze_fails (net, "transition \"t\" assigns array \"a\" without an index");

  net = start (false);
  lpn_net_add_assign (net, 0, 1, lpn_expr_new_const (2), lpn_expr_new_const (1));
  freeze_fails (net, "transition \"t\" assigns \"a[2]\", outside its 2 cells");

  net = start (false);
  lpn_test_assign (net, 0, "a", "1", "1");
  lpn_test_assign (net, 0, "a", "x", "1");
  lpn_test_assign (net, 0, "x", NULL, "1");
  lpn_test_assign (net, 0, "a", "1", "2");
  freeze_fails (net, "transition \"t\" assigns variable \"a\" twice");

  net = start (false);
  lpn_test_variable (net, 0, "x", 0, 0);
  freeze_fails (net, "variable \"x\" of module \"m\" has the name of a shared variable");
}

static void
test_adjacency (void)
{
  g_autoptr (LpnNet) net = start (false);
  const LpnArc *arcs;
  guint         n;
  lpn_net_add_input (net, 0, 1, 4);
  lpn_net_add_input (net, 0, 0, 2); /* added up with the arc that is there */
  lpn_test_freeze (net);
  arcs = lpn_net_pre (net, 0, &n);
  CU_ASSERT_EQUAL_FATAL (n, 2);
  CU_ASSERT (arcs[0].place == 0 && arcs[0].weight == 3 && arcs[1].place == 1 && arcs[1].weight == 4);
  arcs = lpn_net_post (net, 0, &n);
  CU_ASSERT (n == 1 && arcs[0].place == 1 && arcs[0].weight == 1);
  CU_ASSERT_EQUAL (lpn_net_n_arcs (net), 3);
}

static void
test_elements (void)
{
  static const char *const NAMES[] = { "p", "q", "x", "a[0]", "a[1]", "m.own", "m.row[0]", "m.row[1]" };
  g_autoptr (LpnNet) net = start (true);
  guint32 cell;
  gint64  values[8];
  lpn_test_variable (net, 0, "own", 0, -5);
  lpn_test_variable (net, 0, "row", 2, 9);
  lpn_test_freeze (net);
  CU_ASSERT_EQUAL_FATAL (lpn_net_n_elements (net), 8);
  for (guint32 e = 0; e < 8; e++)
    {
      g_autofree char *name = lpn_net_element_name (net, e);
      CU_ASSERT_STRING_EQUAL (name, NAMES[e]);
    }
  CU_ASSERT_EQUAL (lpn_net_element_variable (net, 1, NULL), LPN_NONE);
  CU_ASSERT_EQUAL (lpn_net_element_variable (net, 4, &cell), 1);
  CU_ASSERT_EQUAL (cell, 1);
  CU_ASSERT_EQUAL (lpn_net_element_variable (net, 7, &cell), 3);
  CU_ASSERT_EQUAL (lpn_net_variable_element (net, 3), 6);
  lpn_net_initial (net, values);
  CU_ASSERT (values[0] == 1 && values[1] == 0 && values[5] == -5 && values[7] == 9);
}

/* Ids and module ids may contain dots. */
static void
test_look_up (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("net");
  guint32 a = lpn_net_add_module (net, "a", NULL), ab = lpn_net_add_module (net, "a.b", NULL);
  lpn_test_places (net, a, true, "p b.q");
  lpn_test_places (net, ab, true, "r a.s");
  lpn_test_transition (net, ab, "t", "r", "", NULL);
  lpn_test_variable (net, LPN_NONE, "x", 0, 0);
  lpn_test_variable (net, a, "y", 0, 0);
  lpn_test_variable (net, ab, "y", 0, 0);
  lpn_test_variable (net, ab, "z", 0, 0);
  lpn_test_freeze (net);

  CU_ASSERT_EQUAL (lpn_net_find_module (net, "a.b"), ab);
  CU_ASSERT_EQUAL (lpn_net_find_module (net, "b"), LPN_NONE);
  CU_ASSERT_EQUAL (lpn_net_find_place (net, "p"), 0);
  CU_ASSERT_EQUAL (lpn_net_find_place (net, "a.p"), 0);
  CU_ASSERT_EQUAL (lpn_net_find_place (net, "a.b.q"), 1);
  CU_ASSERT_EQUAL (lpn_net_find_place (net, "a.b.r"), 2);
  CU_ASSERT_EQUAL (lpn_net_find_place (net, "a.b.a.s"), 3);
  CU_ASSERT_EQUAL (lpn_net_find_place (net, "a.r"), LPN_NONE);
  CU_ASSERT_EQUAL (lpn_net_find_place (net, "t"), LPN_NONE);
  CU_ASSERT_EQUAL (lpn_net_find_transition (net, "a.b.t"), 0);
  CU_ASSERT_EQUAL (lpn_net_find_transition (net, "r"), LPN_NONE);
  CU_ASSERT_EQUAL (lpn_net_find_variable (net, a, "x"), 0);
  CU_ASSERT_EQUAL (lpn_net_find_variable (net, a, "y"), 1);
  CU_ASSERT_EQUAL (lpn_net_find_variable (net, ab, "y"), 2);
  CU_ASSERT_EQUAL (lpn_net_find_variable (net, LPN_NONE, "y"), LPN_NONE); /* which? */
  CU_ASSERT_EQUAL (lpn_net_find_variable (net, LPN_NONE, "a.b.y"), 2);
  CU_ASSERT_EQUAL (lpn_net_find_variable (net, LPN_NONE, "z"), 3);
  CU_ASSERT_EQUAL (lpn_net_find_variable (net, a, "z"), LPN_NONE);
  CU_ASSERT_EQUAL (lpn_net_find_property (net, "none"), LPN_NONE);
}

/* One net, with one thing changed by `variant`; 0: nothing. */
static LpnNet *
variant_of (guint variant)
{
  LpnNet      *net = lpn_net_new ("net");
  guint32      m = lpn_net_add_module (net, variant == 1 ? "n" : "m", NULL), t;
  const gint64 initial[] = { 1, variant == 2 ? 3 : 2 };
  guint32      places[] = { 0, variant == 3 ? 0 : 1 };
  lpn_net_add_variable (net, LPN_NONE, "a", true, 2, initial, 0, variant == 4 ? 9 : 8, NULL);
  lpn_net_add_place (net, m, "p", variant == 5 ? NULL : "P", true, variant == 6 ? 0 : 1, NULL);
  lpn_net_add_place (net, m, "q", NULL, variant != 7, 0, NULL);
  t = lpn_net_add_transition (net, m, "t", NULL, variant == 8, NULL);
  lpn_net_add_input (net, t, 0, 1);
  lpn_net_add_output (net, t, variant == 9 ? 0 : 1, 1);
  if (variant != 10)
    lpn_net_set_guard (net, t, lpn_expr_new_truth (variant == 11));
  lpn_test_assign (net, t, "a", variant == 12 ? "1" : "0", variant == 13 ? "a[0]" : "a[1]");
  lpn_net_add_property (net, "d", LPN_PROPERTY_INVARIANT, lpn_expr_new_truth (variant == 14), NULL);
  lpn_net_add_unit (net, "u", LPN_NONE, places, 2, NULL);
  if (variant == 15)
    lpn_test_places (net, m, true, "more");
  if (variant == 16)
    lpn_net_set_mutex (net, 1);
  if (variant == 20)
    lpn_net_set_capacity (net, 1, 2);
  lpn_test_variable (net, m, "s", 0, 0);
  lpn_net_set_port (net, 1, variant == 17 ? LPN_PORT_OUTPUT : LPN_PORT_INPUT);
  if (variant == 18) /* the same assignment, but not said to be an edge */
    lpn_test_assign (net, t, "s", NULL, "1 - s");
  else
    lpn_net_set_edge (net, t, 1, variant == 19 ? LPN_EDGE_FALL : LPN_EDGE_RISE);
  lpn_test_freeze (net);
  return net;
}

static void
test_equal (void)
{
  static const char *const WHY[]
      = { NULL,
          "module m differs",
          "variable a differs",
          "unit u differs",
          "variable a differs",
          "place p differs",
          "place p differs",
          "place q differs",
          "transition t differs",
          "transition t differs",
          "transition t differs",
          "transition t differs",
          "transition t differs",
          "transition t differs",
          "property d differs",
          "the number of modules, variables, places, transitions, properties or units differs",
          "place q differs",
          "variable s differs",
          "transition t differs",
          "transition t differs",
          "place q differs" };
  g_autoptr (LpnNet) net = variant_of (0);
  for (guint i = 0; i < G_N_ELEMENTS (WHY); i++)
    {
      g_autoptr (LpnNet) other = variant_of (i);
      g_autofree char *why = NULL;
      CU_ASSERT_EQUAL (lpn_net_equal (net, other, &why), i == 0);
      CU_ASSERT_EQUAL (lpn_net_equal (other, net, NULL), i == 0);
      if (g_strcmp0 (why, WHY[i]) != 0)
        g_print ("\n  variant %u: %s\n", i, why);
      CU_ASSERT_EQUAL (g_strcmp0 (why, WHY[i]), 0);
    }
}

/* An edge is its assignment too, in either direction. */
static void
test_signals (void)
{
  static const char *const VALUES[] = { "1 - x", "1 - x", "1 - x" };
  for (guint i = 0; i < G_N_ELEMENTS (VALUES); i++)
    {
      g_autoptr (LpnNet) net = start (false);
      CU_ASSERT (lpn_net_transition (net, 0)->edge == LPN_EDGE_NONE && lpn_net_transition (net, 0)->signal == LPN_NONE);
      CU_ASSERT (lpn_net_variable (net, 0)->port == LPN_PORT_NONE && !lpn_net_place (net, 0)->mutex);
      lpn_net_set_port (net, 0, LPN_PORT_INTERNAL);
      lpn_net_set_edge (net, 0, 0, LPN_EDGE_RISE + i);
      lpn_net_set_mutex (net, 1);
      lpn_test_freeze (net);
      const LpnTransition *t = lpn_net_transition (net, 0);
      LpnScope             scope = lpn_net_scope (net, LPN_NONE, false);
      CU_ASSERT (t->signal == 0 && t->edge == LPN_EDGE_RISE + i && t->n_assigns == 1);
      CU_ASSERT (lpn_net_variable (net, 0)->port == LPN_PORT_INTERNAL && lpn_net_place (net, 1)->mutex);
      g_autofree char *value = lpn_expr_print (t->assigns[0].value, &scope);
      CU_ASSERT_STRING_EQUAL (value, VALUES[i]);
    }
  LpnNet *net = start (false);
  lpn_test_assign (net, 0, "x", NULL, "1");
  lpn_net_set_edge (net, 0, 0, LPN_EDGE_FALL);
  freeze_fails (net, "transition \"t\" assigns variable \"x\" twice");
}

int
main (void)
{
  static const LpnTest tests[] = { { "errors of filling", test_filling_errors },
                                   { "errors of freezing", test_freeze_errors },
                                   { "adjacency", test_adjacency },
                                   { "elements", test_elements },
                                   { "look-up", test_look_up },
                                   { "equality", test_equal },
                                   { "signals", test_signals },
                                   { NULL, NULL } };
  return lpn_test_main ("net", tests);
}
