/* SPDX-License-Identifier: MIT */
/*
 * The laws of store/store.h, put to every row of the registry.
 *
 * Each test makes seeded random tuples and compares every answer with a plain set. A failure prints store, seed and
 * line. A single store can be named in the environment: LPN_TEST_STORE=hash.
 */
#include "test/conformance/store-run.h"
#include "test/harness.h"

#include <string.h>

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
        StoreRun run;
        guint    steps = (seed == 1 ? 12000 : 1500) / (1 + sizes[i] / 12);
        if (store_run_open (&run, type, sizes[i], seed % 2 == 1, G_MAXUINT64, seed))
          {
            store_run_check (&run); /* empty */
            for (guint step = 0; step < steps; step++)
              {
                if (store_run_below (&run, seed < 3 ? 16 : 100) == 0)
                  store_run_grow_some (&run, seed % 2 == 0 ? 6 : 40000);
                store_run_next_tuple (&run);
                store_run_ask (&run);
                store_run_next_tuple (&run);
                store_run_insert (&run);
                if (step == 50)
                  store_run_check (&run);
              }
            store_run_check (&run);
          }
        store_run_close (&run);
      }
}

/* One component grows across every power of two up to the largest count there is. */
static void
powers_of (const LpnStoreType *type)
{
  StoreRun run;
  guint32  last = 1;

  if (store_run_open (&run, type, 3, true, G_MAXUINT64, 5))
    for (guint bits = 0; bits <= 32; bits++)
      {
        guint32 power = bits < 32 ? (guint32)1 << bits : G_MAXUINT32;
        for (guint32 k = 0; k < 3; k++)
          {
            guint32 count = bits < 32 ? power - 1 + k : power;
            store_run_grow (&run, 1, count);
            if (bits < 8)
              store_run_grow (&run, bits % 2 * 2, count / 2);
            for (guint i = 0; i < 12; i++)
              {
                store_run_next_tuple (&run);
                if (run.counts[1] == count && i < 2)
                  run.tuple[1] = i == 0 ? count - 1 : last;
                store_run_insert (&run);
              }
            last = run.counts[1] - 1;
          }
      }
  store_run_check (&run);
  store_run_close (&run);
}

/* A count that grows one by one past 65,536 while every local state is used. */
static void
many_local_of (const LpnStoreType *type)
{
  StoreRun run;

  if (store_run_may_be_full (&(StoreRun){ .type = type }))
    return;
  if (store_run_open (&run, type, 2, true, G_MAXUINT64, 6))
    for (guint32 i = 0; i < 66000; i++)
      {
        store_run_grow (&run, 0, i + 1);
        if (i % 1000 == 0)
          store_run_grow (&run, 1, i / 1000 + 1);
        run.tuple[0] = i;
        run.tuple[1] = i % 7 % run.counts[1];
        EXPECT (&run, lpn_store_insert (run.store, run.tuple) == LPN_STORE_NEW || !store_run_is_exact (&run));
        plain_set_add (run.set, run.tuple);
      }
  store_run_check (&run);
  store_run_close (&run);
}

static void
run_until_full (StoreRun *run, guint steps, guint fulls)
{
  for (guint step = 0; step < steps && run->fulls < fulls; step++)
    {
      if (store_run_below (run, 10) == 0)
        store_run_grow_some (run, 5000);
      store_run_next_tuple (run);
      store_run_insert (run);
    }
  store_run_check (run);
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
        StoreRun run;
        if (store_run_open (&run, type, sizes[i], true, k < 40 ? k * 2500 : k * k * 700, k))
          {
            opened++;
            run_until_full (&run, 1500, 24);
          }
        store_run_close (&run);
      }
  /* What needs megabytes to begin with (a decision diagram package) is put to larger budgets. */
  for (guint64 limit = 1 << 20; opened < 8 && limit <= 256 << 20; limit += limit / 4)
    {
      StoreRun run;
      if (store_run_open (&run, type, 5, true, limit, (guint32)limit))
        {
          opened++;
          run_until_full (&run, 3000, 24);
        }
      store_run_close (&run);
    }
  CU_ASSERT_TRUE (opened >= 8);
}

/* All that is left is taken away in the middle of the run and given back later: FULL, then right again. */
static void
retries_of (const LpnStoreType *type)
{
  for (guint32 seed = 1; seed <= 6; seed++)
    {
      StoreRun run;
      if (store_run_open (&run, type, 4, true, 1 << 30, seed))
        for (guint round = 0; round < 12; round++)
          {
            guint64 ballast = lpn_budget_left (run.budget);
            EXPECT (&run, lpn_budget_take (run.budget, ballast));
            run.fulls = 0;
            run_until_full (&run, 600 * seed, 3);
            if (round % 3 == 2) /* what is held stays held without memory to tidy it up */
              {
                lpn_store_finish (run.store);
                store_run_check (&run);
              }
            lpn_budget_give (run.budget, ballast);
            for (guint step = 0; step < 40 * seed; step++)
              {
                store_run_next_tuple (&run);
                EXPECT (&run, store_run_insert (&run) != LPN_STORE_FULL || store_run_may_be_full (&run));
              }
            for (guint c = 0; c < run.n; c++)
              {
                guint32 count = run.counts[c];
                store_run_grow (&run, c, count + 2);
                EXPECT (&run, run.counts[c] == count + 2 || store_run_may_be_full (&run));
              }
          }
      store_run_close (&run);
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
      StoreRun one, many;
      if (store_run_open (&one, type, sizes[k], true, G_MAXUINT64, k)
          & store_run_open (&many, type, sizes[k], true, G_MAXUINT64, k))
        {
          guint               n_values = MAX (sizes[k], 1);
          g_autofree guint32 *tuples = g_new0 (guint32, MOST * n_values);
          guint8              seen[MOST];
          gint8               answers[MOST];
          for (guint round = 0; round < 150; round++)
            {
              guint n = store_run_below (&one, MOST + 1);
              guint done;
              for (guint c = 0; c < sizes[k]; c++)
                {
                  store_run_grow (&one, c, 2 + round / 8 * c);
                  store_run_grow (&many, c, 2 + round / 8 * c);
                }
              for (guint i = 0; i < n; i++)
                {
                  store_run_next_tuple (&one);
                  if (i > 0 && store_run_below (&one, 4) == 0) /* a duplicate inside the batch */
                    memcpy (one.tuple, tuples, sizes[k] * sizeof *tuples);
                  if (sizes[k] > 0)
                    memcpy (tuples + i * sizes[k], one.tuple, sizes[k] * sizeof *tuples);
                }
              lpn_store_contains_many (many.store, tuples, n, seen);
              for (guint i = 0; i < n; i++)
                EXPECT (&many, seen[i] == lpn_store_contains (one.store, tuples + i * sizes[k]));
              done = lpn_store_insert_many (many.store, tuples, n, answers);
              EXPECT (&many, done == n || (store_run_may_be_full (&many) && answers[done] == LPN_STORE_FULL));
              for (guint i = 0; i < done; i++)
                {
                  if (sizes[k] > 0)
                    memcpy (one.tuple, tuples + i * sizes[k], sizes[k] * sizeof *tuples);
                  EXPECT (&many, store_run_insert (&one) == answers[i]);
                }
            }
          EXPECT (&one, plain_set_size (one.set) > 0);
          store_run_check (&one);
          plain_set_free (g_steal_pointer (&many.set));
          many.set = plain_set_new (sizes[k]);
          for (guint i = 0; i < plain_set_size (one.set); i++)
            plain_set_add (many.set, plain_set_nth (one.set, i));
          store_run_check (&many);
        }
      store_run_close (&one);
      store_run_close (&many);
    }
}

/* A batch that is cut short by FULL keeps what it answered. */
static void
full_batches_of (const LpnStoreType *type)
{
  StoreRun run;

  if (store_run_open (&run, type, 3, true, 1 << 30, 9))
    {
      guint32 tuples[3 * MOST];
      gint8   answers[MOST];
      guint   stopped = 0;
      guint64 ballast;
      for (guint c = 0; c < 3; c++)
        store_run_grow (&run, c, 3000);
      ballast = lpn_budget_left (run.budget);
      EXPECT (&run, lpn_budget_take (run.budget, ballast));
      for (guint round = 0; round < 2000 && stopped < 5; round++)
        {
          guint done;
          for (guint i = 0; i < 3 * MOST; i++)
            tuples[i] = store_run_below (&run, 3000);
          done = lpn_store_insert_many (run.store, tuples, MOST, answers);
          for (guint i = 0; i < done; i++)
            {
              memcpy (run.tuple, tuples + 3 * i, sizeof (guint32) * 3);
              store_run_compare (&run, answers[i]);
            }
          if (done < MOST)
            {
              stopped++;
              EXPECT (&run, answers[done] == LPN_STORE_FULL);
              memcpy (run.tuple, tuples + 3 * done, sizeof (guint32) * 3);
              store_run_check_full (&run);
            }
        }
      EXPECT (&run, stopped > 0 || !store_run_is_exact (&run));
      lpn_budget_give (run.budget, ballast);
      store_run_check (&run);
    }
  store_run_close (&run);
}

/* Two stores at once do not know of each other. */
static void
pairs_of (const LpnStoreType *type)
{
  StoreRun a, b;

  if (store_run_open (&a, type, 3, true, G_MAXUINT64, 1) & store_run_open (&b, type, 5, true, G_MAXUINT64, 2))
    {
      for (guint step = 0; step < 400; step++)
        {
          StoreRun *run = step % 3 == 0 ? &a : &b;
          store_run_grow_some (run, 50);
          store_run_next_tuple (run);
          store_run_insert (run);
        }
      store_run_check (&a);
      store_run_check (&b);
    }
  store_run_close (&a);
  store_run_close (&b);
}

/* What finish() gives back is not missed when inserting goes on. */
static void
finish_of (const LpnStoreType *type)
{
  StoreRun run;

  if (store_run_open (&run, type, 4, true, G_MAXUINT64, 3))
    for (guint step = 0; step < 1000; step++)
      {
        store_run_grow_some (&run, 60);
        store_run_next_tuple (&run);
        store_run_insert (&run);
        if (step % 300 == 299)
          {
            LpnStoreStats before, after;

            lpn_store_stats (run.store, &before);
            lpn_store_finish (run.store);
            lpn_store_stats (run.store, &after);
            CU_ASSERT_TRUE (after.bytes <= before.bytes);
            store_run_check (&run);
          }
      }
  store_run_check (&run);
  store_run_close (&run);
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
