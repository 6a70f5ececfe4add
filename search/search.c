/* SPDX-License-Identifier: MIT */
#include "search/search.h"

#include <string.h>

#include "lpn/ranges.h"
#include "search/machine.h"
#include "search/search-private.h"

G_DEFINE_QUARK (lpn - search - error - quark, lpn_search_error)

/* How a transition marked `fail` fails. */
enum
{
  FAIL_FIRED = 1,
  FAIL_ENABLED,
};

enum
{
  TICKS = 512,              /* expansions between two looks at the clock */
  REPORT_EVERY = 500000,    /* microseconds between progress reports */
  MARGIN = 6 * 1024 * 1024, /* bytes of the limit left to small allocations and the C library */
};

static const char *const VERDICTS[] = { "holds", "violated", "unknown", "error" };
static const char *const ENDINGS[]
    = { "complete", "stopped", "time-limit", "memory-limit", "state-limit", "interrupted" };
static const char *const KINDS[] = { "dfs", "bfs" };

const char *
lpn_verdict_name (LpnVerdict verdict)
{
  return VERDICTS[verdict];
}

const char *
lpn_ended_name (LpnEnded ended)
{
  return ENDINGS[ended];
}

const char *
lpn_search_kind_name (LpnSearchKind kind)
{
  return KINDS[kind];
}

bool
lpn_search_kind_parse (const char *text, LpnSearchKind *kind, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (KINDS); i++)
    if (g_str_equal (text, KINDS[i]))
      {
        *kind = (LpnSearchKind)i;
        return true;
      }
  g_set_error (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_OPTION, "unknown search \"%s\" (dfs or bfs)", text);
  return false;
}

bool
lpn_run_end (LpnRun *run, LpnEnded ended, const char *reason)
{
  if (!run->done)
    {
      run->done = true;
      run->result->ended = ended;
      run->result->reason = g_strdup (reason);
    }
  return false;
}

bool
lpn_run_full (LpnRun *run)
{
  const char *reason = lpn_store_full_reason (run->store);
  return lpn_run_end (run, LPN_ENDED_MEMORY, reason != NULL ? reason : "the store filled the memory");
}

static double
seconds_since (gint64 start)
{
  return (double)(g_get_monotonic_time () - start) / 1e6;
}

static void
report (LpnRun *run)
{
  LpnProgress progress = { .states = run->result->states,
                           .transitions = run->result->transitions,
                           .seconds = seconds_since (run->started),
                           .used_bytes = run->base_rss + lpn_budget_used (run->budget),
                           .limit_bytes = run->limit };
  guint64     bytes;
  run->measure (run->walk, &bytes, &progress.depth, &progress.waiting);
  run->options->progress (&progress, run->options->progress_data);
}

static bool
look_at_clock (LpnRun *run)
{
  const LpnSearchOptions *options = run->options;
  gint64                  now = g_get_monotonic_time ();

  run->ticks = TICKS;
  if (options->time_limit > 0 && (double)(now - run->started) / 1e6 >= options->time_limit)
    return lpn_run_end (run, LPN_ENDED_TIME, NULL);
  if (options->progress != NULL && now - run->reported >= REPORT_EVERY)
    {
      run->reported = now;
      report (run);
    }
  return true;
}

bool
lpn_run_tick (LpnRun *run)
{
  const volatile sig_atomic_t *cancel = run->options->cancel;
  if (G_UNLIKELY (cancel != NULL && *cancel != 0))
    return lpn_run_end (run, LPN_ENDED_INTERRUPTED, NULL);
  return G_LIKELY (--run->ticks > 0) || look_at_clock (run);
}

/* The witness of what was found `fired` steps beyond the state being expanded. */
static LpnWitness *
make_witness (LpnRun *run, guint32 fired)
{
  LpnWitness *witness = g_new0 (LpnWitness, 1);
  witness->transitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  run->way (run->walk, witness->transitions);
  if (fired != LPN_NONE)
    g_array_append_val (witness->transitions, fired);
  return witness;
}

/* Does the walk know the way to where it is? A bfs without log does not. */
static bool
knows_way (const LpnRun *run)
{
  return run->options->search == LPN_SEARCH_DFS || run->keep_way;
}

/* Question i is decided against. Ends the run unless more is wanted. */
static bool
violated (LpnRun *run, guint i, guint32 fired)
{
  LpnAnswer *answer = &run->result->answers[i];
  if (answer->verdict == LPN_VERDICT_VIOLATED)
    return true;
  answer->verdict = LPN_VERDICT_VIOLATED;
  if (knows_way (run))
    answer->witness = make_witness (run, fired);
  run->n_open--;
  if (run->options->all && run->n_open > 0)
    return true;
  return lpn_run_end (run, LPN_ENDED_STOPPED, NULL);
}

static bool
model_error (LpnRun *run, const LpnFaultInfo *fault, guint32 fired)
{
  run->result->verdict = LPN_VERDICT_ERROR;
  run->result->fault = *fault;
  if (knows_way (run))
    {
      run->result->error_witness = make_witness (run, fired);
      run->result->error_witness->fault = *fault;
    }
  return lpn_run_end (run, LPN_ENDED_STOPPED, NULL);
}

static bool
ask_all (LpnRun *run, LpnQuestionKind kind, guint32 fired)
{
  for (guint i = 0; i < run->options->n_questions; i++)
    if (run->options->questions[i].kind == kind && !violated (run, i, fired))
      return false;
  return true;
}

/* The reference semantics say what exactly is wrong in a state. */
static bool
transition_fault (LpnRun *run, const guint32 *tuple, guint32 transition)
{
  g_autofree gint64 *values = g_new (gint64, lpn_net_n_elements (run->net) + 1);
  g_autofree gint64 *after = g_new (gint64, lpn_net_n_elements (run->net) + 1);
  LpnFaultInfo       fault = { 0 };

  lpn_next_decode (run->next, tuple, values);
  if (lpn_reference_fire (run->net, transition, values, after, &fault) != LPN_FIRE_FAULT)
    g_error ("transition %s: the next-state function reports a model error, the reference semantics none",
             lpn_net_transition (run->net, transition)->id);
  fault.transition = transition;
  if (run->is_fail != NULL && lpn_reference_fail_enabled (run->net, values) != LPN_NONE
      && !ask_all (run, LPN_QUESTION_FAIL, LPN_NONE))
    return false;
  return model_error (run, &fault, LPN_NONE);
}

static bool
property_fault (LpnRun *run, const guint32 *tuple, guint i, guint32 fired)
{
  g_autofree gint64 *values = g_new (gint64, lpn_net_n_elements (run->net) + 1);
  LpnFaultInfo       fault = { .transition = LPN_NONE, .element = LPN_NONE };
  gint64             result;

  lpn_next_decode (run->next, tuple, values);
  lpn_reference_eval (run->net, run->options->questions[i].expr, values, &result, &fault);
  fault.transition = LPN_NONE;
  return model_error (run, &fault, fired);
}

bool
lpn_run_found (LpnRun *run, const guint32 *tuple, guint32 fired)
{
  run->result->states++;
  for (guint i = 0; run->asks_states && i < run->options->n_questions; i++)
    {
      int holds;
      if (run->predicates[i] == NULL)
        continue;
      holds = lpn_predicate_holds (run->predicates[i], tuple);
      if (holds == LPN_NEXT_FAULT)
        return property_fault (run, tuple, i, fired);
      if (holds == (run->options->questions[i].kind == LPN_QUESTION_REACH) && !violated (run, i, fired))
        return false;
    }
  if (G_UNLIKELY (run->result->states == run->options->state_limit))
    return lpn_run_end (run, LPN_ENDED_STATES, NULL);
  return true;
}

/* Tells store and walk of new local states. */
static bool
tell_growth (LpnRun *run)
{
  for (guint c = 0; c < run->n_components; c++)
    {
      guint32 count = lpn_next_count (run->next, c);
      if (count == run->counts[c])
        continue;
      if (lpn_store_grown (run->store, c, count) == LPN_STORE_FULL)
        return lpn_run_full (run);
      if (run->grown != NULL && !run->grown (run->walk, c, count))
        return lpn_run_end (run, LPN_ENDED_MEMORY, "the queue filled the memory");
      if (run->graph != NULL && !lpn_graph_grown (run->graph, c, count))
        return lpn_run_end (run, LPN_ENDED_MEMORY, LPN_GRAPH_FULL);
      run->counts[c] = count;
    }
  run->stamp = lpn_next_stamp (run->next);
  return true;
}

bool
lpn_run_expand (LpnRun *run, const guint32 *tuple, LpnSuccessors *successors)
{
  guint32       transition;
  LpnNextAnswer answer = lpn_next_expand (run->next, tuple, successors, &transition);

  if (G_UNLIKELY (answer == LPN_NEXT_MEMORY))
    return lpn_run_end (run, LPN_ENDED_MEMORY, "the local states filled the memory");
  if (G_UNLIKELY (answer == LPN_NEXT_FAULT))
    return transition_fault (run, tuple, transition);
  run->result->transitions += successors->n;
  if (successors->n == 0)
    {
      run->result->deadlocks++;
      if (run->asks_deadlock && !ask_all (run, LPN_QUESTION_DEADLOCK, LPN_NONE))
        return false;
    }
  for (guint i = 0; run->is_fail != NULL && i < successors->n; i++)
    {
      guint32 fired = successors->transitions[i];
      guint8  how = run->is_fail[fired];
      if (how != 0 && !ask_all (run, LPN_QUESTION_FAIL, how == FAIL_FIRED ? fired : LPN_NONE))
        return false;
    }
  if (lpn_next_stamp (run->next) != run->stamp && !tell_growth (run))
    return false;
  return run->graph == NULL || lpn_run_arcs (run, tuple, successors);
}

static guint8
fails_how (const LpnTransition *transition)
{
  return transition->fail_enabled ? FAIL_ENABLED : transition->fail ? FAIL_FIRED : 0;
}

static bool
prepare_questions (LpnRun *run)
{
  const LpnSearchOptions *options = run->options;
  run->n_open = options->n_questions;
  run->predicates = g_new0 (LpnPredicate *, options->n_questions + 1);
  run->result->n_answers = options->n_questions;
  run->result->answers = g_new0 (LpnAnswer, options->n_questions + 1);
  for (guint i = 0; i < options->n_questions; i++)
    {
      const LpnQuestion *question = &options->questions[i];
      run->result->answers[i] = (LpnAnswer){ *question, LPN_VERDICT_UNKNOWN, NULL };
      if (question->kind == LPN_QUESTION_DEADLOCK)
        run->asks_deadlock = true;
      else if (question->kind == LPN_QUESTION_FAIL && run->is_fail == NULL)
        {
          run->is_fail = g_new0 (guint8, lpn_net_n_transitions (run->net) + 1);
          for (guint32 t = 0; t < lpn_net_n_transitions (run->net); t++)
            run->is_fail[t] = fails_how (lpn_net_transition (run->net, t));
        }
      else if (question->expr != NULL)
        {
          run->asks_states = true;
          run->predicates[i] = lpn_next_predicate (run->next, question->expr);
          if (run->predicates[i] == NULL)
            return false;
        }
    }
  return true;
}

static void
expand_vector (gpointer data, const guint32 *tuple, gint64 *values)
{
  lpn_next_decode (data, tuple, values);
}

static const guint32 *
expand_component (gpointer data, guint component, guint32 index, gint64 *values, guint *n)
{
  return lpn_next_decode_component (data, component, index, values, n);
}

/* Declared, or inferred where the store was given that option. */
static LpnElementRange *
element_ranges (const LpnCompiled *compiled, GHashTable *store_options)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  const char   *infer = store_options != NULL ? g_hash_table_lookup (store_options, LPN_STORE_INFER_RANGES) : NULL;
  guint32       n = lpn_net_n_elements (net);
  g_autofree LpnInterval *intervals = g_new (LpnInterval, n + 1);
  LpnElementRange        *ranges = g_new (LpnElementRange, n + 1);

  if (infer != NULL && g_str_equal (infer, "yes"))
    lpn_ranges_infer (compiled, intervals);
  else
    lpn_ranges_declared (net, intervals);
  for (guint32 e = 0; e < n; e++)
    ranges[e] = (LpnElementRange){ intervals[e].min, intervals[e].max };
  return ranges;
}

static void
add_figure (const char *name, double value, gpointer data)
{
  LpnFigure figure = { g_strdup (name), value };
  g_array_append_val ((GArray *)data, figure);
}

static void
record (LpnRun *run)
{
  LpnResult    *result = run->result;
  LpnStoreStats stats = { 0 };

  result->seconds = seconds_since (run->started);
  lpn_store_stats (run->store, &stats);
  result->store_bytes = stats.bytes;
  result->store_peak_bytes = MAX (stats.peak_bytes, stats.bytes);
  result->has_nodes = (run->store->type->flags & LPN_STORE_DIAGRAM) != 0;
  result->nodes = stats.nodes;
  result->peak_nodes = stats.peak_nodes;
  result->omission = stats.omission;
  lpn_store_figures (run->store, add_figure, result->figures);
  result->local_bytes = lpn_next_bytes (run->next);
  for (guint c = 0; c < run->n_components; c++)
    result->local_states[c] = lpn_next_count (run->next, c);
  result->peak_rss_bytes = lpn_peak_resident_bytes ();
  if (run->options->diagram != NULL)
    lpn_store_dump_dot (run->store, run->options->diagram);
}

/* What all answers come to. An exact and complete search settles the open questions. */
static void
conclude (LpnRun *run)
{
  LpnResult *result = run->result;
  bool       settled = result->ended == LPN_ENDED_COMPLETE && !result->approximate;
  bool       any_violated = false, any_open = false;

  for (guint i = 0; i < result->n_answers; i++)
    {
      if (result->answers[i].verdict == LPN_VERDICT_UNKNOWN && settled)
        result->answers[i].verdict = LPN_VERDICT_HOLDS;
      any_violated = any_violated || result->answers[i].verdict == LPN_VERDICT_VIOLATED;
      any_open = any_open || result->answers[i].verdict == LPN_VERDICT_UNKNOWN;
    }
  if (result->verdict == LPN_VERDICT_ERROR)
    return;
  if (any_violated)
    result->verdict = LPN_VERDICT_VIOLATED;
  else
    result->verdict = any_open || !settled ? LPN_VERDICT_UNKNOWN : LPN_VERDICT_HOLDS;
}

static LpnResult *
result_new (const LpnSearchOptions *options, guint n_components)
{
  LpnResult *result = g_new0 (LpnResult, 1);
  result->search = options->search;
  result->store = options->store->name;
  result->approximate = (options->store->flags & LPN_STORE_EXACT) == 0;
  result->n_components = n_components;
  result->local_states = g_new0 (guint32, n_components + 1);
  result->figures = g_array_new (FALSE, FALSE, sizeof (LpnFigure));
  return result;
}

/* The bytes this run may take: the limit less what the process holds already. */
static LpnBudget *
make_budget (LpnRun *run, GError **error)
{
  run->limit = run->options->memory_limit != 0 ? run->options->memory_limit : lpn_machine_limit ();
  run->base_rss = lpn_resident_bytes ();
  if (run->limit == G_MAXUINT64)
    return lpn_budget_new (G_MAXUINT64);
  if (run->limit < run->base_rss + 2 * (guint64)MARGIN)
    {
      g_set_error (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_MEMORY,
                   "a memory limit of %" G_GUINT64_FORMAT
                   " MiB is too small: the program and its model take %" G_GUINT64_FORMAT " MiB already",
                   run->limit >> 20, (run->base_rss + MARGIN) >> 20);
      return NULL;
    }
  return lpn_budget_new (run->limit - run->base_rss - MARGIN);
}

/* What the next-state plans took from the C library counts as well. */
static bool
charge_plans (LpnRun *run)
{
  guint64 grown = lpn_resident_bytes ();
  guint64 known = run->base_rss + lpn_budget_used (run->budget);
  return grown <= known || lpn_budget_take (run->budget, grown - known);
}

static void
run_clear (LpnRun *run)
{
  lpn_store_close (run->store);
  lpn_graph_free (run->graph);
  lpn_next_free (run->next);
  lpn_budget_free (run->budget);
  g_free (run->predicates);
  g_free (run->is_fail);
  g_free (run->counts);
}

static bool
open_run (LpnRun *run, const LpnSpace *space, GError **error)
{
  LpnStoreConfig config = { .space = space, .budget = run->budget, .options = run->options->store_options };

  if (!lpn_run_open_graph (run, error))
    return false;
  if (!charge_plans (run) || !prepare_questions (run))
    {
      g_set_error (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_MEMORY,
                   "the memory limit does not hold the tables of the next-state function");
      return false;
    }
  run->store = lpn_store_open (run->options->store, &config, error);
  return run->store != NULL;
}

/* One search; `keep_way` and `diagram` apart from the options, for the second search that finds a way. */
static LpnResult *
search_once (const LpnPartition *partition, const LpnSearchOptions *options, bool keep_way, GError **error)
{
  g_autoptr (LpnResult) result = result_new (options, lpn_partition_n_components (partition));
  LpnRun                      run = { .options = options,
                                      .net = lpn_compiled_net (lpn_partition_compiled (partition)),
                                      .partition = partition,
                                      .n_components = lpn_partition_n_components (partition),
                                      .result = result,
                                      .keep_way = keep_way,
                                      .ticks = TICKS };
  g_autofree LpnElementRange *ranges = element_ranges (lpn_partition_compiled (partition), options->store_options);
  LpnSpace                    space = { .n_components = run.n_components,
                                        .n_elements = lpn_net_n_elements (run.net),
                                        .ranges = ranges,
                                        .expand = expand_vector,
                                        .expand_component = expand_component };

  run.started = run.reported = g_get_monotonic_time ();
  run.budget = make_budget (&run, error);
  if (run.budget == NULL)
    return NULL;
  run.counts = g_new (guint32, run.n_components);
  for (guint c = 0; c < run.n_components; c++)
    run.counts[c] = 1;
  run.next = lpn_next_new (partition, run.budget);
  space.expand_data = run.next;
  if (run.next != NULL && open_run (&run, &space, error))
    {
      lpn_next_set_verify (run.next, options->verify);
      run.stamp = lpn_next_stamp (run.next);
      if (options->search == LPN_SEARCH_DFS)
        lpn_dfs (&run);
      else
        lpn_bfs (&run);
      record (&run);
      conclude (&run);
    }
  else
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_MEMORY,
                     "the memory limit does not hold the initial state");
      g_clear_pointer (&result, lpn_result_free);
    }
  run_clear (&run);
  return g_steal_pointer (&result);
}

static bool
lacks_way (const LpnResult *result)
{
  bool lacks = result->verdict == LPN_VERDICT_ERROR && result->error_witness == NULL;
  for (guint i = 0; i < result->n_answers; i++)
    lacks = lacks || (result->answers[i].verdict == LPN_VERDICT_VIOLATED && result->answers[i].witness == NULL);
  return lacks;
}

/* A breadth-first search is deterministic, so a second one that keeps its log meets the same end and knows the way. */
static bool
find_ways (const LpnPartition *partition, const LpnSearchOptions *options, LpnResult *result, GError **error)
{
  LpnSearchOptions again = *options;
  again.diagram = NULL;
  again.progress = NULL;
  again.arcs = NULL;
  g_autoptr (LpnResult) second = search_once (partition, &again, true, error);
  if (second == NULL)
    return false;
  if (second->verdict == LPN_VERDICT_ERROR)
    result->error_witness = g_steal_pointer (&second->error_witness);
  for (guint i = 0; i < result->n_answers; i++)
    result->answers[i].witness = g_steal_pointer (&second->answers[i].witness);
  return true;
}

static bool
replay_all (const LpnNet *net, const LpnResult *result, GError **error)
{
  if (result->error_witness != NULL && !lpn_witness_replay (net, result->error_witness, NULL, error))
    return false;
  for (guint i = 0; i < result->n_answers; i++)
    if (result->answers[i].witness != NULL
        && !lpn_witness_replay (net, result->answers[i].witness, &result->answers[i].question, error))
      return false;
  return true;
}

LpnResult *
lpn_search_run (const LpnPartition *partition, const LpnSearchOptions *options, GError **error)
{
  const LpnNet *net = lpn_compiled_net (lpn_partition_compiled (partition));
  g_autoptr (LpnResult) result = search_once (partition, options, options->witness, error);

  if (result == NULL || (lacks_way (result) && !find_ways (partition, options, result, error))
      || !replay_all (net, result, error))
    return NULL;
  return g_steal_pointer (&result);
}

void
lpn_witness_free (LpnWitness *witness)
{
  if (witness == NULL)
    return;
  g_array_unref (witness->transitions);
  g_free (witness);
}

void
lpn_result_free (LpnResult *result)
{
  if (result == NULL)
    return;
  for (guint i = 0; i < result->n_answers; i++)
    lpn_witness_free (result->answers[i].witness);
  for (guint i = 0; i < result->figures->len; i++)
    g_free (g_array_index (result->figures, LpnFigure, i).name);
  g_array_unref (result->figures);
  lpn_witness_free (result->error_witness);
  g_free (result->answers);
  g_free (result->local_states);
  g_free (result->reason);
  g_free (result);
}
