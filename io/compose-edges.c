/* SPDX-License-Identifier: MIT */
#include "io/compose-private.h"
#include "io/io.h"

enum
{
  MAX_JOINT = 1000000, /* transitions of one signal */
};

/* What an edge of each graph is together: LPN_EDGE_NONE where they do not fit. */
static LpnEdge
joint_edge (LpnEdge a, LpnEdge b)
{
  if (a == LPN_EDGE_TOGGLE || a == b)
    return b;
  return b == LPN_EDGE_TOGGLE ? a : LPN_EDGE_NONE;
}

/* x+, x+/1, x+/2: the first that nothing is called yet. */
static char *
joint_id (const LpnNet *net, const char *signal, LpnEdge edge)
{
  static const char signs[] = { [LPN_EDGE_RISE] = '+', [LPN_EDGE_FALL] = '-', [LPN_EDGE_TOGGLE] = '~' };
  char             *id = g_strdup_printf ("%s%c", signal, signs[edge]);
  for (guint n = 1; lpn_net_find_transition (net, id) != LPN_NONE || lpn_net_find_place (net, id) != LPN_NONE; n++)
    {
      g_free (id);
      id = g_strdup_printf ("%s%c/%u", signal, signs[edge], n);
    }
  return id;
}

/* One transition with the arcs of all chosen edges. */
static bool
add_joint (LpnNet *net, const char *signal, LpnEdge edge, const LpnPartEdge *const *chosen, guint n, GError **error)
{
  g_autofree char *id = joint_id (net, signal, edge);
  g_autoptr (GString) name = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (name, "%s%s", i > 0 ? " " : "", chosen[i]->name);
  guint32 t = lpn_net_add_transition (net, chosen[0]->module, id, name->str, false, error);
  if (t == LPN_NONE)
    return false;
  for (guint i = 0; i < n; i++)
    {
      guint         n_arcs;
      const LpnArc *arcs = lpn_net_pre (chosen[i]->net, chosen[i]->transition, &n_arcs);
      for (guint k = 0; k < n_arcs; k++)
        lpn_net_add_input (net, t, chosen[i]->places[arcs[k].place], arcs[k].weight);
      arcs = lpn_net_post (chosen[i]->net, chosen[i]->transition, &n_arcs);
      for (guint k = 0; k < n_arcs; k++)
        lpn_net_add_output (net, t, chosen[i]->places[arcs[k].place], arcs[k].weight);
    }
  lpn_net_set_edge (net, t, lpn_net_find_variable (net, LPN_NONE, signal), edge);
  return true;
}

bool
lpn_compose_edges (LpnNet *net, const char *signal, const GArray *edges, guint n_parts, GError **error)
{
  g_autofree const LpnPartEdge **chosen = g_new0 (const LpnPartEdge *, (gsize)n_parts + 1);
  g_autofree guint              *next = g_new0 (guint, (gsize)n_parts + 1); /* per depth: the edge to try */
  g_autofree LpnEdge            *kinds = g_new0 (LpnEdge, (gsize)n_parts + 1);
  guint                          depth = 0, made = 0;
  kinds[0] = LPN_EDGE_TOGGLE;
  for (;;)
    {
      const LpnPartEdge *edge = next[depth] < edges->len ? &g_array_index (edges, LpnPartEdge, next[depth]) : NULL;
      if (edge == NULL && depth == 0)
        return true;
      if (edge == NULL)
        {
          depth--;
          continue;
        }
      next[depth]++;
      LpnEdge kind = joint_edge (kinds[depth], lpn_net_transition (edge->net, edge->transition)->edge);
      if (kind == LPN_EDGE_NONE || (depth > 0 && edge->part <= chosen[depth - 1]->part))
        continue;
      chosen[depth] = edge;
      if (depth + 1 < n_parts)
        {
          kinds[depth + 1] = kind;
          next[depth + 1] = next[depth];
          depth++;
          continue;
        }
      if (++made > MAX_JOINT)
        {
          g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_LIMIT,
                       "the graphs that share signal \"%s\" move it in more than %d ways", signal, MAX_JOINT);
          return false;
        }
      if (!add_joint (net, signal, kind, chosen, n_parts, error))
        return false;
    }
}
