/* SPDX-License-Identifier: MIT */
#include "store/slot-table.h"

#include <string.h>

#include "store/bits.h"
#include "store/tuple-hash.h"

enum
{
  FIRST_SLOTS = 64,
  PADDING = 8, /* the last string may be compared by whole words */
};

void
lpn_slot_table_init (LpnSlotTable *table, gsize length)
{
  memset (table, 0, sizeof *table);
  table->length = length;
}

void
lpn_slot_table_clear (LpnSlotTable *table, LpnBudget *budget)
{
  lpn_block_free (&table->block, budget);
  memset (table, 0, sizeof *table);
}

guint64
lpn_slot_table_hash (const LpnSlotTable *table, const void *key)
{
  const guint8 *p = key;
  gsize         left = table->length;
  guint64       hash = left;
  guint64       word = 0;

  for (; left > sizeof word; left -= sizeof word, p += sizeof word)
    hash = lpn_mix64 (hash ^ lpn_load64 (p)) + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  memcpy (&word, p, left);
  return lpn_mix64 (hash ^ GUINT64_FROM_LE (word));
}

static inline guint8 *
slot_at (const LpnSlotTable *table, guint64 i)
{
  return (guint8 *)table->block.data + i * (table->length + 1);
}

static inline guint8
tag_of (guint64 hash)
{
  return (guint8)(128 | (hash & 127));
}

void
lpn_slot_table_prefetch (const LpnSlotTable *table, guint64 hash)
{
  if (table->slots > 0)
    __builtin_prefetch (slot_at (table, lpn_hash_below (hash, table->slots)));
}

/* Strings of up to 16 bytes are most of them: two overlapping loads beat a call of memcmp(). */
static inline bool
equal (const guint8 *a, const guint8 *b, gsize length)
{
  if (length >= 8 && length <= 16)
    return lpn_load64 (a) == lpn_load64 (b) && lpn_load64 (a + length - 8) == lpn_load64 (b + length - 8);
  return memcmp (a, b, length) == 0;
}

/* The slot of the key, or the empty slot where it belongs. There is an empty one. */
static guint8 *
find_slot (const LpnSlotTable *table, const void *key, guint64 hash)
{
  gsize         stride = table->length + 1;
  const guint8 *end = slot_at (table, table->slots);
  guint8        tag = tag_of (hash);

  for (guint8 *slot = slot_at (table, lpn_hash_below (hash, table->slots));;)
    {
      if (*slot == 0 || (*slot == tag && equal (slot + 1, key, table->length)))
        return slot;
      slot += stride;
      if (slot == end)
        slot = table->block.data;
    }
}

bool
lpn_slot_table_has (const LpnSlotTable *table, const void *key, guint64 hash)
{
  return table->slots > 0 && *find_slot (table, key, hash) != 0;
}

static void
put (const LpnSlotTable *table, guint8 *slot, const void *key, guint64 hash)
{
  *slot = tag_of (hash);
  memcpy (slot + 1, key, table->length);
}

static bool
make_slots (LpnSlotTable *table, LpnBudget *budget, guint64 slots)
{
  LpnSlotTable old = *table;

  table->block = (LpnBlock){ 0 };
  if (slots > G_MAXSSIZE / (table->length + 1)
      || !lpn_block_resize (&table->block, budget, slots * (table->length + 1) + PADDING))
    {
      *table = old;
      return false;
    }
  lpn_block_advise_huge (&table->block);
  table->slots = slots;
  table->peak_bytes = MAX (table->peak_bytes, table->block.size + old.block.size);
  for (guint64 i = 0; i < old.slots; i++)
    {
      const guint8 *slot = slot_at (&old, i);
      if (*slot != 0)
        {
          guint64 hash = lpn_slot_table_hash (table, slot + 1);
          put (table, find_slot (table, slot + 1, hash), slot + 1, hash);
        }
    }
  lpn_block_free (&old.block, budget);
  return true;
}

LpnStoreAnswer
lpn_slot_table_add (LpnSlotTable *table, LpnBudget *budget, const void *key, guint64 hash)
{
  guint8 *slot;

  if (table->slots == 0 && !make_slots (table, budget, FIRST_SLOTS))
    return LPN_STORE_FULL;
  slot = find_slot (table, key, hash);
  if (*slot != 0)
    return LPN_STORE_SEEN;
  if (table->count >= table->slots / 8 * 7)
    {
      /* Refused: a fuller table is slower, not wrong, as long as some slots are empty. */
      if (!make_slots (table, budget, table->slots + table->slots / 4) && table->count >= table->slots / 32 * 31)
        return LPN_STORE_FULL;
      slot = find_slot (table, key, hash);
    }
  put (table, slot, key, hash);
  table->count++;
  return LPN_STORE_NEW;
}

const char *
lpn_slot_table_check (const LpnSlotTable *table)
{
  guint64 used = 0;

  for (guint64 i = 0; i < table->slots; i++)
    {
      const guint8 *slot = slot_at (table, i);
      guint64       hash = lpn_slot_table_hash (table, slot + 1);
      if (*slot == 0)
        continue;
      used++;
      if (*slot != tag_of (hash))
        return "a slot is marked with another hash than its string has";
      if (find_slot (table, slot + 1, hash) != slot)
        return "a string is not found in its slot";
    }
  return used == table->count ? NULL : "the slots used are not those counted";
}
