/* SPDX-License-Identifier: MIT */
/*
 * Dining philosophers: take one fork, then the other, eat, put them back one by one.
 *
 * LEFT 1 lets philosopher 0 take the forks in the other order, which removes the deadlock. ROOM > 0 puts the table in a
 * room for so many; a philosopher enters before it takes a fork, and LEFT is not looked at.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

enum
{
  N,
  LEFT,
  ROOM
};

static void
add_philosopher (LpnBuilder *b, gint64 i, gint64 first, gint64 second, bool room)
{
  lpn_builder_let (b, "i", i);
  lpn_builder_let (b, "a", first);
  lpn_builder_let (b, "b", second);
  lpn_builder_module (b, "phil$i");
  lpn_builder_locations (b, room ? "think inside one eat finish" : "think one eat finish");
  if (room)
    {
      lpn_builder_move (b, "think -> inside", "count < $ROOM", "count := count + 1");
      lpn_builder_move (b, "inside -> think", NULL, "count := count - 1");
    }
  lpn_builder_move (b, room ? "inside -> one" : "think -> one", "fork[$a] == 0", "fork[$a] := 1");
  lpn_builder_move (b, "one -> eat", "fork[$b] == 0", "fork[$b] := 1");
  lpn_builder_move (b, "eat -> finish", NULL, "fork[$a] := 0");
  lpn_builder_move (b, room ? "finish -> inside" : "finish -> think", NULL, "fork[$b] := 0");
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  gint64      room = values[ROOM];
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "ROOM", room);
  lpn_builder_shared_array (b, "fork", (guint32)n, 0, 0, 1);
  if (room > 0)
    lpn_builder_shared (b, "count", 0, 0, room);
  for (gint64 i = 0; i < n; i++)
    if (i == 0 && values[LEFT] == 1 && room == 0)
      add_philosopher (b, 0, 1, 0, false);
    else
      add_philosopher (b, i, i, (i + 1) % n, room > 0);
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=4" },  { 2, "N=5,ROOM=3" },  { 3, "N=6,LEFT=1" }, { 4, "N=9,ROOM=7" }, { 5, "N=12" },
  { 6, "N=15" }, { 7, "N=13,ROOM=9" }, { 8, "N=16" },       { 0, NULL },
};

const LpnFamily lpn_family_phils = {
  .name = "phils",
  .summary = "dining philosophers who take their forks one by one (BEEM)",
  .parameters = { { "N", "philosophers", 4, 2, 100000 },
                  { "LEFT", "1: philosopher 0 takes the other fork first", 0, 0, 1 },
                  { "ROOM", "capacity of the room; 0: none", 0, 0, 100000 } },
  .instances = instances,
  .build = build,
};
