/* SPDX-License-Identifier: MIT */
/*
 * Byte strings of one fixed length, each held once and numbered 0, 1, 2, ... in order of arrival.
 *
 * The strings lie one after another in a block that grows in place. An index of 8-byte slots finds them: number + 1 in
 * the low half, 32 bits of the hash in the high half; 0 is empty. Linear probing, load at most 3/4. The home of a slot
 * follows from its half hash, so the index grows without looking at the strings.
 *
 * Cost: length + 8 / load bytes each; a look-up mostly touches one line of the index and one string.
 */
#ifndef LPN_STORE_KEY_TABLE_H
#define LPN_STORE_KEY_TABLE_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

G_BEGIN_DECLS

#define LPN_KEY_TABLE_NONE G_MAXUINT32

typedef struct
{
  gsize    length;
  LpnBlock keys;
  LpnBlock index;
  guint64  count; /* below LPN_KEY_TABLE_NONE */
  guint64  slots; /* of the index: 0, or a power of two */
  guint64  peak_bytes;
} LpnKeyTable;

/* An empty table; holds no memory yet. */
void lpn_key_table_init (LpnKeyTable *table, gsize length);
void lpn_key_table_clear (LpnKeyTable *table, LpnBudget *budget);

guint64 lpn_key_table_hash (const LpnKeyTable *table, const void *key);
/* The number of the key, or LPN_KEY_TABLE_NONE. `hash` as lpn_key_table_hash() says. */
guint32 lpn_key_table_find (const LpnKeyTable *table, const void *key, guint64 hash);
/* The number of the key, added if it was not there. LPN_KEY_TABLE_NONE where memory is refused or the numbers run out:
 * the table is unchanged then. */
guint32 lpn_key_table_add (LpnKeyTable *table, LpnBudget *budget, const void *key, guint64 hash);

static inline const void *
lpn_key_table_key (const LpnKeyTable *table, guint32 number)
{
  return (const guint8 *)table->keys.data + number * table->length;
}

static inline void
lpn_key_table_prefetch (const LpnKeyTable *table, guint64 hash)
{
  if (table->slots > 0)
    __builtin_prefetch ((const guint64 *)table->index.data + ((hash >> 32) * table->slots >> 32));
}

static inline guint64
lpn_key_table_bytes (const LpnKeyTable *table)
{
  return table->keys.size + table->index.size;
}

/* NULL, or what is broken. */
const char *lpn_key_table_check (const LpnKeyTable *table);

G_END_DECLS

#endif
