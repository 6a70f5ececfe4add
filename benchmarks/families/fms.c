/* SPDX-License-Identifier: MIT */
/*
 * The flexible manufacturing system of Ciardo and Trivedi: N pallets each for parts of type 1, 2 and 3. Parts 1 and 2
 * are shipped alone or assembled to a part 12; machine 1 has three places to work, machine 2 one (shared with part 3),
 * machine 3 two.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

static void
add_places (LpnBuilder *b, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  for (guint i = 0; list[i] != NULL; i++)
    lpn_builder_place (b, list[i], 0);
}

/* A part of type $i on machine $i; afterwards it is shipped or waits for its partner. */
static void
add_part (LpnBuilder *b, gint64 i, gint64 pallets, gint64 machines)
{
  lpn_builder_let (b, "i", i);
  lpn_builder_place (b, "pallet$i", pallets);
  lpn_builder_place (b, "machine$i", machines);
  add_places (b, "ready$i busy$i made$i shipped$i paired$i");
  lpn_builder_transition (b, "load$i", "pallet$i -> ready$i", NULL, NULL);
  lpn_builder_transition (b, "start$i", "ready$i machine$i -> busy$i", NULL, NULL);
  lpn_builder_transition (b, "make$i", "busy$i -> made$i machine$i", NULL, NULL);
  lpn_builder_transition (b, "ship$i", "made$i -> shipped$i", NULL, NULL);
  lpn_builder_transition (b, "pair$i", "made$i -> paired$i", NULL, NULL);
  lpn_builder_transition (b, "return$i", "shipped$i -> pallet$i", NULL, NULL);
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  LpnBuilder *b = lpn_builder_new (name, true);

  add_part (b, 1, values[0], 3);
  add_part (b, 2, values[0], 1);

  add_places (b, "joined12 ready12 busy12 shipped12");
  lpn_builder_place (b, "machine3", 2);
  lpn_builder_transition (b, "join12", "paired1 paired2 -> joined12", NULL, NULL);
  lpn_builder_transition (b, "load12", "joined12 -> ready12", NULL, NULL);
  lpn_builder_transition (b, "start12", "ready12 machine3 -> busy12", NULL, NULL);
  lpn_builder_transition (b, "make12", "busy12 -> shipped12 machine3", NULL, NULL);
  lpn_builder_transition (b, "return12", "shipped12 -> pallet1 pallet2", NULL, NULL);

  lpn_builder_place (b, "pallet3", values[0]);
  add_places (b, "ready3 shipped3");
  lpn_builder_transition (b, "load3", "pallet3 -> ready3", NULL, NULL);
  lpn_builder_transition (b, "make3", "ready3 machine2 -> shipped3 machine2", NULL, NULL);
  lpn_builder_transition (b, "return3", "shipped3 -> pallet3", NULL, NULL);
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_fms = {
  .name = "fms",
  .summary = "flexible manufacturing system with N pallets per part, a plain net",
  .parameters = { { "N", "pallets per part", 5, 1, G_MAXINT32 } },
  .build = build,
};
