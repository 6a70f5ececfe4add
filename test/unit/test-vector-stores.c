/* SPDX-License-Identifier: MIT */
/* The stores of state vectors: mixed-radix cells, tables of parts and their overflow, vectors kept by change. */
#include "store/radix-cells.h"
#include "store/slot-table.h"
#include "store/word-vector.h"
#include "test/harness.h"

#include <string.h>

enum
{
  MOST = 64
};

typedef struct
{
  LpnRadixPosition positions[MOST];
  guint64          products[MOST];
  LpnRadixCells    radix;
} Cells;

static void
cells_init (Cells *cells)
{
  memset (cells, 0, sizeof *cells);
  cells->radix.positions = cells->positions;
  cells->radix.products = cells->products;
}

/* Of the paper: v1, v2, v3 in 0..4, 0..2, 0..6; V = v3 + 7 (v2 + 3 v1). */
static void
test_paper (void)
{
  static const guint64 factors[] = { 1, 7, 21, 105 };
  Cells                c;
  guint64              cell = 0;

  cells_init (&c);
  lpn_radix_add (&c.radix, 7);
  lpn_radix_add (&c.radix, 3);
  lpn_radix_add (&c.radix, 5);
  CU_ASSERT_EQUAL (c.radix.n_cells, 1);
  CU_ASSERT_EQUAL (lpn_radix_cell_bits (&c.radix, 0), 7);
  for (guint i = 0; i < 3; i++)
    {
      CU_ASSERT_EQUAL (c.positions[i].lower, factors[i]);
      CU_ASSERT_EQUAL (c.positions[i].upper, factors[i + 1]);
    }
  for (guint v1 = 0; v1 < 5; v1++)
    for (guint v2 = 0; v2 < 3; v2++)
      for (guint v3 = 0; v3 < 7; v3++)
        {
          lpn_radix_set (&c.radix, &cell, 2, v1 - lpn_radix_get (&c.radix, &cell, 2));
          lpn_radix_set (&c.radix, &cell, 1, v2 - lpn_radix_get (&c.radix, &cell, 1));
          lpn_radix_set (&c.radix, &cell, 0, v3 - lpn_radix_get (&c.radix, &cell, 0));
          CU_ASSERT_EQUAL (cell, v3 + 7 * (v2 + 3 * v1));
        }
}

/* Random cardinalities, the widest and the narrowest among them: every value is read back, none disturbs another. */
static void
test_cells (void)
{
  for (guint32 seed = 1; seed <= 300; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Cells   c;
      guint64 cardinality[MOST], value[MOST] = { 0 }, cells[MOST] = { 0 };
      cells_init (&c);
      for (guint i = 0; i < MOST; i++)
        {
          guint64 wide = (guint64)g_rand_int (rand) << 32 | g_rand_int (rand);
          guint   shift = g_rand_int (rand) % 66;
          cardinality[i] = shift == 0 ? 0 : shift == 65 ? 1 : (wide >> (shift - 1)) + 1;
          lpn_radix_add (&c.radix, cardinality[i]);
        }
      for (guint step = 0; step < 400; step++)
        {
          guint   i = g_rand_int (rand) % MOST;
          guint64 wide = (guint64)g_rand_int (rand) << 32 | g_rand_int (rand);
          guint64 next = cardinality[i] == 0 ? wide : step % 3 == 0 ? cardinality[i] - 1 : wide % cardinality[i];
          lpn_radix_set (&c.radix, cells, i, next - value[i]);
          value[i] = next;
        }
      for (guint i = 0; i < MOST; i++)
        CU_ASSERT_EQUAL (lpn_radix_get (&c.radix, cells, i), value[i]);
      for (guint i = 0; i < c.radix.n_cells; i++)
        CU_ASSERT_TRUE (lpn_radix_cell_bits (&c.radix, i) <= 64);
    }
}

/* Two components: the first holds elements 0 to 8, one byte each, the second an element of two bytes. */
static guint calls;

static void
expand (gpointer data, const guint32 *tuple, gint64 *values)
{
  (void)data;
  for (guint e = 0; e < 9; e++)
    values[e] = tuple[0] >> e & 1 ? 100 : 0;
  values[9] = (gint64)tuple[1] - 5;
}

static const guint32 *
expand_component (gpointer data, guint component, guint32 index, gint64 *values, guint *n)
{
  static const guint32 elements[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
  guint32              tuple[2] = { index, index };
  gint64               all[10];

  calls++;
  expand (data, tuple, all);
  *n = component == 0 ? 9 : 1;
  memcpy (values, all + 9 * component, *n * sizeof *values);
  return elements + 9 * component;
}

static const LpnElementRange ranges[10] = { { 0, 100 }, { 0, 100 }, { 0, 100 }, { 0, 100 }, { 0, 100 },
                                            { 0, 100 }, { 0, 100 }, { 0, 100 }, { 0, 100 }, { -5, 60000 } };
static const LpnSpace        space
    = { .n_components = 2, .n_elements = 10, .ranges = ranges, .expand = expand, .expand_component = expand_component };

static void
check_move (LpnWordVector *vector, guint32 a, guint32 b, const char *bytes)
{
  guint32 tuple[2] = { a, b };
  guint8  found[16];

  lpn_word_vector_move (vector, tuple);
  lpn_store64 (found, vector->words[0]);
  lpn_store64 (found + 8, vector->words[1]);
  CU_ASSERT_EQUAL (memcmp (found, bytes, 11), 0);
  CU_ASSERT_PTR_NULL (lpn_word_vector_check (vector));
}

/* By components and without; local states within the rows that are kept, and beyond. */
static void
test_changes (void)
{
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      LpnSpace                 plain = space;
      gsize                    length;
      g_autofree LpnWordPlace *places = lpn_word_places_of_bytes (&space, &length);
      LpnWordVector            vector;
      plain.expand_component = NULL;
      CU_ASSERT_EQUAL (length, 11);
      CU_ASSERT_TRUE_FATAL (lpn_word_vector_init (&vector, round == 0 ? &space : &plain, budget, places, 2));
      check_move (&vector, 0, 0, "\0\0\0\0\0\0\0\0\0\0\0");
      check_move (&vector, 5, 0, "d\0d\0\0\0\0\0\0\0\0");
      CU_ASSERT_EQUAL (vector.n_moved, 2);
      check_move (&vector, 256, 7, "\0\0\0\0\0\0\0\0d\7\0");
      calls = 0;
      check_move (&vector, 5, 300, "d\0d\0\0\0\0\0\0\54\1");
      CU_ASSERT_EQUAL (calls, round == 0 ? 293 : 0); /* rows 8 to 300 of the second component are made, and kept */
      calls = 0;
      check_move (&vector, 255, 12, "dddddddd\0\14\0");
      CU_ASSERT_EQUAL (calls, 0);
      check_move (&vector, 1u << 30, 40000, "\0\0\0\0\0\0\0\0\0\100\234");
      CU_ASSERT_TRUE (vector.row_bytes < 5 << 20);
      lpn_word_vector_clear (&vector);
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

/* Elements of all widths, some over the end of a word; one in two components counts once. */
static void
expand_wide (gpointer data, const guint32 *tuple, gint64 *values)
{
  (void)data;
  for (guint e = 0; e < 6; e++)
    values[e] = (gint64)lpn_mix64 (tuple[e < 4 ? 0 : 1] + 1000 * e);
  values[0] &= 1;
  values[2] &= G_MAXUINT32;
  values[4] = values[4] & 0xffff;
}

static const guint32 *
expand_wide_component (gpointer data, guint component, guint32 index, gint64 *values, guint *n)
{
  static const guint32 elements[] = { 0, 1, 2, 3, 4, 5, 1, 0 }; /* the second component has 1 and 0 again */
  guint32              tuple[2] = { index, index };
  gint64               all[6];

  expand_wide (data, tuple, all);
  *n = 4;
  for (guint i = 0; i < 4; i++)
    values[i] = elements[4 * component + i] < 4 && component == 1 ? -1 : all[elements[4 * component + i]];
  return elements + 4 * component;
}

static void
test_wide (void)
{
  static const LpnElementRange wide[6]
      = { { 0, 1 },      { G_MININT64, G_MAXINT64 }, { 0, G_MAXUINT32 }, { G_MININT64, G_MAXINT64 },
          { 0, 0xffff }, { G_MININT64, G_MAXINT64 } };
  LpnSpace wide_space = {
    .n_components = 2, .n_elements = 6, .ranges = wide, .expand = expand_wide, .expand_component = expand_wide_component
  };
  gsize                    length;
  g_autofree LpnWordPlace *places = lpn_word_places_of_bytes (&wide_space, &length);

  CU_ASSERT_EQUAL (length, 1 + 8 + 4 + 8 + 2 + 8);
  for (guint64 limit = 0; limit < 2000; limit += 50)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (limit);
      LpnWordVector vector;
      if (lpn_word_vector_init (&vector, &wide_space, budget, places, 4))
        for (guint32 i = 0; i < 200; i++)
          {
            guint32 tuple[2] = { i * 7 % 50, i * 11 % 60 };
            lpn_word_vector_move (&vector, tuple);
            CU_ASSERT_PTR_NULL (lpn_word_vector_check (&vector));
          }
      else
        CU_ASSERT_TRUE (limit < 1000);
      lpn_word_vector_clear (&vector);
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

static LpnStore *
open_with (const char *name, LpnBudget *budget, const char *option, const char *value, GError **error)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  LpnStoreConfig config = { &space, budget, options };

  if (option != NULL)
    g_hash_table_insert (options, (gpointer)option, (gpointer)value);
  return lpn_store_open (lpn_store_find (name, NULL), &config, error);
}

/* Every vector store tells all tuples apart, component by component expanded. */
static void
test_by_component (void)
{
  static const char *const stores[] = { "full", "radix", "chunk" };

  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      g_autoptr (LpnStore) store = open_with (stores[i], budget, NULL, NULL, NULL);
      g_autoptr (GError) error = NULL;
      LpnStoreStats stats;
      for (guint round = 0; round < 2; round++)
        for (guint32 k = 0; k < 512 * 20; k++)
          {
            guint32 tuple[2] = { k * 167 % 512, k / 512 };
            CU_ASSERT_EQUAL (lpn_store_contains (store, tuple), round == 1);
            CU_ASSERT_EQUAL (lpn_store_insert (store, tuple), round == 0 ? LPN_STORE_NEW : LPN_STORE_SEEN);
          }
      lpn_store_stats (store, &stats);
      CU_ASSERT_EQUAL (stats.states, 512 * 20);
      CU_ASSERT_TRUE (lpn_store_check (store, &error));
    }
}

/* Elements 8 and 9 share part 2: its 257th value is refused, everything else goes on. */
static void
test_overflow (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  g_autoptr (LpnStore) store = open_with ("chunk", budget, NULL, NULL, NULL);
  g_autoptr (LpnStore) wide = open_with ("chunk", budget, "chunk-entries", "300", NULL);
  g_autoptr (GError) error = NULL;
  LpnStoreStats stats;

  for (guint32 i = 0; i < 300; i++)
    {
      guint32 tuple[2] = { 0, i }, fine[2] = { 1 + i % 255, 3 };
      CU_ASSERT_EQUAL (lpn_store_insert (wide, tuple), LPN_STORE_NEW);
      CU_ASSERT_EQUAL (lpn_store_insert (store, tuple), i < 256 ? LPN_STORE_NEW : LPN_STORE_FULL);
      CU_ASSERT_EQUAL (lpn_store_contains (store, tuple), i < 256);
      CU_ASSERT_NOT_EQUAL (lpn_store_insert (store, fine), LPN_STORE_FULL);
    }
  CU_ASSERT_STRING_EQUAL (lpn_store_full_reason (store),
                          "part 2 of the state vector (elements 8 to 9) has more than the 256 values of its table: "
                          "use store 'hash', or give more with --chunk-entries");
  lpn_store_stats (store, &stats);
  CU_ASSERT_EQUAL (stats.states, 256 + 255);
  CU_ASSERT_TRUE (lpn_store_check (store, &error));
}

static void
test_options (void)
{
  static const struct
  {
    const char *store, *option, *value, *message;
  } bad[] = { { "chunk", "chunk-entries", "1", "from 2 to" },
              { "chunk", "chunk-entries", "4G", "from 2 to" },
              { "chunk", "chunk-entries", "x", "is no size" },
              { "full", "infer-ranges", "1", "is yes, no or auto" },
              { "radix", "infer-ranges", "maybe", "is yes, no or auto" } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      GError *error = NULL;
      CU_ASSERT_PTR_NULL (open_with (bad[i].store, budget, bad[i].option, bad[i].value, &error));
      CU_ASSERT_TRUE (lpn_test_error_has (&error, bad[i].message));
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

/* Keys of every length up to a few words; a budget that ends the growth; a byte more per key on the way. */
static void
test_slots (void)
{
  for (guint bits = 20; bits <= 300; bits += 7)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (64 << 10);
      LpnSlotTable table;
      guint        n_words = (bits + 8 + 63) / 64;
      guint64      key[6];
      guint        n = 0;
      CU_ASSERT_TRUE_FATAL (lpn_slot_table_init (&table, budget, bits));
      for (guint i = 0; i < 100000; i++, n++)
        {
          memset (key, 0, sizeof key);
          key[0] = i;
          if (bits > 64)
            key[(bits - 1) / 64] ^= (guint64)i * 7 & lpn_low_mask (bits % 64);
          lpn_slot_encode (key, n_words);
          if (lpn_slot_table_add (&table, budget, key) == LPN_STORE_FULL)
            break;
          CU_ASSERT_EQUAL (lpn_slot_table_add (&table, budget, key), LPN_STORE_SEEN);
          if (i == 300)
            CU_ASSERT_TRUE (lpn_slot_table_widen (&table, budget, bits + 8));
        }
      CU_ASSERT_EQUAL (table.count, n);
      CU_ASSERT_TRUE (n > 800 && n < 15000);
      CU_ASSERT_PTR_NULL (lpn_slot_table_check (&table, key, n_words));
      lpn_slot_table_clear (&table, budget);
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

static const LpnTest tests[] = {
  { "the example of the paper", test_paper },
  { "cells of any cardinalities", test_cells },
  { "vectors kept by change", test_changes },
  { "states told apart", test_by_component },
  { "a full table of a part", test_overflow },
  { "options", test_options },
  { "keys in slots", test_slots },
  { "elements over two words", test_wide },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("vector stores", tests);
}
