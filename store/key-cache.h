/* SPDX-License-Identifier: MIT */
/*
 * Keys met lately that are known to be in a diagram: a table without probing, where a key drives out the one it finds
 * in its slot. A search meets its latest states again and again; the cache spares them the walk down the diagram. It
 * may be emptied at any time, and is whenever the meaning of keys changes.
 *
 * A used slot has bit 0 of its last word set (see LPN_KEY_MARKS); all zero is empty.
 */
#ifndef LPN_STORE_KEY_CACHE_H
#define LPN_STORE_KEY_CACHE_H

#include "store/key-buffer.h"

G_BEGIN_DECLS

typedef struct
{
  LpnBlock table;
  guint    n_words;
  guint64  slots; /* a power of two, or 0 */
} LpnKeyCache;

static inline void
lpn_key_cache_clear (LpnKeyCache *cache, LpnBudget *budget)
{
  lpn_block_free (&cache->table, budget);
  cache->slots = 0;
}

/* Forgets all keys. The cache then takes up to `bytes`, for keys of `n_words` words; none where the budget refuses. */
void lpn_key_cache_reset (LpnKeyCache *cache, LpnBudget *budget, gsize bytes, guint n_words);

static inline guint64 *
lpn_key_cache_slot (const LpnKeyCache *cache, guint64 hash)
{
  return (guint64 *)cache->table.data + (hash & (cache->slots - 1)) * cache->n_words;
}

static inline void
lpn_key_cache_prefetch (const LpnKeyCache *cache, guint64 hash)
{
  if (cache->slots > 0)
    __builtin_prefetch (lpn_key_cache_slot (cache, hash));
}

static inline bool
lpn_key_cache_has (const LpnKeyCache *cache, const guint64 *key, guint64 hash)
{
  const guint64 *slot;

  if (cache->slots == 0)
    return false;
  slot = lpn_key_cache_slot (cache, hash);
  return (slot[cache->n_words - 1] & 1) != 0 && lpn_key_same (slot, key, cache->n_words);
}

static inline void
lpn_key_cache_put (LpnKeyCache *cache, const guint64 *key, guint64 hash)
{
  guint64 *slot;

  if (cache->slots == 0)
    return;
  slot = lpn_key_cache_slot (cache, hash);
  for (guint i = 0; i < cache->n_words; i++)
    slot[i] = key[i];
  slot[cache->n_words - 1] |= 1;
}

G_END_DECLS

#endif
