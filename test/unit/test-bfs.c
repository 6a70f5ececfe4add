/* SPDX-License-Identifier: MIT */
/*
 * Breadth-first search inserts the successors of several states at once. Levels here are far wider than that, so what
 * ends a run lies in the middle of such a batch: the answer, the length of its witness and the partial counts must be
 * those of a search that goes state by state.
 */
#include <string.h>

#include "search/search.h"
#include "test/harness.h"
#include "test/net-util.h"
#include "test/oracle.h"

enum
{
  DIGITS = 5,
  BASE = 4,
  STATES = 1024,
  LEVELS = DIGITS * (BASE - 1) + 1,
  TRANSITIONS = DIGITS * (BASE - 1) * STATES / BASE,
};

/* What happens in one state of the grid. */
typedef enum
{
  NOTHING,
  STUCK, /* no digit moves */
  BROKEN,
  FAILS,
  N_EVENTS,
} Event;

/* "d0 == 3 & d1 == 0 ...": the state with these digits. Returns: transfer full. */
static char *
state_text (guint state)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < DIGITS; i++, state /= BASE)
    g_string_append_printf (text, "%sd%u == %u", i > 0 ? " & " : "", i, state % BASE);
  return g_string_free (text, FALSE);
}

static guint
distance_of (guint state)
{
  guint sum = 0;
  for (; state > 0; state /= BASE)
    sum += state % BASE;
  return sum;
}

static LpnExpr *
parse (const LpnNet *net, const char *text)
{
  LpnScope scope = lpn_net_scope (net, LPN_NONE, true);
  return lpn_expr_parse (text, &scope, LPN_TYPE_TRUTH, false, NULL, NULL);
}

/* Digits that each count up, a module each; something happens in state number `at`. */
static void
add_grid (LpnNet *net, Event event, guint at)
{
  g_autofree char *there = state_text (at);

  for (guint i = 0; i < DIGITS; i++)
    {
      g_autofree char *module = g_strdup_printf ("m%u", i);
      g_autofree char *id = g_strdup_printf ("d%u", i);
      gint64           zero = 0;
      lpn_net_add_module (net, module, NULL);
      lpn_net_add_variable (net, LPN_NONE, id, false, 1, &zero, 0, BASE - 1, NULL);
    }
  for (guint i = 0; i < DIGITS; i++)
    {
      g_autofree char *id = g_strdup_printf ("up%u", i);
      g_autofree char *digit = g_strdup_printf ("d%u", i);
      g_autofree char *value = g_strdup_printf ("d%u + 1", i);
      g_autofree char *guard = event == STUCK ? g_strdup_printf ("d%u < %d & !(%s)", i, BASE - 1, there)
                                              : g_strdup_printf ("d%u < %d", i, BASE - 1);
      lpn_test_assign (net, lpn_test_transition (net, i, id, "", "", guard), digit, NULL, value);
    }
  if (event == BROKEN)
    lpn_test_assign (net, lpn_test_transition (net, 0, "broken", "", "", there), "d0", NULL, "d0 + 4");
  else if (event == FAILS)
    lpn_net_set_fail_enabled (net, lpn_test_transition (net, 0, "fails", "", "", there));
}

static LpnNet *
grid (Event event, guint at)
{
  LpnNet *net = lpn_net_new ("grid");
  add_grid (net, event, at);
  lpn_test_freeze (net);
  return net;
}

static LpnResult *
search (const LpnNet *net, LpnSearchOptions options)
{
  GError *error = NULL;
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", NULL);
  LpnResult *result;

  options.search = LPN_SEARCH_BFS;
  if (options.store == NULL)
    options.store = lpn_store_find ("hash", NULL);
  result = lpn_search_run (partition, &options, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return result;
}

/* States no farther than each distance. */
static void
count_levels (guint64 *within)
{
  memset (within, 0, LEVELS * sizeof *within);
  for (guint state = 0; state < STATES; state++)
    for (guint d = distance_of (state); d < LEVELS; d++)
      within[d]++;
}

/* No more than there is; an event may be a transition of its own, which fires once. */
static bool
counts_are_partial (const LpnResult *result)
{
  return result->states <= STATES && result->transitions <= TRANSITIONS + 1 && result->deadlocks <= 1
         && result->depth < LEVELS;
}

static void
test_whole (void)
{
  g_autoptr (LpnNet) net = grid (NOTHING, 0);
  g_autoptr (LpnResult) result = search (net, (LpnSearchOptions){ .verify = true });

  CU_ASSERT_EQUAL (result->states, STATES);
  CU_ASSERT_EQUAL (result->transitions, TRANSITIONS);
  CU_ASSERT_EQUAL (result->deadlocks, 1);
  CU_ASSERT_EQUAL (result->depth, LEVELS - 1);
}

/* The limit is met to the state, in the level it belongs to. */
static void
test_state_limit (void)
{
  g_autoptr (LpnNet) net = grid (NOTHING, 0);
  guint64 within[LEVELS];
  guint   wrong = 0;

  count_levels (within);
  for (guint limit = 1; limit <= STATES; limit += limit < 200 ? 1 : 7)
    {
      g_autoptr (LpnResult) result = search (net, (LpnSearchOptions){ .state_limit = limit });
      guint64 last = 0;
      while (within[last] < limit)
        last++;
      wrong += result->states != limit || result->ended != LPN_ENDED_STATES || !counts_are_partial (result)
               || result->depth != (last > 0 ? last - 1 : 0);
    }
  CU_ASSERT_EQUAL (wrong, 0);
}

static guint64
oracle_distance (const LpnNet *net, Event event)
{
  LpnOracleResult oracle = lpn_oracle_explore (net, 2 * STATES);
  return event == STUCK ? oracle.deadlock_distance : event == BROKEN ? oracle.fault_distance : oracle.fail_distance;
}

/* An event in any state of a level. With the log from the start, or with a second search for the way. */
static void
test_events (void)
{
  guint wrong = 0;

  for (Event event = STUCK; event < N_EVENTS; event++)
    for (guint at = 0; at < STATES; at += 11)
      {
        g_autoptr (LpnNet) net = grid (event, at);
        LpnQuestion question = { .kind = event == STUCK ? LPN_QUESTION_DEADLOCK : LPN_QUESTION_FAIL, .id = "event" };
        LpnSearchOptions options = { .questions = &question, .n_questions = 1, .witness = at % 2 == 0 };
        g_autoptr (LpnResult) result = search (net, options);
        const LpnWitness *witness = event == BROKEN ? result->error_witness : result->answers[0].witness;

        wrong += result->verdict != (event == BROKEN ? LPN_VERDICT_ERROR : LPN_VERDICT_VIOLATED)
                 || result->ended != LPN_ENDED_STOPPED || !counts_are_partial (result) || witness == NULL
                 || witness->transitions->len != distance_of (at) || distance_of (at) != oracle_distance (net, event);
      }
  CU_ASSERT_EQUAL (wrong, 0);
}

/* A state that is looked for, and an error of the model or a deadlock in another: the nearer one ends the run. New
 * states are looked at a level ahead. */
static void
test_which_first (void)
{
  GRand *rand = g_rand_new_with_seed (16);
  guint  wrong = 0, violated = 0;

  for (guint round = 0; round < 300; round++)
    {
      Event event = round % 2 == 0 ? BROKEN : STUCK;
      guint at = (guint)g_rand_int_range (rand, 0, STATES), to = (guint)g_rand_int_range (rand, 0, STATES);
      g_autoptr (LpnNet) net = grid (event, at);
      g_autofree char *text = state_text (to);
      g_autoptr (LpnExpr) expr = parse (net, text);
      LpnQuestion questions[2] = { { .kind = LPN_QUESTION_REACH, .id = "there", .expr = expr },
                                   { .kind = LPN_QUESTION_DEADLOCK, .id = "deadlock" } };
      g_autoptr (LpnResult) result
          = search (net, (LpnSearchOptions){ .questions = questions, .n_questions = event == STUCK ? 2 : 1 });
      bool              reached = result->answers[0].verdict == LPN_VERDICT_VIOLATED;
      const LpnWitness *witness = reached          ? result->answers[0].witness
                                  : event == STUCK ? result->answers[1].witness
                                                   : result->error_witness;

      violated += reached;
      wrong += witness == NULL || witness->transitions->len != distance_of (reached ? to : at)
               || distance_of (reached ? to : at) > distance_of (reached ? at : to) + reached
               || result->ended != LPN_ENDED_STOPPED || !counts_are_partial (result);
    }
  g_rand_free (rand);
  CU_ASSERT_EQUAL (wrong, 0);
  CU_ASSERT_TRUE (violated > 50 && violated < 250);
}

/* Two ways to fail in a level, one by firing, a step longer than the other by being enabled; what else is asked may be
 * answered between them. The shorter way is told. */
static void
test_shorter_failure (void)
{
  GRand *rand = g_rand_new_with_seed (17);
  guint  wrong = 0, asked = 0;

  while (asked < 150)
    {
      guint fired = (guint)g_rand_int_range (rand, 0, STATES), enabled = (guint)g_rand_int_range (rand, 0, STATES);
      guint to = (guint)g_rand_int_range (rand, 0, STATES);
      if (distance_of (fired) != distance_of (enabled) || distance_of (to) != distance_of (fired) + 1)
        continue;
      g_autoptr (LpnNet) net = lpn_net_new ("grid");
      g_autofree char *guard = state_text (fired), *text = state_text (to);
      add_grid (net, FAILS, enabled);
      lpn_net_set_guard (net, lpn_net_add_transition (net, 0, "fired", NULL, true, NULL), parse (net, guard));
      lpn_test_freeze (net);
      g_autoptr (LpnExpr) expr = parse (net, text);
      LpnQuestion questions[2] = { { .kind = LPN_QUESTION_REACH, .id = "there", .expr = expr },
                                   { .kind = LPN_QUESTION_FAIL, .id = "fail" } };
      g_autoptr (LpnResult) result
          = search (net, (LpnSearchOptions){ .questions = questions, .n_questions = 2, .all = asked % 2 == 0 });
      const LpnAnswer *fail = &result->answers[1];

      if (fail->verdict == LPN_VERDICT_VIOLATED)
        wrong += fail->witness == NULL || fail->witness->transitions->len != distance_of (enabled);
      else
        wrong += result->answers[0].verdict != LPN_VERDICT_VIOLATED;
      asked++;
    }
  g_rand_free (rand);
  CU_ASSERT_EQUAL (wrong, 0);
}

/* Every question is answered at its own distance when the run goes on after the first. */
static void
test_all_answers (void)
{
  guint wrong = 0;

  for (guint at = 0; at < STATES; at += 37)
    {
      g_autoptr (LpnNet) net = grid (STUCK, at);
      guint            to = (at * 5 + 77) % STATES;
      g_autofree char *text = state_text (to);
      g_autoptr (LpnExpr) expr = parse (net, text);
      LpnQuestion questions[2] = { { .kind = LPN_QUESTION_REACH, .id = "there", .expr = expr },
                                   { .kind = LPN_QUESTION_DEADLOCK, .id = "deadlock" } };
      g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, 2 * STATES);
      LpnFaultInfo info = { 0 };
      guint64      state = lpn_oracle_reach (oracle, expr, true, &info);
      g_autoptr (LpnResult) result
          = search (net, (LpnSearchOptions){ .questions = questions, .n_questions = 2, .all = true });

      wrong += result->answers[1].witness == NULL
               || result->answers[1].witness->transitions->len != lpn_oracle_result (oracle)->deadlock_distance;
      if (state == LPN_ORACLE_NEVER)
        wrong += result->answers[0].verdict != LPN_VERDICT_HOLDS;
      else
        wrong += result->answers[0].witness == NULL
                 || result->answers[0].witness->transitions->len != lpn_oracle_distance (oracle, state);
    }
  CU_ASSERT_EQUAL (wrong, 0);
}

typedef struct
{
  guint64 calls, arcs;
  bool    in_order;
} Arcs;

static bool
note_arcs (const LpnStateArcs *arcs, gpointer data)
{
  Arcs *seen = data;
  seen->in_order = seen->in_order && arcs->state == seen->calls;
  seen->calls++;
  seen->arcs += arcs->successors->n;
  return true;
}

/* Every state hands out its arcs once, in the order the states were met. */
static void
test_arcs (void)
{
  g_autoptr (LpnNet) net = grid (NOTHING, 0);
  Arcs arcs = { .in_order = true };
  g_autoptr (LpnResult) result = search (net, (LpnSearchOptions){ .arcs = note_arcs, .arcs_data = &arcs });

  CU_ASSERT_TRUE (arcs.in_order);
  CU_ASSERT_EQUAL (arcs.calls, result->states);
  CU_ASSERT_EQUAL (arcs.arcs, TRANSITIONS);
}

/* A grid too large for any store: a batch cut short keeps what it found. */
static void
test_full (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("wide");
  enum
  {
    WIDE = 9,
    MOST = 40
  };

  for (guint i = 0; i < WIDE; i++)
    {
      g_autofree char *module = g_strdup_printf ("m%u", i);
      g_autofree char *id = g_strdup_printf ("d%u", i);
      g_autofree char *up = g_strdup_printf ("up%u", i);
      g_autofree char *guard = g_strdup_printf ("d%u < %d", i, MOST);
      g_autofree char *value = g_strdup_printf ("d%u + 1", i);
      gint64           zero = 0;
      lpn_net_add_module (net, module, NULL);
      lpn_net_add_variable (net, LPN_NONE, id, false, 1, &zero, 0, MOST, NULL);
      lpn_test_assign (net, lpn_test_transition (net, i, up, "", "", guard), id, NULL, value);
    }
  lpn_test_freeze (net);
  for (guint s = 0; lpn_store_types ()[s] != NULL; s++)
    {
      g_autoptr (LpnResult) few = search (net, (LpnSearchOptions){ .state_limit = 1 });
      LpnSearchOptions options
          = { .store = lpn_store_types ()[s], .memory_limit = few->peak_rss_bytes + (14 << 20), .time_limit = 0.3 };
      g_autoptr (LpnResult) result = search (net, options);
      /* WIDE ways to go up: the states within a distance are the multisets of that many steps or fewer. */
      guint64 within[2] = { 1, 1 };
      for (guint step = 1; step <= WIDE; step++)
        {
          within[0] = within[0] * (result->depth + step) / step;
          within[1] = within[1] * (result->depth + 1 + step) / step;
        }
      CU_ASSERT_TRUE (result->ended == LPN_ENDED_MEMORY || result->ended == LPN_ENDED_TIME);
      CU_ASSERT_TRUE (result->approximate || result->states >= within[0]);
      CU_ASSERT_TRUE (result->states <= within[1]);
      CU_ASSERT_TRUE (result->transitions <= WIDE * result->states);
      CU_ASSERT_EQUAL (result->verdict, LPN_VERDICT_UNKNOWN);
    }
}

static const LpnTest tests[] = {
  { "whole", test_whole },
  { "limit of states", test_state_limit },
  { "events in the middle of a level", test_events },
  { "which of two comes first", test_which_first },
  { "the shorter of two failures", test_shorter_failure },
  { "all answers", test_all_answers },
  { "arcs", test_arcs },
  { "memory full in a wide level", test_full },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("bfs", tests);
}
