/* SPDX-License-Identifier: MIT */
#include "benchmarks/families/gates.h"

static gint64
initial_value (LpnBuilder *b, const LpnGate *gate)
{
  return gate->initial == NULL ? 0 : lpn_builder_value (b, gate->initial);
}

void
lpn_family_add_signals (LpnBuilder *b, const LpnGate *gates, guint n)
{
  for (guint i = 0; i < n; i++)
    lpn_builder_shared (b, gates[i].signal, initial_value (b, &gates[i]), 0, 1);
}

static void
add_gate (LpnBuilder *b, const LpnGate *gate)
{
  g_autofree char *low = g_strconcat (gate->signal, "_low", NULL);
  g_autofree char *high = g_strconcat (gate->signal, "_high", NULL);
  g_autofree char *up = g_strconcat (gate->signal, "_up", NULL);
  g_autofree char *down = g_strconcat (gate->signal, "_down", NULL);
  g_autofree char *rising = g_strconcat (low, " -> ", high, NULL);
  g_autofree char *falling = g_strconcat (high, " -> ", low, NULL);
  g_autofree char *set = g_strconcat (gate->signal, " := 1", NULL);
  g_autofree char *reset = g_strconcat (gate->signal, " := 0", NULL);
  g_autofree char *fall = gate->fall != NULL ? g_strdup (gate->fall) : g_strconcat ("~(", gate->rise, ")", NULL);
  gint64           value = initial_value (b, gate);

  lpn_builder_place (b, low, 1 - value);
  lpn_builder_place (b, high, value);
  lpn_builder_transition (b, up, rising, gate->rise, set);
  lpn_builder_transition (b, down, falling, fall, reset);
}

void
lpn_family_add_cell (LpnBuilder *b, const char *module, const LpnGate *gates, guint n)
{
  lpn_builder_module (b, module);
  for (guint i = 0; i < n; i++)
    add_gate (b, &gates[i]);
}
