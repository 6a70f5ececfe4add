/* SPDX-License-Identifier: MIT */
#include "search/circuit.h"

#include <string.h>

#include "search/coding.h"
#include "search/interference.h"

struct _LpnCircuit
{
  LpnSignals      *signals;
  guint            asks;         /* kinds of questions that are open: 1 << LpnQuestionKind */
  LpnPredicate   **inconsistent; /* per transition: an edge of the wrong direction; NULL: none, or nobody asks */
  GPtrArray       *exprs;        /* of predicates */
  LpnInterference *interference; /* NULL: nobody asks */
  LpnCoding       *coding;       /* NULL: nobody asks */
  gint64          *row;          /* scratch: one local state */
  bool             looked;       /* at the initial state */
};

enum
{
  ASKS_CODES = 1 << LPN_QUESTION_USC | 1 << LPN_QUESTION_CSC,
  ASKS_PAIRS = 1 << LPN_QUESTION_PERSISTENT | 1 << LPN_QUESTION_INPUT_PROPER | 1 << LPN_QUESTION_DISABLING,
  ASKS_ANY = ASKS_CODES | ASKS_PAIRS | 1 << LPN_QUESTION_SAFE | 1 << LPN_QUESTION_CONSISTENT,
};

/* The kinds of questions that wait for an answer. */
static guint
open_kinds (const LpnRun *run)
{
  guint kinds = 0;
  for (guint i = 0; i < run->options->n_questions; i++)
    if (run->result->answers[i].verdict == LPN_VERDICT_UNKNOWN)
      kinds |= 1u << run->options->questions[i].kind;
  return kinds & ASKS_ANY;
}

/* All questions of a kind are decided against. false: the run is done. */
static bool
violated (LpnRun *run, LpnQuestionKind kind, guint32 fired, const LpnCulprit *culprit)
{
  bool go_on = lpn_run_ask_all (run, kind, fired, culprit);
  run->circuit->asks = open_kinds (run);
  return go_on;
}

/* A rise is wrong where the signal is high, a fall where it is low. false: memory. */
static bool
watch_edges (LpnRun *run, LpnCircuit *circuit)
{
  guint32 n = lpn_net_n_transitions (run->net);
  circuit->inconsistent = g_new0 (LpnPredicate *, n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      const LpnTransition *t = lpn_net_transition (run->net, i);
      LpnExpr             *wrong;
      if (t->edge != LPN_EDGE_RISE && t->edge != LPN_EDGE_FALL)
        continue;
      wrong = lpn_expr_new_binary (t->edge == LPN_EDGE_RISE ? LPN_EXPR_NE : LPN_EXPR_EQ,
                                   lpn_expr_new_cell (t->signal, 0), lpn_expr_new_const (0));
      g_ptr_array_add (circuit->exprs, wrong);
      circuit->inconsistent[i] = lpn_next_predicate (run->next, wrong);
      if (circuit->inconsistent[i] == NULL)
        return false;
    }
  return true;
}

bool
lpn_circuit_open (LpnRun *run)
{
  guint       asks = open_kinds (run), widest = 1;
  LpnCircuit *circuit;

  if (asks == 0)
    return true;
  circuit = run->circuit = g_new0 (LpnCircuit, 1);
  circuit->asks = asks;
  circuit->signals = lpn_signals_new (run->net);
  circuit->exprs = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_expr_free);
  for (guint c = 0; c < run->n_components; c++)
    widest = MAX (widest, lpn_partition_component (run->partition, c)->n_elements);
  circuit->row = g_new (gint64, widest);
  if ((asks & 1 << LPN_QUESTION_CONSISTENT) != 0 && !watch_edges (run, circuit))
    return false;
  if ((asks & ASKS_PAIRS) != 0 && !lpn_interference_new (run, circuit->signals, &circuit->interference))
    return false;
  if ((asks & ASKS_CODES) != 0)
    circuit->coding = lpn_coding_new (run, circuit->signals, true);
  return true;
}

void
lpn_circuit_free (LpnCircuit *circuit)
{
  if (circuit == NULL)
    return;
  lpn_interference_free (circuit->interference);
  lpn_coding_free (circuit->coding);
  lpn_signals_free (circuit->signals);
  g_ptr_array_unref (circuit->exprs);
  g_free (circuit->inconsistent);
  g_free (circuit->row);
  g_free (circuit);
}

guint64
lpn_circuit_bytes (const LpnCircuit *circuit)
{
  return circuit->coding != NULL ? lpn_coding_bytes (circuit->coding) : 0;
}

bool
lpn_circuit_grown (LpnCircuit *circuit, guint component, guint32 count)
{
  return circuit->coding == NULL || lpn_coding_grown (circuit->coding, component, count);
}

/* ---- Safeness -----------------------------------------------------------------------------------------------------
 */

/* A place above its capacity in local state `index` of component c; LPN_NONE: there is none. */
static guint32
crowded_place (const LpnRun *run, guint c, guint32 index)
{
  gint64        *row = run->circuit->row;
  guint          n;
  const guint32 *elements = lpn_next_decode_component (run->next, c, index, row, &n);
  for (guint i = 0; i < n; i++)
    if (elements[i] < lpn_net_n_places (run->net) && row[i] > lpn_net_place (run->net, elements[i])->capacity)
      return elements[i];
  return LPN_NONE;
}

/* The successor that brought local state `index` of component c. */
static guint32
who_brought (const LpnRun *run, const LpnSuccessors *successors, guint c, guint32 index)
{
  for (guint i = 0; i < successors->n; i++)
    if (successors->tuples[(gsize)i * run->n_components + c] == index)
      return successors->transitions[i];
  return LPN_NONE;
}

/* Comes before its successors bring anything, so that what the initial state violates is told of that. */
static bool
initial_is_safe (LpnRun *run, const guint32 *tuple)
{
  if (run->circuit->looked)
    return true;
  run->circuit->looked = true;
  for (guint c = 0; c < run->n_components; c++)
    {
      LpnCulprit culprit = { crowded_place (run, c, tuple[c]), LPN_NONE, LPN_NONE };
      if ((run->circuit->asks & 1 << LPN_QUESTION_SAFE) != 0 && culprit.place != LPN_NONE
          && !violated (run, LPN_QUESTION_SAFE, LPN_NONE, &culprit))
        return false;
    }
  return true;
}

bool
lpn_circuit_new_locals (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors)
{
  if (!initial_is_safe (run, tuple))
    return false;
  for (guint c = 0; c < run->n_components; c++)
    for (guint32 i = run->counts[c]; i < lpn_next_count (run->next, c); i++)
      {
        LpnCulprit culprit = { LPN_NONE, LPN_NONE, LPN_NONE };
        guint32    fired;
        if ((run->circuit->asks & 1 << LPN_QUESTION_SAFE) == 0)
          return true;
        culprit.place = crowded_place (run, c, i);
        if (culprit.place == LPN_NONE)
          continue;
        fired = who_brought (run, successors, c, i);
        if (!violated (run, LPN_QUESTION_SAFE, fired, &culprit))
          return false;
      }
  return true;
}

/* ---- Edges and codes ----------------------------------------------------------------------------------------------
 */

static bool
look_at_edges (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors)
{
  LpnPredicate *const *inconsistent = run->circuit->inconsistent;
  for (guint i = 0; i < successors->n; i++)
    {
      guint32 t = successors->transitions[i];
      if (inconsistent[t] != NULL && lpn_predicate_holds (inconsistent[t], tuple) == 1)
        {
          LpnCulprit culprit = { LPN_NONE, lpn_net_transition (run->net, t)->signal, LPN_NONE };
          return violated (run, LPN_QUESTION_CONSISTENT, t, &culprit);
        }
    }
  return true;
}

/* Keeps the state vector of `tuple` for the answers of a kind that still wait. */
static void
keep_state (LpnRun *run, LpnQuestionKind kind, guint which, const guint32 *tuple)
{
  for (guint i = 0; i < run->options->n_questions; i++)
    {
      LpnAnswer *answer = &run->result->answers[i];
      if (answer->question.kind != kind || answer->verdict != LPN_VERDICT_UNKNOWN)
        continue;
      answer->pair[which] = g_new0 (gint64, lpn_net_n_elements (run->net) + 1);
      lpn_next_decode (run->next, tuple, answer->pair[which]);
    }
}

static bool
conflict (LpnRun *run, LpnQuestionKind kind, const guint32 *tuple)
{
  LpnCulprit culprit = { LPN_NONE, LPN_NONE, LPN_NONE };
  if ((run->circuit->asks & 1u << kind) == 0)
    return true;
  keep_state (run, kind, 1, tuple);
  return violated (run, kind, LPN_NONE, &culprit);
}

static bool
look_at_codes (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors)
{
  LpnCodingAnswer answer = lpn_coding_look (run->circuit->coding, tuple, successors);

  if (G_LIKELY (answer == LPN_CODING_FREE))
    return true;
  if (answer == LPN_CODING_FULL)
    return lpn_run_end (run, LPN_ENDED_MEMORY, "the table of codes filled the memory");
  if (!conflict (run, LPN_QUESTION_USC, tuple)
      || (answer == LPN_CODING_CSC && !conflict (run, LPN_QUESTION_CSC, tuple)))
    return false;
  if ((run->circuit->asks & ASKS_CODES) == 0) /* nobody asks any longer */
    {
      run->result->coding_bytes = lpn_coding_bytes (run->circuit->coding);
      g_clear_pointer (&run->circuit->coding, lpn_coding_free);
    }
  return true;
}

bool
lpn_circuit_look (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors)
{
  LpnCircuit *circuit = run->circuit;

  if (!initial_is_safe (run, tuple))
    return false;
  if ((circuit->asks & 1 << LPN_QUESTION_CONSISTENT) != 0 && !look_at_edges (run, tuple, successors))
    return false;
  if ((circuit->asks & ASKS_PAIRS) != 0)
    {
      if (!lpn_interference_look (circuit->interference, successors))
        return false;
      circuit->asks = open_kinds (run);
    }
  return circuit->coding == NULL || look_at_codes (run, tuple, successors);
}

static void
conclude_pair (LpnRun *run, LpnQuestionKind kind, LpnCodingPair *pair)
{
  if (pair->states[0] != NULL)
    {
      LpnCulprit culprit = { LPN_NONE, pair->signal, LPN_NONE };
      keep_state (run, kind, 0, pair->states[0]);
      keep_state (run, kind, 1, pair->states[1]);
      lpn_run_ask_all (run, kind, LPN_NONE, &culprit);
    }
  g_free (pair->states[0]);
  g_free (pair->states[1]);
}

void
lpn_circuit_conclude (LpnRun *run)
{
  LpnCodingPair usc, csc;
  if (run->circuit->coding == NULL)
    return;
  if (!lpn_coding_pairs (run->circuit->coding, &usc, &csc))
    lpn_run_end (run, LPN_ENDED_MEMORY, "the table of codes filled the memory");
  conclude_pair (run, LPN_QUESTION_USC, &usc);
  conclude_pair (run, LPN_QUESTION_CSC, &csc);
}
