/* SPDX-License-Identifier: MIT */
/*
 * Runs jobs, each in a process of its own: this program again, as `explore --json`.
 *
 * A process keeps its limits itself. One that overruns them clearly (a tenth and ten seconds; a tenth and 64 MiB) is
 * sent SIGTERM and, five seconds later, SIGKILL. All of them end when this process does, however it ends.
 */
#ifndef LPN_IO_COMPARE_RUNNER_H
#define LPN_IO_COMPARE_RUNNER_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>

#include "io/compare/plan.h"
#include "io/compare/row.h"

typedef struct
{
  guint         done, total, running;
  double        seconds; /* since the start */
  double        left;    /* seconds, estimated; negative: nothing to go by yet */
  const LpnJob *newest;  /* the job started last; NULL: none runs */
} LpnRunnerStatus;

typedef struct
{
  const LpnPlan *plan;
  guint          parallel; /* processes at a time */
  /* Takes the row of a finished job. false: end the comparison. */
  bool (*finished) (LpnRow *row, gpointer data, GError **error);
  /* Or NULL; called a few times a second. */
  void (*tick) (const LpnRunnerStatus *status, gpointer data);
  gpointer                     data;
  const volatile sig_atomic_t *cancel; /* set to non-zero by a signal handler: end the comparison */
} LpnRunner;

/* Runs `jobs` (LpnJob). Returns false with `error` set for what `finished` said or if no process can be started; false
 * without it when cancelled. */
bool lpn_runner_run (const LpnRunner *runner, const GArray *jobs, GError **error);

#endif
