/* SPDX-License-Identifier: MIT */
/* The independent check of witnesses: plain vectors, the reference semantics, nothing of the search. */
#include "search/replay-private.h"

static bool
fail (GError **error, const char *what, const char *text)
{
  g_set_error (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_WITNESS, "a witness does not replay: %s %s", what, text);
  return false;
}

static bool
ends_in_deadlock (const LpnNet *net, const gint64 *values)
{
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      LpnFaultInfo info = { 0 };
      if (lpn_reference_enabled (net, t, values, &info) != LPN_FIRE_DISABLED)
        return false;
    }
  return true;
}

/* Does the claim hold of the last state and the last step? */
static bool
claim_holds (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question, const gint64 *before,
             const gint64 *values)
{
  LpnFaultInfo info = { 0 };
  gint64       result = 0;
  switch (question->kind)
    {
    case LPN_QUESTION_DEADLOCK:
      return ends_in_deadlock (net, values);
    case LPN_QUESTION_FAIL:
      return lpn_reference_fail_enabled (net, values) != LPN_NONE
             || (witness->transitions->len > 0
                 && lpn_net_transition (net,
                                        g_array_index (witness->transitions, guint32, witness->transitions->len - 1))
                        ->fail);
    case LPN_QUESTION_INVARIANT:
    case LPN_QUESTION_MUTEX:
    case LPN_QUESTION_REACH:
      return lpn_reference_eval (net, question->expr, values, &result, &info)
             && (result != 0) == (question->kind == LPN_QUESTION_REACH);
    default:
      return lpn_replay_circuit (net, witness, question, before, values);
    }
}

static bool
faults (const LpnNet *net, const LpnWitness *witness, const gint64 *values, gint64 *after)
{
  LpnFaultInfo info = { 0 };
  if (witness->fault.transition == LPN_NONE) /* in a property: the state alone is claimed */
    return true;
  return lpn_reference_fire (net, witness->fault.transition, values, after, &info) == LPN_FIRE_FAULT;
}

/* Fires a sequence from the initial state. At the end *values is the state it leads to, *before the one before its last
 * step. */
bool
lpn_replay_way (const LpnNet *net, const GArray *way, gint64 **before, gint64 **values, GError **error)
{
  lpn_net_initial (net, *values);
  for (guint i = 0; i < way->len; i++)
    {
      guint32      t = g_array_index (way, guint32, i);
      LpnFaultInfo info = { 0 };
      gint64      *swap = *values;
      if (lpn_reference_fire (net, t, *values, *before, &info) != LPN_FIRE_FIRED)
        return fail (error, "cannot fire transition", lpn_net_transition (net, t)->id);
      *values = *before;
      *before = swap;
    }
  return true;
}

bool
lpn_witness_replay (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question, GError **error)
{
  gint64 *values = g_new (gint64, lpn_net_n_elements (net) + 1);
  gint64 *before = g_new (gint64, lpn_net_n_elements (net) + 1);
  bool    ok = lpn_replay_way (net, witness->transitions, &before, &values, error);

  if (ok && question != NULL && !claim_holds (net, witness, question, before, values))
    ok = fail (error, "it does not show", question->id);
  if (ok && question == NULL && !faults (net, witness, values, before))
    ok = fail (error, "it does not lead to", "a model error");
  g_free (values);
  g_free (before);
  return ok;
}
