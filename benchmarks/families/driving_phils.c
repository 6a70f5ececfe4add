/* SPDX-License-Identifier: MIT */
/*
 * Driving philosophers: N philosophers drive round a roundabout of K resources. A round has three phases: the
 * roundabout books who owns what (phase 0), every philosopher releases, requests or idles once (phase 1), and every
 * philosopher may acquire what it requested (phase 2).
 *
 * MUTEX 1 makes a philosopher look whether anybody owns a resource before it takes it; as in BEEM, the look goes on
 * where it last stopped and can miss an owner, so that a resource may have two owners all the same. FAIR 1 counts up to
 * R rounds and notes who has waited for more than DELTA of them. A resource number of -1 means none.
 *
 * resources[2 r] is the round in which resource r was booked (0: free) and resources[2 r + 1] by whom. The
 * philosophers' release clears cells r and r + 1 instead, as BEEM's model does.
 */
#include "benchmarks/families/list.h"
#include "benchmarks/family-builder.h"

enum
{
  N,
  K,
  DELTA,
  ROUNDS,
  MUTEX,
  FAIR
};

/* Books the resources in `held` (res0 or res1) of all philosophers, one per step. */
static void
add_booking (LpnBuilder *b, const gint64 *values, const char *held, const char *here)
{
  g_autofree char *arcs = g_strdup_printf ("%s -> %s", here, here);
  g_autofree char *owns = g_strdup_printf ("i == $p & %s[$p] == $r", held);
  g_autofree char *none = g_strdup_printf ("i == $p & %s[$p] == -1", held);

  for (gint64 p = 0; p < values[N]; p++)
    {
      lpn_builder_let (b, "p", p);
      lpn_builder_moves (b, "r", 0, values[K] - 1, arcs, owns,
                         "resources[2 * $r] := entryRound; resources[2 * $r + 1] := $p; i := $p + 1");
      lpn_builder_move (b, arcs, none, "i := $p + 1");
    }
}

/* Phase 2: who holds a resource no longer asks for it; who asks for too long starves. */
static void
add_round_end (LpnBuilder *b, const gint64 *values)
{
  for (gint64 r = 0; r < values[K]; r++)
    {
      lpn_builder_let (b, "r", r);
      lpn_builder_moves (b, "p", 0, values[N] - 1, "end0 -> end0",
                         "i == $r & resources[2 * $r] != 0 & resources[2 * $r + 1] == $p",
                         "request[$K * $p + $r] := 0; starvers[$K * $p + $r] := 0; i := $r + 1");
      lpn_builder_move (b, "end0 -> end0", "i == $r & resources[2 * $r] == 0", "i := $r + 1");
    }
  lpn_builder_move (b, "end0 -> end1", "i == $K", "i := 0");
  if (values[FAIR] == 1)
    lpn_builder_moves (b, "c", 0, values[N] * values[K] - 1, "end1 -> end1",
                       "i == $c & request[$c] < entryRound - $DELTA", "starvers[$c] := request[$c]; i := $c + 1");
  lpn_builder_move (b, "end1 -> end1", "i < $N * $K", "i := i + 1");
  if (values[FAIR] == 1)
    {
      lpn_builder_move (b, "end1 -> begin0", "i == $N * $K & fire == $N & entryRound != $R",
                        "phase := 0; entryRound := entryRound + 1; i := 0");
      lpn_builder_move (b, "end1 -> end2", "entryRound == $R", NULL);
    }
  else
    lpn_builder_move (b, "end1 -> begin0", "i == $N * $K & fire == $N", "phase := 0; i := 0");
}

static void
add_roundabout (LpnBuilder *b, const gint64 *values)
{
  gint64 n = values[N];
  gint64 k = values[K];

  lpn_builder_module (b, "roundabout");
  lpn_builder_variable (b, "i", 0, 0, MAX (2 * k, n * k));
  lpn_builder_locations (b, "reset begin0 begin1 begin2 action end0 end1 end2");

  lpn_builder_moves (b, "p", 0, n - 1, "reset -> reset", "i == $p",
                     "res0[$p] := -1; res1[$p] := -1; acquiring[$p] := -1; i := $p + 1");
  lpn_builder_move (b, "reset -> begin0", "i == $N", "i := 0; phase := 0");
  lpn_builder_moves (b, "c", 0, 2 * k - 1, "begin0 -> begin0", "i == $c", "resources[$c] := 0; i := $c + 1");
  lpn_builder_move (b, "begin0 -> begin1", "i == 2 * $K", "i := 0");
  add_booking (b, values, "res0", "begin1");
  lpn_builder_move (b, "begin1 -> begin2", "i == $N", "i := 0");
  add_booking (b, values, "res1", "begin2");
  lpn_builder_move (b, "begin2 -> action", "i == $N", "i := 0; phase := 1; fire := 0");
  lpn_builder_move (b, "action -> end0", "fire == $N", "fire := 0; phase := 2");
  add_round_end (b, values);
}

/* Takes the resource asked for, after looking at what every philosopher holds. */
static void
add_careful_take (LpnBuilder *b, gint64 n)
{
  lpn_builder_move (b, "end -> mutex", "phase == 2 & acquiring[$p] != -1 & fire == $p", NULL);
  lpn_builder_moves (b, "q", 0, n - 1, "mutex -> mutex",
                     "i == $q & res0[$q] != acquiring[$p] & res1[$q] != acquiring[$p]", "i := $q + 1");
  lpn_builder_moves (b, "q", 0, n - 1, "mutex -> action",
                     "i == $q & (res0[$q] == acquiring[$p] | res1[$q] == acquiring[$p])",
                     "fire := fire + 1; i := $q + 1");
  lpn_builder_move (b, "mutex -> action", "i == $N & res0[$p] == -1",
                    "res0[$p] := acquiring[$p]; acquiring[$p] := -1; fire := fire + 1; i := 0");
  lpn_builder_move (b, "mutex -> action", "i == $N & res0[$p] != -1",
                    "res1[$p] := acquiring[$p]; acquiring[$p] := -1; fire := fire + 1; i := 0");
  lpn_builder_move (b, "end -> action", "phase == 2 & acquiring[$p] != -1", "fire := fire + 1");
}

static void
add_careless_take (LpnBuilder *b)
{
  lpn_builder_move (b, "end -> action", "phase == 2 & acquiring[$p] != -1 & res0[$p] == -1",
                    "res0[$p] := acquiring[$p]; acquiring[$p] := -1; fire := fire + 1");
  lpn_builder_move (b, "end -> action", "phase == 2 & acquiring[$p] != -1 & res0[$p] != -1",
                    "res1[$p] := acquiring[$p]; acquiring[$p] := -1; fire := fire + 1");
}

static void
add_philosopher (LpnBuilder *b, const gint64 *values, gint64 p)
{
  lpn_builder_let (b, "p", p);
  lpn_builder_module (b, "phil$p");
  lpn_builder_variable (b, "i", 0, 0, values[N]); /* the philosopher looked at; not reset when one is found to own */
  lpn_builder_locations (b, values[MUTEX] == 1 ? "action end mutex" : "action end");

  lpn_builder_moves (b, "r", 0, values[K] - 1, "action -> end", "phase == 1 & res0[$p] == $r",
                     "resources[$r] := 0; resources[$r + 1] := 0; res0[$p] := res1[$p]; res1[$p] := -1;"
                     " fire := fire + 1");
  lpn_builder_moves (b, "r", 0, values[K] - 1, "action -> end", "phase == 1 & res1[$p] == -1 & acquiring[$p] == -1",
                     "acquiring[$p] := $r; fire := fire + 1; request[$p * $K + $r] := entryRound");
  lpn_builder_move (b, "action -> end", "phase == 1", "fire := fire + 1");
  lpn_builder_move (b, "end -> action", "phase == 2 & acquiring[$p] == -1", "fire := fire + 1");
  if (values[MUTEX] == 1)
    add_careful_take (b, values[N]);
  else
    add_careless_take (b);
}

/* Once the arrays are set up, each resource has at most one owner. */
static void
add_properties (LpnBuilder *b, const gint64 *values)
{
  for (gint64 r = 0; r < values[K]; r++)
    {
      g_autofree char *id = g_strdup_printf ("mutex%" G_GINT64_FORMAT, r);
      lpn_builder_let (b, "r", r);
      lpn_builder_at_most (b, id, "INT(~marked(roundabout.reset) & (res0[$i] == $r | res1[$i] == $r))", 0,
                           values[N] - 1, 1);
    }
  lpn_builder_deadlock (b);
}

static LpnNet *
build (const char *name, const gint64 *values, GError **error)
{
  gint64      n = values[N];
  gint64      k = values[K];
  gint64      rounds = values[FAIR] == 1 ? values[ROUNDS] : 1;
  LpnBuilder *b = lpn_builder_new (name, false);

  lpn_builder_let (b, "N", n);
  lpn_builder_let (b, "K", k);
  lpn_builder_let (b, "DELTA", values[DELTA]);
  lpn_builder_let (b, "R", rounds);
  lpn_builder_shared (b, "phase", 0, 0, 2);
  lpn_builder_shared (b, "fire", 0, 0, n);
  lpn_builder_shared (b, "entryRound", 1, 1, rounds);
  lpn_builder_shared_array (b, "request", (guint32)(n * k), 0, 0, rounds);
  lpn_builder_shared_array (b, "starvers", (guint32)(n * k), 0, 0, rounds);
  lpn_builder_shared_array (b, "resources", (guint32)(2 * k), 0, 0, MAX (rounds, n - 1));
  lpn_builder_shared_array (b, "res0", (guint32)n, 0, -1, k - 1);
  lpn_builder_shared_array (b, "res1", (guint32)n, 0, -1, k - 1);
  lpn_builder_shared_array (b, "acquiring", (guint32)n, 0, -1, k - 1);
  add_roundabout (b, values);
  for (gint64 p = 0; p < n; p++)
    add_philosopher (b, values, p);
  add_properties (b, values);
  return lpn_builder_finish (b, error);
}

static const LpnFamilyInstance instances[] = {
  { 1, "N=2,K=1,MUTEX=1" },
  { 2, "N=3,K=1,MUTEX=0" },
  { 3, "N=3,K=1,MUTEX=1,FAIR=1,R=15,DELTA=5" },
  { 4, "N=3,K=2,MUTEX=1" },
  { 5, "N=3,K=2,MUTEX=0,FAIR=1,DELTA=3" },
  { 0, NULL },
};

const LpnFamily lpn_family_driving_phils = {
  .name = "driving_phils",
  .summary = "driving philosophers on a roundabout (BEEM)",
  .parameters = { { "N", "philosophers", 2, 2, 50 },
                  { "K", "resources", 2, 1, 50 },
                  { "DELTA", "rounds after which one starves", 10, 0, 250 },
                  { "R", "rounds counted when FAIR", 10, 1, 250 },
                  { "MUTEX", "1: owners are looked up before taking", 1, 0, 1 },
                  { "FAIR", "1: rounds are counted and starving noted", 0, 0, 1 } },
  .instances = instances,
  .build = build,
};
