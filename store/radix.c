/* SPDX-License-Identifier: MIT */
/*
 * `radix`: state vectors as mixed-radix numbers (store/radix-cells.h), in a hash table (store/slot-table.h).
 *
 * Every element takes as many values as its range has; an element without a declared range keeps a cell to itself,
 * unless the search infers ranges (option infer-ranges). The cells follow the search by change: an element whose value
 * moved by delta adds lower factor * delta, and the elements of a component do so together (store/word-vector.h). A
 * stored state is the cells one after another, each in as many bits as its largest number needs. A vector does not tell
 * the tuple it was made from, so the store cannot be enumerated.
 */
#include "store/store.h"

#include <string.h>

#include "store/batch.h"
#include "store/bits.h"
#include "store/radix-cells.h"
#include "store/slot-table.h"
#include "store/word-vector.h"

enum
{
  PIECES = 3, /* of a cell at most: it may reach over the end of a word, and over the reserved bit of the first */
};

/* Bits of a cell that lie side by side in the key. */
typedef struct
{
  guint64 mask;
  guint32 cell;
  guint32 word;
  guint8  from; /* the first of these bits in the cell, and in the word of the key */
  guint8  to;
} Piece;

typedef struct
{
  LpnStore      base;
  LpnBudget    *budget;
  LpnRadixCells radix;
  LpnWordVector vector; /* its words are the cells */
  LpnSlotTable  table;
  Piece        *pieces;
  guint         n_pieces;
  guint         n_bits; /* of a key, with the reserved one */
  guint         n_words;
  guint64      *keys; /* LPN_BATCH of them */
  guint64       held; /* bytes taken for all these arrays */
} RadixStore;

static inline guint64 *
key_at (const RadixStore *s, guint i)
{
  return s->keys + (size_t)i * s->n_words;
}

static inline guint
prepare (LpnStore *store, const guint32 *tuples, guint n)
{
  RadixStore *s = (RadixStore *)store;

  memset (s->keys, 0, (size_t)n * s->n_words * sizeof *s->keys);
  for (guint i = 0; i < n; i++)
    {
      guint64 *key = key_at (s, i);
      lpn_word_vector_move (&s->vector, tuples + (size_t)i * store->n_components);
      for (const Piece *p = s->pieces; p < s->pieces + s->n_pieces; p++)
        key[p->word] |= (s->vector.words[p->cell] >> p->from & p->mask) << p->to;
      lpn_slot_encode (key, s->n_words);
    }
  return n;
}

static inline void
touch_key (const LpnStore *store, guint i)
{
  const RadixStore *s = (const RadixStore *)store;
  lpn_slot_table_prefetch (&s->table, key_at (s, i));
}

static inline LpnStoreAnswer
insert_key (LpnStore *store, guint i, guint n)
{
  RadixStore *s = (RadixStore *)store;
  (void)n;
  return lpn_slot_table_add (&s->table, s->budget, key_at (s, i));
}

static inline bool
has_key (LpnStore *store, guint i)
{
  const RadixStore *s = (const RadixStore *)store;
  return lpn_slot_table_has (&s->table, key_at (s, i));
}

LPN_BATCH_FUNCTIONS (radix, prepare, prepare)

static void
radix_close (LpnStore *store)
{
  RadixStore *s = (RadixStore *)store;
  lpn_slot_table_clear (&s->table, s->budget);
  lpn_word_vector_clear (&s->vector);
  lpn_budget_give (s->budget, s->held);
  g_free (s->radix.positions);
  g_free (s->radix.products);
  g_free (s->pieces);
  g_free (s->keys);
  g_free (s);
}

static bool
take (RadixStore *s, guint64 bytes)
{
  if (!lpn_budget_take (s->budget, bytes))
    return false;
  s->held += bytes;
  return true;
}

/* Lays `bits` bits of the cell at the end of the key. */
static void
lay_cell (RadixStore *s, guint cell, guint bits)
{
  for (guint from = 0; from < bits;)
    {
      guint at = s->n_bits;
      guint room = at < LPN_SLOT_USED_BIT ? LPN_SLOT_USED_BIT - at : 64 - at % 64;
      guint n = MIN (room, bits - from);
      if (at == LPN_SLOT_USED_BIT)
        {
          s->n_bits++;
          continue;
        }
      s->pieces[s->n_pieces++] = (Piece){ lpn_low_mask (n), cell, at / 64, (guint8)from, (guint8)(at % 64) };
      s->n_bits += n;
      from += n;
    }
}

/* Factors, cells and room for keys. False where the budget refuses. */
static bool
lay_out (RadixStore *s, const LpnSpace *space)
{
  gsize                    n = space->n_elements;
  g_autofree LpnWordPlace *places = g_new0 (LpnWordPlace, n + 1);

  if (!take (s, n * (sizeof *s->radix.positions + sizeof *s->radix.products)))
    return false;
  s->radix.positions = g_new (LpnRadixPosition, n + 1);
  s->radix.products = g_new (guint64, n + 1);
  for (gsize e = 0; e < n; e++) /* a range of all 64 bits wraps to 0, which stands for 2^64 */
    {
      lpn_radix_add (&s->radix, (guint64)space->ranges[e].max - (guint64)space->ranges[e].min + 1);
      places[e].word = s->radix.positions[e].cell;
      places[e].factor = s->radix.positions[e].lower;
    }
  if (!take (s, PIECES * s->radix.n_cells * sizeof *s->pieces))
    return false;
  s->pieces = g_new (Piece, PIECES * s->radix.n_cells + 1);
  for (guint c = 0; c < s->radix.n_cells; c++)
    lay_cell (s, c, lpn_radix_cell_bits (&s->radix, c));
  s->n_words = MAX ((s->n_bits + 63) / 64, 1);
  if (!take (s, LPN_BATCH * s->n_words * sizeof *s->keys))
    return false;
  s->keys = g_new0 (guint64, LPN_BATCH * s->n_words);
  return lpn_word_vector_init (&s->vector, space, s->budget, places, s->radix.n_cells)
         && lpn_slot_table_init (&s->table, s->budget, s->n_bits);
}

static LpnStore *
radix_open (const LpnStoreConfig *config, GError **error)
{
  RadixStore *s = g_new0 (RadixStore, 1);

  s->base.n_components = config->space->n_components;
  s->budget = config->budget;
  if (lay_out (s, config->space))
    return &s->base;
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY, "the memory budget does not hold an empty table");
  radix_close (&s->base);
  return NULL;
}

static void
radix_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const RadixStore *s = (const RadixStore *)store;
  stats->states = s->table.count;
  stats->bytes = stats->peak_bytes = s->table.block.size + s->held + s->vector.held;
}

static void
radix_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const RadixStore *s = (const RadixStore *)store;
  func ("cells", s->radix.n_cells, data);
  func ("vector_bits", s->n_bits - (s->n_bits > LPN_SLOT_USED_BIT), data);
  func ("slot_bytes", s->table.slot, data);
  func ("load", (double)s->table.count / (double)s->table.homes, data);
}

/* Is every element read from its cell as the search has it? */
static const char *
check_cells (const RadixStore *s)
{
  const LpnSpace    *space = s->vector.space;
  g_autofree gint64 *values = g_new0 (gint64, space->n_elements + 1);

  if (space->n_components == 0 || s->vector.tuple[0] == G_MAXUINT32 || space->n_elements == 0)
    return NULL;
  space->expand (space->expand_data, s->vector.tuple, values);
  for (guint32 e = 0; e < space->n_elements; e++)
    if (lpn_radix_get (&s->radix, s->vector.words, e) != (guint64)values[e] - (guint64)space->ranges[e].min)
      return "a cell does not hold the value of its element";
  return NULL;
}

static bool
radix_check (LpnStore *store, GError **error)
{
  RadixStore *s = (RadixStore *)store;
  const char *broken = lpn_slot_table_check (&s->table, s->keys, s->n_words);

  if (broken == NULL)
    broken = lpn_word_vector_check (&s->vector);
  if (broken == NULL)
    broken = check_cells (s);
  if (broken != NULL)
    g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE, "table of cells broken: %s", broken);
  return broken == NULL;
}

static const char *
radix_full_reason (const LpnStore *store)
{
  (void)store;
  return "the table of packed state vectors cannot grow within the memory budget";
}

static const LpnStoreOption options[] = {
  LPN_STORE_INFER_RANGES_ROW,
  { 0 },
};

const LpnStoreType lpn_store_radix = {
  .name = "radix",
  .summary = "hash table of state vectors packed as mixed-radix numbers by their declared ranges",
  .flags = LPN_STORE_EXACT | LPN_STORE_VECTOR,
  .options = options,
  .open = radix_open,
  .close = radix_close,
  .insert = radix_insert,
  .contains = radix_contains,
  .contains_many = radix_contains_many,
  .insert_many = radix_insert_many,
  .stats = radix_stats,
  .figures = radix_figures,
  .check = radix_check,
  .full_reason = radix_full_reason,
};
