/* SPDX-License-Identifier: MIT */
#include "search/search.h"

#include <string.h>

#include "lpn/ranges.h"
#include "search/circuit.h"
#include "search/conflict.h"
#include "search/machine.h"
#include "search/search-private.h"

G_DEFINE_QUARK (lpn - search - error - quark, lpn_search_error)

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
      if (run->circuit != NULL && !lpn_circuit_grown (run->circuit, c, count))
        return lpn_run_end (run, LPN_ENDED_MEMORY, "the table of codes filled the memory");
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
    return lpn_run_fault (run, tuple, transition);
  run->result->transitions += successors->n;
  if (successors->n == 0)
    {
      run->result->deadlocks++;
      if (run->asks_deadlock && !lpn_run_ask_all (run, LPN_QUESTION_DEADLOCK, LPN_NONE, NULL))
        return false;
    }
  if (run->is_fail != NULL && !lpn_run_fails (run, successors))
    return false;
  if (lpn_next_stamp (run->next) != run->stamp
      && ((run->circuit != NULL && !lpn_circuit_new_locals (run, tuple, successors)) || !tell_growth (run)))
    return false;
  if (run->target != NULL && !lpn_target_look (run, tuple, successors))
    return false;
  if (run->circuit != NULL && !lpn_circuit_look (run, tuple, successors))
    return false;
  return run->graph == NULL || lpn_run_arcs (run, tuple, successors);
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

static bool
has_signals (const LpnNet *net)
{
  bool has = false;
  for (guint32 i = 0; !has && i < lpn_net_n_variables (net); i++)
    has = lpn_net_variable (net, i)->port != LPN_PORT_NONE;
  return has;
}

/* Places of circuits hold one token, but their files do not say so: a store of vectors would give each 64 bits. */
static bool
infers_ranges (const LpnNet *net, const LpnSearchOptions *options)
{
  const char *infer
      = options->store_options != NULL ? g_hash_table_lookup (options->store_options, LPN_STORE_INFER_RANGES) : NULL;
  if (infer == NULL || g_str_equal (infer, "auto"))
    return (options->store->flags & LPN_STORE_VECTOR) != 0 && has_signals (net);
  return g_str_equal (infer, "yes");
}

/* Declared or inferred. */
static LpnElementRange *
element_ranges (const LpnCompiled *compiled, const LpnSearchOptions *options)
{
  const LpnNet           *net = lpn_compiled_net (compiled);
  guint32                 n = lpn_net_n_elements (net);
  g_autofree LpnInterval *intervals = g_new (LpnInterval, n + 1);
  LpnElementRange        *ranges = g_new (LpnElementRange, n + 1);

  if (infers_ranges (net, options))
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

  lpn_store_finish (run->store);
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
  if (run->circuit != NULL)
    result->coding_bytes = MAX (result->coding_bytes, lpn_circuit_bytes (run->circuit));
  for (guint c = 0; c < run->n_components; c++)
    result->local_states[c] = lpn_next_count (run->next, c);
  result->peak_rss_bytes = lpn_peak_resident_bytes ();
  if (run->options->diagram != NULL)
    lpn_store_dump_dot (run->store, run->options->diagram);
}

/* An exact and complete search settles the open questions. */
static void
settle (LpnRun *run)
{
  LpnResult *result = run->result;
  bool       settled = result->ended == LPN_ENDED_COMPLETE && !result->approximate;
  for (guint i = 0; settled && i < result->n_answers; i++)
    if (result->answers[i].verdict == LPN_VERDICT_UNKNOWN)
      result->answers[i].verdict = LPN_VERDICT_HOLDS;
}

/* What all answers come to. */
void
lpn_result_conclude (LpnResult *result)
{
  bool settled = result->ended == LPN_ENDED_COMPLETE && !result->approximate;
  bool any_violated = false, any_open = false;

  for (guint i = 0; i < result->n_answers; i++)
    {
      LpnAnswer *answer = &result->answers[i];
      any_violated = any_violated || (answer->verdict == LPN_VERDICT_VIOLATED && !answer->question.advisory);
      any_open = any_open || answer->verdict == LPN_VERDICT_UNKNOWN;
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
  lpn_circuit_free (run->circuit);
  if (run->target != NULL)
    lpn_target_end (run);
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
  if (!charge_plans (run) || !lpn_run_prepare (run))
    {
      g_set_error (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_MEMORY,
                   "the memory limit does not hold the tables of the next-state function");
      return false;
    }
  run->store = lpn_store_open (run->options->store, &config, error);
  return run->store != NULL;
}

LpnResult *
lpn_search_once (const LpnPartition *partition, const LpnSearchOptions *options, bool keep_way, LpnTarget *target,
                 GError **error)
{
  g_autoptr (LpnResult) result = result_new (options, lpn_partition_n_components (partition));
  LpnRun                      run = { .options = options,
                                      .net = lpn_compiled_net (lpn_partition_compiled (partition)),
                                      .partition = partition,
                                      .n_components = lpn_partition_n_components (partition),
                                      .result = result,
                                      .keep_way = keep_way,
                                      .target = target,
                                      .ticks = TICKS };
  g_autofree LpnElementRange *ranges = element_ranges (lpn_partition_compiled (partition), options);
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
      if (run.circuit != NULL && !run.done && !result->approximate)
        lpn_circuit_conclude (&run);
      record (&run);
      settle (&run);
      lpn_result_conclude (result);
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
  g_autoptr (LpnResult) second = lpn_search_once (partition, &again, true, NULL, error);
  if (second == NULL)
    return false;
  if (second->verdict == LPN_VERDICT_ERROR)
    result->error_witness = g_steal_pointer (&second->error_witness);
  for (guint i = 0; i < result->n_answers; i++)
    if (result->answers[i].witness == NULL)
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
  g_autoptr (LpnResult) result = lpn_search_once (partition, options, options->witness, NULL, error);

  if (result == NULL || (lacks_way (result) && !find_ways (partition, options, result, error))
      || !lpn_find_pairs (partition, options, result, error) || !replay_all (net, result, error))
    return NULL;
  return g_steal_pointer (&result);
}

LpnWitness *
lpn_witness_new (void)
{
  LpnWitness *witness = g_new0 (LpnWitness, 1);
  witness->transitions = g_array_new (FALSE, FALSE, sizeof (guint32));
  witness->culprit = (LpnCulprit){ LPN_NONE, LPN_NONE, LPN_NONE };
  return witness;
}

void
lpn_witness_free (LpnWitness *witness)
{
  if (witness == NULL)
    return;
  g_array_unref (witness->transitions);
  g_clear_pointer (&witness->other, g_array_unref);
  g_free (witness);
}

void
lpn_result_free (LpnResult *result)
{
  if (result == NULL)
    return;
  for (guint i = 0; i < result->n_answers; i++)
    {
      lpn_witness_free (result->answers[i].witness);
      g_free (result->answers[i].pair[0]);
      g_free (result->answers[i].pair[1]);
    }
  for (guint i = 0; i < result->figures->len; i++)
    g_free (g_array_index (result->figures, LpnFigure, i).name);
  g_array_unref (result->figures);
  lpn_witness_free (result->error_witness);
  g_free (result->answers);
  g_free (result->local_states);
  g_free (result->reason);
  g_free (result);
}
