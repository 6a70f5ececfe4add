/* SPDX-License-Identifier: MIT */
/*
 * N counters that each loop through the values 0 to 9, independent of one another: 10^N states. From Visser's paper
 * on an OBDD state store for SPIN, where it shows the best case of a decision diagram. A counter is a ring of ten
 * places.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

#define VALUES 10

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  LpnBuilder *b = lpn_builder_new (name, true);

  for (gint64 i = 0; i < values[0]; i++)
    {
      lpn_builder_let (b, "i", i);
      for (gint64 v = 0; v < VALUES; v++)
        {
          lpn_builder_let (b, "v", v);
          lpn_builder_place (b, "c$i_$v", v == 0 ? 1 : 0);
        }
      for (gint64 v = 0; v < VALUES; v++)
        {
          lpn_builder_let (b, "v", v);
          lpn_builder_let (b, "w", (v + 1) % VALUES);
          lpn_builder_transition (b, "t$i_$v", "c$i_$v -> c$i_$w", NULL, NULL);
        }
    }
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_counters = {
  .name = "counters",
  .summary = "independent counters from 0 to 9, a plain net with 10^N states",
  .parameters = { { "N", "counters", 6, 1, 10000 } },
  .build = build,
};
