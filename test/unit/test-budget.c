/* SPDX-License-Identifier: MIT */
#include "base/budget.h"
#include "test/harness.h"

#include <string.h>

static void
test_take_and_give (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (100);
  CU_ASSERT_TRUE (lpn_budget_take (budget, 60));
  CU_ASSERT_FALSE (lpn_budget_take (budget, 41));
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 60);
  CU_ASSERT_TRUE (lpn_budget_take (budget, 40));
  CU_ASSERT_EQUAL (lpn_budget_left (budget), 0);
  lpn_budget_give (budget, 100);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
  CU_ASSERT_EQUAL (lpn_budget_peak (budget), 100);
}

static void
test_no_limit (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  CU_ASSERT_TRUE (lpn_budget_take (budget, G_MAXUINT64 - 1));
  CU_ASSERT_TRUE (lpn_budget_take (budget, 1));
  CU_ASSERT_FALSE (lpn_budget_take (budget, 1));
}

static void
test_block (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (1 << 20);
  LpnBlock block = { 0 };
  CU_ASSERT_TRUE (lpn_block_resize (&block, budget, 5000));
  CU_ASSERT_EQUAL (block.size % 4096, 0);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), block.size);
  memset (block.data, 7, block.size);
  size_t before = block.size;
  CU_ASSERT_TRUE (lpn_block_resize (&block, budget, 500000));
  CU_ASSERT_EQUAL (((char *)block.data)[before - 1], 7);
  CU_ASSERT_EQUAL (((char *)block.data)[before], 0);
  CU_ASSERT_FALSE (lpn_block_resize (&block, budget, 2 << 20));
  CU_ASSERT_EQUAL (((char *)block.data)[0], 7);
  CU_ASSERT_TRUE (lpn_block_resize (&block, budget, 4096));
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 4096);
  lpn_block_free (&block, budget);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
  CU_ASSERT_PTR_NULL (block.data);
}

static const LpnTest tests[] = {
  { "take and give", test_take_and_give },
  { "no limit", test_no_limit },
  { "block", test_block },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("budget", tests);
}
