/* SPDX-License-Identifier: MIT */
/*
 * A self-timed FIFO of N cells for single bits in dual-rail code, after Martin, "Self-timed FIFO: an exercise in
 * compiling programs into VLSI circuits". In each cell two C-elements hold the rails (t: a one, f: a zero, neither:
 * empty), an OR gate detects that a bit or the gap between two bits is complete, and an inverter tells the cell before.
 * The source chooses the bits freely; the sink takes them as they come.
 */
#include "benchmarks/families/gates.h"
#include "benchmarks/families/list.h"

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  static const LpnGate source[] = {
    { "t0", "e1 & ~f0", "~e1", NULL },
    { "f0", "e1 & ~t0", "~e1", NULL },
  };
  static const LpnGate cell[] = {
    { "t$i", "t$p & e$n", "~t$p & ~e$n", NULL },
    { "f$i", "f$p & e$n", "~f$p & ~e$n", NULL },
    { "a$i", "t$i | f$i", NULL, NULL },
    { "e$i", "~a$i", NULL, "1" },
  };
  static const LpnGate sink[] = { { "e$i", "~t$p & ~f$p", NULL, "1" } };
  gint64               n = values[0];
  LpnBuilder          *b = lpn_builder_new (name, false);

  lpn_family_add_signals (b, source, G_N_ELEMENTS (source));
  for (gint64 i = 1; i <= n + 1; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_family_add_signals (b, i <= n ? cell : sink, i <= n ? G_N_ELEMENTS (cell) : G_N_ELEMENTS (sink));
    }
  lpn_family_add_cell (b, "source", source, G_N_ELEMENTS (source));
  for (gint64 i = 1; i <= n + 1; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_let (b, "p", i - 1);
      lpn_builder_let (b, "n", i + 1);
      if (i <= n)
        lpn_family_add_cell (b, "cell$i", cell, G_N_ELEMENTS (cell));
      else
        lpn_family_add_cell (b, "sink", sink, G_N_ELEMENTS (sink));
    }
  lpn_builder_deadlock (b);
  for (gint64 i = 1; i <= n; i++)
    {
      g_autofree char *id = g_strdup_printf ("code%" G_GINT64_FORMAT, i);
      lpn_builder_let (b, "i", i);
      lpn_builder_property (b, id, LPN_PROPERTY_INVARIANT, "~(t$i & f$i)");
    }
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_fifo = {
  .name = "fifo",
  .summary = "self-timed dual-rail FIFO of N cells, an asynchronous circuit",
  .parameters = { { "N", "cells", 6, 1, 10000 } },
  .build = build,
};
