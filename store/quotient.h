/* SPDX-License-Identifier: MIT */
/*
 * A set of bit strings by lossless quotient hashing: what the place of an entry says is not stored.
 *
 * Vocabulary
 *   entry      a prefix of `prefix_bits` bits, which has to look random, and an extension of `ext_bits` bits
 *   home       the slot a prefix leads to; homes = m * 2^log, 8 <= m < 16
 *   remainder  the prefix less the first prefix of its home: 3 + log bits fewer
 *   payload    remainder, then extension: `width` bits, all that a slot holds
 *   run        the entries of one home, side by side, ascending by remainder; runs lie ascending by home
 *
 * Homes ascend with the prefix and entries lie at their home or after it (linear probing kept sorted, no
 * wrap-around). Which run belongs to which home is told by two bits per slot and an offset per 64 (Cleary 1984;
 * Bender et al., "Don't thrash", 2012; Pandey et al., "A general-purpose counting filter", 2017). A block of 64 slots:
 *
 *   bytes 0-7     bit i: some entry has home i of the block
 *   bytes 8-15    bit i: slot i is the last of its run
 *   bytes 16-17   offset: how many slots, from the block's first on, are taken by entries of homes before the block
 *   bytes 18-..   64 payloads of `width` bits: `width` words of 8 bytes
 *
 * So a slot costs width + 2.25 bits. The order makes the table grow, and its payloads widen, in place and in
 * small steps: the bytes move to the end of the enlarged block and are dealt out again from its front.
 *
 * Cost: a look-up reads the head of a block and the payloads of one run; an insert also moves the payloads up to the
 * next empty slot, about 1 / (2 (1 - load)^2) of them.
 */
#ifndef LPN_STORE_QUOTIENT_H
#define LPN_STORE_QUOTIENT_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

G_BEGIN_DECLS

enum
{
  LPN_QUOTIENT_MIN_PREFIX = 10,
  LPN_QUOTIENT_MAX_PREFIX = 40,
  LPN_QUOTIENT_MIN_LOG = 6,
};

typedef struct
{
  guint prefix_bits; /* LPN_QUOTIENT_MIN_PREFIX .. LPN_QUOTIENT_MAX_PREFIX */
  guint ext_bits;
  guint log; /* LPN_QUOTIENT_MIN_LOG .. prefix_bits - 4; prefix_bits - 3 with m = 8 */
  guint m;   /* 8 .. 15 */
} LpnQuotientShape;

typedef struct
{
  LpnQuotientShape shape;
  LpnBlock         block;
  guint            rem_bits;
  guint            width;
  guint            chunks; /* payload words: width / 64, rounded up */
  gsize            stride; /* bytes of a block of slots */
  guint64          homes;
  guint64          slots; /* homes and some more for what is displaced at the end */
  guint64          states;
  guint64          max_offset; /* no offset was ever larger */
  guint64          first[16];  /* first prefix, less those of earlier groups, of home i of a group of m */
  bool             bmi2;
} LpnQuotient;

typedef enum
{
  LPN_QUOTIENT_SEEN,
  LPN_QUOTIENT_NEW,
  LPN_QUOTIENT_CROWDED, /* no free slot near: nothing changed, needs more homes */
} LpnQuotientAnswer;

guint64 lpn_quotient_homes (const LpnQuotientShape *shape);
/* The next larger shape, or false when every prefix has a home of its own already. */
bool lpn_quotient_next_shape (LpnQuotientShape *shape);
/* Bits a slot takes, all counted. */
double lpn_quotient_slot_bits (const LpnQuotientShape *shape);

/* An empty table; false where memory is refused. */
bool lpn_quotient_init (LpnQuotient *table, LpnBudget *budget, const LpnQuotientShape *shape);
void lpn_quotient_clear (LpnQuotient *table, LpnBudget *budget);
/* Gives the table more homes or a longer extension (zeros are appended), in place; prefix_bits stays, nothing
 * shrinks. False where memory is refused: nothing is changed then. */
bool lpn_quotient_reshape (LpnQuotient *table, LpnBudget *budget, const LpnQuotientShape *shape);

/* `ext`: the words of the extension, lowest first, zero beyond ext_bits. */
void              lpn_quotient_prefetch (const LpnQuotient *table, guint64 prefix);
bool              lpn_quotient_contains (const LpnQuotient *table, guint64 prefix, const guint64 *ext);
LpnQuotientAnswer lpn_quotient_insert (LpnQuotient *table, guint64 prefix, const guint64 *ext);

/* Walks the entries in order of their homes. */
typedef struct
{
  const LpnQuotient *table;
  guint64            home; /* of the run being read, or the next to look at; group * m + inner */
  guint64            group;
  guint64            inner;
  guint64            next; /* slots before are done with */
  bool               in_run;
} LpnQuotientIter;

void lpn_quotient_iter_init (LpnQuotientIter *iter, const LpnQuotient *table);
/* False at the end. `ext` gets as many words as ext_bits needs. */
bool lpn_quotient_iter_next (LpnQuotientIter *iter, guint64 *prefix, guint64 *ext);

/* Verifies heads, offsets, order and count. Returns NULL, or what is broken. */
const char *lpn_quotient_check (const LpnQuotient *table);

G_END_DECLS

#endif
