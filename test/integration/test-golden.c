/* SPDX-License-Identifier: MIT */
/*
 * Known counts over every store, search, partition and order; and through the program itself.
 *
 * The figures are BEEM's for its families, published ones for the plain nets, and the oracle's for the rest.
 */
#include <string.h>

#include "io/model.h"
#include "search/search.h"
#include "search/order-choice.h"
#include "test/harness.h"
#include "test/json-read.h"
#include "test/program.h"

typedef struct
{
  const char *model; /* a family, or a file in examples/ */
  guint64     states, transitions, deadlocks;
} Golden;

static const Golden GOLDEN[] = {
  { "examples/fig1.pnml", 16, 20, 0 },
  { "examples/mutex.pnml", 8, 14, 0 },
  { "counters:2", 100, 200, 0 },
  { "kanban:1", 160, 616, 0 },
  { "fms:1", 120, 345, 0 },
  { "phils.1", 80, 212, 1 },
  { "phils.3", 729, 2916, 0 },
  { "fischer.1", 634, 1395, 0 },
  { "mcs.2", 1408, 3222, 12 },
  { "demux:1", 80, 158, 0 },
};

static const char *const ORDERS[] = { "given", "force", "rcm-reversed" };

static char *
model_name (const Golden *golden)
{
  return g_str_has_prefix (golden->model, "examples/") ? g_build_filename (lpn_test_source_dir (), golden->model, NULL)
                                                       : g_strdup (golden->model);
}

static void
check_counts (const Golden *golden, const LpnPartition *partition, const LpnStoreType *store, LpnSearchKind search,
              const char *how)
{
  LpnSearchOptions options = { .search = search, .store = store };
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnResult) result = lpn_search_run (partition, &options, &error);
  bool exact = (store->flags & LPN_STORE_EXACT) != 0;

  if (!lpn_test_no_error (&error) || result == NULL)
    return;
  bool ok = exact ? result->states == golden->states && result->transitions == golden->transitions
                        && result->deadlocks == golden->deadlocks
                  : result->states <= golden->states && result->approximate;
  if (!ok)
    printf ("\n    %s, %s, %s, %s: %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " transitions, %" G_GUINT64_FORMAT
            " deadlocks\n",
            golden->model, store->name, lpn_search_kind_name (search), how, result->states, result->transitions,
            result->deadlocks);
  CU_ASSERT_TRUE (ok);
  CU_ASSERT_EQUAL (result->ended, LPN_ENDED_COMPLETE);
  CU_ASSERT_EQUAL (result->verdict, exact ? LPN_VERDICT_HOLDS : LPN_VERDICT_UNKNOWN);
}

static void
check_model (const Golden *golden)
{
  g_autofree char *name = model_name (golden);
  const char      *names[] = { name };
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_model_load (names, 1, &error);

  if (!lpn_test_no_error (&error) || net == NULL)
    return;
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  for (guint k = LPN_PARTITION_MODULE; k <= LPN_PARTITION_ELEMENT; k++)
    for (guint o = 0; o < G_N_ELEMENTS (ORDERS); o++)
      {
        g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, (LpnPartitionKind)k, ORDERS[o], &error);
        if (!lpn_test_no_error (&error))
          continue;
        g_autofree char *how = g_strdup_printf ("%s, %s", lpn_partition_kind_name ((LpnPartitionKind)k), ORDERS[o]);
        for (const LpnStoreType *const *store = lpn_store_types (); *store != NULL; store++)
          {
            check_counts (golden, partition, *store, LPN_SEARCH_DFS, how);
            check_counts (golden, partition, *store, LPN_SEARCH_BFS, how);
          }
      }
}

static void
test_all_ways (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (GOLDEN); i++)
    check_model (&GOLDEN[i]);
}

/* The order of the components as a list. */
static void
test_listed_order (void)
{
  const Golden golden = { "counters:2", 100, 200, 0 };
  const char  *names[] = { golden.model };
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_model_load (names, 1, &error);
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_ELEMENT, "c1_3,c0_0", &error);

  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_STRING_EQUAL (lpn_partition_component (partition, 0)->name, "c1_3");
  check_counts (&golden, partition, lpn_store_find ("mdd", NULL), LPN_SEARCH_DFS, "listed");
}

/* The program gives what the library gives. */
static void
test_program (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (GOLDEN); i++)
    {
      g_autofree char *name = model_name (&GOLDEN[i]);
      g_autofree char *line = g_strdup_printf ("explore '%s' --json", name);
      g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
      g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
      CU_ASSERT_EQUAL (run.code, 0);
      CU_ASSERT_EQUAL (lpn_json_get_uint (json, "states"), GOLDEN[i].states);
      CU_ASSERT_EQUAL (lpn_json_get_uint (json, "transitions"), GOLDEN[i].transitions);
      CU_ASSERT_EQUAL (lpn_json_get_uint (json, "deadlocks"), GOLDEN[i].deadlocks);
    }
}

static guint64
nodes_in_order (const LpnPartition *given, const char *order, const LpnStoreType *store)
{
  g_autoptr (LpnPartition) partition = lpn_partition_reorder (given, order, NULL);
  LpnSearchOptions options = { .search = LPN_SEARCH_BFS, .store = store };
  g_autoptr (LpnResult) result = lpn_search_run (partition, &options, NULL);
  return result->nodes;
}

/* `auto` leaves what cannot matter, is never clearly worse than the given order on what the sample covers, and finds
 * that neighbours belong together. */
static void
test_chosen_order (void)
{
  static const char *const MODELS[] = { "phils:8", "arbiter:4", "peterson.1", "lamport.1", "fms:2", "counters:2" };
  static const char *const STORES[] = { "mdd", "tree", "hash" };

  for (guint i = 0; i < G_N_ELEMENTS (MODELS); i++)
    {
      g_autoptr (LpnNet) net = lpn_model_load (&MODELS[i], 1, NULL);
      g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
      g_autoptr (LpnPartition) given = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", NULL);
      for (guint s = 0; s < G_N_ELEMENTS (STORES); s++)
        {
          LpnSearchOptions options = { .store = lpn_store_find (STORES[s], NULL) };
          const char      *order = lpn_order_choose (given, &options);
          guint64          as_given = nodes_in_order (given, "given", options.store);
          guint64          chosen = nodes_in_order (given, order, options.store);
          CU_ASSERT_TRUE (chosen <= as_given);
          if (s == 2)
            CU_ASSERT_STRING_EQUAL (order, "given");
          if (i == 0 && s < 2)
            CU_ASSERT_TRUE (4 * chosen < as_given);
        }
    }
}

int
main (void)
{
  static const LpnTest tests[] = { { "stores x searches x partitions x orders", test_all_ways },
                                   { "listed order", test_listed_order },
                                   { "chosen order", test_chosen_order },
                                   { "program", test_program },
                                   { NULL, NULL } };
  return lpn_test_main ("golden", tests);
}
