/* SPDX-License-Identifier: MIT */
/*
 * Nanoseconds and bytes of stores, without a net around them.
 *
 *   bench-stores [STORE,STORE...] [MILLIONS,MILLIONS...] [random|grid|both]
 *
 * Tuples have 7 components of 45 bits in all. `random` ones are scattered over all 2^45; `grid` ones are a box of
 * neighbours, as the states of a model are. They come in batches of 8, as the successors of a state do. Columns: ns to
 * insert a new state (growing included), to find a held one, to miss one, and per state of a search that makes one new
 * state per batch and meets seven old ones; then bytes per state now and at the peak. The time to make the tuples is
 * taken off.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mix.h"
#include "store/permute.h"
#include "store/store.h"

enum
{
  COMPONENTS = 7,
  BITS = 45,
  BATCH = 8,
};

static const guint widths[COMPONENTS] = { 6, 9, 4, 7, 6, 8, 5 };

typedef void (*TupleMaker) (guint64 i, guint32 *tuple);

static void
spread (guint64 code, guint32 *tuple)
{
  for (guint c = 0; c < COMPONENTS; c++)
    {
      tuple[c] = (guint32)(code & lpn_low_mask (widths[c]));
      code >>= widths[c];
    }
}

static void
make_random (guint64 i, guint32 *tuple)
{
  spread (lpn_permute (i, BITS), tuple);
}

/* Bits of i dealt out to the components in turn: every component counts from 0, all are equally used. */
static void
make_grid (guint64 i, guint32 *tuple)
{
  memset (tuple, 0, COMPONENTS * sizeof *tuple);
  for (guint bit = 0; i != 0; bit++)
    for (guint c = 0; c < COMPONENTS; c++)
      if (bit < widths[c])
        {
          tuple[c] |= (guint32)(i & 1) << bit;
          i >>= 1;
        }
}

static double
now (void)
{
  return (double)g_get_monotonic_time () * 1e3;
}

typedef struct
{
  LpnStore  *store;
  TupleMaker make;
  guint32    counts[COMPONENTS];
  guint64    n;
  guint64    answered; /* keeps the work from being thought useless */
  bool       full;
} Bench;

typedef enum
{
  PHASE_INSERT,
  PHASE_HIT,
  PHASE_MISS,
  PHASE_SEARCH,
} Phase;

static void
tell_counts (Bench *b, const guint32 *tuples)
{
  for (guint i = 0; i < BATCH * COMPONENTS; i++)
    if (tuples[i] >= b->counts[i % COMPONENTS])
      {
        b->counts[i % COMPONENTS] = tuples[i] + 1;
        if (b->store != NULL && lpn_store_grown (b->store, i % COMPONENTS, tuples[i] + 1) == LPN_STORE_FULL)
          b->full = true;
      }
}

static guint64
index_of (const Bench *b, Phase phase, guint64 batch, guint k)
{
  guint64 i = batch * BATCH + k;
  switch (phase)
    {
    case PHASE_HIT:
      return lpn_mix64 (i) % b->n;
    case PHASE_MISS:
      return b->n + i;
    case PHASE_SEARCH: /* one new state, and old ones: mostly recent, as in a search */
      if (k == 0)
        return b->n + batch;
      return (lpn_mix64 (i) & 1) != 0 ? lpn_mix64 (i) % b->n : b->n + batch - 1 - lpn_mix64 (i) % 4096;
    case PHASE_INSERT:
    default:
      return i;
    }
}

/* Runs `batches` of a phase; with no store only the tuples are made. Returns ns. */
static double
run (Bench *b, Phase phase, guint64 batches)
{
  double  begin = now ();
  guint32 tuples[BATCH * COMPONENTS];
  guint8  seen[BATCH];
  gint8   answers[BATCH];

  for (guint64 batch = 0; batch < batches && !b->full; batch++)
    {
      for (guint k = 0; k < BATCH; k++)
        b->make (index_of (b, phase, batch, k), tuples + k * COMPONENTS);
      tell_counts (b, tuples);
      if (b->store == NULL)
        b->answered += tuples[batch % (BATCH * COMPONENTS)];
      else if (phase == PHASE_INSERT || phase == PHASE_SEARCH)
        {
          b->full |= lpn_store_insert_many (b->store, tuples, BATCH, answers) < BATCH;
          for (guint k = 0; k < BATCH; k++)
            b->answered += answers[k] == LPN_STORE_NEW;
        }
      else
        {
          lpn_store_contains_many (b->store, tuples, BATCH, seen);
          for (guint k = 0; k < BATCH; k++)
            b->answered += seen[k];
        }
    }
  return now () - begin;
}

static double
net_ns (Bench *b, Phase phase, guint64 batches)
{
  Bench  none = *b;
  double base;
  none.store = NULL;
  base = run (&none, phase, batches);
  return (run (b, phase, batches) - base) / (double)batches;
}

static void
bench (const LpnStoreType *type, const char *kind, TupleMaker make, guint64 n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnElementRange ranges[COMPONENTS];
  LpnSpace        space = { .n_components = COMPONENTS, .n_elements = 0, .ranges = ranges };
  LpnStoreConfig  config = { .space = &space, .budget = budget };
  LpnStoreStats   stats;
  Bench           b = { .make = make, .n = n };
  guint64         probes = MIN (n, 4000000) / BATCH;
  double          insert, hit, miss, search;

  b.store = lpn_store_open (type, &config, &error);
  if (b.store == NULL)
    {
      printf ("%-12s %s\n", type->name, error->message);
      return;
    }
  for (guint c = 0; c < COMPONENTS; c++)
    b.counts[c] = 1;
  insert = net_ns (&b, PHASE_INSERT, n / BATCH) / BATCH;
  lpn_store_stats (b.store, &stats);
  hit = net_ns (&b, PHASE_HIT, probes) / BATCH;
  miss = net_ns (&b, PHASE_MISS, probes) / BATCH;
  search = net_ns (&b, PHASE_SEARCH, probes);
  printf ("%-12s %-7s %9" G_GUINT64_FORMAT " %8.1f %8.1f %8.1f %8.1f %8.2f %8.2f%s\n", type->name, kind, stats.states,
          insert, hit, miss, search, (double)stats.bytes / (double)stats.states,
          (double)stats.peak_bytes / (double)stats.states, b.full ? " full" : "");
  fflush (stdout);
  lpn_store_close (b.store);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) stores = g_strsplit (argc > 1 ? argv[1] : "hash,cleary,tree", ",", -1);
  g_auto (GStrv) sizes = g_strsplit (argc > 2 ? argv[2] : "1", ",", -1);
  const char *kind = argc > 3 ? argv[3] : "both";

  printf ("%-12s %-7s %9s %8s %8s %8s %8s %8s %8s\n", "store", "tuples", "states", "insert", "hit", "miss", "search",
          "B/state", "peak");
  for (guint i = 0; sizes[i] != NULL; i++)
    for (guint k = 0; stores[k] != NULL; k++)
      {
        g_autoptr (GError) error = NULL;
        const LpnStoreType *type = lpn_store_find (stores[k], &error);
        guint64             n = (guint64)(1e6 * g_ascii_strtod (sizes[i], NULL));
        if (type == NULL)
          {
            fprintf (stderr, "bench-stores: %s\n", error->message);
            return 2;
          }
        if (strcmp (kind, "grid") != 0)
          bench (type, "random", make_random, n);
        if (strcmp (kind, "random") != 0)
          bench (type, "grid", make_grid, n);
      }
  return 0;
}
