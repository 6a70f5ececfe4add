/* SPDX-License-Identifier: MIT */
/*
 * `radix`: state vectors as mixed-radix numbers (store/radix-cells.h), in a hash table.
 *
 * Every element takes as many values as its range has; an element without a declared range keeps a cell to itself,
 * unless the search infers ranges (option infer-ranges). The cells follow the search by change: an element whose value
 * moved by delta adds lower factor * delta. A stored state is the cells one after another, each in as few bytes as
 * its largest number needs. A vector does not tell the tuple it was made from, so the store cannot be enumerated.
 */
#include "store/store.h"

#include <string.h>

#include "store/bits.h"
#include "store/radix-cells.h"
#include "store/slot-table.h"
#include "store/state-vector.h"

enum
{
  BATCH = 16
};

typedef struct
{
  LpnStore       base;
  LpnBudget     *budget;
  LpnStateVector vector;
  LpnRadixCells  radix;
  LpnSlotTable   table;
  guint64       *cells; /* the state the vector is at */
  guint8        *sizes; /* bytes of each cell in a stored state */
  guint8        *keys;  /* BATCH of them, and 8 bytes */
  guint64        held;  /* bytes taken for all these arrays */
} RadixStore;

static void
make_key (RadixStore *s, const guint32 *tuple, guint8 *key)
{
  guint n = lpn_state_vector_move (&s->vector, tuple);

  for (guint i = 0; i < n; i++)
    {
      const LpnElementChange *change = &s->vector.changes[i];
      lpn_radix_set (&s->radix, s->cells, change->element, change->now - change->old);
    }
  for (guint c = 0; c < s->radix.n_cells; c++)
    {
      /* Eight bytes are written; the next cell, or the next key, overwrites what is too much. */
      lpn_store64 (key, s->cells[c]);
      key += s->sizes[c];
    }
}

/* Makes the keys of up to BATCH tuples, and their hashes. */
static void
prepare (RadixStore *s, const guint32 *tuples, guint n, guint64 *hashes)
{
  for (guint i = 0; i < n; i++)
    {
      guint8 *key = s->keys + i * s->table.length;
      make_key (s, tuples + (size_t)i * s->base.n_components, key);
      hashes[i] = lpn_slot_table_hash (&s->table, key);
      lpn_slot_table_prefetch (&s->table, hashes[i]);
    }
}

static LpnStoreAnswer
radix_insert (LpnStore *store, const guint32 *tuple)
{
  RadixStore *s = (RadixStore *)store;
  guint64     hash;
  prepare (s, tuple, 1, &hash);
  return lpn_slot_table_add (&s->table, s->budget, s->keys, hash);
}

static bool
radix_contains (LpnStore *store, const guint32 *tuple)
{
  RadixStore *s = (RadixStore *)store;
  guint64     hash;
  prepare (s, tuple, 1, &hash);
  return lpn_slot_table_has (&s->table, s->keys, hash);
}

static void
radix_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  RadixStore *s = (RadixStore *)store;
  guint64     hashes[BATCH];

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      prepare (s, tuples + (size_t)done * store->n_components, now, hashes);
      for (guint i = 0; i < now; i++, done++)
        seen[done] = lpn_slot_table_has (&s->table, s->keys + i * s->table.length, hashes[i]);
    }
}

static guint
radix_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers)
{
  RadixStore *s = (RadixStore *)store;
  guint64     hashes[BATCH];

  for (guint done = 0; done < n;)
    {
      guint now = MIN (n - done, BATCH);
      prepare (s, tuples + (size_t)done * store->n_components, now, hashes);
      for (guint i = 0; i < now; i++, done++)
        {
          answers[done] = (gint8)lpn_slot_table_add (&s->table, s->budget, s->keys + i * s->table.length, hashes[i]);
          if (answers[done] == LPN_STORE_FULL)
            return done;
        }
    }
  return n;
}

static void
radix_close (LpnStore *store)
{
  RadixStore *s = (RadixStore *)store;
  lpn_slot_table_clear (&s->table, s->budget);
  lpn_state_vector_clear (&s->vector);
  lpn_budget_give (s->budget, s->held);
  g_free (s->radix.positions);
  g_free (s->radix.products);
  g_free (s->cells);
  g_free (s->sizes);
  g_free (s->keys);
  g_free (s);
}

static bool
take (RadixStore *s, guint64 bytes)
{
  if (!lpn_budget_take (s->budget, bytes))
    return false;
  s->held += bytes;
  return true;
}

/* Factors, cells and room for keys. False where the budget refuses. */
static bool
lay_out (RadixStore *s, const LpnSpace *space)
{
  gsize n = space->n_elements;
  gsize length = 0;

  if (!take (s, n * (sizeof *s->radix.positions + sizeof *s->radix.products)))
    return false;
  s->radix.positions = g_new (LpnRadixPosition, n + 1);
  s->radix.products = g_new (guint64, n + 1);
  for (gsize e = 0; e < n; e++) /* a range of all 64 bits wraps to 0, which stands for 2^64 */
    lpn_radix_add (&s->radix, (guint64)space->ranges[e].max - (guint64)space->ranges[e].min + 1);
  if (!take (s, s->radix.n_cells * (sizeof *s->cells + sizeof *s->sizes)))
    return false;
  s->cells = g_new0 (guint64, s->radix.n_cells + 1);
  s->sizes = g_new0 (guint8, s->radix.n_cells + 1);
  for (guint c = 0; c < s->radix.n_cells; c++)
    {
      s->sizes[c] = (guint8)((lpn_radix_cell_bits (&s->radix, c) + 7) / 8);
      length += s->sizes[c];
    }
  if (!take (s, BATCH * length + sizeof (guint64)))
    return false;
  s->keys = g_malloc0 (BATCH * length + sizeof (guint64));
  lpn_slot_table_init (&s->table, length);
  return true;
}

static LpnStore *
radix_open (const LpnStoreConfig *config, GError **error)
{
  const char *infer = lpn_store_option_string (config, LPN_STORE_INFER_RANGES, "no");
  RadixStore *s = g_new0 (RadixStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  if (strcmp (infer, "yes") != 0 && strcmp (infer, "no") != 0)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION, "option '%s' is yes or no, not '%s'",
                   LPN_STORE_INFER_RANGES, infer);
      radix_close (&s->base);
      return NULL;
    }
  if (lpn_state_vector_init (&s->vector, config->space, s->budget) && lay_out (s, config->space))
    return &s->base;
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
  radix_close (&s->base);
  return NULL;
}

static void
radix_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const RadixStore *s = (const RadixStore *)store;
  stats->states = s->table.count;
  stats->bytes = s->table.block.size + s->held + s->vector.bytes;
  stats->peak_bytes = s->table.peak_bytes + s->held + s->vector.bytes;
}

static void
radix_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const RadixStore *s = (const RadixStore *)store;
  func ("cells", s->radix.n_cells, data);
  func ("vector_bytes", (double)s->table.length, data);
}

/* Do the cells say what the vector says? */
static bool
radix_check (LpnStore *store, GError **error)
{
  const RadixStore *s = (const RadixStore *)store;
  const char       *broken = lpn_slot_table_check (&s->table);

  for (guint e = 0; e < s->radix.n_positions && broken == NULL; e++)
    if (lpn_radix_get (&s->radix, s->cells, e)
        != (guint64)s->vector.values[e] - (guint64)s->vector.space->ranges[e].min)
      broken = "a cell does not hold the value of its element";
  if (broken != NULL)
    g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "table of cells broken: %s", broken);
  return broken == NULL;
}

static const char *
radix_full_reason (const LpnStore *store)
{
  (void)store;
  return "the table of packed state vectors cannot grow within the memory budget";
}

static const LpnStoreOption options[] = {
  { LPN_STORE_INFER_RANGES, "yes|no", "find ranges of variables that declare none (default no)" },
  { 0 },
};

const LpnStoreType lpn_store_radix = {
  .name = "radix",
  .summary = "hash table of state vectors packed as mixed-radix numbers by their declared ranges",
  .flags = LPN_STORE_EXACT | LPN_STORE_VECTOR,
  .options = options,
  .open = radix_open,
  .close = radix_close,
  .insert = radix_insert,
  .contains = radix_contains,
  .contains_many = radix_contains_many,
  .insert_many = radix_insert_many,
  .stats = radix_stats,
  .figures = radix_figures,
  .check = radix_check,
  .full_reason = radix_full_reason,
};
