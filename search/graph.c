/* SPDX-License-Identifier: MIT */
#include "search/graph.h"

#include <string.h>

#include "search/search-private.h"
#include "store/key-table.h"
#include "store/packing.h"

struct _LpnGraph
{
  LpnBudget  *budget;
  LpnPacking  packing;
  LpnKeyTable table; /* of packed tuples */
  guint64    *words; /* scratch for one packed tuple */
  GArray     *numbers;
};

static gsize
key_bytes (const LpnGraph *graph)
{
  return graph->packing.n_words * sizeof (guint64);
}

LpnGraph *
lpn_graph_new (guint n_components, LpnBudget *budget)
{
  LpnGraph *graph = g_new0 (LpnGraph, 1);
  graph->budget = budget;
  if (!lpn_packing_init (&graph->packing, n_components, LPN_PACKING_NO_BIT, budget))
    {
      g_free (graph);
      return NULL;
    }
  lpn_key_table_init (&graph->table, key_bytes (graph));
  graph->words = g_new0 (guint64, graph->packing.n_words);
  graph->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  return graph;
}

void
lpn_graph_free (LpnGraph *graph)
{
  if (graph == NULL)
    return;
  lpn_key_table_clear (&graph->table, graph->budget);
  lpn_packing_clear (&graph->packing);
  g_free (graph->words);
  g_array_unref (graph->numbers);
  g_free (graph);
}

/* A tuple packed before keeps its form, extended by zeros: the same keys in the same order, only longer. */
static bool
widen (LpnGraph *graph)
{
  LpnKeyTable wide;
  gsize       old = graph->table.length;

  graph->words = g_renew (guint64, graph->words, graph->packing.n_words);
  memset (graph->words, 0, key_bytes (graph));
  lpn_key_table_init (&wide, key_bytes (graph));
  for (guint32 i = 0; i < graph->table.count; i++)
    {
      memcpy (graph->words, lpn_key_table_key (&graph->table, i), old);
      if (lpn_key_table_add (&wide, graph->budget, graph->words, lpn_key_table_hash (&wide, graph->words))
          == LPN_KEY_TABLE_NONE)
        {
          lpn_key_table_clear (&wide, graph->budget);
          return false;
        }
    }
  lpn_key_table_clear (&graph->table, graph->budget);
  graph->table = wide;
  return true;
}

bool
lpn_graph_grown (LpnGraph *graph, guint component, guint32 count)
{
  return lpn_packing_grow (&graph->packing, component, count)
         && (key_bytes (graph) == graph->table.length || widen (graph));
}

const guint32 *
lpn_graph_numbers (LpnGraph *graph, const guint32 *tuples, guint n)
{
  guint32 *numbers;
  g_array_set_size (graph->numbers, MAX (n, 1));
  numbers = (guint32 *)(gpointer)graph->numbers->data;
  for (guint i = 0; i < n; i++)
    {
      lpn_packing_pack (&graph->packing, tuples + (gsize)i * graph->packing.n_components, 1, graph->words);
      numbers[i] = lpn_key_table_add (&graph->table, graph->budget, graph->words,
                                      lpn_key_table_hash (&graph->table, graph->words));
      if (numbers[i] == LPN_KEY_TABLE_NONE)
        return NULL;
    }
  return numbers;
}

void
lpn_graph_tuple (const LpnGraph *graph, guint32 number, guint32 *tuple)
{
  memcpy (graph->words, lpn_key_table_key (&graph->table, number), graph->table.length);
  lpn_packing_unpack (&graph->packing, graph->words, tuple);
}

guint64
lpn_graph_bytes (const LpnGraph *graph)
{
  return lpn_key_table_bytes (&graph->table) + graph->packing.bytes;
}

bool
lpn_run_open_graph (LpnRun *run, GError **error)
{
  const LpnStoreType *store = run->options->store;

  if (run->options->arcs == NULL)
    return true;
  if ((store->flags & LPN_STORE_EXACT) == 0)
    {
      g_set_error (error, LPN_SEARCH_ERROR, LPN_SEARCH_ERROR_OPTION,
                   "a state graph needs an exact store, and '%s' is lossy", store->name);
      return false;
    }
  run->graph = lpn_graph_new (run->n_components, run->budget);
  return run->graph != NULL; /* without an error: memory */
}

bool
lpn_run_arcs (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors)
{
  LpnStateArcs   arcs = { .tuple = tuple, .successors = successors, .next = run->next };
  const guint32 *number = lpn_graph_numbers (run->graph, tuple, 1);

  if (number != NULL)
    {
      arcs.state = *number;
      arcs.numbers = lpn_graph_numbers (run->graph, successors->tuples, successors->n);
    }
  if (arcs.numbers == NULL)
    return lpn_run_end (run, LPN_ENDED_MEMORY, LPN_GRAPH_FULL);
  return run->options->arcs (&arcs, run->options->arcs_data)
         || lpn_run_end (run, LPN_ENDED_INTERRUPTED, "the state graph cannot be written");
}
