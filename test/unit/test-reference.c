/* SPDX-License-Identifier: MIT */
/* Enabling and firing, one rule at a time. (Expressions are in test-code.c, against the compiled code.) */
#include "lpn/reference.h"
#include "test/harness.h"

#include <string.h>

/* Places: 0 from (1 token), 1 to, 2 safe (1 token), 3 many. Variables: x in 0..9 (element 4), a[2] (5, 6), y (7). */
#define X 4
#define A 5
#define Y 7
#define N_ELEMENTS 8

typedef struct
{
  LpnNet *net;
  guint32 t;
  gint64  values[N_ELEMENTS];
  gint64  next[N_ELEMENTS];
} Fixture;

static LpnExpr *
parse (const Fixture *f, const char *text, LpnType type)
{
  LpnScope scope = lpn_net_scope (f->net, LPN_NONE, false);
  GError  *error = NULL;
  LpnExpr *expr = lpn_expr_parse (text, &scope, type, true, NULL, &error);

  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return expr;
}

static void
set_up (Fixture *f, const char *guard)
{
  gint64 zero[2] = { 0 };

  memset (f, 0, sizeof *f);
  f->net = lpn_net_new ("fixture");
  lpn_net_add_module (f->net, "m", NULL);
  lpn_net_add_place (f->net, 0, "from", NULL, true, 1, NULL);
  lpn_net_add_place (f->net, 0, "to", NULL, true, 0, NULL);
  lpn_net_add_place (f->net, 0, "safe", NULL, true, 1, NULL);
  lpn_net_add_place (f->net, 0, "many", NULL, false, 5, NULL);
  lpn_net_add_variable (f->net, LPN_NONE, "x", false, 1, zero, 0, 9, NULL);
  lpn_net_add_variable (f->net, LPN_NONE, "a", true, 2, zero, G_MININT64, G_MAXINT64, NULL);
  lpn_net_add_variable (f->net, LPN_NONE, "y", false, 1, zero, G_MININT64, G_MAXINT64, NULL);
  f->t = lpn_net_add_transition (f->net, 0, "t", NULL, false, NULL);
  lpn_net_add_input (f->net, f->t, 0, 1);
  if (guard != NULL)
    lpn_net_set_guard (f->net, f->t, parse (f, guard, LPN_TYPE_TRUTH));
}

static void
assign (Fixture *f, const char *variable, const char *index, const char *value)
{
  lpn_net_add_assign (f->net, f->t, lpn_net_find_variable (f->net, LPN_NONE, variable),
                      index == NULL ? NULL : parse (f, index, LPN_TYPE_NUMBER), parse (f, value, LPN_TYPE_NUMBER));
}

static void
freeze (Fixture *f)
{
  GError *error = NULL;

  lpn_net_freeze (f->net, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_EQUAL_FATAL (lpn_net_n_elements (f->net), N_ELEMENTS);
  lpn_net_initial (f->net, f->values);
}

/* Fires and expects this fault and this text of it. */
static void
expect_fault (Fixture *f, LpnFault fault, const char *text)
{
  LpnFaultInfo     info = { 0 };
  g_autofree char *said = NULL;

  CU_ASSERT_EQUAL (lpn_reference_fire (f->net, f->t, f->values, f->next, &info), LPN_FIRE_FAULT);
  CU_ASSERT_EQUAL (info.fault, fault);
  CU_ASSERT_EQUAL (info.transition, f->t);
  said = lpn_fault_info_text (&info, f->net);
  CU_ASSERT_STRING_EQUAL (said, text);
  lpn_net_free (f->net);
}

static void
test_fire (void)
{
  Fixture      f;
  LpnFaultInfo info = { 0 };
  const gint64 after[N_ELEMENTS] = { 0, 1, 1, 4, 2, 5, 0, 3 };

  set_up (&f, "x < 9");
  lpn_net_add_output (f.net, f.t, 1, 1);
  lpn_net_add_input (f.net, f.t, 2, 1); /* out and in again: a safe place stays safe */
  lpn_net_add_output (f.net, f.t, 2, 1);
  lpn_net_add_input (f.net, f.t, 3, 3);
  lpn_net_add_output (f.net, f.t, 3, 2);
  assign (&f, "x", NULL, "y"); /* the old y */
  assign (&f, "y", NULL, "x");
  assign (&f, "a", "y - 2", "x + 2");
  freeze (&f);
  f.values[X] = 3;
  f.values[Y] = 2;
  CU_ASSERT_EQUAL (lpn_reference_enabled (f.net, f.t, f.values, &info), LPN_FIRE_FIRED);
  CU_ASSERT_EQUAL (lpn_reference_fire (f.net, f.t, f.values, f.next, &info), LPN_FIRE_FIRED);
  CU_ASSERT_EQUAL (memcmp (f.next, after, sizeof after), 0);
  CU_ASSERT_EQUAL (info.fault, LPN_FAULT_NONE);
  /* Not enough tokens, then a false guard. */
  f.values[3] = 2;
  CU_ASSERT_EQUAL (lpn_reference_fire (f.net, f.t, f.values, f.next, &info), LPN_FIRE_DISABLED);
  f.values[3] = 3;
  f.values[X] = 9;
  CU_ASSERT_EQUAL (lpn_reference_fire (f.net, f.t, f.values, f.next, &info), LPN_FIRE_DISABLED);
  lpn_net_free (f.net);
}

static void
test_later_wins (void)
{
  Fixture f;

  set_up (&f, NULL);
  assign (&f, "a", "x", "1");
  assign (&f, "a", "y", "2");
  freeze (&f);
  CU_ASSERT_EQUAL (lpn_reference_fire (f.net, f.t, f.values, f.next, NULL), LPN_FIRE_FIRED);
  CU_ASSERT_EQUAL (f.next[A], 2);
  CU_ASSERT_EQUAL (f.next[A + 1], 0);
  lpn_net_free (f.net);
}

static void
test_guard_fault (void)
{
  Fixture      f;
  LpnFaultInfo info = { 0 };

  set_up (&f, "1 / x");
  freeze (&f);
  CU_ASSERT_EQUAL (lpn_reference_enabled (f.net, f.t, f.values, &info), LPN_FIRE_FAULT);
  CU_ASSERT_EQUAL (info.fault, LPN_FAULT_DIVISION);
  /* An unmarked input place comes before the guard. */
  f.values[0] = 0;
  CU_ASSERT_EQUAL (lpn_reference_enabled (f.net, f.t, f.values, &info), LPN_FIRE_DISABLED);
  f.values[0] = 1;
  expect_fault (&f, LPN_FAULT_DIVISION, "transition t: division or modulo by zero");
}

static void
test_faults (void)
{
  Fixture f;

  set_up (&f, NULL);
  assign (&f, "x", NULL, "10");
  freeze (&f);
  expect_fault (&f, LPN_FAULT_RANGE, "transition t: value 10 outside the range 0..9 of variable x");

  set_up (&f, NULL);
  assign (&f, "x", NULL, "-1 - y");
  freeze (&f);
  expect_fault (&f, LPN_FAULT_RANGE, "transition t: value -1 outside the range 0..9 of variable x");

  set_up (&f, NULL);
  assign (&f, "a", "x + 2", "1 / 0"); /* the index comes before the value */
  freeze (&f);
  expect_fault (&f, LPN_FAULT_INDEX, "transition t: index outside the array: 2");

  set_up (&f, NULL);
  assign (&f, "y", NULL, "a[-1 - x]");
  freeze (&f);
  expect_fault (&f, LPN_FAULT_INDEX, "transition t: index outside the array: -1");

  set_up (&f, NULL);
  assign (&f, "y", NULL, "2 ^ (x - 1)");
  assign (&f, "x", NULL, "10"); /* too late */
  freeze (&f);
  expect_fault (&f, LPN_FAULT_EXPONENT, "transition t: negative exponent or shift");

  set_up (&f, NULL);
  lpn_net_add_output (f.net, f.t, 2, 1);
  freeze (&f);
  expect_fault (&f, LPN_FAULT_UNSAFE, "transition t: second token on a safe place: safe");

  set_up (&f, NULL);
  lpn_net_add_output (f.net, f.t, 3, G_MAXINT64 - 4);
  freeze (&f);
  expect_fault (&f, LPN_FAULT_OVERFLOW, "transition t: a result outside 64 bits: many");
}

/* Taken tokens leave before the new ones come: no overflow on the way. */
static void
test_token_limit (void)
{
  Fixture f;

  set_up (&f, NULL);
  lpn_net_add_input (f.net, f.t, 3, 5);
  lpn_net_add_output (f.net, f.t, 3, G_MAXINT64);
  freeze (&f);
  CU_ASSERT_EQUAL (lpn_reference_fire (f.net, f.t, f.values, f.next, NULL), LPN_FIRE_FIRED);
  CU_ASSERT_EQUAL (f.next[3], G_MAXINT64);
  lpn_net_free (f.net);
}

static const LpnTest tests[] = {
  { "fire", test_fire },
  { "the later assignment wins", test_later_wins },
  { "fault in a guard", test_guard_fault },
  { "faults of firing and their texts", test_faults },
  { "tokens up to the limit", test_token_limit },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("reference", tests);
}
