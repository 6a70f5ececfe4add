/* SPDX-License-Identifier: MIT */
#include "store/word-vector.h"

#include <string.h>

enum
{
  ROOM = 4 << 20 /* bytes of rows kept */
};
#define NOT_OWN G_MAXUINT32

struct _LpnWordRows
{
  guint    n_elements;
  guint32 *at; /* of each element of the component: where its word is among `words`, or NOT_OWN */
  guint    n_words;
  guint32 *words;
  guint64 *now;   /* the row that is in the words of the vector */
  guint64 *fresh; /* a row that is not kept */
  LpnBlock block; /* the rows kept, by local state */
  guint32  filled;
};

static bool
take (LpnWordVector *vector, guint64 bytes)
{
  if (!lpn_budget_take (vector->budget, bytes))
    return false;
  vector->held += bytes;
  return true;
}

/* The word's place among those of the component, where it is added if need be. */
static guint32
place_of_word (LpnWordRows *rows, guint32 word)
{
  guint32 i = 0;
  while (i < rows->n_words && rows->words[i] != word)
    i++;
  if (i == rows->n_words)
    rows->words[rows->n_words++] = word;
  return i;
}

/* Which elements are the component's own, and in which words they lie. `owned` tells of those of earlier components. */
static bool
lay_out_rows (LpnWordVector *vector, guint component, guint8 *owned)
{
  const LpnSpace *space = vector->space;
  LpnWordRows    *rows = &vector->rows[component];
  guint           n;
  const guint32  *elements = space->expand_component (space->expand_data, component, 0, vector->values, &n);

  if (!take (vector, n * (3 * sizeof (guint32) + 4 * sizeof (guint64))))
    return false;
  rows->n_elements = n;
  rows->at = g_new (guint32, n + 1);
  rows->words = g_new (guint32, 2 * n + 1);
  for (guint i = 0; i < n; i++)
    {
      const LpnWordPlace *place = &vector->places[elements[i]];
      rows->at[i] = NOT_OWN;
      if (owned[elements[i]])
        continue;
      owned[elements[i]] = 1;
      rows->at[i] = place_of_word (rows, place->word);
      if (place->spill > 0)
        place_of_word (rows, place->word + 1);
    }
  rows->now = g_new0 (guint64, rows->n_words + 1);
  rows->fresh = g_new0 (guint64, rows->n_words + 1);
  return true;
}

bool
lpn_word_vector_init (LpnWordVector *vector, const LpnSpace *space, LpnBudget *budget, const LpnWordPlace *places,
                      gsize n_words)
{
  gsize              n = space->n_elements;
  bool               fits = true;
  g_autofree guint8 *owned = g_new0 (guint8, n + 1);

  memset (vector, 0, sizeof *vector);
  vector->budget = budget;
  if (!take (vector, (n_words + n) * sizeof (guint64) + n * (sizeof *places + 2 * sizeof (guint32))
                         + space->n_components * (sizeof (guint32) + sizeof (LpnWordRows))))
    return false;
  vector->space = space;
  vector->n_words = n_words;
  vector->words = g_new0 (guint64, n_words + 1);
  vector->places = g_new0 (LpnWordPlace, n + 1);
  if (n > 0)
    memcpy (vector->places, places, n * sizeof *places);
  vector->tuple = g_new (guint32, space->n_components + 1);
  memset (vector->tuple, 0xff, (space->n_components + 1) * sizeof *vector->tuple);
  vector->values = g_new0 (gint64, n + 1);
  vector->moved = g_new0 (guint32, 2 * n + 1); /* an element lies in two words at most */
  if (space->expand_component != NULL)
    vector->rows = g_new0 (LpnWordRows, space->n_components + 1);
  for (guint c = 0; vector->rows != NULL && c < space->n_components && fits; c++)
    fits = lay_out_rows (vector, c, owned);
  if (!fits)
    lpn_word_vector_clear (vector);
  return fits;
}

void
lpn_word_vector_clear (LpnWordVector *vector)
{
  if (vector->space == NULL)
    return;
  for (guint c = 0; vector->rows != NULL && c < vector->space->n_components; c++)
    {
      LpnWordRows *rows = &vector->rows[c];
      lpn_block_free (&rows->block, vector->budget);
      g_free (rows->at);
      g_free (rows->words);
      g_free (rows->now);
      g_free (rows->fresh);
    }
  lpn_budget_give (vector->budget, vector->held - vector->row_bytes);
  g_free (vector->words);
  g_free (vector->places);
  g_free (vector->tuple);
  g_free (vector->values);
  g_free (vector->rows);
  g_free (vector->moved);
  memset (vector, 0, sizeof *vector);
}

/* What an element of this value adds to its word; `next`: to the one after. */
static inline guint64
share (const LpnWordVector *vector, guint32 element, gint64 value, guint64 *next)
{
  const LpnWordPlace *place = &vector->places[element];
  guint64             x = (guint64)value - (guint64)vector->space->ranges[element].min;

  *next = place->spill > 0 ? x >> place->spill : 0;
  return place->factor * x;
}

static void
make_row (const LpnWordVector *vector, guint component, guint32 index, guint64 *row)
{
  const LpnSpace    *space = vector->space;
  const LpnWordRows *rows = &vector->rows[component];
  guint              n;
  const guint32     *elements = space->expand_component (space->expand_data, component, index, vector->values, &n);

  memset (row, 0, rows->n_words * sizeof *row);
  for (guint i = 0; i < n; i++)
    if (rows->at[i] != NOT_OWN)
      {
        guint64 next;
        row[rows->at[i]] += share (vector, elements[i], vector->values[i], &next);
        if (next != 0)
          {
            guint32 word = vector->places[elements[i]].word + 1;
            guint   at = 0;
            while (rows->words[at] != word)
              at++;
            row[at] += next;
          }
      }
}

/* Keeps the rows of local states up to `index`. False: there is no room. */
static bool
keep_rows (LpnWordVector *vector, guint component, guint32 index)
{
  LpnWordRows *rows = &vector->rows[component];
  gsize        row_bytes = rows->n_words * sizeof (guint64);
  gsize        need = ((gsize)index + 1) * row_bytes;
  gsize        before = rows->block.size;

  if (need > before)
    {
      gsize wanted = MAX (need, 2 * before);
      if (vector->row_bytes - before + wanted > ROOM || !lpn_block_resize (&rows->block, vector->budget, wanted))
        return false;
      vector->row_bytes += rows->block.size - before;
      vector->held += rows->block.size - before;
    }
  for (; rows->filled <= index; rows->filled++)
    make_row (vector, component, rows->filled, (guint64 *)rows->block.data + (gsize)rows->filled * rows->n_words);
  return true;
}

static inline const guint64 *
row_of (LpnWordVector *vector, guint component, guint32 index)
{
  LpnWordRows *rows = &vector->rows[component];

  if (G_LIKELY (index < rows->filled) || (rows->n_words > 0 && keep_rows (vector, component, index)))
    return (const guint64 *)rows->block.data + (gsize)index * rows->n_words;
  make_row (vector, component, index, rows->fresh);
  return rows->fresh;
}

static void
make_words (const LpnWordVector *vector, const guint32 *tuple, guint64 *words)
{
  const LpnSpace *space = vector->space;

  memset (words, 0, vector->n_words * sizeof *words);
  if (space->n_elements > 0)
    space->expand (space->expand_data, tuple, vector->values);
  for (guint32 e = 0; e < space->n_elements; e++)
    {
      guint64 next;
      words[vector->places[e].word] += share (vector, e, vector->values[e], &next);
      if (next != 0)
        words[vector->places[e].word + 1] += next;
    }
}

void
lpn_word_vector_move (LpnWordVector *vector, const guint32 *tuple)
{
  guint32 *moved = vector->moved;

  for (guint c = 0; vector->rows != NULL && c < vector->space->n_components; c++)
    if (tuple[c] != vector->tuple[c])
      {
        const LpnWordRows *rows = &vector->rows[c];
        const guint64     *row = row_of (vector, c, tuple[c]);
        for (guint i = 0; i < rows->n_words; i++)
          {
            vector->words[rows->words[i]] += row[i] - rows->now[i];
            rows->now[i] = row[i];
            *moved++ = rows->words[i];
          }
        vector->tuple[c] = tuple[c];
      }
  if (vector->rows == NULL)
    {
      make_words (vector, tuple, vector->words);
      memcpy (vector->tuple, tuple, vector->space->n_components * sizeof *tuple);
      for (guint32 i = 0; i < vector->n_words; i++)
        *moved++ = i;
    }
  vector->n_moved = (guint)(moved - vector->moved);
}

const char *
lpn_word_vector_check (const LpnWordVector *vector)
{
  g_autofree guint64 *words = g_new0 (guint64, vector->n_words + 1);

  if (vector->space->n_components == 0 || vector->tuple[0] == G_MAXUINT32) /* nowhere yet */
    return NULL;
  make_words (vector, vector->tuple, words);
  return memcmp (words, vector->words, vector->n_words * sizeof *words) == 0
             ? NULL
             : "the packed vector is not that of the state it is at";
}

guint
lpn_element_bytes (const LpnElementRange *range)
{
  guint64 span = (guint64)range->max - (guint64)range->min;
  return span <= G_MAXUINT8 ? 1 : span <= G_MAXUINT16 ? 2 : span <= G_MAXUINT32 ? 4 : 8;
}

LpnWordPlace *
lpn_word_places_of_bytes (const LpnSpace *space, gsize *length)
{
  LpnWordPlace *places = g_new0 (LpnWordPlace, space->n_elements + 1);
  gsize         at = 0;

  for (guint32 e = 0; e < space->n_elements; e++)
    {
      guint bytes = lpn_element_bytes (&space->ranges[e]);
      guint shift = 8 * (guint)(at % 8);
      places[e] = (LpnWordPlace){ .word = (guint32)(at / 8),
                                  .spill = shift + 8 * bytes > 64 ? 64 - shift : 0,
                                  .factor = G_GUINT64_CONSTANT (1) << shift };
      at += bytes;
    }
  *length = at;
  return places;
}
