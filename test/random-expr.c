/* SPDX-License-Identifier: MIT */
#include "test/random-expr.h"

#include <stdio.h>
#include <stdlib.h>

LpnNet *
lpn_test_expr_net (void)
{
  static const gint64 zeros[3] = { 0 };
  LpnNet             *net = lpn_net_new ("expressions");
  guint32             m = lpn_net_add_module (net, "m", NULL);

  lpn_net_add_place (net, m, "p0", NULL, false, 1, NULL);
  lpn_net_add_place (net, m, "p1", NULL, false, 0, NULL);
  lpn_net_add_place (net, m, "odd \"place\\", NULL, false, 0, NULL);
  lpn_net_add_variable (net, LPN_NONE, "x", false, 1, zeros, G_MININT64, G_MAXINT64, NULL);
  lpn_net_add_variable (net, LPN_NONE, "y", false, 1, zeros, G_MININT64, G_MAXINT64, NULL);
  lpn_net_add_variable (net, m, "z", false, 1, zeros, G_MININT64, G_MAXINT64, NULL);
  lpn_net_add_variable (net, LPN_NONE, "a", true, 3, zeros, G_MININT64, G_MAXINT64, NULL);
  lpn_net_add_variable (net, LPN_NONE, "b", true, 1, zeros, G_MININT64, G_MAXINT64, NULL);
  lpn_net_add_variable (net, LPN_NONE, "true", false, 1, zeros, G_MININT64, G_MAXINT64, NULL);
  g_assert_true (lpn_net_freeze (net, NULL));
  return net;
}

gint64
lpn_test_random_value (GRand *rand)
{
  switch (g_rand_int_range (rand, 0, 10))
    {
    case 0:
      return (gint64)(((guint64)g_rand_int (rand) << 32) | g_rand_int (rand));
    case 1:
      return (gint64)((guint64)G_MAXINT64 + (guint64)g_rand_int_range (rand, 0, 3)); /* both ends of 64 bits */
    case 2:
      return (gint64)G_MAXINT32 + g_rand_int_range (rand, -2, 3);
    case 3:
      return (gint64)G_MININT32 + g_rand_int_range (rand, -2, 3);
    default:
      return g_rand_int_range (rand, -3, 8);
    }
}

void
lpn_test_random_values (GRand *rand, const LpnNet *net, gint64 *values)
{
  for (guint32 i = 0; i < lpn_net_n_elements (net); i++)
    values[i] = i < lpn_net_n_places (net) ? g_rand_int_range (rand, 0, 3) : lpn_test_random_value (rand);
}

static LpnExpr *
random_leaf (GRand *rand, const LpnNet *net, LpnType type)
{
  guint32            v = (guint32)g_rand_int_range (rand, 0, (gint32)lpn_net_n_variables (net));
  guint32            place = (guint32)g_rand_int_range (rand, 0, (gint32)lpn_net_n_places (net));
  const LpnVariable *variable = lpn_net_variable (net, v);

  if (type == LPN_TYPE_TRUTH)
    return g_rand_boolean (rand) ? lpn_expr_new_place (LPN_EXPR_MARKED, place)
                                 : lpn_expr_new_truth (g_rand_boolean (rand));
  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      return lpn_expr_new_const (lpn_test_random_value (rand));
    case 1:
      return lpn_expr_new_const (g_rand_int_range (rand, 0, 4));
    case 2:
      return lpn_expr_new_place (LPN_EXPR_TOKENS, place);
    default:
      return lpn_expr_new_cell (v, (guint32)g_rand_int_range (rand, 0, (gint32)variable->size));
    }
}

static LpnExpr *
random_index (GRand *rand, const LpnNet *net, guint depth)
{
  guint32            v = lpn_net_find_variable (net, LPN_NONE, g_rand_boolean (rand) ? "a" : "b");
  const LpnVariable *variable = lpn_net_variable (net, v);

  return lpn_expr_new_index (v, variable->size, lpn_test_random_expr (rand, net, LPN_TYPE_NUMBER, depth));
}

LpnExpr *
lpn_test_random_expr (GRand *rand, const LpnNet *net, LpnType type, guint depth)
{
  static const LpnExprOp numeric[]
      = { LPN_EXPR_NEG,    LPN_EXPR_BIT_NOT, LPN_EXPR_INT,  LPN_EXPR_ADD,   LPN_EXPR_SUB,        LPN_EXPR_MUL,
          LPN_EXPR_DIV,    LPN_EXPR_MOD,     LPN_EXPR_POW,  LPN_EXPR_ADD,   LPN_EXPR_SUB,        LPN_EXPR_BIT_AND,
          LPN_EXPR_BIT_OR, LPN_EXPR_BIT_XOR, LPN_EXPR_COND, LPN_EXPR_INDEX, LPN_EXPR_SHIFT_LEFT, LPN_EXPR_SHIFT_RIGHT };
  static const LpnExprOp logical[] = { LPN_EXPR_BOOL, LPN_EXPR_NOT, LPN_EXPR_EQ, LPN_EXPR_NE,      LPN_EXPR_LT,
                                       LPN_EXPR_LE,   LPN_EXPR_GT,  LPN_EXPR_GE, LPN_EXPR_EQ,      LPN_EXPR_AND,
                                       LPN_EXPR_OR,   LPN_EXPR_AND, LPN_EXPR_OR, LPN_EXPR_IMPLIES, LPN_EXPR_COND };
  bool                   number = type == LPN_TYPE_NUMBER;
  LpnExprOp              op;
  LpnType                inner;
  LpnExpr               *a;
  LpnExpr               *b;

  if (depth == 0 || g_rand_int_range (rand, 0, 8) == 0)
    return random_leaf (rand, net, type);
  depth--;
  op = number ? numeric[g_rand_int_range (rand, 0, G_N_ELEMENTS (numeric))]
              : logical[g_rand_int_range (rand, 0, G_N_ELEMENTS (logical))];
  if (op == LPN_EXPR_INDEX)
    return random_index (rand, net, depth);
  inner = number || op == LPN_EXPR_BOOL || (op >= LPN_EXPR_LT && op <= LPN_EXPR_GE) ? LPN_TYPE_NUMBER : LPN_TYPE_TRUTH;
  /* Either kind of comparison, and now and then an operand of the other type: the builders convert. */
  if ((op == LPN_EXPR_EQ || op == LPN_EXPR_NE) && g_rand_boolean (rand))
    inner = LPN_TYPE_NUMBER;
  if (op == LPN_EXPR_INT || g_rand_int_range (rand, 0, 20) == 0)
    inner = LPN_TYPE_TRUTH;
  if (op == LPN_EXPR_COND)
    {
      LpnExpr *c = lpn_test_random_expr (rand, net, LPN_TYPE_TRUTH, depth);

      a = lpn_test_random_expr (rand, net, type, depth);
      b = lpn_test_random_expr (rand, net, type, depth);
      return lpn_expr_new_cond (c, a, b);
    }
  a = lpn_test_random_expr (rand, net, inner, depth);
  if (lpn_expr_n_args (op) == 1)
    return lpn_expr_new_unary (op, a);
  b = lpn_test_random_expr (rand, net, g_rand_int_range (rand, 0, 20) == 0 ? type : inner, depth);
  return lpn_expr_new_binary (op, a, b);
}

guint32
lpn_test_seed (const char *test)
{
  const char *given = g_getenv ("LPN_TEST_SEED");
  guint32     seed = given != NULL ? (guint32)strtoul (given, NULL, 0) : 20240611;

  printf ("\n    %s: seed %u (LPN_TEST_SEED)\n", test, seed);
  return seed;
}
