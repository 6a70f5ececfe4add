/* SPDX-License-Identifier: MIT */
/* The pieces of the searches (stack, queue, trail), and searches at the edges: nets of nothing, of one state, very deep
 * ones, components with many local states, limits, cancelling. */
#include <string.h>

#include "search/queue.h"
#include "search/search.h"
#include "search/stack.h"
#include "search/trail.h"
#include "test/harness.h"

#ifdef __SANITIZE_ADDRESS__
#define DEEP 300000
#else
#define DEEP 10000001
#endif

static void
test_stack (void)
{
  enum
  {
    N = 300,
    STEPS = 200
  };
  g_autoptr (LpnBudget) budget = lpn_budget_new (1 << 24);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  static guint32 states[STEPS + 1][N];
  static guint32 fired[STEPS], left[STEPS][8], n_left[STEPS];
  LpnStack       stack;
  bool           same = true;

  lpn_stack_init (&stack, N, budget);
  for (guint i = 0; i < STEPS; i++)
    {
      guint changes = i % 50 == 0 ? N : (guint)g_rand_int_range (rand, 0, 4); /* long frames too */
      memcpy (states[i + 1], states[i], sizeof states[i]);
      for (guint k = 0; k < changes; k++)
        states[i + 1][changes == N ? k : (guint)g_rand_int_range (rand, 0, N)] = g_rand_int (rand);
      fired[i] = g_rand_int (rand) >> g_rand_int_range (rand, 0, 32);
      n_left[i] = (guint32)g_rand_int_range (rand, 0, 8);
      for (guint k = 0; k < n_left[i]; k++)
        left[i][k] = g_rand_int (rand) >> g_rand_int_range (rand, 0, 32);
      CU_ASSERT_TRUE (lpn_stack_push (&stack, states[i], states[i + 1], fired[i], left[i], n_left[i]));
    }
  lpn_stack_path (&stack, path);
  CU_ASSERT_EQUAL (path->len, STEPS);
  CU_ASSERT_EQUAL (memcmp (path->data, fired, sizeof fired), 0);
  for (guint i = STEPS; i-- > 0;)
    {
      same = same && lpn_stack_pop (&stack, states[i + 1], waiting);
      same = same && memcmp (states[i + 1], states[i], sizeof states[i]) == 0 && waiting->len == n_left[i]
             && memcmp (waiting->data, left[i], n_left[i] * sizeof (guint32)) == 0;
    }
  CU_ASSERT_TRUE (same);
  CU_ASSERT_FALSE (lpn_stack_pop (&stack, states[0], waiting));
  lpn_stack_clear (&stack);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
}

static void
test_queue (void)
{
  enum
  {
    N = 5
  };
  g_autoptr (LpnBudget) budget = lpn_budget_new (1 << 26);
  LpnQueue *queue = lpn_queue_new (N, budget);
  GRand    *in = g_rand_new_with_seed (3);
  GRand    *out = g_rand_new_with_seed (3);
  guint32   bound[N] = { 1, 1, 1, 1, 1 }, seen_bound[N] = { 1, 1, 1, 1, 1 };
  guint32   tuple[N], popped[N];
  guint     pushed = 0, taken = 0;
  bool      same = true;

  /* Bounds double as it goes, so entries of several sizes are in the queue together. */
  for (guint round = 0; round < 60; round++)
    {
      lpn_queue_grown (queue, round % N, bound[round % N] *= 2);
      for (guint i = 0; i < 2000; i++, pushed++)
        {
          for (guint c = 0; c < N; c++)
            tuple[c] = (guint32)g_rand_int_range (in, 0, (gint32)bound[c]);
          CU_ASSERT_TRUE (lpn_queue_push (queue, tuple));
        }
      for (guint i = 0; i < (round == 59 ? pushed - taken : 1000); taken += round == 59 ? 0 : 1, i++)
        {
          guint from = taken + (round == 59 ? i : 0);
          if (from % 2000 == 0)
            seen_bound[from / 2000 % N] *= 2;
          for (guint c = 0; c < N; c++)
            tuple[c] = (guint32)g_rand_int_range (out, 0, (gint32)seen_bound[c]);
          same = same && lpn_queue_pop (queue, popped) && memcmp (tuple, popped, sizeof tuple) == 0;
        }
    }
  CU_ASSERT_TRUE (same);
  CU_ASSERT_EQUAL (lpn_queue_length (queue), 0);
  CU_ASSERT_FALSE (lpn_queue_pop (queue, popped));
  lpn_queue_free (queue);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
  g_rand_free (in);
  g_rand_free (out);
}

/* A tree where state i has the states 2i+1 and 2i+2: the way to each is known. */
static void
test_trail (void)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (1 << 26);
  LpnTrail *trail = lpn_trail_new (budget);
  bool      same = true;

  for (guint32 i = 0; i < 50000; i++)
    {
      guint32 both[2] = { 2 * i + 1, 2 * i + 2 }; /* named after the state they find */
      CU_ASSERT_TRUE (lpn_trail_add (trail, both, 2));
    }
  for (guint32 state = 0; state < 100000; state = state * 3 + 1)
    {
      g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
      guint32 at = state;
      lpn_trail_path (trail, state, path);
      for (guint i = path->len; i-- > 0; at = (at - 1) / 2)
        same = same && g_array_index (path, guint32, i) == at;
      same = same && at == 0;
    }
  CU_ASSERT_TRUE (same);
  lpn_trail_free (trail);
  CU_ASSERT_EQUAL (lpn_budget_used (budget), 0);
}

/* ---- whole searches ---- */

static LpnResult *
search (const LpnNet *net, const char *store, LpnSearchKind kind, LpnSearchOptions options)
{
  GError *error = NULL;
  g_autoptr (LpnCompiled) compiled = lpn_compiled_new (net);
  g_autoptr (LpnPartition) partition = lpn_partition_new (compiled, LPN_PARTITION_MODULE, "given", NULL);
  LpnResult *result;

  options.search = kind;
  options.store = lpn_store_find (store, NULL);
  result = lpn_search_run (partition, &options, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return result;
}

static LpnExpr *
parse (const LpnNet *net, const char *text, LpnType want)
{
  LpnScope scope = lpn_net_scope (net, LPN_NONE, false);
  return lpn_expr_parse (text, &scope, want, false, NULL, NULL);
}

/* A counter of two digits, each the variable of a module: steps() states in one chain. */
static LpnNet *
chain (gint64 low, gint64 high)
{
  LpnNet *net = lpn_net_new ("chain");
  gint64  zero = 0;
  char    text[64];
  guint32 t;

  lpn_net_add_module (net, "a", NULL);
  lpn_net_add_module (net, "b", NULL);
  lpn_net_add_variable (net, LPN_NONE, "lo", false, 1, &zero, 0, low - 1, NULL);
  lpn_net_add_variable (net, LPN_NONE, "hi", false, 1, &zero, 0, high - 1, NULL);
  t = lpn_net_add_transition (net, 0, "step", NULL, false, NULL);
  g_snprintf (text, sizeof text, "lo < %" G_GINT64_FORMAT, low - 1);
  lpn_net_set_guard (net, t, parse (net, text, LPN_TYPE_TRUTH));
  lpn_net_add_assign (net, t, 0, NULL, parse (net, "lo + 1", LPN_TYPE_NUMBER));
  t = lpn_net_add_transition (net, 1, "carry", NULL, false, NULL);
  g_snprintf (text, sizeof text, "lo == %" G_GINT64_FORMAT " & hi < %" G_GINT64_FORMAT, low - 1, high - 1);
  lpn_net_set_guard (net, t, parse (net, text, LPN_TYPE_TRUTH));
  lpn_net_add_assign (net, t, 0, NULL, parse (net, "0", LPN_TYPE_NUMBER));
  lpn_net_add_assign (net, t, 1, NULL, parse (net, "hi + 1", LPN_TYPE_NUMBER));
  lpn_net_freeze (net, NULL);
  return net;
}

static void
test_empty (void)
{
  for (guint places = 0; places < 2; places++)
    {
      g_autoptr (LpnNet) net = lpn_net_new ("empty");
      lpn_net_add_module (net, "m", NULL);
      if (places > 0)
        lpn_net_add_place (net, 0, "p", NULL, true, 1, NULL);
      lpn_net_freeze (net, NULL);
      for (guint s = 0; lpn_store_types ()[s] != NULL; s++)
        for (LpnSearchKind kind = LPN_SEARCH_DFS; kind <= LPN_SEARCH_BFS; kind++)
          {
            g_autoptr (LpnResult) result
                = search (net, lpn_store_types ()[s]->name, kind, (LpnSearchOptions){ .memory_limit = 1 << 30 });
            CU_ASSERT_EQUAL (result->states, 1);
            CU_ASSERT_EQUAL (result->transitions, 0);
            CU_ASSERT_EQUAL (result->deadlocks, 1);
            CU_ASSERT_EQUAL (result->depth, 0);
          }
    }
}

/* A transition without any place or variable fires in every state and changes nothing. */
static void
test_self_loop (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("loop");
  lpn_net_add_module (net, "m", NULL);
  lpn_net_add_transition (net, 0, "t", NULL, false, NULL);
  lpn_net_freeze (net, NULL);
  g_autoptr (LpnResult) result = search (net, "hash", LPN_SEARCH_DFS, (LpnSearchOptions){ 0 });
  CU_ASSERT_EQUAL (result->states, 1);
  CU_ASSERT_EQUAL (result->transitions, 1);
  CU_ASSERT_EQUAL (result->deadlocks, 0);
}

static void
test_deep (void)
{
  g_autoptr (LpnNet) net = chain (DEEP / 100, 101);
  LpnExpr         *last = parse (net, "hi == 100", LPN_TYPE_TRUTH);
  LpnQuestion      question = { .kind = LPN_QUESTION_REACH, .id = "the end", .expr = last };
  LpnSearchOptions options = { .questions = &question, .n_questions = 1 };
  g_autoptr (LpnResult) all = search (net, "hash", LPN_SEARCH_DFS, (LpnSearchOptions){ 0 });
  g_autoptr (LpnResult) found = search (net, "hash", LPN_SEARCH_DFS, options);

  CU_ASSERT_EQUAL (all->states, (guint64)(DEEP / 100) * 101);
  CU_ASSERT_EQUAL (all->depth, all->states - 1);
  CU_ASSERT_TRUE (all->stack_bytes < 16 * all->depth);
  CU_ASSERT_EQUAL (found->verdict, LPN_VERDICT_VIOLATED);
  CU_ASSERT_EQUAL (found->answers[0].witness->transitions->len, (guint)(DEEP / 100) * 100);
  lpn_expr_free (last);
}

/* One component with more than 2^16 local states, in every store that holds indices. */
static void
test_many_local_states (void)
{
  g_autoptr (LpnNet) net = chain (70001, 2);
  for (guint s = 0; lpn_store_types ()[s] != NULL; s++)
    {
      const LpnStoreType *type = lpn_store_types ()[s];
      if ((type->flags & LPN_STORE_EXACT) == 0 || (type->flags & LPN_STORE_VECTOR) != 0)
        continue;
      g_autoptr (LpnResult) result = search (net, type->name, LPN_SEARCH_BFS, (LpnSearchOptions){ 0 });
      CU_ASSERT_EQUAL (result->states, 140002);
      if (result->states != 140002)
        printf ("\n    %s: %" G_GUINT64_FORMAT "\n", type->name, result->states);
      CU_ASSERT_EQUAL (MAX (result->local_states[0], result->local_states[1]), 70001);
    }
}

static void
test_limits (void)
{
  g_autoptr (LpnNet) net = chain (1000000, 1000);
  volatile sig_atomic_t cancel = 1;
  g_autoptr (LpnResult) few = search (net, "hash", LPN_SEARCH_BFS, (LpnSearchOptions){ .state_limit = 777 });
  g_autoptr (LpnResult) quick = search (net, "hash", LPN_SEARCH_DFS, (LpnSearchOptions){ .time_limit = 0.05 });
  g_autoptr (LpnResult) stopped = search (net, "hash", LPN_SEARCH_DFS, (LpnSearchOptions){ .cancel = &cancel });

  CU_ASSERT_EQUAL (few->ended, LPN_ENDED_STATES);
  CU_ASSERT_EQUAL (few->states, 777);
  CU_ASSERT_EQUAL (few->verdict, LPN_VERDICT_UNKNOWN);
  CU_ASSERT_EQUAL (quick->ended, LPN_ENDED_TIME);
  CU_ASSERT_TRUE (quick->states > 1 && quick->seconds < 10);
  CU_ASSERT_EQUAL (stopped->ended, LPN_ENDED_INTERRUPTED);
  CU_ASSERT_EQUAL (stopped->verdict, LPN_VERDICT_UNKNOWN);
}

/* Whatever fills up, the run ends with its partial counts and a reason. */
static void
test_memory_limit (void)
{
  g_autoptr (LpnNet) net = chain (1000000, 1000);
  for (guint s = 0; lpn_store_types ()[s] != NULL; s++)
    for (LpnSearchKind kind = LPN_SEARCH_DFS; kind <= LPN_SEARCH_BFS; kind++)
      {
        g_autoptr (LpnResult) empty = search (net, "hash", kind, (LpnSearchOptions){ .state_limit = 1 });
        g_autoptr (LpnResult) result
            = search (net, lpn_store_types ()[s]->name, kind,
                      (LpnSearchOptions){ .memory_limit = empty->peak_rss_bytes + (16 << 20), .time_limit = 0.4 });
        /* A lossy store may take the next state of the chain for a known one, and so come to an end. */
        CU_ASSERT_TRUE (result->ended == LPN_ENDED_MEMORY || result->ended == LPN_ENDED_TIME || result->approximate);
        CU_ASSERT_TRUE (result->states > 1);
        CU_ASSERT_EQUAL (result->verdict, LPN_VERDICT_UNKNOWN);
        if (result->ended == LPN_ENDED_MEMORY)
          CU_ASSERT_PTR_NOT_NULL (result->reason);
      }
}

static const LpnTest tests[] = {
  { "stack", test_stack },
  { "queue", test_queue },
  { "trail", test_trail },
  { "empty nets", test_empty },
  { "self-loop", test_self_loop },
  { "deep", test_deep },
  { "many local states", test_many_local_states },
  { "limits", test_limits },
  { "memory limit", test_memory_limit },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("search", tests);
}
