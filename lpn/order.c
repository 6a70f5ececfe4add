/* SPDX-License-Identifier: MIT */
/* Orders of components from the transitions that use them together: FORCE and reverse Cuthill-McKee. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lpn/partition-private.h"

typedef struct
{
  double  at;
  guint32 node;
} Placed;

static int
by_place (const void *a, const void *b)
{
  const Placed *p = a;
  const Placed *q = b;
  if (p->at != q->at)
    return p->at < q->at ? -1 : 1;
  return p->node < q->node ? -1 : p->node > q->node;
}

/* Sum over the edges of the distance between their outermost nodes. */
static double
total_span (const LpnHypergraph *graph, const guint32 *position)
{
  double span = 0;
  for (guint e = 0; e < graph->edges->len; e++)
    {
      const GArray *edge = graph->edges->pdata[e];
      guint32       low = G_MAXUINT32, high = 0;
      for (guint i = 0; i < edge->len; i++)
        {
          guint32 at = position[g_array_index (edge, guint32, i)];
          low = MIN (low, at);
          high = MAX (high, at);
        }
      span += high - low;
    }
  return span;
}

/* One step of FORCE: every node to the mean of the centres of its edges. */
static void
pull (const LpnHypergraph *graph, guint32 *position, Placed *placed, double *sum, guint *degree)
{
  guint n = graph->n_nodes;
  memset (sum, 0, sizeof *sum * n);
  memset (degree, 0, sizeof *degree * n);
  for (guint e = 0; e < graph->edges->len; e++)
    {
      const GArray *edge = graph->edges->pdata[e];
      double        centre = 0;
      for (guint i = 0; i < edge->len; i++)
        centre += position[g_array_index (edge, guint32, i)];
      centre /= edge->len;
      for (guint i = 0; i < edge->len; i++)
        {
          sum[g_array_index (edge, guint32, i)] += centre;
          degree[g_array_index (edge, guint32, i)]++;
        }
    }
  for (guint32 i = 0; i < n; i++)
    placed[i] = (Placed){ degree[i] > 0 ? sum[i] / degree[i] : position[i], i };
  qsort (placed, n, sizeof *placed, by_place);
  for (guint32 i = 0; i < n; i++)
    position[placed[i].node] = i;
}

/* Rounds of FORCE: some tens, fewer on large graphs, so that a million nodes take seconds. */
static guint
force_rounds (const LpnHypergraph *graph)
{
  guint64 size = graph->n_nodes;
  for (guint e = 0; e < graph->edges->len; e++)
    size += ((const GArray *)graph->edges->pdata[e])->len;
  return (guint)MIN (10 + 20 * log (graph->n_nodes + 1.0), 5 + 5e7 / (double)size);
}

guint32 *
lpn_order_force (const LpnHypergraph *graph)
{
  guint               n = graph->n_nodes;
  guint               rounds = force_rounds (graph);
  guint32            *best = g_new (guint32, n);
  g_autofree guint32 *position = g_new (guint32, n);
  g_autofree Placed  *placed = g_new (Placed, n);
  g_autofree double  *sum = g_new (double, n);
  g_autofree guint   *degree = g_new (guint, n);
  double              best_span;

  for (guint32 i = 0; i < n; i++)
    best[i] = position[i] = i;
  best_span = total_span (graph, position);
  for (guint r = 0; r < rounds; r++)
    {
      pull (graph, position, placed, sum, degree);
      double span = total_span (graph, position);
      if (span < best_span)
        {
          best_span = span;
          for (guint32 i = 0; i < n; i++)
            best[i] = placed[i].node;
        }
    }
  return best;
}

/* Neighbours of every node in the graph that joins all nodes of an edge. Long edges are joined as a path, or the
 * adjacency would be quadratic in them. */
enum
{
  LONG_EDGE = 32,
};

static GArray **
adjacency (const LpnHypergraph *graph)
{
  GArray **near = g_new (GArray *, graph->n_nodes);
  for (guint i = 0; i < graph->n_nodes; i++)
    near[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint e = 0; e < graph->edges->len; e++)
    {
      const GArray *edge = graph->edges->pdata[e];
      for (guint i = 0; i < edge->len; i++)
        for (guint j = i + 1; j < edge->len && (edge->len <= LONG_EDGE || j == i + 1); j++)
          {
            guint32 a = g_array_index (edge, guint32, i);
            guint32 b = g_array_index (edge, guint32, j);
            g_array_append_val (near[a], b);
            g_array_append_val (near[b], a);
          }
    }
  return near;
}

static int
by_degree (const void *a, const void *b, void *data)
{
  GArray **near = data;
  guint    p = near[*(const guint32 *)a]->len;
  guint    q = near[*(const guint32 *)b]->len;
  return p < q ? -1 : p > q;
}

/* Breadth-first from `start`, neighbours by rising degree; appends to order. Returns the last node reached. */
static guint32
sweep (GArray **near, guint32 start, guint8 *seen, GArray *order)
{
  guint head = order->len;
  seen[start] = 1;
  g_array_append_val (order, start);
  for (; head < order->len; head++)
    {
      guint32 node = g_array_index (order, guint32, head);
      guint   from = order->len;
      for (guint i = 0; i < near[node]->len; i++)
        {
          guint32 next = g_array_index (near[node], guint32, i);
          if (!seen[next])
            {
              seen[next] = 1;
              g_array_append_val (order, next);
            }
        }
      g_qsort_with_data (&g_array_index (order, guint32, from), (gint)(order->len - from), sizeof (guint32), by_degree,
                         near);
    }
  return g_array_index (order, guint32, order->len - 1);
}

guint32 *
lpn_order_rcm (const LpnHypergraph *graph)
{
  guint              n = graph->n_nodes;
  GArray           **near = adjacency (graph);
  g_autofree guint8 *seen = g_new0 (guint8, n);
  GArray            *order = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32           *reversed = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    if (!seen[i])
      {
        /* Two sweeps find a node at the rim; the third gives the order. */
        guint   from = order->len;
        guint32 rim = i;
        for (int round = 0; round < 3; round++)
          {
            for (guint k = from; k < order->len; k++)
              seen[g_array_index (order, guint32, k)] = 0;
            g_array_set_size (order, from);
            rim = sweep (near, rim, seen, order);
          }
      }
  for (guint i = 0; i < n; i++)
    {
      reversed[i] = g_array_index (order, guint32, n - 1 - i);
      g_array_unref (near[i]);
    }
  g_free (near);
  g_array_unref (order);
  return reversed;
}
