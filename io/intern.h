/* SPDX-License-Identifier: MIT */
/*
 * A table of texts, each distinct one kept once: what a reader needs for the ids and names of millions of nodes.
 *
 * Vocabulary
 *   symbol  the number of an interned text, counted from 0
 *   kept    a text stored without looking for an equal one, named by its offset; for ids that nobody looks up
 *
 * Texts live in one growing block (at most 4 GiB), so a pointer handed out is good until the next text is added. Cost:
 * the bytes of the text, 12 bytes per symbol and 8 to 16 in the hash table; the hash is seeded, so that no file can be
 * made to collide. Everything is paid from the budget; where it or the 32-bit numbers run out, the answer is
 * LPN_INTERN_FULL.
 */
#ifndef LPN_IO_INTERN_H
#define LPN_IO_INTERN_H

#include <glib.h>

#include "base/budget.h"

G_BEGIN_DECLS

#define LPN_INTERN_FULL G_MAXUINT32

typedef struct _LpnIntern LpnIntern;

/* The budget is borrowed and outlives the table. Returns: transfer full. */
LpnIntern *lpn_intern_new (LpnBudget *budget);
void       lpn_intern_free (LpnIntern *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnIntern, lpn_intern_free)

/* The symbol of `length` bytes (none of them zero), added where it is new. */
guint32 lpn_intern_add (LpnIntern *table, const char *text, gsize length);
/* The symbol of a text, LPN_INTERN_FULL if it is not there. */
guint32     lpn_intern_find (const LpnIntern *table, const char *text, gsize length);
const char *lpn_intern_text (const LpnIntern *table, guint32 symbol);
guint32     lpn_intern_count (const LpnIntern *table);

guint32     lpn_intern_keep (LpnIntern *table, const char *text, gsize length);
const char *lpn_intern_kept (const LpnIntern *table, guint32 offset);

G_END_DECLS

#endif
