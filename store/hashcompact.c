/* SPDX-License-Identifier: MIT */
/*
 * The store `hashcompact`: one fingerprint of 32 to 64 bits per state in a hash table; the states themselves are gone.
 *
 * Slots of `width` bits lie one after another; 0 is empty, a fingerprint is 1 .. 2^width - 1. Linear probing, load at
 * most 7/8; the table grows by half. The home of a fingerprint follows from itself, so the table grows without the
 * states. Two states are confused when their whole fingerprints agree: with n held, a new state with probability p = n
 * / (2^width - 1). As in `bitstate`, p / (1 - p) summed over the NEW answers is the number of states expected to be
 * lost.
 */
#include "store/store.h"

#include "store/batch.h"
#include "store/bits.h"
#include "store/tuple-hash.h"

enum
{
  LEAST_WIDTH = 32,
  MOST_WIDTH = 64,
  FIRST_SLOTS = 64,
  PADDING = 9, /* lpn_get_bits() and lpn_put_bits() may touch so many bytes from the first of a slot */
};

typedef struct
{
  LpnStore   base;
  LpnBudget *budget;
  LpnBlock   block;
  guint      width;
  guint64    slots;
  guint64    states;
  guint64    seed;
  guint64    peak_bytes;
  double     omission;
  guint64    fingerprints[LPN_BATCH];
} CompactStore;

static inline guint64
fingerprint_of (const CompactStore *s, const guint32 *tuple)
{
  LpnTupleHash hash = lpn_tuple_hash (tuple, s->base.n_components, s->seed);
  return lpn_hash_below (hash.a, lpn_low_mask (s->width)) + 1;
}

static inline guint64
home_of (const CompactStore *s, guint64 fingerprint, guint64 slots)
{
  return lpn_hash_below (fingerprint << (64 - s->width), slots);
}

static inline guint64
slot_get (const CompactStore *s, guint64 slot)
{
  return lpn_get_bits (s->block.data, slot * s->width, s->width);
}

/* The slot of the fingerprint, or the empty one where it belongs. */
static guint64
find_slot (const CompactStore *s, guint64 fingerprint)
{
  for (guint64 slot = home_of (s, fingerprint, s->slots);; slot = slot + 1 < s->slots ? slot + 1 : 0)
    {
      guint64 held = slot_get (s, slot);
      if (held == 0 || held == fingerprint)
        return slot;
    }
}

static bool
make_slots (CompactStore *s, guint64 slots)
{
  CompactStore old = *s;

  s->block = (LpnBlock){ 0 };
  if (slots > G_MAXUINT64 / MOST_WIDTH || !lpn_block_resize (&s->block, s->budget, slots * s->width / 8 + PADDING))
    {
      *s = old;
      return false;
    }
  lpn_block_advise_huge (&s->block);
  s->slots = slots;
  s->peak_bytes = MAX (s->peak_bytes, s->block.size + old.block.size);
  for (guint64 i = 0; i < old.slots; i++)
    {
      guint64 held = slot_get (&old, i);
      if (held != 0)
        lpn_put_bits (s->block.data, find_slot (s, held) * s->width, s->width, held);
    }
  lpn_block_free (&old.block, s->budget);
  return true;
}

static LpnStoreAnswer
add (CompactStore *s, guint64 fingerprint)
{
  guint64 slot = find_slot (s, fingerprint);
  double  values = (double)lpn_low_mask (s->width);

  if (slot_get (s, slot) != 0)
    return LPN_STORE_SEEN;
  if (s->states >= s->slots / 8 * 7)
    {
      /* Refused: a fuller table is slower, not wrong, as long as some slots are empty. */
      if (!make_slots (s, s->slots + s->slots / 2) && s->states >= s->slots / 32 * 31)
        return LPN_STORE_FULL;
      slot = find_slot (s, fingerprint);
    }
  lpn_put_bits (s->block.data, slot * s->width, s->width, fingerprint);
  s->omission += (double)s->states / (values - (double)s->states);
  s->states++;
  return LPN_STORE_NEW;
}

static inline guint
prepare (LpnStore *store, const guint32 *tuples, guint n)
{
  CompactStore *s = (CompactStore *)store;

  for (guint i = 0; i < n; i++)
    s->fingerprints[i] = fingerprint_of (s, tuples + (size_t)i * store->n_components);
  return n;
}

static inline void
touch_key (const LpnStore *store, guint i)
{
  const CompactStore *s = (const CompactStore *)store;
  __builtin_prefetch ((const guint8 *)s->block.data + home_of (s, s->fingerprints[i], s->slots) * s->width / 8);
}

static inline LpnStoreAnswer
insert_key (LpnStore *store, guint i, guint n)
{
  CompactStore *s = (CompactStore *)store;
  (void)n;
  return add (s, s->fingerprints[i]);
}

static inline bool
has_key (LpnStore *store, guint i)
{
  const CompactStore *s = (const CompactStore *)store;
  return slot_get (s, find_slot (s, s->fingerprints[i])) != 0;
}

LPN_BATCH_FUNCTIONS (compact, prepare, prepare)

static void
compact_close (LpnStore *store)
{
  CompactStore *s = (CompactStore *)store;
  lpn_block_free (&s->block, s->budget);
  g_free (s);
}

static bool
read_options (CompactStore *s, const LpnStoreConfig *config, GError **error)
{
  guint64 width;

  if (!lpn_store_option_size (config, "fingerprint", MOST_WIDTH, &width, error)
      || !lpn_store_option_size (config, "seed", 0, &s->seed, error))
    return false;
  if (width < LEAST_WIDTH || width > MOST_WIDTH)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION,
                   "option 'fingerprint': a fingerprint has from %d to %d bits", LEAST_WIDTH, MOST_WIDTH);
      return false;
    }
  s->width = (guint)width;
  return true;
}

static LpnStore *
compact_open (const LpnStoreConfig *config, GError **error)
{
  CompactStore *s = g_new0 (CompactStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  if (!read_options (s, config, error))
    {
      compact_close (&s->base);
      return NULL;
    }
  if (!make_slots (s, FIRST_SLOTS))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
      compact_close (&s->base);
      return NULL;
    }
  return &s->base;
}

static void
compact_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const CompactStore *s = (const CompactStore *)store;
  stats->states = s->states;
  stats->bytes = s->block.size;
  stats->peak_bytes = s->peak_bytes;
  stats->omission = s->omission;
}

static void
compact_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const CompactStore *s = (const CompactStore *)store;
  double              offered = (double)s->states + s->omission;

  func ("coverage", offered > 0 ? (double)s->states / offered : 1, data);
  func ("fill", (double)s->states / (double)s->slots, data);
  func ("fingerprint_bits", s->width, data);
}

static bool
compact_check (LpnStore *store, GError **error)
{
  CompactStore *s = (CompactStore *)store;
  guint64       used = 0;

  for (guint64 i = 0; i < s->slots; i++)
    {
      guint64 held = slot_get (s, i);
      used += held != 0;
      if (held != 0 && find_slot (s, held) != i)
        {
          g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "slot %" G_GUINT64_FORMAT " is not found again",
                       i);
          return false;
        }
    }
  if (used == s->states)
    return true;
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "the slots used are not those counted");
  return false;
}

static const char *
compact_full_reason (const LpnStore *store)
{
  (void)store;
  return "the table of fingerprints cannot grow within the memory budget";
}

static const LpnStoreOption options[] = {
  { "fingerprint", "BITS", "bits kept of each state, from 32 to 64 (default 64)" },
  { "seed", "N", "chooses the hash functions: another seed loses other states (default 0)" },
  { 0 },
};

const LpnStoreType lpn_store_hashcompact = {
  .name = "hashcompact",
  .summary = "hash table of fingerprints of 32 to 64 bits, approximate with few states lost",
  .flags = 0,
  .options = options,
  .open = compact_open,
  .close = compact_close,
  .insert = compact_insert,
  .contains = compact_contains,
  .contains_many = compact_contains_many,
  .insert_many = compact_insert_many,
  .stats = compact_stats,
  .figures = compact_figures,
  .check = compact_check,
  .full_reason = compact_full_reason,
};
