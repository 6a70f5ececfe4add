/* SPDX-License-Identifier: MIT */
/*
 * The MCS queue lock of Mellor-Crummey and Scott: waiting processes form a linked list (next[], tail), each waits on
 * its own flag in locked[], and a process that leaves wakes its successor.
 *
 * ERROR 1 links the process to itself in place of its predecessor; ERROR 2 wakes the process itself in place of its
 * successor. NIL is one past the last process.
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

  lpn_builder_variable (b, "pred", 0, 0, n);
  lpn_builder_locations (b, "NCS p2 p3 p4 p5 p6 CS p9 p10 p13");

  lpn_builder_move (b, "NCS -> p2", NULL, "next[$i] := $NIL");
  lpn_builder_move (b, "p2 -> p3", NULL, "pred := tail; tail := $i");
  lpn_builder_move (b, "p3 -> CS", "pred == $NIL", NULL);
  lpn_builder_move (b, "p3 -> p4", "pred != $NIL", NULL);
  lpn_builder_move (b, "p4 -> p5", NULL, "locked[$i] := 1");
  if (error == 1)
    lpn_builder_move (b, "p5 -> p6", NULL, "next[$i] := $i");
  else
    lpn_builder_moves (b, "k", 0, n - 1, "p5 -> p6", "pred == $k", "next[$k] := $i");
  lpn_builder_move (b, "p6 -> CS", "locked[$i] == 0", NULL);

  lpn_builder_move (b, "CS -> p9", "next[$i] == $NIL", NULL);
  lpn_builder_move (b, "CS -> p13", "next[$i] != $NIL", NULL);
  lpn_builder_move (b, "p9 -> NCS", "tail == $i", "tail := $NIL");
  lpn_builder_move (b, "p9 -> p10", "tail != $i", NULL);
  lpn_builder_move (b, "p10 -> p13", "next[$i] != $NIL", NULL);
  if (error == 2)
    lpn_builder_move (b, "p13 -> NCS", NULL, "locked[$i] := 0");
  else
    lpn_builder_moves (b, "k", 0, n - 1, "p13 -> NCS", "next[$i] == $k", "locked[$k] := 0");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "NIL", n);
  lpn_builder_shared (b, "tail", n, 0, n);
  lpn_builder_shared_array (b, "next", (guint32)n, n, 0, n);
  lpn_builder_shared_array (b, "locked", (guint32)n, 0, 0, 1);
  return lpn_family_finish_lock (b, values, add_process, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=3" }, { 2, "N=3,ERROR=2" }, { 3, "N=4" }, { 4, "N=4,ERROR=1" },
  { 5, "N=5" }, { 6, "N=5,ERROR=1" }, { 0, NULL },
};

const LpnFamily lpn_family_mcs = {
  .name = "mcs",
  .summary = "MCS queue lock mutual exclusion (BEEM)",
  .parameters = { { "N", "processes", 3, 2, 100 }, { "ERROR", "1: linked to itself; 2: wakes itself", 0, 0, 2 } },
  .instances = instances,
  .build = build,
};
