/* SPDX-License-Identifier: MIT */
/*
 * A demultiplexer of N bits as a signal transition graph, after demux_2_bits of the ATACS examples: all bits follow the
 * switch T, and each sends what it receives to its first or second output by a handshake of its own. N bits have
 * 2 * 40^N states: 2 bits 3,200, 4 bits 5,120,000.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

static void
mark_bit (LpnBuilder *b)
{
  lpn_builder_place (b, "T_eq_0_$i", 1);
  lpn_builder_place (b, "p7_$i", 1);
  lpn_builder_place (b, "<Cout_$i-,Aout_$i+>", 1);
  lpn_builder_place (b, "<Cout_$i-,Cin_$i+>", 1);
}

/* One of the two outputs, $o, which is open while T_eq_$v. */
static void
add_output (LpnBuilder *b)
{
  lpn_builder_graph (b, "Rout$o_$i+ Ain$o_$i+ p3_$i");
  lpn_builder_graph (b, "Ain$o_$i+ Rout$o_$i-");
  lpn_builder_graph (b, "Rout$o_$i- Ain$o_$i- p6_$i");
  lpn_builder_graph (b, "Ain$o_$i- T_eq_$v_$i");
}

static void
add_bit (LpnBuilder *b)
{
  lpn_builder_graph (b, "Rin_$i+ Aout_$i+");
  lpn_builder_graph (b, "Aout_$i+ Rin_$i- p1_$i");
  lpn_builder_graph (b, "p1_$i Rout1_$i+ Rout2_$i+");
  lpn_builder_graph (b, "Rin_$i- Aout_$i-");
  lpn_builder_graph (b, "Aout_$i- p5_$i p7_$i");
  lpn_builder_graph (b, "p5_$i Rout1_$i- Rout2_$i-");
  lpn_builder_graph (b, "Cin_$i+ p2_$i");
  lpn_builder_graph (b, "p2_$i Rout1_$i+ Rout2_$i+");
  lpn_builder_graph (b, "Cout_$i+ Cin_$i- Aout_$i-");
  lpn_builder_graph (b, "Cin_$i- p4_$i");
  lpn_builder_graph (b, "p4_$i Rout1_$i- Rout2_$i-");
  lpn_builder_graph (b, "Cout_$i- Cin_$i+ Aout_$i+");
  /* The switch, while no bit is on its way in. */
  lpn_builder_graph (b, "T+ T_eq_1_$i p7_$i");
  lpn_builder_graph (b, "T_eq_1_$i Rout1_$i+ T-");
  lpn_builder_graph (b, "T- T_eq_0_$i p7_$i");
  lpn_builder_graph (b, "T_eq_0_$i Rout2_$i+ T+");
  lpn_builder_graph (b, "p7_$i Rin_$i+ T+ T-");
  lpn_builder_graph (b, "p3_$i Cout_$i+");
  lpn_builder_graph (b, "p6_$i Cout_$i-");
  for (gint64 o = 1; o <= 2; o++)
    {
      lpn_builder_let (b, "o", o);
      lpn_builder_let (b, "v", o == 1);
      add_output (b);
    }
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, true);

  lpn_builder_signals (b, LPN_PORT_INPUT, "T");
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_signals (b, LPN_PORT_INPUT, "Cin_$i Rin_$i Ain1_$i Ain2_$i");
      lpn_builder_signals (b, LPN_PORT_OUTPUT, "Cout_$i Aout_$i Rout1_$i Rout2_$i");
    }
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      mark_bit (b);
      add_bit (b);
    }
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_demux = {
  .name = "demux",
  .summary = "demultiplexer of N bits, a signal transition graph",
  .parameters = { { "N", "bits", 2, 1, 10000 } },
  .build = build,
};
