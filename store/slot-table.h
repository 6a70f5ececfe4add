/* SPDX-License-Identifier: MIT */
/*
 * A set of byte strings of one fixed length, held in the slots of one open-addressing table: no index, no numbers.
 *
 *   slot   1 byte    0: empty; else 128 | 7 bits of the hash
 *          length    the string
 *
 * Linear probing, load at most 7/8; the table grows by a quarter. Meant for short strings: with an index apart
 * (store/key-table.h), a string of five bytes would cost more for being found than for itself.
 *
 * Cost: (length + 1) / load bytes each; a look-up mostly touches one or two cache lines. Growing needs the old table
 * and the new one at once.
 */
#ifndef LPN_STORE_SLOT_TABLE_H
#define LPN_STORE_SLOT_TABLE_H

#include <glib.h>
#include <stdbool.h>

#include "store/store.h"

G_BEGIN_DECLS

typedef struct
{
  gsize    length;
  LpnBlock block;
  guint64  slots;
  guint64  count;
  guint64  peak_bytes;
} LpnSlotTable;

/* An empty table; holds no memory yet. */
void lpn_slot_table_init (LpnSlotTable *table, gsize length);
void lpn_slot_table_clear (LpnSlotTable *table, LpnBudget *budget);

guint64 lpn_slot_table_hash (const LpnSlotTable *table, const void *key);
/* `hash` as lpn_slot_table_hash() says. */
bool lpn_slot_table_has (const LpnSlotTable *table, const void *key, guint64 hash);
/* NEW, SEEN, or FULL where memory is refused: the table is unchanged then. */
LpnStoreAnswer lpn_slot_table_add (LpnSlotTable *table, LpnBudget *budget, const void *key, guint64 hash);
void           lpn_slot_table_prefetch (const LpnSlotTable *table, guint64 hash);

/* NULL, or what is broken. */
const char *lpn_slot_table_check (const LpnSlotTable *table);

G_END_DECLS

#endif
