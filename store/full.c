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

#include "store/byte-vector.h"
#include "store/key-table.h"

enum
{
  BATCH = 16
};

typedef struct
{
  LpnStore      base;
  LpnBudget    *budget;
  LpnKeyTable   table;
  LpnByteVector vector;
  guint8       *vectors; /* BATCH of them */
  guint64       scratch; /* bytes of these two */
  const char   *reason;
} FullStore;

/* Makes the vectors of up to BATCH tuples, and their hashes. */
static void
prepare (FullStore *s, const guint32 *tuples, guint n, guint64 *hashes)
{
  for (guint i = 0; i < n; i++)
    {
      guint8 *vector = s->vectors + i * s->table.length;
      lpn_byte_vector_move (&s->vector, tuples + (size_t)i * s->base.n_components);
      memcpy (vector, s->vector.bytes, s->table.length);
      hashes[i] = lpn_key_table_hash (&s->table, vector);
      lpn_key_table_prefetch (&s->table, hashes[i]);
    }
}

static LpnStoreAnswer
insert_vector (FullStore *s, const guint8 *vector, guint64 hash)
{
  guint64 before = s->table.count;

  if (lpn_key_table_add (&s->table, s->budget, vector, hash) != LPN_KEY_TABLE_NONE)
    return s->table.count > before ? LPN_STORE_NEW : LPN_STORE_SEEN;
  s->reason = before + 1 >= LPN_KEY_TABLE_NONE ? "the table of state vectors has used up its 32-bit numbers"
                                               : "the table of state vectors cannot grow within the memory budget";
  return LPN_STORE_FULL;
}

static LpnStoreAnswer
full_insert (LpnStore *store, const guint32 *tuple)
{
  FullStore *s = (FullStore *)store;
  guint64    hash;
  prepare (s, tuple, 1, &hash);
  return insert_vector (s, s->vectors, hash);
}

static bool
full_contains (LpnStore *store, const guint32 *tuple)
{
  FullStore *s = (FullStore *)store;
  guint64    hash;
  prepare (s, tuple, 1, &hash);
  return lpn_key_table_find (&s->table, s->vectors, hash) != LPN_KEY_TABLE_NONE;
}

static void
full_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  FullStore *s = (FullStore *)store;
  guint64    hashes[BATCH];

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      prepare (s, tuples + (size_t)done * store->n_components, now, hashes);
      for (guint i = 0; i < now; i++, done++)
        seen[done] = lpn_key_table_find (&s->table, s->vectors + i * s->table.length, hashes[i]) != LPN_KEY_TABLE_NONE;
    }
}

static guint
full_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  FullStore *s = (FullStore *)store;
  guint64    hashes[BATCH];

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      prepare (s, tuples + (size_t)done * store->n_components, now, hashes);
      for (guint i = 0; i < now; i++, done++)
        {
          answers[done] = (gint8)insert_vector (s, s->vectors + i * s->table.length, hashes[i]);
          if (answers[done] == LPN_STORE_FULL)
            return done;
        }
    }
  return n;
}

static void
full_close (LpnStore *store)
{
  FullStore *s = (FullStore *)store;
  if (s->vectors != NULL)
    lpn_budget_give (s->budget, BATCH * s->table.length);
  lpn_key_table_clear (&s->table, s->budget);
  lpn_byte_vector_clear (&s->vector);
  g_free (s->vectors);
  g_free (s);
}

static LpnStore *
full_open (const LpnStoreConfig *config, GError **error)
{
  FullStore *s = g_new0 (FullStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  if (lpn_byte_vector_init (&s->vector, config->space, s->budget))
    {
      lpn_key_table_init (&s->table, MAX (s->vector.length, 1));
      if (lpn_budget_take (s->budget, BATCH * s->table.length))
        {
          s->vectors = g_malloc0 (BATCH * s->table.length);
          s->scratch = lpn_byte_vector_held (&s->vector) + BATCH * s->table.length;
          return &s->base;
        }
    }
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
  full_close (&s->base);
  return NULL;
}

static void
full_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const FullStore *s = (const FullStore *)store;
  stats->states = s->table.count;
  stats->bytes = lpn_key_table_bytes (&s->table) + s->scratch;
  stats->peak_bytes = s->table.peak_bytes + s->scratch;
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
  const char *broken = lpn_key_table_check (&((FullStore *)store)->table);

  if (broken != NULL)
    g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "table of state vectors broken: %s", broken);
  return broken == NULL;
}

static const char *
full_full_reason (const LpnStore *store)
{
  return ((const FullStore *)store)->reason;
}

const LpnStoreType lpn_store_full = {
  .name = "full",
  .summary = "hash table of whole state vectors, nothing interned",
  .flags = LPN_STORE_EXACT | LPN_STORE_VECTOR,
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
