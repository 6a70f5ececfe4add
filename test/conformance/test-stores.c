/* SPDX-License-Identifier: MIT */
/*
 * The laws of store/store.h, put to every row of the registry.
 *
 * Each test makes seeded random tuples and compares every answer with a plain set. A failure prints store, seed and
 * line. A single store can be named in the environment: LPN_TEST_STORE=hash.
 */
#include "test/conformance/made-space.h"
#include "test/harness.h"

#include <stdio.h>
#include <string.h>

typedef struct
{
  const LpnStoreType *type;
  guint32             seed;
  GRand              *rand;
  guint               n; /* components */
  MadeSpace          *space;
  LpnBudget          *budget;
  LpnStore           *store;
  PlainSet           *set;
  guint32            *counts;
  guint32            *tuple;
  guint               fulls;
} Run;

/* One line per failure would drown the first: a run stops being loud after a few. */
static void
expect (const Run *run, bool ok, const char *what, int line)
{
  static guint loud = 20;

  CU_ASSERT_TRUE (ok);
  if (!ok && loud > 0)
    {
      loud--;
      printf ("\n    store %s, %u components, seed %u, line %d: %s\n", run->type->name, run->n, run->seed, line, what);
    }
}
#define EXPECT(run, condition) expect (run, condition, #condition, __LINE__)

static bool
is_exact (const Run *run)
{
  return (run->type->flags & LPN_STORE_EXACT) != 0;
}

/* `chunk` has tables of 256 entries by design: it may be full at any time. */
static bool
may_be_full (const Run *run)
{
  return strcmp (run->type->name, "chunk") == 0;
}

/* False where the store cannot be opened so; only the reasons in the contract are allowed. */
static bool
run_open (Run *run, const LpnStoreType *type, guint n, bool declared, guint64 limit, guint32 seed)
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

static void
run_close (Run *run)
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

static guint32
below (Run *run, guint32 n)
{
  return (guint32)((guint64)g_rand_int (run->rand) * n >> 32);
}

/* A new tuple, or one seen before, or a neighbour of one: searches ask for all three. */
static void
next_tuple (Run *run)
{
  guint kind = below (run, 8);
  guint size = plain_set_size (run->set);

  if (size > 0 && kind < 4)
    {
      if (run->n > 0)
        memcpy (run->tuple, plain_set_nth (run->set, below (run, size)), run->n * sizeof (guint32));
      if (kind < 2 && run->n > 0)
        {
          guint c = below (run, run->n);
          run->tuple[c] = below (run, run->counts[c]);
        }
      return;
    }
  for (guint c = 0; c < run->n; c++)
    run->tuple[c] = below (run, run->counts[c]);
}

static void
grow (Run *run, guint c, guint32 count)
{
  LpnStoreAnswer answer;

  if (count <= run->counts[c])
    return;
  answer = lpn_store_grown (run->store, c, count);
  EXPECT (run, answer != LPN_STORE_FULL || lpn_budget_limit (run->budget) != G_MAXUINT64 || may_be_full (run));
  if (answer == LPN_STORE_FULL)
    run->fulls++;
  else
    run->counts[c] = count;
}

static void
grow_some (Run *run, guint32 most)
{
  guint   c;
  guint32 count;

  if (run->n == 0)
    return;
  c = below (run, run->n);
  count = run->counts[c];
  count += below (run, 3) == 0 ? MIN (count, most) : 1 + below (run, 3);
  grow (run, c, MIN (count, most));
}

static bool
collect (const guint32 *tuple, gpointer data)
{
  return plain_set_add (data, tuple);
}

static void
check_stats (Run *run)
{
  LpnStoreStats stats;

  lpn_store_stats (run->store, &stats);
  if (is_exact (run))
    EXPECT (run, stats.states == plain_set_size (run->set));
  else
    EXPECT (run, stats.states <= plain_set_size (run->set));
  EXPECT (run, stats.bytes <= lpn_budget_used (run->budget));
  EXPECT (run, stats.bytes > 0 && stats.bytes <= stats.peak_bytes);
  EXPECT (run, stats.peak_bytes <= lpn_budget_peak (run->budget));
  EXPECT (run, lpn_budget_used (run->budget) <= lpn_budget_limit (run->budget));
  EXPECT (run, stats.nodes <= stats.peak_nodes);
  EXPECT (run, (run->type->flags & LPN_STORE_DIAGRAM) == 0 || stats.nodes > 0 || stats.states == 0);
  EXPECT (run, is_exact (run) ? stats.omission == 0.0 : stats.omission >= 0.0);
}

static bool
in_order (const guint32 *tuple, gpointer data)
{
  Run *run = data;
  int  compare = 0;

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
check_foreach (Run *run)
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
static void
check_all (Run *run)
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
static void
check_full (Run *run)
{
  const char *reason = lpn_store_full_reason (run->store);

  EXPECT (run, lpn_budget_limit (run->budget) != G_MAXUINT64 || may_be_full (run));
  EXPECT (run, reason != NULL && strlen (reason) > 10);
  if (is_exact (run))
    EXPECT (run, !lpn_store_contains (run->store, run->tuple));
  if (plain_set_size (run->set) > 0)
    {
      guint i = below (run, plain_set_size (run->set));
      EXPECT (run, lpn_store_insert (run->store, plain_set_nth (run->set, i)) == LPN_STORE_SEEN);
    }
  if (run->fulls++ % 16 == 0)
    {
      g_autofree guint32 *tuple = g_memdup2 (run->tuple, (run->n + 1) * sizeof (guint32));
      check_all (run);
      memcpy (run->tuple, tuple, (run->n + 1) * sizeof (guint32));
    }
}

/* Compares an answer with the plain set and keeps the set in step. */
static void
compare (Run *run, LpnStoreAnswer answer)
{
  bool held = plain_set_has (run->set, run->tuple);

  if (answer == LPN_STORE_FULL)
    EXPECT (run, !held);
  else if (held)
    EXPECT (run, answer == LPN_STORE_SEEN);
  else if (is_exact (run))
    EXPECT (run, answer == LPN_STORE_NEW);
  if (answer != LPN_STORE_FULL)
    plain_set_add (run->set, run->tuple);
}

static LpnStoreAnswer
insert (Run *run)
{
  LpnStoreAnswer answer = lpn_store_insert (run->store, run->tuple);

  compare (run, answer);
  if (answer == LPN_STORE_FULL)
    check_full (run);
  else
    EXPECT (run, lpn_store_contains (run->store, run->tuple));
  return answer;
}

static void
ask (Run *run)
{
  bool held = plain_set_has (run->set, run->tuple);

  if (held || is_exact (run))
    EXPECT (run, lpn_store_contains (run->store, run->tuple) == held);
}

typedef void (*TypeFunc) (const LpnStoreType *type);

static void
for_all (TypeFunc func)
{
  const char *only = g_getenv ("LPN_TEST_STORE");
  guint       n = 0;

  for (const LpnStoreType *const *type = lpn_store_types (); *type != NULL; type++)
    if (only == NULL || strcmp (only, (*type)->name) == 0)
      {
        n++;
        func (*type);
      }
  CU_ASSERT_TRUE (n > 0);
}

static void
random_of (const LpnStoreType *type)
{
  static const guint sizes[] = { 0, 1, 2, 3, 7, 24, 70 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint32 seed = 1; seed <= 4; seed++)
      {
        Run   run;
        guint steps = (seed == 1 ? 12000 : 1500) / (1 + sizes[i] / 12);
        if (run_open (&run, type, sizes[i], seed % 2 == 1, G_MAXUINT64, seed))
          {
            check_all (&run); /* empty */
            for (guint step = 0; step < steps; step++)
              {
                if (below (&run, seed < 3 ? 16 : 100) == 0)
                  grow_some (&run, seed % 2 == 0 ? 6 : 40000);
                next_tuple (&run);
                ask (&run);
                next_tuple (&run);
                insert (&run);
                if (step == 50)
                  check_all (&run);
              }
            check_all (&run);
          }
        run_close (&run);
      }
}

/* One component grows across every power of two up to the largest count there is. */
static void
powers_of (const LpnStoreType *type)
{
  Run     run;
  guint32 last = 1;

  if (run_open (&run, type, 3, true, G_MAXUINT64, 5))
    for (guint bits = 0; bits <= 32; bits++)
      {
        guint32 power = bits < 32 ? (guint32)1 << bits : G_MAXUINT32;
        for (guint32 k = 0; k < 3; k++)
          {
            guint32 count = bits < 32 ? power - 1 + k : power;
            grow (&run, 1, count);
            if (bits < 8)
              grow (&run, bits % 2 * 2, count / 2);
            for (guint i = 0; i < 12; i++)
              {
                next_tuple (&run);
                if (run.counts[1] == count && i < 2)
                  run.tuple[1] = i == 0 ? count - 1 : last;
                insert (&run);
              }
            last = run.counts[1] - 1;
          }
      }
  check_all (&run);
  run_close (&run);
}

/* A count that grows one by one past 65,536 while every local state is used. */
static void
many_local_of (const LpnStoreType *type)
{
  Run run;

  if (may_be_full (&(Run){ .type = type }))
    return;
  if (run_open (&run, type, 2, true, G_MAXUINT64, 6))
    for (guint32 i = 0; i < 66000; i++)
      {
        grow (&run, 0, i + 1);
        if (i % 1000 == 0)
          grow (&run, 1, i / 1000 + 1);
        run.tuple[0] = i;
        run.tuple[1] = i % 7 % run.counts[1];
        EXPECT (&run, lpn_store_insert (run.store, run.tuple) == LPN_STORE_NEW || !is_exact (&run));
        plain_set_add (run.set, run.tuple);
      }
  check_all (&run);
  run_close (&run);
}

static void
run_until_full (Run *run, guint steps, guint fulls)
{
  for (guint step = 0; step < steps && run->fulls < fulls; step++)
    {
      if (below (run, 10) == 0)
        grow_some (run, 5000);
      next_tuple (run);
      insert (run);
    }
  check_all (run);
}

/* Budgets from nothing up: whatever is refused, and whenever, is FULL and nothing else. */
static void
budgets_of (const LpnStoreType *type)
{
  static const guint sizes[] = { 0, 1, 3, 9 };
  guint              opened = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint32 k = 0; k < 48; k++)
      {
        Run run;
        if (run_open (&run, type, sizes[i], true, k < 40 ? k * 2500 : k * k * 700, k))
          {
            opened++;
            run_until_full (&run, 1500, 24);
          }
        run_close (&run);
      }
  /* What needs megabytes to begin with (a decision diagram package) is put to larger budgets. */
  for (guint64 limit = 1 << 20; opened < 8 && limit <= 256 << 20; limit += limit / 4)
    {
      Run run;
      if (run_open (&run, type, 5, true, limit, (guint32)limit))
        {
          opened++;
          run_until_full (&run, 3000, 24);
        }
      run_close (&run);
    }
  CU_ASSERT_TRUE (opened >= 8);
}

/* All that is left is taken away in the middle of the run and given back later: FULL, then right again. */
static void
retries_of (const LpnStoreType *type)
{
  for (guint32 seed = 1; seed <= 6; seed++)
    {
      Run run;
      if (run_open (&run, type, 4, true, 1 << 30, seed))
        for (guint round = 0; round < 12; round++)
          {
            guint64 ballast = lpn_budget_left (run.budget);
            EXPECT (&run, lpn_budget_take (run.budget, ballast));
            run.fulls = 0;
            run_until_full (&run, 600 * seed, 3);
            lpn_budget_give (run.budget, ballast);
            for (guint step = 0; step < 40 * seed; step++)
              {
                next_tuple (&run);
                EXPECT (&run, insert (&run) != LPN_STORE_FULL || may_be_full (&run));
              }
            for (guint c = 0; c < run.n; c++)
              {
                guint32 count = run.counts[c];
                grow (&run, c, count + 2);
                EXPECT (&run, run.counts[c] == count + 2 || may_be_full (&run));
              }
          }
      run_close (&run);
    }
}

enum
{
  MOST = 100
};

/* Two runs with the same seed, one by one and in batches. */
static void
batches_of (const LpnStoreType *type)
{
  static const guint sizes[] = { 0, 1, 4, 30 };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      Run one, many;
      if (run_open (&one, type, sizes[k], true, G_MAXUINT64, k)
          & run_open (&many, type, sizes[k], true, G_MAXUINT64, k))
        {
          guint               n_values = MAX (sizes[k], 1);
          g_autofree guint32 *tuples = g_new0 (guint32, MOST * n_values);
          guint8              seen[MOST];
          gint8               answers[MOST];
          for (guint round = 0; round < 150; round++)
            {
              guint n = below (&one, MOST + 1);
              guint done;
              for (guint c = 0; c < sizes[k]; c++)
                {
                  grow (&one, c, 2 + round / 8 * c);
                  grow (&many, c, 2 + round / 8 * c);
                }
              for (guint i = 0; i < n; i++)
                {
                  next_tuple (&one);
                  if (i > 0 && below (&one, 4) == 0) /* a duplicate inside the batch */
                    memcpy (one.tuple, tuples, sizes[k] * sizeof *tuples);
                  if (sizes[k] > 0)
                    memcpy (tuples + i * sizes[k], one.tuple, sizes[k] * sizeof *tuples);
                }
              lpn_store_contains_many (many.store, tuples, n, seen);
              for (guint i = 0; i < n; i++)
                EXPECT (&many, seen[i] == lpn_store_contains (one.store, tuples + i * sizes[k]));
              done = lpn_store_insert_many (many.store, tuples, n, answers);
              EXPECT (&many, done == n || (may_be_full (&many) && answers[done] == LPN_STORE_FULL));
              for (guint i = 0; i < done; i++)
                {
                  if (sizes[k] > 0)
                    memcpy (one.tuple, tuples + i * sizes[k], sizes[k] * sizeof *tuples);
                  EXPECT (&many, insert (&one) == answers[i]);
                }
            }
          EXPECT (&one, plain_set_size (one.set) > 0);
          check_all (&one);
          plain_set_free (g_steal_pointer (&many.set));
          many.set = plain_set_new (sizes[k]);
          for (guint i = 0; i < plain_set_size (one.set); i++)
            plain_set_add (many.set, plain_set_nth (one.set, i));
          check_all (&many);
        }
      run_close (&one);
      run_close (&many);
    }
}

/* A batch that is cut short by FULL keeps what it answered. */
static void
full_batches_of (const LpnStoreType *type)
{
  Run run;

  if (run_open (&run, type, 3, true, 1 << 30, 9))
    {
      guint32 tuples[3 * MOST];
      gint8   answers[MOST];
      guint   stopped = 0;
      guint64 ballast;
      for (guint c = 0; c < 3; c++)
        grow (&run, c, 3000);
      ballast = lpn_budget_left (run.budget);
      EXPECT (&run, lpn_budget_take (run.budget, ballast));
      for (guint round = 0; round < 2000 && stopped < 5; round++)
        {
          guint done;
          for (guint i = 0; i < 3 * MOST; i++)
            tuples[i] = below (&run, 3000);
          done = lpn_store_insert_many (run.store, tuples, MOST, answers);
          for (guint i = 0; i < done; i++)
            {
              memcpy (run.tuple, tuples + 3 * i, sizeof (guint32) * 3);
              compare (&run, answers[i]);
            }
          if (done < MOST)
            {
              stopped++;
              EXPECT (&run, answers[done] == LPN_STORE_FULL);
              memcpy (run.tuple, tuples + 3 * done, sizeof (guint32) * 3);
              check_full (&run);
            }
        }
      EXPECT (&run, stopped > 0 || !is_exact (&run));
      lpn_budget_give (run.budget, ballast);
      check_all (&run);
    }
  run_close (&run);
}

/* Two stores at once do not know of each other. */
static void
pairs_of (const LpnStoreType *type)
{
  Run a, b;

  if (run_open (&a, type, 3, true, G_MAXUINT64, 1) & run_open (&b, type, 5, true, G_MAXUINT64, 2))
    {
      for (guint step = 0; step < 400; step++)
        {
          Run *run = step % 3 == 0 ? &a : &b;
          grow_some (run, 50);
          next_tuple (run);
          insert (run);
        }
      check_all (&a);
      check_all (&b);
    }
  run_close (&a);
  run_close (&b);
}

/* What finish() gives back is not missed when inserting goes on. */
static void
finish_of (const LpnStoreType *type)
{
  Run run;

  if (run_open (&run, type, 4, true, G_MAXUINT64, 3))
    for (guint step = 0; step < 1000; step++)
      {
        grow_some (&run, 60);
        next_tuple (&run);
        insert (&run);
        if (step % 300 == 299)
          {
            LpnStoreStats before, after;

            lpn_store_stats (run.store, &before);
            lpn_store_finish (run.store);
            lpn_store_stats (run.store, &after);
            CU_ASSERT_TRUE (after.bytes <= before.bytes);
            check_all (&run);
          }
      }
  check_all (&run);
  run_close (&run);
}

static void
row_of (const LpnStoreType *type)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (MadeSpace) space = made_space_new (2, true);
  LpnStoreConfig config = { &space->space, budget, options };

  CU_ASSERT_TRUE (type->name != NULL && type->summary != NULL && strlen (type->summary) > 10);
  CU_ASSERT_PTR_EQUAL (lpn_store_find (type->name, &error), type);
  CU_ASSERT_TRUE (type->open != NULL && type->close != NULL && type->insert != NULL && type->contains != NULL);
  CU_ASSERT_TRUE (type->stats != NULL && type->check != NULL);
  CU_ASSERT_EQUAL ((type->flags & LPN_STORE_ENUMERABLE) != 0, type->foreach != NULL);
  CU_ASSERT_EQUAL ((type->flags & LPN_STORE_DIAGRAM) != 0, type->dump_dot != NULL);
  g_hash_table_insert (options, (gpointer) "no-such-option", (gpointer) "1");
  CU_ASSERT_PTR_NULL (lpn_store_open (type, &config, &error));
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "has no option 'no-such-option'"));
  if ((type->flags & LPN_STORE_VECTOR) != 0)
    {
      config.options = NULL;
      space->space.expand = NULL;
      CU_ASSERT_PTR_NULL (lpn_store_open (type, &config, &error));
      CU_ASSERT_TRUE (lpn_test_error_has (&error, "vector"));
    }
}

#define TEST(name)                                                                                                     \
  static void test_##name (void) { for_all (name##_of); }
TEST (row)
TEST (random)
TEST (powers)
TEST (many_local)
TEST (budgets)
TEST (retries)
TEST (batches)
TEST (full_batches)
TEST (pairs)
TEST (finish)

static const LpnTest tests[] = {
  { "the registry's rows", test_row },
  { "random tuples and growing counts", test_random },
  { "counts across every power of two", test_powers },
  { "more than 65,536 local states", test_many_local },
  { "small budgets", test_budgets },
  { "FULL, then tried again", test_retries },
  { "batches answer as single calls", test_batches },
  { "batches cut short by FULL", test_full_batches },
  { "two stores at once", test_pairs },
  { "finished, and filled on", test_finish },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("stores", tests);
}
