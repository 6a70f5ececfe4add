/* SPDX-License-Identifier: MIT */
/* The stores of state vectors: mixed-radix cells, tables of parts and their overflow, vectors kept by change. */
#include "store/radix-cells.h"
#include "store/slot-table.h"
#include "store/state-vector.h"
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
test_changes (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnStateVector vector;
  guint32        tuple[2] = { 0, 0 };

  CU_ASSERT_TRUE_FATAL (lpn_state_vector_init (&vector, &space, budget));
  calls = 0;
  CU_ASSERT_EQUAL (lpn_state_vector_move (&vector, tuple), 0); /* all at their minimum */
  CU_ASSERT_EQUAL (calls, 2);
  CU_ASSERT_EQUAL (lpn_state_vector_move (&vector, tuple), 0);
  CU_ASSERT_EQUAL (calls, 2);
  tuple[0] = 5;
  CU_ASSERT_EQUAL (lpn_state_vector_move (&vector, tuple), 2);
  CU_ASSERT_EQUAL (calls, 3);
  CU_ASSERT_EQUAL (vector.changes[1].element, 2);
  CU_ASSERT_EQUAL (vector.changes[1].old, 0);
  CU_ASSERT_EQUAL (vector.changes[1].now, 100);
  tuple[1] = 7;
  CU_ASSERT_EQUAL (lpn_state_vector_move (&vector, tuple), 1);
  CU_ASSERT_EQUAL (vector.values[9], 2);
  CU_ASSERT_EQUAL (vector.changes[0].now, 7);
  lpn_state_vector_clear (&vector);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
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
              { "radix", "infer-ranges", "maybe", "is yes or no" } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      GError *error = NULL;
      CU_ASSERT_PTR_NULL (open_with (bad[i].store, budget, bad[i].option, bad[i].value, &error));
      CU_ASSERT_TRUE (lpn_test_error_has (&error, bad[i].message));
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

/* Every length there is up to a few words; a budget that ends the growth. */
static void
test_slots (void)
{
  for (gsize length = 0; length <= 40; length++)
    {
      g_autoptr (LpnBudget) budget = lpn_budget_new (64 << 10);
      LpnSlotTable table;
      guint8       key[40] = { 0 };
      guint        n = 0, distinct = length == 0 ? 1 : length == 1 ? 256 : 100000;
      lpn_slot_table_init (&table, length);
      for (guint i = 0; i < distinct; i++, n++)
        {
          memcpy (key, &i, MIN (length, sizeof i)); /* the lowest bytes */
          if (length > 8)
            key[length - 1] = (guint8)(i * 7);
          if (length == 2 && i == 65536)
            break;
          if (lpn_slot_table_add (&table, budget, key, lpn_slot_table_hash (&table, key)) == LPN_STORE_FULL)
            break;
          CU_ASSERT_EQUAL (lpn_slot_table_add (&table, budget, key, lpn_slot_table_hash (&table, key)), LPN_STORE_SEEN);
        }
      CU_ASSERT_EQUAL (table.count, n);
      CU_ASSERT_TRUE (length < 2 ? n == distinct : n > 300 && n < 65536);
      CU_ASSERT_PTR_NULL (lpn_slot_table_check (&table));
      lpn_slot_table_clear (&table, budget);
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

static const LpnTest tests[] = {
  { "the example of the paper", test_paper },  { "cells of any cardinalities", test_cells },
  { "vectors kept by change", test_changes },  { "states told apart", test_by_component },
  { "a full table of a part", test_overflow }, { "options", test_options },
  { "strings in slots", test_slots },          { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("vector stores", tests);
}
