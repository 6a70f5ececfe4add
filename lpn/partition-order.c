/* SPDX-License-Identifier: MIT */
/* What --order says, made into a permutation of the groups. */
#include <string.h>

#include "base/numbers.h"
#include "lpn/partition-private.h"

static const GArray *
elements_of (const GPtrArray *groups, guint i)
{
  return ((const LpnGroup *)groups->pdata[i])->elements;
}

/* First component that holds each element, by group number. */
static guint32 *
first_holders (const LpnNet *net, GPtrArray *groups)
{
  guint32 *home = g_new (guint32, lpn_net_n_elements (net) + 1);
  for (guint i = groups->len; i-- > 0;)
    for (guint k = 0; k < elements_of (groups, i)->len; k++)
      home[g_array_index (elements_of (groups, i), guint32, k)] = i;
  return home;
}

static LpnHypergraph
sharing_graph (const LpnCompiled *compiled, GPtrArray *groups)
{
  const LpnNet       *net = lpn_compiled_net (compiled);
  g_autofree guint32 *home = first_holders (net, groups);
  LpnHypergraph       graph = { groups->len, g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref) };

  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      const LpnRule *rule = lpn_compiled_rule (compiled, t);
      GArray        *edge = g_array_new (FALSE, FALSE, sizeof (guint32));
      for (guint i = 0; i < rule->reads.n; i++)
        g_array_append_val (edge, home[rule->reads.elements[i]]);
      for (guint i = 0; i < rule->writes.n; i++)
        g_array_append_val (edge, home[rule->writes.elements[i]]);
      lpn_numbers_make_set (edge);
      if (edge->len > 1)
        g_ptr_array_add (graph.edges, edge);
      else
        g_array_unref (edge);
    }
  return graph;
}

/* The user's list of names, then the rest as given. */
static guint32 *
order_by_list (GPtrArray *groups, const char *list, GError **error)
{
  g_auto (GStrv) names = g_strsplit (list, ",", -1);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint8  *used = g_new0 (guint8, groups->len);
  g_autofree guint32 *order = g_new (guint32, groups->len);
  guint               n = 0;

  for (guint g = 0; g < groups->len; g++)
    g_hash_table_insert (numbers, ((LpnGroup *)groups->pdata[g])->name, GUINT_TO_POINTER (g));
  for (guint i = 0; names[i] != NULL; i++)
    {
      gpointer number = NULL;
      bool     known = g_hash_table_lookup_extended (numbers, g_strstrip (names[i]), NULL, &number);
      guint    g = GPOINTER_TO_UINT (number);
      if (!known || used[g])
        {
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_PARTITION,
                       known ? "the order names component \"%s\" twice"
                             : "the order names \"%s\", which is no component (nor given, force or rcm)",
                       names[i]);
          return NULL;
        }
      used[g] = 1;
      order[n++] = g;
    }
  for (guint g = 0; g < groups->len; g++)
    if (!used[g])
      order[n++] = g;
  return g_steal_pointer (&order);
}

static guint32 *
order_as_given (guint n)
{
  guint32 *order = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    order[i] = i;
  return order;
}

static void
reverse (guint32 *order, guint n)
{
  for (guint i = 0; i < n / 2; i++)
    {
      guint32 kept = order[i];
      order[i] = order[n - 1 - i];
      order[n - 1 - i] = kept;
    }
}

guint32 *
lpn_groups_order (const LpnCompiled *compiled, GPtrArray *groups, const char *order, GError **error)
{
  static const char *const NAMES[] = { "given", "force", "rcm" };
  guint                    kind = 0;
  guint32                 *permutation;
  LpnHypergraph            graph;

  while (kind < G_N_ELEMENTS (NAMES) && !g_str_has_prefix (order, NAMES[kind]))
    kind++;
  const char *rest = kind < G_N_ELEMENTS (NAMES) ? order + strlen (NAMES[kind]) : order;
  if (kind == G_N_ELEMENTS (NAMES) || (rest[0] != '\0' && !g_str_equal (rest, "-reversed")))
    return order_by_list (groups, order, error);
  if (kind == 0)
    permutation = order_as_given (groups->len);
  else
    {
      graph = sharing_graph (compiled, groups);
      permutation = kind == 1 ? lpn_order_force (&graph) : lpn_order_rcm (&graph);
      g_ptr_array_unref (graph.edges);
    }
  if (rest[0] != '\0')
    reverse (permutation, groups->len);
  return permutation;
}
