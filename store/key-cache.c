/* SPDX-License-Identifier: MIT */
#include "store/key-cache.h"

#include <string.h>

void
lpn_key_cache_reset (LpnKeyCache *cache, LpnBudget *budget, gsize bytes, guint n_words)
{
  guint64 fit = bytes / sizeof (guint64) / n_words;
  bool    same = cache->table.size > 0 && cache->n_words == n_words;

  if (fit == 0 || (same && cache->slots == G_GUINT64_CONSTANT (1) << (g_bit_storage (fit) - 1)))
    {
      if (fit == 0)
        lpn_key_cache_clear (cache, budget);
      else
        memset (cache->table.data, 0, cache->table.size);
      return;
    }
  lpn_key_cache_clear (cache, budget);
  cache->n_words = n_words;
  fit = G_GUINT64_CONSTANT (1) << (g_bit_storage (fit) - 1);
  if (lpn_block_resize (&cache->table, budget, fit * n_words * sizeof (guint64)))
    cache->slots = fit;
}
