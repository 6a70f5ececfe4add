/* SPDX-License-Identifier: MIT */
#include "test/wild.h"

#include "search/search.h"
#include "test/harness.h"
#include "test/oracle.h"

bool
lpn_test_wild (const char *kind, guint n_columns, LpnWildFunc func, guint *n_rows, guint *n_counted)
{
  const char      *data = lpn_test_shared_data ();
  g_autofree char *folder = data == NULL ? NULL : g_build_filename (data, kind, NULL);
  g_autofree char *table = folder == NULL ? NULL : g_build_filename (folder, "counts.csv", NULL);
  g_autofree char *text = NULL;

  *n_rows = *n_counted = 0;
  if (table == NULL || !g_file_get_contents (table, &text, NULL, NULL))
    {
      printf (" skipped: no shared data beside the project ");
      return false;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines + 1; *line != NULL && **line != '\0'; line++)
    {
      g_auto (GStrv) row = g_strsplit (g_strchomp (*line), ",", -1);
      CU_ASSERT_FATAL (g_strv_length (row) >= n_columns);
      ++*n_rows;
      *n_counted += func (folder, row, *line);
    }
  return true;
}

static void
check (const char *file, const char *how, const LpnTestCounts *known, bool complete, const LpnTestCounts *found)
{
  bool ok = complete && known->states == found->states && known->transitions == found->transitions
            && known->deadlocks == found->deadlocks;
  if (!ok)
    printf ("\n    %s, %s: %" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " arcs, %" G_GUINT64_FORMAT
            " deadlocks%s\n",
            file, how, found->states, found->transitions, found->deadlocks, complete ? "" : ", not complete");
  CU_ASSERT_TRUE (ok);
}

void
lpn_test_check_oracle (const LpnNet *net, const char *file, const char *how, const LpnTestCounts *known)
{
  LpnOracleResult result = lpn_oracle_explore (net, known->states + 2);
  LpnTestCounts   found = { result.states, result.transitions, result.deadlocks };
  check (file, how, known, result.complete, &found);
}

void
lpn_test_check_engine (const LpnNet *net, const char *file, const LpnTestCounts *known)
{
  static const char *const STORES[] = { [LPN_SEARCH_DFS] = "mdd-hybrid", [LPN_SEARCH_BFS] = "hash" };
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", NULL);

  for (LpnSearchKind kind = LPN_SEARCH_DFS; kind <= LPN_SEARCH_BFS; kind++)
    {
      LpnSearchOptions options = { .search = kind, .store = lpn_store_find (STORES[kind], NULL) };
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnResult) result = lpn_search_run (partition, &options, &error);
      if (!lpn_test_no_error (&error) || result == NULL)
        {
          CU_FAIL ("no result");
          continue;
        }
      LpnTestCounts found = { result->states, result->transitions, result->deadlocks };
      check (file, STORES[kind], known, result->ended == LPN_ENDED_COMPLETE, &found);
    }
}
