/* SPDX-License-Identifier: MIT */
/*
 * A memory management unit with N ports. A port serves one processor by four-phase handshakes: on a request (mi) it
 * reads its segment register (ro, ri) and the bus (bo, bi) side by side, loads the address latch (lo, li) when both have
 * answered, and acknowledges (mo). Register, bus and latch return to zero while the next request is already on its way.
 * The ports share the bus, which an arbiter gives to one of those that ask: it is the port's while its bi is up.
 *
 * One port has the 174 states of the controller mmu0 of the asynchronous-circuit literature.
 */
#include "benchmarks/families/gates.h"
#include "benchmarks/families/list.h"

static const LpnGate outputs[] = {
  { "mo$i", NULL, NULL, NULL },
  { "ro$i", NULL, NULL, NULL },
  { "bo$i", NULL, NULL, NULL },
  { "lo$i", NULL, NULL, NULL },
};
/* The surroundings: a processor that always asks again, a register and a latch that answer. */
static const LpnGate processor[] = { { "mi$i", "~mo$i", NULL, NULL } };
static const LpnGate memory[] = { { "ri$i", "ro$i", NULL, NULL }, { "li$i", "lo$i", NULL, NULL } };

/* Places are named after what they wait for or allow: `asked_r` a request that the register has not seen yet. */
static void
add_port (LpnBuilder *b)
{
  lpn_builder_module (b, "port$i");
  lpn_builder_place (b, "asked_r", 1);
  lpn_builder_place (b, "asked_b", 1);
  lpn_builder_place (b, "ro_low", 1);
  lpn_builder_place (b, "bo_low", 1);
  lpn_builder_place (b, "lo_low", 1);
  lpn_builder_place (b, "ro_high", 0);
  lpn_builder_place (b, "bo_high", 0);
  lpn_builder_place (b, "ro_done", 0);
  lpn_builder_place (b, "bo_done", 0);
  lpn_builder_place (b, "loaded", 0);
  lpn_builder_place (b, "lo_done", 0);
  lpn_builder_place (b, "mo_high", 0);
  lpn_builder_transition (b, "ro$i_up", "asked_r ro_low -> ro_high", "mi$i & ~ri$i", "ro$i := 1");
  lpn_builder_transition (b, "bo$i_up", "asked_b bo_low -> bo_high", "mi$i & ~bi$i", "bo$i := 1");
  lpn_builder_transition (b, "lo$i_up", "ro_high bo_high lo_low -> ro_done bo_done loaded", "ri$i & bi$i & ~li$i",
                          "lo$i := 1");
  lpn_builder_transition (b, "ro$i_down", "ro_done -> ro_low", NULL, "ro$i := 0");
  lpn_builder_transition (b, "bo$i_down", "bo_done -> bo_low", NULL, "bo$i := 0");
  lpn_builder_transition (b, "mo$i_up", "loaded -> lo_done mo_high", "li$i", "mo$i := 1");
  lpn_builder_transition (b, "lo$i_down", "lo_done -> lo_low", NULL, "lo$i := 0");
  lpn_builder_transition (b, "mo$i_down", "mo_high -> asked_r asked_b", "~mi$i", "mo$i := 0");
}

/* The bus answers one of those that ask, and is free again once that answer is withdrawn. */
static void
add_bus (LpnBuilder *b, gint64 n)
{
  lpn_builder_module (b, "bus");
  lpn_builder_place (b, "free", 1);
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_place (b, "bi$i_low", 1);
      lpn_builder_place (b, "bi$i_high", 0);
      lpn_builder_transition (b, "bi$i_up", "free bi$i_low -> bi$i_high", "bo$i", "bi$i := 1");
      lpn_builder_transition (b, "bi$i_down", "bi$i_high -> free bi$i_low", "~bo$i", "bi$i := 0");
    }
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, false);

  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_family_add_signals (b, outputs, G_N_ELEMENTS (outputs));
      lpn_family_add_signals (b, processor, G_N_ELEMENTS (processor));
      lpn_family_add_signals (b, memory, G_N_ELEMENTS (memory));
      lpn_builder_shared (b, "bi$i", 0, 0, 1);
    }
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_family_add_cell (b, "processor$i", processor, G_N_ELEMENTS (processor));
      add_port (b);
      lpn_family_add_cell (b, "memory$i", memory, G_N_ELEMENTS (memory));
    }
  add_bus (b, n);
  lpn_builder_at_most (b, "bus_mutex", "bi$i", 0, n - 1, 1);
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_mmu = {
  .name = "mmu",
  .summary = "memory management unit with N ports on one bus, an asynchronous circuit",
  .parameters = { { "N", "ports", 3, 1, 10000 } },
  .build = build,
};
