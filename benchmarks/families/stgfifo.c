/* SPDX-License-Identifier: MIT */
/*
 * A FIFO of N stages as a signal transition graph, after depth_5_fifo of the ATACS examples: data travels on two rails
 * d1 and d2, of which one rises per item; lo_i acknowledges to the stage before. Rails 0 come from the environment, and
 * lo_N is its acknowledgement. 5 stages have 2,704 states, 10 have 1,254,464.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

static void
add_stage (LpnBuilder *b, bool last)
{
  lpn_builder_graph (b, "p1_$i d1_$i+ d2_$i+");
  lpn_builder_graph (b, "d1_$i+ d1_$n+");
  lpn_builder_graph (b, "d2_$i+ d2_$n+");
  lpn_builder_graph (b, "d1_$n+ p3_$i");
  lpn_builder_graph (b, "d2_$n+ p3_$i");
  lpn_builder_graph (b, "p3_$i lo_$i+");
  lpn_builder_graph (b, "lo_$i+ p5_$i");
  lpn_builder_graph (b, "p5_$i d1_$i- d2_$i-");
  lpn_builder_graph (b, "d1_$i- d1_$n-");
  lpn_builder_graph (b, "d2_$i- d2_$n-");
  lpn_builder_graph (b, "d1_$n- p7_$i");
  lpn_builder_graph (b, "d2_$n- p7_$i");
  lpn_builder_graph (b, "p7_$i lo_$i-");
  lpn_builder_graph (b, "lo_$i- p1_$i");
  if (!last)
    return;
  /* The environment behind the last stage. */
  lpn_builder_graph (b, "p2_$i d1_$n+ d2_$n+");
  lpn_builder_graph (b, "d1_$n+ p4_$i");
  lpn_builder_graph (b, "d2_$n+ p4_$i");
  lpn_builder_graph (b, "p4_$i lo_$n+");
  lpn_builder_graph (b, "lo_$n+ p6_$i");
  lpn_builder_graph (b, "p6_$i d1_$n- d2_$n-");
  lpn_builder_graph (b, "d1_$n- p8_$i");
  lpn_builder_graph (b, "d2_$n- p8_$i");
  lpn_builder_graph (b, "p8_$i lo_$n-");
  lpn_builder_graph (b, "lo_$n- p2_$i");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, true);

  for (gint64 i = 0; i <= n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_signals (b, i == 0 ? LPN_PORT_INPUT : LPN_PORT_OUTPUT, "d1_$i d2_$i");
      lpn_builder_signals (b, i == n ? LPN_PORT_INPUT : LPN_PORT_OUTPUT, "lo_$i");
    }
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_let (b, "n", i + 1);
      lpn_builder_place (b, "p1_$i", 1);
      if (i == n - 1)
        lpn_builder_place (b, "p2_$i", 1);
      /* The environment lowers the rail that it raised. */
      if (i == 0)
        {
          lpn_builder_graph (b, "d1_0+ d1_0-");
          lpn_builder_graph (b, "d2_0+ d2_0-");
        }
      add_stage (b, i == n - 1);
    }
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_stgfifo = {
  .name = "stgfifo",
  .summary = "dual-rail FIFO of N stages, a signal transition graph",
  .parameters = { { "N", "stages", 5, 1, 10000 } },
  .build = build,
};
