/* SPDX-License-Identifier: MIT */
/*
 * What `explore` and `check` share: the options of a run, the run itself with its limits, signals and progress line,
 * and the record at its end.
 *
 * An LpnCliRun is filled by option parsing (lpn_cli_run_context()), then lpn_cli_run_open() loads the model and checks
 * the options, lpn_cli_run_search() runs, and lpn_cli_run_finish() writes and gives the exit code.
 *
 * SIGINT and SIGTERM during the search end it with its partial record; a second one ends the process.
 */
#ifndef LPN_IO_CLI_RUN_H
#define LPN_IO_CLI_RUN_H

#include "io/cli/cli.h"
#include "io/record.h"
#include "search/search.h"

typedef struct
{
  /* As given; NULL: by default. */
  char   **words;
  char    *store;
  char    *search;
  char    *partition_kind;
  char    *order;
  char    *output;
  char    *progress;
  char    *diagram_path;
  char    *witness_path;
  char    *vcd_path;
  gboolean vcd_places;
  gboolean json;
  gboolean quiet;
  gboolean verify;

  LpnSearchOptions options;
  LpnModelOptions  model_options;
  GPtrArray       *texts; /* of generated option descriptions */

  /* From lpn_cli_run_open() on. */
  char            *model;
  LpnNet          *net;
  LpnCompiled     *compiled;
  LpnPartition    *partition;
  LpnPartitionKind kind;
  const char      *chosen_order; /* NULL: the order was given, not "auto" */
  LpnResult       *result;
} LpnCliRun;

/* A context with the options of every run and those in `entries` (may be NULL). `run` starts all zero. */
GOptionContext *lpn_cli_run_context (LpnCliRun *run, const char *name, const GOptionEntry *entries,
                                     const char *description);
void            lpn_cli_run_clear (LpnCliRun *run);

/* These print what is wrong and answer an exit code; LPN_EXIT_HOLDS: go on. */
int lpn_cli_run_open (LpnCliRun *run);
int lpn_cli_run_search (LpnCliRun *run);

/* Writes the record and the witnesses. Returns the exit code of the verdict, or LPN_EXIT_USAGE if something cannot be
 * written. */
int lpn_cli_run_finish (LpnCliRun *run);

#endif
