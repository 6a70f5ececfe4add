/* SPDX-License-Identifier: MIT */
/* Claims about circuits, checked on plain vectors by the definitions of search.h. */
#include <string.h>

#include "search/replay-private.h"

/* States looked at to see that silent firings do not join what they should not. */
enum
{
  MOST_SILENT = 10000,
};

static bool
is_enabled (const LpnNet *net, guint32 transition, const gint64 *values)
{
  LpnFaultInfo info = { 0 };
  return lpn_reference_enabled (net, transition, values, &info) == LPN_FIRE_FIRED;
}

static bool
is_excited (const LpnNet *net, guint32 variable, const gint64 *values)
{
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    if (lpn_net_transition (net, t)->signal == variable && is_enabled (net, t, values))
      return true;
  return false;
}

static LpnPort
port_of (const LpnNet *net, guint32 variable)
{
  return variable == LPN_NONE ? LPN_PORT_NONE : lpn_net_variable (net, variable)->port;
}

static bool
is_local (LpnPort port)
{
  return port == LPN_PORT_OUTPUT || port == LPN_PORT_INTERNAL;
}

static bool
needs (const LpnNet *net, guint32 transition, guint32 place)
{
  guint         n;
  const LpnArc *pre = lpn_net_pre (net, transition, &n);
  for (guint i = 0; i < n; i++)
    if (pre[i].place == place)
      return true;
  return false;
}

/* Is choice between the two at some input place of both; and is one of these an arbiter's? */
static bool
common_place (const LpnNet *net, guint32 t, guint32 u, const LpnQuestion *arbiters)
{
  for (guint32 p = 0; p < lpn_net_n_places (net); p++)
    {
      bool counts = arbiters == NULL || lpn_net_place (net, p)->mutex;
      for (guint i = 0; !counts && i < arbiters->n_places; i++)
        counts = arbiters->places[i] == p;
      if (counts && needs (net, t, p) && needs (net, u, p))
        return true;
    }
  return false;
}

static bool
not_safe (const LpnNet *net, const LpnWitness *witness, const gint64 *values)
{
  guint32            place = witness->culprit.place;
  g_autofree gint64 *after = g_new (gint64, lpn_net_n_elements (net) + 1);
  LpnFaultInfo       info = { 0 };

  if (place == LPN_NONE)
    return false;
  if (witness->fault.fault == LPN_FAULT_NONE)
    return values[place] > lpn_net_place (net, place)->capacity;
  return lpn_reference_fire (net, witness->fault.transition, values, after, &info) == LPN_FIRE_FAULT
         && info.fault == LPN_FAULT_UNSAFE && info.element == place;
}

static bool
not_consistent (const LpnNet *net, const LpnTransition *last, const gint64 *before)
{
  bool high;
  if (last->edge != LPN_EDGE_RISE && last->edge != LPN_EDGE_FALL)
    return false;
  high = before[lpn_net_variable_element (net, last->signal)] != 0;
  return high == (last->edge == LPN_EDGE_RISE);
}

static bool
not_persistent (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question, guint32 fired,
                const gint64 *before, const gint64 *after)
{
  guint32 signal = witness->culprit.signal;
  bool    chosen_by_arbiter = true;

  if (!is_local (port_of (net, signal)) || lpn_net_transition (net, fired)->signal == signal)
    return false;
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    if (lpn_net_transition (net, t)->signal == signal && is_enabled (net, t, before)
        && !common_place (net, fired, t, question))
      chosen_by_arbiter = false;
  return !chosen_by_arbiter && is_excited (net, signal, before) && !is_excited (net, signal, after);
}

static bool
not_input_proper (const LpnNet *net, const LpnWitness *witness, guint32 fired, const gint64 *before,
                  const gint64 *after)
{
  guint32 signal = witness->culprit.signal;
  LpnPort by = port_of (net, lpn_net_transition (net, fired)->signal);

  if (port_of (net, signal) != LPN_PORT_INPUT)
    return false;
  if (is_local (by) && is_excited (net, signal, before) && !is_excited (net, signal, after))
    return true;
  return by == LPN_PORT_INTERNAL && !is_excited (net, signal, before) && is_excited (net, signal, after);
}

static bool
is_disabling (const LpnNet *net, const LpnWitness *witness, guint32 fired, const gint64 *before, const gint64 *after)
{
  guint32      other = witness->culprit.transition;
  LpnFaultInfo info = { 0 };
  return other != LPN_NONE && other != fired && is_enabled (net, other, before)
         && lpn_reference_enabled (net, other, after, &info) == LPN_FIRE_DISABLED
         && !common_place (net, fired, other, NULL);
}

/* ---- Pairs of states ----------------------------------------------------------------------------------------------
 */

/* A wire of the circuit, as search.h has it. */
static bool
is_signal (const LpnNet *net, guint32 v)
{
  const LpnVariable *variable = lpn_net_variable (net, v);
  bool               signal = variable->has_range && variable->min >= 0 && variable->max <= 1;
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    signal = signal || lpn_net_transition (net, t)->signal == v;
  return signal && variable->port != LPN_PORT_NONE && !variable->is_array;
}

static bool
is_silent (const LpnNet *net, guint32 transition)
{
  const LpnTransition *t = lpn_net_transition (net, transition);
  for (guint i = 0; i < t->n_assigns; i++)
    if (is_signal (net, t->assigns[i].variable))
      return false;
  return true;
}

static bool
same_code (const LpnNet *net, const gint64 *a, const gint64 *b)
{
  for (guint32 v = 0; v < lpn_net_n_variables (net); v++)
    {
      guint32 e = lpn_net_variable_element (net, v);
      if (is_signal (net, v) && (a[e] != 0) != (b[e] != 0))
        return false;
    }
  return true;
}

/* Silent firings from `from`, as far as MOST_SILENT states go: do they lead to `to`, or to a state where the signal
 * (LPN_NONE: none) is excited? */
static bool
silently_leads (const LpnNet *net, const gint64 *from, const gint64 *to, guint32 signal)
{
  gsize   width = sizeof (gint64) * MAX (lpn_net_n_elements (net), 1);
  GBytes *start = g_bytes_new (from, width);
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  g_autofree guint32 *silent = g_new (guint32, lpn_net_n_transitions (net) + 1);
  g_autofree gint64  *after = g_malloc (width);
  guint               n_silent = 0;

  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    if (is_silent (net, t))
      silent[n_silent++] = t;
  g_hash_table_add (seen, start);
  g_ptr_array_add (open, start);
  while (open->len > 0 && g_hash_table_size (seen) < MOST_SILENT)
    {
      const gint64 *at = g_bytes_get_data (g_ptr_array_steal_index (open, open->len - 1), NULL);
      if (memcmp (at, to, sizeof (gint64) * lpn_net_n_elements (net)) == 0
          || (signal != LPN_NONE && is_excited (net, signal, at)))
        return true;
      for (guint i = 0; i < n_silent; i++)
        {
          LpnFaultInfo info = { 0 };
          if (lpn_reference_fire (net, silent[i], at, after, &info) != LPN_FIRE_FIRED)
            continue;
          g_autoptr (GBytes) next = g_bytes_new (after, width);
          if (g_hash_table_contains (seen, next))
            continue;
          g_hash_table_add (seen, next);
          g_ptr_array_add (open, g_steal_pointer (&next));
        }
    }
  return false;
}

static bool
in_conflict (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question, const gint64 *values)
{
  gint64 *other = g_new (gint64, lpn_net_n_elements (net) + 1);
  gint64 *scratch = g_new (gint64, lpn_net_n_elements (net) + 1);
  guint32 signal = question->kind == LPN_QUESTION_CSC ? witness->culprit.signal : LPN_NONE;
  bool    ok = witness->other != NULL && lpn_replay_way (net, witness->other, &scratch, &other, NULL)
            && same_code (net, values, other);

  /* The signal of a CSC conflict is excited in one state and not to be had from the other. */
  if (ok && question->kind == LPN_QUESTION_CSC)
    {
      bool here = signal != LPN_NONE && is_excited (net, signal, values);
      ok = is_local (port_of (net, signal)) && here != is_excited (net, signal, other)
           && !silently_leads (net, here ? other : values, here ? values : other, signal);
    }
  if (ok)
    ok = !silently_leads (net, values, other, LPN_NONE) && !silently_leads (net, other, values, LPN_NONE);
  g_free (other);
  g_free (scratch);
  return ok;
}

bool
lpn_replay_circuit (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question, const gint64 *before,
                    const gint64 *values)
{
  guint   n = witness->transitions->len;
  guint32 last = n > 0 ? g_array_index (witness->transitions, guint32, n - 1) : LPN_NONE;

  if (question->kind == LPN_QUESTION_SAFE)
    return not_safe (net, witness, values);
  if (question->kind == LPN_QUESTION_USC || question->kind == LPN_QUESTION_CSC)
    return in_conflict (net, witness, question, values);
  if (last == LPN_NONE)
    return false;
  switch (question->kind)
    {
    case LPN_QUESTION_CONSISTENT:
      return not_consistent (net, lpn_net_transition (net, last), before);
    case LPN_QUESTION_PERSISTENT:
      return not_persistent (net, witness, question, last, before, values);
    case LPN_QUESTION_INPUT_PROPER:
      return not_input_proper (net, witness, last, before, values);
    case LPN_QUESTION_DISABLING:
      return is_disabling (net, witness, last, before, values);
    default:
      return false;
    }
}
