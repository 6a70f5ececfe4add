/* SPDX-License-Identifier: MIT */
/* Bit strings in bytes, lowest bit of the lowest byte first, at any offset; and the place of the k-th one in a word. */
#ifndef LPN_STORE_BITS_H
#define LPN_STORE_BITS_H

#include <glib.h>
#include <stdbool.h>
#include <string.h>

G_BEGIN_DECLS

/* The lowest `bits` bits. */
static inline guint64
lpn_low_mask (guint bits)
{
  return bits >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << bits) - 1;
}

static inline guint64
lpn_load64 (const guint8 *p)
{
  guint64 x;
  memcpy (&x, p, sizeof x);
  return GUINT64_FROM_LE (x);
}

static inline void
lpn_store64 (guint8 *p, guint64 x)
{
  x = GUINT64_TO_LE (x);
  memcpy (p, &x, sizeof x);
}

/* Bits at .. at+n-1 of the string at `p`, n <= 64. Reads up to 9 bytes from the first of them on. */
static inline guint64
lpn_get_bits (const guint8 *p, guint64 at, guint n)
{
  guint   shift = at & 7;
  guint64 x;

  p += at >> 3;
  x = lpn_load64 (p) >> shift;
  if (shift + n > 64)
    x |= (guint64)p[8] << (64 - shift);
  return x & lpn_low_mask (n);
}

/* Sets these bits to `value`, which has no others. Touches up to 9 bytes. */
static inline void
lpn_put_bits (guint8 *p, guint64 at, guint n, guint64 value)
{
  guint   shift = at & 7;
  guint64 mask = lpn_low_mask (n);

  p += at >> 3;
  lpn_store64 (p, (lpn_load64 (p) & ~(mask << shift)) | value << shift);
  if (shift + n > 64)
    p[8] = (guint8)((p[8] & ~(mask >> (64 - shift))) | value >> (64 - shift));
}

/* Does this machine have pdep and pext? */
static inline bool
lpn_have_bmi2 (void)
{
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports ("bmi2") != 0;
#else
  return false;
#endif
}

/* The place of the k-th one of `word`, counted from 0; there must be one. `bmi2` as lpn_have_bmi2() says;
 * the instruction is written out so that it can sit inside functions compiled for any x86. */
static inline guint
lpn_select64 (guint64 word, guint k, bool bmi2)
{
#if defined(__x86_64__) && defined(__GNUC__)
  if (bmi2)
    {
      guint64 one = G_GUINT64_CONSTANT (1) << k;
      guint64 at;
      __asm__("pdepq %2, %1, %0" : "=r"(at) : "r"(one), "r"(word));
      return (guint)__builtin_ctzll (at);
    }
#else
  (void)bmi2;
#endif
  for (; k > 0; k--)
    word &= word - 1;
  return (guint)__builtin_ctzll (word);
}

G_END_DECLS

#endif
