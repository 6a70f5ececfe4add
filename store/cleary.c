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

#include "store/batch.h"
#include "store/packing.h"
#include "store/quotient-set.h"

enum
{
  SMALL_HOMES = 8192, /* up to this size, rebased whenever a component grows: the prefix is as long as can be */
  SPARE_BITS = 2,     /* prefix bits wanted beyond log2 (homes) */
};

typedef struct
{
  LpnStore       base;
  LpnBudget     *budget;
  LpnPacking     packing;
  LpnQuotientSet set;
  LpnBlock       keys;    /* LPN_BATCH packed tuples, one word more each */
  guint          n_ready; /* keys being worked on: they have to stay valid when the table is rebased */
  guint32       *tuple;   /* scratch of foreach */
  guint64        peak_bytes;
  guint64        rebases;
  const char    *reason;
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

static inline guint
prepare (LpnStore *store, const guint32 *tuples, guint n)
{
  ClearyStore *s = (ClearyStore *)store;

  for (guint i = 0; i < n; i++)
    {
      guint64 *key = key_at (s, i);
      lpn_packing_pack (&s->packing, tuples + (size_t)i * s->base.n_components, 1, key + 1);
      lpn_quotient_encode (key, s->packing.n_words, s->set.table.shape.prefix_bits);
    }
  return n;
}

static guint64
bytes_held (const ClearyStore *s)
{
  return s->set.table.block.size + s->keys.size + s->packing.bytes;
}

static void
note_peak (ClearyStore *s, guint64 extra)
{
  s->peak_bytes = MAX (s->peak_bytes, bytes_held (s) + extra);
}

static bool
refused (ClearyStore *s)
{
  s->reason = "the quotient table cannot grow within the memory budget";
  return false;
}

/* Builds the table anew for packed tuples of `bits` bits, with the longest prefix and at least `homes` homes. Entries
 * pass through their packed form. Keys 0 .. n-1, being worked on, are re-encoded too. */
static bool
rebase (ClearyStore *s, guint bits, guint64 homes, guint n)
{
  const LpnQuotient  *table = &s->set.table;
  LpnQuotientShape    shape = lpn_quotient_set_shape (bits, MAX (homes, table->states + table->states / 4));
  LpnQuotient         new_table;
  LpnQuotientIter     iter;
  guint               n_words = s->packing.n_words;
  guint               old_prefix = table->shape.prefix_bits;
  g_autofree guint64 *key = g_new0 (guint64, key_words (s) + 1);
  bool                ok = true;

  if (!lpn_quotient_init (&new_table, s->budget, &shape))
    return refused (s);
  lpn_quotient_iter_init (&iter, table);
  while (ok && lpn_quotient_iter_next (&iter, key, key + 1))
    {
      lpn_quotient_decode (key, n_words, old_prefix);
      lpn_quotient_encode (key, n_words, shape.prefix_bits);
      ok = lpn_quotient_insert (&new_table, key[0], key + 1) == LPN_QUOTIENT_NEW;
      memset (key, 0, (key_words (s) + 1) * sizeof *key);
    }
  note_peak (s, new_table.block.size);
  if (!ok) /* crowded */
    {
      lpn_quotient_clear (&new_table, s->budget);
      return refused (s);
    }
  lpn_quotient_set_clear (&s->set, s->budget);
  s->set.table = new_table;
  lpn_quotient_set_changed (&s->set);
  s->rebases++;
  for (guint i = 0; i < n; i++)
    {
      lpn_quotient_decode (key_at (s, i), n_words, old_prefix);
      lpn_quotient_encode (key_at (s, i), n_words, shape.prefix_bits);
    }
  return true;
}

/* Makes room for more states, or answers false. The keys being worked on stay valid. */
static bool
make_room (gpointer data)
{
  ClearyStore     *s = data;
  LpnQuotientShape now = s->set.table.shape;
  LpnQuotientShape shape = lpn_quotient_set_wanted (&s->set);
  guint64          homes = lpn_quotient_homes (&shape);
  bool             longer = now.ext_bits > 0 && now.prefix_bits < LPN_QUOTIENT_MAX_PREFIX;

  if (longer && (homes << SPARE_BITS) >> now.prefix_bits != 0)
    return rebase (s, s->packing.n_bits, homes, s->n_ready);
  if (!lpn_quotient_set_grow (&s->set, s->budget))
    return refused (s);
  note_peak (s, 0);
  return true;
}

static inline void
touch_key (const LpnStore *store, guint i)
{
  const ClearyStore *s = (const ClearyStore *)store;
  lpn_quotient_prefetch (&s->set.table, key_at (s, i)[0]);
}

static inline LpnStoreAnswer
insert_key (LpnStore *store, guint i, guint n)
{
  ClearyStore *s = (ClearyStore *)store;
  s->n_ready = n;
  return lpn_quotient_set_add (&s->set, key_at (s, i), make_room, s);
}

static inline bool
has_key (LpnStore *store, guint i)
{
  const ClearyStore *s = (const ClearyStore *)store;
  const guint64     *key = key_at (s, i);
  return lpn_quotient_contains (&s->set.table, key[0], key + 1);
}

LPN_BATCH_FUNCTIONS (cleary, prepare, prepare)

static bool
resize_keys (ClearyStore *s)
{
  if (!lpn_block_resize (&s->keys, s->budget, LPN_BATCH * sizeof (guint64) * key_words (s)))
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
  LpnQuotientShape shape = s->set.table.shape;
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
  if (shape.prefix_bits < LPN_QUOTIENT_MAX_PREFIX && s->set.table.homes <= SMALL_HOMES)
    return rebase (s, bits, s->set.table.homes, 0) ? LPN_STORE_SEEN : LPN_STORE_FULL;
  shape.ext_bits = bits - shape.prefix_bits;
  if (!lpn_quotient_set_reshape (&s->set, s->budget, &shape))
    {
      refused (s);
      return LPN_STORE_FULL;
    }
  note_peak (s, 0);
  return LPN_STORE_SEEN;
}

static void
cleary_close (LpnStore *store)
{
  ClearyStore *s = (ClearyStore *)store;
  lpn_quotient_set_clear (&s->set, s->budget);
  lpn_block_free (&s->keys, s->budget);
  lpn_packing_clear (&s->packing);
  g_free (s->tuple);
  g_free (s);
}

static LpnStore *
cleary_open (const LpnStoreConfig *config, GError **error)
{
  ClearyStore *s = g_new0 (ClearyStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  s->tuple = g_new0 (guint32, s->base.n_components + 1);
  if (!lpn_packing_init (&s->packing, s->base.n_components, LPN_PACKING_NO_BIT, s->budget) || !resize_keys (s)
      || !lpn_quotient_set_init (&s->set, s->budget, 0))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
      cleary_close (&s->base);
      return NULL;
    }
  note_peak (s, 0);
  return &s->base;
}

static void
cleary_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const ClearyStore *s = (const ClearyStore *)store;
  stats->states = s->set.table.states;
  stats->bytes = bytes_held (s);
  stats->peak_bytes = s->peak_bytes;
}

static void
cleary_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const ClearyStore *s = (const ClearyStore *)store;
  func ("tuple_bits", s->packing.n_bits, data);
  func ("slot_bits", lpn_quotient_slot_bits (&s->set.table.shape), data);
  func ("load", (double)s->set.table.states / (double)s->set.table.homes, data);
  func ("regrowths", (double)s->set.regrowths, data);
  func ("rebases", (double)s->rebases, data);
}

static bool
cleary_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  ClearyStore    *s = (ClearyStore *)store;
  guint64        *key = key_at (s, 0);
  LpnQuotientIter iter;

  lpn_quotient_iter_init (&iter, &s->set.table);
  for (;;)
    {
      memset (key, 0, key_words (s) * sizeof *key);
      if (!lpn_quotient_iter_next (&iter, key, key + 1))
        return true;
      lpn_quotient_decode (key, s->packing.n_words, s->set.table.shape.prefix_bits);
      lpn_packing_unpack (&s->packing, key + 1, s->tuple);
      if (!func (s->tuple, data))
        return false;
    }
}

static bool
cleary_check (LpnStore *store, GError **error)
{
  ClearyStore *s = (ClearyStore *)store;
  const char  *broken = lpn_quotient_check (&s->set.table);

  if (broken == NULL && s->packing.n_bits > s->set.table.shape.prefix_bits + s->set.table.shape.ext_bits
      && s->reason == NULL)
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
