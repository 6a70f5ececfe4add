/* SPDX-License-Identifier: MIT */
/*
 * Peterson's mutual exclusion for N processes: a process climbs N-1 levels; at each it writes its level to pos[],
 * enters itself as the last arrival in step[], and waits until another arrives or all others are at lower levels.
 *
 * ERROR 1 compares the levels with <= in place of <; ERROR 2 looks at pos[] where it should look at step[].
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
  gint64 error = values[ERROR];
  gint64 i = lpn_builder_value (b, "$i");

  lpn_builder_variable (b, "j", 0, 0, n); /* the level */
  lpn_builder_variable (b, "k", 0, 0, n); /* the process looked at */
  lpn_builder_locations (b, "NCS wait q2 q3 CS");

  lpn_builder_move (b, "NCS -> wait", NULL, "j := 1");
  lpn_builder_move (b, "wait -> q2", "j < $N", "pos[$i] := j");
  lpn_builder_moves (b, "j", 1, n - 1, "q2 -> q3", "j == $j", "step[$j - 1] := $i; k := 0");
  for (gint64 k = 0; k < n; k++)
    {
      lpn_builder_let (b, "k", k);
      lpn_builder_move (b, "q3 -> q3",
                        k == i       ? "k == $k"
                        : error == 1 ? "k == $k & pos[$k] <= j"
                                     : "k == $k & pos[$k] < j",
                        "k := $k + 1");
    }
  lpn_builder_moves (b, "j", 1, n - 1, "q3 -> wait",
                     error == 2 ? "j == $j & (pos[$j - 1] != $i | k == $N)"
                                : "j == $j & (step[$j - 1] != $i | k == $N)",
                     "j := $j + 1");
  lpn_builder_move (b, "wait -> CS", "j == $N", NULL);
  lpn_builder_move (b, "CS -> NCS", NULL, "pos[$i] := 0");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "N", n);
  lpn_builder_shared_array (b, "pos", (guint32)n, 0, 0, n - 1);
  lpn_builder_shared_array (b, "step", (guint32)n, 0, 0, n - 1);
  return lpn_family_finish_lock (b, values, add_process, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=3" },         { 2, "N=3,ERROR=1" }, { 3, "N=3,ERROR=2" }, { 4, "N=4" },
  { 5, "N=4,ERROR=1" }, { 6, "N=4,ERROR=2" }, { 7, "N=5" },         { 0, NULL },
};

const LpnFamily lpn_family_peterson = {
  .name = "peterson",
  .summary = "Peterson's mutual exclusion for N processes (BEEM)",
  .parameters
  = { { "N", "processes", 3, 2, 100 }, { "ERROR", "1: levels compared with <=; 2: wrong array read", 0, 0, 2 } },
  .instances = instances,
  .build = build,
};
