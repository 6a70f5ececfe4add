/* SPDX-License-Identifier: MIT */
/*
 * Szymanski's mutual exclusion: processes gather in a waiting room (flags a, w), the last one to enter closes the door
 * (flag s), and those inside go in the order of their numbers.
 *
 * ERROR 1 asks for both conditions where one is enough in the scan for an open door (location p71).
 */
#include "benchmarks/families/list.h"
#include "benchmarks/families/lock.h"

enum
{
  N,
  ERROR
};

static void
add_gathering (LpnBuilder *b, gint64 n)
{
  lpn_builder_move (b, "NCS -> p2", NULL, "a[$i] := 1; j := 0");
  lpn_builder_moves (b, "j", 0, n - 1, "p2 -> p2", "j == $j & s[$j] == 0", "j := $j + 1");
  lpn_builder_move (b, "p2 -> p3", "j == $N", NULL);
  lpn_builder_move (b, "p3 -> p4", NULL, "w[$i] := 1; a[$i] := 0");
  lpn_builder_move (b, "p4 -> p9", "s[$i] == 1", "j := 0");
  lpn_builder_move (b, "p4 -> p5", "s[$i] == 0", "j := 0");
  lpn_builder_moves (b, "j", 0, n - 1, "p5 -> p5", "j == $j & a[$j] == 0", "j := $j + 1");
  lpn_builder_moves (b, "j", 0, n - 1, "p5 -> p6", "j == $j & a[$j] == 1", NULL);
  lpn_builder_move (b, "p5 -> p6", "j == $N", NULL);
}

static void
add_closing (LpnBuilder *b, gint64 n)
{
  lpn_builder_move (b, "p6 -> p7", "j < $N", NULL);
  lpn_builder_move (b, "p6 -> p61", "j == $N", "s[$i] := 1; j := 0");
  lpn_builder_moves (b, "j", 0, n - 1, "p61 -> p61", "j == $j & a[$j] == 0", "j := $j + 1");
  lpn_builder_moves (b, "j", 0, n - 1, "p61 -> p7", "j == $j & a[$j] == 1", "s[$i] := 0");
  lpn_builder_move (b, "p61 -> p64", "j == $N", "w[$i] := 0; j := 0");
  lpn_builder_moves (b, "j", 0, n - 1, "p64 -> p64", "j == $j & w[$j] == 0", "j := $j + 1");
  lpn_builder_move (b, "p64 -> p7", "j == $N", NULL);
}

static void
add_waiting (LpnBuilder *b, gint64 n, gint64 error)
{
  bool both = error == 1;

  lpn_builder_move (b, "p7 -> p8", "j == $N", NULL);
  lpn_builder_move (b, "p7 -> p71", "j < $N", "j := 0");
  lpn_builder_moves (b, "j", 0, n - 1, "p71 -> p71",
                     both ? "j == $j & w[$j] == 1 & s[$j] == 0" : "j == $j & (w[$j] == 1 | s[$j] == 0)", "j := $j + 1");
  lpn_builder_moves (b, "j", 0, n - 1, "p71 -> p8",
                     both ? "j == $j & (w[$j] == 0 | s[$j] == 1)" : "j == $j & w[$j] == 0 & s[$j] == 1", NULL);
  lpn_builder_move (b, "p71 -> p8", "j == $N", NULL);
  lpn_builder_move (b, "p8 -> p4", "j != $i & j < $N", "s[$i] := 1; w[$i] := 0");
  lpn_builder_move (b, "p8 -> p4", "j == $i | j == $N", NULL);
}

static void
add_process (LpnBuilder *b, const gint64 *values)
{
  gint64 n = values[N];
  gint64 error = values[ERROR];
  gint64 i = lpn_builder_value (b, "$i");

  lpn_builder_variable (b, "j", 0, 0, n); /* the process looked at */
  lpn_builder_locations (b, "NCS p2 p3 p4 p5 p6 p61 p64 p7 p71 p8 p9 CS");
  add_gathering (b, n);
  add_closing (b, n);
  add_waiting (b, n, error);
  lpn_builder_moves (b, "j", 0, i - 1, "p9 -> p9", "j == $j & w[$j] == 0 & s[$j] == 0", "j := $j + 1");
  lpn_builder_move (b, "p9 -> CS", "j == $i", NULL);
  lpn_builder_move (b, "CS -> NCS", NULL, "s[$i] := 0");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "N", n);
  lpn_builder_shared_array (b, "a", (guint32)n, 0, 0, 1);
  lpn_builder_shared_array (b, "w", (guint32)n, 0, 0, 1);
  lpn_builder_shared_array (b, "s", (guint32)n, 0, 0, 1);
  return lpn_family_finish_lock (b, values, add_process, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=3" }, { 2, "N=3,ERROR=1" }, { 3, "N=4" }, { 4, "N=4,ERROR=1" }, { 5, "N=5" }, { 0, NULL },
};

const LpnFamily lpn_family_szymanski = {
  .name = "szymanski",
  .summary = "Szymanski's waiting-room mutual exclusion (BEEM)",
  .parameters = { { "N", "processes", 2, 2, 100 }, { "ERROR", "1: a scan asks for too much", 0, 0, 1 } },
  .instances = instances,
  .build = build,
};
