/* SPDX-License-Identifier: MIT */
#include "io/compare/plot.h"

#include <math.h>

/* Sizes in user units; a page of 360 pixels, a phone, shows them at three quarters. */
#define WIDTH 480.0
#define HEIGHT 340.0
#define LEFT 62.0
#define RIGHT 14.0
#define TOP 10.0
#define BOTTOM 48.0
#define BAR 15.0
#define BAR_HEAD 20.0
#define SMALLEST 0.001

/* Distinct to colour-blind eyes too (after Okabe and Ito). */
static const char *const colours[]
    = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a67c00", "#3a9bd9", "#555555", "#7a3db8", "#b8002e" };

void
lpn_put_xml (const char *text, GString *out)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  for (char *p = valid; *p != '\0'; p++)
    if ((guchar)*p < 0x20)
      *p = ' ';
  g_autofree char *escaped = g_markup_escape_text (valid, -1);
  g_string_append (out, escaped);
}

static void
put_marker (guint style, double x, double y, bool hollow, GString *out)
{
  const char *colour = colours[style % G_N_ELEMENTS (colours)];
  const char *fill = hollow ? "none" : colour;
  switch (style % 4)
    {
    case 0:
      g_string_append_printf (out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.2\"", x, y);
      break;
    case 1:
      g_string_append_printf (out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"7.6\" height=\"7.6\"", x - 3.8, y - 3.8);
      break;
    case 2:
      g_string_append_printf (out, "<path d=\"M%.1f %.1fl4.8 8.4h-9.6z\"", x, y - 5);
      break;
    default:
      g_string_append_printf (out, "<path d=\"M%.1f %.1fl5 5-5 5-5-5z\"", x, y - 5);
      break;
    }
  g_string_append_printf (out, " fill=\"%s\" fill-opacity=\".8\" stroke=\"%s\" stroke-width=\"1.4\"", fill, colour);
}

void
lpn_plot_swatch (guint style, GString *out)
{
  g_string_append (out, "<svg class=\"swatch\" viewBox=\"0 0 14 14\" aria-hidden=\"true\">");
  put_marker (style, 7, 7, false, out);
  g_string_append (out, "/></svg>");
}

static void
clear_point (gpointer data)
{
  g_free (((LpnPoint *)data)->name);
}

static void
clear_series (gpointer data)
{
  g_array_unref (((LpnSeries *)data)->points);
}

LpnPlot
lpn_plot (const char *x_label, const char *y_label, bool log_x, bool lines)
{
  LpnPlot plot = { x_label, y_label, log_x, lines, g_array_new (FALSE, FALSE, sizeof (LpnSeries)) };
  g_array_set_clear_func (plot.series, clear_series);
  return plot;
}

void
lpn_plot_clear (LpnPlot *plot)
{
  g_clear_pointer (&plot->series, g_array_unref);
}

void
lpn_plot_add (LpnPlot *plot, guint style, double x, double y, bool hollow, const char *name)
{
  LpnPoint point = { plot->log_x ? MAX (x, SMALLEST) : x, MAX (y, SMALLEST), hollow, g_strdup (name) };
  guint    i = 0;

  while (i < plot->series->len && g_array_index (plot->series, LpnSeries, i).style != style)
    i++;
  if (i == plot->series->len)
    {
      LpnSeries series = { style, g_array_new (FALSE, FALSE, sizeof (LpnPoint)) };
      g_array_set_clear_func (series.points, clear_point);
      g_array_append_val (plot->series, series);
    }
  g_array_append_val (g_array_index (plot->series, LpnSeries, i).points, point);
}

guint
lpn_plot_n_points (const LpnPlot *plot)
{
  guint n = 0;
  for (guint i = 0; i < plot->series->len; i++)
    n += g_array_index (plot->series, LpnSeries, i).points->len;
  return n;
}

/* An axis: values from `low` to `high` are shown from pixel `start` to `end`. */
typedef struct
{
  bool   logarithmic;
  double low, high, start, end;
} Axis;

static double
place (const Axis *axis, double value)
{
  double low = axis->logarithmic ? log10 (axis->low) : axis->low;
  double high = axis->logarithmic ? log10 (axis->high) : axis->high;
  double v = axis->logarithmic ? log10 (value) : value;
  return axis->start + (axis->end - axis->start) * (v - low) / (high - low);
}

/* A round step that gives about five of them. */
static double
linear_step (double span)
{
  double power = pow (10, floor (log10 (span / 5)));
  double ratio = span / 5 / power;
  return MAX (1, power * (ratio > 5 ? 10 : ratio > 2 ? 5 : ratio > 1 ? 2 : 1));
}

static const double steps[] = { 1, 2, 5 };

/* The last of 1, 2, 5, 10, 20, 50... that is not above `value`. */
static double
round_down (double value)
{
  double power = pow (10, floor (log10 (value) + 1e-9));
  double below = power;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (power * steps[i] <= value * (1 + 1e-9))
      below = power * steps[i];
  return below;
}

/* Widens the range to where ticks are. */
static Axis
make_axis (bool logarithmic, double low, double high, double start, double end)
{
  if (logarithmic)
    {
      double down = round_down (low), up = 1 / round_down (1 / high);
      return (Axis){ true, down, up > down * 1.5 ? up : down * 10, start, end };
    }
  double step = linear_step (MAX (high - low, 1));
  double down = floor (low / step) * step;
  double up = ceil (high / step) * step;
  return (Axis){ false, down, up > down ? up : down + step, start, end };
}

static void
put_value (double value, GString *out)
{
  static const char units[] = " kMGT";
  guint             unit = 0;
  while (value >= 999.5 && unit + 1 < sizeof units - 1)
    {
      value /= 1000;
      unit++;
    }
  g_string_append_printf (out, "%.3g", value);
  if (unit > 0)
    g_string_append_c (out, units[unit]);
}

static void
put_tick (const Axis *axis, double value, bool across, GString *out)
{
  double at = place (axis, value);
  if (across)
    g_string_append_printf (out,
                            "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
                            "text-anchor=\"middle\">",
                            at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 16);
  else
    g_string_append_printf (out,
                            "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
                            "text-anchor=\"end\">",
                            LEFT, at, WIDTH - RIGHT, LEFT - 6, at + 4);
  put_value (value, out);
  g_string_append (out, "</text>\n");
}

static void
put_ticks (const Axis *axis, bool across, GString *out)
{
  double step = linear_step (axis->high - axis->low);
  if (!axis->logarithmic)
    {
      for (double v = axis->low; v <= axis->high + step / 2; v += step)
        put_tick (axis, v, across, out);
      return;
    }
  /* Over many decades, only the powers of ten. */
  guint per_decade = axis->high / axis->low < 300 ? G_N_ELEMENTS (steps) : 1;
  for (double power = pow (10, floor (log10 (axis->low) + 1e-9)); power <= axis->high * 1.01; power *= 10)
    for (guint i = 0; i < per_decade; i++)
      if (power * steps[i] > axis->low * 0.99 && power * steps[i] < axis->high * 1.01)
        put_tick (axis, power * steps[i], across, out);
}

static void
find_ranges (const LpnPlot *plot, Axis *x, Axis *y)
{
  double low_x = G_MAXDOUBLE, high_x = -G_MAXDOUBLE, low_y = G_MAXDOUBLE, high_y = -G_MAXDOUBLE;
  for (guint s = 0; s < plot->series->len; s++)
    {
      const GArray *points = g_array_index (plot->series, LpnSeries, s).points;
      for (guint i = 0; i < points->len; i++)
        {
          const LpnPoint *point = &g_array_index (points, LpnPoint, i);
          low_x = MIN (low_x, point->x);
          high_x = MAX (high_x, point->x);
          low_y = MIN (low_y, point->y);
          high_y = MAX (high_y, point->y);
        }
    }
  *x = make_axis (plot->log_x, low_x, high_x, LEFT, WIDTH - RIGHT);
  *y = make_axis (true, low_y, high_y, HEIGHT - BOTTOM, TOP);
}

static void
put_series (const LpnPlot *plot, const LpnSeries *series, const Axis *x, const Axis *y, GString *out)
{
  const GArray *points = series->points;
  if (plot->lines && points->len > 1)
    {
      g_string_append (out, "<polyline fill=\"none\" stroke-width=\"1.6\" points=\"");
      for (guint i = 0; i < points->len; i++)
        {
          const LpnPoint *point = &g_array_index (points, LpnPoint, i);
          g_string_append_printf (out, "%.1f,%.1f ", place (x, point->x), place (y, point->y));
        }
      g_string_append_printf (out, "\" stroke=\"%s\"/>\n", colours[series->style % G_N_ELEMENTS (colours)]);
    }
  for (guint i = 0; i < points->len; i++)
    {
      const LpnPoint *point = &g_array_index (points, LpnPoint, i);
      put_marker (series->style, place (x, point->x), place (y, point->y), point->hollow, out);
      g_string_append (out, "><title>");
      lpn_put_xml (point->name, out);
      g_string_append_printf (out, "</title></%s>\n",
                              series->style % 4 == 0   ? "circle"
                              : series->style % 4 == 1 ? "rect"
                                                       : "path");
    }
}

void
lpn_plot_write (const LpnPlot *plot, GString *out)
{
  Axis x, y;
  if (lpn_plot_n_points (plot) == 0)
    {
      g_string_append (out, "<p>No run to show.</p>\n");
      return;
    }
  find_ranges (plot, &x, &y);
  g_string_append_printf (out, "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 %g %g\"><title>", WIDTH, HEIGHT);
  lpn_put_xml (plot->y_label, out);
  g_string_append (out, " against ");
  lpn_put_xml (plot->x_label, out);
  g_string_append (out, "</title>\n");
  put_ticks (&x, true, out);
  put_ticks (&y, false, out);
  g_string_append_printf (out, "<path class=\"axis\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n", LEFT, TOP, HEIGHT - BOTTOM,
                          WIDTH - RIGHT);
  g_string_append_printf (out, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
                          (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8);
  lpn_put_xml (plot->x_label, out);
  g_string_append_printf (out,
                          "</text><text class=\"label\" transform=\"translate(14 %.1f) rotate(-90)\" "
                          "text-anchor=\"middle\">",
                          (TOP + HEIGHT - BOTTOM) / 2);
  lpn_put_xml (plot->y_label, out);
  g_string_append (out, "</text>\n");
  for (guint s = 0; s < plot->series->len; s++)
    put_series (plot, &g_array_index (plot->series, LpnSeries, s), &x, &y, out);
  g_string_append (out, "</svg>\n");
}

static void
put_bar (const LpnBar *bar, double most, double y, GString *out)
{
  const char *colour = colours[bar->style % G_N_ELEMENTS (colours)];
  double      width = MAX (1, (WIDTH - 80) * bar->value / most);

  g_string_append_printf (out,
                          "<rect class=\"bar\" x=\"2\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" "
                          "fill-opacity=\"%s\" stroke=\"%s\"/><text x=\"%.1f\" y=\"%.1f\">",
                          y + 1, width, BAR - 3, colour, bar->hollow ? ".25" : ".85", colour, width + 8, y + BAR - 4);
  put_value (bar->value, out);
  g_string_append_printf (out, "%s</text>\n", bar->hollow ? "+" : "");
}

void
lpn_bars_write (const GArray *bars, const char *label, GString *out)
{
  double most = 0;
  for (guint i = 0; i < bars->len; i++)
    most = MAX (most, g_array_index (bars, LpnBar, i).value);
  for (guint i = 0, end; i < bars->len; i = end)
    {
      const char *group = g_array_index (bars, LpnBar, i).group;
      for (end = i; end < bars->len && g_str_equal (g_array_index (bars, LpnBar, end).group, group);)
        end++;
      g_string_append_printf (out, "<figure><svg class=\"plot\" role=\"img\" viewBox=\"0 0 %g %g\"><title>", WIDTH,
                              BAR_HEAD + (end - i) * BAR + 4);
      lpn_put_xml (label, out);
      g_string_append (out, "</title><text class=\"label\" x=\"2\" y=\"15\">");
      lpn_put_xml (group, out);
      g_string_append (out, "</text>\n");
      for (guint b = i; b < end; b++)
        put_bar (&g_array_index (bars, LpnBar, b), most, BAR_HEAD + (b - i) * BAR, out);
      g_string_append (out, "</svg></figure>\n");
    }
}
