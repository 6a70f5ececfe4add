/* SPDX-License-Identifier: MIT */
/* Markdown in the shape of Table I of the MDD paper: a row per model, five columns per way of exploring it. */
#include <string.h>

#include "io/compare/report.h"
#include "io/record.h"
#include "io/version.h"

static void
put_escaped (const char *text, GString *out)
{
  for (; *text != '\0'; text++)
    {
      if (strchr ("|*_`<[\\", *text) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *text);
    }
}

static void
put_count (double value, GString *out)
{
  g_autofree char *text = lpn_text_count ((guint64)(value + 0.5));
  g_string_append (out, text);
}

/* Two significant digits at least, so that short runs can be told apart. */
static void
put_small (double value, GString *out)
{
  g_string_append_printf (out, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
}

static void
put_row (const LpnRow *row, GString *out)
{
  const char *mark = row != NULL ? lpn_row_mark (row) : "not run";
  if (row == NULL || !row->counted)
    {
      g_string_append_printf (out, " %s | | | | |", mark);
      return;
    }
  g_string_append_c (out, ' ');
  put_small (row->seconds, out);
  g_string_append_printf (out, "%s | ", g_str_equal (mark, "time") ? " (limit)" : "");
  put_small (lpn_row_mb (row), out);
  g_string_append_printf (out, "%s | ", g_str_equal (mark, "memory") ? " (limit)" : "");
  put_count ((double)row->states, out);
  bool said = mark[0] == '\0' || g_str_equal (mark, "time") || g_str_equal (mark, "memory");
  g_string_append_printf (out, "%s%s%s%s | ", row->complete ? "" : "+", said ? "" : " (", said ? "" : mark,
                          said ? "" : ")");
  put_count (lpn_row_speed (row), out);
  g_string_append (out, " | ");
  put_count (lpn_row_density (row), out);
  g_string_append (out, " |");
}

static void
put_paper (const LpnPaperRow *row, GString *out)
{
  if (row == NULL)
    {
      g_string_append (out, " | | | | |");
      return;
    }
  g_string_append_printf (out, " %g | %g | ", row->seconds, row->mb);
  put_count (row->states, out);
  g_string_append (out, " | ");
  put_count (row->states / row->seconds, out);
  g_string_append (out, " | ");
  put_count (row->states / row->mb, out);
  g_string_append (out, " |");
}

static void
put_heads (const LpnReport *report, GString *out)
{
  const char *const figures[] = { "Time", "Mem", "\\|S\\|", "SS", "SSD" };
  g_string_append (out, "| model |");
  for (guint w = 0; w < report->plan->ways->len; w++)
    for (guint f = 0; f < G_N_ELEMENTS (figures); f++)
      {
        g_string_append_c (out, ' ');
        put_escaped (((const LpnWay *)report->plan->ways->pdata[w])->label, out);
        g_string_append_printf (out, "<br>%s |", figures[f]);
      }
  g_string_append (out, "\n|---|");
  for (guint i = 0; i < report->plan->ways->len * G_N_ELEMENTS (figures); i++)
    g_string_append (out, "---:|");
  g_string_append_c (out, '\n');
}

static bool
in_paper (const LpnReport *report, guint model)
{
  for (guint w = 0; w < report->plan->ways->len; w++)
    if (lpn_report_paper (report, model, w) != NULL)
      return true;
  return false;
}

static void
put_averages (const LpnReport *report, GString *out)
{
  g_string_append (out, "| average |");
  for (guint w = 0; w < report->plan->ways->len; w++)
    {
      double speed, density;
      g_string_append (out, " | | | ");
      if (lpn_report_averages (report, w, &speed, &density))
        {
          put_count (speed, out);
          g_string_append (out, " | ");
          put_count (density, out);
        }
      else
        g_string_append (out, "|");
      g_string_append (out, " |");
    }
  g_string_append_c (out, '\n');
}

void
lpn_report_markdown (const LpnReport *report, GString *out)
{
  const LpnPlan   *plan = report->plan;
  g_autofree char *memory = lpn_text_bytes (plan->memory_limit);

  g_string_append (out, "# ");
  put_escaped (plan->title != NULL ? plan->title : "Comparison", out);
  g_string_append (out, "\n\nTime in seconds, Mem in MB (peak of the process), |S| states, SS states per second, SSD "
                        "states per MB.\n");
  g_string_append_printf (out, "Limits: %g s and %s per run; + marks counts that a limit cut short.", plan->time_limit,
                          memory);
  if (plan->repeat > 1)
    g_string_append_printf (out, " Each figure is of the median of %" G_GUINT64_FORMAT " runs.", plan->repeat);
  if (report->paper != NULL)
    g_string_append (out, "\nRows marked *paper* hold the published figures, taken under 900 s and 2000 MB.");
  g_autofree char *machine = lpn_report_machine ();
  g_string_append_printf (out, "\nlpnreach " LPN_VERSION ", %s.\n\n", machine);
  put_heads (report, out);
  for (guint m = 0; m < plan->models->len; m++)
    {
      g_string_append (out, "| ");
      put_escaped (plan->models->pdata[m], out);
      g_string_append (out, " |");
      for (guint w = 0; w < plan->ways->len; w++)
        put_row (lpn_report_cell (report, m, w), out);
      g_string_append_c (out, '\n');
      if (!in_paper (report, m))
        continue;
      g_string_append_printf (out, "| *paper%s* |", lpn_report_paper_other (report, m) ? ", another net" : "");
      for (guint w = 0; w < plan->ways->len; w++)
        put_paper (lpn_report_paper (report, m, w), out);
      g_string_append_c (out, '\n');
    }
  put_averages (report, out);
}
