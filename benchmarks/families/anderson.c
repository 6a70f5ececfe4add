/* SPDX-License-Identifier: MIT */
/*
 * Anderson's queue lock: a process draws a ticket from `next`, waits until the slot of its ticket is open, and opens
 * the following one when it leaves.
 *
 * ERROR 1 closes the slot before its own, so that slots stay open and tickets can run away: next is then a byte
 * that wraps, as in BEEM.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/families/lock.h"

enum
{
  N,
  ERROR
};

static void
add_process (LpnBuilder *b, const gint64 *values)
{
  gint64 n = values[N];
  bool   wraps = values[ERROR] == 1;

  lpn_builder_variable (b, "place", 0, 0, wraps ? 255 : 2 * n - 1);
  lpn_builder_locations (b, "NCS p1 p2 p3 CS");

  lpn_builder_move (b, "NCS -> p1", NULL,
                    wraps ? "place := next; next := AND(next + 1, 255)" : "place := next; next := next + 1");
  lpn_builder_move (b, "p1 -> p2", "place == $N - 1", wraps ? "next := AND(next - $N, 255)" : "next := next - $N");
  lpn_builder_move (b, "p1 -> p2", "place != $N - 1", "place := place % $N");
  lpn_builder_moves (b, "k", 0, n - 1, "p2 -> p3", "place == $k & slot[$k] == 1", NULL);
  lpn_builder_moves (b, "k", 0, n - 1, "p3 -> CS", "place == $k",
                     wraps ? "slot[($k + $N - 1) % $N] := 0" : "slot[$k] := 0");
  lpn_builder_moves (b, "k", 0, n - 1, "CS -> NCS", "place == $k", "slot[($k + 1) % $N] := 1");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64             n = values[N];
  LpnBuilder        *b = lpn_builder_new (name, false);
  g_autofree gint64 *open = g_new0 (gint64, n);

  open[0] = 1;
  lpn_builder_let (b, "N", n);
  lpn_builder_shared (b, "next", 0, 0, values[ERROR] == 1 ? 255 : 2 * n);
  lpn_builder_shared_cells (b, "slot", (guint32)n, open, 0, 1);
  return lpn_family_finish_lock (b, values, add_process, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=2,ERROR=1" }, { 2, "N=3" },         { 3, "N=3,ERROR=1" }, { 4, "N=4" }, { 5, "N=5,ERROR=1" },
  { 6, "N=6" },         { 7, "N=6,ERROR=1" }, { 8, "N=7" },         { 0, NULL },
};

const LpnFamily lpn_family_anderson = {
  .name = "anderson",
  .summary = "Anderson's queue lock mutual exclusion (BEEM)",
  .parameters = { { "N", "processes", 3, 2, 100 }, { "ERROR", "1: the wrong slot is closed", 0, 0, 1 } },
  .instances = instances,
  .build = build,
};
