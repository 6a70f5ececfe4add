/* SPDX-License-Identifier: MIT */
/*
 * The report as one HTML file that needs nothing else: style and plots are inside, there is no script. It is
 * well-formed XML too, so that any XML tool can take values out of it; tests do.
 */
#include <string.h>

#include "io/compare/plot.h"
#include "io/compare/report.h"
#include "io/record.h"
#include "io/version.h"

static const char *const style_sheet
    = ":root{color-scheme:light dark;--ink:#1b1f24;--soft:#5b6470;--line:#d5dae1;--paper:#fff;--band:#f4f6f9}\n"
      "@media (prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3acb8;--line:#3a424d;--paper:#15181c;"
      "--band:#1e2329}}\n"
      "body{margin:0 auto;padding:1rem;max-width:66rem;font:16px/1.45 system-ui,sans-serif;color:var(--ink);"
      "background:var(--paper)}\n"
      "h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.15rem;margin:2rem 0 .4rem}h3{font-size:1rem;margin:.6rem 0 "
      "0}\n"
      "p{margin:.3rem 0}.soft{color:var(--soft);font-size:.9rem}\n"
      ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}\n"
      "th,td{padding:.15rem .55rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}\n"
      "th{color:var(--soft);font-weight:600}th:first-child,td.word,th.word{text-align:left}\n"
      ".averages{border-top:2px solid var(--soft)}tbody.band{background:var(--band)}tr.paper td,tr.paper "
      "th{color:var(--soft);font-style:italic}\n"
      ".cut{color:#c2410c}.legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;padding:0;margin:.3rem "
      "0}\n"
      ".swatch{width:.9em;height:.9em;vertical-align:-.1em;margin-right:.3em}\n"
      ".grid2{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:.5rem 1.5rem}\n"
      "figure{margin:0;break-inside:avoid}.plot{width:100%;height:auto;max-width:40rem}\n"
      ".plot text{font:13px system-ui,sans-serif;fill:var(--ink)}.plot .label{font-weight:600}\n"
      ".plot .grid{stroke:var(--line);fill:none}.plot .axis{stroke:var(--soft);fill:none}\n"
      "@media print{body{font-size:10pt;max-width:none;padding:0}:root{--ink:#000;--soft:#444;--line:#bbb;--paper:#fff;"
      "--band:#f4f4f4}.runs{display:none}.wide{overflow:visible}table{font-size:8pt}th,td{padding:.1rem "
      ".35rem}tr,tbody{break-inside:avoid}h2,.legend,.soft{break-after:avoid}}\n";

static const LpnWay *
way_at (const LpnReport *report, guint way)
{
  return report->plan->ways->pdata[way];
}

static void
put_legend (const LpnReport *report, GString *out)
{
  g_string_append (out, "<ul class=\"legend\">");
  for (guint w = 0; w < report->plan->ways->len; w++)
    {
      g_string_append (out, "<li>");
      lpn_plot_swatch (w, out);
      lpn_put_xml (way_at (report, w)->label, out);
      g_string_append (out, "</li>");
    }
  g_string_append (out, "</ul>\n");
}

static void
put_count_cell (double value, GString *out)
{
  g_autofree char *text = lpn_text_count ((guint64)(value + 0.5));
  g_string_append_printf (out, "<td>%s</td>", text);
}

static void
put_figures (double seconds, double mb, double states, GString *out)
{
  g_string_append_printf (out, "<td>%.*f</td><td>%.1f</td>", seconds < 10 ? 3 : 1, seconds, mb);
  put_count_cell (states, out);
  put_count_cell (seconds > 0 ? states / seconds : 0, out);
  put_count_cell (mb > 0 ? states / mb : 0, out);
}

static void
put_result (const LpnReport *report, guint m, guint w, GString *out)
{
  const LpnRow      *row = lpn_report_cell (report, m, w);
  const LpnPaperRow *paper = lpn_report_paper (report, m, w);

  g_string_append (out, "<tr><th class=\"word\">");
  if (w == 0)
    lpn_put_xml (report->plan->models->pdata[m], out);
  g_string_append (out, "</th><td class=\"word\">");
  lpn_plot_swatch (w, out);
  lpn_put_xml (way_at (report, w)->label, out);
  g_string_append (out, "</td>");
  if (row != NULL && row->counted)
    put_figures (row->seconds, lpn_row_mb (row), (double)row->states, out);
  else
    g_string_append (out, "<td></td><td></td><td></td><td></td><td></td>");
  g_string_append (out, "<td class=\"word cut\">");
  lpn_put_xml (row != NULL ? lpn_row_mark (row) : "not run", out);
  g_string_append (out, "</td></tr>\n");
  if (paper == NULL)
    return;
  g_string_append (out, "<tr class=\"paper\"><th></th><td class=\"word\">published</td>");
  put_figures (paper->seconds, paper->mb, paper->states, out);
  g_string_append_printf (out, "<td class=\"word\">%s</td></tr>\n",
                          lpn_report_paper_other (report, m) ? "another net" : "");
}

static void
put_results (const LpnReport *report, GString *out)
{
  g_string_append (out, "<h2>Results</h2>\n<div class=\"wide\"><table id=\"results\">\n<thead><tr><th>model</th>"
                        "<th class=\"word\">store</th><th>seconds</th><th>MB</th><th>states</th><th>states/s</th>"
                        "<th>states/MB</th><th class=\"word\">cut short by</th></tr></thead>\n");
  for (guint m = 0; m < report->plan->models->len; m++)
    {
      g_string_append (out, m % 2 == 1 ? "<tbody class=\"band\">\n" : "<tbody>\n");
      for (guint w = 0; w < report->plan->ways->len; w++)
        put_result (report, m, w, out);
      g_string_append (out, "</tbody>\n");
    }
  g_string_append (out, "<tbody class=\"averages\">\n");
  for (guint w = 0; w < report->plan->ways->len; w++)
    {
      double speed, density;
      if (!lpn_report_averages (report, w, &speed, &density))
        continue;
      g_string_append_printf (out, "<tr><th class=\"word\">%s</th><td class=\"word\">", w == 0 ? "average" : "");
      lpn_plot_swatch (w, out);
      lpn_put_xml (way_at (report, w)->label, out);
      g_string_append (out, "</td><td></td><td></td><td></td>");
      put_count_cell (speed, out);
      put_count_cell (density, out);
      g_string_append (out, "<td></td></tr>\n");
    }
  g_string_append (out, "</tbody></table></div>\n");
}

static void
put_plot (const LpnPlot *plot, const char *heading, GString *out)
{
  g_string_append (out, "<figure>");
  if (heading != NULL)
    {
      g_string_append (out, "<h3>");
      lpn_put_xml (heading, out);
      g_string_append (out, "</h3>");
    }
  lpn_plot_write (plot, out);
  g_string_append (out, "</figure>\n");
}

static char *
point_name (const LpnReport *report, guint m, guint w)
{
  const LpnRow *row = lpn_report_cell (report, m, w);
  return g_strdup_printf ("%s, %s: %.3f s, %.1f MB%s%s", (const char *)report->plan->models->pdata[m],
                          way_at (report, w)->label, row->seconds, lpn_row_mb (row), row->complete ? "" : ", ",
                          row->complete ? "" : row->ended);
}

static void
put_scatter (const LpnReport *report, GString *out)
{
  LpnPlot plot = lpn_plot ("seconds", "MB", true, false);
  for (guint m = 0; m < report->plan->models->len; m++)
    for (guint w = 0; w < report->plan->ways->len; w++)
      {
        const LpnRow *row = lpn_report_cell (report, m, w);
        if (row == NULL || row->memory == 0)
          continue;
        g_autofree char *name = point_name (report, m, w);
        lpn_plot_add (&plot, w, row->seconds, lpn_row_mb (row), !row->complete, name);
      }
  g_string_append (out, "<section><h2>Time against memory</h2>\n<p class=\"soft\">A point per model and store; hollow "
                        "ones were cut short. Down and to the left is better.</p>\n");
  put_legend (report, out);
  put_plot (&plot, NULL, out);
  g_string_append (out, "</section>\n");
  lpn_plot_clear (&plot);
}

static int
by_value (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void
put_cactus (const LpnReport *report, GString *out)
{
  LpnPlot plot = lpn_plot ("models finished", "seconds each", false, true);
  for (guint w = 0; w < report->plan->ways->len; w++)
    {
      g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
      for (guint m = 0; m < report->plan->models->len; m++)
        {
          const LpnRow *row = lpn_report_cell (report, m, w);
          if (row != NULL && row->complete)
            g_array_append_val (times, row->seconds);
        }
      g_array_sort (times, by_value);
      for (guint i = 0; i < times->len; i++)
        {
          double           seconds = g_array_index (times, double, i);
          g_autofree char *name
              = g_strdup_printf ("%s: %u models within %.3f s", way_at (report, w)->label, i + 1, seconds);
          lpn_plot_add (&plot, w, i + 1, seconds, false, name);
        }
    }
  g_string_append (out,
                   "<section><h2>Models finished within a budget</h2>\n<p class=\"soft\">How many models finish if "
                   "each may take that long. Down and to the right is better.</p>\n");
  put_legend (report, out);
  put_plot (&plot, NULL, out);
  g_string_append (out, "</section>\n");
  lpn_plot_clear (&plot);
}

static void
put_density (const LpnReport *report, GString *out)
{
  g_autoptr (GArray) bars = g_array_new (FALSE, FALSE, sizeof (LpnBar));
  for (guint m = 0; m < report->plan->models->len; m++)
    for (guint w = 0; w < report->plan->ways->len; w++)
      {
        const LpnRow *row = lpn_report_cell (report, m, w);
        if (row == NULL || lpn_row_density (row) <= 0)
          continue;
        LpnBar bar = { report->plan->models->pdata[m], w, lpn_row_density (row), !row->complete };
        g_array_append_val (bars, bar);
      }
  g_string_append (out, "<section><h2>States per MB</h2>\n<p class=\"soft\">Of all memory of the process at its peak; "
                        "pale bars were cut short. Longer is better.</p>\n");
  put_legend (report, out);
  g_string_append (out, "<div class=\"grid2\">\n");
  lpn_bars_write (bars, "States per MB", out);
  g_string_append (out, "</div></section>\n");
}

/* "peterson.4", "dme:3": the family's name and the number in the model's. */
static char *
family_of (const char *model, double *number)
{
  gsize       length = strcspn (model, ".:");
  const char *digits = model + length + strcspn (model + length, "0123456789");
  if (length == 0 || model[length] == '\0' || *digits == '\0' || strchr (model, '/') != NULL)
    return NULL;
  *number = g_ascii_strtod (digits, NULL);
  return g_strndup (model, length + 1);
}

typedef struct
{
  double number;
  guint  model;
} Member;

static int
by_number (gconstpointer a, gconstpointer b)
{
  return by_value (&((const Member *)a)->number, &((const Member *)b)->number);
}

static void
put_family (const LpnReport *report, const char *family, GString *out)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Member));
  LpnPlot time = lpn_plot ("number in the model's name", "seconds", false, true);
  LpnPlot memory = lpn_plot ("number in the model's name", "MB", false, true);

  for (guint m = 0; m < report->plan->models->len; m++)
    {
      Member           member = { 0, m };
      g_autofree char *name = family_of (report->plan->models->pdata[m], &member.number);
      if (g_strcmp0 (name, family) == 0)
        g_array_append_val (members, member);
    }
  g_array_sort (members, by_number);
  for (guint i = 0; members->len > 1 && i < members->len; i++)
    for (guint w = 0; w < report->plan->ways->len; w++)
      {
        const Member *member = &g_array_index (members, Member, i);
        const LpnRow *row = lpn_report_cell (report, member->model, w);
        if (row == NULL || row->memory == 0)
          continue;
        g_autofree char *name = point_name (report, member->model, w);
        lpn_plot_add (&time, w, member->number, row->seconds, !row->complete, name);
        lpn_plot_add (&memory, w, member->number, lpn_row_mb (row), !row->complete, name);
      }
  if (lpn_plot_n_points (&time) > 0)
    {
      g_autofree char *bare = g_strndup (family, strlen (family) - 1);
      g_autofree char *times = g_strdup_printf ("%s: time", bare);
      g_autofree char *memories = g_strdup_printf ("%s: memory", bare);
      put_plot (&time, times, out);
      put_plot (&memory, memories, out);
    }
  lpn_plot_clear (&time);
  lpn_plot_clear (&memory);
}

static void
put_growth (const LpnReport *report, GString *out)
{
  g_autoptr (GPtrArray) families = g_ptr_array_new_with_free_func (g_free);
  double number;
  for (guint m = 0; m < report->plan->models->len; m++)
    {
      g_autofree char *family = family_of (report->plan->models->pdata[m], &number);
      if (family != NULL)
        lpn_plan_add (families, family);
    }
  g_string_append (out, "<section><h2>Growth within families</h2>\n");
  put_legend (report, out);
  g_string_append (out, "<div class=\"grid2\">\n");
  for (guint i = 0; i < families->len; i++)
    put_family (report, families->pdata[i], out);
  g_string_append (out, "</div></section>\n");
}

/* The same values, in the same order, as in the CSV. */
static void
put_runs (const LpnReport *report, GString *out)
{
  g_string_append (out,
                   "<section class=\"runs\"><h2>All runs</h2>\n<div class=\"wide\"><table id=\"runs\">\n<thead><tr>");
  for (guint k = 0; lpn_report_keys[k] != NULL; k++)
    g_string_append_printf (out, "<th>%s</th>", lpn_report_keys[k]);
  g_string_append (out, "</tr></thead>\n<tbody>\n");
  for (guint i = 0; i < report->rows->len; i++)
    {
      const LpnRow *row = report->rows->pdata[i];
      g_string_append (out, "<tr>");
      for (guint k = 0; lpn_report_keys[k] != NULL; k++)
        {
          g_autofree char *text = lpn_json_object_text (row->json, lpn_report_keys[k]);
          g_string_append (out, "<td>");
          lpn_put_xml (text != NULL ? text : "", out);
          g_string_append (out, "</td>");
        }
      g_string_append (out, "</tr>\n");
    }
  g_string_append (out, "</tbody></table></div></section>\n");
}

static void
put_head (const LpnReport *report, GString *out)
{
  const LpnPlan   *plan = report->plan;
  const char      *title = plan->title != NULL ? plan->title : "Comparison";
  g_autofree char *memory = lpn_text_bytes (plan->memory_limit);
  g_autofree char *machine = lpn_report_machine ();

  g_string_append (out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/><title>");
  lpn_put_xml (title, out);
  g_string_append_printf (out, "</title>\n<style>\n%s</style></head>\n<body>\n<h1>", style_sheet);
  lpn_put_xml (title, out);
  g_string_append_printf (out,
                          "</h1>\n<p class=\"soft\">%u models, %u stores or ways to search, %u runs; each run within "
                          "%g s and %s.",
                          plan->models->len, plan->ways->len, report->rows->len, plan->time_limit, memory);
  if (plan->repeat > 1)
    g_string_append_printf (out, " Of %" G_GUINT64_FORMAT " runs the one with the median time is shown.", plan->repeat);
  g_string_append (out, "</p>\n<p class=\"soft\">lpnreach " LPN_VERSION ", ");
  lpn_put_xml (machine, out);
  g_string_append (out, ".</p>\n");
}

void
lpn_report_html (const LpnReport *report, GString *out)
{
  put_head (report, out);
  g_string_append (out, "<div class=\"grid2\">\n");
  put_scatter (report, out);
  put_cactus (report, out);
  g_string_append (out, "</div>\n");
  put_results (report, out);
  put_density (report, out);
  put_growth (report, out);
  put_runs (report, out);
  g_string_append (out, "</body>\n</html>\n");
}
