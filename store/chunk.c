/* SPDX-License-Identifier: MIT */
/*
 * `chunk`: the plain state vector in parts of four bytes, each through a table of its own to one byte, into a hash
 * table (store/slot-table.h).
 *
 *   vector   | part 0: 4 bytes | part 1: 4 bytes | ...   elements in 1, 2, 4 or 8 bytes, as in `full`
 *   state    | 1 byte | 1 byte | ...                     the number of the part's value in its table of 256
 *
 * A part with more values than its table holds makes the store FULL; the option chunk-entries gives more entries,
 * and as many bits per part as they need. The tables of all parts are one hash table of pairs (part, value). Values
 * of a state that is refused for want of memory stay in the tables; they are values like others.
 *
 * Follows Visser, "Memory Efficient State Storage in SPIN" (state compression by intermediate tables). A vector does
 * not tell the tuple it was made from, so the store cannot be enumerated.
 */
#include "store/store.h"

#include <string.h>

#include "store/batch.h"
#include "store/bits.h"
#include "store/key-table.h"
#include "store/slot-table.h"
#include "store/word-vector.h"

enum
{
  PART = 4,
  PADDING = 9, /* lpn_put_bits() may touch so many bytes */
  DEFAULT_ENTRIES = 256,
  CACHE_BITS = 10,
};
#define MOST_ENTRIES (G_GUINT64_CONSTANT (1) << 31)

/* A pair found lately, and its number + 1; 0: none. Few pairs are asked for again and again. */
typedef struct
{
  guint64 pair;
  guint64 number;
} CacheEntry;

typedef struct
{
  LpnStore      base;
  LpnBudget    *budget;
  LpnWordVector vector;
  LpnSlotTable  table;   /* compressed states */
  LpnKeyTable   values;  /* (part, value) of all parts */
  LpnBlock      numbers; /* guint32 per pair: its number in the table of its part */
  guint64       entries; /* most values of a part */
  guint         bits;    /* per part in a state */
  guint         n_parts;
  guint         n_words; /* of a key: a compressed state, and the reserved bit */
  guint32      *counts;  /* values of each part */
  guint32      *known;   /* the value of each part in `state` */
  guint8       *state;   /* compressed, but for the waiting parts */
  guint32      *waiting; /* parts that changed and were not looked up since */
  guint8       *is_waiting;
  guint         n_waiting;
  guint64      *keys;  /* LPN_BATCH of them */
  CacheEntry   *cache; /* 2^CACHE_BITS, by a hash of the pair */
  guint64       held;  /* bytes taken for these arrays */
  guint64       peak_bytes;
  char         *reason;
} ChunkStore;

static inline guint64 *
key_at (const ChunkStore *s, guint i)
{
  return s->keys + (size_t)i * s->n_words;
}

static guint64
bytes_of (const ChunkStore *s)
{
  return s->table.block.size + lpn_key_table_bytes (&s->values) + s->numbers.size + s->held + s->vector.held;
}

static inline void
wait_for (ChunkStore *s, guint32 part)
{
  if (s->is_waiting[part])
    return;
  s->is_waiting[part] = 1;
  s->waiting[s->n_waiting++] = part;
}

/* What a part has in the current vector. */
static inline guint32
value_of (const ChunkStore *s, guint32 part)
{
  return (guint32)(s->vector.words[part / 2] >> 32 * (part % 2));
}

static void
move (ChunkStore *s, const guint32 *tuple)
{
  lpn_word_vector_move (&s->vector, tuple);
  for (guint i = 0; i < s->vector.n_moved; i++)
    {
      guint32 part = 2 * s->vector.moved[i];
      if (value_of (s, part) != s->known[part])
        wait_for (s, part);
      if (part + 1 < s->n_parts && value_of (s, part + 1) != s->known[part + 1])
        wait_for (s, part + 1);
    }
}

static void
say_overflow (ChunkStore *s, guint part)
{
  const LpnSpace *space = s->vector.space;
  gsize           end = lpn_element_bytes (&space->ranges[0]);
  guint32         first = 0, last;

  while (end <= (gsize)part * PART)
    end += lpn_element_bytes (&space->ranges[++first]);
  for (last = first; last + 1 < space->n_elements && end < ((gsize)part + 1) * PART;)
    end += lpn_element_bytes (&space->ranges[++last]);
  g_free (s->reason);
  s->reason = g_strdup_printf ("part %u of the state vector (elements %u to %u) has more than the %" G_GUINT64_FORMAT
                               " values of its table: use store 'hash', or give more with --chunk-entries",
                               part, first, last, s->entries);
}

static bool
say_memory (ChunkStore *s)
{
  g_free (s->reason);
  s->reason = g_strdup ("the tables of parts and states cannot grow within the memory budget");
  return false;
}

/* Adds the value of a part to its table. False: overflow, or no memory. */
static bool
add_value (ChunkStore *s, guint part, guint64 pair, guint64 hash)
{
  gsize   need = (s->values.count + 1) * sizeof (guint32);
  guint64 peak = s->values.peak_bytes;

  if (s->counts[part] >= s->entries)
    {
      say_overflow (s, part);
      return false;
    }
  if ((need > s->numbers.size && !lpn_block_resize (&s->numbers, s->budget, MAX (need, 2 * s->numbers.size)))
      || lpn_key_table_add (&s->values, s->budget, &pair, hash) == LPN_KEY_TABLE_NONE)
    return say_memory (s);
  if (s->values.peak_bytes != peak)
    s->peak_bytes = MAX (s->peak_bytes, bytes_of (s) - lpn_key_table_bytes (&s->values) + s->values.peak_bytes);
  ((guint32 *)s->numbers.data)[s->values.count - 1] = s->counts[part]++;
  return true;
}

/* The number of the part's value in its table, where it may be added if `adding`. False: it has none. */
static inline bool
number_of (ChunkStore *s, guint part, bool adding, guint64 *number)
{
  guint64     pair = (guint64)part << 32 | value_of (s, part);
  CacheEntry *cached = &s->cache[pair * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - CACHE_BITS)];

  if (cached->pair != pair || cached->number == 0)
    {
      guint64 hash = lpn_key_table_hash (&s->values, &pair);
      guint32 at = lpn_key_table_find (&s->values, &pair, hash);
      if (at == LPN_KEY_TABLE_NONE)
        {
          if (!adding || !add_value (s, part, pair, hash))
            return false;
          at = (guint32)s->values.count - 1;
        }
      *cached = (CacheEntry){ pair, ((const guint32 *)s->numbers.data)[at] + G_GUINT64_CONSTANT (1) };
    }
  *number = cached->number - 1;
  return true;
}

/* Looks the waiting parts up, the last first. False: a value has no number, and its part waits on. */
static inline bool
compress (ChunkStore *s, bool adding)
{
  while (s->n_waiting > 0)
    {
      guint   part = s->waiting[s->n_waiting - 1];
      guint64 number;
      if (!number_of (s, part, adding, &number))
        return false;
      if (s->bits == 8)
        s->state[part] = (guint8)number;
      else
        lpn_put_bits (s->state, (guint64)part * s->bits, s->bits, number);
      s->known[part] = value_of (s, part);
      s->is_waiting[part] = 0;
      s->n_waiting--;
    }
  return true;
}

/* The compressed state, those of its bits that follow the reserved one moved up by one. */
static inline void
make_key (const ChunkStore *s, guint64 *key)
{
  guint64 word = lpn_load64 (s->state);
  guint64 low = lpn_low_mask (LPN_SLOT_USED_BIT);

  key[0] = (word & low) | (word & ~low) << 1;
  for (guint w = 1; w < s->n_words; w++)
    {
      guint64 before = word;
      word = lpn_load64 (s->state + 8 * (gsize)w);
      key[w] = word << 1 | before >> 63;
    }
}

static inline guint
prepare (ChunkStore *s, const guint32 *tuples, guint n, bool adding)
{
  for (guint i = 0; i < n; i++)
    {
      guint64 *key = key_at (s, i);
      move (s, tuples + (size_t)i * s->base.n_components);
      if (!compress (s, adding))
        return i;
      make_key (s, key);
      lpn_slot_encode (key, s->n_words);
    }
  return n;
}

static inline guint
prepare_adding (LpnStore *store, const guint32 *tuples, guint n)
{
  return prepare ((ChunkStore *)store, tuples, n, true);
}

static inline guint
prepare_asking (LpnStore *store, const guint32 *tuples, guint n)
{
  return prepare ((ChunkStore *)store, tuples, n, false);
}

static inline void
touch_key (const LpnStore *store, guint i)
{
  const ChunkStore *s = (const ChunkStore *)store;
  lpn_slot_table_prefetch (&s->table, key_at (s, i));
}

static inline LpnStoreAnswer
insert_key (LpnStore *store, guint i, guint n)
{
  ChunkStore    *s = (ChunkStore *)store;
  LpnStoreAnswer answer = lpn_slot_table_add (&s->table, s->budget, key_at (s, i));

  (void)n;
  if (G_UNLIKELY (answer == LPN_STORE_FULL))
    say_memory (s);
  return answer;
}

static inline bool
has_key (LpnStore *store, guint i)
{
  const ChunkStore *s = (const ChunkStore *)store;
  return lpn_slot_table_has (&s->table, key_at (s, i));
}

LPN_BATCH_FUNCTIONS (chunk, prepare_adding, prepare_asking)

static void
chunk_close (LpnStore *store)
{
  ChunkStore *s = (ChunkStore *)store;
  lpn_slot_table_clear (&s->table, s->budget);
  lpn_key_table_clear (&s->values, s->budget);
  lpn_block_free (&s->numbers, s->budget);
  lpn_word_vector_clear (&s->vector);
  lpn_budget_give (s->budget, s->held);
  g_free (s->counts);
  g_free (s->known);
  g_free (s->state);
  g_free (s->waiting);
  g_free (s->is_waiting);
  g_free (s->keys);
  g_free (s->cache);
  g_free (s->reason);
  g_free (s);
}

/* Parts of a vector of `length` bytes, and room for keys. False where the budget refuses. */
static bool
lay_out (ChunkStore *s, gsize length)
{
  guint   n = (guint)((length + PART - 1) / PART);
  guint64 bits = (guint64)n * s->bits + 1;
  guint   n_words = (guint)((bits + 63) / 64);
  gsize   key_bytes = LPN_BATCH * (gsize)n_words * sizeof (guint64);
  guint64 held = (guint64)n * (3 * sizeof (guint32) + 1) + 8 * (gsize)n_words + PADDING + key_bytes
                 + (sizeof (CacheEntry) << CACHE_BITS);

  if (bits > G_MAXUINT32 || !lpn_budget_take (s->budget, held))
    return false;
  s->held = held;
  s->n_parts = n;
  s->n_words = n_words;
  s->counts = g_new0 (guint32, n + 1);
  s->known = g_new0 (guint32, n + 1);
  s->waiting = g_new0 (guint32, n + 1);
  s->is_waiting = g_new0 (guint8, n + 1);
  s->state = g_malloc0 (8 * (gsize)n_words + PADDING);
  s->keys = g_malloc0 (key_bytes);
  s->cache = g_new0 (CacheEntry, 1 << CACHE_BITS);
  lpn_key_table_init (&s->values, sizeof (guint64));
  for (guint part = 0; part < n; part++)
    wait_for (s, part);
  return lpn_slot_table_init (&s->table, s->budget, (guint)bits);
}

static bool
open_tables (ChunkStore *s, const LpnSpace *space)
{
  gsize                    length;
  g_autofree LpnWordPlace *places = lpn_word_places_of_bytes (space, &length);

  return lpn_word_vector_init (&s->vector, space, s->budget, places, (length + 7) / 8) && lay_out (s, length);
}

static LpnStore *
chunk_open (const LpnStoreConfig *config, GError **error)
{
  ChunkStore *s = g_new0 (ChunkStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  if (lpn_store_option_size (config, "chunk-entries", DEFAULT_ENTRIES, &s->entries, error))
    {
      if (s->entries < 2 || s->entries > MOST_ENTRIES)
        g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION,
                     "option 'chunk-entries': a table has from 2 to %" G_GUINT64_FORMAT " entries", MOST_ENTRIES);
      else
        {
          s->bits = 64 - (guint)__builtin_clzll (s->entries - 1);
          if (open_tables (s, config->space))
            return &s->base;
          g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY,
                       "the memory budget does not hold an empty table");
        }
    }
  chunk_close (&s->base);
  return NULL;
}

static void
chunk_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const ChunkStore *s = (const ChunkStore *)store;

  stats->states = s->table.count;
  stats->bytes = bytes_of (s);
  stats->peak_bytes = MAX (s->peak_bytes, stats->bytes);
}

static void
chunk_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const ChunkStore *s = (const ChunkStore *)store;
  guint32           most = 0;

  for (guint part = 0; part < s->n_parts; part++)
    most = MAX (most, s->counts[part]);
  func ("parts", s->n_parts, data);
  func ("vector_bytes", (double)(((guint64)s->n_parts * s->bits + 7) / 8), data);
  func ("load", (double)s->table.count / (double)s->table.homes, data);
  func ("values", (double)s->values.count, data);
  func ("most_values", most, data);
}

static bool
chunk_check (LpnStore *store, GError **error)
{
  ChunkStore *s = (ChunkStore *)store;
  const char *broken = lpn_slot_table_check (&s->table, s->keys, s->n_words);
  guint64     values = 0;

  if (broken == NULL)
    broken = lpn_key_table_check (&s->values);
  if (broken == NULL)
    broken = lpn_word_vector_check (&s->vector);
  for (guint part = 0; part < s->n_parts; part++)
    {
      values += s->counts[part];
      if (s->counts[part] > s->entries)
        broken = "a part has more values than its table";
    }
  if (broken == NULL && values != s->values.count)
    broken = "the values of the parts are not those counted";
  if (broken != NULL)
    g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "tables of parts and states broken: %s", broken);
  return broken == NULL;
}

static const char *
chunk_full_reason (const LpnStore *store)
{
  return ((const ChunkStore *)store)->reason;
}

static const LpnStoreOption options[] = {
  { "chunk-entries", "N", "values a part of the state vector may take (default 256)" },
  LPN_STORE_INFER_RANGES_ROW,
  { 0 },
};

const LpnStoreType lpn_store_chunk = {
  .name = "chunk",
  .summary = "state vectors in parts of four bytes, each through a table of 256 values to one byte",
  .flags = LPN_STORE_EXACT | LPN_STORE_VECTOR,
  .options = options,
  .open = chunk_open,
  .close = chunk_close,
  .insert = chunk_insert,
  .contains = chunk_contains,
  .contains_many = chunk_contains_many,
  .insert_many = chunk_insert_many,
  .stats = chunk_stats,
  .figures = chunk_figures,
  .check = chunk_check,
  .full_reason = chunk_full_reason,
};
