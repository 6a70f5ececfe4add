/* SPDX-License-Identifier: MIT */
/* lpnreach compare: models x stores, each run in a process of its own. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/cli/cli.h"
#include "io/compare/report.h"
#include "io/compare/runner.h"
#include "io/defaults.h"
#include "io/io.h"
#include "io/output.h"
#include "io/record.h"

#define CLEAR_LINE "\r\033[K"
#define MAX_PARALLEL 1024

typedef struct
{
  /* As given; NULL: by default. */
  char   **words;
  char    *stores, *searches, *partitions, *orders, *time_limit, *memory_limit, *parallel, *repeat;
  char    *csv, *json_lines, *markdown, *html;
  gboolean resume, paper, list, quiet;

  LpnPlan   *plan;
  GPtrArray *rows; /* LpnRow: loaded and new */
  int        fd;   /* of json_lines; -1: none */
  bool       live; /* the progress line is shown */
} Compare;

/* Set by the signal handler. */
static volatile sig_atomic_t cancelled;

static void
cancel (int number)
{
  (void)number;
  cancelled = 1;
}

static void
clear_compare (Compare *compare)
{
  char *texts[] = { compare->stores,     compare->searches,     compare->partitions, compare->orders,
                    compare->time_limit, compare->memory_limit, compare->parallel,   compare->repeat,
                    compare->csv,        compare->json_lines,   compare->markdown,   compare->html };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_strfreev (compare->words);
  lpn_plan_free (compare->plan);
  g_clear_pointer (&compare->rows, g_ptr_array_unref);
  if (compare->fd >= 0)
    close (compare->fd);
}

static GOptionContext *
compare_context (Compare *compare)
{
  const GOptionEntry entries[]
      = { { "stores", 's', 0, G_OPTION_ARG_FILENAME, &compare->stores, "Stores (default: every exact one)", "A,B" },
          { "searches", 0, 0, G_OPTION_ARG_FILENAME, &compare->searches,
            "Searches: dfs, bfs (default " LPN_DEFAULT_SEARCH ")", "A,B" },
          { "partitions", 0, 0, G_OPTION_ARG_FILENAME, &compare->partitions,
            "Partitions: module, replicated, element (default " LPN_DEFAULT_PARTITION ")", "A,B" },
          { "orders", 0, 0, G_OPTION_ARG_FILENAME, &compare->orders,
            "Orders: " LPN_ORDERS " (default " LPN_DEFAULT_ORDER ")", "A,B" },
          { "time-limit", 't', 0, G_OPTION_ARG_FILENAME, &compare->time_limit, "Of a run (default 900s)", "TIME" },
          { "memory-limit", 'm', 0, G_OPTION_ARG_FILENAME, &compare->memory_limit, "Of a run (default 2G)", "SIZE" },
          { "jobs", 'j', 0, G_OPTION_ARG_FILENAME, &compare->parallel, "Runs at a time (default 1)", "N" },
          { "repeat", 'r', 0, G_OPTION_ARG_FILENAME, &compare->repeat,
            "Run everything N times in alternating order; the median counts", "N" },
          { "json-lines", 0, 0, G_OPTION_ARG_FILENAME, &compare->json_lines,
            "Add each run to FILE as soon as it is over", "FILE" },
          { "resume", 0, 0, G_OPTION_ARG_NONE, &compare->resume, "Skip the runs that --json-lines FILE has", NULL },
          { "csv", 0, 0, G_OPTION_ARG_FILENAME, &compare->csv, "Write all runs as CSV", "FILE" },
          { "markdown", 0, 0, G_OPTION_ARG_FILENAME, &compare->markdown, "Write the table as Markdown", "FILE" },
          { "html", 0, 0, G_OPTION_ARG_FILENAME, &compare->html, "Write a report with plots", "FILE" },
          { "paper", 0, 0, G_OPTION_ARG_NONE, &compare->paper, "Show published figures beside ours", NULL },
          { "list", 0, 0, G_OPTION_ARG_NONE, &compare->list, "List the suites", NULL },
          { "quiet", 'q', 0, G_OPTION_ARG_NONE, &compare->quiet, "No table and no progress", NULL },
          { 0 } };
  return lpn_cli_context ("compare", entries, &compare->words,
                          "A SUITE is a file that ends in .suite, or a name that --list shows. Options given here come "
                          "before those of the suite.\n"
                          "Exit codes: 0 every run ended within its limits or at them; 2 some run failed or crashed; 3 "
                          "interrupted;\n4 exact stores disagree.",
                          NULL);
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* The names of all suites. Transfer full. */
static GPtrArray *
suite_names (void)
{
  g_auto (GStrv) dirs = lpn_data_dirs ();
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; dirs[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (dirs[i], "suites", NULL);
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      const char *file;
      while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (file, ".suite"))
          {
            g_autofree char *name = g_strndup (file, strlen (file) - strlen (".suite"));
            lpn_plan_add (names, name);
          }
    }
  g_ptr_array_sort (names, by_name);
  return names;
}

static int
list_suites (void)
{
  g_autoptr (GPtrArray) names = suite_names ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (LpnPlan) plan = lpn_plan_new ();
      g_autofree char *path = lpn_suite_find (names->pdata[i]);
      if (!lpn_suite_load (path, plan, &error))
        return lpn_cli_fail_error (error);
      g_string_append_printf (text, "%-18s %3u models  %s\n", (const char *)names->pdata[i], plan->models->len,
                              plan->title != NULL ? plan->title : "");
    }
  return lpn_output_text ("-", text, &error) ? LPN_EXIT_HOLDS : lpn_cli_fail_error (error);
}

/* Options of the command line replace those of the suite. */
static bool
apply_options (const Compare *compare, guint64 *parallel, GError **error)
{
  LpnPlan *plan = compare->plan;
  const struct
  {
    const char *text;
    GPtrArray  *list;
  } lists[] = { { compare->stores, plan->stores },
                { compare->searches, plan->searches },
                { compare->partitions, plan->partitions },
                { compare->orders, plan->orders } };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (lists[i].text != NULL)
      lpn_plan_set (lists[i].list, lists[i].text);
  *parallel = 1;
  if ((compare->time_limit != NULL && !lpn_cli_seconds (compare->time_limit, &plan->time_limit, error))
      || (compare->memory_limit != NULL && !lpn_cli_bytes (compare->memory_limit, &plan->memory_limit, error))
      || (compare->repeat != NULL && !lpn_cli_count (compare->repeat, &plan->repeat, error))
      || (compare->parallel != NULL && !lpn_cli_count (compare->parallel, parallel, error)))
    return false;
  *parallel = MIN (*parallel, MAX_PARALLEL);
  return lpn_plan_finish (plan, error);
}

static bool
make_plan (Compare *compare, guint64 *parallel, GError **error)
{
  bool suite = false;
  compare->plan = lpn_plan_new ();
  for (guint i = 0; compare->words[i] != NULL; i++)
    {
      g_autofree char *path = lpn_suite_find (compare->words[i]);
      if (path != NULL && suite)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "'%s' is a second suite: one at a time",
                       compare->words[i]);
          return false;
        }
      if (path != NULL && !lpn_suite_load (path, compare->plan, error))
        return false;
      if (path == NULL)
        lpn_plan_add (compare->plan->models, compare->words[i]);
      suite = suite || path != NULL;
    }
  return apply_options (compare, parallel, error);
}

/* The rows there are, and the file that new ones go to. */
static bool
open_rows (Compare *compare, GError **error)
{
  const char *path = compare->json_lines;
  compare->rows = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_row_free);
  if (path == NULL)
    return true;
  if (compare->resume)
    {
      GPtrArray *rows = lpn_rows_load (path, error);
      if (rows == NULL)
        return false;
      g_ptr_array_unref (compare->rows);
      compare->rows = rows;
    }
  compare->fd = open (path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (compare->fd < 0)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "%s: %s", path, g_strerror (errno));
      return false;
    }
  if (!compare->resume && lseek (compare->fd, 0, SEEK_END) > 0)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE,
                   "%s holds runs already: go on with --resume, or remove it first", path);
      return false;
    }
  return true;
}

/* NULL: there are none. */
static char *
contradiction (const Compare *compare)
{
  const LpnRow *one, *other;
  if (!lpn_rows_differ (compare->rows, &one, &other))
    return NULL;
  g_autofree char *first = lpn_row_name (one);
  g_autofree char *second = lpn_row_name (other);
  g_autoptr (GString) text = g_string_new ("counts differ: ");
  const LpnRow *rows[] = { one, other };
  const char   *names[] = { first, second };
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *states = lpn_json_object_text (rows[i]->json, "states");
      g_autofree char *arcs = lpn_json_object_text (rows[i]->json, "transitions");
      g_autofree char *deadlocks = lpn_json_object_text (rows[i]->json, "deadlocks");
      g_string_append_printf (text, "%s found %s states, %s transitions, %s deadlocks%s", names[i], states,
                              arcs != NULL ? arcs : "no", deadlocks != NULL ? deadlocks : "no", i == 0 ? "; " : "");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static bool
finished (LpnRow *row, gpointer data, GError **error)
{
  Compare      *compare = data;
  const LpnRow *one, *other;
  g_ptr_array_add (compare->rows, row);
  if (compare->fd >= 0 && !lpn_row_append (row, compare->fd, error))
    {
      g_prefix_error (error, "%s: ", compare->json_lines);
      return false;
    }
  return !lpn_rows_differ (compare->rows, &one, &other);
}

static char *
text_seconds (double seconds)
{
  guint64 s = (guint64)seconds;
  if (s < 60)
    return g_strdup_printf ("%u s", (guint)s);
  if (s < 3600)
    return g_strdup_printf ("%u min %u s", (guint)(s / 60), (guint)(s % 60));
  return g_strdup_printf ("%u h %u min", (guint)(s / 3600), (guint)(s % 3600 / 60));
}

static void
tick (const LpnRunnerStatus *status, gpointer data)
{
  const Compare *compare = data;
  const LpnPlan *plan = compare->plan;
  if (!compare->live || status->newest == NULL)
    return;
  g_autofree char *passed = text_seconds (status->seconds);
  g_autofree char *left = status->left >= 0 ? text_seconds (status->left) : NULL;
  const LpnWay    *way = plan->ways->pdata[status->newest->way];
  fprintf (stderr, CLEAR_LINE "%u of %u runs, %s%s%s%s; now %s in %s", status->done, status->total, passed,
           left != NULL ? ", about " : "", left != NULL ? left : "", left != NULL ? " left" : "",
           (const char *)plan->models->pdata[status->newest->model], way->label);
  fflush (stderr);
}

/* What no row answers yet. */
static GArray *
open_jobs (const Compare *compare)
{
  g_autoptr (GArray) all = lpn_plan_jobs (compare->plan);
  GArray *jobs = g_array_new (FALSE, FALSE, sizeof (LpnJob));
  for (guint i = 0; i < all->len; i++)
    {
      bool there = false;
      for (guint r = 0; !there && r < compare->rows->len; r++)
        there = lpn_row_answers (compare->rows->pdata[r], compare->plan, &g_array_index (all, LpnJob, i));
      if (!there)
        g_array_append_val (jobs, g_array_index (all, LpnJob, i));
    }
  return jobs;
}

static bool
write_reports (const Compare *compare, GError **error)
{
  const struct
  {
    const char *path;
    void (*write) (const LpnReport *report, GString *out);
  } forms[] = { { compare->quiet ? NULL : "-", lpn_report_text },
                { compare->csv, lpn_report_csv },
                { compare->markdown, lpn_report_markdown },
                { compare->html, lpn_report_html } };
  g_autofree char *path = compare->paper ? lpn_data_find ("paper", "table1", ".csv") : NULL;
  GPtrArray       *paper = path != NULL ? lpn_paper_load (path, error) : NULL;

  if (compare->paper && path == NULL)
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_READ, "the published figures (paper/table1.csv) are not installed");
  if (compare->paper && paper == NULL)
    return false;
  g_autoptr (LpnReport) report = lpn_report_new (compare->plan, compare->rows, paper);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      if (forms[i].path == NULL)
        continue;
      forms[i].write (report, text);
      if (!lpn_output_text (forms[i].path, text, error))
        return false;
    }
  return true;
}

/* Runs that gave no result, for a reason other than a limit. */
static guint
count_failures (const GPtrArray *rows)
{
  guint n = 0;
  for (guint i = 0; i < rows->len; i++)
    {
      const LpnRow *row = rows->pdata[i];
      if (!g_str_equal (row->ended, "failed") && !g_str_equal (row->ended, "crashed"))
        continue;
      g_autofree char *name = lpn_row_name (row);
      g_autofree char *reason = lpn_json_object_text (row->json, "reason");
      lpn_cli_fail ("%s %s: %s", name, row->ended, reason);
      n++;
    }
  return n;
}

static int
run_compare (Compare *compare, guint parallel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) jobs = open_jobs (compare);
  struct sigaction action = { .sa_handler = cancel, .sa_flags = (int)SA_RESETHAND };
  LpnRunner        runner = { compare->plan, parallel, finished, tick, compare, &cancelled };

  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  compare->live = !compare->quiet && isatty (STDERR_FILENO) && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
  g_autofree char *before = contradiction (compare);
  if (before == NULL)
    lpn_runner_run (&runner, jobs, &error);
  if (compare->live)
    fputs (CLEAR_LINE, stderr);
  if (error != NULL)
    lpn_cli_fail_error (error);
  bool failed = error != NULL;
  g_clear_error (&error);
  if (!write_reports (compare, &error))
    return lpn_cli_fail_error (error);
  failed = count_failures (compare->rows) > 0 || failed;
  g_autofree char *differ = contradiction (compare);
  if (differ != NULL)
    {
      lpn_cli_fail ("%s", differ);
      return LPN_EXIT_MODEL;
    }
  if (cancelled)
    {
      lpn_cli_fail ("interrupted%s", compare->fd >= 0 ? "; --resume goes on with it" : "");
      return LPN_EXIT_UNKNOWN;
    }
  return failed ? LPN_EXIT_USAGE : LPN_EXIT_HOLDS;
}

int
lpn_cli_compare (int argc, char **argv)
{
  Compare compare = { .fd = -1 };
  g_autoptr (GOptionContext) context = compare_context (&compare);
  g_autoptr (GError) error = NULL;
  guint64 parallel;
  int     code;

  if (!lpn_cli_parse (context, argc, argv))
    code = LPN_EXIT_USAGE;
  else if (compare.list)
    code = list_suites ();
  else if (compare.words == NULL)
    code = lpn_cli_fail ("no SUITE or MODEL given (see %s --help; --list names the suites)", g_get_prgname ());
  else if (compare.resume && compare.json_lines == NULL)
    code = lpn_cli_fail ("--resume needs --json-lines FILE, which holds the runs");
  else if (!make_plan (&compare, &parallel, &error) || !open_rows (&compare, &error))
    code = lpn_cli_fail_error (error);
  else
    code = run_compare (&compare, (guint)parallel);
  clear_compare (&compare);
  return code;
}
