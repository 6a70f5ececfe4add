/* SPDX-License-Identifier: MIT */
/*
 * The store `bitstate`: an array of bits, k of them set per state by k hash functions (supertrace, a Bloom filter).
 *
 * A state all of whose bits are set already is taken for known. With a part f of the bits set that happens to a new
 * state with probability p = f^k. One NEW answer at that fill stands for 1 / (1 - p) new states offered, of which
 * p / (1 - p) were taken for known: their sum is stats().omission. States that only omitted ones lead to are not
 * counted; a second run with another seed loses other states.
 *
 * The array never grows (the bits do not tell the states they came from), so its size is chosen when it is opened; the
 * store is never full.
 */
#include "store/store.h"

#include "store/batch.h"
#include "store/tuple-hash.h"

enum
{
  MOST_HASHES = 32,
  DEFAULT_HASHES = 5,               /* least lost with 7 to 8 bits per state: 0.45 % of random tuples with 8 */
  DEFAULT_BYTES = 16 * 1024 * 1024, /* most bytes of an array nobody asked for: larger ones are slower from the start */
};

typedef struct
{
  LpnStore     base;
  LpnBudget   *budget;
  LpnBlock     block;
  guint64      n_bits;
  guint        n_hashes;
  guint64      seed;
  guint64      ones; /* bits set */
  guint64      states;
  double       omission;
  LpnTupleHash hashes[LPN_BATCH];
} BitstateStore;

static inline guint64
position (const BitstateStore *s, const LpnTupleHash *hash, guint i)
{
  return lpn_hash_below (i == 0 ? hash->a : lpn_mix64 (hash->b + i * hash->a), s->n_bits);
}

static bool
has (const BitstateStore *s, const LpnTupleHash *hash)
{
  const guint64 *words = s->block.data;

  for (guint i = 0; i < s->n_hashes; i++)
    {
      guint64 at = position (s, hash, i);
      if ((words[at / 64] >> at % 64 & 1) == 0)
        return false;
    }
  return true;
}

/* The probability that a state not inserted is taken for known. */
static double
confusion (const BitstateStore *s)
{
  double fill = (double)s->ones / (double)s->n_bits;
  double p = 1;

  for (guint i = 0; i < s->n_hashes; i++)
    p *= fill;
  return p;
}

static LpnStoreAnswer
add (BitstateStore *s, const LpnTupleHash *hash)
{
  guint64 *words = s->block.data;
  guint64  before = s->ones;
  double   p = confusion (s);

  for (guint i = 0; i < s->n_hashes; i++)
    {
      guint64 at = position (s, hash, i);
      s->ones += (words[at / 64] >> at % 64 & 1) ^ 1;
      words[at / 64] |= G_GUINT64_CONSTANT (1) << at % 64;
    }
  if (s->ones == before)
    return LPN_STORE_SEEN;
  s->states++;
  s->omission += p / (1 - p);
  return LPN_STORE_NEW;
}

static inline guint
prepare (LpnStore *store, const guint32 *tuples, guint n)
{
  BitstateStore *s = (BitstateStore *)store;

  for (guint i = 0; i < n; i++)
    s->hashes[i] = lpn_tuple_hash (tuples + (size_t)i * store->n_components, store->n_components, s->seed);
  return n;
}

static inline void
touch_key (const LpnStore *store, guint i)
{
  const BitstateStore *s = (const BitstateStore *)store;
  for (guint k = 0; k < s->n_hashes; k++)
    __builtin_prefetch ((const guint64 *)s->block.data + position (s, &s->hashes[i], k) / 64);
}

static inline LpnStoreAnswer
insert_key (LpnStore *store, guint i, guint n)
{
  BitstateStore *s = (BitstateStore *)store;
  (void)n;
  return add (s, &s->hashes[i]);
}

static inline bool
has_key (LpnStore *store, guint i)
{
  const BitstateStore *s = (const BitstateStore *)store;
  return has (s, &s->hashes[i]);
}

LPN_BATCH_FUNCTIONS (bitstate, prepare, prepare)

static void
bitstate_close (LpnStore *store)
{
  BitstateStore *s = (BitstateStore *)store;
  lpn_block_free (&s->block, s->budget);
  g_free (s);
}

static bool
read_options (BitstateStore *s, const LpnStoreConfig *config, GError **error)
{
  guint64 fallback = 8 * MIN (lpn_budget_left (config->budget) / 2, (guint64)DEFAULT_BYTES);
  guint64 n_hashes;

  if (!lpn_store_option_size (config, "bits", MAX (fallback, 64), &s->n_bits, error)
      || !lpn_store_option_size (config, "hashes", DEFAULT_HASHES, &n_hashes, error)
      || !lpn_store_option_size (config, "seed", 0, &s->seed, error))
    return false;
  if (s->n_bits == 0 || n_hashes == 0 || n_hashes > MOST_HASHES)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION,
                   "store 'bitstate' needs at least one bit, and from 1 to %d hashes", MOST_HASHES);
      return false;
    }
  s->n_hashes = (guint)n_hashes;
  return true;
}

static LpnStore *
bitstate_open (const LpnStoreConfig *config, GError **error)
{
  BitstateStore *s = g_new0 (BitstateStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  if (!read_options (s, config, error))
    {
      bitstate_close (&s->base);
      return NULL;
    }
  if (!lpn_block_resize (&s->block, s->budget, s->n_bits / 8 + sizeof (guint64)))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY,
                   "the memory budget does not hold an array of %" G_GUINT64_FORMAT " bits", s->n_bits);
      bitstate_close (&s->base);
      return NULL;
    }
  lpn_block_advise_huge (&s->block);
  return &s->base;
}

static void
bitstate_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const BitstateStore *s = (const BitstateStore *)store;
  stats->states = s->states;
  stats->bytes = stats->peak_bytes = s->block.size;
  stats->omission = s->omission;
}

static void
bitstate_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const BitstateStore *s = (const BitstateStore *)store;
  double               offered = (double)s->states + s->omission;

  func ("coverage", offered > 0 ? (double)s->states / offered : 1, data);
  func ("fill", (double)s->ones / (double)s->n_bits, data);
  func ("bits_per_state", s->states > 0 ? (double)s->n_bits / (double)s->states : 0, data);
  func ("hashes", s->n_hashes, data);
}

static bool
bitstate_check (LpnStore *store, GError **error)
{
  const BitstateStore *s = (const BitstateStore *)store;
  const guint64       *words = s->block.data;
  guint64              ones = 0;

  for (guint64 i = 0; i < s->block.size / sizeof *words; i++)
    ones += (guint64)__builtin_popcountll (words[i]);
  if (ones == s->ones && s->states <= ones && ones <= s->states * s->n_hashes)
    return true;
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "bit array broken: its ones are not those counted");
  return false;
}

static const LpnStoreOption options[] = {
  { "bits", "BITS", "size of the bit array (default: half the memory, at most 128M bits)" },
  { "hashes", "K", "bits set per state (default 5)" },
  { "seed", "N", "chooses the hash functions: another seed loses other states (default 0)" },
  { 0 },
};

const LpnStoreType lpn_store_bitstate = {
  .name = "bitstate",
  .summary = "bit array with k hash functions, approximate: a few bits per state",
  .flags = 0,
  .options = options,
  .open = bitstate_open,
  .close = bitstate_close,
  .insert = bitstate_insert,
  .contains = bitstate_contains,
  .contains_many = bitstate_contains_many,
  .insert_many = bitstate_insert_many,
  .stats = bitstate_stats,
  .figures = bitstate_figures,
  .check = bitstate_check,
};
