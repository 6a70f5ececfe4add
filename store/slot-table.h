/* SPDX-License-Identifier: MIT */
/*
 * A set of bit strings in one open-addressed table, without pointers and without empty bytes.
 *
 * Vocabulary
 *   key     words of 64 bits, lowest first. Bit 32 (LPN_SLOT_USED_BIT) of word 0 is reserved: zero in what the caller
 *           makes. All keys of a table have the same bits, but more can be appended (lpn_slot_table_widen)
 *   encode  a key to the form in which it is looked up and stored; decode is its inverse
 *
 * A slot is as many whole bytes as an encoded key needs (5 at least), lowest byte first:
 *
 *   bits 0-31   prefix: the first 32 bits of the key, permuted (store/permute.h)
 *   bit  32     1 in a used slot, 0 in an empty one
 *   bits 33-..  extension: the rest of the key as it is
 *
 * The home of an entry is floor (prefix * homes / 2^32): homes ascend with the prefix. Entries lie ascending in
 * (prefix, extension bits of word 0), each at its home or, where that is taken, in the nearest slot after it (linear
 * probing kept sorted). That gives three things:
 *   - a search ends at the first larger entry, so a miss costs no more than a hit: 4 to 5 slots at a load of 0.88,
 *     mostly one cache line, where unsorted probing would walk 35;
 *   - the table grows by any factor in place: its bytes move to the end of the enlarged block and are then dealt
 *     out again from the front, each entry at or before the place it is read from (see deal());
 *   - slots become a byte wider in the same pass, since the order does not depend on the extension's length.
 * There is no wrap-around: a pad of slots after the last home takes what is displaced there.
 *
 * Cost: slot bytes / load each, the load between 0.59 and 0.88; from 8 bytes per slot on between 0.78 and 0.88, from 16
 * on between 0.87 and 0.93. The table never holds more than its present size.
 */
#ifndef LPN_STORE_SLOT_TABLE_H
#define LPN_STORE_SLOT_TABLE_H

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "store/permute.h"
#include "store/store.h"

G_BEGIN_DECLS

enum
{
  LPN_SLOT_PREFIX_BITS = 32,
  LPN_SLOT_USED_BIT = 32,
};

typedef struct
{
  LpnBlock block;
  guint    slot; /* bytes of a slot */
  guint64  mask; /* of the slot's bytes in its first word */
  guint64  homes;
  guint64  count;
  guint64  regrowths;
} LpnSlotTable;

/* An empty table for keys of `bits` bits, the reserved one counted. False where memory is refused. */
bool lpn_slot_table_init (LpnSlotTable *table, LpnBudget *budget, guint bits);
void lpn_slot_table_clear (LpnSlotTable *table, LpnBudget *budget);
/* Keys have `bits` bits from now on; those held are extended by zeros. False where memory is refused: nothing is
 * changed then. */
bool lpn_slot_table_widen (LpnSlotTable *table, LpnBudget *budget, guint bits);

/* Adds an encoded key that is not there, and that lpn_slot_table_find() told to go to `at`. NEW, or FULL where the
 * table cannot grow: it is unchanged then. */
LpnStoreAnswer lpn_slot_table_put (LpnSlotTable *table, LpnBudget *budget, const guint64 *key, guint8 *at);

/* Slots to read, one after another; reading answers false for an empty one. `key` gets `n_words` words, encoded. */
guint64 lpn_slot_table_slots (const LpnSlotTable *table);
bool    lpn_slot_table_read (const LpnSlotTable *table, guint64 slot, guint64 *key, guint n_words);
/* NULL, or what is broken. `key` is scratch for `n_words` words. */
const char *lpn_slot_table_check (const LpnSlotTable *table, guint64 *key, guint n_words);

/* The words after the first are kept lowest byte first. */
static inline void
lpn_slot_encode (guint64 *key, guint n_words)
{
  guint64 hash = lpn_extension_hash (key[0] >> (LPN_SLOT_USED_BIT + 1), key, n_words);
  guint64 prefix = lpn_permute ((guint32)(key[0] ^ hash), LPN_SLOT_PREFIX_BITS);

  key[0] = (key[0] & ~lpn_low_mask (LPN_SLOT_USED_BIT + 1)) | G_GUINT64_CONSTANT (1) << LPN_SLOT_USED_BIT | prefix;
  for (guint i = 1; i < n_words; i++)
    key[i] = GUINT64_TO_LE (key[i]);
}

static inline void
lpn_slot_decode (guint64 *key, guint n_words)
{
  guint64 prefix = lpn_unpermute ((guint32)key[0], LPN_SLOT_PREFIX_BITS);
  guint64 hash;

  for (guint i = 1; i < n_words; i++)
    key[i] = GUINT64_FROM_LE (key[i]);
  hash = lpn_extension_hash (key[0] >> (LPN_SLOT_USED_BIT + 1), key, n_words);
  key[0] = (key[0] & ~lpn_low_mask (LPN_SLOT_USED_BIT + 1)) | (guint32)(prefix ^ hash);
}

/* The order of entries by their first word: prefix first. 0 for an empty slot only. */
static inline guint64
lpn_slot_order (guint64 word)
{
  return word >> 32 | word << 32;
}

/* The slot of the home of an encoded key. */
static inline guint8 *
lpn_slot_home (const LpnSlotTable *table, guint64 word)
{
  __extension__ typedef unsigned __int128 Wide;
  guint64 home = (guint64)(((Wide)(guint32)word * table->homes) >> LPN_SLOT_PREFIX_BITS);
  return (guint8 *)table->block.data + home * table->slot;
}

static inline void
lpn_slot_table_prefetch (const LpnSlotTable *table, const guint64 *key)
{
  const guint8 *p = lpn_slot_home (table, key[0]);
  __builtin_prefetch (p);
  __builtin_prefetch (p + 24);
}

/* Is the encoded key there? `*at` is its slot, or the slot it has to go to. */
static inline bool
lpn_slot_table_find (const LpnSlotTable *table, const guint64 *key, guint8 **at)
{
  guint64 order = lpn_slot_order (key[0]);
  guint8 *p = lpn_slot_home (table, key[0]);

  for (;; p += table->slot)
    {
      guint64 here = lpn_slot_order (lpn_load64 (p) & table->mask);
      if (here - 1 < order - 1) /* used, and before the key */
        continue;
      *at = p;
      if (here != order)
        return false;
      if (table->slot <= 8 || memcmp (p + 8, key + 1, table->slot - 8) == 0)
        return true;
    }
}

static inline LpnStoreAnswer
lpn_slot_table_add (LpnSlotTable *table, LpnBudget *budget, const guint64 *key)
{
  guint8 *at;
  return lpn_slot_table_find (table, key, &at) ? LPN_STORE_SEEN : lpn_slot_table_put (table, budget, key, at);
}

static inline bool
lpn_slot_table_has (const LpnSlotTable *table, const guint64 *key)
{
  guint8 *at;
  return lpn_slot_table_find (table, key, &at);
}

G_END_DECLS

#endif
