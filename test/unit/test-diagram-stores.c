/* SPDX-License-Identifier: MIT */
/* What the diagram stores promise beyond the conformance suite: same sets, same diagrams; buffers and reductions of any
 * size; millions of tuples in little memory. */
#include <stdio.h>
#include <string.h>

#include "store/store.h"
#include "test/harness.h"

static LpnStore *
open_store (const char *name, const char *option, const char *value, guint n, LpnBudget *budget)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  LpnSpace  space = { .n_components = n };
  LpnStore *store;

  if (option != NULL)
    g_hash_table_insert (options, (gpointer)option, (gpointer)value);
  store = lpn_store_open (lpn_store_find (name, NULL), &(LpnStoreConfig){ &space, budget, options }, &error);
  lpn_test_no_error (&error);
  return store;
}

static void
check (LpnStore *store)
{
  g_autoptr (GError) error = NULL;

  lpn_store_check (store, &error);
  lpn_test_no_error (&error);
}

/* A walk like a search's: one or two components change at a time, and new local states come up as it goes. */
static void
wander (GRand *rand, guint n, guint step, guint32 *tuple)
{
  for (guint i = 0; i < 2; i++)
    {
      guint32 most = 3 + step / 400;

      tuple[g_rand_int_range (rand, 0, (gint32)n)] = (guint32)g_rand_int_range (rand, 0, (gint32)MIN (most, 90));
    }
}

typedef struct
{
  const char *name, *option, *value;
} Variant;

typedef struct
{
  const char *name;
  double      value;
} Figure;

static void
get_figure (const char *name, double value, gpointer data)
{
  Figure *figure = data;

  if (strcmp (name, figure->name) == 0)
    figure->value = value;
}

/* Every store of the family, with buffers and reductions from the smallest on, answers alike at every step. */
static void
test_agree (void)
{
  static const Variant variants[] = {
    { "hash", NULL, NULL },
    { "dtree", NULL, NULL },
    { "mdd", NULL, NULL },
    { "mdd-hybrid", NULL, NULL },
    { "mdd-hybrid", "buffer", "1" },
    { "mdd-hybrid", "buffer", "3000" },
    { "mdd-hybrid", "buffer", "1G" },
    { "ondd", NULL, NULL },
    { "st", NULL, NULL },
    { "st-reduce", NULL, NULL },
    { "st-reduce", "reduce-every", "1" },
    { "st-reduce", "reduce-every", "77" },
  };
  enum
  {
    N = 5
  };
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnStore *stores[G_N_ELEMENTS (variants)];
  GRand    *rand = g_rand_new_with_seed (11);
  guint32   tuple[N] = { 0 };
  guint32   counts[N] = { 1, 1, 1, 1, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    stores[i] = open_store (variants[i].name, variants[i].option, variants[i].value, N, budget);
  for (guint step = 0; step < 40000; step++)
    {
      LpnStoreAnswer first = LPN_STORE_SEEN;

      wander (rand, N, step, tuple);
      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        {
          LpnStoreAnswer answer;

          for (guint c = 0; c < N; c++)
            if (tuple[c] >= counts[c])
              CU_ASSERT_NOT_EQUAL (lpn_store_grown (stores[i], c, tuple[c] + 1), LPN_STORE_FULL);
          answer = lpn_store_insert (stores[i], tuple);
          first = i == 0 ? answer : first;
          CU_ASSERT_EQUAL (answer, first);
        }
      for (guint c = 0; c < N; c++)
        counts[c] = MAX (counts[c], tuple[c] + 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      check (stores[i]);
      lpn_store_close (stores[i]);
    }
  g_rand_free (rand);
}

/* Under budgets from nothing on: what was NEW stays, and the law of the budget holds. */
static void
test_tiny_budgets (void)
{
  static const char *const names[] = { "dtree", "mdd", "mdd-hybrid", "ondd", "st", "st-reduce" };
  guint                    fulls = 0;

  for (guint s = 0; s < G_N_ELEMENTS (names); s++)
    for (guint64 pages = 0; pages < 30; pages++)
      {
        g_autoptr (LpnBudget) budget = lpn_budget_new (pages * 4096);
        LpnSpace  space = { .n_components = 3 };
        LpnStore *store
            = lpn_store_open (lpn_store_find (names[s], NULL), &(LpnStoreConfig){ &space, budget, NULL }, NULL);
        GRand  *rand = g_rand_new_with_seed (5);
        guint32 tuple[3];
        guint64 states = 0;

        if (store != NULL && lpn_store_grown (store, 0, 60) != LPN_STORE_FULL
            && lpn_store_grown (store, 1, 60) != LPN_STORE_FULL && lpn_store_grown (store, 2, 60) != LPN_STORE_FULL)
          for (guint i = 0; i < 4000; i++)
            {
              LpnStoreAnswer answer;

              for (guint c = 0; c < 3; c++)
                tuple[c] = (guint32)g_rand_int_range (rand, 0, 60);
              answer = lpn_store_insert (store, tuple);
              states += answer == LPN_STORE_NEW;
              CU_ASSERT_EQUAL (lpn_store_contains (store, tuple), answer != LPN_STORE_FULL);
              if (answer == LPN_STORE_FULL && fulls++ % 512 == 0)
                check (store);
            }
        if (store != NULL)
          {
            LpnStoreStats stats;

            lpn_store_stats (store, &stats);
            CU_ASSERT_EQUAL (stats.states, states);
            check (store);
          }
        lpn_store_close (store);
        CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
        g_rand_free (rand);
      }
  CU_ASSERT_TRUE (fulls > 1000);
}

/* What insert() or, without a tuple, grown() answers when only `left` bytes are to be had. */
static LpnStoreAnswer
try_with (LpnStore *store, LpnBudget *budget, guint64 left, const guint32 *tuple, guint component, guint32 count)
{
  guint64        ballast = lpn_budget_left (budget) - left;
  LpnStoreAnswer answer;

  CU_ASSERT_TRUE (lpn_budget_take (budget, ballast));
  answer = tuple != NULL ? lpn_store_insert (store, tuple) : lpn_store_grown (store, component, count);
  lpn_budget_give (budget, ballast);
  return answer;
}

/* Each step is tried with nothing left, then with a little more until it succeeds: so every request for memory on the
 * way is refused once, after those before it were granted. */
static void
test_every_refusal (void)
{
  static const char *const names[] = { "dtree", "mdd", "mdd-hybrid", "ondd", "st", "st-reduce" };

  for (guint s = 0; s < G_N_ELEMENTS (names); s++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (1 << 30);
      LpnStore *store = open_store (names[s], NULL, NULL, 3, budget);
      GRand    *rand = g_rand_new_with_seed (7);
      guint32   tuple[3] = { 0 };
      guint     fulls = 0;

      for (guint step = 0; step < 3000; step++)
        {
          bool    grows = step % 30 == 0;
          guint32 count = 1 + step / 30 * 2;
          guint64 left = 0;

          for (guint c = 0; !grows && c < 3; c++)
            tuple[c] = (guint32)g_rand_int_range (rand, 0, (gint32)count);
          for (guint c = 0; c < (grows ? 3 : 1); c++)
            while (try_with (store, budget, left, grows ? NULL : tuple, c, count) == LPN_STORE_FULL)
              {
                CU_ASSERT_FALSE (!grows && lpn_store_contains (store, tuple));
                if (fulls++ % 16 == 0)
                  check (store);
                left += left < 4096 ? MAX (left, 64) : 4096;
              }
        }
      CU_ASSERT_TRUE (fulls > 50);
      check (store);
      lpn_store_close (store);
      g_rand_free (rand);
    }
}

/* Reduction and compression free what is in the way: under a budget a tree cannot keep, they hold the whole set. */
static void
test_compression_frees (void)
{
  static const char *const names[] = { "mdd-hybrid", "st-reduce" };

  for (guint s = 0; s < G_N_ELEMENTS (names); s++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (400 << 10);
      LpnStore *store = open_store (names[s], s == 0 ? "buffer" : "reduce-every", "1G", 4, budget);
      guint     news = 0;
      Figure    compactions = { "compactions", 0 };
      guint32   tuple[4];

      for (guint c = 0; c < 4; c++)
        lpn_store_grown (store, c, 32);
      for (guint i = 0; i < 1 << 20; i++)
        {
          for (guint c = 0; c < 4; c++)
            tuple[c] = i >> (5 * (3 - c)) & 31;
          news += lpn_store_insert (store, tuple) == LPN_STORE_NEW;
        }
      CU_ASSERT_EQUAL (news, 1 << 20);
      lpn_store_figures (store, get_figure, &compactions);
      CU_ASSERT_EQUAL (compactions.value > 0, s == 1); /* blocks of many sizes, cut small in time */
      check (store);
      lpn_store_close (store);
    }
}

/* Four million tuples, as products of rows: a few nodes hold them, and the counts are exact. */
static void
test_millions (void)
{
  static const char *const names[] = { "dtree", "mdd", "mdd-hybrid" };

  for (guint s = 0; s < G_N_ELEMENTS (names); s++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      LpnStore     *store = open_store (names[s], NULL, NULL, 4, budget);
      LpnStoreStats stats;
      guint32       tuple[4];
      guint64       news = 0;

      for (guint c = 0; c < 4; c++)
        lpn_store_grown (store, c, 160);
      for (guint32 i = 0; i < 1u << 22; i++)
        {
          guint32 x = i * 2654435761u & ((1u << 22) - 1); /* each once */

          tuple[0] = x & 15;
          tuple[1] = x >> 4 & 127;
          tuple[2] = x >> 11 & 7;
          tuple[3] = (x >> 14) % 150;
          news += lpn_store_insert (store, tuple) == LPN_STORE_NEW;
        }
      lpn_store_stats (store, &stats);
      CU_ASSERT_EQUAL (stats.states, news);
      CU_ASSERT_EQUAL (news, 16 * 128 * 8 * 150);
      if (s > 0)
        CU_ASSERT_TRUE (stats.peak_bytes < news); /* a byte per state */
      check (store);
      lpn_store_close (store);
    }
}

/* The example of the sharing-tree paper, its tuples made equally long by a last value "end" (4): values a-f are 0 to 5.
 */
static void
test_sharing_tree (void)
{
  static const guint32 tuples[][4] = { { 0, 1, 3, 4 }, { 0, 1, 3, 5 }, { 0, 1, 6, 6 }, { 0, 2, 6, 6 }, { 0, 2, 3, 5 } };
  static const char *const names[] = { "st", "st-reduce" };

  for (guint s = 0; s < 2; s++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      LpnStore *store = open_store (names[s], s == 1 ? "reduce-every" : NULL, "1", 4, budget);
      Figure    values = { "values", 0 };

      for (guint c = 0; c < 4; c++)
        lpn_store_grown (store, c, 7);
      for (guint i = 0; i < G_N_ELEMENTS (tuples); i++)
        CU_ASSERT_EQUAL (lpn_store_insert (store, tuples[i]), LPN_STORE_NEW);
      lpn_store_figures (store, get_figure, &values);
      /* top; a; b, c; d twice, since the sons differ, and end; e, f, end; bottom */
      CU_ASSERT_EQUAL (values.value, 1 + 1 + 2 + 3 + 3 + 1);
      check (store);
      lpn_store_close (store);
    }
}

static void
test_options (void)
{
  static const Variant bad[] = { { "mdd-hybrid", "buffer", "lots" }, { "st-reduce", "reduce-every", "0" } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
      LpnSpace space = { .n_components = 2 };

      g_hash_table_insert (options, (gpointer)bad[i].option, (gpointer)bad[i].value);
      CU_ASSERT_PTR_NULL (
          lpn_store_open (lpn_store_find (bad[i].name, NULL), &(LpnStoreConfig){ &space, budget, options }, &error));
      lpn_test_error_has (&error, bad[i].option);
    }
}

static const LpnTest tests[] = {
  { "all variants agree", test_agree },    { "tiny budgets", test_tiny_budgets },
  { "every refusal", test_every_refusal }, { "compression frees memory", test_compression_frees },
  { "millions of tuples", test_millions }, { "the sharing tree of the paper", test_sharing_tree },
  { "bad options", test_options },         { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("diagram-stores", tests);
}
