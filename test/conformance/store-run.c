/* SPDX-License-Identifier: MIT */
#include "test/conformance/store-run.h"

#include <stdio.h>
#include <string.h>

#include "test/harness.h"

/* One line per failure would drown the first: a run stops being loud after a few. */
void
store_run_expect (const StoreRun *run, bool ok, const char *what, int line)
{
  static guint loud = 20;

  CU_ASSERT_TRUE (ok);
  if (!ok && loud > 0)
    {
      loud--;
      printf ("\n    store %s, %u components, seed %u, line %d: %s\n", run->type->name, run->n, run->seed, line, what);
    }
}

bool
store_run_is_exact (const StoreRun *run)
{
  return (run->type->flags & LPN_STORE_EXACT) != 0;
}

/* `chunk` has tables of 256 entries by design: it may be full at any time. */
bool
store_run_may_be_full (const StoreRun *run)
{
  return strcmp (run->type->name, "chunk") == 0;
}

/* False where the store cannot be opened so; only the reasons in the contract are allowed. */
bool
store_run_open (StoreRun *run, const LpnStoreType *type, guint n, bool declared, guint64 limit, guint32 seed)
{
  g_autoptr (GError) error = NULL;
  LpnStoreConfig config = { 0 };

  memset (run, 0, sizeof *run);
  run->type = type;
  run->seed = seed;
  run->n = n;
  run->rand = g_rand_new_with_seed (seed);
  run->space = made_space_new (n, declared);
  run->budget = lpn_budget_new (limit);
  run->set = plain_set_new (n);
  run->counts = g_new (guint32, n + 1);
  for (guint c = 0; c < n; c++)
    run->counts[c] = 1;
  run->tuple = g_new0 (guint32, n + 1);
  config.space = &run->space->space;
  config.budget = run->budget;
  run->store = lpn_store_open (type, &config, &error);
  if (run->store != NULL)
    {
      EXPECT (run, error == NULL);
      return true;
    }
  EXPECT (run, error != NULL);
  EXPECT (run, (limit != G_MAXUINT64 && g_error_matches (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY))
                   || (!declared && g_error_matches (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE)));
  EXPECT (run, lpn_budget_used (run->budget) == 0);
  return false;
}

void
store_run_close (StoreRun *run)
{
  lpn_store_close (run->store);
  EXPECT (run, lpn_budget_used (run->budget) == 0);
  lpn_budget_free (run->budget);
  made_space_free (run->space);
  plain_set_free (run->set);
  g_rand_free (run->rand);
  g_free (run->counts);
  g_free (run->tuple);
}

guint32
store_run_below (StoreRun *run, guint32 n)
{
  return (guint32)((guint64)g_rand_int (run->rand) * n >> 32);
}

/* A new tuple, or one seen before, or a neighbour of one: searches ask for all three. */
void
store_run_next_tuple (StoreRun *run)
{
  guint kind = store_run_below (run, 8);
  guint size = plain_set_size (run->set);

  if (size > 0 && kind < 4)
    {
      if (run->n > 0)
        memcpy (run->tuple, plain_set_nth (run->set, store_run_below (run, size)), run->n * sizeof (guint32));
      if (kind < 2 && run->n > 0)
        {
          guint c = store_run_below (run, run->n);
          run->tuple[c] = store_run_below (run, run->counts[c]);
        }
      return;
    }
  for (guint c = 0; c < run->n; c++)
    run->tuple[c] = store_run_below (run, run->counts[c]);
}

void
store_run_grow (StoreRun *run, guint c, guint32 count)
{
  LpnStoreAnswer answer;

  if (count <= run->counts[c])
    return;
  answer = lpn_store_grown (run->store, c, count);
  EXPECT (run,
          answer != LPN_STORE_FULL || lpn_budget_limit (run->budget) != G_MAXUINT64 || store_run_may_be_full (run));
  if (answer == LPN_STORE_FULL)
    run->fulls++;
  else
    run->counts[c] = count;
}

void
store_run_grow_some (StoreRun *run, guint32 most)
{
  guint   c;
  guint32 count;

  if (run->n == 0)
    return;
  c = store_run_below (run, run->n);
  count = run->counts[c];
  count += store_run_below (run, 3) == 0 ? MIN (count, most) : 1 + store_run_below (run, 3);
  store_run_grow (run, c, MIN (count, most));
}

static bool
collect (const guint32 *tuple, gpointer data)
{
  return plain_set_add (data, tuple);
}

static void
check_stats (StoreRun *run)
{
  LpnStoreStats stats;

  lpn_store_stats (run->store, &stats);
  if (store_run_is_exact (run))
    EXPECT (run, stats.states == plain_set_size (run->set));
  else
    EXPECT (run, stats.states <= plain_set_size (run->set));
  EXPECT (run, stats.bytes <= lpn_budget_used (run->budget));
  EXPECT (run, stats.bytes > 0 && stats.bytes <= stats.peak_bytes);
  EXPECT (run, stats.peak_bytes <= lpn_budget_peak (run->budget));
  EXPECT (run, lpn_budget_used (run->budget) <= lpn_budget_limit (run->budget));
  EXPECT (run, stats.nodes <= stats.peak_nodes);
  EXPECT (run, (run->type->flags & LPN_STORE_DIAGRAM) == 0 || stats.nodes > 0 || stats.states == 0);
  EXPECT (run, store_run_is_exact (run) ? stats.omission == 0.0 : stats.omission >= 0.0);
}

static bool
in_order (const guint32 *tuple, gpointer data)
{
  StoreRun *run = data;
  int       compare = 0;

  for (guint c = 0; c < run->n && compare == 0; c++)
    compare = tuple[c] < run->tuple[c] ? -1 : tuple[c] > run->tuple[c];
  if (run->n > 0)
    memcpy (run->tuple, tuple, run->n * sizeof *tuple);
  return compare >= 0;
}

static bool
stop_at_once (const guint32 *tuple, gpointer data)
{
  (void)tuple;
  ++*(guint *)data;
  return false;
}

static void
check_foreach (StoreRun *run)
{
  g_autoptr (PlainSet) found = plain_set_new (run->n);
  guint calls = 0;

  if ((run->type->flags & LPN_STORE_ENUMERABLE) == 0)
    return;
  EXPECT (run, lpn_store_foreach (run->store, collect, found)); /* false: a tuple came twice */
  EXPECT (run, plain_set_size (found) == plain_set_size (run->set));
  for (guint i = 0; i < plain_set_size (run->set); i++)
    if (!plain_set_has (found, plain_set_nth (run->set, i)))
      {
        EXPECT (run, !"a held tuple is not enumerated");
        break;
      }
  if (plain_set_size (run->set) > 0)
    {
      EXPECT (run, !lpn_store_foreach (run->store, stop_at_once, &calls));
      EXPECT (run, calls == 1);
    }
  if ((run->type->flags & LPN_STORE_ORDERED) != 0)
    {
      memset (run->tuple, 0, (run->n + 1) * sizeof *run->tuple);
      EXPECT (run, lpn_store_foreach (run->store, in_order, run));
    }
}

/* Everything that must hold at any time. */
void
store_run_check (StoreRun *run)
{
  g_autoptr (GError) error = NULL;

  if (!lpn_store_check (run->store, &error))
    {
      printf ("\n    %s: %s\n", run->type->name, error != NULL ? error->message : "check failed without an error");
      EXPECT (run, !"check");
    }
  check_stats (run);
  for (guint i = 0; i < plain_set_size (run->set); i++)
    if (!lpn_store_contains (run->store, plain_set_nth (run->set, i)))
      {
        EXPECT (run, !"a held tuple is not found");
        break;
      }
  check_foreach (run);
}

/* After a FULL: nothing has changed. */
void
store_run_check_full (StoreRun *run)
{
  const char *reason = lpn_store_full_reason (run->store);

  EXPECT (run, lpn_budget_limit (run->budget) != G_MAXUINT64 || store_run_may_be_full (run));
  EXPECT (run, reason != NULL && strlen (reason) > 10);
  if (store_run_is_exact (run))
    EXPECT (run, !lpn_store_contains (run->store, run->tuple));
  if (plain_set_size (run->set) > 0)
    {
      guint i = store_run_below (run, plain_set_size (run->set));
      EXPECT (run, lpn_store_insert (run->store, plain_set_nth (run->set, i)) == LPN_STORE_SEEN);
    }
  if (run->fulls++ % 16 == 0)
    {
      g_autofree guint32 *tuple = g_memdup2 (run->tuple, (run->n + 1) * sizeof (guint32));
      store_run_check (run);
      memcpy (run->tuple, tuple, (run->n + 1) * sizeof (guint32));
    }
}

/* Compares an answer with the plain set and keeps the set in step. */
void
store_run_compare (StoreRun *run, LpnStoreAnswer answer)
{
  bool held = plain_set_has (run->set, run->tuple);

  if (answer == LPN_STORE_FULL)
    EXPECT (run, !held);
  else if (held)
    EXPECT (run, answer == LPN_STORE_SEEN);
  else if (store_run_is_exact (run))
    EXPECT (run, answer == LPN_STORE_NEW);
  if (answer != LPN_STORE_FULL)
    plain_set_add (run->set, run->tuple);
}

LpnStoreAnswer
store_run_insert (StoreRun *run)
{
  LpnStoreAnswer answer = lpn_store_insert (run->store, run->tuple);

  store_run_compare (run, answer);
  if (answer == LPN_STORE_FULL)
    store_run_check_full (run);
  else
    EXPECT (run, lpn_store_contains (run->store, run->tuple));
  return answer;
}

void
store_run_ask (StoreRun *run)
{
  bool held = plain_set_has (run->set, run->tuple);

  if (held || store_run_is_exact (run))
    EXPECT (run, lpn_store_contains (run->store, run->tuple) == held);
}
