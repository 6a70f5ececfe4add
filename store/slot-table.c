/* SPDX-License-Identifier: MIT */
#include "store/slot-table.h"

enum
{
  MIN_SLOT = 5,
  PAD = 128,       /* slots after the last home */
  SLACK = 16,      /* further slots, always empty: they end every scan and keep deal()'s reader ahead of its writer */
  SOFT_LOAD = 225, /* of 256: grow here */
  WIDE_LOAD = 237, /* the same for wide slots, whose empty ones cost more than longer walks */
  HARD_LOAD = 246, /* of 256: full here when growing is refused */
  WIDE_SLOT = 16,
};

static inline guint8 *
slot_at (const LpnSlotTable *t, guint64 i)
{
  return (guint8 *)t->block.data + i * t->slot;
}

/* Slots that may be used; SLACK more follow. */
static guint64
slots_of (guint64 homes)
{
  return homes + PAD;
}

static guint
slot_for (guint bits)
{
  return MAX ((bits + 7) / 8, MIN_SLOT);
}

static void
set_slot (LpnSlotTable *t, guint slot)
{
  t->slot = slot;
  t->mask = lpn_low_mask (8 * MIN (slot, 8));
}

static inline void
write_slot (const LpnSlotTable *t, guint8 *p, const guint64 *key)
{
  lpn_store64 (p, (lpn_load64 (p) & ~t->mask) | key[0]);
  if (t->slot > 8)
    memcpy (p + 8, key + 1, t->slot - 8);
}

/* Deals the entries of `n` slots of `slot` bytes at `from`, in order, to the slots of the table as it is described
 * now. `from` ends where the block ends. The write stays behind the read: seen from the end, an entry's new home is
 * not nearer than its old one, its displacement does not grow when the load falls (but for rounding by one slot), and
 * slots do not shrink; SLACK keeps them 15 slots apart at least. */
static void
deal (LpnSlotTable *t, const guint8 *from, guint64 n, guint slot)
{
  guint64 mask = lpn_low_mask (8 * MIN (slot, 8));
  guint8 *data = t->block.data;
  guint8 *next = data; /* everything before is final */

  for (; n > 0; n--, from += slot)
    {
      guint64 first = lpn_load64 (from) & mask;
      guint8 *p;
      if (first == 0)
        continue;
      p = MAX (lpn_slot_home (t, first), next);
      for (; next < p; next += 8)
        lpn_store64 (next, 0);
      lpn_store64 (p, first);
      if (t->slot > 8)
        {
          memcpy (p + 8, from + 8, slot > 8 ? slot - 8 : 0);
          memset (p + MAX (slot, 8), 0, t->slot - MAX (slot, 8));
        }
      next = p + t->slot;
    }
  g_assert (next <= slot_at (t, slots_of (t->homes) + SLACK / 2));
  memset (next, 0, t->block.size - (size_t)(next - data));
}

/* Makes slots `slot` bytes wide and the table at least `homes` homes large, in place; neither may shrink. False where
 * memory is refused: nothing is changed then. */
static bool
regrow (LpnSlotTable *t, LpnBudget *budget, guint slot, guint64 homes)
{
  guint64 n = slots_of (t->homes);
  guint   old_slot = t->slot;
  gsize   old_size = t->block.size;
  guint8 *data, *from;

  if (homes > (G_MAXSIZE >> 8) / slot
      || !lpn_block_resize (&t->block, budget, (slots_of (homes) + SLACK) * slot + sizeof (guint64)))
    return false;
  lpn_block_advise_huge (&t->block);
  set_slot (t, slot);
  /* What the rounding to pages gives is used as well. */
  t->homes = (t->block.size - sizeof (guint64)) / slot - PAD - SLACK;
  if (old_size == 0)
    return true;
  t->regrowths++;
  data = t->block.data;
  from = data + t->block.size - sizeof (guint64) - n * old_slot; /* a load of 8 bytes stays inside */
  memmove (from, data, n * old_slot);
  deal (t, from, n, old_slot);
  return true;
}

bool
lpn_slot_table_init (LpnSlotTable *t, LpnBudget *budget, guint bits)
{
  memset (t, 0, sizeof *t);
  return regrow (t, budget, slot_for (bits), 1);
}

void
lpn_slot_table_clear (LpnSlotTable *t, LpnBudget *budget)
{
  lpn_block_free (&t->block, budget);
  memset (t, 0, sizeof *t);
}

bool
lpn_slot_table_widen (LpnSlotTable *t, LpnBudget *budget, guint bits)
{
  return slot_for (bits) <= t->slot || regrow (t, budget, slot_for (bits), t->homes);
}

/* The homes to grow to: double while small; then as much as keeps the bytes per entry right after growing near
 * 9.6, so narrow slots grow in fewer and larger steps, and wide ones by a sixteenth. */
static guint64
wanted_homes (const LpnSlotTable *t)
{
  guint64 most;

  if (t->block.size < 1 << 18 || (t->block.size < 1 << 20 && t->slot < WIDE_SLOT))
    return 2 * t->homes;
  if (t->slot >= WIDE_SLOT)
    return t->homes + t->homes / 16;
  most = t->count * 96 / (10 * t->slot);
  return CLAMP (most, t->homes + t->homes / 8, t->homes + t->homes / 2);
}

/* Makes room for one more entry, or answers false. */
static bool
make_room (LpnSlotTable *t, LpnBudget *budget)
{
  guint64 fitting;

  if (regrow (t, budget, t->slot, wanted_homes (t)))
    return true;
  fitting = (t->block.size + lpn_budget_left (budget)) / t->slot;
  fitting = MIN (fitting, G_MAXINT64) - MIN (fitting, PAD + 2 * SLACK + 4096 / t->slot);
  if (fitting > t->homes + t->homes / 64 && regrow (t, budget, t->slot, MIN (fitting, wanted_homes (t))))
    return true;
  return t->count < t->homes / 256 * HARD_LOAD;
}

LpnStoreAnswer
lpn_slot_table_put (LpnSlotTable *t, LpnBudget *budget, const guint64 *key, guint8 *at)
{
  guint8 *hole;

  if (t->count >= t->homes / 256 * (t->slot < WIDE_SLOT ? SOFT_LOAD : WIDE_LOAD) + t->homes % 256 / 2)
    {
      if (!make_room (t, budget))
        return LPN_STORE_FULL;
      lpn_slot_table_find (t, key, &at);
    }
  for (;;)
    {
      for (hole = at; (hole[LPN_SLOT_USED_BIT / 8] & 1) != 0; hole += t->slot)
        continue;
      if (hole < slot_at (t, slots_of (t->homes)))
        break;
      if (!regrow (t, budget, t->slot, wanted_homes (t))) /* the pad is used up */
        return LPN_STORE_FULL;
      lpn_slot_table_find (t, key, &at);
    }
  memmove (at + t->slot, at, (size_t)(hole - at));
  write_slot (t, at, key);
  t->count++;
  return LPN_STORE_NEW;
}

guint64
lpn_slot_table_slots (const LpnSlotTable *t)
{
  return slots_of (t->homes);
}

bool
lpn_slot_table_read (const LpnSlotTable *t, guint64 slot, guint64 *key, guint n_words)
{
  const guint8 *p = slot_at (t, slot);

  memset (key, 0, n_words * sizeof *key);
  key[0] = lpn_load64 (p) & t->mask;
  if (t->slot > 8)
    memcpy (key + 1, p + 8, t->slot - 8);
  return key[0] != 0;
}

const char *
lpn_slot_table_check (const LpnSlotTable *t, guint64 *key, guint n_words)
{
  guint64 before = 0; /* order of the entry before, 0 after an empty slot */
  guint64 count = 0;

  for (guint64 i = 0; i < slots_of (t->homes) + SLACK; i++)
    {
      guint8 *at, *home;
      if (!lpn_slot_table_read (t, i, key, n_words))
        {
          before = 0;
          continue;
        }
      count++;
      home = lpn_slot_home (t, key[0]);
      if ((key[0] >> LPN_SLOT_USED_BIT & 1) == 0)
        return "bits in an empty slot";
      if (i >= slots_of (t->homes))
        return "an entry in the slack";
      if (home > slot_at (t, i) || (home < slot_at (t, i) && before == 0))
        return "an entry that its home does not lead to";
      if (before > lpn_slot_order (key[0]))
        return "entries out of order";
      if (!lpn_slot_table_find (t, key, &at) || at != slot_at (t, i))
        return "an entry that is not found, or twice there";
      before = lpn_slot_order (key[0]);
    }
  return count == t->count ? NULL : "the count of entries is wrong";
}
