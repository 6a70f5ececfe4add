/* SPDX-License-Identifier: MIT */
/*
 * A state vector packed into 64-bit words, kept up to date by change: a search offers states that differ in few
 * components from the one before.
 *
 * Vocabulary
 *   place   where an element goes: its value, less the minimum of its range, is multiplied by `factor` and added to
 *           `word`, modulo 2^64. What a shift loses at the top goes to the next word (`spill`)
 *   row     what one local state of a component adds to the words that its elements have places in
 *
 * The words are the sum of one row per component, so a component that moved from one local state to another adds the
 * difference of two rows: SetValue of the compaction paper, for all elements of a component at once. Rows are kept, for
 * the first local states up to ROOM bytes in all; others are made again each time. An element in several components
 * belongs to the first of them.
 */
#ifndef LPN_STORE_WORD_VECTOR_H
#define LPN_STORE_WORD_VECTOR_H

#include "store/store.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 word;
  guint32 spill; /* so many low bits of the value stay in `word`, the others go to the next; 0: all stay */
  guint64 factor;
} LpnWordPlace;

typedef struct _LpnWordRows LpnWordRows;

typedef struct
{
  const LpnSpace *space;
  LpnBudget      *budget;
  gsize           n_words;
  guint64        *words;
  LpnWordPlace   *places; /* per element */
  guint32        *tuple;  /* where the words are */
  gint64         *values; /* scratch */
  LpnWordRows    *rows;   /* per component; NULL where the space does not expand components */
  guint32        *moved;  /* words that the last move may have changed, some of them more than once */
  guint           n_moved;
  guint64         row_bytes; /* of the rows kept */
  guint64         held;      /* bytes taken from the budget, rows included */
} LpnWordVector;

/* All elements at their minimum: the words are 0. `places` is copied; they lie within `n_words`. False where the budget
 * refuses: nothing is held then. */
bool lpn_word_vector_init (LpnWordVector *vector, const LpnSpace *space, LpnBudget *budget, const LpnWordPlace *places,
                           gsize n_words);
void lpn_word_vector_clear (LpnWordVector *vector);
/* Brings the words to `tuple`. Fills in `moved`. */
void lpn_word_vector_move (LpnWordVector *vector, const guint32 *tuple);
/* NULL, or what is broken: the words are made anew from all elements. Slow. */
const char *lpn_word_vector_check (const LpnWordVector *vector);

/* The places of a plain vector of bytes: the elements one after another, each in 1, 2, 4 or 8 bytes by its range,
 * lowest byte first, 8 where none is declared. `length` gets the bytes of the vector. Transfer full. */
LpnWordPlace *lpn_word_places_of_bytes (const LpnSpace *space, gsize *length);
/* How many bytes such a vector has for an element. */
guint lpn_element_bytes (const LpnElementRange *range);

G_END_DECLS

#endif
