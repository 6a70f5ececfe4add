/* SPDX-License-Identifier: MIT */
/*
 * What a comparison is to run: models x ways, under limits.
 *
 * Vocabulary
 *   way    a store, search, partition and order: how a model is explored. Models and ways span the table of results.
 *          A store may bring options of its own, "mdd-hybrid:OPTION=VALUE", more of them after further colons
 *   job    one model explored one way, for the n-th time
 *   suite  a plan in a key file (docs/compare.md), found by path or by name among the data files
 */
#ifndef LPN_IO_COMPARE_PLAN_H
#define LPN_IO_COMPARE_PLAN_H

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  const char *store, *search, *partition, *order; /* borrowed from the plan */
  char       *label;                              /* the store, and what else tells it from the other ways */
} LpnWay;

typedef struct
{
  char      *title;                                            /* NULL: none */
  GPtrArray *models, *stores, *searches, *partitions, *orders; /* char *, none twice */
  GPtrArray *ways;                                             /* LpnWay, after lpn_plan_finish() */
  double     time_limit;                                       /* seconds */
  guint64    memory_limit;                                     /* bytes */
  guint64    repeat;
} LpnPlan;

typedef struct
{
  guint model, way; /* places in the plan */
  guint run;        /* from 1 */
} LpnJob;

/* Nothing to run; the limits are 900 s and 2 GiB. */
LpnPlan *lpn_plan_new (void);
void     lpn_plan_free (LpnPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnPlan, lpn_plan_free)

/* Adds a word to one of the lists unless it is there. */
void lpn_plan_add (GPtrArray *list, const char *word);
/* Replaces a list by the words between the commas of `text`. */
void lpn_plan_set (GPtrArray *list, const char *text);

/* The data folders that exist: of the environment (LPNREACH_DATA_DIR), of the installation, of the sources. They hold
 * suites/NAME.suite and paper/NAME.csv. */
char **lpn_data_dirs (void);
/* The first such file; NULL: none. Transfer full. */
char *lpn_data_find (const char *folder, const char *name, const char *suffix);

/* The file of a suite if `word` means one: it ends in ".suite", or one of that name is found. Transfer full. */
char *lpn_suite_find (const char *word);
/* Adds models and settings of the suite to `plan`. Errors name file, group and key. */
bool lpn_suite_load (const char *path, LpnPlan *plan, GError **error);

/* Fills lists left empty with defaults (every exact store; io/defaults.h), checks all names, makes the ways. */
bool lpn_plan_finish (LpnPlan *plan, GError **error);

/* All jobs, LpnJob: model by model, and every second time round the other way about, so that a machine that slows down
 * or warms up does not favour the stores named first. Transfer full. */
GArray *lpn_plan_jobs (const LpnPlan *plan);

#endif
