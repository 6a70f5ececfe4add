/* SPDX-License-Identifier: MIT */
/*
 * A set of keys that is filled quickly and emptied in ascending order: the buffer before a diagram.
 *
 * A key is `n_words` 64-bit words, compared word by word as numbers; the two lowest bits of its last word
 * (LPN_KEY_MARKS) are the buffer's own and zero in what callers give. Keys lie in one open-addressed table (linear
 * probing, load up to 3/4) without anything beside them:
 *
 *   bit 0 of the last word   1 in a used slot
 *   bit 1 of the last word   1 while the table is put in order again: this key is where it belongs
 *
 * The table is sorted in place and can be made a table again in place, so emptying needs no memory.
 */
#ifndef LPN_STORE_KEY_BUFFER_H
#define LPN_STORE_KEY_BUFFER_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"
#include "store/store.h"

G_BEGIN_DECLS

typedef struct
{
  LpnBudget *budget;
  LpnBlock   table;
  guint      n_words;
  guint64    slots; /* a power of two */
  guint64    used;
} LpnKeyBuffer;

/* An empty buffer, as small as it gets. False where the budget refuses. */
bool lpn_key_buffer_init (LpnKeyBuffer *buffer, LpnBudget *budget);
void lpn_key_buffer_clear (LpnKeyBuffer *buffer);
/* Empties it, for keys of `n_words` words; the table keeps its bytes. False: the budget refuses room for even a few
 * such keys, and nothing is changed. */
bool lpn_key_buffer_reset (LpnKeyBuffer *buffer, guint n_words);

/* Asks for the cache line where the key would be. */
void lpn_key_buffer_prefetch (const LpnKeyBuffer *buffer, const guint64 *key);
bool lpn_key_buffer_has (const LpnKeyBuffer *buffer, const guint64 *key);
/* NEW, SEEN, or FULL: the table is loaded. */
LpnStoreAnswer lpn_key_buffer_add (LpnKeyBuffer *buffer, const guint64 *key);
/* Doubles the table. False where the budget refuses. */
bool lpn_key_buffer_grow (LpnKeyBuffer *buffer);

/* Puts a 0 in at `level` of every key (store/bdd.h), which must leave the marks free. */
void lpn_key_buffer_insert_zero (LpnKeyBuffer *buffer, guint level);

/* Puts the keys in ascending order at the front of the table, marked, and answers where; until restore() or reset()
 * nothing else may be called. */
const guint64 *lpn_key_buffer_sort (LpnKeyBuffer *buffer);
/* Makes the table of sorted keys a hash table again. */
void lpn_key_buffer_restore (LpnKeyBuffer *buffer);

/* The key in slot `i`, or NULL. */
const guint64 *lpn_key_buffer_slot (const LpnKeyBuffer *buffer, guint64 i);
/* That every key is found where it is. */
bool lpn_key_buffer_check (const LpnKeyBuffer *buffer);

G_END_DECLS

#endif
