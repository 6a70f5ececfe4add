/* SPDX-License-Identifier: MIT */
/* The independent check of witnesses: plain vectors, the reference semantics, nothing of the search. */
#include "search/search.h"

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
claim_holds (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question, const gint64 *values)
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
    default:
      return lpn_reference_eval (net, question->expr, values, &result, &info)
             && (result != 0) == (question->kind == LPN_QUESTION_REACH);
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

bool
lpn_witness_replay (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question, GError **error)
{
  gint64 *values = g_new (gint64, lpn_net_n_elements (net) + 1);
  gint64 *after = g_new (gint64, lpn_net_n_elements (net) + 1);
  bool    ok = true;

  lpn_net_initial (net, values);
  for (guint i = 0; ok && i < witness->transitions->len; i++)
    {
      guint32      t = g_array_index (witness->transitions, guint32, i);
      LpnFaultInfo info = { 0 };
      gint64      *swap = values;
      if (lpn_reference_fire (net, t, values, after, &info) != LPN_FIRE_FIRED)
        ok = fail (error, "cannot fire transition", lpn_net_transition (net, t)->id);
      values = after;
      after = swap;
    }
  if (ok && question != NULL && !claim_holds (net, witness, question, values))
    ok = fail (error, "it does not show", question->id);
  if (ok && question == NULL && !faults (net, witness, values, after))
    ok = fail (error, "it does not lead to", "a model error");
  g_free (values);
  g_free (after);
  return ok;
}
