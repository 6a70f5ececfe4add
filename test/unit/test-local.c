/* SPDX-License-Identifier: MIT */
/* Local-state tables: numbering, widths, growth, refusals, random vectors against a GHashTable. */
#include "lpn/local.h"

#include <string.h>

#include "test/harness.h"

static void
test_numbers (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnLocalTable *table = lpn_local_table_new (2, budget);
  gint64         a[] = { 0, 0 }, b[] = { 1, 0 }, c[] = { 0, 1 }, row[2];

  CU_ASSERT_EQUAL (lpn_local_table_find (table, a), LPN_LOCAL_NONE);
  CU_ASSERT_EQUAL (lpn_local_table_count (table), 0);
  CU_ASSERT_EQUAL (lpn_local_table_intern (table, a), 0);
  CU_ASSERT_EQUAL (lpn_local_table_intern (table, b), 1);
  CU_ASSERT_EQUAL (lpn_local_table_find (table, c), LPN_LOCAL_NONE);
  CU_ASSERT_EQUAL (lpn_local_table_intern (table, c), 2);
  CU_ASSERT_EQUAL (lpn_local_table_intern (table, b), 1);
  CU_ASSERT_EQUAL (lpn_local_table_find (table, a), 0);
  CU_ASSERT_EQUAL (lpn_local_table_count (table), 3);
  lpn_local_table_row (table, 2, row);
  CU_ASSERT_EQUAL (memcmp (row, c, sizeof row), 0);
  CU_ASSERT_EQUAL (lpn_local_table_bytes (table), lpn_budget_used (budget));
  lpn_local_table_free (table);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
}

/* Every edge of 1, 2, 4 and 8 bytes, arriving in an order that widens the columns one after the other. */
static void
test_widths (void)
{
  static const gint64 EDGES[] = { 0,
                                  -1,
                                  127,
                                  -128,
                                  128,
                                  -129,
                                  32767,
                                  -32768,
                                  32768,
                                  -32769,
                                  G_MAXINT32,
                                  G_MININT32,
                                  G_MAXINT32 + G_GINT64_CONSTANT (1),
                                  G_MININT32 - G_GINT64_CONSTANT (1),
                                  G_MAXINT64,
                                  G_MININT64 };
  const guint         n = G_N_ELEMENTS (EDGES);
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (LpnLocalTable) table = lpn_local_table_new (3, budget);
  guint wrong = 0;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        gint64 row[] = { EDGES[j], EDGES[i], EDGES[(i + j) % n] };
        wrong += lpn_local_table_intern (table, row) != i * n + j;
      }
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        gint64 row[] = { EDGES[j], EDGES[i], EDGES[(i + j) % n] }, back[3];
        lpn_local_table_row (table, i * n + j, back);
        wrong += memcmp (row, back, sizeof row) != 0;
        wrong += lpn_local_table_get (table, i * n + j, 1) != EDGES[i];
        wrong += lpn_local_table_find (table, row) != i * n + j;
      }
  CU_ASSERT_EQUAL (wrong, 0);
  CU_ASSERT_EQUAL (lpn_local_table_count (table), n * n);
}

/* More rows than 16 bits and than a million can count. The rows stay narrow: 2 * 2 bytes and at most 8 of slots. */
static void
test_many (void)
{
  const guint32 n = 1100000;
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (LpnLocalTable) table = lpn_local_table_new (2, budget);
  guint wrong = 0;

  for (int pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < n; i++)
      {
        gint64 row[] = { i % 1000, i / 1000 };
        wrong += lpn_local_table_intern (table, row) != i;
      }
  CU_ASSERT_EQUAL (wrong, 0);
  CU_ASSERT_EQUAL (lpn_local_table_count (table), n);
  CU_ASSERT (lpn_local_table_bytes (table) < 16 * (guint64)n);
  CU_ASSERT_EQUAL (lpn_local_table_get (table, 65536, 0), 536);
  CU_ASSERT_EQUAL (lpn_local_table_get (table, 1000001, 1), 1000);
}

static void
test_no_columns (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (LpnLocalTable) table = lpn_local_table_new (0, budget);
  gint64 none = 0;
  CU_ASSERT_EQUAL (lpn_local_table_intern (table, &none), 0);
  CU_ASSERT_EQUAL (lpn_local_table_intern (table, &none), 0);
  CU_ASSERT_EQUAL (lpn_local_table_count (table), 1);
}

/* Under budgets up to 64 pages: all rows that were given a number keep it and their values after the refusal, and
 * can still be interned. Values grow, so that refusals meet slots, rows and widening alike. */
static void
test_refusals (void)
{
  guint wrong = 0, refused_at_0 = 0, refusals = 0;
  for (guint64 limit = 0; limit < 256 * 1024; limit += limit < 8192 ? 40 : 4096)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (limit);
      LpnLocalTable *table = lpn_local_table_new (3, budget);
      guint32        n = 0;
      for (guint32 i = 0; i < 40000; i++)
        {
          gint64 row[] = { i, (gint64)i * (gint64)i * i, 7 };
          if (lpn_local_table_intern (table, row) == LPN_LOCAL_NONE)
            {
              refusals++;
              wrong += lpn_local_table_count (table) != n || lpn_local_table_find (table, row) != LPN_LOCAL_NONE;
              break;
            }
          n++;
        }
      refused_at_0 += n == 0;
      for (guint32 i = 0; i < n; i++)
        {
          gint64 row[] = { i, (gint64)i * (gint64)i * i, 7 }, back[3];
          lpn_local_table_row (table, i, back);
          wrong += memcmp (row, back, sizeof row) != 0 || lpn_local_table_intern (table, row) != i;
        }
      wrong += lpn_budget_used (budget) != lpn_local_table_bytes (table);
      lpn_local_table_free (table);
      wrong += lpn_budget_used (budget) != 0;
    }
  CU_ASSERT_EQUAL (wrong, 0);
  CU_ASSERT (refused_at_0 >= 1);
  CU_ASSERT (refusals > 200);
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= 20; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      guint columns = 1 + (guint)g_rand_int_range (random, 0, 6);
      g_autoptr (LpnLocalTable) table = lpn_local_table_new (columns, budget);
      g_autoptr (GHashTable) known
          = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
      guint wrong = 0;

      for (guint i = 0; i < 5000; i++)
        {
          gint64   row[6], back[6];
          gpointer number;
          for (guint c = 0; c < columns; c++)
            {
              gint64 value = (gint64)((guint64)g_rand_int (random) << 32 | g_rand_int (random));
              row[c] = value >> g_rand_int_range (random, 40, 64); /* small values often */
            }
          GBytes *key = g_bytes_new (row, sizeof (gint64) * columns);
          guint32 expected = g_hash_table_size (known);
          if (g_hash_table_lookup_extended (known, key, NULL, &number))
            {
              expected = GPOINTER_TO_UINT (number);
              g_bytes_unref (key);
            }
          else
            g_hash_table_insert (known, key, GUINT_TO_POINTER (expected));
          wrong += lpn_local_table_intern (table, row) != expected;
          lpn_local_table_row (table, expected, back);
          wrong += memcmp (row, back, sizeof (gint64) * columns) != 0;
        }
      if (wrong > 0)
        g_print ("seed %u: %u wrong\n", seed, wrong);
      CU_ASSERT_EQUAL (wrong, 0);
      CU_ASSERT_EQUAL (lpn_local_table_count (table), g_hash_table_size (known));
    }
}

int
main (void)
{
  static const LpnTest tests[] = {
    { "numbers", test_numbers },   { "widths", test_widths }, { "many", test_many }, { "no columns", test_no_columns },
    { "refusals", test_refusals }, { "random", test_random }, { NULL, NULL }
  };
  return lpn_test_main ("local", tests);
}
