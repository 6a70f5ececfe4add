/* SPDX-License-Identifier: MIT */
/*
 * Lamport's fast mutual exclusion: without contention a process passes with a fixed number of steps over x and y;
 * otherwise it waits until all flags b are down.
 *
 * ERROR 1 lowers the flag of the process named in x in place of its own; ERROR 2 compares y with x in place of
 * its own number. y is NIL, one past the last process, when nobody holds it.
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

  lpn_builder_variable (b, "j", 0, 0, n); /* the process looked at */
  lpn_builder_locations (b, "NCS q1 q2 q22 p q3 q4 q5 CS e1");

  lpn_builder_move (b, "NCS -> q1", NULL, "b[$i] := 1");
  lpn_builder_move (b, "q1 -> q2", NULL, "x := $i");
  if (error == 1)
    lpn_builder_moves (b, "k", 0, n - 1, "q2 -> q22", "y != $NIL & x == $k", "b[$k] := 0");
  else
    lpn_builder_move (b, "q2 -> q22", "y != $NIL", "b[$i] := 0");
  lpn_builder_move (b, "q22 -> NCS", "y == $NIL", NULL);
  lpn_builder_move (b, "q2 -> p", "y == $NIL", NULL);
  lpn_builder_move (b, "p -> q3", NULL, "y := $i");
  lpn_builder_move (b, "q3 -> CS", "x == $i", NULL);
  lpn_builder_move (b, "q3 -> q4", "x != $i", "b[$i] := 0; j := 0");
  lpn_builder_moves (b, "j", 0, n - 1, "q4 -> q4", "j == $j & b[$j] == 0", "j := $j + 1");
  lpn_builder_move (b, "q4 -> q5", "j == $N", NULL);
  lpn_builder_move (b, "q5 -> CS", error == 2 ? "y == x" : "y == $i", NULL);
  lpn_builder_move (b, "q5 -> NCS", "y == $NIL", NULL);
  lpn_builder_move (b, "CS -> e1", NULL, "y := $NIL");
  lpn_builder_move (b, "e1 -> NCS", NULL, "b[$i] := 0");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "N", n);
  lpn_builder_let (b, "NIL", n);
  lpn_builder_shared (b, "x", n, 0, n);
  lpn_builder_shared (b, "y", n, 0, n);
  lpn_builder_shared_array (b, "b", (guint32)n, 0, 0, 1);
  return lpn_family_finish_lock (b, values, add_process, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=3" },         { 2, "N=3,ERROR=1" }, { 3, "N=3,ERROR=2" }, { 5, "N=4" },
  { 6, "N=4,ERROR=1" }, { 7, "N=5" },         { 8, "N=5,ERROR=2" }, { 0, NULL },
};

const LpnFamily lpn_family_lamport = {
  .name = "lamport",
  .summary = "Lamport's fast mutual exclusion (BEEM)",
  .parameters
  = { { "N", "processes", 2, 2, 100 }, { "ERROR", "1: wrong flag lowered; 2: wrong variable compared", 0, 0, 2 } },
  .instances = instances,
  .build = build,
};
