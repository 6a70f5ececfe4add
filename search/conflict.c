/* SPDX-License-Identifier: MIT */
#include "search/conflict.h"

#include <string.h>

#include "search/coding.h"

struct _LpnTarget
{
  const gint64   *state;   /* this very state; or NULL: */
  const gint64   *against; /* one in conflict with this */
  LpnQuestionKind kind;    /* USC or CSC */
  LpnSignals     *signals;
  LpnCoding      *coding; /* of the run under way */
  guint8         *code;   /* wanted */
  guint8         *excited;
  gint64         *values; /* found: the state, else scratch */
  GArray         *way;    /* to it; NULL: not found */
};

static void
open_target (LpnRun *run, LpnTarget *target)
{
  target->signals = lpn_signals_new (run->net);
  target->coding = lpn_coding_new (run, target->signals, false);
  target->code = g_new (guint8, lpn_coding_code_bytes (target->coding));
  target->excited = g_new (guint8, lpn_coding_excited_bytes (target->coding));
  target->values = g_new0 (gint64, lpn_net_n_elements (run->net) + 1);
  lpn_coding_of_values (target->coding, target->state != NULL ? target->state : target->against, target->code,
                        target->excited);
}

void
lpn_target_end (LpnRun *run)
{
  g_clear_pointer (&run->target->coding, lpn_coding_free);
}

static void
close_target (LpnTarget *target)
{
  lpn_signals_free (target->signals);
  g_free (target->code);
  g_free (target->excited);
  g_free (target->values);
  g_clear_pointer (&target->way, g_array_unref);
}

/* A state of the wanted code. */
static bool
is_it (LpnRun *run, LpnTarget *target, const guint32 *tuple, const LpnSuccessors *successors)
{
  gsize bytes = sizeof (gint64) * lpn_net_n_elements (run->net);
  if (target->state == NULL && target->kind == LPN_QUESTION_CSC
      && memcmp (lpn_coding_excited (target->coding, successors), target->excited,
                 lpn_coding_excited_bytes (target->coding))
             == 0)
    return false;
  lpn_next_decode (run->next, tuple, target->values);
  if (target->state != NULL)
    return memcmp (target->values, target->state, bytes) == 0;
  return memcmp (target->values, target->against, bytes) != 0;
}

bool
lpn_target_look (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors)
{
  LpnTarget    *target = run->target;
  const guint8 *code;

  if (target->coding == NULL)
    open_target (run, target);
  code = lpn_coding_code (target->coding, tuple);
  if (code == NULL)
    return lpn_run_end (run, LPN_ENDED_MEMORY, NULL);
  if (memcmp (code, target->code, lpn_coding_code_bytes (target->coding)) != 0
      || !is_it (run, target, tuple, successors))
    return true;
  target->way = g_array_new (FALSE, FALSE, sizeof (guint32));
  run->way (run->walk, target->way);
  return lpn_run_end (run, LPN_ENDED_STOPPED, NULL);
}

/* Searches for a target as the run before did, without its questions. A prefix of that run, so it needs no time limit.
 * false: `error` is set. target->way says whether it was found. */
static bool
search_target (const LpnPartition *partition, const LpnSearchOptions *options, LpnTarget *target, GError **error)
{
  LpnSearchOptions again = *options;
  again.questions = NULL;
  again.n_questions = 0;
  again.time_limit = 0;
  again.diagram = NULL;
  again.progress = NULL;
  again.arcs = NULL;
  g_autoptr (LpnResult) result = lpn_search_once (partition, &again, true, target, error);
  return result != NULL;
}

/* The way to a state vector, or to one in conflict with it, which is put into *found (may be NULL). NULL: none, `error`
 * may be set. */
static GArray *
way_to (const LpnPartition *partition, const LpnSearchOptions *options, LpnTarget *target, gint64 **found,
        GError **error)
{
  GArray *way = NULL;
  if (search_target (partition, options, target, error) && target->way != NULL)
    {
      way = g_steal_pointer (&target->way);
      if (found != NULL)
        *found = g_steal_pointer (&target->values);
    }
  close_target (target);
  return way;
}

/* A local signal that is excited in one of the two states only; variable. */
static guint32
differing_signal (const LpnNet *net, const LpnAnswer *answer)
{
  g_autoptr (LpnSignals) signals = lpn_signals_new (net);
  for (guint i = signals->n - signals->n_local; i < signals->n; i++)
    {
      bool excited[2] = { false, false };
      for (guint32 e = signals->edges_first[i]; e < signals->edges_first[i + 1]; e++)
        for (guint k = 0; k < 2; k++)
          {
            LpnFaultInfo info = { 0 };
            excited[k] = excited[k]
                         || lpn_reference_enabled (net, signals->edges[e], answer->pair[k], &info) == LPN_FIRE_FIRED;
          }
      if (excited[0] != excited[1])
        return signals->variables[i];
    }
  return LPN_NONE;
}

/* false: it was not found, `error` may be set. */
static bool
find_pair (const LpnPartition *partition, const LpnSearchOptions *options, LpnAnswer *answer, GError **error)
{
  const LpnNet *net = lpn_compiled_net (lpn_partition_compiled (partition));
  LpnWitness   *witness = answer->witness;
  LpnTarget     first = { .state = answer->pair[0], .against = answer->pair[1], .kind = answer->question.kind };

  if (answer->pair[0] != NULL) /* both states are known, and no way */
    {
      LpnTarget second = { .state = answer->pair[1], .kind = answer->question.kind };
      GArray   *way = way_to (partition, options, &second, NULL, error);
      if (way == NULL)
        return false;
      g_array_unref (witness->transitions);
      witness->transitions = way;
    }
  witness->other = way_to (partition, options, &first, answer->pair[0] == NULL ? &answer->pair[0] : NULL, error);
  if (witness->other != NULL && answer->question.kind == LPN_QUESTION_CSC && witness->culprit.signal == LPN_NONE)
    witness->culprit.signal = differing_signal (net, answer);
  return witness->other != NULL;
}

bool
lpn_find_pairs (const LpnPartition *partition, const LpnSearchOptions *options, LpnResult *result, GError **error)
{
  for (guint i = 0; i < result->n_answers; i++)
    {
      LpnAnswer *answer = &result->answers[i];
      GError    *failure = NULL;
      bool       pairs = answer->question.kind == LPN_QUESTION_USC || answer->question.kind == LPN_QUESTION_CSC;
      if (!pairs || answer->verdict != LPN_VERDICT_VIOLATED || find_pair (partition, options, answer, &failure))
        continue;
      if (failure != NULL)
        {
          g_propagate_error (error, failure);
          return false;
        }
      answer->verdict = LPN_VERDICT_UNKNOWN;
      g_clear_pointer (&answer->witness, lpn_witness_free);
      if (result->reason == NULL)
        result->reason = g_strdup ("a conflict of codes was met, but not the ways to both states within the limits");
      lpn_result_conclude (result);
    }
  return true;
}
