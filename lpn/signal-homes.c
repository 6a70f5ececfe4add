/* SPDX-License-Identifier: MIT */
/*
 * Homes for the signals of a net without modules.
 *
 * A signal whose edges all move tokens of one group is read off that group's state, or nearly so: it joins the group,
 * whose local states it rarely adds to, and is no component of its own. Where several groups would do, the one with the
 * fewest elements so far takes it.
 */
#include <string.h>

#include "lpn/partition-private.h"

typedef struct
{
  const LpnCompiled *compiled;
  GPtrArray         *groups;   /* LpnGroup, of places */
  guint32           *group_of; /* per place, LPN_NONE outside */
  guint32           *first;    /* per variable: its row in `edges` */
  guint32           *edges;    /* transitions by signal */
  guint32           *met;      /* per group: edges of the signal at hand that move it */
} Homes;

static guint
group_size (const Homes *homes, guint32 group)
{
  return ((LpnGroup *)homes->groups->pdata[group])->elements->len;
}

/* A signal that only its own edges write. */
static bool
is_pure_signal (const LpnCompiled *compiled, guint32 transition, guint32 variable)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  return lpn_net_variable (net, variable)->port != LPN_PORT_NONE
         && lpn_net_transition (net, transition)->signal == variable;
}

/* Rows of transitions per variable; a variable that something else writes, or that is no signal, gets an empty one. */
static void
index_edges (Homes *homes)
{
  const LpnNet      *net = lpn_compiled_net (homes->compiled);
  guint32            n = lpn_net_n_variables (net);
  g_autofree guint8 *impure = g_new0 (guint8, (gsize)n + 1);
  homes->first = g_new0 (guint32, (gsize)n + 2);
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    for (guint a = 0; a < lpn_net_transition (net, t)->n_assigns; a++)
      impure[lpn_net_transition (net, t)->assigns[a].variable]
          |= !is_pure_signal (homes->compiled, t, lpn_net_transition (net, t)->assigns[a].variable);
  homes->edges = g_new (guint32, (gsize)lpn_net_n_transitions (net) + 1);
  for (int pass = 0; pass < 2; pass++)
    {
      for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
        {
          guint32 v = lpn_net_transition (net, t)->signal;
          if (v == LPN_NONE || impure[v])
            continue;
          if (pass == 0)
            homes->first[v + 2]++;
          else
            homes->edges[homes->first[v + 1]++] = t;
        }
      for (guint32 v = 0; v < n && pass == 0; v++)
        homes->first[v + 2] += homes->first[v + 1];
    }
}

/* The group that every edge of a signal moves; LPN_NONE: there is none. */
static guint32
find_home (Homes *homes, guint32 variable)
{
  guint32 begin = homes->first[variable];
  guint32 end = homes->first[variable + 1];
  guint32 best = LPN_NONE;
  for (guint32 i = begin; i < end; i++)
    {
      const LpnRule *rule = lpn_compiled_rule (homes->compiled, homes->edges[i]);
      for (guint k = 0; k < rule->n_tokens; k++)
        {
          guint32 group = homes->group_of[rule->tokens[k].place];
          if (rule->tokens[k].change == 0 || group == LPN_NONE || homes->met[group] != i - begin)
            continue; /* an edge before this one did not move it, or this one was counted */
          homes->met[group]++;
          if (i + 1 == end && (best == LPN_NONE || group_size (homes, group) < group_size (homes, best)))
            best = group;
        }
    }
  for (guint32 i = begin; i < end; i++)
    {
      const LpnRule *rule = lpn_compiled_rule (homes->compiled, homes->edges[i]);
      for (guint k = 0; k < rule->n_tokens; k++)
        if (homes->group_of[rule->tokens[k].place] != LPN_NONE)
          homes->met[homes->group_of[rule->tokens[k].place]] = 0;
    }
  return best;
}

void
lpn_signals_join (const LpnCompiled *compiled, GPtrArray *groups)
{
  const LpnNet *net = lpn_compiled_net (compiled);
  guint32       places = lpn_net_n_places (net);
  Homes         homes = { .compiled = compiled, .groups = groups };

  homes.group_of = g_new (guint32, (gsize)places + 1);
  homes.met = g_new0 (guint32, (gsize)groups->len + 1);
  memset (homes.group_of, 0xff, sizeof (guint32) * places); /* LPN_NONE */
  for (guint g = 0; g < groups->len; g++)
    {
      const GArray *elements = ((LpnGroup *)groups->pdata[g])->elements;
      for (guint i = 0; i < elements->len; i++)
        homes.group_of[g_array_index (elements, guint32, i)] = g;
    }
  index_edges (&homes);
  for (guint32 v = 0; v < lpn_net_n_variables (net); v++)
    {
      guint32 home = find_home (&homes, v);
      guint32 element = lpn_net_variable_element (net, v);
      if (home != LPN_NONE)
        g_array_append_val (((LpnGroup *)groups->pdata[home])->elements, element);
    }
  g_free (homes.group_of);
  g_free (homes.met);
  g_free (homes.first);
  g_free (homes.edges);
}
