/* SPDX-License-Identifier: MIT */
/*
 * Packed tuples turned, without loss, into something that looks random in its first bits.
 *
 * Vocabulary
 *   prefix   the first `b` bits of a packed tuple (b <= 64); the rest is its extension
 *
 * The extension stays as it is; the prefix is replaced by permute (prefix XOR hash (extension)), a bijection for each
 * extension, so that the tuple can be read back. The hash of an extension does not change when zero bits are
 * appended: the permuted form of a tuple packed before stays valid when components grow (store/packing.h).
 * So a table whose order and homes follow from the prefix never has to move an entry because of a wider component.
 */
#ifndef LPN_STORE_PERMUTE_H
#define LPN_STORE_PERMUTE_H

#include <glib.h>

#include "base/mix.h"
#include "store/bits.h"

G_BEGIN_DECLS

#define LPN_PERMUTE_A G_GUINT64_CONSTANT (0xd6e8feb86659fd93)
#define LPN_PERMUTE_B G_GUINT64_CONSTANT (0xa0761d6478bd642f)

/* A bijection on the numbers below 2^bits, 1 <= bits <= 64. A shift by half the bits or more undoes itself. */
static inline guint64
lpn_permute (guint64 x, guint bits)
{
  guint64 mask = lpn_low_mask (bits);
  guint   half = (bits + 1) / 2;

  x ^= x >> half;
  x = (x * LPN_PERMUTE_A) & mask;
  x ^= x >> half;
  x = (x * LPN_PERMUTE_B) & mask;
  x ^= x >> half;
  return x;
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the right bits, from 3. */
static inline guint64
lpn_inverse_odd (guint64 a)
{
  guint64 x = a;
  for (guint i = 0; i < 5; i++)
    x *= 2 - a * x;
  return x;
}

static inline guint64
lpn_unpermute (guint64 x, guint bits)
{
  guint64 mask = lpn_low_mask (bits);
  guint   half = (bits + 1) / 2;

  x ^= x >> half;
  x = (x * lpn_inverse_odd (LPN_PERMUTE_B)) & mask;
  x ^= x >> half;
  x = (x * lpn_inverse_odd (LPN_PERMUTE_A)) & mask;
  x ^= x >> half;
  return x;
}

/* The hash of an extension: its part in word 0 (`first`) and the words 1 .. n_words-1. */
static inline guint64
lpn_extension_hash (guint64 first, const guint64 *words, guint n_words)
{
  guint64 hash = lpn_mix64 (first);
  for (guint i = 1; i < n_words; i++)
    hash ^= lpn_mix64 (words[i] * (2 * (guint64)i + 1));
  return hash;
}

G_END_DECLS

#endif
