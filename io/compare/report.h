/* SPDX-License-Identifier: MIT */
/*
 * What a comparison found, in its several forms.
 *
 * The results are a table of models x ways. A cell is one run: of several repetitions the one with the median time
 * (runs that did not complete count as slower than any that did), so that all figures of a cell belong together.
 *
 * Figures as in Table I of the MDD paper: Time, seconds of the search; Mem, the most the process held, in MB of 2^20
 * bytes; |S|, states; SS, states per second; SSD, states per MB.
 */
#ifndef LPN_IO_COMPARE_REPORT_H
#define LPN_IO_COMPARE_REPORT_H

#include <glib.h>
#include <stdbool.h>

#include "io/compare/plan.h"
#include "io/compare/row.h"

/* A figure of a published table. */
typedef struct
{
  char  *model;
  char  *store;
  double seconds;
  double mb;
  double states;
} LpnPaperRow;

typedef struct
{
  const LpnPlan   *plan;
  const GPtrArray *rows;  /* LpnRow, of this plan only, in the order of its jobs */
  const LpnRow   **cells; /* models x ways; NULL: not run */
  GPtrArray       *paper; /* LpnPaperRow; NULL: not wanted */
} LpnReport;

/* `rows` may hold rows of other plans; those are left out. Takes `paper`, borrows the rest. Transfer full. */
LpnReport *lpn_report_new (const LpnPlan *plan, const GPtrArray *rows, GPtrArray *paper);
void       lpn_report_free (LpnReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnReport, lpn_report_free)

const LpnRow *lpn_report_cell (const LpnReport *report, guint model, guint way);
/* NULL: none. */
const LpnPaperRow *lpn_report_paper (const LpnReport *report, guint model, guint way);

/* Are the published figures of another net, as far as counts tell? */
bool lpn_report_paper_other (const LpnReport *report, guint model);

/* Reads the published figures, model,store,seconds,mb,states. Transfer full. */
GPtrArray *lpn_paper_load (const char *path, GError **error);

/* Figures of a row; 0: unknown. */
double lpn_row_mb (const LpnRow *row);
double lpn_row_speed (const LpnRow *row);
double lpn_row_density (const LpnRow *row);

/* Averages of speed and density over the models with such figures. false: there are none. */
bool lpn_report_averages (const LpnReport *report, guint way, double *speed, double *density);

/* A short mark for a run that did not complete: "time", "memory", "crashed"...; "" for one that did. */
const char *lpn_row_mark (const LpnRow *row);

/* When and where: "2026-01-31, PROCESSOR, 8 processors". Transfer full. */
char *lpn_report_machine (void);

/* The keys of a row as they are in CSV and in the list of runs of the HTML report, ended by NULL. */
extern const char *const lpn_report_keys[];

void lpn_report_text (const LpnReport *report, GString *out);
void lpn_report_csv (const LpnReport *report, GString *out);
void lpn_report_markdown (const LpnReport *report, GString *out);
void lpn_report_html (const LpnReport *report, GString *out);

#endif
