/* SPDX-License-Identifier: MIT */
/*
 * `hash`: a set of bit-packed tuples in one open-addressed table, without pointers and without empty bytes.
 *
 * A slot is as many whole bytes as a packed tuple needs (5 at least), lowest byte first:
 *
 *   bits 0-31   prefix: the first 32 bits of the packed tuple, permuted (store/permute.h)
 *   bit  32     1 in a used slot, 0 in an empty one (reserved in the packing)
 *   bits 33-..  extension: the rest of the packed tuple as it is
 *
 * The home of an entry is floor (prefix * homes / 2^32): homes ascend with the prefix. Entries lie ascending in
 * (prefix, extension bits of word 0), each at its home or, where that is taken, in the nearest slot after it (linear
 * probing kept sorted). That gives three things:
 *   - a search ends at the first larger entry, so a miss costs no more than a hit: 4 to 5 slots at a load of 0.88,
 *     mostly one cache line, where unsorted probing would walk 35;
 *   - the table grows by any factor in place: its bytes move to the end of the enlarged block and are then dealt
 *     out again from the front, each entry at or before the place it is read from (see regrow());
 *   - slots become a byte wider in the same pass, since the order does not depend on the extension's length.
 * There is no wrap-around: PAD slots after the last home take what is displaced there.
 */
#include "store/store.h"

#include <string.h>

#include "store/packing.h"
#include "store/permute.h"

enum
{
  PREFIX_BITS = 32,
  USED_BIT = 32,
  MIN_SLOT = 5,
  PAD = 128,       /* slots after the last home */
  SLACK = 16,      /* further slots, always empty: they end every scan and keep deal()'s reader ahead of its writer */
  BATCH = 32,      /* tuples whose cache misses overlap */
  SOFT_LOAD = 225, /* of 256: grow here */
  HARD_LOAD = 246, /* of 256: full here when growing is refused */
};

typedef struct
{
  LpnStore    base;
  LpnBudget  *budget;
  LpnPacking  packing;
  LpnBlock    table;
  LpnBlock    keys;  /* BATCH packed tuples */
  guint32    *tuple; /* scratch of foreach */
  guint       slot;  /* bytes of a slot */
  guint64     mask;  /* of the slot's bytes in its first word */
  guint64     homes;
  guint64     states;
  guint64     peak_bytes;
  guint64     regrowths;
  const char *reason;
} HashStore;

__extension__ typedef unsigned __int128 Wide;

/* The order of entries by their first word: prefix first. 0 for an empty slot only. */
static inline guint64
order_of (guint64 word)
{
  return word >> 32 | word << 32;
}

static inline guint64
home_of (guint64 homes, guint64 word)
{
  return (guint64)(((Wide)(guint32)word * homes) >> PREFIX_BITS);
}

static inline guint64 *
key_at (const HashStore *s, guint i)
{
  return (guint64 *)s->keys.data + (size_t)i * s->packing.n_words;
}

static inline guint8 *
slot_at (const HashStore *s, guint64 i)
{
  return (guint8 *)s->table.data + i * s->slot;
}

/* Packed tuple to table form and back. The words after the first are kept lowest byte first in the slots. */
static inline void
encode (guint64 *key, guint n_words)
{
  guint64 hash = lpn_extension_hash (key[0] >> (USED_BIT + 1), key, n_words);
  guint64 prefix = lpn_permute ((guint32)(key[0] ^ hash), PREFIX_BITS);

  key[0] = (key[0] & ~lpn_low_mask (USED_BIT + 1)) | G_GUINT64_CONSTANT (1) << USED_BIT | prefix;
  for (guint i = 1; i < n_words; i++)
    key[i] = GUINT64_TO_LE (key[i]);
}

static void
decode (guint64 *key, guint n_words)
{
  guint64 prefix = lpn_unpermute ((guint32)key[0], PREFIX_BITS);
  guint64 hash;

  for (guint i = 1; i < n_words; i++)
    key[i] = GUINT64_FROM_LE (key[i]);
  hash = lpn_extension_hash (key[0] >> (USED_BIT + 1), key, n_words);
  key[0] = (key[0] & ~lpn_low_mask (USED_BIT + 1)) | (guint32)(prefix ^ hash);
}

/* Makes keys 0 .. n-1 of the tuples and asks for the cache lines they will need. */
static void
prepare (HashStore *s, const guint32 *tuples, guint n)
{
  guint64 *key = s->keys.data;

  lpn_packing_pack (&s->packing, tuples, n, key);
  for (; n > 0; n--, key += s->packing.n_words)
    {
      const guint8 *p;
      encode (key, s->packing.n_words);
      p = slot_at (s, home_of (s->homes, key[0]));
      __builtin_prefetch (p);
      __builtin_prefetch (p + 48);
    }
}

/* Is the key there? `*at` is its slot, or the slot it has to go to. */
static inline bool
find (const HashStore *s, const guint64 *key, guint8 **at)
{
  guint64 order = order_of (key[0]);
  guint8 *p = slot_at (s, home_of (s->homes, key[0]));

  for (;; p += s->slot)
    {
      guint64 here = order_of (lpn_load64 (p) & s->mask);
      if (here - 1 < order - 1) /* used, and before the key */
        continue;
      *at = p;
      if (here != order)
        return false;
      if (s->slot <= 8 || memcmp (p + 8, key + 1, s->slot - 8) == 0)
        return true;
    }
}

static inline void
write_slot (guint8 *p, guint slot, guint64 mask, guint64 first, const guint8 *rest)
{
  lpn_store64 (p, (lpn_load64 (p) & ~mask) | first);
  if (slot > 8)
    memcpy (p + 8, rest, slot - 8);
}

static guint64
bytes_held (const HashStore *s)
{
  return s->table.size + s->keys.size + s->packing.bytes;
}

static void
note_peak (HashStore *s)
{
  s->peak_bytes = MAX (s->peak_bytes, bytes_held (s));
}

/* Slots that may be used; SLACK more follow. */
static guint64
slots_of (guint64 homes)
{
  return homes + PAD;
}

static void
set_slot (HashStore *s, guint slot)
{
  s->slot = slot;
  s->mask = lpn_low_mask (8 * MIN (slot, 8));
}

/* Deals the entries of `n` slots of `slot` bytes at `from`, in order, to the slots of the table as it is described
 * now. `from` ends where the block ends. The write stays behind the read: seen from the end, an entry's new home is
 * not nearer than its old one, its displacement does not grow when the load falls (but for rounding by one slot), and
 * slots do not shrink; SLACK keeps them 15 slots apart at least. */
static void
deal (HashStore *s, const guint8 *from, guint64 n, guint slot)
{
  guint64 mask = lpn_low_mask (8 * MIN (slot, 8));
  guint8 *data = s->table.data;
  guint8 *next = data; /* everything before is final */

  for (; n > 0; n--, from += slot)
    {
      guint64 first = lpn_load64 (from) & mask;
      guint8 *p;
      if (first == 0)
        continue;
      p = MAX (slot_at (s, home_of (s->homes, first)), next);
      for (; next < p; next += 8)
        lpn_store64 (next, 0);
      lpn_store64 (p, first);
      if (s->slot > 8)
        {
          memcpy (p + 8, from + 8, slot > 8 ? slot - 8 : 0);
          memset (p + MAX (slot, 8), 0, s->slot - MAX (slot, 8));
        }
      next = p + s->slot;
    }
  g_assert (next <= slot_at (s, slots_of (s->homes) + SLACK / 2));
  memset (next, 0, s->table.size - (size_t)(next - data));
}

/* Makes slots `slot` bytes wide and the table at least `homes` homes large, in place; neither may shrink. False where
 * memory is refused: nothing is changed then. */
static bool
regrow (HashStore *s, guint slot, guint64 homes)
{
  guint64 n = slots_of (s->homes);
  guint   old_slot = s->slot;
  gsize   old_size = s->table.size;
  guint8 *data, *from;

  if (homes > (G_MAXSIZE >> 8) / slot
      || !lpn_block_resize (&s->table, s->budget, (slots_of (homes) + SLACK) * slot + sizeof (guint64)))
    {
      s->reason = "the hash table cannot grow within the memory budget";
      return false;
    }
  lpn_block_advise_huge (&s->table);
  set_slot (s, slot);
  /* What the rounding to pages gives is used as well. */
  s->homes = (s->table.size - sizeof (guint64)) / slot - PAD - SLACK;
  note_peak (s);
  if (old_size == 0)
    return true;
  s->regrowths++;
  data = s->table.data;
  from = data + s->table.size - sizeof (guint64) - n * old_slot; /* a load of 8 bytes stays inside */
  memmove (from, data, n * old_slot);
  deal (s, from, n, old_slot);
  return true;
}

/* The homes to grow to: double while small; then as much as keeps the bytes per state right after growing near
 * 9.6, so narrow slots grow in fewer and larger steps. */
static guint64
wanted_homes (const HashStore *s)
{
  guint64 most;

  if (s->table.size < 1 << 20)
    return 2 * s->homes;
  most = s->states * 96 / (10 * s->slot);
  return CLAMP (most, s->homes + s->homes / 8, s->homes + s->homes / 2);
}

/* Makes room for one more state, or answers false. */
static bool
make_room (HashStore *s)
{
  guint64 fitting;

  if (regrow (s, s->slot, wanted_homes (s)))
    return true;
  fitting = (s->table.size + lpn_budget_left (s->budget)) / s->slot;
  fitting = MIN (fitting, G_MAXINT64) - MIN (fitting, PAD + 2 * SLACK + 4096 / s->slot);
  if (fitting > s->homes + s->homes / 64 && regrow (s, s->slot, MIN (fitting, wanted_homes (s))))
    return true;
  return s->states < s->homes / 256 * HARD_LOAD;
}

static LpnStoreAnswer
insert_key (HashStore *s, const guint64 *key)
{
  guint8 *at;
  guint8 *hole;

  if (find (s, key, &at))
    return LPN_STORE_SEEN;
  if (s->states >= s->homes / 256 * SOFT_LOAD + s->homes % 256 / 2)
    {
      if (!make_room (s))
        return LPN_STORE_FULL;
      find (s, key, &at);
    }
  for (;;)
    {
      for (hole = at; (hole[USED_BIT / 8] & 1) != 0; hole += s->slot)
        continue;
      if (hole < slot_at (s, slots_of (s->homes)))
        break;
      if (!regrow (s, s->slot, wanted_homes (s))) /* the pad is used up */
        return LPN_STORE_FULL;
      find (s, key, &at);
    }
  memmove (at + s->slot, at, (size_t)(hole - at));
  write_slot (at, s->slot, s->mask, key[0], (const guint8 *)(key + 1));
  s->states++;
  return LPN_STORE_NEW;
}

static LpnStoreAnswer
hash_insert (LpnStore *store, const guint32 *tuple)
{
  HashStore *s = (HashStore *)store;
  prepare (s, tuple, 1);
  return insert_key (s, key_at (s, 0));
}

static bool
hash_contains (LpnStore *store, const guint32 *tuple)
{
  HashStore *s = (HashStore *)store;
  guint8    *at;
  prepare (s, tuple, 1);
  return find (s, key_at (s, 0), &at);
}

static void
hash_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  HashStore *s = (HashStore *)store;
  guint8    *at;

  while (n > 0)
    {
      guint now = MIN (n, BATCH);
      prepare (s, tuples, now);
      for (guint i = 0; i < now; i++)
        *seen++ = find (s, key_at (s, i), &at);
      tuples += (size_t)now * store->n_components;
      n -= now;
    }
}

static guint
hash_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  HashStore *s = (HashStore *)store;

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      prepare (s, tuples + (size_t)done * store->n_components, now);
      for (guint i = 0; i < now; i++, done++)
        {
          answers[done] = (gint8)insert_key (s, key_at (s, i));
          if (answers[done] == LPN_STORE_FULL)
            return done;
        }
    }
  return n;
}

static guint
slot_for (guint bits)
{
  return MAX ((bits + 7) / 8, MIN_SLOT);
}

static bool
resize_keys (HashStore *s)
{
  if (!lpn_block_resize (&s->keys, s->budget, BATCH * sizeof (guint64) * s->packing.n_words))
    {
      s->reason = "the memory budget does not hold the packed tuples' buffer";
      return false;
    }
  note_peak (s);
  return true;
}

static LpnStoreAnswer
hash_grown (LpnStore *store, guint component, guint32 count)
{
  HashStore *s = (HashStore *)store;

  /* Wider keys in narrower slots do no harm as long as their new bits are zero, so any of these steps may fail and
   * be taken again later. */
  if (!lpn_packing_grow (&s->packing, component, count))
    {
      s->reason = "the memory budget does not hold the tuple packing";
      return LPN_STORE_FULL;
    }
  if (!resize_keys (s))
    return LPN_STORE_FULL;
  if (slot_for (s->packing.n_bits) > s->slot && !regrow (s, slot_for (s->packing.n_bits), s->homes))
    return LPN_STORE_FULL;
  return LPN_STORE_SEEN;
}

static void
hash_close (LpnStore *store)
{
  HashStore *s = (HashStore *)store;
  lpn_block_free (&s->table, s->budget);
  lpn_block_free (&s->keys, s->budget);
  lpn_packing_clear (&s->packing);
  g_free (s->tuple);
  g_free (s);
}

static LpnStore *
hash_open (const LpnStoreConfig *config, GError **error)
{
  HashStore *s = g_new0 (HashStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  s->tuple = g_new0 (guint32, s->base.n_components + 1);
  if (!lpn_packing_init (&s->packing, s->base.n_components, USED_BIT, s->budget) || !resize_keys (s)
      || !regrow (s, MIN_SLOT, 1))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
      hash_close (&s->base);
      return NULL;
    }
  return &s->base;
}

static void
hash_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const HashStore *s = (const HashStore *)store;
  stats->states = s->states;
  stats->bytes = bytes_held (s);
  stats->peak_bytes = s->peak_bytes;
}

static void
hash_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const HashStore *s = (const HashStore *)store;
  func ("tuple_bits", s->packing.n_bits - (s->packing.n_bits > USED_BIT), data);
  func ("slot_bytes", s->slot, data);
  func ("load", (double)s->states / (double)s->homes, data);
  func ("regrowths", (double)s->regrowths, data);
}

/* Reads slot `i` to key 0; false when it is empty. */
static bool
read_slot (const HashStore *s, guint64 i, guint64 *key)
{
  const guint8 *p = slot_at (s, i);

  memset (key, 0, s->packing.n_words * sizeof *key);
  key[0] = lpn_load64 (p) & s->mask;
  if (s->slot > 8)
    memcpy (key + 1, p + 8, s->slot - 8);
  return key[0] != 0;
}

static bool
hash_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  HashStore *s = (HashStore *)store;
  guint64   *key = key_at (s, 0);

  for (guint64 i = 0; i < slots_of (s->homes); i++)
    if (read_slot (s, i, key))
      {
        decode (key, s->packing.n_words);
        lpn_packing_unpack (&s->packing, key, s->tuple);
        if (!func (s->tuple, data))
          return false;
      }
  return true;
}

static bool
broken (GError **error, const char *what, guint64 slot)
{
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "hash table broken at slot %" G_GUINT64_FORMAT ": %s",
               slot, what);
  return false;
}

static bool
hash_check (LpnStore *store, GError **error)
{
  HashStore *s = (HashStore *)store;
  guint64   *key = key_at (s, 0);
  guint64    before = 0; /* order of the entry before, 0 after an empty slot */
  guint64    states = 0;

  for (guint64 i = 0; i < slots_of (s->homes) + SLACK; i++)
    {
      guint8 *at;
      guint64 home;
      if (!read_slot (s, i, key))
        {
          before = 0;
          continue;
        }
      states++;
      home = home_of (s->homes, key[0]);
      if ((key[0] >> USED_BIT & 1) == 0)
        return broken (error, "bits in an empty slot", i);
      if (i >= slots_of (s->homes))
        return broken (error, "an entry in the slack", i);
      if (home > i || (home < i && before == 0))
        return broken (error, "an entry that its home does not lead to", i);
      if (before > order_of (key[0]))
        return broken (error, "entries out of order", i);
      if (!find (s, key, &at) || at != slot_at (s, i))
        return broken (error, "an entry that is not found, or twice there", i);
      before = order_of (key[0]);
    }
  return states == s->states || broken (error, "the count of states is wrong", states);
}

static const char *
hash_full_reason (const LpnStore *store)
{
  return ((const HashStore *)store)->reason;
}

const LpnStoreType lpn_store_hash = {
  .name = "hash",
  .summary = "hash table of bit-packed index tuples",
  .flags = LPN_STORE_EXACT | LPN_STORE_ENUMERABLE,
  .open = hash_open,
  .close = hash_close,
  .insert = hash_insert,
  .contains = hash_contains,
  .contains_many = hash_contains_many,
  .insert_many = hash_insert_many,
  .grown = hash_grown,
  .stats = hash_stats,
  .figures = hash_figures,
  .check = hash_check,
  .foreach = hash_foreach,
  .full_reason = hash_full_reason,
};
