/* SPDX-License-Identifier: MIT */
/* The progress of a run on the standard error: one live line on a terminal, else a line per report if asked for. */
#ifndef LPN_IO_CLI_PROGRESS_H
#define LPN_IO_CLI_PROGRESS_H

#include <glib.h>
#include <stdbool.h>

#include "search/search.h"

typedef struct
{
  bool    live;        /* overwrite one line */
  bool    shown;       /* a live line stands there */
  guint64 last_states; /* of the report before, for the rate */
  double  last_seconds;
} LpnCliProgress;

/* Decides by `mode` ("auto", "always", "never"; NULL: auto) whether and how progress is shown. *wanted says whether;
 * false with `error` for another mode. */
bool lpn_cli_progress_init (LpnCliProgress *progress, const char *mode, bool *wanted, GError **error);
/* An LpnProgressFunc; `data` is the LpnCliProgress. */
void lpn_cli_progress_report (const LpnProgress *now, gpointer data);
/* Takes the live line away. */
void lpn_cli_progress_clear (LpnCliProgress *progress);

#endif
