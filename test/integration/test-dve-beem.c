/* SPDX-License-Identifier: MIT */
/*
 * States, transitions and deadlocks of the BEEM models read as DVE, against the counts kept with them, for all models
 * of up to MAX_STATES states. Skips where the shared data is absent.
 */
#include "io/model.h"
#include "search/search.h"
#include "test/harness.h"

#define MAX_STATES 150000

/* Columns of counts.csv. */
enum
{
  MODEL,
  PARAMETERS,
  STATES,
  TRANSITIONS,
  DEADLOCKS,
  N_COLUMNS,
};

static void
check_count (const char *model, const char *what, guint64 found, const char *wanted)
{
  /* An empty field: not known. */
  if (*wanted == '\0')
    return;
  CU_ASSERT (found == g_ascii_strtoull (wanted, NULL, 10));
  if (found != g_ascii_strtoull (wanted, NULL, 10))
    g_printerr ("%s: %" G_GUINT64_FORMAT " %s, not %s\n", model, found, what, wanted);
}

static void
check_model (const char *folder, char **row)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.dve", folder, row[MODEL]);
  const char      *name = path;
  GError          *error = NULL;
  g_autoptr (LpnNet) net = lpn_model_load (&name, 1, &error);

  if (!lpn_test_no_error (&error) || net == NULL)
    return;
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", &error);
  LpnSearchOptions options = { .search = LPN_SEARCH_BFS, .store = lpn_store_find ("hash", &error) };
  g_autoptr (LpnResult) result = lpn_search_run (partition, &options, &error);
  if (!lpn_test_no_error (&error))
    return;
  CU_ASSERT (result->ended == LPN_ENDED_COMPLETE && result->verdict == LPN_VERDICT_HOLDS);
  check_count (row[MODEL], "states", result->states, row[STATES]);
  check_count (row[MODEL], "transitions", result->transitions, row[TRANSITIONS]);
  check_count (row[MODEL], "deadlocks", result->deadlocks, row[DEADLOCKS]);
}

static void
test_counts (void)
{
  if (lpn_test_shared_data () == NULL)
    {
      g_print ("skipped: no shared data\n");
      return;
    }
  g_autofree char *folder = g_build_filename (lpn_test_shared_data (), "beem", NULL);
  g_autofree char *table = g_build_filename (folder, "counts.csv", NULL);
  g_autofree char *text = NULL;
  GError          *error = NULL;
  guint            n = 0;

  CU_ASSERT (g_file_get_contents (table, &text, NULL, &error));
  if (!lpn_test_no_error (&error))
    return;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    {
      g_auto (GStrv) row = g_strsplit (lines[i], ",", -1);
      guint64 states = g_strv_length (row) >= N_COLUMNS ? g_ascii_strtoull (row[STATES], NULL, 10) : 0;
      if (states == 0 || states > MAX_STATES)
        continue;
      check_model (folder, row);
      n++;
    }
  g_print ("%u models\n", n);
  CU_ASSERT (n > 40);
}

/* Every file loads, also those too large to explore here. */
static void
test_load (void)
{
  g_autofree char *folder
      = lpn_test_shared_data () != NULL ? g_build_filename (lpn_test_shared_data (), "beem", NULL) : NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  if (dir == NULL)
    {
      g_print ("skipped: no shared data\n");
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);
      const char      *path = file;
      GError          *error = NULL;
      if (!g_str_has_suffix (name, ".dve"))
        continue;
      g_autoptr (LpnNet) net = lpn_model_load (&path, 1, &error);
      CU_ASSERT (net != NULL && lpn_test_no_error (&error));
    }
}

static const LpnTest tests[] = {
  { "counts", test_counts },
  { "all files load", test_load },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("dve-beem", tests);
}
