/* SPDX-License-Identifier: MIT */
/*
 * A pipeline controller: a source forks each item into two lanes of N stages, a join brings them together again. A
 * stage is a decoupled latch controller in the style of precharge half buffers: it captures (ro) while enabled and the
 * next stage is empty, acknowledges to the left (la), and enables itself again (en) once both neighbours have returned
 * to zero. The request passes a delay line (d) that stands for the work of the stage.
 *
 * Lanes are 0 and 1; signals carry lane and stage, ro0_3. Stage 0 of a lane is the fork, stage N+1 the join.
 */
#include "benchmarks/families/gates.h"
#include "benchmarks/families/list.h"

/* The fork: offers while no lane has acknowledged, withdraws when both have. */
static const LpnGate fork_gates[] = {
  { "offer", "~taken", NULL, NULL },
  { "taken", "la0_1 & la1_1", "~la0_1 & ~la1_1", NULL },
};
static const LpnGate stage[] = {
  { "ro$k_$i", "d$k_$p & en$k_$i & ~la$k_$n", "~en$k_$i & la$k_$n", NULL },
  { "la$k_$i", "ro$k_$i & d$k_$p", "~ro$k_$i & ~d$k_$p", NULL },
  { "en$k_$i", "~la$k_$i", NULL, "1" },
  { "d$k_$i", "ro$k_$i", NULL, NULL },
};
/* Wires that give the ends the names of stages: the fork's offer, and the joint acknowledge. */
static const LpnGate ends[] = {
  { "d$k_0", "offer", NULL, NULL },
  { "la$k_$last", "joined", NULL, NULL },
};
static const LpnGate join[] = { { "joined", "d0_$N & d1_$N", "~d0_$N & ~d1_$N", NULL } };

static void
let_stage (LpnBuilder *b, gint64 lane, gint64 i)
{
  lpn_builder_let (b, "k", lane);
  lpn_builder_let (b, "i", i);
  lpn_builder_let (b, "p", i - 1);
  lpn_builder_let (b, "n", i + 1);
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "N", n);
  lpn_builder_let (b, "last", n + 1);
  lpn_family_add_signals (b, fork_gates, G_N_ELEMENTS (fork_gates));
  lpn_family_add_signals (b, join, G_N_ELEMENTS (join));
  for (gint64 lane = 0; lane < 2; lane++)
    for (gint64 i = 1; i <= n + 1; i++)
      {
        let_stage (b, lane, i);
        if (i <= n)
          lpn_family_add_signals (b, stage, G_N_ELEMENTS (stage));
        else
          lpn_family_add_signals (b, ends, G_N_ELEMENTS (ends));
      }
  lpn_family_add_cell (b, "fork", fork_gates, G_N_ELEMENTS (fork_gates));
  for (gint64 i = 1; i <= n + 1; i++)
    for (gint64 lane = 0; lane < 2; lane++)
      {
        let_stage (b, lane, i);
        if (i <= n)
          lpn_family_add_cell (b, "stage$k_$i", stage, G_N_ELEMENTS (stage));
        else
          lpn_family_add_cell (b, "ends$k", ends, G_N_ELEMENTS (ends));
      }
  lpn_family_add_cell (b, "join", join, G_N_ELEMENTS (join));
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_pipectrl = {
  .name = "pipectrl",
  .summary = "controller of a pipeline with two lanes of N stages, an asynchronous circuit",
  .parameters = { { "N", "stages per lane", 2, 1, 10000 } },
  .build = build,
};
