/* SPDX-License-Identifier: MIT */
/*
 * The kanban production system of Ciardo and Tilgner: four cells with N cards each. A part enters cell 1, goes on to
 * cells 2 and 3 at once, and from both to cell 4; within a cell work may fail and be done again.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  LpnBuilder *b = lpn_builder_new (name, true);

  for (gint64 i = 1; i <= 4; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_place (b, "cards$i", values[0]);
      lpn_builder_place (b, "work$i", 0);
      lpn_builder_place (b, "failed$i", 0);
      lpn_builder_place (b, "done$i", 0);
      lpn_builder_transition (b, "fail$i", "work$i -> failed$i", NULL, NULL);
      lpn_builder_transition (b, "redo$i", "failed$i -> work$i", NULL, NULL);
      lpn_builder_transition (b, "finish$i", "work$i -> done$i", NULL, NULL);
    }
  lpn_builder_transition (b, "enter", "cards1 -> work1", NULL, NULL);
  lpn_builder_transition (b, "split", "done1 cards2 cards3 -> cards1 work2 work3", NULL, NULL);
  lpn_builder_transition (b, "join", "done2 done3 cards4 -> cards2 cards3 work4", NULL, NULL);
  lpn_builder_transition (b, "leave", "done4 -> cards4", NULL, NULL);
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_kanban = {
  .name = "kanban",
  .summary = "kanban production system with N cards per cell, a plain net",
  .parameters = { { "N", "cards per cell", 5, 1, G_MAXINT32 } },
  .build = build,
};
