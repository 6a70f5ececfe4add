/* SPDX-License-Identifier: MIT */
/*
 * `full`: a hash table of whole state vectors, nothing shared between states: what the other stores are measured
 * against. Every element takes 1, 2, 4 or 8 bytes, by its declared range, less its minimum; 8 where none is declared.
 * A vector does not tell the tuple it was made from, so the store cannot be enumerated.
 *
 * The table store of the papers on OBDD storage for SPIN, and FULLSTATE of the one on sharing trees.
 */
#include "store/store.h"

#include <string.h>

#include "store/batch.h"
#include "store/bits.h"
#include "store/key-table.h"
#include "store/word-vector.h"

typedef struct
{
  LpnStore      base;
  LpnBudget    *budget;
  LpnKeyTable   table;
  LpnWordVector vector;
  guint8       *vectors; /* LPN_BATCH of them, and room for the rest of a word */
  guint64       held;    /* bytes taken for them */
  guint64       hashes[LPN_BATCH];
  const char   *reason;
} FullStore;

static inline guint
prepare (LpnStore *store, const guint32 *tuples, guint n)
{
  FullStore *s = (FullStore *)store;

  for (guint i = 0; i < n; i++)
    {
      guint8 *vector = s->vectors + i * s->table.length;
      lpn_word_vector_move (&s->vector, tuples + (size_t)i * store->n_components);
      for (gsize w = 0; w < s->vector.n_words; w++) /* the next vector overwrites what is too much */
        lpn_store64 (vector + 8 * w, s->vector.words[w]);
      s->hashes[i] = lpn_key_table_hash (&s->table, vector);
    }
  return n;
}

static inline void
touch_key (const LpnStore *store, guint i)
{
  const FullStore *s = (const FullStore *)store;
  lpn_key_table_prefetch (&s->table, s->hashes[i]);
}

static inline LpnStoreAnswer
insert_key (LpnStore *store, guint i, guint n)
{
  FullStore    *s = (FullStore *)store;
  const guint8 *vector = s->vectors + i * s->table.length;
  guint64       before = s->table.count;

  (void)n;
  if (lpn_key_table_add (&s->table, s->budget, vector, s->hashes[i]) != LPN_KEY_TABLE_NONE)
    return s->table.count > before ? LPN_STORE_NEW : LPN_STORE_SEEN;
  s->reason = before + 1 >= LPN_KEY_TABLE_NONE ? "the table of state vectors has used up its 32-bit numbers"
                                               : "the table of state vectors cannot grow within the memory budget";
  return LPN_STORE_FULL;
}

static inline bool
has_key (LpnStore *store, guint i)
{
  const FullStore *s = (const FullStore *)store;
  return lpn_key_table_find (&s->table, s->vectors + i * s->table.length, s->hashes[i]) != LPN_KEY_TABLE_NONE;
}

LPN_BATCH_FUNCTIONS (full, prepare, prepare)

static void
full_close (LpnStore *store)
{
  FullStore *s = (FullStore *)store;
  lpn_key_table_clear (&s->table, s->budget);
  lpn_word_vector_clear (&s->vector);
  lpn_budget_give (s->budget, s->held);
  g_free (s->vectors);
  g_free (s);
}

static LpnStore *
full_open (const LpnStoreConfig *config, GError **error)
{
  FullStore               *s = g_new0 (FullStore, 1);
  gsize                    length, room;
  g_autofree LpnWordPlace *places = lpn_word_places_of_bytes (config->space, &length);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  room = LPN_BATCH * MAX (length, 1) + sizeof (guint64);
  if (lpn_word_vector_init (&s->vector, config->space, s->budget, places, (length + 7) / 8)
      && lpn_budget_take (s->budget, room))
    {
      s->held = room;
      s->vectors = g_malloc0 (room);
      lpn_key_table_init (&s->table, MAX (length, 1));
      return &s->base;
    }
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
  full_close (&s->base);
  return NULL;
}

static void
full_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const FullStore *s = (const FullStore *)store;
  guint64          scratch = s->held + s->vector.held;
  stats->states = s->table.count;
  stats->bytes = lpn_key_table_bytes (&s->table) + scratch;
  stats->peak_bytes = s->table.peak_bytes + scratch;
}

static void
full_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const FullStore *s = (const FullStore *)store;
  func ("vector_bytes", (double)s->table.length, data);
}

static bool
full_check (LpnStore *store, GError **error)
{
  const FullStore *s = (const FullStore *)store;
  const char      *broken = lpn_key_table_check (&s->table);

  if (broken == NULL)
    broken = lpn_word_vector_check (&s->vector);
  if (broken != NULL)
    g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "table of state vectors broken: %s", broken);
  return broken == NULL;
}

static const char *
full_full_reason (const LpnStore *store)
{
  return ((const FullStore *)store)->reason;
}

static const LpnStoreOption options[] = {
  LPN_STORE_INFER_RANGES_ROW,
  { 0 },
};

const LpnStoreType lpn_store_full = {
  .name = "full",
  .summary = "hash table of whole state vectors, nothing interned",
  .flags = LPN_STORE_EXACT | LPN_STORE_VECTOR,
  .options = options,
  .open = full_open,
  .close = full_close,
  .insert = full_insert,
  .contains = full_contains,
  .contains_many = full_contains_many,
  .insert_many = full_insert_many,
  .stats = full_stats,
  .figures = full_figures,
  .check = full_check,
  .full_reason = full_full_reason,
};
