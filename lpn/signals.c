/* SPDX-License-Identifier: MIT */
#include "lpn/signals.h"

/* Variables that are signals are marked by 0 in number[]. */
static void
find_signals (LpnSignals *signals, const LpnNet *net)
{
  guint32 n_variables = lpn_net_n_variables (net);
  for (guint32 v = 0; v < n_variables; v++)
    {
      const LpnVariable *variable = lpn_net_variable (net, v);
      bool               bit = variable->has_range && variable->min >= 0 && variable->max <= 1;
      signals->number[v] = variable->port != LPN_PORT_NONE && !variable->is_array && bit ? 0 : LPN_NONE;
    }
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      guint32 signal = lpn_net_transition (net, t)->signal;
      if (signal != LPN_NONE && lpn_net_variable (net, signal)->port != LPN_PORT_NONE)
        signals->number[signal] = 0;
    }
  for (LpnPort port = LPN_PORT_INPUT; port <= LPN_PORT_INTERNAL; port++)
    for (guint32 v = 0; v < n_variables; v++)
      if (signals->number[v] != LPN_NONE && lpn_net_variable (net, v)->port == port)
        {
          signals->variables[signals->n] = v;
          signals->number[v] = signals->n++;
          signals->n_local += lpn_port_is_local (port);
        }
}

static void
find_silent (LpnSignals *signals, const LpnNet *net)
{
  for (guint32 i = 0; i < lpn_net_n_transitions (net); i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      signals->silent[i] = true;
      for (guint k = 0; k < t->n_assigns; k++)
        if (signals->number[t->assigns[k].variable] != LPN_NONE)
          signals->silent[i] = false;
      signals->has_silent = signals->has_silent || signals->silent[i];
    }
}

static void
sort_edges (LpnSignals *signals, const LpnNet *net)
{
  guint32             n = lpn_net_n_transitions (net);
  g_autofree guint32 *next = NULL;
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint32 t = 0; t < n; t++)
        if (lpn_signals_port (signals, t) != LPN_PORT_NONE)
          {
            guint32 signal = signals->number[lpn_net_transition (net, t)->signal];
            if (pass == 0)
              signals->edges_first[signal + 1]++;
            else
              signals->edges[next[signal]++] = t;
            signals->has_edges = true;
          }
      for (guint i = 0; pass == 0 && i < signals->n; i++)
        signals->edges_first[i + 1] += signals->edges_first[i];
      if (pass == 0)
        next = g_memdup2 (signals->edges_first, sizeof (guint32) * (signals->n + 1));
    }
}

LpnSignals *
lpn_signals_new (const LpnNet *net)
{
  LpnSignals *signals = g_new0 (LpnSignals, 1);
  signals->net = net;
  signals->variables = g_new (guint32, lpn_net_n_variables (net) + 1);
  signals->number = g_new (guint32, lpn_net_n_variables (net) + 1);
  signals->silent = g_new0 (guint8, lpn_net_n_transitions (net) + 1);
  signals->edges = g_new (guint32, lpn_net_n_transitions (net) + 1);
  find_signals (signals, net);
  find_silent (signals, net);
  signals->edges_first = g_new0 (guint32, signals->n + 1);
  sort_edges (signals, net);
  return signals;
}

void
lpn_signals_free (LpnSignals *signals)
{
  if (signals == NULL)
    return;
  g_free (signals->variables);
  g_free (signals->number);
  g_free (signals->silent);
  g_free (signals->edges);
  g_free (signals->edges_first);
  g_free (signals);
}

LpnPort
lpn_signals_port (const LpnSignals *signals, guint32 transition)
{
  guint32 signal = lpn_net_transition (signals->net, transition)->signal;
  return signal == LPN_NONE ? LPN_PORT_NONE : lpn_net_variable (signals->net, signal)->port;
}

bool
lpn_port_is_local (LpnPort port)
{
  return port == LPN_PORT_OUTPUT || port == LPN_PORT_INTERNAL;
}

char *
lpn_signals_code_text (const LpnSignals *signals, const gint64 *values)
{
  char *text = g_new0 (char, signals->n + 1);
  for (guint i = 0; i < signals->n; i++)
    text[i] = values[lpn_net_variable_element (signals->net, signals->variables[i])] != 0 ? '1' : '0';
  return text;
}
