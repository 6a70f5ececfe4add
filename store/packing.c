/* SPDX-License-Identifier: MIT */
#include "store/packing.h"

#include <string.h>

#include "store/bits.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_BMI2 1
#include <immintrin.h>
#else
#define HAVE_BMI2 0
#endif

bool
lpn_packing_init (LpnPacking *packing, guint n_components, guint reserved, LpnBudget *budget)
{
  memset (packing, 0, sizeof *packing);
  packing->n_components = n_components;
  packing->n_words = 1;
  packing->reserved = reserved;
  packing->budget = budget;
  packing->plain = !lpn_have_bmi2 ();
  if (!lpn_budget_take (budget, n_components))
    return false;
  packing->bytes = n_components;
  packing->widths = g_malloc0 (n_components);
  return true;
}

void
lpn_packing_clear (LpnPacking *packing)
{
  if (packing->budget == NULL)
    return;
  g_free (packing->pieces);
  g_free (packing->widths);
  lpn_budget_give (packing->budget, packing->bytes);
  memset (packing, 0, sizeof *packing);
}

void
lpn_packing_force_plain (LpnPacking *packing)
{
  packing->plain = true;
}

static guint
width_of (guint32 count)
{
  return count <= 1 ? 0 : g_bit_storage (count - 1);
}

static guint
next_position (const LpnPacking *packing, guint position)
{
  return position == packing->reserved ? position + 1 : position;
}

guint
lpn_packing_bits_for (const LpnPacking *packing, guint component, guint32 count)
{
  guint width = width_of (count);
  guint bits = packing->n_bits;

  for (guint w = packing->widths[component]; w < width; w++)
    bits = next_position (packing, bits) + 1;
  return bits;
}

static bool
make_room (LpnPacking *packing, guint n)
{
  guint room = MAX (packing->room, 8);
  gsize extra;

  while (room < packing->n_pieces + n)
    room += room / 2;
  extra = (room - packing->room) * sizeof (LpnPackPiece);
  if (extra == 0)
    return true;
  if (!lpn_budget_take (packing->budget, extra))
    return false;
  packing->bytes += extra;
  packing->pieces = g_renew (LpnPackPiece, packing->pieces, room);
  packing->room = room;
  return true;
}

static void
add_bit (LpnPacking *packing, guint component)
{
  guint         position = next_position (packing, packing->n_bits);
  guint         word = position / 64;
  LpnPackPiece *piece = packing->pieces + packing->n_pieces;

  while (piece > packing->pieces && piece[-1].word == word && piece[-1].component != component)
    piece--;
  if (piece > packing->pieces && piece[-1].word == word)
    piece--;
  else
    {
      piece = packing->pieces + packing->n_pieces++;
      piece->mask = 0;
      piece->component = component;
      piece->word = word;
      piece->shift = packing->widths[component];
    }
  piece->mask |= G_GUINT64_CONSTANT (1) << (position % 64);
  packing->widths[component]++;
  packing->n_bits = position + 1;
  packing->n_words = word + 1;
}

bool
lpn_packing_grow (LpnPacking *packing, guint component, guint32 count)
{
  guint width = width_of (count);

  if (width <= packing->widths[component])
    return true;
  if (!make_room (packing, 2)) /* 32 bits lie in two words at most */
    return false;
  while (packing->widths[component] < width)
    add_bit (packing, component);
  return true;
}

bool
lpn_packing_reserve (LpnPacking *packing, guint n_bits)
{
  return n_bits <= packing->n_pieces || make_room (packing, n_bits - packing->n_pieces);
}

/* Appends a bit at `position`, above all before it in its word, to the piece it continues or to a new one. */
static void
place_bit (LpnPacking *packing, LpnPackBit bit, guint position)
{
  LpnPackPiece *end = packing->pieces + packing->n_pieces;
  LpnPackPiece *piece = end;

  while (piece > packing->pieces && piece[-1].word == position / 64 && piece[-1].component != bit.component)
    piece--;
  if (piece > packing->pieces && piece[-1].word == position / 64
      && piece[-1].shift + (guint)__builtin_popcountll (piece[-1].mask) == bit.bit)
    piece--;
  else
    {
      piece = end;
      packing->n_pieces++;
      *piece = (LpnPackPiece){ .component = bit.component, .word = position / 64, .shift = bit.bit };
    }
  piece->mask |= G_GUINT64_CONSTANT (1) << (position % 64);
}

void
lpn_packing_arrange (LpnPacking *packing, const LpnPackBit *bits, guint n_bits, guint n_words)
{
  g_assert (n_bits <= packing->room && n_bits <= 64 * n_words);
  packing->n_pieces = 0;
  packing->n_bits = n_bits;
  packing->n_words = n_words;
  for (guint word = 0; word * 64 < n_bits; word++)
    for (guint i = MIN (word * 64 + 64, n_bits); i-- > word * 64;)
      place_bit (packing, bits[i], word * 64 + 63 - i % 64);
}

/* Puts the low bits of `value` where `mask` has ones. */
static guint64
scatter (guint64 value, guint64 mask)
{
  guint64 out = 0;

  while (mask != 0)
    {
      guint low = (guint)__builtin_ctzll (mask);
      /* The run of ones that begins at `low`. */
      guint64 run = mask & ~(mask + (G_GUINT64_CONSTANT (1) << low));
      out |= (value << low) & run;
      value >>= __builtin_popcountll (run);
      mask &= ~run;
    }
  return out;
}

/* The reverse: collects the bits under `mask` to the low end. */
static guint64
gather (guint64 value, guint64 mask)
{
  guint64 out = 0;
  guint   have = 0;

  while (mask != 0)
    {
      guint   low = (guint)__builtin_ctzll (mask);
      guint64 run = mask & ~(mask + (G_GUINT64_CONSTANT (1) << low));
      out |= ((value & run) >> low) << have;
      have += (guint)__builtin_popcountll (run);
      mask &= ~run;
    }
  return out;
}

/* The loops over pieces, written once and compiled for either way to scatter and gather. */
#define PACK_LOOP(SCATTER)                                                                                             \
  for (; n > 0; n--, tuples += packing->n_components)                                                                  \
    {                                                                                                                  \
      const LpnPackPiece *piece = packing->pieces;                                                                     \
      const LpnPackPiece *end = piece + packing->n_pieces;                                                             \
      for (guint word = 0; word < packing->n_words; word++)                                                            \
        {                                                                                                              \
          guint64 bits = 0;                                                                                            \
          for (; piece < end && piece->word == word; piece++)                                                          \
            bits |= SCATTER ((guint64)tuples[piece->component] >> piece->shift, piece->mask);                          \
          *words++ = bits;                                                                                             \
        }                                                                                                              \
    }

#define UNPACK_LOOP(GATHER)                                                                                            \
  for (const LpnPackPiece *piece = packing->pieces; piece < packing->pieces + packing->n_pieces; piece++)              \
    tuple[piece->component] |= (guint32)(GATHER (words[piece->word], piece->mask) << piece->shift);

#if HAVE_BMI2
__attribute__ ((target ("bmi2"))) static void
pack_bmi2 (const LpnPacking *packing, const guint32 *tuples, guint n, guint64 *words)
{
  PACK_LOOP (_pdep_u64)
}

__attribute__ ((target ("bmi2"))) static void
unpack_bmi2 (const LpnPacking *packing, const guint64 *words, guint32 *tuple)
{
  UNPACK_LOOP (_pext_u64)
}
#endif

void
lpn_packing_pack (const LpnPacking *packing, const guint32 *tuples, guint n, guint64 *words)
{
  if (G_UNLIKELY (packing->n_pieces == 0)) /* one local state each; `pieces` may be NULL */
    {
      memset (words, 0, (gsize)n * packing->n_words * sizeof *words);
      return;
    }
#if HAVE_BMI2
  if (!packing->plain)
    {
      pack_bmi2 (packing, tuples, n, words);
      return;
    }
#endif
  PACK_LOOP (scatter)
}

void
lpn_packing_unpack (const LpnPacking *packing, const guint64 *words, guint32 *tuple)
{
  if (packing->n_components > 0)
    memset (tuple, 0, packing->n_components * sizeof *tuple);
  if (packing->n_pieces == 0)
    return;
#if HAVE_BMI2
  if (!packing->plain)
    {
      unpack_bmi2 (packing, words, tuple);
      return;
    }
#endif
  UNPACK_LOOP (gather)
}
