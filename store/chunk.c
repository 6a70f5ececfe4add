/* SPDX-License-Identifier: MIT */
/*
 * `chunk`: the plain state vector in parts of four bytes, each through a table of its own to one byte, into a hash
 * table.
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

#include "store/bits.h"
#include "store/byte-vector.h"
#include "store/key-table.h"
#include "store/slot-table.h"

enum
{
  BATCH = 16,
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
  LpnByteVector vector;
  LpnSlotTable  table;   /* compressed states */
  LpnKeyTable   values;  /* (part, value) of all parts */
  LpnBlock      numbers; /* guint32 per pair: its number in the table of its part */
  guint64       entries; /* most values of a part */
  guint         bits;    /* per part in a state */
  guint         n_parts;
  guint32      *counts;  /* values of each part */
  guint8       *state;   /* compressed, but for the waiting parts */
  guint32      *waiting; /* parts that changed and were not looked up since */
  guint8       *is_waiting;
  guint         n_waiting;
  guint8       *keys;  /* BATCH of them */
  CacheEntry   *cache; /* 2^CACHE_BITS, by a hash of the pair */
  guint64       held;  /* bytes taken for these arrays */
  guint64       peak_bytes;
  char         *reason;
} ChunkStore;

static guint64
bytes_of (const ChunkStore *s)
{
  return s->table.block.size + lpn_key_table_bytes (&s->values) + s->numbers.size + s->held
         + lpn_byte_vector_held (&s->vector);
}

/* After a table may have grown: `then` is its peak before, `now` its peak today, `size` what it holds. */
static void
note_peak (ChunkStore *s, guint64 then, guint64 now, guint64 size)
{
  if (now != then)
    s->peak_bytes = MAX (s->peak_bytes, bytes_of (s) - size + now);
}

static void
wait_for (ChunkStore *s, guint part)
{
  if (s->is_waiting[part])
    return;
  s->is_waiting[part] = 1;
  s->waiting[s->n_waiting++] = part;
}

static void
move (ChunkStore *s, const guint32 *tuple)
{
  guint n = lpn_byte_vector_move (&s->vector, tuple);

  for (guint i = 0; i < n; i++)
    {
      guint32 element = s->vector.state.changes[i].element;
      guint   last = (s->vector.offsets[element + 1] - 1) / PART;
      for (guint part = s->vector.offsets[element] / PART; part <= last; part++)
        wait_for (s, part);
    }
}

/* The pair that stands for what a part has in the current vector. */
static guint64
pair_of (const ChunkStore *s, guint part)
{
  return (guint64)part << 32 | (lpn_load64 (s->vector.bytes + (gsize)part * PART) & G_MAXUINT32);
}

static void
say_overflow (ChunkStore *s, guint part)
{
  const guint32 *offsets = s->vector.offsets;
  guint32        first = 0, last;

  while (offsets[first + 1] <= part * PART)
    first++;
  for (last = first; last + 1 < s->vector.state.space->n_elements && offsets[last + 1] < (part + 1) * PART;)
    last++;
  g_free (s->reason);
  s->reason = g_strdup_printf ("part %u of the state vector (elements %u to %u) has more than the %" G_GUINT64_FORMAT
                               " values of its table: use store 'hash', or give more with --chunk-entries",
                               part, first, last, s->entries);
}

static void
say_memory (ChunkStore *s)
{
  g_free (s->reason);
  s->reason = g_strdup ("the tables of parts and states cannot grow within the memory budget");
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
    {
      say_memory (s);
      return false;
    }
  note_peak (s, peak, s->values.peak_bytes, lpn_key_table_bytes (&s->values));
  ((guint32 *)s->numbers.data)[s->values.count - 1] = s->counts[part]++;
  return true;
}

/* The number of the part's value in its table, where it may be added if `adding`. False: it has none. */
static bool
number_of (ChunkStore *s, guint part, bool adding, guint64 *number)
{
  guint64     pair = pair_of (s, part);
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
static bool
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
      s->is_waiting[part] = 0;
      s->n_waiting--;
    }
  return true;
}

/* Makes the keys of up to BATCH tuples, and their hashes; returns how many: it stops where a value has no number. */
static guint
prepare (ChunkStore *s, const guint32 *tuples, guint n, bool adding, guint64 *hashes)
{
  for (guint i = 0; i < n; i++)
    {
      guint8 *key = s->keys + i * s->table.length;
      move (s, tuples + (size_t)i * s->base.n_components);
      if (!compress (s, adding))
        return i;
      memcpy (key, s->state, s->table.length);
      hashes[i] = lpn_slot_table_hash (&s->table, key);
      lpn_slot_table_prefetch (&s->table, hashes[i]);
    }
  return n;
}

static LpnStoreAnswer
insert_key (ChunkStore *s, const guint8 *key, guint64 hash)
{
  guint64        peak = s->table.peak_bytes;
  LpnStoreAnswer answer = lpn_slot_table_add (&s->table, s->budget, key, hash);

  note_peak (s, peak, s->table.peak_bytes, s->table.block.size);
  if (answer == LPN_STORE_FULL)
    say_memory (s);
  return answer;
}

static guint
chunk_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  ChunkStore *s = (ChunkStore *)store;
  guint64     hashes[BATCH];

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      guint ready = prepare (s, tuples + (size_t)done * store->n_components, now, true, hashes);
      for (guint i = 0; i < ready; i++, done++)
        {
          answers[done] = (gint8)insert_key (s, s->keys + i * s->table.length, hashes[i]);
          if (answers[done] == LPN_STORE_FULL)
            return done;
        }
      if (ready < now)
        {
          answers[done] = LPN_STORE_FULL;
          return done;
        }
    }
  return n;
}

static LpnStoreAnswer
chunk_insert (LpnStore *store, const guint32 *tuple)
{
  gint8 answer;
  chunk_insert_many (store, tuple, 1, &answer);
  return (LpnStoreAnswer)answer;
}

static void
chunk_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  ChunkStore *s = (ChunkStore *)store;
  guint64     hashes[BATCH];

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      guint ready = prepare (s, tuples + (size_t)done * store->n_components, now, false, hashes);
      for (guint i = 0; i < ready; i++, done++)
        seen[done] = lpn_slot_table_has (&s->table, s->keys + i * s->table.length, hashes[i]);
      if (ready < now) /* a value never met: no state held has it */
        seen[done++] = 0;
    }
}

static bool
chunk_contains (LpnStore *store, const guint32 *tuple)
{
  guint8 seen;
  chunk_contains_many (store, tuple, 1, &seen);
  return seen != 0;
}

static void
chunk_close (LpnStore *store)
{
  ChunkStore *s = (ChunkStore *)store;
  lpn_slot_table_clear (&s->table, s->budget);
  lpn_key_table_clear (&s->values, s->budget);
  lpn_block_free (&s->numbers, s->budget);
  lpn_byte_vector_clear (&s->vector);
  lpn_budget_give (s->budget, s->held);
  g_free (s->counts);
  g_free (s->state);
  g_free (s->waiting);
  g_free (s->is_waiting);
  g_free (s->keys);
  g_free (s->cache);
  g_free (s->reason);
  g_free (s);
}

/* Parts and room for keys. False where the budget refuses. */
static bool
lay_out (ChunkStore *s)
{
  guint   n = (guint)((s->vector.length + PART - 1) / PART);
  gsize   length = (gsize)(((guint64)n * s->bits + 7) / 8);
  guint64 held = (guint64)n * (2 * sizeof (guint32) + 1) + length + PADDING + BATCH * length
                 + (sizeof (CacheEntry) << CACHE_BITS);

  if (!lpn_budget_take (s->budget, held))
    return false;
  s->held = held;
  s->n_parts = n;
  s->counts = g_new0 (guint32, n + 1);
  s->waiting = g_new0 (guint32, n + 1);
  s->is_waiting = g_new0 (guint8, n + 1);
  s->state = g_malloc0 (length + PADDING);
  s->keys = g_malloc0 (BATCH * length + 1);
  s->cache = g_new0 (CacheEntry, 1 << CACHE_BITS);
  lpn_slot_table_init (&s->table, length);
  lpn_key_table_init (&s->values, sizeof (guint64));
  for (guint part = 0; part < n; part++)
    wait_for (s, part);
  return true;
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
          if (lpn_byte_vector_init (&s->vector, config->space, s->budget) && lay_out (s))
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
  func ("vector_bytes", (double)s->table.length, data);
  func ("values", (double)s->values.count, data);
  func ("most_values", most, data);
}

static bool
chunk_check (LpnStore *store, GError **error)
{
  ChunkStore *s = (ChunkStore *)store;
  const char *broken = lpn_slot_table_check (&s->table);
  guint64     values = 0;

  if (broken == NULL)
    broken = lpn_key_table_check (&s->values);
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
