/* SPDX-License-Identifier: MIT */
/*
 * N dining philosophers as a plain net, in the form used by the Model Checking Contest: a philosopher takes its two
 * forks in either order, eats, and puts both back at once. A fork is free, with its left or with its right neighbour,
 * and every such combination is reachable: 3^N states, two of them dead (all hold their left fork, or all their right
 * one).
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
      lpn_builder_place (b, "fork$i", 1);
      lpn_builder_place (b, "think$i", 1);
      lpn_builder_place (b, "left$i", 0);
      lpn_builder_place (b, "right$i", 0);
      lpn_builder_place (b, "eat$i", 0);
    }
  for (gint64 i = 0; i < n; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_let (b, "j", (i + 1) % n);
      lpn_builder_transition (b, "take_left$i", "think$i fork$i -> left$i", NULL, NULL);
      lpn_builder_transition (b, "take_right$i", "think$i fork$j -> right$i", NULL, NULL);
      lpn_builder_transition (b, "then_right$i", "left$i fork$j -> eat$i", NULL, NULL);
      lpn_builder_transition (b, "then_left$i", "right$i fork$i -> eat$i", NULL, NULL);
      lpn_builder_transition (b, "end$i", "eat$i -> think$i fork$i fork$j", NULL, NULL);
    }
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

const LpnFamily lpn_family_philosophers = {
  .name = "philosophers",
  .summary = "dining philosophers as a plain net with 3^N states",
  .parameters = { { "N", "philosophers", 5, 2, 100000 } },
  .build = build,
};
