/* SPDX-License-Identifier: MIT */
/*
 * The timing-based mutual exclusion of Alur and Taubenfeld in discrete time: a fast path over x and y as in Lamport's
 * algorithm, and a delay of K2 ticks on the contended path. Steps under way take at most K1 ticks; K2 should exceed 2
 * K1.
 *
 * y is NIL, one past the last process, when nobody holds it.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/families/lock.h"
#include "benchmarks/families/timer.h"

enum
{
  N,
  K1,
  K2
};

static void
add_process (LpnBuilder *b, const gint64 *values G_GNUC_UNUSED)
{
  lpn_builder_locations (b, "NCS p3 p4 p5 p6 p7 p8 p9 CS p12 p13");

  lpn_builder_move (b, "NCS -> p3", NULL, "x := $i; t[$i] := $OFF");
  lpn_builder_move (b, "p3 -> p4", "y == $NIL", "t[$i] := $KA");
  lpn_builder_move (b, "p4 -> p5", NULL, "y := $i; t[$i] := $KA");
  lpn_builder_move (b, "p5 -> p9", "x == $i", "t[$i] := $KA");
  lpn_builder_move (b, "p9 -> CS", NULL, "z := 1; t[$i] := $OFF");

  lpn_builder_move (b, "p5 -> p6", "x != $i", "t[$i] := $KB");
  lpn_builder_move (b, "p6 -> p7", "t[$i] == 0", "t[$i] := $KA");
  lpn_builder_move (b, "p7 -> NCS", "y != $i", "t[$i] := $KA");
  lpn_builder_move (b, "p7 -> p8", "y == $i", "t[$i] := $OFF");
  lpn_builder_move (b, "p8 -> CS", "z == 0", NULL);

  lpn_builder_move (b, "CS -> p12", NULL, "z := 0; t[$i] := $KA");
  lpn_builder_move (b, "p12 -> NCS", "y != $i", "t[$i] := $OFF");
  lpn_builder_move (b, "p12 -> p13", "y == $i", "t[$i] := $KA");
  lpn_builder_move (b, "p13 -> NCS", NULL, "y := $NIL; t[$i] := $OFF");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "KA", values[K1]);
  lpn_builder_let (b, "KB", values[K2]);
  lpn_builder_let (b, "NIL", n);
  lpn_builder_shared (b, "x", 0, 0, n - 1);
  lpn_builder_shared (b, "y", n, 0, n);
  lpn_builder_shared (b, "z", 0, 0, 1);
  lpn_family_add_clocks (b, n, MAX (values[K1], values[K2]));
  return lpn_family_finish_lock (b, values, add_process, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=3,K1=2,K2=5" }, { 2, "N=3,K1=2,K2=3" }, { 3, "N=4,K1=2,K2=4" }, { 4, "N=5,K1=1,K2=3" },
  { 5, "N=5,K1=2,K2=5" }, { 6, "N=5,K1=3,K2=5" }, { 7, "N=6,K1=2,K2=5" }, { 0, NULL },
};

const LpnFamily lpn_family_at = {
  .name = "at",
  .summary = "Alur and Taubenfeld's timed mutual exclusion in discrete time (BEEM)",
  .parameters = { { "N", "processes", 2, 2, 100 },
                  { "K1", "ticks a step may take", 2, 1, 200 },
                  { "K2", "ticks of delay under contention", 5, 1, 200 } },
  .instances = instances,
  .build = build,
};
