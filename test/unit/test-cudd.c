/* SPDX-License-Identifier: MIT */
/* CUDD itself, used as the decision diagram stores use it: whichever edition was found must do all of this. */
#include "store/cudd-private.h"
#include "test/harness.h"

#define N_PAIRS 6

/* OR of AND(x[i], x[i + N_PAIRS]): exponential in this order, linear in the interleaved one. Referenced, or NULL. */
static DdNode *
pairs (DdManager *manager)
{
  DdNode *sum = Cudd_ReadLogicZero (manager);

  Cudd_Ref (sum);
  for (int i = 0; i < N_PAIRS && sum != NULL; i++)
    {
      DdNode *both = Cudd_bddAnd (manager, Cudd_bddIthVar (manager, i), Cudd_bddIthVar (manager, i + N_PAIRS));
      DdNode *next = NULL;

      if (both != NULL)
        {
          Cudd_Ref (both);
          next = Cudd_bddOr (manager, sum, both);
          if (next != NULL)
            Cudd_Ref (next);
          Cudd_RecursiveDeref (manager, both);
        }
      Cudd_RecursiveDeref (manager, sum);
      sum = next;
    }
  return sum;
}

static void
test_or_and_count (void)
{
  DdManager *manager = lpn_cudd_new (3, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);
  DdNode    *x, *y, *sum, *difference;

  CU_ASSERT_PTR_NOT_NULL_FATAL (manager);
  x = Cudd_bddIthVar (manager, 0);
  y = Cudd_bddIthVar (manager, 1);
  sum = Cudd_bddOr (manager, x, y);
  CU_ASSERT_PTR_NOT_NULL_FATAL (sum);
  Cudd_Ref (sum);
  /* Three of the four values of x and y, times two for the third variable. */
  CU_ASSERT_EQUAL (Cudd_CountMinterm (manager, sum, 3), 6.0);
  CU_ASSERT_EQUAL (Cudd_DagSize (sum), 3);

  /* De Morgan, through complement arcs: the same node. */
  difference = Cudd_bddAnd (manager, Cudd_Not (x), Cudd_Not (y));
  CU_ASSERT_PTR_NOT_NULL_FATAL (difference);
  Cudd_Ref (difference);
  CU_ASSERT_PTR_EQUAL (Cudd_Not (difference), sum);
  Cudd_RecursiveDeref (manager, difference);

  /* The reference still held is found; the variables' own references do not count. */
  CU_ASSERT_NOT_EQUAL (Cudd_CheckZeroRef (manager), 0);
  Cudd_RecursiveDeref (manager, sum);
  CU_ASSERT_EQUAL (Cudd_CheckZeroRef (manager), 0);
  Cudd_Quit (manager);
}

static void
test_reordering (void)
{
  DdManager *manager = lpn_cudd_new (2 * N_PAIRS, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);
  DdNode    *sum;
  double     minterms;
  int        before;

  CU_ASSERT_PTR_NOT_NULL_FATAL (manager);
  sum = pairs (manager);
  CU_ASSERT_PTR_NOT_NULL_FATAL (sum);
  minterms = Cudd_CountMinterm (manager, sum, 2 * N_PAIRS);
  /* All assignments but those where each pair misses: 4^n - 3^n. */
  CU_ASSERT_EQUAL (minterms, 4096.0 - 729.0);
  before = Cudd_DagSize (sum);
  CU_ASSERT_EQUAL (before, (1 << (N_PAIRS + 1)) - 1);

  CU_ASSERT_EQUAL (Cudd_ReduceHeap (manager, CUDD_REORDER_SIFT, 0), 1);
  CU_ASSERT_EQUAL (Cudd_DagSize (sum), 2 * N_PAIRS + 1);
  CU_ASSERT_EQUAL (Cudd_CountMinterm (manager, sum, 2 * N_PAIRS), minterms);
  CU_ASSERT_EQUAL (Cudd_CheckKeys (manager), 0);

  Cudd_RecursiveDeref (manager, sum);
  CU_ASSERT_EQUAL (Cudd_CheckZeroRef (manager), 0);
  Cudd_Quit (manager);
}

/* A variable put in above others after use, as a component grows: the old diagrams keep their meaning. */
static void
test_new_variable_at_level (void)
{
  DdManager *manager = lpn_cudd_new (2, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);
  DdNode    *both, *top, *all;

  CU_ASSERT_PTR_NOT_NULL_FATAL (manager);
  both = Cudd_bddAnd (manager, Cudd_bddIthVar (manager, 0), Cudd_bddIthVar (manager, 1));
  CU_ASSERT_PTR_NOT_NULL_FATAL (both);
  Cudd_Ref (both);
  top = Cudd_bddNewVarAtLevel (manager, 0);
  CU_ASSERT_PTR_NOT_NULL_FATAL (top);
  CU_ASSERT_EQUAL (Cudd_ReadPerm (manager, (int)Cudd_NodeReadIndex (top)), 0);
  CU_ASSERT_EQUAL (Cudd_CountMinterm (manager, both, 3), 2.0);
  all = Cudd_bddAnd (manager, both, top);
  CU_ASSERT_PTR_NOT_NULL_FATAL (all);
  Cudd_Ref (all);
  CU_ASSERT_EQUAL (Cudd_CountMinterm (manager, all, 3), 1.0);
  Cudd_RecursiveDeref (manager, all);
  Cudd_RecursiveDeref (manager, both);
  CU_ASSERT_EQUAL (Cudd_CheckZeroRef (manager), 0);
  Cudd_Quit (manager);
}

static void
test_zdd (void)
{
  DdManager *manager = lpn_cudd_new (0, 4, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);
  DdNode    *first, *second, *sets;

  CU_ASSERT_PTR_NOT_NULL_FATAL (manager);
  first = Cudd_zddChange (manager, Cudd_ReadOne (manager), 0);
  CU_ASSERT_PTR_NOT_NULL_FATAL (first);
  Cudd_Ref (first);
  second = Cudd_zddChange (manager, Cudd_ReadOne (manager), 3);
  CU_ASSERT_PTR_NOT_NULL_FATAL (second);
  Cudd_Ref (second);
  sets = Cudd_zddUnion (manager, first, second);
  CU_ASSERT_PTR_NOT_NULL_FATAL (sets);
  Cudd_Ref (sets);
  CU_ASSERT_EQUAL (Cudd_zddCount (manager, sets), 2);
  Cudd_RecursiveDerefZdd (manager, sets);
  Cudd_RecursiveDerefZdd (manager, second);
  Cudd_RecursiveDerefZdd (manager, first);
  CU_ASSERT_EQUAL (Cudd_CheckZeroRef (manager), 0);
  Cudd_Quit (manager);
}

/* Adds random cubes until the manager says no. */
static void
test_memory_limit (void)
{
  enum
  {
    n_vars = 48,
    limit = 32 << 20
  };
  DdManager *manager = lpn_cudd_new (n_vars, 0, CUDD_UNIQUE_SLOTS, 1 << 14, limit);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  DdNode *sum, *vars[n_vars];
  guint   held = 0;
  bool    refused = false;

  CU_ASSERT_PTR_NOT_NULL_FATAL (manager);
  Cudd_SetMaxMemory (manager, limit);
  for (int i = 0; i < n_vars; i++)
    vars[i] = Cudd_bddIthVar (manager, i);
  sum = Cudd_ReadLogicZero (manager);
  Cudd_Ref (sum);
  for (guint round = 0; round < 1000000 && !refused; round++)
    {
      int     phase[n_vars];
      DdNode *cube, *next = NULL;

      for (int i = 0; i < n_vars; i++)
        phase[i] = g_rand_boolean (random);
      cube = Cudd_bddComputeCube (manager, vars, phase, n_vars);
      if (cube != NULL)
        {
          Cudd_Ref (cube);
          next = Cudd_bddOr (manager, sum, cube);
          if (next != NULL)
            Cudd_Ref (next);
          Cudd_RecursiveDeref (manager, cube);
        }
      refused = next == NULL;
      if (!refused)
        {
          held++;
          Cudd_RecursiveDeref (manager, sum);
          sum = next;
        }
    }
  CU_ASSERT_TRUE (refused);
  CU_ASSERT_EQUAL (Cudd_ReadErrorCode (manager), CUDD_MAX_MEM_EXCEEDED);
  CU_ASSERT_TRUE (Cudd_ReadMemoryInUse (manager) < 2 * limit);

  /* What was held before the refusal is whole, and all of it can be given back. */
  CU_ASSERT_TRUE (held > 1000);
  CU_ASSERT_EQUAL (Cudd_CountMinterm (manager, sum, n_vars), held);
  CU_ASSERT_EQUAL (Cudd_CheckKeys (manager), 0);
  Cudd_RecursiveDeref (manager, sum);
  CU_ASSERT_EQUAL (Cudd_CheckZeroRef (manager), 0);
  Cudd_Quit (manager);
}

int
main (void)
{
  static const LpnTest tests[] = {
    { "or and count", test_or_and_count },
    { "reordering", test_reordering },
    { "new variable at a level", test_new_variable_at_level },
    { "zdd", test_zdd },
    { "memory limit", test_memory_limit },
    { NULL, NULL },
  };
  return lpn_test_main ("cudd", tests);
}
