/* SPDX-License-Identifier: MIT */
/*
 * One run of a comparison: the result record of its process (docs/output.md), and what the comparison adds to it.
 *
 * Added keys: `run` (which repetition, from 1), `time_limit`, `memory_limit`, `process_seconds` (of the whole process,
 * reading the model included), `exit_code`. Further values of `ended`:
 *   killed   it overran a limit clearly and was ended from outside; counts are partial, if it still gave any
 *   crashed  it was ended by a signal of its own making, or by the system
 *   failed   it gave no record; `reason` is what it said
 *
 * Rows are kept in a file of JSON lines: each is there, on the disk, once its run is over.
 */
#ifndef LPN_IO_COMPARE_ROW_H
#define LPN_IO_COMPARE_ROW_H

#include <glib.h>
#include <stdbool.h>

#include "io/compare/plan.h"
#include "io/json-scan.h"

typedef struct
{
  LpnJsonObject *json;
  char          *model, *store, *search, *partition, *order, *ended;
  guint64        run;
  bool           complete;
  bool           approximate; /* the store is lossy */
  bool           counted;     /* has `states` */
  guint64        states;
  double         seconds;
  guint64        memory; /* the most the process held resident, bytes; 0: unknown */
} LpnRow;

/* Takes `json`. NULL with `error` if a key is missing that a row cannot do without. Transfer full. */
LpnRow *lpn_row_new (LpnJsonObject *json, GError **error);
void    lpn_row_free (LpnRow *row);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnRow, lpn_row_free)

/* Is this the outcome of `job`? A row of another limit counts where the limit made no difference. */
bool lpn_row_answers (const LpnRow *row, const LpnPlan *plan, const LpnJob *job);

/* "peterson.4 in hash (bfs, module, auto, run 1)". Transfer full. */
char *lpn_row_name (const LpnRow *row);

/* Two complete rows of exact stores for one model whose counts differ; false: there are none. */
bool lpn_rows_differ (const GPtrArray *rows, const LpnRow **one, const LpnRow **other);

/* Reads a file of rows; no file: no rows. What a killed writer left of a last line is cut off. Transfer full. */
GPtrArray *lpn_rows_load (const char *path, GError **error);
/* Adds a row to the file behind `fd` and waits until the disk has it. */
bool lpn_row_append (const LpnRow *row, int fd, GError **error);

#endif
