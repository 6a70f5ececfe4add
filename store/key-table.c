/* SPDX-License-Identifier: MIT */
#include "store/key-table.h"

#include <string.h>

#include "base/mix.h"

enum
{
  FIRST_SLOTS = 512 /* a page */
};

void
lpn_key_table_init (LpnKeyTable *table, gsize length)
{
  memset (table, 0, sizeof *table);
  table->length = length;
}

void
lpn_key_table_clear (LpnKeyTable *table, LpnBudget *budget)
{
  lpn_block_free (&table->keys, budget);
  lpn_block_free (&table->index, budget);
  memset (table, 0, sizeof *table);
}

guint64
lpn_key_table_hash (const LpnKeyTable *table, const void *key)
{
  const guint8 *p = key;
  gsize         left = table->length;
  guint64       hash = left;
  guint64       word;

  for (; left >= sizeof word; left -= sizeof word, p += sizeof word)
    {
      memcpy (&word, p, sizeof word);
      hash = lpn_mix64 (hash ^ word) + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
    }
  if (left > 0)
    {
      word = 0;
      memcpy (&word, p, left);
      hash = lpn_mix64 (hash ^ word);
    }
  return hash;
}

/* The slot of the key, or the empty slot where it belongs. The index is there and has an empty slot. */
static guint64 *
find_slot (const LpnKeyTable *table, const void *key, guint64 hash)
{
  guint64 *index = table->index.data;
  guint64  tag = hash >> 32;

  for (guint64 i = tag * table->slots >> 32;; i = (i + 1) & (table->slots - 1))
    if (index[i] == 0
        || (index[i] >> 32 == tag
            && memcmp (lpn_key_table_key (table, (guint32)index[i] - 1), key, table->length) == 0))
      return index + i;
}

guint32
lpn_key_table_find (const LpnKeyTable *table, const void *key, guint64 hash)
{
  guint64 *slot;

  if (table->slots == 0)
    return LPN_KEY_TABLE_NONE;
  slot = find_slot (table, key, hash);
  return *slot == 0 ? LPN_KEY_TABLE_NONE : (guint32)*slot - 1;
}

static void
note_peak (LpnKeyTable *table, guint64 extra)
{
  table->peak_bytes = MAX (table->peak_bytes, lpn_key_table_bytes (table) + extra);
}

static bool
grow_index (LpnKeyTable *table, LpnBudget *budget)
{
  guint64        slots = table->slots > 0 ? 2 * table->slots : FIRST_SLOTS;
  const guint64 *old = table->index.data;
  guint64       *index;
  LpnBlock       block = { 0 };

  if (!lpn_block_resize (&block, budget, slots * sizeof *index))
    return false;
  lpn_block_advise_huge (&block);
  note_peak (table, block.size);
  index = block.data;
  for (guint64 i = 0; i < table->slots; i++)
    if (old[i] != 0)
      {
        guint64 at = (old[i] >> 32) * slots >> 32;
        while (index[at] != 0)
          at = (at + 1) & (slots - 1);
        index[at] = old[i];
      }
  lpn_block_free (&table->index, budget);
  table->index = block;
  table->slots = slots;
  return true;
}

static bool
grow_keys (LpnKeyTable *table, LpnBudget *budget)
{
  gsize size = table->keys.size;

  if ((table->count + 1) * table->length <= size)
    return true;
  if (!lpn_block_resize (&table->keys, budget, size + size / 8 + table->length)
      && !lpn_block_resize (&table->keys, budget, size + table->length))
    return false;
  lpn_block_advise_huge (&table->keys);
  note_peak (table, 0);
  return true;
}

guint32
lpn_key_table_add (LpnKeyTable *table, LpnBudget *budget, const void *key, guint64 hash)
{
  guint64 *slot;

  if (table->slots == 0 && !grow_index (table, budget))
    return LPN_KEY_TABLE_NONE;
  slot = find_slot (table, key, hash);
  if (*slot != 0)
    return (guint32)*slot - 1;
  if (table->count + 1 >= LPN_KEY_TABLE_NONE || !grow_keys (table, budget))
    return LPN_KEY_TABLE_NONE;
  if (table->count >= table->slots / 4 * 3)
    {
      /* Refused: a fuller index is slower, not wrong, as long as some slots are empty. */
      if (!grow_index (table, budget) && table->count >= table->slots / 16 * 15)
        return LPN_KEY_TABLE_NONE;
      slot = find_slot (table, key, hash);
    }
  if (table->length > 0)
    memcpy ((guint8 *)table->keys.data + table->count * table->length, key, table->length);
  table->count++;
  *slot = (hash >> 32) << 32 | table->count;
  return (guint32)table->count - 1;
}

const char *
lpn_key_table_check (const LpnKeyTable *table)
{
  const guint64 *index = table->index.data;
  guint64        used = 0;

  for (guint64 i = 0; i < table->slots; i++)
    {
      guint32 number = (guint32)index[i] - 1;
      if (index[i] == 0)
        continue;
      used++;
      if (number >= table->count)
        return "the index names a string that is not there";
      if (lpn_key_table_find (table, lpn_key_table_key (table, number),
                              lpn_key_table_hash (table, lpn_key_table_key (table, number)))
          != number)
        return "a string is not found under its own number";
    }
  return used == table->count ? NULL : "the index and the strings differ in number";
}
