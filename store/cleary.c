/* SPDX-License-Identifier: MIT */
/*
 * `cleary`: the set `hash` holds, by lossless quotient hashing (store/quotient.h): the slot says about as many bits of
 * a tuple as the number of states has, and only the others are stored. n states of b bits take about b - log2 n + 2.25
 * bits each, over the load: at most 0.94 before growing, then as low as wanted_shape() lets it fall.
 *
 * The prefix of an entry is the first bits of the packed tuple, permuted (store/permute.h); the extension is the rest.
 * A component that grows adds bits to the extension, which the table takes up in place. Only when the prefix, chosen
 * while the table was small, has become too short for the homes is the table built anew with a longer prefix (rebase):
 * the one moment with two tables, and one that does not come back once the prefix is long.
 */
#include "store/store.h"

#include <string.h>

#include "store/packing.h"
#include "store/permute.h"
#include "store/quotient.h"

enum
{
  BATCH = 32, /* tuples whose cache misses overlap */
  SMALL_HOMES
  = 8192,          /* tables up to this size are rebased whenever a component grows: the prefix is as long as can be */
  SPARE_BITS = 2,  /* prefix bits wanted beyond log2 (homes) */
  SOFT_LOAD = 240, /* of 256: grow here */
  HARD_LOAD = 249, /* of 256: full here when growing is refused */
};

typedef struct
{
  LpnStore    base;
  LpnBudget  *budget;
  LpnPacking  packing;
  LpnQuotient table;
  LpnBlock    keys;  /* BATCH packed tuples, one word more each */
  guint32    *tuple; /* scratch of foreach */
  guint64     limit; /* states the table may hold before it grows */
  guint64     peak_bytes;
  guint64     regrowths;
  guint64     rebases;
  const char *reason;
} ClearyStore;

/* A key: prefix, then the words of the extension (and a word of room). */
static inline guint
key_words (const ClearyStore *s)
{
  return s->packing.n_words + 1;
}

static inline guint64 *
key_at (const ClearyStore *s, guint i)
{
  return (guint64 *)s->keys.data + (size_t)i * key_words (s);
}

/* Packed tuple at key + 1 to prefix and extension, in place, and back. */
static inline void
encode (guint64 *key, guint n_words, guint prefix_bits)
{
  guint64 *ext = key + 1;
  guint64  low = ext[0] & lpn_low_mask (prefix_bits);
  guint64  hash;

  for (guint i = 0; i + 1 < n_words; i++)
    ext[i] = ext[i] >> prefix_bits | ext[i + 1] << (64 - prefix_bits);
  ext[n_words - 1] >>= prefix_bits;
  hash = lpn_extension_hash (ext[0], ext, n_words);
  key[0] = lpn_permute ((low ^ hash) & lpn_low_mask (prefix_bits), prefix_bits);
}

static void
decode (guint64 *key, guint n_words, guint prefix_bits)
{
  guint64 *ext = key + 1;
  guint64  hash = lpn_extension_hash (ext[0], ext, n_words);
  guint64  low = (lpn_unpermute (key[0], prefix_bits) ^ hash) & lpn_low_mask (prefix_bits);

  for (guint i = n_words - 1; i > 0; i--)
    ext[i] = ext[i] << prefix_bits | ext[i - 1] >> (64 - prefix_bits);
  ext[0] = ext[0] << prefix_bits | low;
}

static void
encode_all (ClearyStore *s, guint n)
{
  for (guint i = 0; i < n; i++)
    encode (key_at (s, i), s->packing.n_words, s->table.shape.prefix_bits);
}

/* Makes keys 0 .. n-1 of the tuples and asks for the cache lines they will need. */
static void
prepare (ClearyStore *s, const guint32 *tuples, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint64 *key = key_at (s, i);
      lpn_packing_pack (&s->packing, tuples + (size_t)i * s->base.n_components, 1, key + 1);
      encode (key, s->packing.n_words, s->table.shape.prefix_bits);
      lpn_quotient_prefetch (&s->table, key[0]);
    }
}

static guint64
bytes_held (const ClearyStore *s)
{
  return s->table.block.size + s->keys.size + s->packing.bytes;
}

static void
note_peak (ClearyStore *s, guint64 extra)
{
  s->peak_bytes = MAX (s->peak_bytes, bytes_held (s) + extra);
}

static void
set_limit (ClearyStore *s)
{
  guint64 homes = s->table.homes;
  bool    all = s->table.shape.ext_bits == 0 && homes >> s->table.shape.prefix_bits != 0;

  /* When every possible tuple has a home of its own there is nothing to grow for. */
  s->limit = all ? G_MAXUINT64 : homes / 256 * SOFT_LOAD;
}

static bool
refused (ClearyStore *s)
{
  s->reason = "the quotient table cannot grow within the memory budget";
  return false;
}

static bool
reshape (ClearyStore *s, const LpnQuotientShape *shape)
{
  if (!lpn_quotient_reshape (&s->table, s->budget, shape))
    return refused (s);
  s->regrowths++;
  note_peak (s, 0);
  set_limit (s);
  return true;
}

/* Prefix and extension bits for packed tuples of `bits` bits, the prefix as long as can be. */
static LpnQuotientShape
shape_for (guint bits, guint64 homes)
{
  LpnQuotientShape shape = { .log = LPN_QUOTIENT_MIN_LOG, .m = 8 };

  shape.prefix_bits = CLAMP (bits, LPN_QUOTIENT_MIN_PREFIX, LPN_QUOTIENT_MAX_PREFIX);
  shape.ext_bits = bits > shape.prefix_bits ? bits - shape.prefix_bits : 0;
  while (lpn_quotient_homes (&shape) < homes && lpn_quotient_next_shape (&shape))
    continue;
  return shape;
}

/* Builds the table anew for packed tuples of `bits` bits, with the longest prefix and at least `homes` homes. Entries
 * pass through their packed form. Keys 0 .. n-1, being worked on, are re-encoded too. */
static bool
rebase (ClearyStore *s, guint bits, guint64 homes, guint n)
{
  LpnQuotientShape    shape = shape_for (bits, MAX (homes, s->table.states + s->table.states / 4));
  LpnQuotient         new_table;
  LpnQuotientIter     iter;
  guint               n_words = s->packing.n_words;
  guint               old_prefix = s->table.shape.prefix_bits;
  g_autofree guint64 *key = g_new0 (guint64, key_words (s) + 1);
  bool                ok = true;

  if (!lpn_quotient_init (&new_table, s->budget, &shape))
    return refused (s);
  lpn_quotient_iter_init (&iter, &s->table);
  while (ok && lpn_quotient_iter_next (&iter, key, key + 1))
    {
      decode (key, n_words, old_prefix);
      encode (key, n_words, shape.prefix_bits);
      ok = lpn_quotient_insert (&new_table, key[0], key + 1) == LPN_QUOTIENT_NEW;
      memset (key, 0, (key_words (s) + 1) * sizeof *key);
    }
  note_peak (s, new_table.block.size);
  if (!ok) /* crowded */
    {
      lpn_quotient_clear (&new_table, s->budget);
      return refused (s);
    }
  lpn_quotient_clear (&s->table, s->budget);
  s->table = new_table;
  s->rebases++;
  set_limit (s);
  for (guint i = 0; i < n; i++)
    decode (key_at (s, i), n_words, old_prefix);
  encode_all (s, n);
  return true;
}

/* The shape to grow to: double up to half a million; then steps that keep the bytes per state right after growing near
 * 3.9, so narrow slots grow in fewer and larger steps. */
static LpnQuotientShape
wanted_shape (const ClearyStore *s)
{
  LpnQuotientShape shape = s->table.shape;
  guint64          homes = s->table.homes;
  guint            steps = 0;
  double           most = 8 * 3.9 * (double)s->table.states;

  while (lpn_quotient_next_shape (&shape) && ++steps < 8)
    {
      LpnQuotientShape next = shape;
      if (homes <= 1 << 19)
        continue;
      if (!lpn_quotient_next_shape (&next) || (double)lpn_quotient_homes (&next) * lpn_quotient_slot_bits (&next) > most
          || steps >= 4)
        break;
    }
  return shape;
}

/* Makes room for more states, or answers false. Keys 0 .. n-1 stay valid. */
static bool
make_room (ClearyStore *s, guint n)
{
  LpnQuotientShape shape = wanted_shape (s);
  LpnQuotientShape least = s->table.shape;
  guint64          homes = lpn_quotient_homes (&shape);
  bool             longer = s->table.shape.ext_bits > 0 && s->table.shape.prefix_bits < LPN_QUOTIENT_MAX_PREFIX;

  if (longer && (homes << SPARE_BITS) >> s->table.shape.prefix_bits != 0)
    return rebase (s, s->packing.n_bits, homes, n);
  if (!lpn_quotient_next_shape (&least))
    return false;
  return reshape (s, &shape) || (lpn_quotient_homes (&least) < homes && reshape (s, &least));
}

static LpnStoreAnswer
insert_key (ClearyStore *s, const guint64 *key, guint n)
{
  if (G_UNLIKELY (s->table.states >= s->limit))
    {
      if (lpn_quotient_contains (&s->table, key[0], key + 1))
        return LPN_STORE_SEEN;
      if (!make_room (s, n) && s->table.states >= s->table.homes / 256 * HARD_LOAD)
        return LPN_STORE_FULL;
    }
  for (;;)
    switch (lpn_quotient_insert (&s->table, key[0], key + 1))
      {
      case LPN_QUOTIENT_NEW:
        return LPN_STORE_NEW;
      case LPN_QUOTIENT_SEEN:
        return LPN_STORE_SEEN;
      case LPN_QUOTIENT_CROWDED:
      default:
        if (!make_room (s, n))
          return LPN_STORE_FULL;
      }
}

static LpnStoreAnswer
cleary_insert (LpnStore *store, const guint32 *tuple)
{
  ClearyStore *s = (ClearyStore *)store;
  prepare (s, tuple, 1);
  return insert_key (s, key_at (s, 0), 1);
}

static bool
cleary_contains (LpnStore *store, const guint32 *tuple)
{
  ClearyStore *s = (ClearyStore *)store;
  prepare (s, tuple, 1);
  return lpn_quotient_contains (&s->table, key_at (s, 0)[0], key_at (s, 0) + 1);
}

static void
cleary_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  ClearyStore *s = (ClearyStore *)store;

  while (n > 0)
    {
      guint now = MIN (n, BATCH);
      prepare (s, tuples, now);
      for (guint i = 0; i < now; i++)
        *seen++ = lpn_quotient_contains (&s->table, key_at (s, i)[0], key_at (s, i) + 1);
      tuples += (size_t)now * store->n_components;
      n -= now;
    }
}

static guint
cleary_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  ClearyStore *s = (ClearyStore *)store;

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      prepare (s, tuples + (size_t)done * store->n_components, now);
      for (guint i = 0; i < now; i++, done++)
        {
          answers[done] = (gint8)insert_key (s, key_at (s, i), now);
          if (answers[done] == LPN_STORE_FULL)
            return done;
        }
    }
  return n;
}

static bool
resize_keys (ClearyStore *s)
{
  if (!lpn_block_resize (&s->keys, s->budget, BATCH * sizeof (guint64) * key_words (s)))
    {
      s->reason = "the memory budget does not hold the packed tuples' buffer";
      return false;
    }
  note_peak (s, 0);
  return true;
}

static LpnStoreAnswer
cleary_grown (LpnStore *store, guint component, guint32 count)
{
  ClearyStore     *s = (ClearyStore *)store;
  LpnQuotientShape shape = s->table.shape;
  guint            bits;

  /* A packing wider than the table does no harm as long as its new bits are zero: each step may fail and be taken
   * again later. */
  if (!lpn_packing_grow (&s->packing, component, count))
    {
      s->reason = "the memory budget does not hold the tuple packing";
      return LPN_STORE_FULL;
    }
  if (!resize_keys (s))
    return LPN_STORE_FULL;
  bits = s->packing.n_bits;
  if (bits <= shape.prefix_bits + shape.ext_bits)
    return LPN_STORE_SEEN;
  if (shape.prefix_bits < LPN_QUOTIENT_MAX_PREFIX && s->table.homes <= SMALL_HOMES)
    return rebase (s, bits, s->table.homes, 0) ? LPN_STORE_SEEN : LPN_STORE_FULL;
  shape.ext_bits = bits - shape.prefix_bits;
  return reshape (s, &shape) ? LPN_STORE_SEEN : LPN_STORE_FULL;
}

static void
cleary_close (LpnStore *store)
{
  ClearyStore *s = (ClearyStore *)store;
  lpn_quotient_clear (&s->table, s->budget);
  lpn_block_free (&s->keys, s->budget);
  lpn_packing_clear (&s->packing);
  g_free (s->tuple);
  g_free (s);
}

static LpnStore *
cleary_open (const LpnStoreConfig *config, GError **error)
{
  ClearyStore     *s = g_new0 (ClearyStore, 1);
  LpnQuotientShape shape = shape_for (0, 0);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  s->tuple = g_new0 (guint32, s->base.n_components + 1);
  if (!lpn_packing_init (&s->packing, s->base.n_components, LPN_PACKING_NO_BIT, s->budget) || !resize_keys (s)
      || !lpn_quotient_init (&s->table, s->budget, &shape))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
      cleary_close (&s->base);
      return NULL;
    }
  note_peak (s, 0);
  set_limit (s);
  return &s->base;
}

static void
cleary_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const ClearyStore *s = (const ClearyStore *)store;
  stats->states = s->table.states;
  stats->bytes = bytes_held (s);
  stats->peak_bytes = s->peak_bytes;
}

static void
cleary_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const ClearyStore *s = (const ClearyStore *)store;
  func ("tuple_bits", s->packing.n_bits, data);
  func ("slot_bits", lpn_quotient_slot_bits (&s->table.shape), data);
  func ("load", (double)s->table.states / (double)s->table.homes, data);
  func ("regrowths", (double)s->regrowths, data);
  func ("rebases", (double)s->rebases, data);
}

static bool
cleary_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  ClearyStore    *s = (ClearyStore *)store;
  guint64        *key = key_at (s, 0);
  LpnQuotientIter iter;

  lpn_quotient_iter_init (&iter, &s->table);
  for (;;)
    {
      memset (key, 0, key_words (s) * sizeof *key);
      if (!lpn_quotient_iter_next (&iter, key, key + 1))
        return true;
      decode (key, s->packing.n_words, s->table.shape.prefix_bits);
      lpn_packing_unpack (&s->packing, key + 1, s->tuple);
      if (!func (s->tuple, data))
        return false;
    }
}

static bool
cleary_check (LpnStore *store, GError **error)
{
  ClearyStore *s = (ClearyStore *)store;
  const char  *broken = lpn_quotient_check (&s->table);

  if (broken == NULL && s->packing.n_bits > s->table.shape.prefix_bits + s->table.shape.ext_bits && s->reason == NULL)
    broken = "slots are narrower than tuples";
  if (broken != NULL)
    g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "quotient table broken: %s", broken);
  return broken == NULL;
}

static const char *
cleary_full_reason (const LpnStore *store)
{
  return ((const ClearyStore *)store)->reason;
}

const LpnStoreType lpn_store_cleary = {
  .name = "cleary",
  .summary = "the same tuples by lossless quotient hashing: only what the slot does not say is stored",
  .flags = LPN_STORE_EXACT | LPN_STORE_ENUMERABLE,
  .open = cleary_open,
  .close = cleary_close,
  .insert = cleary_insert,
  .contains = cleary_contains,
  .contains_many = cleary_contains_many,
  .insert_many = cleary_insert_many,
  .grown = cleary_grown,
  .stats = cleary_stats,
  .figures = cleary_figures,
  .check = cleary_check,
  .foreach = cleary_foreach,
  .full_reason = cleary_full_reason,
};
