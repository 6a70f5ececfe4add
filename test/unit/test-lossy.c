/* SPDX-License-Identifier: MIT */
/* The lossy stores: how many states they lose, against what they say; their options and their limits. */
#include "store/store.h"
#include "test/harness.h"

#include <math.h>
#include <string.h>

enum
{
  N = 3
};

static LpnStore *
open_store (const char *name, LpnBudget *budget, const char *options, GError **error)
{
  static const LpnSpace space = { .n_components = N };
  g_autoptr (GHashTable) table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) words = g_strsplit (options, " ", -1);
  LpnStoreConfig config = { &space, budget, table };

  for (guint i = 0; words[i] != NULL && words[i][0] != '\0'; i++)
    {
      g_auto (GStrv) pair = g_strsplit (words[i], "=", 2);
      g_hash_table_insert (table, g_strdup (pair[0]), g_strdup (pair[1]));
    }
  return lpn_store_open (lpn_store_find (name, NULL), &config, error);
}

/* Distinct tuples, in an order that hash functions see as regular: a counter in mixed digits. */
static void
nth_tuple (guint32 i, guint32 seed, guint32 *tuple)
{
  tuple[0] = i % 100;
  tuple[1] = i / 100 % 100;
  tuple[2] = i / 10000 + seed * 1000;
}

/* Inserts n distinct tuples, each twice; returns how many were lost. */
static guint
lose (LpnStore *store, guint32 n, guint32 seed)
{
  guint lost = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint32        tuple[N];
      LpnStoreAnswer first;
      nth_tuple (i, seed, tuple);
      first = lpn_store_insert (store, tuple);
      CU_ASSERT_NOT_EQUAL (first, LPN_STORE_FULL);
      lost += first == LPN_STORE_SEEN;
      if (lpn_store_insert (store, tuple) != LPN_STORE_SEEN) /* never NEW twice */
        CU_FAIL ("a tuple is new twice");
    }
  return lost;
}

/* Over many seeds, losses and predictions agree: their difference stays within a few standard deviations, or within
 * the part `slack` of them, where an overloaded store makes the prediction itself spread. */
static void
compare_losses (const char *name, const char *options, guint32 n, guint n_seeds, double at_least, double slack)
{
  double lost = 0, predicted = 0;

  for (guint32 seed = 0; seed < n_seeds; seed++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      g_autoptr (LpnStore) store = open_store (name, budget, options, NULL);
      LpnStoreStats stats;
      guint         now;
      CU_ASSERT_PTR_NOT_NULL_FATAL (store);
      now = lose (store, n, seed);
      lpn_store_stats (store, &stats);
      CU_ASSERT_EQUAL (stats.states + now, n);
      CU_ASSERT_TRUE (fabs (now - stats.omission) <= 6 * sqrt (stats.omission) + 4 + 4 * slack * stats.omission);
      lost += now;
      predicted += stats.omission;
    }
  CU_ASSERT_TRUE (predicted >= at_least);
  CU_ASSERT_TRUE (fabs (lost - predicted) <= 5 * sqrt (predicted) + slack * predicted);
  if (fabs (lost - predicted) > 5 * sqrt (predicted) + slack * predicted)
    printf ("\n    %s %s: %g lost, %g predicted\n", name, options, lost, predicted);
}

static void
test_bitstate_losses (void)
{
  compare_losses ("bitstate", "bits=20000", 2500, 60, 500, 0);
  compare_losses ("bitstate", "bits=20000 hashes=1", 2500, 40, 500, 0);
  compare_losses ("bitstate", "bits=9973 hashes=7", 2500, 60, 500, 0);
  compare_losses ("bitstate", "bits=1000 hashes=2", 2500, 60, 500, 0.05); /* far too small */
}

static void
test_hashcompact_losses (void)
{
  compare_losses ("hashcompact", "fingerprint=32", 300000, 4, 30, 0);
}

/* 8 bits per state lose less than one state in a hundred. */
static void
test_eight_bits (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (LpnStore) store = open_store ("bitstate", budget, "bits=2400000", NULL);
  CU_ASSERT_TRUE (lose (store, 300000, 0) < 3000);
}

static void
test_wide_fingerprints (void)
{
  static const char *const options[] = { "", "fingerprint=47", "fingerprint=57 seed=3", "fingerprint=63" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      g_autoptr (LpnStore) store = open_store ("hashcompact", budget, options[i], NULL);
      g_autoptr (GError) error = NULL;
      LpnStoreStats stats;
      CU_ASSERT_EQUAL (lose (store, 50000, 1), 0);
      lpn_store_stats (store, &stats);
      CU_ASSERT_TRUE (stats.omission > 0 && stats.omission < 1e-4);
      CU_ASSERT_TRUE (lpn_store_check (store, &error));
    }
}

/* Another seed loses other states. */
static void
test_seeds (void)
{
  guint both = 0, one = 0;
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (LpnStore) a = open_store ("bitstate", budget, "bits=20000 seed=1", NULL);
  g_autoptr (LpnStore) b = open_store ("bitstate", budget, "bits=20000 seed=2", NULL);

  for (guint32 i = 0; i < 5000; i++)
    {
      guint32 tuple[N];
      bool    in_a, in_b;
      nth_tuple (i, 0, tuple);
      in_a = lpn_store_insert (a, tuple) == LPN_STORE_SEEN;
      in_b = lpn_store_insert (b, tuple) == LPN_STORE_SEEN;
      one += in_a;
      both += in_a && in_b;
    }
  CU_ASSERT_TRUE (one > 100);
  CU_ASSERT_TRUE (both < one / 2);
}

static void
find_figure (const char *name, double value, gpointer data)
{
  double *coverage = data;
  if (strcmp (name, "coverage") == 0)
    *coverage = value;
}

static void
test_coverage (void)
{
  static const char *const stores[] = { "bitstate", "hashcompact" };

  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      g_autoptr (LpnStore) store = open_store (stores[i], budget, i == 0 ? "bits=10000" : "", NULL);
      double coverage = 0;
      lpn_store_figures (store, find_figure, &coverage);
      CU_ASSERT_EQUAL (coverage, 1);
      lose (store, 2000, 0);
      lpn_store_figures (store, find_figure, &coverage);
      CU_ASSERT_TRUE (i == 0 ? coverage > 0.9 && coverage < 0.999 : coverage > 0.999999);
    }
}

static void
test_options (void)
{
  static const struct
  {
    const char *store, *options, *message;
  } bad[] = { { "bitstate", "bits=0", "at least one bit" },        { "bitstate", "hashes=0", "from 1 to 32 hashes" },
              { "bitstate", "hashes=33", "from 1 to 32 hashes" },  { "bitstate", "bits=many", "is no size" },
              { "bitstate", "bits=1T", "does not hold an array" }, { "hashcompact", "fingerprint=31", "32 to 64" },
              { "hashcompact", "fingerprint=65", "32 to 64" },     { "hashcompact", "bits=9", "no option 'bits'" } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (1 << 20);
      GError *error = NULL;
      CU_ASSERT_PTR_NULL (open_store (bad[i].store, budget, bad[i].options, &error));
      CU_ASSERT_TRUE (lpn_test_error_has (&error, bad[i].message));
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

static const LpnTest tests[] = {
  { "bitstate loses what it says", test_bitstate_losses },
  { "hashcompact loses what it says", test_hashcompact_losses },
  { "eight bits per state", test_eight_bits },
  { "wide fingerprints", test_wide_fingerprints },
  { "seeds", test_seeds },
  { "coverage", test_coverage },
  { "options", test_options },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("lossy stores", tests);
}
