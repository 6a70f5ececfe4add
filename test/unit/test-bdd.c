/* SPDX-License-Identifier: MIT */
/* The diagram of bit strings under the stores on CUDD, and the buffer before it. */
#include "store/bdd.h"
#include "store/key-buffer.h"
#include "test/harness.h"

#include <string.h>

static void
widen_to (LpnBdd *bdd, guint cell, guint width)
{
  guint level;

  while (lpn_bdd_width (bdd, cell) < width)
    CU_ASSERT_TRUE_FATAL (lpn_bdd_widen (bdd, cell, &level));
}

/* Nodes of the reduced diagram of a truth table, by its definition: a node is a subtable whose halves differ, each
 * counted once; and T. */
static guint
nodes_of_table (const bool *table, guint n_bits)
{
  g_autoptr (GHashTable) met = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);

  for (guint bits = 1; bits <= n_bits; bits++)
    for (guint at = 0; at < 1u << n_bits; at += 1u << bits)
      if (memcmp (table + at, table + at + (1u << (bits - 1)), 1u << (bits - 1)) != 0)
        g_hash_table_add (met, g_bytes_new (table + at, 1u << bits));
  return g_hash_table_size (met) + 1;
}

/* The OBDD paper's mutual exclusion: a state vector of five bits (process 1: 4..3, process 2: 2..1, semaphore: 0), bit
 * 0 on top. States in the order of a depth-first search that gives the paper's figures: the second and the third last
 * diagram are the largest and have 12 nodes. */
static void
test_mutual_exclusion (void)
{
  static const guint vectors[8] = { 000, 010, 021, 023, 002, 005, 015, 012 };
  static const guint expected[8] = { 6, 5, 9, 8, 10, 12, 12, 9 };
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnBdd *bdd = lpn_bdd_new (5, LPN_BDD_SINGLY, LPN_BDD_REORDER_NONE, budget);
  bool    table[32] = { false };

  CU_ASSERT_PTR_NOT_NULL_FATAL (bdd);
  for (guint bit = 0; bit < 5; bit++)
    widen_to (bdd, bit * 2 % 5, 1);
  for (guint i = 0; i < 8; i++)
    {
      guint32 cells[5];
      guint64 key;
      for (guint bit = 0; bit < 5; bit++)
        cells[bit] = vectors[i] >> bit & 1;
      lpn_bdd_keys (bdd, cells, 1, &key);
      CU_ASSERT_FALSE (lpn_bdd_has (bdd, &key));
      CU_ASSERT_TRUE (lpn_bdd_or (bdd, &key));
      CU_ASSERT_TRUE (lpn_bdd_has (bdd, &key));
      CU_ASSERT_TRUE (lpn_bdd_check (bdd, i + 1, NULL));
      table[key >> 59] = true;
      CU_ASSERT_EQUAL (lpn_bdd_plain_nodes (bdd), nodes_of_table (table, 5));
      CU_ASSERT_EQUAL (lpn_bdd_plain_nodes (bdd), expected[i]);
    }
  lpn_bdd_free (bdd);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
}

static int
compare_keys (const guint64 *a, const guint64 *b, guint n_words)
{
  for (guint i = 0; i < n_words; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* Keys give their cells back and compare as the cells do, from the first cell on; over several words too. */
static void
test_keys (void)
{
  enum
  {
    N = 9
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnBdd *bdd = lpn_bdd_new (N, LPN_BDD_ZDD, LPN_BDD_REORDER_NONE, budget);
  guint32 cells[2][N], back[N];
  guint64 keys[2][8];

  CU_ASSERT_PTR_NOT_NULL_FATAL (bdd);
  for (guint width = 1; width <= 32; width++)
    {
      guint words;
      for (guint c = 0; c < N; c++)
        widen_to (bdd, (c * 5) % N, width);
      words = lpn_bdd_key_words (bdd, 0);
      CU_ASSERT_EQUAL (words, (width * N + 2 + 63) / 64);
      for (guint round = 0; round < 50; round++)
        {
          int wanted = 0;
          for (guint k = 0; k < 2; k++)
            for (guint c = 0; c < N; c++)
              cells[k][c]
                  = k == 1 && g_rand_int_range (rand, 0, 4) > 0 ? cells[0][c] : g_rand_int (rand) >> (32 - width);
          for (guint c = 0; c < N && wanted == 0; c++)
            wanted = cells[0][c] < cells[1][c] ? -1 : cells[0][c] > cells[1][c];
          for (guint k = 0; k < 2; k++)
            {
              lpn_bdd_keys (bdd, cells[k], 1, keys[k]);
              CU_ASSERT_EQUAL (keys[k][words - 1] & LPN_KEY_MARKS, 0);
              lpn_bdd_cells (bdd, keys[k], back);
              CU_ASSERT_EQUAL (memcmp (back, cells[k], sizeof back), 0);
            }
          CU_ASSERT_EQUAL (compare_keys (keys[0], keys[1], words), wanted);
        }
    }
  lpn_bdd_free (bdd);
}

/* A cell that gains a bit moves the bits of keys made before as lpn_key_insert_zero() says. */
static void
test_insert_zero (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnBdd *bdd = lpn_bdd_new (6, 0, LPN_BDD_REORDER_NONE, budget);

  CU_ASSERT_PTR_NOT_NULL_FATAL (bdd);
  for (guint round = 0; round < 180; round++)
    {
      guint   cell = (guint)g_rand_int_range (rand, 0, 6);
      guint   level, words;
      guint32 cells[6];
      guint64 before[8] = { 0 }, after[8];

      if (lpn_bdd_width (bdd, cell) == 32)
        continue;
      for (guint c = 0; c < 6; c++)
        cells[c] = lpn_bdd_width (bdd, c) > 0 ? g_rand_int (rand) >> (32 - lpn_bdd_width (bdd, c)) : 0;
      lpn_bdd_keys (bdd, cells, 1, before);
      CU_ASSERT_TRUE_FATAL (lpn_bdd_widen (bdd, cell, &level));
      words = lpn_bdd_key_words (bdd, 0);
      before[words - 1] |= 2;
      lpn_key_insert_zero (before, words, level);
      lpn_bdd_keys (bdd, cells, 1, after);
      after[words - 1] |= 2;
      CU_ASSERT_EQUAL (compare_keys (before, after, words), 0);
    }
  lpn_bdd_free (bdd);
}

/* The same sets by OR, one by one, and by sorted runs; BDD and ZDD. */
static void
test_unite (void)
{
  for (guint zdd = 0; zdd < 2; zdd++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (5);
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      LpnBdd      *one = lpn_bdd_new (4, LPN_BDD_SINGLY | zdd, LPN_BDD_REORDER_NONE, budget);
      LpnBdd      *many = lpn_bdd_new (4, zdd, LPN_BDD_REORDER_NONE, budget);
      LpnKeyBuffer buffer;
      guint64      states = 0;

      CU_ASSERT_TRUE_FATAL (one != NULL && many != NULL && lpn_key_buffer_init (&buffer, budget));
      for (guint c = 0; c < 4; c++)
        {
          widen_to (one, c, 4 + c);
          widen_to (many, c, 4 + c);
        }
      for (guint run = 0; run < 30; run++)
        {
          LpnBddStats a, b;
          for (guint i = 0; i < 100; i++)
            {
              guint32 cells[4];
              guint64 key;
              for (guint c = 0; c < 4; c++)
                cells[c] = g_rand_int (rand) >> (run % 2 == 0 ? 28 - c : 30);
              lpn_bdd_keys (one, cells, 1, &key);
              if (lpn_bdd_has (one, &key))
                continue;
              states++;
              CU_ASSERT_TRUE (lpn_bdd_or (one, &key));
              CU_ASSERT_EQUAL (lpn_key_buffer_add (&buffer, &key, lpn_key_hash (&key, 1)), LPN_STORE_NEW);
            }
          if (buffer.used > 0)
            CU_ASSERT_EQUAL (lpn_bdd_unite (many, lpn_key_buffer_sort (&buffer), buffer.used), buffer.used);
          CU_ASSERT_TRUE (lpn_key_buffer_reset (&buffer, 1));
          CU_ASSERT_TRUE (lpn_bdd_check (one, states, NULL) && lpn_bdd_check (many, states, NULL));
          lpn_bdd_stats (one, &a);
          lpn_bdd_stats (many, &b);
          CU_ASSERT_EQUAL (a.nodes, b.nodes);
        }
      lpn_key_buffer_clear (&buffer);
      lpn_bdd_free (one);
      lpn_bdd_free (many);
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

/* Budgets that end in the middle of a sorted run: the first keys are in, the others are not, and stay in the
 * buffer. */
static void
test_unite_within_budgets (void)
{
  enum
  {
    KEYS = 2000
  };
  guint parted = 0;

  for (guint k = 0; k < 60; k++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (k);
      g_autoptr (LpnBudget) budget = lpn_budget_new (500000 + k * 20000);
      LpnBdd      *bdd = lpn_bdd_new (2, k % 2 == 0 ? 0 : LPN_BDD_ZDD, LPN_BDD_REORDER_NONE, budget);
      LpnKeyBuffer buffer;
      guint64      used, added;

      CU_ASSERT_TRUE_FATAL (bdd != NULL && lpn_key_buffer_init (&buffer, budget));
      widen_to (bdd, 0, 16);
      widen_to (bdd, 1, 16);
      for (guint i = 0; i < KEYS; i++)
        {
          guint32 cells[2]
              = { (guint32)g_rand_int_range (rand, 0, 1 << 16), (guint32)g_rand_int_range (rand, 0, 1 << 16) };
          guint64 key;
          lpn_bdd_keys (bdd, cells, 1, &key);
          while (lpn_key_buffer_add (&buffer, &key, lpn_key_hash (&key, 1)) == LPN_STORE_FULL)
            CU_ASSERT_TRUE_FATAL (lpn_key_buffer_grow (&buffer));
        }
      used = buffer.used;
      added = lpn_bdd_unite (bdd, lpn_key_buffer_sort (&buffer), used);
      parted += added > 0 && added < used;
      for (guint64 i = 0; i < used; i++)
        CU_ASSERT_EQUAL (lpn_bdd_has (bdd, (const guint64 *)buffer.table.data + i), i < added);
      CU_ASSERT_TRUE (lpn_bdd_check (bdd, added, NULL));
      lpn_key_buffer_drop (&buffer, added);
      lpn_key_buffer_restore (&buffer);
      CU_ASSERT_TRUE (buffer.used == used - added && lpn_key_buffer_check (&buffer));
      lpn_key_buffer_clear (&buffer);
      lpn_bdd_free (bdd);
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
  CU_ASSERT_TRUE (parted > 10);
}

/* Filled, sorted, made a table again, grown: the keys stay. */
static void
test_buffer (void)
{
  for (guint n_words = 1; n_words <= 4; n_words++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (n_words);
      g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
      LpnKeyBuffer        buffer;
      guint               keys = 3000;
      g_autofree guint64 *all = g_new0 (guint64, keys * n_words);

      CU_ASSERT_TRUE_FATAL (lpn_key_buffer_init (&buffer, budget));
      CU_ASSERT_TRUE_FATAL (lpn_key_buffer_reset (&buffer, n_words));
      for (guint i = 0; i < keys; i++)
        {
          guint64 *key = all + i * n_words;
          for (guint w = 0; w < n_words; w++) /* mostly equal beginnings */
            key[w] = w + 1 < n_words ? (guint64)g_rand_int_range (rand, 0, 3) : (guint64)g_rand_int (rand) << 20;
          key[n_words - 1] |= (guint64)i << 3;
          CU_ASSERT_FALSE (lpn_key_buffer_has (&buffer, key, lpn_key_hash (key, n_words)));
          while (lpn_key_buffer_add (&buffer, key, lpn_key_hash (key, n_words)) == LPN_STORE_FULL)
            CU_ASSERT_TRUE_FATAL (lpn_key_buffer_grow (&buffer));
          CU_ASSERT_EQUAL (lpn_key_buffer_add (&buffer, key, lpn_key_hash (key, n_words)), LPN_STORE_SEEN);
          if (i % 500 == 499)
            {
              const guint64 *sorted = lpn_key_buffer_sort (&buffer);
              CU_ASSERT_EQUAL (buffer.used, i + 1);
              for (guint k = 1; k <= i; k++)
                CU_ASSERT_EQUAL (compare_keys (sorted + (k - 1) * n_words, sorted + k * n_words, n_words), -1);
              lpn_key_buffer_restore (&buffer);
              CU_ASSERT_TRUE (lpn_key_buffer_check (&buffer));
            }
        }
      for (guint i = 0; i < keys; i++)
        CU_ASSERT_TRUE (lpn_key_buffer_has (&buffer, all + i * n_words, lpn_key_hash (all + i * n_words, n_words)));
      lpn_key_buffer_insert_zero (&buffer, 0);
      CU_ASSERT_TRUE (lpn_key_buffer_check (&buffer));
      for (guint i = 0; i < keys; i++)
        {
          lpn_key_insert_zero (all + i * n_words, n_words, 0);
          all[i * n_words + n_words - 1] &= ~LPN_KEY_MARKS;
        }
      CU_ASSERT_TRUE (lpn_key_buffer_reset (&buffer, n_words) && buffer.used == 0);
      CU_ASSERT_FALSE (lpn_key_buffer_has (&buffer, all, lpn_key_hash (all, n_words)));
      lpn_key_buffer_clear (&buffer);
      CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
    }
}

int
main (void)
{
  static const LpnTest tests[] = {
    { "the paper's mutual exclusion", test_mutual_exclusion },
    { "keys and their order", test_keys },
    { "a bit put in", test_insert_zero },
    { "sorted runs and single ORs", test_unite },
    { "sorted runs within budgets", test_unite_within_budgets },
    { "the buffer", test_buffer },
    { NULL, NULL },
  };
  return lpn_test_main ("bdd", tests);
}
