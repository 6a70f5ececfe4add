/* SPDX-License-Identifier: MIT */
/* Asking: the questions of a run, what is found for them, and errors of the model. */
#include "search/circuit.h"
#include "search/search-private.h"

/* The witness of what was found `fired` steps beyond the state being expanded. */
static LpnWitness *
make_witness (LpnRun *run, guint32 fired)
{
  LpnWitness *witness = lpn_witness_new ();
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

bool
lpn_run_violated (LpnRun *run, guint i, guint32 fired, const LpnCulprit *culprit)
{
  LpnAnswer *answer = &run->result->answers[i];
  if (answer->verdict == LPN_VERDICT_VIOLATED)
    return true;
  answer->verdict = LPN_VERDICT_VIOLATED;
  if (answer->pair[0] != NULL) /* two states in conflict; the ways there are found later */
    answer->witness = lpn_witness_new ();
  else if (knows_way (run))
    answer->witness = make_witness (run, fired);
  if (culprit != NULL && answer->witness != NULL)
    answer->witness->culprit = *culprit;
  run->n_open--;
  bool longer = run->mixed_fail && answer->question.kind == LPN_QUESTION_FAIL && fired != LPN_NONE;
  run->longer_fail = run->longer_fail || longer;
  if (run->n_open > 0 && (run->options->all || answer->question.advisory))
    return true;
  /* Whatever is answered last, the rest of the level may have the shorter way to what fails. */
  run->ends_with_level = run->ends_with_level || run->longer_fail;
  return run->ends_with_level || lpn_run_end (run, LPN_ENDED_STOPPED, NULL);
}

/* A transition that fails is enabled in the state being expanded. */
static bool
fails_enabled (LpnRun *run)
{
  for (guint i = 0; run->longer_fail && knows_way (run) && i < run->options->n_questions; i++)
    if (run->options->questions[i].kind == LPN_QUESTION_FAIL)
      {
        lpn_witness_free (run->result->answers[i].witness);
        run->result->answers[i].witness = make_witness (run, LPN_NONE);
      }
  run->longer_fail = false;
  if (run->ends_with_level)
    return lpn_run_end (run, LPN_ENDED_STOPPED, NULL);
  return lpn_run_ask_all (run, LPN_QUESTION_FAIL, LPN_NONE, NULL);
}

bool
lpn_run_fails (LpnRun *run, const LpnSuccessors *successors)
{
  guint32 fired = LPN_NONE;
  for (guint i = 0; i < successors->n; i++)
    {
      guint8 how = run->is_fail[successors->transitions[i]];
      if (how == LPN_FAIL_ENABLED)
        return fails_enabled (run);
      if (how == LPN_FAIL_FIRED && fired == LPN_NONE)
        fired = successors->transitions[i];
    }
  return fired == LPN_NONE || lpn_run_ask_all (run, LPN_QUESTION_FAIL, fired, NULL);
}

bool
lpn_run_level (LpnRun *run)
{
  run->longer_fail = false;
  return !run->ends_with_level || lpn_run_end (run, LPN_ENDED_STOPPED, NULL);
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

/* A second token on a safe place, where somebody asks for it. There is no state after that. */
static bool
unsafe (LpnRun *run, const LpnFaultInfo *fault)
{
  LpnCulprit culprit = { .place = fault->element, .signal = LPN_NONE, .transition = LPN_NONE };
  bool       asked = false;
  for (guint i = 0; i < run->options->n_questions; i++)
    {
      LpnAnswer *answer = &run->result->answers[i];
      if (answer->question.kind != LPN_QUESTION_SAFE)
        continue;
      asked = true;
      if (answer->verdict == LPN_VERDICT_VIOLATED)
        continue;
      lpn_run_violated (run, i, LPN_NONE, &culprit);
      if (answer->witness != NULL)
        answer->witness->fault = *fault;
    }
  if (asked)
    lpn_run_end (run, LPN_ENDED_STOPPED, "a second token on a safe place: there is no state after that");
  return asked;
}

/* The reference semantics say what exactly is wrong in a state. */
bool
lpn_run_fault (LpnRun *run, const guint32 *tuple, guint32 transition)
{
  g_autofree gint64 *values = g_new (gint64, lpn_net_n_elements (run->net) + 1);
  g_autofree gint64 *after = g_new (gint64, lpn_net_n_elements (run->net) + 1);
  LpnFaultInfo       fault = { 0 };

  lpn_next_decode (run->next, tuple, values);
  if (lpn_reference_fire (run->net, transition, values, after, &fault) != LPN_FIRE_FAULT)
    g_error ("transition %s: the next-state function reports a model error, the reference semantics none",
             lpn_net_transition (run->net, transition)->id);
  fault.transition = transition;
  if (run->is_fail != NULL && lpn_reference_fail_enabled (run->net, values) != LPN_NONE && !fails_enabled (run))
    return false;
  if (run->ends_with_level) /* the error of the model lies behind what was looked for */
    return lpn_run_end (run, LPN_ENDED_STOPPED, NULL);
  return (fault.fault == LPN_FAULT_UNSAFE && unsafe (run, &fault)) ? false : model_error (run, &fault, LPN_NONE);
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
      if (holds == (run->options->questions[i].kind == LPN_QUESTION_REACH) && !lpn_run_violated (run, i, fired, NULL))
        return false;
    }
  if (G_UNLIKELY (run->result->states == run->options->state_limit))
    return lpn_run_end (run, LPN_ENDED_STATES, NULL);
  return true;
}

bool
lpn_run_ask_all (LpnRun *run, LpnQuestionKind kind, guint32 fired, const LpnCulprit *culprit)
{
  for (guint i = 0; i < run->options->n_questions; i++)
    if (run->options->questions[i].kind == kind && !lpn_run_violated (run, i, fired, culprit))
      return false;
  return true;
}

static guint8
fails_how (const LpnTransition *transition)
{
  return transition->fail_enabled ? LPN_FAIL_ENABLED : transition->fail ? LPN_FAIL_FIRED : 0;
}

bool
lpn_run_prepare (LpnRun *run)
{
  const LpnSearchOptions *options = run->options;
  run->n_open = options->n_questions;
  run->predicates = g_new0 (LpnPredicate *, options->n_questions + 1);
  run->result->n_answers = options->n_questions;
  run->result->answers = g_new0 (LpnAnswer, options->n_questions + 1);
  for (guint i = 0; i < options->n_questions; i++)
    {
      const LpnQuestion *question = &options->questions[i];
      run->result->answers[i] = (LpnAnswer){ .question = *question, .verdict = LPN_VERDICT_UNKNOWN };
      if (question->kind == LPN_QUESTION_DEADLOCK)
        run->asks_deadlock = true;
      else if (question->kind == LPN_QUESTION_FAIL && run->is_fail == NULL)
        {
          run->is_fail = g_new0 (guint8, lpn_net_n_transitions (run->net) + 1);
          guint kinds = 0;
          for (guint32 t = 0; t < lpn_net_n_transitions (run->net); t++)
            {
              run->is_fail[t] = fails_how (lpn_net_transition (run->net, t));
              kinds |= 1u << run->is_fail[t];
            }
          run->mixed_fail = options->search == LPN_SEARCH_BFS && (kinds & 1u << LPN_FAIL_FIRED) != 0
                            && (kinds & 1u << LPN_FAIL_ENABLED) != 0;
        }
      else if (question->expr != NULL)
        {
          run->asks_states = true;
          run->predicates[i] = lpn_next_predicate (run->next, question->expr);
          if (run->predicates[i] == NULL)
            return false;
        }
    }
  return lpn_circuit_open (run);
}
