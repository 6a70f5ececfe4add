/* SPDX-License-Identifier: MIT */
#include "store/packing.h"
#include "store/permute.h"
#include "test/harness.h"

#include <string.h>

enum
{
  N = 11,
  WORDS = 8
};

static void
test_widths (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnPacking packing;

  CU_ASSERT_TRUE (lpn_packing_init (&packing, 3, LPN_PACKING_NO_BIT, budget));
  CU_ASSERT_EQUAL (packing.n_bits, 0);
  CU_ASSERT_EQUAL (packing.n_words, 1);
  CU_ASSERT_EQUAL (lpn_packing_bits_for (&packing, 0, 1), 0);
  CU_ASSERT_EQUAL (lpn_packing_bits_for (&packing, 0, 2), 1);
  CU_ASSERT_EQUAL (lpn_packing_bits_for (&packing, 0, 3), 2);
  CU_ASSERT_EQUAL (lpn_packing_bits_for (&packing, 0, 4), 2);
  CU_ASSERT_EQUAL (lpn_packing_bits_for (&packing, 0, 65536), 16);
  CU_ASSERT_EQUAL (lpn_packing_bits_for (&packing, 0, 65537), 17);
  CU_ASSERT_EQUAL (lpn_packing_bits_for (&packing, 0, G_MAXUINT32), 32);
  CU_ASSERT_TRUE (lpn_packing_grow (&packing, 1, 5));
  CU_ASSERT_TRUE (lpn_packing_grow (&packing, 1, 2)); /* never shrinks */
  CU_ASSERT_EQUAL (packing.n_bits, 3);
  CU_ASSERT_EQUAL (packing.widths[1], 3);
  CU_ASSERT_TRUE (packing.bytes > 0 && packing.bytes == lpn_budget_used (budget));
  lpn_packing_clear (&packing);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
}

/* One local state each: no bits, and words of zeros. */
static void
test_nothing_to_pack (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  const guint32 tuples[6] = { 0 };
  guint32       tuple[3] = { 7, 7, 7 };
  guint64       words[2] = { 7, 7 };

  for (guint plain = 0; plain < 2; plain++)
    {
      LpnPacking packing;
      CU_ASSERT_TRUE (lpn_packing_init (&packing, 3, LPN_PACKING_NO_BIT, budget));
      if (plain)
        lpn_packing_force_plain (&packing);
      lpn_packing_pack (&packing, tuples, 2, words);
      CU_ASSERT_TRUE (words[0] == 0 && words[1] == 0);
      lpn_packing_unpack (&packing, words, tuple);
      CU_ASSERT_EQUAL (memcmp (tuple, tuples, sizeof tuple), 0);
      lpn_packing_clear (&packing);
    }
}

static void
test_budget (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (60);
  LpnPacking packing;

  CU_ASSERT_FALSE (lpn_packing_init (&packing, 61, LPN_PACKING_NO_BIT, budget));
  CU_ASSERT_TRUE (lpn_packing_init (&packing, 10, LPN_PACKING_NO_BIT, budget));
  CU_ASSERT_FALSE (lpn_packing_grow (&packing, 3, 100));
  CU_ASSERT_EQUAL (packing.n_bits, 0);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 10);
  lpn_packing_clear (&packing);
}

/* Random growth: what was packed before stays valid, extended by zeros; both ways of packing agree. */
static void
random_growth (guint32 seed, guint reserved)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  LpnPacking packing, plain;
  guint32    counts[N];
  guint32    old_tuple[N] = { 0 };
  guint64    old_words[WORDS] = { 0 };

  CU_ASSERT_TRUE (lpn_packing_init (&packing, N, reserved, budget));
  CU_ASSERT_TRUE (lpn_packing_init (&plain, N, reserved, budget));
  lpn_packing_force_plain (&plain);
  for (guint c = 0; c < N; c++)
    counts[c] = 1;
  for (guint step = 0; step < 400; step++)
    {
      guint   c = (guint)g_rand_int_range (rand, 0, N);
      guint32 tuples[2 * N], back[N];
      guint64 words[2 * WORDS] = { 0 }, words2[2 * WORDS] = { 0 };
      counts[c] = counts[c] > G_MAXUINT32 / 2 ? G_MAXUINT32 : counts[c] + g_rand_int (rand) % counts[c] + 1;
      CU_ASSERT_TRUE (lpn_packing_grow (&packing, c, counts[c]));
      CU_ASSERT_TRUE (lpn_packing_grow (&plain, c, counts[c]));
      CU_ASSERT_TRUE_FATAL (packing.n_words <= WORDS);
      for (guint i = 0; i < 2 * N; i++)
        tuples[i] = i < N ? g_rand_int (rand) % counts[i] : old_tuple[i - N];
      lpn_packing_pack (&packing, tuples, 2, words);
      lpn_packing_pack (&plain, tuples, 2, words2);
      CU_ASSERT_EQUAL (memcmp (words, words2, sizeof words), 0);
      CU_ASSERT_EQUAL (memcmp (words + packing.n_words, old_words, packing.n_words * sizeof *words), 0);
      CU_ASSERT_TRUE (reserved == LPN_PACKING_NO_BIT || (words[reserved / 64] >> reserved % 64 & 1) == 0);
      lpn_packing_unpack (&packing, words, back);
      CU_ASSERT_EQUAL (memcmp (back, tuples, sizeof back), 0);
      lpn_packing_unpack (&plain, words, back);
      CU_ASSERT_EQUAL (memcmp (back, tuples, sizeof back), 0);
      memcpy (old_tuple, tuples, sizeof old_tuple);
      memset (old_words, 0, sizeof old_words);
      memcpy (old_words, words, packing.n_words * sizeof *words);
    }
  lpn_packing_clear (&packing);
  lpn_packing_clear (&plain);
}

static void
test_random_growth (void)
{
  for (guint32 seed = 0; seed < 40; seed++)
    random_growth (seed, seed % 2 == 0 ? LPN_PACKING_NO_BIT : seed);
}

static void
test_permute (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint bits = 1; bits <= 64; bits++)
    for (guint i = 0; i < 200; i++)
      {
        guint64 x = ((guint64)g_rand_int (rand) << 32 | g_rand_int (rand)) & lpn_low_mask (bits);
        guint64 y = lpn_permute (x, bits);
        CU_ASSERT_TRUE (y <= lpn_low_mask (bits));
        CU_ASSERT_EQUAL (lpn_unpermute (y, bits), x);
      }
}

static void
test_extension_hash (void)
{
  guint64 words[4] = { 9, 7, 5, 0 };

  CU_ASSERT_EQUAL (lpn_extension_hash (0, words, 1), 0);
  CU_ASSERT_EQUAL (lpn_extension_hash (3, words, 3), lpn_extension_hash (3, words, 4));
  CU_ASSERT_NOT_EQUAL (lpn_extension_hash (3, words, 2), lpn_extension_hash (3, words, 3));
}

static const LpnTest tests[] = {
  { "widths", test_widths },
  { "nothing to pack", test_nothing_to_pack },
  { "budget", test_budget },
  { "random growth", test_random_growth },
  { "permutation and its inverse", test_permute },
  { "hash of extensions", test_extension_hash },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("packing", tests);
}
