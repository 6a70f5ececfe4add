/* SPDX-License-Identifier: MIT */
/* A program of a user of the installed library: a counter from 0 to 3, walked to its end and kept in a store. */
#include <lpn/net.h>
#include <lpn/reference.h>
#include <stdio.h>
#include <store/store.h>

/* counter < 3 -> counter := counter + 1. */
static LpnNet *
counter_net (GError **error)
{
  static const gint64 zero = 0;
  g_autoptr (LpnNet) net = lpn_net_new ("counter");
  guint32  module = lpn_net_add_module (net, "m", error);
  guint32  variable, place, step;
  LpnScope scope;
  LpnExpr *guard, *value;

  if (module == LPN_NONE)
    return NULL;
  variable = lpn_net_add_variable (net, module, "counter", false, 1, &zero, 0, 3, error);
  place = lpn_net_add_place (net, module, "m.p", NULL, true, 1, error);
  step = lpn_net_add_transition (net, module, "m.step", NULL, false, error);
  if (variable == LPN_NONE || place == LPN_NONE || step == LPN_NONE)
    return NULL;
  lpn_net_add_input (net, step, place, 1);
  lpn_net_add_output (net, step, place, 1);
  scope = lpn_net_scope (net, module, false);
  guard = lpn_expr_parse ("counter < 3", &scope, LPN_TYPE_TRUTH, false, NULL, error);
  if (guard == NULL)
    return NULL;
  lpn_net_set_guard (net, step, guard);
  value = lpn_expr_parse ("counter + 1", &scope, LPN_TYPE_NUMBER, false, NULL, error);
  if (value == NULL)
    return NULL;
  lpn_net_add_assign (net, step, variable, NULL, value);
  return lpn_net_freeze (net, error) ? g_steal_pointer (&net) : NULL;
}

/* Inserts the values 0 .. last twice. Returns how many the store holds, 0 on a failure. */
static guint64
kept (guint32 last, GError **error)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (16 << 20);
  LpnSpace            space = { .n_components = 1 };
  LpnStoreConfig      config = { .space = &space, .budget = budget };
  LpnStoreStats       stats;
  const LpnStoreType *type = lpn_store_find ("hash", error);
  LpnStore           *store = type == NULL ? NULL : lpn_store_open (type, &config, error);

  if (store == NULL)
    return 0;
  lpn_store_grown (store, 0, last + 1);
  for (guint32 i = 0; i < 2 * (last + 1); i++)
    lpn_store_insert (store, &(guint32){ i % (last + 1) });
  lpn_store_stats (store, &stats);
  lpn_store_close (store);
  return stats.states;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = counter_net (&error);
  gint64       values[2], next[2];
  LpnFaultInfo info;
  int          states = 1;

  if (net == NULL || lpn_net_n_elements (net) != 2)
    {
      fprintf (stderr, "%s\n", error != NULL ? error->message : "unexpected number of elements");
      return 1;
    }
  lpn_net_initial (net, values);
  while (lpn_reference_fire (net, 0, values, next, &info) == LPN_FIRE_FIRED)
    {
      values[0] = next[0];
      values[1] = next[1];
      states++;
    }
  printf ("%d states, %d kept\n", states, (int)kept (3, &error));
  return states == 4 && kept (3, NULL) == 4 ? 0 : 1;
}
