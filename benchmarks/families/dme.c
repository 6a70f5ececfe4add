/* SPDX-License-Identifier: MIT */
/*
 * Distributed mutual exclusion on a ring of N cells, after Martin, "The design of a self-timed circuit for distributed
 * mutual exclusion". One cell holds the privilege (tok). A cell serves its user or the cell on its left, chosen by a
 * mutual-exclusion element (uq, lq); without the privilege it first asks the cell on its right (rr) for it. Serving the
 * left cell (la) gives the privilege away.
 *
 * Channels are four-phase, and their wires have delays of their own: the user's request ur arrives as ui and is
 * answered by ua, which arrives as uo; rr arrives at the right cell as li and is answered there by la, which arrives as
 * ri.
 */
#include "benchmarks/families/gates.h"
#include "benchmarks/families/list.h"

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  static const LpnGate user[] = {
    { "ur$i", "~uo$i", NULL, NULL },
    { "uo$i", "ua$i", NULL, NULL },
  };
  static const LpnGate cell[] = {
    { "ui$i", "ur$i", NULL, NULL },
    { "li$i", "rr$l", NULL, NULL },
    { "ri$i", "la$r", NULL, NULL },
    { "uq$i", "ui$i & ~lq$i", "~ui$i", NULL },
    { "lq$i", "li$i & ~uq$i", "~li$i", NULL },
    { "rr$i", "(uq$i | lq$i & ~la$i) & ~tok$i & ~ri$i", "tok$i", NULL },
    { "tok$i", "rr$i & ri$i", "la$i", "$first" },
    { "ua$i", "uq$i & tok$i & ~rr$i & ~la$i & ~ri$i", "~uq$i", NULL },
    { "la$i", "lq$i & tok$i & ~rr$i & ~ri$i", "~lq$i & ~tok$i", NULL },
  };
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, false);

  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_let (b, "first", i == 0 ? 1 : 0);
      lpn_family_add_signals (b, user, G_N_ELEMENTS (user));
      lpn_family_add_signals (b, cell, G_N_ELEMENTS (cell));
    }
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_let (b, "l", (i + n - 1) % n);
      lpn_builder_let (b, "r", (i + 1) % n);
      lpn_builder_let (b, "first", i == 0 ? 1 : 0);
      lpn_family_add_cell (b, "user$i", user, G_N_ELEMENTS (user));
      lpn_family_add_cell (b, "cell$i", cell, G_N_ELEMENTS (cell));
    }
  lpn_builder_at_most (b, "mutex", "AND(ur$i, uo$i)", 0, n - 1, 1);
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_dme = {
  .name = "dme",
  .summary = "distributed mutual exclusion ring of N cells, an asynchronous circuit",
  .parameters = { { "N", "cells", 3, 2, 10000 } },
  .build = build,
};
