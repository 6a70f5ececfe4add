/* SPDX-License-Identifier: MIT */
/*
 * Local states: distinct vectors of values, each stored once and numbered densely from 0 in order of arrival.
 *
 * Rows are kept narrow: every column is 1, 2, 4 or 8 bytes wide, as its values need so far; a value that does not fit
 * widens its column and rewrites the rows (at most three times per column). An open-addressing table of row numbers
 * finds a row again. Both live in blocks of the budget; there is no limit on rows but memory and 2^32 - 2.
 *
 * Cost: interning a known vector is one hash of the row and about one comparison.
 */
#ifndef LPN_LPN_LOCAL_H
#define LPN_LPN_LOCAL_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

G_BEGIN_DECLS

#define LPN_LOCAL_NONE G_MAXUINT32

typedef struct _LpnLocalTable LpnLocalTable;

/* A table of vectors of `n_columns` values. The budget is borrowed. */
LpnLocalTable *lpn_local_table_new (guint n_columns, LpnBudget *budget);
void           lpn_local_table_free (LpnLocalTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnLocalTable, lpn_local_table_free)

/* The number of this vector, new or known; LPN_LOCAL_NONE when memory is out (the table is unchanged). */
guint32 lpn_local_table_intern (LpnLocalTable *table, const gint64 *values);
/* The number of a known vector, else LPN_LOCAL_NONE. */
guint32 lpn_local_table_find (const LpnLocalTable *table, const gint64 *values);
/* One value, or all values, of row `index`. */
gint64  lpn_local_table_get (const LpnLocalTable *table, guint32 index, guint column);
void    lpn_local_table_row (const LpnLocalTable *table, guint32 index, gint64 *values);
guint32 lpn_local_table_count (const LpnLocalTable *table);
guint64 lpn_local_table_bytes (const LpnLocalTable *table);

G_END_DECLS

#endif
