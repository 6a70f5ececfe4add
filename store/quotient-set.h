/* SPDX-License-Identifier: MIT */
/*
 * A set of keys in a quotient table (store/quotient.h) that grows as it fills.
 *
 * A key is `n_words` words of a bit string, lowest first, at key + 1; encoding turns it, in place and without loss,
 * into what the table takes: a prefix of the first bits, permuted (store/permute.h), in key[0], and the rest as
 * extension from key[1] on. So a key has n_words + 1 words.
 */
#ifndef LPN_STORE_QUOTIENT_SET_H
#define LPN_STORE_QUOTIENT_SET_H

#include "store/permute.h"
#include "store/quotient.h"
#include "store/store.h"

G_BEGIN_DECLS

typedef struct
{
  LpnQuotient table;
  guint64     limit; /* entries the table may hold before it grows */
  guint64     regrowths;
} LpnQuotientSet;

/* The shape for keys of `bits` bits, the prefix as long as can be, with at least `homes` homes. */
LpnQuotientShape lpn_quotient_set_shape (guint bits, guint64 homes);
/* An empty set; false where memory is refused. */
bool lpn_quotient_set_init (LpnQuotientSet *set, LpnBudget *budget, guint bits);
void lpn_quotient_set_clear (LpnQuotientSet *set, LpnBudget *budget);
/* To be called when the table was replaced by another. */
void lpn_quotient_set_changed (LpnQuotientSet *set);

/* The shape the set would grow to. */
LpnQuotientShape lpn_quotient_set_wanted (const LpnQuotientSet *set);
/* Gives the table another shape, or some more homes, in place. False where memory is refused: nothing is changed then.
 */
bool lpn_quotient_set_reshape (LpnQuotientSet *set, LpnBudget *budget, const LpnQuotientShape *shape);
bool lpn_quotient_set_grow (LpnQuotientSet *set, LpnBudget *budget);
/* So full that growing is not put off even where memory is short. */
bool lpn_quotient_set_is_full (const LpnQuotientSet *set);

static inline void
lpn_quotient_encode (guint64 *key, guint n_words, guint prefix_bits)
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

static inline void
lpn_quotient_decode (guint64 *key, guint n_words, guint prefix_bits)
{
  guint64 *ext = key + 1;
  guint64  hash = lpn_extension_hash (ext[0], ext, n_words);
  guint64  low = (lpn_unpermute (key[0], prefix_bits) ^ hash) & lpn_low_mask (prefix_bits);

  for (guint i = n_words - 1; i > 0; i--)
    ext[i] = ext[i] << prefix_bits | ext[i - 1] >> (64 - prefix_bits);
  ext[0] = ext[0] << prefix_bits | low;
}

/* Inserts an encoded key; `grow (data)` makes room, or answers false. FULL: the set is unchanged. */
__attribute__ ((always_inline)) static inline LpnStoreAnswer
lpn_quotient_set_add (LpnQuotientSet *set, const guint64 *key, bool (*grow) (gpointer data), gpointer data)
{
  if (G_UNLIKELY (set->table.states >= set->limit))
    {
      if (lpn_quotient_contains (&set->table, key[0], key + 1))
        return LPN_STORE_SEEN;
      if (!grow (data) && lpn_quotient_set_is_full (set))
        return LPN_STORE_FULL;
    }
  for (;;)
    switch (lpn_quotient_insert (&set->table, key[0], key + 1))
      {
      case LPN_QUOTIENT_NEW:
        return LPN_STORE_NEW;
      case LPN_QUOTIENT_SEEN:
        return LPN_STORE_SEEN;
      case LPN_QUOTIENT_CROWDED:
      default:
        if (!grow (data))
          return LPN_STORE_FULL;
      }
}

G_END_DECLS

#endif
