/* SPDX-License-Identifier: MIT */
/*
 * Plots as inline SVG: no script, no font and no file from elsewhere, text that scales with the page.
 *
 * A style is a colour and a marker; styles are told apart by both, so that a plot can be read in print and by those who
 * see colours differently.
 */
#ifndef LPN_IO_COMPARE_PLOT_H
#define LPN_IO_COMPARE_PLOT_H

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  double x, y;
  bool   hollow; /* a run that did not complete */
  char  *name;   /* shown when pointed at */
} LpnPoint;

typedef struct
{
  guint   style;
  GArray *points; /* LpnPoint */
} LpnSeries;

typedef struct
{
  const char *x_label, *y_label;
  bool        log_x;  /* values above 0; y is always logarithmic */
  bool        lines;  /* points of a series are joined */
  GArray     *series; /* LpnSeries */
} LpnPlot;

/* A plot without series. */
LpnPlot lpn_plot (const char *x_label, const char *y_label, bool log_x, bool lines);
void    lpn_plot_clear (LpnPlot *plot);
/* To the series of that style, made when missing. Values below the smallest that can be shown are raised to it. */
void  lpn_plot_add (LpnPlot *plot, guint style, double x, double y, bool hollow, const char *name);
guint lpn_plot_n_points (const LpnPlot *plot);
void  lpn_plot_write (const LpnPlot *plot, GString *out);

/* A bar of a chart. */
typedef struct
{
  const char *group; /* borrowed; bars of a group follow each other */
  guint       style;
  double      value;
  bool        hollow;
} LpnBar;

/* A figure per group, so that pages can break between them, all to one scale. */
void lpn_bars_write (const GArray *bars, const char *label, GString *out);

/* The marker of a style, as a small picture for a legend. */
void lpn_plot_swatch (guint style, GString *out);

/* Text with what XML keeps for itself escaped. */
void lpn_put_xml (const char *text, GString *out);

#endif
