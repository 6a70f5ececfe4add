/* SPDX-License-Identifier: MIT */
/*
 * The slotted ring protocol of Pastor, Roig, Cortadella and Badia, in the form with eight places per node that
 * decision-diagram papers use (53,856 states for 5 nodes): a slot travels round a ring of N nodes, free or used; a node
 * that holds a free slot passes it on or writes to it, and one that holds a used slot frees it if it is the owner.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[0];
  LpnBuilder *b = lpn_builder_new (name, true);

  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_place (b, "idle$i", 0);   /* ready for the slot that was received */
      lpn_builder_place (b, "asked$i", 1);  /* the next node can take a slot */
      lpn_builder_place (b, "free$i", 0);   /* received free, or freed as its owner */
      lpn_builder_place (b, "used$i", 0);   /* received used */
      lpn_builder_place (b, "pass$i", 0);   /* to be passed on free */
      lpn_builder_place (b, "write$i", 0);  /* to be passed on used */
      lpn_builder_place (b, "empty$i", 1);  /* free slot at the output */
      lpn_builder_place (b, "filled$i", 0); /* used slot at the output */
    }
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_let (b, "next", (i + 1) % n);
      lpn_builder_let (b, "prev", (i + n - 1) % n);
      lpn_builder_transition (b, "owner$i", "used$i -> free$i", NULL, NULL);
      lpn_builder_transition (b, "other$i", "used$i -> write$i", NULL, NULL);
      lpn_builder_transition (b, "go$i", "free$i -> pass$i", NULL, NULL);
      lpn_builder_transition (b, "writes$i", "free$i -> write$i", NULL, NULL);
      lpn_builder_transition (b, "give$i", "pass$i idle$i -> empty$i asked$prev", NULL, NULL);
      lpn_builder_transition (b, "put$i", "write$i idle$i -> filled$i asked$prev", NULL, NULL);
      lpn_builder_transition (b, "send_free$i", "empty$i asked$i -> idle$i free$next", NULL, NULL);
      lpn_builder_transition (b, "send_used$i", "filled$i asked$i -> idle$i used$next", NULL, NULL);
    }
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_slot = {
  .name = "slot",
  .summary = "slotted ring protocol with N nodes, a plain net",
  .parameters = { { "N", "nodes", 5, 1, 100000 } },
  .build = build,
};
