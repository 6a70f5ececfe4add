/* SPDX-License-Identifier: MIT */
#include "benchmarks/families/timer.h"

void
lpn_family_add_clocks (LpnBuilder *b, gint64 n, gint64 longest)
{
  g_autoptr (GString) guard = g_string_new (NULL);
  g_autoptr (GString) effects = g_string_new (NULL);

  for (gint64 i = 0; i < n; i++)
    {
      g_string_append_printf (guard, "%st[%" G_GINT64_FORMAT "] != 0", i == 0 ? "" : " & ", i);
      g_string_append_printf (
          effects, "%st[%" G_GINT64_FORMAT "] := t[%" G_GINT64_FORMAT "] == $OFF ? $OFF : t[%" G_GINT64_FORMAT "] - 1",
          i == 0 ? "" : "; ", i, i, i);
    }
  lpn_builder_let (b, "OFF", longest + 1);
  lpn_builder_shared_array (b, "t", (guint32)n, longest + 1, 0, longest + 1);
  lpn_builder_module (b, "Timer");
  lpn_builder_locations (b, "q");
  lpn_builder_transition (b, "tick", "q -> q", guard->str, effects->str);
}
