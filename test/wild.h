/* SPDX-License-Identifier: MIT */
/* Files of other tools, in the shared data beside the project, with the counts known for them. */
#ifndef LPN_TEST_WILD_H
#define LPN_TEST_WILD_H

#include "lpn/net.h"

typedef struct
{
  guint64 states, transitions, deadlocks;
} LpnTestCounts;

/* A row of counts.csv, split at commas, and as it stands. Was the net counted? */
typedef bool (*LpnWildFunc) (const char *folder, char **row, const char *line);

/* All rows of the table in `kind`, a folder of the shared data; each must have `n_columns` at least. Quoted fields come
 * only last, in the notes, so a plain split is right up to them. false: there is no shared data, which is said. */
bool lpn_test_wild (const char *kind, guint n_columns, LpnWildFunc func, guint *n_rows, guint *n_counted);

/* Asserts that the oracle finds these counts; `how` the net came to be is for the message. */
void lpn_test_check_oracle (const LpnNet *net, const char *file, const char *how, const LpnTestCounts *known);
/* The same of the engine, breadth first into one store and depth first into another. */
void lpn_test_check_engine (const LpnNet *net, const char *file, const LpnTestCounts *known);

#endif
