/* SPDX-License-Identifier: MIT */
/*
 * Fischer's timed mutual exclusion in discrete time: a process that finds id 0 writes its own number within K1 ticks,
 * waits K2 ticks and enters if its number is still there. A timer counts every running clock down; it may tick only
 * while no clock is at 0.
 *
 * A stopped clock holds OFF, one more than any running one can.
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
  lpn_builder_locations (b, "NCS try wait CS");

  lpn_builder_move (b, "NCS -> try", "id == 0", "t[$i] := $KA");
  lpn_builder_move (b, "try -> wait", NULL, "t[$i] := $KB; id := $i + 1");
  lpn_builder_move (b, "wait -> wait", "t[$i] == 0", "t[$i] := $OFF");
  lpn_builder_move (b, "wait -> CS", "t[$i] == $OFF & id == $i + 1", NULL);
  lpn_builder_move (b, "wait -> NCS", "t[$i] == $OFF & id != $i + 1", NULL);
  lpn_builder_move (b, "CS -> NCS", NULL, "id := 0");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "KA", values[K1]);
  lpn_builder_let (b, "KB", values[K2]);
  lpn_builder_shared (b, "id", 0, 0, n);
  lpn_family_add_clocks (b, n, MAX (values[K1], values[K2]));
  return lpn_family_finish_lock (b, values, add_process, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=3,K1=2,K2=3" }, { 2, "N=4,K1=3,K2=3" }, { 3, "N=6,K1=3,K2=3" }, { 4, "N=7,K1=2,K2=3" },
  { 5, "N=7,K1=4,K2=4" }, { 6, "N=8,K1=2,K2=3" }, { 7, "N=8,K1=3,K2=3" }, { 0, NULL },
};

const LpnFamily lpn_family_fischer = {
  .name = "fischer",
  .summary = "Fischer's timed mutual exclusion in discrete time (BEEM)",
  .parameters = { { "N", "processes", 2, 2, 100 },
                  { "K1", "ticks within which id is written", 1, 1, 200 },
                  { "K2", "ticks to wait before entering", 2, 1, 200 } },
  .instances = instances,
  .build = build,
};
