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
#include "base/mix.h"
#include "store/bdd.h"
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

/* Says where a key is, here and in the cache of store/key-cache.h. The marks do not count. */
static inline guint64
lpn_key_hash (const guint64 *key, guint n_words)
{
  guint64 hash = key[n_words - 1] | LPN_KEY_MARKS;

  for (guint i = 0; i + 1 < n_words; i++)
    hash = lpn_mix2 (key[i], hash);
  return lpn_mix64 (hash);
}

/* The same but for the marks? */
static inline bool
lpn_key_same (const guint64 *a, const guint64 *b, guint n_words)
{
  guint64 differ = (a[n_words - 1] ^ b[n_words - 1]) & ~LPN_KEY_MARKS;

  for (guint i = 0; i + 1 < n_words; i++)
    differ |= a[i] ^ b[i];
  return differ == 0;
}

/* An empty buffer, as small as it gets. False where the budget refuses. */
bool lpn_key_buffer_init (LpnKeyBuffer *buffer, LpnBudget *budget);
void lpn_key_buffer_clear (LpnKeyBuffer *buffer);
/* Empties it, for keys of `n_words` words; the table keeps its bytes. False: the budget refuses room for even a few
 * such keys, and nothing is changed. */
bool lpn_key_buffer_reset (LpnKeyBuffer *buffer, guint n_words);
/* Gives memory back, as much as it can: the buffer is empty. */
void lpn_key_buffer_shrink (LpnKeyBuffer *buffer);

/* `hash` is lpn_key_hash() of the key. */
bool lpn_key_buffer_has (const LpnKeyBuffer *buffer, const guint64 *key, guint64 hash);
/* NEW, SEEN, or FULL: the table is loaded. */
LpnStoreAnswer lpn_key_buffer_add (LpnKeyBuffer *buffer, const guint64 *key, guint64 hash);
static inline void
lpn_key_buffer_prefetch (const LpnKeyBuffer *buffer, guint64 hash)
{
  __builtin_prefetch ((const guint64 *)buffer->table.data + (hash & (buffer->slots - 1)) * buffer->n_words);
}

/* Doubles the table. False where the budget refuses. */
bool lpn_key_buffer_grow (LpnKeyBuffer *buffer);

/* Puts a 0 in at `level` of every key (store/bdd.h), which must leave the marks free. */
void lpn_key_buffer_insert_zero (LpnKeyBuffer *buffer, guint level);

/* Puts the keys in ascending order at the front of the table, marked, and answers where; until restore() or reset()
 * nothing else may be called. */
const guint64 *lpn_key_buffer_sort (LpnKeyBuffer *buffer);
/* Drops the first `n` of the sorted keys. */
void lpn_key_buffer_drop (LpnKeyBuffer *buffer, guint64 n);
/* Makes the table of sorted keys a hash table again. */
void lpn_key_buffer_restore (LpnKeyBuffer *buffer);

/* The key in slot `i`, or NULL. */
const guint64 *lpn_key_buffer_slot (const LpnKeyBuffer *buffer, guint64 i);
/* That every key is found where it is. */
bool lpn_key_buffer_check (const LpnKeyBuffer *buffer);

G_END_DECLS

#endif
