/* SPDX-License-Identifier: MIT */
#include "io/cli/run.h"

#include <signal.h>
#include <string.h>

#include "io/cli/progress.h"
#include "io/defaults.h"
#include "io/output.h"
#include "io/witness.h"
#include "search/order-choice.h"

/* Of a longer witness on the screen, the middle is left out. */
#define MAX_STEPS_SHOWN 100

/* Set by the signal handler: a run in progress ends with its partial record. */
static volatile sig_atomic_t cancelled;

static void
cancel (int number)
{
  (void)number;
  cancelled = 1;
}

static gboolean
time_option (const char *name, const char *value, gpointer data, GError **error)
{
  bool ok = lpn_cli_seconds (value, &((LpnCliRun *)data)->options.time_limit, error);
  g_prefix_error (error, "%s: ", name);
  return ok;
}

static gboolean
memory_option (const char *name, const char *value, gpointer data, GError **error)
{
  bool ok = lpn_cli_bytes (value, &((LpnCliRun *)data)->options.memory_limit, error);
  g_prefix_error (error, "%s: ", name);
  return ok;
}

static gboolean
states_option (const char *name, const char *value, gpointer data, GError **error)
{
  bool ok = lpn_cli_count (value, &((LpnCliRun *)data)->options.state_limit, error);
  g_prefix_error (error, "%s: ", name);
  return ok;
}

static gboolean
store_option (const char *name, const char *value, gpointer data, GError **error)
{
  LpnSearchOptions *options = &((LpnCliRun *)data)->options;
  (void)error;
  if (options->store_options == NULL)
    options->store_options = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (options->store_options, g_strdup (name + 2), g_strdup (value));
  return TRUE;
}

/* The stores that take an option, "mdd-hybrid, obdd-hybrid". */
static char *
stores_taking (const char *name)
{
  GString *names = g_string_new (NULL);
  for (const LpnStoreType *const *type = lpn_store_types (); *type != NULL; type++)
    for (const LpnStoreOption *option = (*type)->options; option != NULL && option->name != NULL; option++)
      if (g_str_equal (option->name, name))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", (*type)->name);
  return g_string_free (names, FALSE);
}

/* One entry per option name of the registry, whichever stores take it. */
static GOptionGroup *
store_group (LpnCliRun *run)
{
  GOptionGroup *group
      = g_option_group_new ("store", "Options of stores:", "Show the options of particular stores", run, NULL);
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  for (const LpnStoreType *const *type = lpn_store_types (); *type != NULL; type++)
    for (const LpnStoreOption *option = (*type)->options; option != NULL && option->name != NULL; option++)
      {
        g_autofree char *stores = stores_taking (option->name);
        if (!g_hash_table_add (done, (gpointer)option->name))
          continue;
        char *text = g_strdup_printf ("%s (%s)", option->summary, stores);
        g_ptr_array_add (run->texts, text);
        const GOptionEntry entries[] = { { option->name, 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK,
                                           LPN_CLI_CALLBACK (store_option), text, option->arg },
                                         { 0 } };
        g_option_group_add_entries (group, entries);
      }
  return group;
}

GOptionContext *
lpn_cli_run_context (LpnCliRun *run, const char *name, const GOptionEntry *entries, const char *description)
{
  const GOptionEntry common[]
      = { { "store", 's', 0, G_OPTION_ARG_FILENAME, &run->store,
            "Keep states in this store (default " LPN_DEFAULT_STORE ")", "NAME" },
          { "search", 0, 0, G_OPTION_ARG_FILENAME, &run->search, "dfs or bfs (default " LPN_DEFAULT_SEARCH ")",
            "NAME" },
          { "partition", 0, 0, G_OPTION_ARG_FILENAME, &run->partition_kind,
            "module, replicated or element (default " LPN_DEFAULT_PARTITION ")", "KIND" },
          { "order", 0, 0, G_OPTION_ARG_FILENAME, &run->order,
            LPN_ORDERS ", or component names with commas (default " LPN_DEFAULT_ORDER ")", "ORDER" },
          { "time-limit", 't', G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, LPN_CLI_CALLBACK (time_option),
            "Stop after 10s, 5m, 1h", "TIME" },
          { "memory-limit", 'm', G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, LPN_CLI_CALLBACK (memory_option),
            "Stop before the process holds 512M, 2G (default: what the machine allows)", "SIZE" },
          { "state-limit", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, LPN_CLI_CALLBACK (states_option),
            "Stop at this many states", "COUNT" },
          { "json", 'j', 0, G_OPTION_ARG_NONE, &run->json, "Write the record as one JSON object", NULL },
          { "output", 'o', 0, G_OPTION_ARG_FILENAME, &run->output, "Write the record to FILE", "FILE" },
          { "quiet", 'q', 0, G_OPTION_ARG_NONE, &run->quiet, "Print nothing; the exit code tells", NULL },
          { "progress", 0, 0, G_OPTION_ARG_FILENAME, &run->progress, "auto (on a terminal), always or never", "WHEN" },
          { "witness", 'w', 0, G_OPTION_ARG_FILENAME, &run->witness_path,
            "Write the ways to what was found: JSON if FILE ends in .json, else text", "FILE" },
          { "vcd", 0, 0, G_OPTION_ARG_FILENAME, &run->vcd_path,
            "Write the ways to what was found as waveforms, for GTKWave", "FILE" },
          { "vcd-places", 0, 0, G_OPTION_ARG_NONE, &run->vcd_places, "Show places in the waveforms too", NULL },
          { "dump-diagram", 0, 0, G_OPTION_ARG_FILENAME, &run->diagram_path,
            "Write the store's decision diagram as Graphviz DOT", "FILE" },
          { "verify", 0, 0, G_OPTION_ARG_NONE, &run->verify,
            "Compare every step with the reference semantics (slow, for debugging)", NULL },
          { 0 } };
  run->texts = g_ptr_array_new_with_free_func (g_free);
  GOptionContext *context = lpn_cli_context (name, common, &run->words, description, run);
  if (entries != NULL)
    g_option_group_add_entries (g_option_context_get_main_group (context), entries);
  g_option_context_add_group (context, lpn_cli_model_group (&run->model_options));
  g_option_context_add_group (context, store_group (run));
  return context;
}

void
lpn_cli_run_clear (LpnCliRun *run)
{
  char *texts[] = { run->store,    run->search,       run->partition_kind, run->order, run->output,
                    run->progress, run->diagram_path, run->witness_path,   run->model, run->vcd_path };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_strfreev (run->words);
  lpn_result_free (run->result);
  lpn_partition_free (run->partition);
  lpn_compiled_free (run->compiled);
  lpn_net_free (run->net);
  g_clear_pointer (&run->options.store_options, g_hash_table_unref);
  if (run->options.diagram != NULL)
    g_string_free (run->options.diagram, TRUE);
  g_clear_pointer (&run->texts, g_ptr_array_unref);
}

static bool
check_options (LpnCliRun *run, GError **error)
{
  LpnSearchOptions *options = &run->options;

  options->store = lpn_store_find (run->store != NULL ? run->store : LPN_DEFAULT_STORE, error);
  if (options->store == NULL
      || !lpn_search_kind_parse (run->search != NULL ? run->search : LPN_DEFAULT_SEARCH, &options->search, error)
      || !lpn_partition_kind_parse (run->partition_kind != NULL ? run->partition_kind : LPN_DEFAULT_PARTITION,
                                    &run->kind, error))
    return false;
  if (run->diagram_path != NULL && (options->store->flags & LPN_STORE_DIAGRAM) == 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--dump-diagram: store '%s' is no decision diagram (lpnreach stores lists those that are)",
                   options->store->name);
      return false;
    }
  options->verify = run->verify;
  return true;
}

static bool
open_partition (LpnCliRun *run, GError **error)
{
  bool choose = g_str_equal (run->order, LPN_ORDER_AUTO);

  run->partition = lpn_partition_new (run->compiled, run->kind, choose ? "given" : run->order, error);
  if (run->partition == NULL || !choose)
    return run->partition != NULL;
  run->chosen_order = lpn_order_choose (run->partition, &run->options);
  if (g_str_equal (run->chosen_order, "given"))
    return true;
  LpnPartition *given = run->partition;
  run->partition = lpn_partition_reorder (given, run->chosen_order, error);
  lpn_partition_free (given);
  return run->partition != NULL;
}

int
lpn_cli_run_open (LpnCliRun *run)
{
  g_autoptr (GError) error = NULL;

  if (!check_options (run, &error))
    return lpn_cli_fail_error (error);
  run->net = lpn_cli_load (run->words, &run->model_options);
  if (run->net == NULL)
    return LPN_EXIT_USAGE;
  run->model = g_strjoinv (" ", run->words);
  if (run->order == NULL)
    run->order = g_strdup (LPN_DEFAULT_ORDER);
  run->compiled = lpn_compiled_new (run->net);
  return open_partition (run, &error) ? LPN_EXIT_HOLDS : lpn_cli_fail_error (error);
}

/* Both signals once; the second one of a kind has its usual effect. */
static void
catch_signals (struct sigaction *old)
{
  struct sigaction action = { .sa_handler = cancel, .sa_flags = (int)SA_RESETHAND | SA_RESTART };
  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, &old[0]);
  sigaction (SIGTERM, &action, &old[1]);
}

static void
release_signals (const struct sigaction *old)
{
  sigaction (SIGINT, &old[0], NULL);
  sigaction (SIGTERM, &old[1], NULL);
}

int
lpn_cli_run_search (LpnCliRun *run)
{
  g_autoptr (GError) error = NULL;
  LpnCliProgress   progress;
  bool             wanted;
  struct sigaction old[2];

  if (!lpn_cli_progress_init (&progress, run->quiet ? "never" : run->progress, &wanted, &error))
    return lpn_cli_fail_error (error);
  if (wanted)
    {
      run->options.progress = lpn_cli_progress_report;
      run->options.progress_data = &progress;
    }
  if (run->diagram_path != NULL)
    run->options.diagram = g_string_new (NULL);
  run->options.cancel = &cancelled;
  catch_signals (old);
  run->result = lpn_search_run (run->partition, &run->options, &error);
  lpn_cli_progress_clear (&progress);
  release_signals (old);
  if (run->result != NULL)
    return LPN_EXIT_HOLDS;
  lpn_cli_fail_error (error);
  /* A limit that does not hold the start, or a witness that we cannot stand for: nothing is known. */
  bool unknown = g_error_matches (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_MEMORY)
                 || g_error_matches (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_WITNESS)
                 || g_error_matches (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY);
  return unknown ? LPN_EXIT_UNKNOWN : LPN_EXIT_USAGE;
}

/* The record and, on a screen, the ways to what was found. */
static bool
write_record (LpnCliRun *run, GError **error)
{
  LpnRecord record = { run->model, run->net, run->partition, run->kind, run->order, run->chosen_order, run->result };
  g_autoptr (GString) text = g_string_new (NULL);

  if (run->json)
    lpn_record_json (&record, text);
  else
    {
      lpn_record_text (&record, text);
      if (run->witness_path == NULL)
        lpn_witness_text (run->net, run->result, MAX_STEPS_SHOWN, text);
    }
  if (run->output == NULL && run->quiet)
    return true;
  return lpn_output_text (run->output != NULL ? run->output : "-", text, error);
}

int
lpn_cli_run_finish (LpnCliRun *run)
{
  static const int codes[] = { [LPN_VERDICT_HOLDS] = LPN_EXIT_HOLDS,
                               [LPN_VERDICT_VIOLATED] = LPN_EXIT_VIOLATED,
                               [LPN_VERDICT_UNKNOWN] = LPN_EXIT_UNKNOWN,
                               [LPN_VERDICT_ERROR] = LPN_EXIT_MODEL };
  g_autoptr (GError) error = NULL;
  bool witness = run->witness_path != NULL && lpn_witness_any (run->result);

  if (!write_record (run, &error)
      || (witness && !lpn_witness_save (run->model, run->net, run->result, run->witness_path, &error))
      || (run->vcd_path != NULL && !lpn_witness_vcd (run->net, run->result, run->vcd_path, run->vcd_places, &error))
      || (run->diagram_path != NULL && !lpn_output_text (run->diagram_path, run->options.diagram, &error)))
    return lpn_cli_fail_error (error);
  return codes[run->result->verdict];
}
