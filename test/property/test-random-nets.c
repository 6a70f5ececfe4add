/* SPDX-License-Identifier: MIT */
/*
 * Random nets: every store, search, partition and order against the oracle.
 *
 * Arguments: number of nets, and the first seed (both optional). Each net is run in a few configurations drawn from its
 * seed, so that thousands of nets cover all combinations. A failing net is shrunk and written beside the
 * working folder as random-SEED.pnml.
 */
#include <stdio.h>

#include "io/pnml.h"
#include "test/configuration.h"
#include "test/harness.h"
#include "test/oracle.h"
#include "test/random-net.h"

enum
{
  MOST_STATES = 20000,
  CONFIGURATIONS = 5,
};

static guint   n_nets = 2000;
static guint32 first_seed;
static struct
{
  guint   complete, errors, skipped; /* runs */
  guint64 states;
} totals;

typedef struct
{
  LpnTestConfiguration run;
  bool                 verify;
  char                 why[256];
} Configuration;

static bool
differ (Configuration *c, const char *what, guint64 expected, guint64 found)
{
  g_snprintf (c->why, sizeof c->why, "%s: expected %" G_GUINT64_FORMAT ", found %" G_GUINT64_FORMAT, what, expected,
              found);
  return false;
}

static LpnResult *
run (const LpnNet *net, Configuration *c, const LpnQuestion *question)
{
  GError          *error = NULL;
  LpnSearchOptions options
      = { .state_limit = 2 * MOST_STATES, .questions = question, .n_questions = question != NULL, .verify = c->verify };
  LpnResult *result = lpn_test_configured (net, &c->run, options, &error);
  if (result == NULL)
    g_snprintf (c->why, sizeof c->why, "%s", error->message);
  g_clear_error (&error);
  return result;
}

static bool
counts_agree (const LpnNet *net, Configuration *c, const LpnOracleResult *oracle)
{
  g_autoptr (LpnResult) result = run (net, c, NULL);
  bool exact = (c->run.store->flags & LPN_STORE_EXACT) != 0;

  if (result == NULL)
    return false;
  if (lpn_test_refused (&c->run, result))
    return true;
  if (oracle->error && exact)
    {
      if (c->run.search == LPN_SEARCH_DFS && result->ended == LPN_ENDED_STATES)
        return true; /* an infinite space: depth first may walk away from the error for ever */
      if (result->verdict != LPN_VERDICT_ERROR || result->error_witness == NULL)
        return differ (c, "verdict", LPN_VERDICT_ERROR, result->verdict);
      if (c->run.search == LPN_SEARCH_BFS && result->error_witness->transitions->len != oracle->fault_distance)
        return differ (c, "distance of the error", oracle->fault_distance, result->error_witness->transitions->len);
      return true;
    }
  if (!exact)
    return result->states <= oracle->states || oracle->error || differ (c, "states", oracle->states, result->states);
  if (result->ended != LPN_ENDED_COMPLETE || result->verdict != LPN_VERDICT_HOLDS)
    return differ (c, "ended", LPN_ENDED_COMPLETE, result->ended);
  if (result->states != oracle->states)
    return differ (c, "states", oracle->states, result->states);
  if (result->transitions != oracle->transitions)
    return differ (c, "transitions", oracle->transitions, result->transitions);
  if (result->deadlocks != oracle->deadlocks)
    return differ (c, "deadlocks", oracle->deadlocks, result->deadlocks);
  if (c->run.search == LPN_SEARCH_BFS && result->depth != oracle->depth)
    return differ (c, "depth", oracle->depth, result->depth);
  return true;
}

/* `distance`: of the nearest violation, LPN_ORACLE_NEVER for none. */
static bool
answer_agrees (const LpnNet *net, Configuration *c, const LpnQuestion *question, guint64 distance)
{
  g_autoptr (LpnResult) result = run (net, c, question);
  LpnVerdict expected = distance == LPN_ORACLE_NEVER ? LPN_VERDICT_HOLDS : LPN_VERDICT_VIOLATED;

  if (result == NULL)
    return false;
  if (lpn_test_refused (&c->run, result))
    return true;
  if (result->answers[0].verdict != expected || result->verdict != expected)
    return differ (c, question->id, expected, result->verdict);
  if (expected == LPN_VERDICT_HOLDS)
    return true;
  if (result->answers[0].witness == NULL)
    return differ (c, "a witness", 1, 0);
  if (c->run.search == LPN_SEARCH_BFS && result->answers[0].witness->transitions->len != distance)
    return differ (c, "length of the witness", distance, result->answers[0].witness->transitions->len);
  return true;
}

static bool
answers_agree (const LpnRecipe *recipe, const LpnNet *net, Configuration *c, const LpnOracle *oracle)
{
  const LpnOracleResult *counts = lpn_oracle_result (oracle);
  LpnQuestion            deadlock = { .kind = LPN_QUESTION_DEADLOCK, .id = "deadlock", .expr = NULL };
  LpnQuestion            fail = { .kind = LPN_QUESTION_FAIL, .id = "fail", .expr = NULL };

  if (!answer_agrees (net, c, &deadlock, counts->deadlock_distance)
      || !answer_agrees (net, c, &fail, counts->fail_distance))
    return false;
  for (guint32 salt = 0; salt < 2; salt++)
    {
      g_autofree char *text = lpn_recipe_property (recipe, salt);
      LpnScope         scope = lpn_net_scope (net, LPN_NONE, true);
      GError          *error = NULL;
      g_autoptr (LpnExpr) expr = lpn_expr_parse (text, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
      LpnQuestion question
          = { .kind = salt == 0 ? LPN_QUESTION_INVARIANT : LPN_QUESTION_REACH, .id = text, .expr = expr };
      LpnFaultInfo info = { 0 };
      if (expr == NULL)
        g_error ("%s: %s", text, error->message);
      guint64 state = lpn_oracle_reach (oracle, expr, salt != 0, &info);
      guint64 distance = state == LPN_ORACLE_NEVER ? state : lpn_oracle_distance (oracle, state);
      if (info.fault == LPN_FAULT_NONE && !answer_agrees (net, c, &question, distance))
        return false;
    }
  return true;
}

static bool
agrees (const LpnRecipe *recipe, Configuration *c)
{
  g_autoptr (LpnNet) net = lpn_recipe_build (recipe);
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, MOST_STATES);
  const LpnOracleResult *result = lpn_oracle_result (oracle);

  totals.states += result->states;
  totals.complete += result->complete;
  totals.errors += result->error;
  if (!result->complete && !result->error)
    {
      totals.skipped++; /* unbounded, or too large to be quick */
      return true;
    }
  if (!counts_agree (net, c, result))
    return false;
  if (result->error || (c->run.store->flags & LPN_STORE_EXACT) == 0)
    return true;
  return answers_agree (recipe, net, c, oracle);
}

static bool
still_differs (const LpnRecipe *recipe, gpointer data)
{
  return !agrees (recipe, data);
}

static void
report (LpnRecipe *recipe, guint32 seed, Configuration *c)
{
  g_autofree char *file = g_strdup_printf ("random-%u.pnml", seed);
  FILE            *out;

  lpn_recipe_shrink (recipe, still_differs, c);
  agrees (recipe, c);
  g_autoptr (LpnNet) net = lpn_recipe_build (recipe);
  out = fopen (file, "w");
  if (out != NULL)
    {
      lpn_pnml_write (net, out, NULL);
      fclose (out);
    }
  lpn_test_print_configuration (seed, &c->run);
  printf (": %s\n    shrunk to %s\n", c->why, file);
}

static void
test_random_nets (void)
{
  guint failed = 0;

  for (guint32 seed = first_seed; seed < first_seed + n_nets && failed < 3; seed++)
    {
      g_autoptr (LpnRecipe) recipe = lpn_recipe_new (seed);
      GRand *rand = g_rand_new_with_seed (seed ^ 0x5eed);
      for (guint i = 0; i < CONFIGURATIONS; i++)
        {
          guint         store = seed + i * 7 + (guint)g_rand_int_range (rand, 0, 3);
          Configuration c = { .run = lpn_test_configuration (store, rand), .verify = i == 0 };
          if (!agrees (recipe, &c))
            {
              failed++;
              report (recipe, seed, &c);
              break;
            }
        }
      g_rand_free (rand);
    }
  printf (" %u runs complete, %u to a model error, %u skipped; %.1f states each; ", totals.complete, totals.errors,
          totals.skipped, (double)totals.states / (totals.complete + totals.errors + totals.skipped));
  CU_ASSERT_EQUAL (failed, 0);
  CU_ASSERT_TRUE (totals.complete > n_nets && totals.errors > n_nets / 2);
}

static const LpnTest tests[] = {
  { "random nets", test_random_nets },
  { NULL, NULL },
};

int
main (int argc, char **argv)
{
  lpn_test_random_arguments (argc, argv, "random nets", &n_nets, &first_seed);
  printf ("%u nets from seed %u\n", n_nets, first_seed);
  return lpn_test_main ("random nets", tests);
}
