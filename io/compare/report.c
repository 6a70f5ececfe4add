/* SPDX-License-Identifier: MIT */
/* The table of results, and its plain forms: text and CSV. */
#include "io/compare/report.h"

#include <string.h>

#include "io/io.h"
#include "io/record.h"

const char *const lpn_report_keys[] = { "model",
                                        "store",
                                        "search",
                                        "partition",
                                        "order",
                                        "run",
                                        "verdict",
                                        "ended",
                                        "states",
                                        "transitions",
                                        "deadlocks",
                                        "depth",
                                        "modules",
                                        "components",
                                        "seconds",
                                        "states_per_second",
                                        "store_bytes",
                                        "store_peak_bytes",
                                        "stack_bytes",
                                        "local_bytes",
                                        "peak_rss_bytes",
                                        "bytes_per_state",
                                        "nodes",
                                        "peak_nodes",
                                        "approximate",
                                        "omission",
                                        "time_limit",
                                        "memory_limit",
                                        "process_seconds",
                                        "exit_code",
                                        "reason",
                                        "version",
                                        NULL };

static int
by_time (gconstpointer a, gconstpointer b)
{
  const LpnRow *x = *(const LpnRow *const *)a;
  const LpnRow *y = *(const LpnRow *const *)b;
  if (x->complete != y->complete)
    return x->complete ? -1 : 1;
  return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

/* Of an even number, the faster of the middle two. */
static const LpnRow *
median (GPtrArray *runs)
{
  if (runs->len == 0)
    return NULL;
  g_ptr_array_sort (runs, by_time);
  return runs->pdata[(runs->len - 1) / 2];
}

/* The rows of the plan, job by job. A job run twice (once with lower limits) counts with its last row. */
static GPtrArray *
choose_rows (const LpnPlan *plan, const GPtrArray *rows)
{
  GPtrArray *chosen = g_ptr_array_new ();
  for (guint m = 0; m < plan->models->len; m++)
    for (guint w = 0; w < plan->ways->len; w++)
      for (guint run = 1; run <= plan->repeat; run++)
        {
          const LpnJob  job = { m, w, run };
          const LpnRow *last = NULL;
          for (guint i = 0; i < rows->len; i++)
            if (lpn_row_answers (rows->pdata[i], plan, &job))
              last = rows->pdata[i];
          if (last != NULL)
            g_ptr_array_add (chosen, (gpointer)last);
        }
  return chosen;
}

static void
fill_cells (LpnReport *report)
{
  const LpnPlan *plan = report->plan;
  for (guint m = 0; m < plan->models->len; m++)
    for (guint w = 0; w < plan->ways->len; w++)
      {
        g_autoptr (GPtrArray) runs = g_ptr_array_new ();
        for (guint i = 0; i < report->rows->len; i++)
          {
            const LpnRow *row = report->rows->pdata[i];
            const LpnJob  job = { m, w, (guint)row->run };
            if (lpn_row_answers (row, plan, &job))
              g_ptr_array_add (runs, (gpointer)row);
          }
        report->cells[m * plan->ways->len + w] = median (runs);
      }
}

LpnReport *
lpn_report_new (const LpnPlan *plan, const GPtrArray *rows, GPtrArray *paper)
{
  LpnReport *report = g_new0 (LpnReport, 1);
  *report = (LpnReport){ plan, choose_rows (plan, rows), g_new0 (const LpnRow *, plan->models->len * plan->ways->len),
                         paper };
  fill_cells (report);
  return report;
}

void
lpn_report_free (LpnReport *report)
{
  if (report == NULL)
    return;
  g_ptr_array_unref ((GPtrArray *)report->rows);
  g_clear_pointer (&report->paper, g_ptr_array_unref);
  g_free (report->cells);
  g_free (report);
}

const LpnRow *
lpn_report_cell (const LpnReport *report, guint model, guint way)
{
  return report->cells[model * report->plan->ways->len + way];
}

const LpnPaperRow *
lpn_report_paper (const LpnReport *report, guint model, guint way)
{
  const char *store = ((const LpnWay *)report->plan->ways->pdata[way])->store;
  for (guint i = 0; report->paper != NULL && i < report->paper->len; i++)
    {
      const LpnPaperRow *row = report->paper->pdata[i];
      if (g_str_equal (row->model, report->plan->models->pdata[model]) && g_str_equal (row->store, store))
        return row;
    }
  return NULL;
}

/* Published runs within these were complete; beyond, limits may have cut them short. */
#define PAPER_SECONDS 850
#define PAPER_MB 1700

bool
lpn_report_paper_other (const LpnReport *report, guint model)
{
  double ours = 0, theirs = 0, whole = 0, least = 0;
  for (guint w = 0; w < report->plan->ways->len; w++)
    {
      const LpnRow      *row = lpn_report_cell (report, model, w);
      const LpnPaperRow *paper = lpn_report_paper (report, model, w);
      if (row != NULL && !row->approximate)
        ours = MAX (ours, (double)row->states);
      if (row != NULL && !row->approximate && row->complete)
        whole = (double)row->states;
      if (paper != NULL)
        least = MAX (least, paper->states);
      if (paper != NULL && paper->seconds < PAPER_SECONDS && paper->mb < PAPER_MB)
        theirs = paper->states;
    }
  /* A difference of one is whether the initial state counts. */
  return (theirs > 0 && ours > theirs + 1) || (whole > 0 && least > whole + 1);
}

static void
free_paper_row (gpointer data)
{
  LpnPaperRow *row = data;
  g_free (row->model);
  g_free (row->store);
  g_free (row);
}

GPtrArray *
lpn_paper_load (const char *path, GError **error)
{
  g_autoptr (GPtrArray) paper = g_ptr_array_new_with_free_func (free_paper_row);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (g_strstrip (lines[i]), ",", -1);
      if (lines[i][0] == '\0' || lines[i][0] == '#')
        continue;
      if (g_strv_length (fields) != 5)
        {
          g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "%s:%u: not model,store,seconds,mb,states", path,
                       i + 1);
          return NULL;
        }
      LpnPaperRow *row = g_new (LpnPaperRow, 1);
      *row = (LpnPaperRow){ g_strdup (fields[0]), g_strdup (fields[1]), g_ascii_strtod (fields[2], NULL),
                            g_ascii_strtod (fields[3], NULL), g_ascii_strtod (fields[4], NULL) };
      g_ptr_array_add (paper, row);
    }
  return g_steal_pointer (&paper);
}

double
lpn_row_mb (const LpnRow *row)
{
  return (double)row->memory / 0x1p20;
}

double
lpn_row_speed (const LpnRow *row)
{
  return row->counted && row->seconds > 0 ? (double)row->states / row->seconds : 0;
}

double
lpn_row_density (const LpnRow *row)
{
  return row->counted && row->memory > 0 ? (double)row->states / lpn_row_mb (row) : 0;
}

bool
lpn_report_averages (const LpnReport *report, guint way, double *speed, double *density)
{
  guint n = 0;
  *speed = *density = 0;
  for (guint m = 0; m < report->plan->models->len; m++)
    {
      const LpnRow *row = lpn_report_cell (report, m, way);
      if (row == NULL || lpn_row_speed (row) <= 0 || lpn_row_density (row) <= 0)
        continue;
      *speed += lpn_row_speed (row);
      *density += lpn_row_density (row);
      n++;
    }
  *speed /= MAX (n, 1);
  *density /= MAX (n, 1);
  return n > 0;
}

const char *
lpn_row_mark (const LpnRow *row)
{
  static const char *const marks[][2]
      = { { "complete", "" }, { "time-limit", "time" }, { "memory-limit", "memory" }, { "stopped", "model error" } };
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_equal (row->ended, marks[i][0]))
      return marks[i][1];
  return row->ended;
}

char *
lpn_report_machine (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *date = g_date_time_format (now, "%Y-%m-%d");
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    {
      const char *line = strstr (text, "model name");
      const char *value = line != NULL ? strchr (line, ':') : NULL;
      name = value != NULL ? g_strstrip (g_strndup (value + 1, strcspn (value + 1, "\n"))) : NULL;
    }
  return g_strdup_printf ("%s, %s, %u processors", date, name != NULL ? name : "unknown processor",
                          g_get_num_processors ());
}

/* Columns of the terminal's table. */
enum
{
  N_COLUMNS = 7
};

static void
text_cells (const LpnReport *report, guint m, guint w, char **cells)
{
  const LpnRow *row = lpn_report_cell (report, m, w);
  const LpnWay *way = report->plan->ways->pdata[w];

  cells[0] = g_strdup (w == 0 ? report->plan->models->pdata[m] : "");
  cells[1] = g_strdup (way->label);
  cells[2] = row != NULL && row->counted ? lpn_text_count (row->states) : g_strdup ("-");
  cells[3] = row != NULL ? g_strdup_printf ("%.2f", row->seconds) : g_strdup ("-");
  cells[4] = row != NULL ? g_strdup_printf ("%.1f", lpn_row_mb (row)) : g_strdup ("-");
  cells[5] = row != NULL && row->counted ? lpn_text_count ((guint64)lpn_row_speed (row)) : g_strdup ("-");
  cells[6] = g_strdup (row != NULL ? lpn_row_mark (row) : "not run");
}

static void
text_line (char **cells, const gsize *widths, GString *out)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      gsize pad = widths[c] - (gsize)g_utf8_strlen (cells[c], -1);
      bool  left = c < 2 || c == N_COLUMNS - 1;
      g_string_append_printf (out, "%s%*s%s%*s", c > 0 ? "  " : "", left ? 0 : (int)pad, "", cells[c],
                              left ? (int)pad : 0, "");
    }
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

void
lpn_report_text (const LpnReport *report, GString *out)
{
  const char *const heads[N_COLUMNS] = { "model", "store", "states", "seconds", "MB", "states/s", "ended" };
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  gsize widths[N_COLUMNS] = { 0 };

  g_ptr_array_add (lines, g_new0 (char *, N_COLUMNS + 1));
  for (guint c = 0; c < N_COLUMNS; c++)
    ((char **)lines->pdata[0])[c] = g_strdup (heads[c]);
  for (guint m = 0; m < report->plan->models->len; m++)
    for (guint w = 0; w < report->plan->ways->len; w++)
      {
        char **cells = g_new0 (char *, N_COLUMNS + 1);
        text_cells (report, m, w, cells);
        g_ptr_array_add (lines, cells);
      }
  for (guint i = 0; i < lines->len; i++)
    for (guint c = 0; c < N_COLUMNS; c++)
      widths[c] = MAX (widths[c], (gsize)g_utf8_strlen (((char **)lines->pdata[i])[c], -1));
  for (guint i = 0; i < lines->len; i++)
    text_line (lines->pdata[i], widths, out);
}

/* RFC 4180. */
static void
csv_field (const char *text, GString *out)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (out, text);
      return;
    }
  g_string_append_c (out, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *text);
    }
  g_string_append_c (out, '"');
}

void
lpn_report_csv (const LpnReport *report, GString *out)
{
  for (guint k = 0; lpn_report_keys[k] != NULL; k++)
    g_string_append_printf (out, "%s%s", k > 0 ? "," : "", lpn_report_keys[k]);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < report->rows->len; i++)
    {
      const LpnRow *row = report->rows->pdata[i];
      for (guint k = 0; lpn_report_keys[k] != NULL; k++)
        {
          g_autofree char *text = lpn_json_object_text (row->json, lpn_report_keys[k]);
          if (k > 0)
            g_string_append_c (out, ',');
          csv_field (text != NULL ? text : "", out);
        }
      g_string_append_c (out, '\n');
    }
}
