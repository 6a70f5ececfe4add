/* SPDX-License-Identifier: MIT */
/*
 * Lamport's bakery: a process reads all tickets, takes one more than the largest, and waits at each other process until
 * that one has no ticket or a later one. Tickets stop at MAX, which leaves deadlocks where all would need a larger one.
 *
 * ERROR 1 lets a process pass those with a smaller ticket in place of a larger one.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/families/lock.h"

enum
{
  N,
  TICKETS,
  ERROR
};

static void
add_process (LpnBuilder *b, const gint64 *values)
{
  gint64 n = values[N];
  gint64 max = values[TICKETS];
  gint64 error = values[ERROR];
  gint64 i = lpn_builder_value (b, "$i");

  lpn_builder_variable (b, "j", 0, 0, n);     /* the process looked at */
  lpn_builder_variable (b, "max", 0, 0, max); /* the largest ticket seen */
  lpn_builder_locations (b, "NCS choose loop wait CS");

  lpn_builder_move (b, "NCS -> choose", NULL, "choosing[$i] := 1; j := 0; max := 0");
  lpn_builder_moves (b, "j", 0, n - 1, "choose -> choose", "j == $j & number[$j] > max",
                     "max := number[$j]; j := $j + 1");
  lpn_builder_moves (b, "j", 0, n - 1, "choose -> choose", "j == $j & number[$j] <= max", "j := $j + 1");
  lpn_builder_move (b, "choose -> loop", "j == $N & max < $MAX", "number[$i] := max + 1; j := 0; choosing[$i] := 0");
  lpn_builder_moves (b, "j", 0, n - 1, "loop -> wait", "j == $j & choosing[$j] == 0", NULL);
  for (gint64 j = 0; j < n; j++)
    {
      lpn_builder_let (b, "j", j);
      lpn_builder_let (b, "first", i <= j ? 1 : 0); /* who goes first with equal tickets */
      lpn_builder_move (b, "wait -> loop",
                        error == 1 ? "j == $j & (number[$j] == 0 | number[$j] < number[$i]"
                                     " | number[$j] == number[$i] & $first)"
                                   : "j == $j & (number[$j] == 0 | number[$j] > number[$i]"
                                     " | number[$j] == number[$i] & $first)",
                        "j := $j + 1");
    }
  lpn_builder_move (b, "loop -> CS", "j == $N", NULL);
  lpn_builder_move (b, "CS -> NCS", NULL, "number[$i] := 0");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "N", n);
  lpn_builder_let (b, "MAX", values[TICKETS]);
  lpn_builder_shared_array (b, "choosing", (guint32)n, 0, 0, 1);
  lpn_builder_shared_array (b, "number", (guint32)n, 0, 0, values[TICKETS]);
  return lpn_family_finish_lock (b, values, add_process, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=2,MAX=9" },         { 2, "N=2,MAX=6,ERROR=1" }, { 3, "N=3,MAX=4" },
  { 4, "N=3,MAX=6,ERROR=1" }, { 5, "N=4,MAX=7" },         { 6, "N=4,MAX=5,ERROR=1" },
  { 7, "N=4,MAX=12" },        { 8, "N=5,MAX=5" },         { 0, NULL },
};

const LpnFamily lpn_family_bakery = {
  .name = "bakery",
  .summary = "Lamport's bakery mutual exclusion with bounded tickets (BEEM)",
  .parameters = { { "N", "processes", 3, 2, 100 },
                  { "MAX", "largest ticket", 5, 1, 254 },
                  { "ERROR", "1: tickets compared the wrong way", 0, 0, 1 } },
  .instances = instances,
  .build = build,
};
