/* SPDX-License-Identifier: MIT */
/*
 * Tuples as short bit strings: each component as wide as its count of local states needs today.
 *
 * Vocabulary
 *   packed tuple  n_words 64-bit words; bit i of it is bit i % 64 of word i / 64
 *   width         bits of one component: the least w with count <= 2^w (0 for a count of 1)
 *   piece         the bits of one component that lie in one word
 *
 * A component that outgrows its width gets its new bit at the end of the string, not beside its other bits. So a tuple
 * packed before has, extended by zeros, the same packed form after: tables need no repacking, only wider slots
 * now and then. The price is that a component's bits lie scattered, which the scatter/gather instructions of x86
 * (pdep, pext) undo at no cost; elsewhere loops over runs of bits do.
 *
 * One bit position may be reserved: it is never used and is zero in every packed tuple.
 *
 * Cost: one scatter per piece; there are about as many pieces as components. Memory is taken from the budget.
 */
#ifndef LPN_STORE_PACKING_H
#define LPN_STORE_PACKING_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

G_BEGIN_DECLS

#define LPN_PACKING_NO_BIT G_MAXUINT

typedef struct
{
  guint64 mask; /* where the bits lie in the word, lowest first */
  guint32 component;
  guint32 word;
  guint32 shift; /* the first bit of the component that lies here */
} LpnPackPiece;

typedef struct _LpnPacking LpnPacking;

struct _LpnPacking
{
  guint         n_components;
  guint         n_words;  /* at least 1 */
  guint         n_bits;   /* the length of the string; a reserved bit below it counts */
  guint         reserved; /* or LPN_PACKING_NO_BIT */
  guint         n_pieces;
  guint         room;   /* pieces allocated */
  LpnPackPiece *pieces; /* ascending in word */
  guint8       *widths;
  LpnBudget    *budget;
  gsize         bytes; /* taken from the budget */
  bool          plain; /* loops instead of special instructions */
};

/* A packing of tuples whose counts are all 1. False where the budget refuses. */
bool lpn_packing_init (LpnPacking *packing, guint n_components, guint reserved, LpnBudget *budget);
void lpn_packing_clear (LpnPacking *packing);
/* Do not use special instructions, though the machine may have them (for tests). */
void lpn_packing_force_plain (LpnPacking *packing);

/* How many bits the string would have were `count` told for the component. */
guint lpn_packing_bits_for (const LpnPacking *packing, guint component, guint32 count);
/* Widens the component for `count` local states. False where the budget refuses: nothing is changed then. */
bool lpn_packing_grow (LpnPacking *packing, guint component, guint32 count);

/* Where a bit of the string comes from, for layouts of the caller's own. */
typedef struct
{
  guint32 component;
  guint32 bit; /* 0 is the lowest */
} LpnPackBit;

/* Makes room for a layout of `n_bits` bits. False where the budget refuses. */
bool lpn_packing_reserve (LpnPacking *packing, guint n_bits);
/* Lays the string out anew, in `n_words` words: bits[0] at the highest bit of word 0, the others below it and in the
 * words that follow, so that packed tuples compared word by word compare by bits[0], then by bits[1] and so on. What
 * is left at the low end of the last word is zero. Needs room reserved for `n_bits`; grow() must not be used after. */
void lpn_packing_arrange (LpnPacking *packing, const LpnPackBit *bits, guint n_bits, guint n_words);

/* Packs `n` tuples, laid one after another, to n * n_words words. */
void lpn_packing_pack (const LpnPacking *packing, const guint32 *tuples, guint n, guint64 *words);
void lpn_packing_unpack (const LpnPacking *packing, const guint64 *words, guint32 *tuple);

G_END_DECLS

#endif
