/* SPDX-License-Identifier: MIT */
/* The debug mode of the next-state function: every expansion against the reference semantics, and the declared read and
 * write sets against what the reference really looks at and changes. */
#include <string.h>

#include "lpn/next-private.h"

/* Another value for every element outside reads and writes; a firing must not notice. Constants are left alone: they
 * are not declared because nothing can change them. */
static void
disturb (const LpnNext *next, const LpnRule *rule, const gint64 *values, gint64 *disturbed)
{
  guint32 n = lpn_net_n_elements (next->net);
  guint   r = 0, w = 0;
  for (guint32 e = 0; e < n; e++)
    {
      while (r < rule->reads.n && rule->reads.elements[r] < e)
        r++;
      while (w < rule->writes.n && rule->writes.elements[w] < e)
        w++;
      bool declared = (r < rule->reads.n && rule->reads.elements[r] == e)
                      || (w < rule->writes.n && rule->writes.elements[w] == e)
                      || lpn_compiled_constant (next->compiled, e);
      disturbed[e] = declared ? values[e] : values[e] ^ 1;
    }
}

static bool
is_written (const LpnRule *rule, guint32 element)
{
  for (guint i = 0; i < rule->writes.n; i++)
    if (rule->writes.elements[i] == element)
      return true;
  return false;
}

/* Fires on the plain and on the disturbed vector: same answer, same values written, nothing else changed. */
static void
verify_sets (const LpnNext *next, guint32 t, const gint64 *values, gint64 *disturbed, const gint64 *after,
             gint64 *other, LpnFireAnswer answer)
{
  const LpnRule *rule = lpn_compiled_rule (next->compiled, t);
  const char    *id = lpn_net_transition (next->net, t)->id;
  LpnFaultInfo   info = { 0 };

  disturb (next, rule, values, disturbed);
  if (lpn_reference_fire (next->net, t, disturbed, other, &info) != answer)
    g_error ("transition %s reads an element outside its declared read set", id);
  for (guint32 e = 0; answer == LPN_FIRE_FIRED && e < lpn_net_n_elements (next->net); e++)
    {
      if (after[e] != values[e] && !is_written (rule, e))
        g_error ("transition %s writes element %u outside its declared write set", id, e);
      if (is_written (rule, e) ? after[e] != other[e] : other[e] != disturbed[e])
        g_error ("transition %s computes element %u from elements outside its declared read set", id, e);
    }
}

void
lpn_next_verify (LpnNext *next, const guint32 *tuple, const LpnSuccessors *successors, guint32 fault)
{
  guint32            n = lpn_net_n_elements (next->net);
  g_autofree gint64 *values = g_new (gint64, n + 1);
  g_autofree gint64 *after = g_new (gint64, n + 1);
  g_autofree gint64 *found = g_new (gint64, n + 1);
  g_autofree gint64 *disturbed = g_new (gint64, n + 1);
  bool               faulted = false;

  lpn_next_decode (next, tuple, values);
  for (guint32 t = 0; t < next->n_transitions; t++)
    {
      LpnFaultInfo  info = { 0 };
      LpnFireAnswer answer = lpn_reference_fire (next->net, t, values, after, &info);
      guint         at = 0;

      while (at < successors->n && successors->transitions[at] != t)
        at++;
      if ((answer == LPN_FIRE_FIRED) != (at < successors->n))
        g_error ("transition %s: the reference says %d, the next-state function disagrees",
                 lpn_net_transition (next->net, t)->id, answer);
      faulted = faulted || answer == LPN_FIRE_FAULT;
      if (answer == LPN_FIRE_FIRED)
        {
          lpn_next_decode (next, successors->tuples + (gsize)at * next->n_components, found);
          if (memcmp (found, after, sizeof *found * n) != 0)
            g_error ("transition %s leads to another state than the reference says",
                     lpn_net_transition (next->net, t)->id);
        }
      verify_sets (next, t, values, disturbed, after, found, answer);
    }
  if (faulted != (fault != LPN_NONE))
    g_error ("a model error was %s", faulted ? "missed" : "invented");
}
