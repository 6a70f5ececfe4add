/* SPDX-License-Identifier: MIT */
/* FORCE and reverse Cuthill-McKee: always permutations, and short spans where there are some. */
#include "lpn/partition-private.h"
#include "test/harness.h"

static LpnHypergraph
graph_new (guint n)
{
  return (LpnHypergraph){ n, g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref) };
}

static GArray *
add_edge (LpnHypergraph *graph)
{
  GArray *edge = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (graph->edges, edge);
  return edge;
}

static void
add_pair (LpnHypergraph *graph, guint32 a, guint32 b)
{
  GArray *edge = add_edge (graph);
  g_array_append_val (edge, a);
  g_array_append_val (edge, b);
}

static bool
is_permutation (const guint32 *order, guint n)
{
  g_autofree guint8 *seen = g_new0 (guint8, n + 1);
  for (guint i = 0; i < n; i++)
    {
      if (order[i] >= n || seen[order[i]])
        return false;
      seen[order[i]] = 1;
    }
  return true;
}

/* Sum over the edges of the distance between their outermost nodes. */
static guint64
span (const LpnHypergraph *graph, const guint32 *order)
{
  g_autofree guint32 *at = g_new (guint32, graph->n_nodes);
  guint64             sum = 0;
  for (guint i = 0; i < graph->n_nodes; i++)
    at[order[i]] = i;
  for (guint e = 0; e < graph->edges->len; e++)
    {
      const GArray *edge = graph->edges->pdata[e];
      guint32       low = G_MAXUINT32, high = 0;
      for (guint i = 0; i < edge->len; i++)
        {
          low = MIN (low, at[g_array_index (edge, guint32, i)]);
          high = MAX (high, at[g_array_index (edge, guint32, i)]);
        }
      sum += high - low;
    }
  return sum;
}

static void
check (const LpnHypergraph *graph, guint64 *force_span, guint64 *rcm_span)
{
  g_autofree guint32 *force = lpn_order_force (graph);
  g_autofree guint32 *rcm = lpn_order_rcm (graph);
  CU_ASSERT (is_permutation (force, graph->n_nodes));
  CU_ASSERT (is_permutation (rcm, graph->n_nodes));
  *force_span = span (graph, force);
  *rcm_span = span (graph, rcm);
}

/* A path whose nodes are numbered every which way: rcm straightens it, force shortens it. */
static void
test_path (void)
{
  LpnHypergraph graph = graph_new (97);
  guint64       force, rcm, given = 0;
  for (guint32 i = 0; i + 1 < 97; i++)
    {
      guint32 a = i * 38 % 97, b = (i + 1) * 38 % 97;
      add_pair (&graph, a, b);
      given += a < b ? b - a : a - b;
    }
  check (&graph, &force, &rcm);
  CU_ASSERT_EQUAL (rcm, 96);
  CU_ASSERT (force < given);
  g_ptr_array_unref (graph.edges);
}

static void
test_small (void)
{
  for (guint n = 1; n <= 3; n++)
    {
      LpnHypergraph graph = graph_new (n);
      guint64       force, rcm;
      check (&graph, &force, &rcm);
      CU_ASSERT_EQUAL (force + rcm, 0);
      g_ptr_array_unref (graph.edges);
    }
}

/* Edges long enough to be joined as paths, a hub, and nodes without edges. */
static void
test_long_edges (void)
{
  LpnHypergraph graph = graph_new (2000);
  guint64       force, rcm;
  for (guint32 e = 0; e < 5; e++)
    {
      GArray *edge = add_edge (&graph);
      for (guint32 i = e * 300; i < e * 300 + 400; i++)
        g_array_append_val (edge, i);
    }
  for (guint32 i = 1; i < 1000; i++)
    add_pair (&graph, 0, i);
  check (&graph, &force, &rcm);
  g_ptr_array_unref (graph.edges);
}

/* FORCE never returns an order worse than the given one. */
static void
test_random (void)
{
  for (guint32 seed = 1; seed <= 50; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      guint               n = 1 + (guint)g_rand_int_range (random, 0, 60);
      LpnHypergraph       graph = graph_new (n);
      g_autofree guint32 *given = g_new (guint32, n);
      guint64             force, rcm;
      for (guint32 i = 0; i < n; i++)
        given[i] = i;
      for (gint e = g_rand_int_range (random, 0, 80); e > 0; e--)
        add_pair (&graph, (guint32)g_rand_int_range (random, 0, (gint)n),
                  (guint32)g_rand_int_range (random, 0, (gint)n));
      check (&graph, &force, &rcm);
      CU_ASSERT (force <= span (&graph, given));
      g_ptr_array_unref (graph.edges);
    }
}

int
main (void)
{
  static const LpnTest tests[] = { { "path", test_path },
                                   { "small", test_small },
                                   { "long edges", test_long_edges },
                                   { "random", test_random },
                                   { NULL, NULL } };
  return lpn_test_main ("order", tests);
}
