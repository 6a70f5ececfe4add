/* SPDX-License-Identifier: MIT */
/*
 * Random signal transition graphs: every question about circuits, in random configurations of store, search, partition
 * and order, against definitions applied to all states and pairs of states one by one.
 *
 * Arguments: number of nets, and the first seed (both optional). A failing seed is printed.
 */
#include <stdio.h>
#include <string.h>

#include "test/configuration.h"
#include "test/harness.h"
#include "test/net-util.h"
#include "test/oracle.h"

enum
{
  MOST_STATES = 1500,
  CONFIGURATIONS = 3,
  FIRST_KIND = LPN_QUESTION_SAFE,
  LAST_KIND = LPN_QUESTION_CSC,
};

static guint   n_nets = 1500;
static guint32 first_seed;
static guint   answered[LAST_KIND + 1][2]; /* holds, violated */

/* ---- Nets ---------------------------------------------------------------------------------------------------------
 */

static void
add_transition (LpnNet *net, guint i, bool safe, guint n_places, guint n_signals, GRand *rand)
{
  g_autofree char *id = g_strdup_printf ("t%u", i);
  g_autofree char *pre = g_strdup_printf ("p%d", g_rand_int_range (rand, 0, (gint)n_places));
  g_autofree char *post = g_strdup_printf ("p%d", g_rand_int_range (rand, 0, (gint)n_places));
  g_autofree char *guard = NULL;
  guint32          t;

  if (g_rand_int_range (rand, 0, 4) == 0) /* a fork, a join or both; forks alone make nets that are not safe */
    {
      gint             shape = g_rand_int_range (rand, 0, 10);
      g_autofree char *more = g_strdup_printf (" p%d", g_rand_int_range (rand, 0, (gint)n_places));
      /* Arcs of safe places have weight 1. */
      bool             in = shape < 8 && (!safe || !g_str_equal (more + 1, pre));
      bool             out = (shape < 4 || shape >= 8) && (!safe || !g_str_equal (more + 1, post));
      g_autofree char *old_pre = pre, *old_post = post;
      pre = g_strconcat (old_pre, in ? more : "", NULL);
      post = g_strconcat (old_post, out ? more : "", NULL);
    }
  if (g_rand_int_range (rand, 0, 6) == 0)
    guard = g_strdup_printf ("s%d == %d", g_rand_int_range (rand, 0, (gint)n_signals), g_rand_int_range (rand, 0, 2));
  t = lpn_test_transition (net, 0, id, pre, post, guard);
  if (g_rand_int_range (rand, 0, 6) != 0)
    lpn_net_set_edge (net, t, (guint32)g_rand_int_range (rand, 0, (gint)n_signals),
                      g_rand_int_range (rand, 0, 8) == 0
                          ? LPN_EDGE_TOGGLE
                          : (LpnEdge)g_rand_int_range (rand, LPN_EDGE_RISE, LPN_EDGE_FALL + 1));
}

/* Rings of rise and fall, one per signal, are consistent; other nets seldom are. */
static void
add_ring (LpnNet *net, guint i, GRand *rand)
{
  static const char *const EDGES[] = { "up", "down" };
  for (guint k = 0; k < 2; k++)
    {
      g_autofree char *id = g_strdup_printf ("s%u_%s", i, EDGES[k]);
      g_autofree char *pre = g_strdup_printf ("%c%u", k == 0 ? 'l' : 'h', i);
      g_autofree char *post = g_strdup_printf ("%c%u", k == 0 ? 'h' : 'l', i);
      g_autofree char *guard
          = g_rand_int_range (rand, 0, 3) == 0
                ? g_strdup_printf ("s%d == %d", g_rand_int_range (rand, 0, (gint)i + 1), g_rand_int_range (rand, 0, 2))
                : NULL;
      guint32 t = lpn_test_transition (net, 0, id, pre, post, guard);
      lpn_net_set_edge (net, t, i, k == 0 ? LPN_EDGE_RISE : LPN_EDGE_FALL);
    }
}

static LpnNet *
random_stg (guint32 seed)
{
  GRand   *rand = g_rand_new_with_seed (seed);
  LpnNet  *net = lpn_net_new ("stg");
  bool     safe = g_rand_int_range (rand, 0, 8) == 0, rings = g_rand_int_range (rand, 0, 3) == 0;
  guint    n_signals = (guint)g_rand_int_range (rand, 1, 6), n_places = (guint)g_rand_int_range (rand, 2, 8);
  guint    n_transitions = (guint)g_rand_int_range (rand, rings ? 0 : 2, rings ? 3 : 12);
  GString *places = g_string_new (NULL);

  lpn_net_add_module (net, "net", NULL);
  for (guint i = 0; i < n_signals; i++)
    {
      g_autofree char *id = g_strdup_printf ("s%u", i);
      gint64           initial = rings ? 0 : g_rand_int_range (rand, 0, 2);
      guint32          v = lpn_net_add_variable (net, LPN_NONE, id, false, 1, &initial, 0, 1, NULL);
      lpn_net_set_port (net, v, (LpnPort)g_rand_int_range (rand, LPN_PORT_INPUT, LPN_PORT_INTERNAL + 1));
      if (rings)
        g_string_append_printf (places, "l%u=1 h%u ", i, i);
    }
  for (guint i = 0; i < n_places; i++)
    g_string_append_printf (places, "p%u=%d ", i, i == 0 || g_rand_int_range (rand, 0, 3) == 0);
  lpn_test_places (net, 0, safe, places->str);
  for (guint32 p = 0; p < lpn_net_n_places (net); p++)
    {
      if (g_rand_int_range (rand, 0, 4) == 0)
        lpn_net_set_mutex (net, p);
      if (g_rand_int_range (rand, 0, 4) == 0)
        lpn_net_set_capacity (net, p, 2);
    }
  for (guint i = 0; rings && i < n_signals; i++)
    add_ring (net, i, rand);
  for (guint i = 0; i < n_transitions; i++)
    add_transition (net, i, safe, n_places, n_signals, rand);
  lpn_test_freeze (net);
  g_string_free (places, TRUE);
  g_rand_free (rand);
  return net;
}

/* ---- Answers by definition ----------------------------------------------------------------------------------------
 */

/* All states and arcs. */
typedef struct
{
  const LpnNet *net;
  LpnOracle    *oracle;
  guint64       n_states;
  guint32       n_transitions;
  guint64      *after; /* state x transition: the successor, LPN_ORACLE_NEVER: disabled */
  guint64 *class;      /* of states joined by transitions without edge */
  bool silent;
} Graph;

static bool
enabled (const Graph *g, guint64 state, guint32 t)
{
  return g->after[state * g->n_transitions + t] != LPN_ORACLE_NEVER;
}

static bool
excited (const Graph *g, guint64 state, guint32 signal)
{
  for (guint32 t = 0; t < g->n_transitions; t++)
    if (lpn_net_transition (g->net, t)->signal == signal && enabled (g, state, t))
      return true;
  return false;
}

static void
graph_init (Graph *g, const LpnNet *net, LpnOracle *oracle)
{
  g_autofree gint64 *next = g_new (gint64, lpn_net_n_elements (net));
  bool               changed = true;
  *g = (Graph){ .net = net,
                .oracle = oracle,
                .n_states = lpn_oracle_result (oracle)->states,
                .n_transitions = lpn_net_n_transitions (net) };
  g->after = g_new (guint64, g->n_states * g->n_transitions + 1);
  g->class = g_new (guint64, g->n_states);
  for (guint64 s = 0; s < g->n_states; s++)
    {
      g->class[s] = s;
      for (guint32 t = 0; t < g->n_transitions; t++)
        {
          LpnFaultInfo info;
          bool         fires = lpn_reference_fire (net, t, lpn_oracle_state (oracle, s), next, &info) == LPN_FIRE_FIRED;
          g->after[s * g->n_transitions + t] = fires ? lpn_oracle_find (oracle, next) : LPN_ORACLE_NEVER;
        }
    }
  while (changed) /* the least number of a class spreads along its arcs, both ways */
    {
      changed = false;
      for (guint64 s = 0; s < g->n_states; s++)
        for (guint32 t = 0; t < g->n_transitions; t++)
          if (lpn_net_transition (net, t)->edge == LPN_EDGE_NONE && enabled (g, s, t))
            {
              guint64 *a = &g->class[s], *b = &g->class[g->after[s * g->n_transitions + t]];
              g->silent = true;
              changed = changed || *a != *b;
              *a = *b = MIN (*a, *b);
            }
    }
  for (guint32 t = 0; t < g->n_transitions; t++)
    g->silent = g->silent || lpn_net_transition (net, t)->edge == LPN_EDGE_NONE;
}

static void
graph_clear (Graph *g)
{
  g_free (g->after);
  g_free (g->class);
}

static bool
is_local (const LpnNet *net, guint32 signal)
{
  return signal != LPN_NONE && lpn_net_variable (net, signal)->port != LPN_PORT_INPUT;
}

/* An input place of both; with `mutex`, one so declared. */
static bool
share (const LpnNet *net, guint32 t, guint32 u, bool mutex)
{
  guint         n, m;
  const LpnArc *a = lpn_net_pre (net, t, &n), *b = lpn_net_pre (net, u, &m);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < m; k++)
      if (a[i].place == b[k].place && (!mutex || lpn_net_place (net, a[i].place)->mutex))
        return true;
  return false;
}

/* Does firing t in state s break the rule? */
static bool
breaks (const Graph *g, LpnQuestionKind kind, guint64 s, guint32 t)
{
  const LpnNet        *net = g->net;
  const LpnTransition *fired = lpn_net_transition (net, t);
  guint64              after = g->after[s * g->n_transitions + t];

  if (kind == LPN_QUESTION_CONSISTENT)
    return fired->edge != LPN_EDGE_NONE && fired->edge != LPN_EDGE_TOGGLE
           && lpn_oracle_state (g->oracle, s)[lpn_net_variable_element (net, fired->signal)]
                  == (fired->edge == LPN_EDGE_RISE);
  for (guint32 u = 0; u < g->n_transitions; u++)
    {
      guint32 x = lpn_net_transition (net, u)->signal;
      bool    before = enabled (g, s, u);
      if (kind == LPN_QUESTION_DISABLING && u != t && before && !enabled (g, after, u) && !share (net, t, u, false))
        return true;
      if (kind == LPN_QUESTION_PERSISTENT && before && is_local (net, x) && fired->signal != x && !excited (g, after, x)
          && !share (net, t, u, true))
        return true;
      if (kind == LPN_QUESTION_INPUT_PROPER && x != LPN_NONE && !is_local (net, x) && fired->signal != LPN_NONE)
        {
          if (is_local (net, fired->signal) && excited (g, s, x) && !excited (g, after, x))
            return true;
          if (lpn_net_variable (net, fired->signal)->port == LPN_PORT_INTERNAL && !excited (g, s, x)
              && excited (g, after, x))
            return true;
        }
    }
  return false;
}

static bool
same_code (const Graph *g, guint64 a, guint64 b)
{
  for (guint32 v = 0; v < lpn_net_n_variables (g->net); v++)
    {
      guint32 e = lpn_net_variable_element (g->net, v);
      if (lpn_oracle_state (g->oracle, a)[e] != lpn_oracle_state (g->oracle, b)[e])
        return false;
    }
  return true;
}

/* Is the signal excited somewhere in the class? */
static bool
class_excites (const Graph *g, guint64 class, guint32 signal)
{
  for (guint64 s = 0; s < g->n_states; s++)
    if (g->class[s] == class && excited (g, s, signal))
      return true;
  return false;
}

static bool
in_conflict (const Graph *g, LpnQuestionKind kind, guint64 a, guint64 b)
{
  if (g->class[a] == g->class[b] || !same_code (g, a, b))
    return false;
  if (kind == LPN_QUESTION_USC)
    return true;
  for (guint32 v = 0; v < lpn_net_n_variables (g->net); v++)
    if (is_local (g->net, v) && class_excites (g, g->class[a], v) != class_excites (g, g->class[b], v))
      return true;
  return false;
}

/* The length of a shortest witness; NEVER where the question holds. For a pair: of the longer one of its ways. */
static guint64
expected (const Graph *g, LpnQuestionKind kind)
{
  guint64 best = LPN_ORACLE_NEVER;
  for (guint64 s = 0; s < g->n_states && best == LPN_ORACLE_NEVER; s++)
    if (kind == LPN_QUESTION_SAFE)
      {
        for (guint32 p = 0; p < lpn_net_n_places (g->net); p++)
          if (lpn_oracle_state (g->oracle, s)[p] > lpn_net_place (g->net, p)->capacity)
            best = lpn_oracle_distance (g->oracle, s);
      }
    else if (kind == LPN_QUESTION_USC || kind == LPN_QUESTION_CSC)
      {
        for (guint64 o = 0; o < s && best == LPN_ORACLE_NEVER; o++)
          if (in_conflict (g, kind, o, s))
            best = lpn_oracle_distance (g->oracle, s);
      }
    else
      for (guint32 t = 0; t < g->n_transitions; t++)
        if (enabled (g, s, t) && breaks (g, kind, s, t))
          best = lpn_oracle_distance (g->oracle, s) + 1;
  return best;
}

/* ---- Comparing ----------------------------------------------------------------------------------------------------
 */

static LpnResult *
run (const LpnNet *net, const LpnTestConfiguration *c, const LpnQuestion *questions, guint n, bool all)
{
  GError          *error = NULL;
  LpnSearchOptions options = { .state_limit = 2 * MOST_STATES,
                               .questions = questions,
                               .n_questions = n,
                               .witness = all, /* else found by searching again */
                               .all = all };
  LpnResult       *result = lpn_test_configured (net, c, options, &error);
  if (result == NULL)
    printf ("\n    %s\n", error->message);
  g_clear_error (&error);
  return result;
}

static guint64
length (const LpnWitness *witness)
{
  guint64 other = witness->other != NULL ? witness->other->len : 0;
  return MAX (witness->transitions->len, other);
}

static bool
agrees (const LpnTestConfiguration *c, const LpnAnswer *answer, guint64 distance, bool silent)
{
  bool pair = answer->question.kind == LPN_QUESTION_USC || answer->question.kind == LPN_QUESTION_CSC;
  bool lossy = (c->store->flags & LPN_STORE_EXACT) == 0;

  if (lossy)
    return answer->verdict == LPN_VERDICT_UNKNOWN
           || (answer->verdict == LPN_VERDICT_VIOLATED && distance != LPN_ORACLE_NEVER);
  answered[answer->question.kind][distance != LPN_ORACLE_NEVER]++;
  if (answer->verdict != (distance == LPN_ORACLE_NEVER ? LPN_VERDICT_HOLDS : LPN_VERDICT_VIOLATED))
    return false;
  if (distance == LPN_ORACLE_NEVER)
    return true;
  if (answer->witness == NULL || pair != (answer->witness->other != NULL))
    return false;
  /* With silent transitions a conflict between classes is shown by states that are the first of their kind. */
  return c->search == LPN_SEARCH_DFS || length (answer->witness) == distance || (pair && silent);
}

static bool
answers_agree (const Graph *g, const LpnTestConfiguration *c)
{
  LpnQuestion questions[LAST_KIND - FIRST_KIND + 1] = { 0 };
  guint64     distances[LAST_KIND - FIRST_KIND + 1];
  guint       n = G_N_ELEMENTS (questions);
  bool        ok = true;

  for (guint i = 0; i < n; i++)
    {
      questions[i].kind = (LpnQuestionKind)(FIRST_KIND + i);
      questions[i].id = "asked";
      distances[i] = expected (g, questions[i].kind);
    }
  g_autoptr (LpnResult) together = run (g->net, c, questions, n, true);
  if (together == NULL)
    return false;
  if (lpn_test_refused (c, together))
    return true;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LpnResult) alone = run (g->net, c, &questions[i], 1, false);
      if (!agrees (c, &together->answers[i], distances[i], g->silent) || alone == NULL
          || !agrees (c, &alone->answers[0], distances[i], g->silent))
        {
          printf ("\n    question %u: expected distance %" G_GINT64_FORMAT ", found %s together, %s alone",
                  FIRST_KIND + i, (gint64)distances[i], lpn_verdict_name (together->answers[i].verdict),
                  alone != NULL ? lpn_verdict_name (alone->answers[0].verdict) : "an error");
          ok = false;
        }
    }
  return ok;
}

/* A second token on a safe place is the answer to SAFE, as near as the oracle meets it. */
static bool
unsafe_agrees (const LpnNet *net, const LpnTestConfiguration *c, const LpnOracleResult *oracle)
{
  LpnQuestion question = { .kind = LPN_QUESTION_SAFE, .id = "safe" };
  g_autoptr (LpnResult) result = run (net, c, &question, 1, true);
  if (result == NULL)
    return false;
  if ((c->store->flags & (LPN_STORE_VECTOR | LPN_STORE_EXACT)) != LPN_STORE_EXACT
      || oracle->fault.fault != LPN_FAULT_UNSAFE)
    return true;
  return result->answers[0].verdict == LPN_VERDICT_VIOLATED && result->verdict == LPN_VERDICT_VIOLATED
         && (c->search == LPN_SEARCH_DFS || result->answers[0].witness->transitions->len == oracle->fault_distance);
}

static bool
net_agrees (const LpnNet *net, const LpnTestConfiguration *c)
{
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, MOST_STATES);
  const LpnOracleResult *result = lpn_oracle_result (oracle);
  Graph                  g;
  bool                   ok;

  if (result->error)
    return unsafe_agrees (net, c, result);
  if (!result->complete)
    return true;
  graph_init (&g, net, oracle);
  ok = answers_agree (&g, c);
  graph_clear (&g);
  return ok;
}

static void
test_random_stgs (void)
{
  guint failed = 0;

  for (guint32 seed = first_seed; seed < first_seed + n_nets && failed < 3; seed++)
    {
      g_autoptr (LpnNet) net = random_stg (seed);
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed ^ 0x5eed);
      for (guint i = 0; i < CONFIGURATIONS; i++)
        {
          LpnTestConfiguration c = lpn_test_configuration (seed + i * 7, rand);
          if (net_agrees (net, &c))
            continue;
          failed++;
          lpn_test_print_configuration (seed, &c);
          printf ("\n");
          break;
        }
    }
  CU_ASSERT_EQUAL (failed, 0);
  for (guint kind = FIRST_KIND; kind <= LAST_KIND; kind++)
    {
      printf ("%s%u: %u hold, %u violated", kind == FIRST_KIND ? " question " : "; ", kind, answered[kind][0],
              answered[kind][1]);
      CU_ASSERT_TRUE (answered[kind][0] > n_nets / 30 && answered[kind][1] > n_nets / 30);
    }
  printf (" ");
}

static const LpnTest tests[] = {
  { "random STGs", test_random_stgs },
  { NULL, NULL },
};

int
main (int argc, char **argv)
{
  lpn_test_random_arguments (argc, argv, "random STGs", &n_nets, &first_seed);
  return lpn_test_main ("random STGs", tests);
}
