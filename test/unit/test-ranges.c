/* SPDX-License-Identifier: MIT */
/* Inferred ranges: what they find, and that every reachable state lies within them. */
#include "lpn/ranges.h"
#include "lpn/interval.h"
#include "lpn/reference.h"
#include "test/harness.h"
#include "test/oracle.h"
#include "test/random-net.h"

#include <stdio.h>

/* A net of one variable x (and an array f of three) without ranges, and one transition per pair of guard and value. */
static LpnNet *
build (const char *const *rules, guint n_rules)
{
  static const gint64 zeros[3];
  LpnNet             *net = lpn_net_new ("ranges");
  guint32             module = lpn_net_add_module (net, "m", NULL);
  guint32             x = lpn_net_add_variable (net, LPN_NONE, "x", false, 1, zeros, G_MININT64, G_MAXINT64, NULL);
  guint32             f = lpn_net_add_variable (net, LPN_NONE, "f", true, 3, zeros, G_MININT64, G_MAXINT64, NULL);

  for (guint i = 0; i < n_rules; i++, rules += 3)
    {
      g_autofree char *id = g_strdup_printf ("t%u", i);
      LpnScope         scope = lpn_net_scope (net, module, false);
      guint32          t = lpn_net_add_transition (net, module, id, NULL, false, NULL);
      LpnExpr *index = rules[1] != NULL ? lpn_expr_parse (rules[1], &scope, LPN_TYPE_NUMBER, true, NULL, NULL) : NULL;
      lpn_net_set_guard (net, t, lpn_expr_parse (rules[0], &scope, LPN_TYPE_TRUTH, false, NULL, NULL));
      lpn_net_add_assign (net, t, index != NULL ? f : x, index,
                          lpn_expr_parse (rules[2], &scope, LPN_TYPE_NUMBER, true, NULL, NULL));
    }
  CU_ASSERT_TRUE_FATAL (lpn_net_freeze (net, NULL));
  return net;
}

static bool
infer (const LpnNet *net, LpnInterval *ranges)
{
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  return lpn_ranges_infer (compiled, ranges);
}

static void
test_found (void)
{
  static const struct
  {
    const char *rules[6]; /* guard, index of f (NULL: x is assigned), value; twice */
    guint       n;
    gint64      min, max; /* of x, or of f[1] where `cell` */
    bool        cell;
  } cases[] = {
    { { "x < 10", NULL, "x + 1" }, 1, 0, 10, false },
    { { "x < 1000000", NULL, "x + 1" }, 1, 0, 1000000, false },
    { { "x <= 77 & x >= 0", NULL, "x + 1" }, 1, 0, 78, false },
    { { "~(x > 500)", NULL, "x + 1" }, 1, 0, 501, false },
    { { "x != 12", NULL, "(x + 1) % 13" }, 1, 0, 12, false },
    { { "true", NULL, "x < 300 ? x + 1 : 0" }, 1, 0, 300, false },
    { { "true", NULL, "-x - 1" }, 1, -1, 0, false },
    { { "x > -40", NULL, "x - 1", "x < 3", NULL, "x + 1" }, 2, -40, 3, false },
    { { "true", NULL, "x + 1" }, 1, 0, G_MAXINT64, false },
    { { "x < 0", NULL, "5" }, 1, 0, 0, false }, /* never enabled */
    { { "true", NULL, "AND(x + 7, 15)" }, 1, 0, 15, false },
    { { "x < 2", NULL, "x + 1", "x > 0", "x", "x * 4" }, 2, 0, 8, true },
    { { "true", "x + 7", "9" }, 1, 0, 0, true }, /* outside the array: a fault */
    { { "true", "2", "9" }, 1, 0, 0, true },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LpnNet) net = build (cases[i].rules, cases[i].n);
      g_autofree LpnInterval *ranges = g_new (LpnInterval, lpn_net_n_elements (net));
      LpnInterval             got;
      CU_ASSERT_TRUE (infer (net, ranges));
      got = ranges[cases[i].cell ? 2 : 0];
      CU_ASSERT_EQUAL (got.min, cases[i].min);
      CU_ASSERT_EQUAL (got.max, cases[i].max);
      if (got.min != cases[i].min || got.max != cases[i].max)
        printf ("\n    case %u: %" G_GINT64_FORMAT " .. %" G_GINT64_FORMAT "\n", i, got.min, got.max);
    }
}

/* A buffer of seven cells as a plain net: free and used together are seven. */
static void
test_invariant (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("buffer");
  guint32     module = lpn_net_add_module (net, "m", NULL);
  guint32     free_cells = lpn_net_add_place (net, module, "free", NULL, false, 7, NULL);
  guint32     used = lpn_net_add_place (net, module, "used", NULL, false, 0, NULL);
  guint32     sent = lpn_net_add_place (net, module, "sent", NULL, false, 0, NULL);
  guint32     put = lpn_net_add_transition (net, module, "put", NULL, false, NULL);
  guint32     get = lpn_net_add_transition (net, module, "get", NULL, false, NULL);
  LpnInterval ranges[3];

  lpn_net_add_input (net, put, free_cells, 1);
  lpn_net_add_output (net, put, used, 1);
  lpn_net_add_input (net, get, used, 1);
  lpn_net_add_output (net, get, free_cells, 1);
  lpn_net_add_output (net, get, sent, 1);
  CU_ASSERT_TRUE_FATAL (lpn_net_freeze (net, NULL));
  CU_ASSERT_TRUE (infer (net, ranges));
  CU_ASSERT_TRUE (ranges[free_cells].min == 0 && ranges[free_cells].max == 7);
  CU_ASSERT_TRUE (ranges[used].min == 0 && ranges[used].max == 7);
  CU_ASSERT_TRUE (ranges[sent].min == 0 && ranges[sent].max == G_MAXINT64);
}

/* Every member of small intervals, through every operator: the result is within. */
static void
test_operators (void)
{
  static const gint64 values[] = { G_MININT64, -5, -2, -1, 0, 1, 2, 3, 7, G_MAXINT64 };
  static const guint  N = G_N_ELEMENTS (values);
  g_autoptr (LpnNet) net = build (NULL, 0);
  gint64 state[4] = { 0 };
  guint  checked = 0;

  for (int op = LPN_EXPR_ADD; op <= LPN_EXPR_GE; op++)
    for (guint code = 0; code < N * N * N * N; code++)
      {
        guint       i = code % N, j = code / N % N, k = code / N / N % N, l = code / N / N / N;
        LpnInterval a = { values[i], values[j] }, b = { values[k], values[l] }, r;
        if (i > j || k > l)
          continue;
        r = lpn_interval_binary ((LpnExprOp)op, a, b);
        for (guint x = i; x <= j; x++)
          for (guint y = k; y <= l; y++)
            {
              g_autoptr (LpnExpr) expr
                  = lpn_expr_new_binary ((LpnExprOp)op, lpn_expr_new_const (values[x]), lpn_expr_new_const (values[y]));
              gint64       value;
              LpnFaultInfo fault = { 0 };
              if (op == LPN_EXPR_POW && values[y] > 64 && (values[x] < -1 || values[x] > 1))
                continue;
              if (!lpn_reference_eval (net, expr, state, &value, &fault))
                continue;
              checked++;
              if (value < r.min || value > r.max)
                {
                  CU_FAIL ("a result outside its interval");
                  printf ("\n    op %d of %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT "\n", op, values[x], values[y]);
                }
            }
      }
  CU_ASSERT_TRUE (checked > 100000);
}

/* No state of a random net lies outside what was inferred for it; and inference finds something. */
static void
test_sound (void)
{
  guint64 states = 0;
  guint   narrowed = 0;

  for (guint32 seed = 1; seed <= 1500; seed++)
    {
      g_autoptr (LpnRecipe) recipe = lpn_recipe_new (seed);
      g_autoptr (LpnNet) net = lpn_recipe_build (recipe);
      g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, 500);
      guint32                 n = lpn_net_n_elements (net);
      g_autofree LpnInterval *ranges = g_new (LpnInterval, n + 1);
      g_autofree LpnInterval *declared = g_new (LpnInterval, n + 1);
      infer (net, ranges);
      lpn_ranges_declared (net, declared);
      for (guint32 e = 0; e < n; e++)
        narrowed += ranges[e].min > declared[e].min || ranges[e].max < declared[e].max;
      for (guint64 i = 0; i < lpn_oracle_result (oracle)->states; i++, states++)
        for (guint32 e = 0; e < n; e++)
          {
            gint64 value = lpn_oracle_state (oracle, i)[e];
            if (value >= ranges[e].min && value <= ranges[e].max)
              continue;
            CU_FAIL ("a state outside the inferred ranges");
            printf ("\n    seed %u, element %u: %" G_GINT64_FORMAT "\n", seed, e, value);
            return;
          }
    }
  CU_ASSERT_TRUE (states > 10000);
  CU_ASSERT_TRUE (narrowed > 1000);
}

static const LpnTest tests[] = {
  { "what is found", test_found },
  { "place invariants", test_invariant },
  { "operators on intervals", test_operators },
  { "random nets stay within", test_sound },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("ranges", tests);
}
