/* SPDX-License-Identifier: MIT */
/* The stores on CUDD with every encoding and reordering; the conformance suite knows only their defaults. */
#include "test/conformance/made-space.h"
#include "test/harness.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = { "obdd", "obdd-hybrid", "zdd" };
static const char *const encodings[] = { "index", "element", "chunk" };
static const char *const reorders[] = { "none", "sift", "group-sift", "window" };

/* The r-th way to reorder, for a store that may know no windows. */
static const char *
reorder_for (const char *name, guint r)
{
  return reorders[r % (strcmp (name, "zdd") == 0 ? 3 : 4)];
}

static LpnStore *
open_with (const char *name, const LpnSpace *space, LpnBudget *budget, const char *encoding, const char *reorder,
           GError **error)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  LpnStoreConfig config = { space, budget, options };

  g_hash_table_insert (options, (gpointer) "encoding", (gpointer)encoding);
  g_hash_table_insert (options, (gpointer) "reorder", (gpointer)reorder);
  return lpn_store_open (lpn_store_find (name, NULL), &config, error);
}

static void
find_reorderings (const char *name, double value, gpointer data)
{
  if (strcmp (name, "reorderings") == 0)
    *(double *)data = value;
}

/* Sums and differences of neighbours: enough regularity that an order can be better than another. */
static void
make_tuple (GRand *rand, guint32 *tuple, guint n, guint32 count)
{
  for (guint c = 0; c < n; c++)
    tuple[c] = (guint32)g_rand_int_range (rand, 0, (gint32)count);
  tuple[n - 1] = (tuple[0] + tuple[1]) % count;
}

static void
fill_and_check (const char *name, const char *encoding, const char *reorder, bool declared)
{
  enum
  {
    N = 6,
    STATES = 800
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (MadeSpace) made = made_space_new (N, declared);
  g_autoptr (PlainSet) set = plain_set_new (N);
  g_autoptr (LpnStore) store = open_with (name, &made->space, budget, encoding, reorder, &error);
  bool    expect_reordering = strcmp (reorder, "none") != 0;
  double  reorderings = -1;
  guint32 tuple[N];

  CU_ASSERT_PTR_NOT_NULL_FATAL (store);
  for (guint i = 0; i < STATES; i++)
    {
      guint32 count = 2 + i / 8;
      for (guint c = 0; c < N; c++)
        CU_ASSERT_EQUAL (lpn_store_grown (store, c, count), LPN_STORE_SEEN);
      make_tuple (rand, tuple, N, count);
      if (i > STATES / 2) /* far away, and below zero where nothing is declared */
        {
          tuple[2] += 1 << 25;
          CU_ASSERT_EQUAL (lpn_store_grown (store, 2, tuple[2] + 1), LPN_STORE_SEEN);
        }
      CU_ASSERT_EQUAL (lpn_store_contains (store, tuple), plain_set_has (set, tuple));
      CU_ASSERT_EQUAL (lpn_store_insert (store, tuple), plain_set_add (set, tuple) ? LPN_STORE_NEW : LPN_STORE_SEEN);
      CU_ASSERT_TRUE (lpn_store_contains (store, tuple));
      if (i == STATES / 3 || i == STATES - 10) /* compacted, and filled on */
        lpn_store_finish (store);
      if (i % 200 == 0 && !lpn_store_check (store, &error))
        CU_ASSERT_TRUE (lpn_test_no_error (&error));
    }
  if (!lpn_store_check (store, &error))
    CU_ASSERT_TRUE (lpn_test_no_error (&error));
  for (guint i = 0; i < plain_set_size (set); i++)
    CU_ASSERT_TRUE (lpn_store_contains (store, plain_set_nth (set, i)));
  lpn_store_figures (store, find_reorderings, &reorderings);
  CU_ASSERT_EQUAL (reorderings > 0, expect_reordering);
}

static void
test_encodings_and_reorderings (void)
{
  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    for (guint e = 0; e < G_N_ELEMENTS (encodings); e++)
      for (guint r = 0; r < G_N_ELEMENTS (reorders); r++)
        if (strcmp (names[n], "zdd") != 0 || strcmp (reorders[r], "window") != 0)
          fill_and_check (names[n], encodings[e], reorders[r], (e + r) % 2 == 0);
}

/* One component through every power of two. Without declared ranges the made-up values end before the indices do. */
static void
grow_through_powers (const char *name, const char *encoding, const char *reorder, bool declared)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (MadeSpace) made = made_space_new (3, declared);
  g_autoptr (LpnStore) store = open_with (name, &made->space, budget, encoding, reorder, NULL);
  guint most = declared ? 32 : 28;

  CU_ASSERT_PTR_NOT_NULL_FATAL (store);
  for (guint bits = 0; bits < most; bits++)
    for (guint32 k = 0; k < 3; k++)
      {
        guint32 tuple[3] = { bits, ((guint32)1 << bits) - 1 + k, k };
        for (guint c = 0; c < 3; c++)
          CU_ASSERT_EQUAL (lpn_store_grown (store, c, tuple[c] + 1), LPN_STORE_SEEN);
        CU_ASSERT_EQUAL (lpn_store_insert (store, tuple), LPN_STORE_NEW);
        CU_ASSERT_EQUAL (lpn_store_insert (store, tuple), LPN_STORE_SEEN);
      }
  for (guint bits = 0; bits < most; bits++)
    {
      guint32 tuple[3] = { bits, ((guint32)1 << bits) - 1, 1 };
      CU_ASSERT_FALSE (lpn_store_contains (store, tuple));
    }
  CU_ASSERT_TRUE (lpn_store_check (store, NULL));
}

static void
test_powers_of_two (void)
{
  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    for (guint e = 0; e < G_N_ELEMENTS (encodings); e++)
      for (guint r = 0; r < G_N_ELEMENTS (reorders); r++)
        {
          grow_through_powers (names[n], encodings[e], reorder_for (names[n], r), true);
          grow_through_powers (names[n], encodings[e], reorder_for (names[n], r), false);
        }
}

/* Budgets from too small to enough: FULL at whatever point, and what was held stays. */
static void
test_budgets (void)
{
  guint fulls = 0, opened = 0;

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    for (guint k = 0; k < 60; k++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (GRand) rand = g_rand_new_with_seed (k);
        g_autoptr (LpnBudget) budget = lpn_budget_new (150000 + k * k * 500);
        g_autoptr (MadeSpace) made = made_space_new (5, true);
        g_autoptr (PlainSet) set = plain_set_new (5);
        g_autoptr (LpnStore) store
            = open_with (names[n], &made->space, budget, encodings[k % 3], reorder_for (names[n], k / 3), &error);
        guint full = 0;

        if (store == NULL)
          {
            CU_ASSERT_TRUE (g_error_matches (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY));
            CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
            continue;
          }
        opened++;
        for (guint i = 0; i < 3000 && full < 5; i++)
          {
            guint32        tuple[5];
            guint32        count = 3 + i / 4;
            LpnStoreAnswer answer = LPN_STORE_SEEN;
            for (guint c = 0; c < 5 && answer != LPN_STORE_FULL; c++)
              answer = lpn_store_grown (store, c, count);
            make_tuple (rand, tuple, 5, count);
            if (answer != LPN_STORE_FULL)
              answer = lpn_store_insert (store, tuple);
            if (answer == LPN_STORE_FULL)
              full++;
            else
              plain_set_add (set, tuple);
          }
        fulls += full;
        if (!lpn_store_check (store, &error))
          CU_ASSERT_TRUE (lpn_test_no_error (&error));
        for (guint i = 0; i < plain_set_size (set); i++)
          CU_ASSERT_EQUAL (lpn_store_insert (store, plain_set_nth (set, i)), LPN_STORE_SEEN);
      }
  CU_ASSERT_TRUE (opened > 60);
  CU_ASSERT_TRUE (fulls > 100);
}

static guint64
nodes_of_counters (const char *name, guint n)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (MadeSpace) made = made_space_new (n, true);
  g_autoptr (LpnStore) store = open_with (name, &made->space, budget, "index", "none", NULL);
  g_autoptr (GString) dot = g_string_new (NULL);
  LpnStoreStats stats;
  guint32       tuple[6] = { 0 };
  guint64       states = 1;
  guint         c = 0;

  CU_ASSERT_PTR_NOT_NULL_FATAL (store);
  for (c = 0; c < n; c++, states *= 10)
    CU_ASSERT_EQUAL (lpn_store_grown (store, c, 10), LPN_STORE_SEEN);
  while (c > 0)
    {
      lpn_store_insert (store, tuple);
      for (c = n; c > 0 && ++tuple[c - 1] == 10; c--)
        tuple[c - 1] = 0;
    }
  lpn_store_stats (store, &stats);
  CU_ASSERT_EQUAL (stats.states, states);
  CU_ASSERT_TRUE (lpn_store_check (store, NULL));
  CU_ASSERT_TRUE (lpn_store_dump_dot (store, dot));
  CU_ASSERT_PTR_NOT_NULL (strstr (dot->str, "digraph"));
  CU_ASSERT_PTR_NOT_NULL (strstr (dot->str, "3.1"));
  return stats.nodes;
}

/* Ten times the states, as many nodes more as the time before. */
static void
test_counters (void)
{
  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    {
      guint64 four = nodes_of_counters (names[n], 4);
      guint64 five = nodes_of_counters (names[n], 5);
      CU_ASSERT_TRUE (five > four);
      if (n > 0)
        CU_ASSERT_EQUAL (nodes_of_counters (names[n], 6) - five, five - four);
    }
}

static void
test_options (void)
{
  static const struct
  {
    const char *store, *encoding, *reorder, *message;
  } wrong[] = {
    { "obdd", "indices", "none", "option 'encoding': 'indices' is none of index, element, chunk" },
    { "obdd-hybrid", "index", "shift", "option 'reorder': 'shift' is none of none, sift, group-sift, window" },
    { "zdd", "index", "window", "option 'reorder': 'window' is none of none, sift, group-sift" },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (MadeSpace) made = made_space_new (2, true);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      CU_ASSERT_PTR_NULL (
          open_with (wrong[i].store, &made->space, budget, wrong[i].encoding, wrong[i].reorder, &error));
      CU_ASSERT_TRUE (lpn_test_error_has (&error, wrong[i].message));
    }
  made->space.expand = NULL;
  CU_ASSERT_PTR_NULL (open_with ("obdd", &made->space, budget, "element", "none", &error));
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "no vector view"));
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
}

int
main (void)
{
  static const LpnTest tests[] = {
    { "options", test_options },
    { "every encoding and reordering", test_encodings_and_reorderings },
    { "counts across every power of two", test_powers_of_two },
    { "small budgets", test_budgets },
    { "concurrent counters", test_counters },
    { NULL, NULL },
  };
  return lpn_test_main ("bdd-stores", tests);
}
