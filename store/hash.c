/* SPDX-License-Identifier: MIT */
/*
 * `hash`: a set of bit-packed tuples (store/packing.h) in one open-addressed table (store/slot-table.h). A component
 * that gains local states gains its bits at the end of the packed tuple, so the entries stay as they are; a byte more
 * per slot, now and then, is all it takes.
 */
#include "store/store.h"

#include <string.h>

#include "store/batch.h"
#include "store/packing.h"
#include "store/slot-table.h"

typedef struct
{
  LpnStore     base;
  LpnBudget   *budget;
  LpnPacking   packing;
  LpnSlotTable table;
  LpnBlock     keys;  /* LPN_BATCH packed tuples */
  guint32     *tuple; /* scratch of foreach */
  const char  *reason;
} HashStore;

static inline guint64 *
key_at (const HashStore *s, guint i)
{
  return (guint64 *)s->keys.data + (size_t)i * s->packing.n_words;
}

static inline guint
prepare (LpnStore *store, const guint32 *tuples, guint n)
{
  HashStore *s = (HashStore *)store;
  guint64   *key = s->keys.data;

  lpn_packing_pack (&s->packing, tuples, n, key);
  for (guint i = 0; i < n; i++, key += s->packing.n_words)
    lpn_slot_encode (key, s->packing.n_words);
  return n;
}

static inline void
touch_key (const LpnStore *store, guint i)
{
  const HashStore *s = (const HashStore *)store;
  lpn_slot_table_prefetch (&s->table, key_at (s, i));
}

static inline LpnStoreAnswer
insert_key (LpnStore *store, guint i, guint n)
{
  HashStore     *s = (HashStore *)store;
  LpnStoreAnswer answer = lpn_slot_table_add (&s->table, s->budget, key_at (s, i));

  (void)n;
  if (G_UNLIKELY (answer == LPN_STORE_FULL))
    s->reason = "the hash table cannot grow within the memory budget";
  return answer;
}

static inline bool
has_key (LpnStore *store, guint i)
{
  HashStore *s = (HashStore *)store;
  return lpn_slot_table_has (&s->table, key_at (s, i));
}

LPN_BATCH_FUNCTIONS (hash, prepare, prepare)

static bool
resize_keys (HashStore *s)
{
  return lpn_block_resize (&s->keys, s->budget, LPN_BATCH * sizeof (guint64) * s->packing.n_words);
}

static LpnStoreAnswer
hash_grown (LpnStore *store, guint component, guint32 count)
{
  HashStore *s = (HashStore *)store;

  /* Wider keys in narrower slots do no harm as long as their new bits are zero, so any of these steps may fail and
   * be taken again later. */
  if (!lpn_packing_grow (&s->packing, component, count))
    s->reason = "the memory budget does not hold the tuple packing";
  else if (!resize_keys (s))
    s->reason = "the memory budget does not hold the packed tuples' buffer";
  else if (!lpn_slot_table_widen (&s->table, s->budget, s->packing.n_bits))
    s->reason = "the hash table cannot grow within the memory budget";
  else
    return LPN_STORE_SEEN;
  return LPN_STORE_FULL;
}

static void
hash_close (LpnStore *store)
{
  HashStore *s = (HashStore *)store;
  lpn_slot_table_clear (&s->table, s->budget);
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
  if (!lpn_packing_init (&s->packing, s->base.n_components, LPN_SLOT_USED_BIT, s->budget) || !resize_keys (s)
      || !lpn_slot_table_init (&s->table, s->budget, 0))
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
      hash_close (&s->base);
      return NULL;
    }
  return &s->base;
}

/* Nothing is held for a while only: the table grows in place. */
static void
hash_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const HashStore *s = (const HashStore *)store;
  stats->states = s->table.count;
  stats->bytes = stats->peak_bytes = s->table.block.size + s->keys.size + s->packing.bytes;
}

static void
hash_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const HashStore *s = (const HashStore *)store;
  func ("tuple_bits", s->packing.n_bits - (s->packing.n_bits > LPN_SLOT_USED_BIT), data);
  func ("slot_bytes", s->table.slot, data);
  func ("load", (double)s->table.count / (double)s->table.homes, data);
  func ("regrowths", (double)s->table.regrowths, data);
}

static bool
hash_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  HashStore *s = (HashStore *)store;
  guint64   *key = key_at (s, 0);

  for (guint64 i = 0; i < lpn_slot_table_slots (&s->table); i++)
    if (lpn_slot_table_read (&s->table, i, key, s->packing.n_words))
      {
        lpn_slot_decode (key, s->packing.n_words);
        lpn_packing_unpack (&s->packing, key, s->tuple);
        if (!func (s->tuple, data))
          return false;
      }
  return true;
}

static bool
hash_check (LpnStore *store, GError **error)
{
  HashStore  *s = (HashStore *)store;
  const char *broken = lpn_slot_table_check (&s->table, key_at (s, 0), s->packing.n_words);

  if (broken != NULL)
    g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "hash table broken: %s", broken);
  return broken == NULL;
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
