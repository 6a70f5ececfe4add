/* SPDX-License-Identifier: MIT */
/*
 * Muller's pipeline: N C-elements in a row, each copies its left neighbour once its right neighbour has copied the
 * value before. At the left end a source offers the next value as soon as the last one was taken, at the right end a
 * sink takes whatever comes.
 */
#include "benchmarks/families/gates.h"
#include "benchmarks/families/list.h"

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  static const LpnGate source = { "c0", "~c1", NULL, NULL };
  static const LpnGate stage = { "c$i", "c$p & ~c$n", "~c$p & c$n", NULL };
  static const LpnGate sink = { "c$i", "c$p", NULL, NULL };
  gint64               n = values[0];
  LpnBuilder          *b = lpn_builder_new (name, false);

  lpn_family_add_signals (b, &source, 1);
  for (gint64 i = 1; i <= n + 1; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_family_add_signals (b, &stage, 1);
    }
  lpn_family_add_cell (b, "source", &source, 1);
  for (gint64 i = 1; i <= n + 1; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_let (b, "p", i - 1);
      lpn_builder_let (b, "n", i + 1);
      lpn_family_add_cell (b, i <= n ? "stage$i" : "sink", i <= n ? &stage : &sink, 1);
    }
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_muller = {
  .name = "muller",
  .summary = "Muller pipeline of N C-elements, an asynchronous circuit",
  .parameters = { { "N", "stages", 10, 1, 100000 } },
  .build = build,
};
