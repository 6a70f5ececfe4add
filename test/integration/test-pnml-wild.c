/* SPDX-License-Identifier: MIT */
/* Real PNML files of other tools, where the shared data is there: each loads with its counts and survives a round trip,
 * or is refused for the right reason. */
#include <string.h>

#include "io/io.h"
#include "search/search.h"
#include "test/harness.h"
#include "test/oracle.h"
#include "test/pnml-util.h"

#define MAX_STATES 500000

static guint n_counted;

/* The reason a status of counts.csv stands for; -1: the file loads. */
static int
expected_code (const char *status)
{
  if (g_str_equal (status, "HL") || g_str_equal (status, "EXT"))
    return LPN_IO_ERROR_UNSUPPORTED;
  if (g_str_equal (status, "NOTPNML"))
    return LPN_IO_ERROR_FORMAT;
  if (g_str_equal (status, "INVALID"))
    return LPN_IO_ERROR_INVALID;
  return -1;
}

/* INVALID in the list covers broken XML too. */
static bool
refused_rightly (const GError *error, int code)
{
  return error->domain == LPN_IO_ERROR
         && (error->code == code || (code == LPN_IO_ERROR_INVALID && error->code == LPN_IO_ERROR_MALFORMED));
}

/* The same counts by the engine, breadth first into one store or depth first into another. */
static void
check_engine (const LpnNet *net, const char *file, const LpnOracleResult *known, LpnSearchKind kind, const char *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", NULL);
  LpnSearchOptions options = { .search = kind, .store = lpn_store_find (store, NULL) };
  g_autoptr (LpnResult) result = lpn_search_run (partition, &options, &error);
  bool ok = result != NULL && result->ended == LPN_ENDED_COMPLETE && result->states == known->states
            && result->transitions == known->transitions && result->deadlocks == known->deadlocks;
  if (!ok)
    printf ("\n    %s: %s into %s disagrees with the oracle\n", file, lpn_search_kind_name (kind), store);
  CU_ASSERT_TRUE (ok);
}

/* Counts what is within reach of the naive explorer: columns states, edges, deadlocks. */
static void
check_counts (const LpnNet *net, char **row)
{
  guint64 states = g_ascii_strtoull (row[3], NULL, 10);
  if (!g_str_equal (row[10], "COMPLETE") || states > MAX_STATES)
    return;
  LpnOracleResult result = lpn_oracle_explore (net, states + 1);
  bool ok = result.complete && result.states == states && result.transitions == g_ascii_strtoull (row[4], NULL, 10)
            && result.deadlocks == g_ascii_strtoull (row[5], NULL, 10);
  if (!ok)
    printf ("\n    %s: %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " edges, %" G_GUINT64_FORMAT " deadlocks\n",
            row[0], result.states, result.transitions, result.deadlocks);
  CU_ASSERT_TRUE (ok);
  check_engine (net, row[0], &result, LPN_SEARCH_BFS, "hash");
  check_engine (net, row[0], &result, LPN_SEARCH_DFS, "mdd-hybrid");
  n_counted++;
}

static void
check_row (const char *folder, char **row)
{
  g_autofree char *path = g_build_filename (folder, row[0], NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_test_load (path, &error);
  const char *status = row[10];
  int         code = expected_code (status);
  if (code >= 0)
    {
      bool ok = net == NULL && refused_rightly (error, code);
      if (!ok)
        printf ("\n    %s: expected %s, got %s\n", row[0], status, error != NULL ? error->message : "a net");
      CU_ASSERT_TRUE (ok);
      return;
    }
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  if (net == NULL)
    return;
  guint32 n_places = (guint32)g_ascii_strtoull (row[1], NULL, 10);
  guint32 n_transitions = (guint32)g_ascii_strtoull (row[2], NULL, 10);
  if (lpn_net_n_places (net) != n_places || lpn_net_n_transitions (net) != n_transitions)
    printf ("\n    %s: %u places and %u transitions\n", row[0], lpn_net_n_places (net), lpn_net_n_transitions (net));
  CU_ASSERT_EQUAL (lpn_net_n_places (net), n_places);
  CU_ASSERT_EQUAL (lpn_net_n_transitions (net), n_transitions);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
  check_counts (net, row);
}

/* Quoted fields come only last, in the notes, so a plain split is right up to the status. */
static void
test_wild (void)
{
  const char      *data = lpn_test_shared_data ();
  g_autofree char *folder = data == NULL ? NULL : g_build_filename (data, "pnml", NULL);
  g_autofree char *table = folder == NULL ? NULL : g_build_filename (folder, "counts.csv", NULL);
  g_autofree char *text = NULL;
  guint            n = 0;
  if (table == NULL || !g_file_get_contents (table, &text, NULL, NULL))
    {
      printf (" skipped: no shared data beside the project ");
      return;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines + 1; *line != NULL && **line != '\0'; line++, n++)
    {
      g_auto (GStrv) row = g_strsplit (g_strchomp (*line), ",", -1);
      CU_ASSERT_FATAL (g_strv_length (row) >= 11);
      check_row (folder, row);
    }
  printf (" %u files, %u counted ", n, n_counted);
  CU_ASSERT_TRUE (n >= 60 && n_counted >= 40);
}

static const LpnTest tests[] = { { "files of other tools", test_wild }, { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("pnml-wild", tests);
}
