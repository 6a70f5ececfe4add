/* SPDX-License-Identifier: MIT */
/*
 * The stores on CUDD in whole searches, with every encoding and reordering: on families and on random nets they find
 * what a plain table and the oracle find. Every answer of theirs is compared with a plain set on the way, and closing
 * them checks that CUDD's references are balanced.
 */
#include <stdio.h>
#include <string.h>

#include "benchmarks/families.h"
#include "search/search.h"
#include "test/harness.h"
#include "test/oracle.h"
#include "test/random-expr.h"
#include "test/random-net.h"

static const char *const STORES[] = { "obdd", "obdd-hybrid", "zdd" };
static const char *const ENCODINGS[] = { "index", "element", "chunk" };
static const char *const REORDERS[] = { "none", "sift", "group-sift", "window" };

typedef struct
{
  const char *store, *encoding, *reorder;
} Variant;

/* The i-th of all variants; false past the last. */
static bool
variant_at (guint i, Variant *v)
{
  guint n_reorders = G_N_ELEMENTS (REORDERS);

  *v = (Variant){ .reorder = REORDERS[i % n_reorders], .encoding = ENCODINGS[i / n_reorders % 3] };
  if (i / n_reorders / 3 >= G_N_ELEMENTS (STORES))
    return false;
  v->store = STORES[i / n_reorders / 3];
  if (strcmp (v->store, "zdd") == 0 && strcmp (v->reorder, "window") == 0)
    v->reorder = "sift"; /* ZDDs know no windows */
  return true;
}

static LpnResult *
search (const LpnPartition *partition, const Variant *v, LpnSearchKind kind, guint64 state_limit, bool verify)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  LpnSearchOptions run = { .search = kind,
                           .store = lpn_store_find (v->store, NULL),
                           .store_options = options,
                           .state_limit = state_limit,
                           .verify = verify };
  LpnResult       *result;

  if (v->encoding != NULL)
    g_hash_table_insert (options, (gpointer) "encoding", (gpointer)v->encoding);
  if (v->reorder != NULL)
    g_hash_table_insert (options, (gpointer) "reorder", (gpointer)v->reorder);
  result = lpn_search_run (partition, &run, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return result;
}

static double
figure (const LpnResult *result, const char *name)
{
  for (guint i = 0; i < result->figures->len; i++)
    if (strcmp (g_array_index (result->figures, LpnFigure, i).name, name) == 0)
      return g_array_index (result->figures, LpnFigure, i).value;
  return -1;
}

static LpnPartition *
partition_of (const LpnCompiled *compiled, LpnPartitionKind kind)
{
  g_autoptr (GError) error = NULL;
  LpnPartition *partition = lpn_partition_new (compiled, kind, "given", &error);

  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return partition;
}

static guint
compare_all (const LpnPartition *partition, const char *what, const LpnResult *expected)
{
  guint   reorderings = 0;
  Variant v;

  for (guint i = 0; variant_at (i, &v); i++)
    {
      g_autoptr (LpnResult) result = search (partition, &v, i % 2 == 0 ? LPN_SEARCH_BFS : LPN_SEARCH_DFS, 0, true);
      bool same = result != NULL && result->ended == LPN_ENDED_COMPLETE && result->states == expected->states
                  && result->transitions == expected->transitions && result->deadlocks == expected->deadlocks;
      if (!same)
        printf ("\n    %s: %s, %s, %s\n", what, v.store, v.encoding, v.reorder);
      CU_ASSERT_TRUE (same);
      reorderings += result != NULL && figure (result, "reorderings") > 0;
    }
  return reorderings;
}

static void
test_families (void)
{
  static const char *const models[] = { "fischer.1", "mcs.2", "bakery.1", "fms:1", "phils.3" };
  guint                    reorderings = 0;

  for (guint m = 0; m < G_N_ELEMENTS (models); m++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnNet) net = lpn_family_build (models[m], &error);
      Variant plain = { "full", NULL, NULL };
      if (!lpn_test_no_error (&error) || net == NULL)
        continue;
      g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
      g_autoptr (LpnPartition) partition
          = partition_of (compiled, m % 2 ? LPN_PARTITION_ELEMENT : LPN_PARTITION_MODULE);
      g_autoptr (LpnResult) expected = search (partition, &plain, LPN_SEARCH_BFS, 0, false);
      if (expected != NULL)
        reorderings += compare_all (partition, models[m], expected);
    }
  CU_ASSERT_TRUE (reorderings > 40);
}

static void
test_random_nets (void)
{
  guint32 first = lpn_test_seed ("bdd agreement");
  guint   compared = 0;

  for (guint32 seed = first; seed < first + 25; seed++)
    {
      g_autoptr (LpnRecipe) recipe = lpn_recipe_new (seed);
      g_autoptr (LpnNet) net = lpn_recipe_build (recipe);
      LpnOracleResult  oracle = lpn_oracle_explore (net, 2000);
      LpnResult        expected = { .states = oracle.states, .transitions = oracle.transitions };
      g_autofree char *what = g_strdup_printf ("seed %u", seed);
      if (!oracle.complete || oracle.error)
        continue;
      expected.deadlocks = oracle.deadlocks;
      g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
      g_autoptr (LpnPartition) partition = partition_of (compiled, (LpnPartitionKind)(seed % 3));
      compare_all (partition, what, &expected);
      compared++;
    }
  CU_ASSERT_TRUE (compared > 5);
}

/* Diagrams large enough that reordering makes CUDD's tables smaller: the bytes told stay what they can be at most. */
static void
test_reordered_bytes (void)
{
  g_autoptr (LpnNet) net = lpn_family_build ("driving_phils.2", NULL);
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = partition_of (compiled, LPN_PARTITION_MODULE);

  for (guint s = 1; s < G_N_ELEMENTS (STORES); s++)
    for (guint r = 0; r < 3; r++)
      {
        Variant v = { STORES[s], "index", REORDERS[r] };
        g_autoptr (LpnResult) result = search (partition, &v, LPN_SEARCH_BFS, 0, false);
        CU_ASSERT_EQUAL (result->states, 33173);
        CU_ASSERT_TRUE (result->store_bytes < 1 << 19);
        CU_ASSERT_TRUE (result->store_peak_bytes < 1 << 20);
        CU_ASSERT_TRUE (result->store_peak_bytes > result->store_bytes);
      }
}

/* The OBDD paper's concurrent counters, 4 to 6 (3 to 5 with one OR per state): as many nodes more for each counter,
 * while the table grows tenfold. */
static void
test_counters (void)
{
  static const char *const models[] = { "counters:3", "counters:4", "counters:5", "counters:6" };

  for (guint s = 0; s < G_N_ELEMENTS (STORES); s++)
    {
      guint64 nodes[3] = { 0 }, bytes[3] = { 0 }, tables[3] = { 0 };
      for (guint m = 0; m < 3; m++)
        {
          Variant diagram = { STORES[s], "index", "none" }, table = { "full", NULL, NULL };
          g_autoptr (LpnNet) net = lpn_family_build (models[m + (s > 0)], NULL);
          g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
          g_autoptr (LpnPartition) partition = partition_of (compiled, LPN_PARTITION_MODULE);
          g_autoptr (LpnResult) small = search (partition, &diagram, LPN_SEARCH_BFS, 0, false);
          nodes[m] = small->nodes;
          bytes[m] = small->store_bytes;
          if (s != 1)
            continue;
          g_autoptr (LpnResult) large = search (partition, &table, LPN_SEARCH_BFS, 0, false);
          CU_ASSERT_EQUAL (large->states, small->states);
          tables[m] = large->store_bytes;
        }
      CU_ASSERT_TRUE (nodes[1] > nodes[0]);
      CU_ASSERT_EQUAL (nodes[2] - nodes[1], nodes[1] - nodes[0]);
      CU_ASSERT_TRUE (bytes[2] < bytes[0] + bytes[0] / 10);
      for (guint m = 1; s == 1 && m < 3; m++)
        CU_ASSERT_TRUE (tables[m] > 7 * tables[m - 1] && tables[m] < 14 * tables[m - 1]);
    }
}

int
main (void)
{
  static const LpnTest tests[] = {
    { "families", test_families },
    { "random nets", test_random_nets },
    { "bytes after reordering", test_reordered_bytes },
    { "concurrent counters", test_counters },
    { NULL, NULL },
  };
  return lpn_test_main ("bdd agreement", tests);
}
