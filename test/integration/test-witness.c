/* SPDX-License-Identifier: MIT */
/* Witnesses: replayed here again, and under bfs as long as the oracle's distance says and no longer. */
#include <string.h>

#include "io/model.h"
#include "search/search.h"
#include "test/harness.h"
#include "test/oracle.h"

enum
{
  MAX_STATES = 200000,
};

/* Models with properties that are violated, or questions that are. */
static const char *const MODELS[]
    = { "philosophers:4",     "peterson:3,ERROR=1", "mcs.2", "lamport.3", "bakery:2,MAX=3,ERROR=1", "phils:4",
        "examples/fig1.pnml", "szymanski:2,ERROR=1" };

static LpnNet *
load (const char *model)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_str_has_prefix (model, "examples/") ? g_build_filename (lpn_test_source_dir (), model, NULL)
                                                                : g_strdup (model);
  const char      *names[] = { path };
  LpnNet          *net = lpn_model_load (names, 1, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return net;
}

/* Firings on a shortest way to what decides the question against it; NEVER: it holds. */
static guint64
expected_distance (const LpnOracle *oracle, const LpnQuestion *question)
{
  guint64 i;
  switch (question->kind)
    {
    case LPN_QUESTION_DEADLOCK:
      return lpn_oracle_result (oracle)->deadlock_distance;
    case LPN_QUESTION_FAIL:
      return lpn_oracle_result (oracle)->fail_distance;
    default:
      i = lpn_oracle_reach (oracle, question->expr, question->kind == LPN_QUESTION_REACH, NULL);
      return i == LPN_ORACLE_NEVER ? i : lpn_oracle_distance (oracle, i);
    }
}

static void
check_answers (const char *model, const LpnNet *net, const LpnOracle *oracle, const LpnResult *result, guint *found)
{
  for (guint i = 0; i < result->n_answers; i++)
    {
      const LpnAnswer *answer = &result->answers[i];
      guint64          distance = expected_distance (oracle, &answer->question);
      g_autoptr (GError) error = NULL;

      CU_ASSERT_EQUAL (answer->verdict, distance == LPN_ORACLE_NEVER ? LPN_VERDICT_HOLDS : LPN_VERDICT_VIOLATED);
      CU_ASSERT_EQUAL (answer->witness != NULL, distance != LPN_ORACLE_NEVER);
      if (answer->witness == NULL)
        continue;
      (*found)++;
      CU_ASSERT_TRUE (lpn_witness_replay (net, answer->witness, &answer->question, &error));
      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      guint steps = answer->witness->transitions->len;
      bool  right = result->search == LPN_SEARCH_BFS ? steps == distance : steps >= distance;
      if (!right)
        printf ("\n    %s, %s, %s: %u steps, shortest %" G_GUINT64_FORMAT "\n", model, answer->question.id,
                lpn_search_kind_name (result->search), steps, distance);
      CU_ASSERT_TRUE (right);
    }
}

static void
check_model (const char *model, guint *found)
{
  static const LpnQuestionKind kinds[] = { [LPN_PROPERTY_INVARIANT] = LPN_QUESTION_INVARIANT,
                                           [LPN_PROPERTY_REACH] = LPN_QUESTION_REACH,
                                           [LPN_PROPERTY_DEADLOCK] = LPN_QUESTION_DEADLOCK };
  g_autoptr (LpnNet) net = load (model);
  g_autoptr (GArray) questions = g_array_new (FALSE, FALSE, sizeof (LpnQuestion));
  if (net == NULL)
    return;
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, MAX_STATES);
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", NULL);
  LpnScope         scope = lpn_net_scope (net, LPN_NONE, true);
  g_autofree char *last_place
      = g_strdup_printf ("tokens(\"%s\") > 0", lpn_net_place (net, lpn_net_n_places (net) - 1)->id);
  g_autoptr (LpnExpr) expr = lpn_expr_parse (last_place, &scope, LPN_TYPE_TRUTH, false, NULL, NULL);
  LpnQuestion more[] = { { .kind = LPN_QUESTION_DEADLOCK, .id = "deadlock" },
                         { .kind = LPN_QUESTION_REACH, .id = "last place", .expr = expr } };

  CU_ASSERT_TRUE (lpn_oracle_result (oracle)->complete);
  g_array_append_vals (questions, more, expr != NULL ? 2 : 1);
  for (guint32 p = 0; p < lpn_net_n_properties (net); p++)
    {
      const LpnProperty *property = lpn_net_property (net, p);
      LpnQuestion        question = { .kind = kinds[property->kind], .id = property->id, .expr = property->expr };
      g_array_append_val (questions, question);
    }
  /* bfs with and without a log from the start; the second finds the way by searching again. */
  for (guint i = 0; i < 3; i++)
    {
      LpnSearchOptions options = { .search = i == 0 ? LPN_SEARCH_DFS : LPN_SEARCH_BFS,
                                   .store = lpn_store_find ("hash", NULL),
                                   .questions = (const LpnQuestion *)questions->data,
                                   .n_questions = questions->len,
                                   .all = true,
                                   .witness = i == 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnResult) result = lpn_search_run (partition, &options, &error);
      if (lpn_test_no_error (&error) && result != NULL)
        check_answers (model, net, oracle, result, found);
    }
}

static void
test_shortest (void)
{
  guint found = 0;
  for (guint i = 0; i < G_N_ELEMENTS (MODELS); i++)
    check_model (MODELS[i], &found);
  CU_ASSERT (found >= 3 * G_N_ELEMENTS (MODELS));
}

/* A claim that is not true of the sequence does not replay. */
static void
test_forged (void)
{
  g_autoptr (LpnNet) net = load ("philosophers:2");
  guint32     first = 0, second = lpn_net_find_transition (net, "take_left1");
  LpnWitness  witness = { .transitions = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  LpnQuestion question = { .kind = LPN_QUESTION_DEADLOCK, .id = "deadlock", .expr = NULL };
  g_autoptr (GError) error = NULL;

  first = lpn_net_find_transition (net, "take_left0");
  g_array_append_val (witness.transitions, first);
  CU_ASSERT_FALSE (lpn_witness_replay (net, &witness, &question, &error));
  lpn_test_error_has (&error, "does not show deadlock");
  g_array_append_val (witness.transitions, second);
  CU_ASSERT_TRUE (lpn_witness_replay (net, &witness, &question, &error));
  g_array_append_val (witness.transitions, second);
  CU_ASSERT_FALSE (lpn_witness_replay (net, &witness, &question, &error));
  lpn_test_error_has (&error, "cannot fire transition take_left1");
  g_array_unref (witness.transitions);
}

int
main (void)
{
  static const LpnTest tests[] = { { "shortest", test_shortest }, { "forged", test_forged }, { NULL, NULL } };
  return lpn_test_main ("witness", tests);
}
