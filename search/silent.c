/* SPDX-License-Identifier: MIT */
#include "search/silent.h"

#include <string.h>

#include "search/graph.h"
#include "store/key-table.h"

typedef struct
{
  guint32 parent;  /* towards the class's root: union by linking, paths halved */
  guint32 code;    /* numbers in the tables */
  guint32 excited; /* in the state itself */
} Node;

struct _LpnSilent
{
  LpnRun           *run;
  const LpnSignals *signals;
  LpnGraph         *graph;
  LpnKeyTable       codes;
  LpnKeyTable       excitations;
  LpnBlock          nodes; /* Node per state */
  guint64           n_nodes;
  LpnBlock          order; /* guint32: states as they were expanded */
  guint64           n_expanded;
  LpnBlock          of_class; /* guint32 per state, at the end: excitation of the class whose root it is */
  guint8           *scratch;  /* one excitation */
};

LpnSilent *
lpn_silent_new (LpnRun *run, const LpnSignals *signals, gsize code_bytes, gsize excited_bytes)
{
  LpnSilent *silent = g_new0 (LpnSilent, 1);
  silent->run = run;
  silent->signals = signals;
  silent->graph = lpn_graph_new (run->n_components, run->budget); /* NULL: every add() fails */
  silent->scratch = g_new0 (guint8, excited_bytes);
  lpn_key_table_init (&silent->codes, code_bytes);
  lpn_key_table_init (&silent->excitations, excited_bytes);
  return silent;
}

void
lpn_silent_free (LpnSilent *silent)
{
  if (silent == NULL)
    return;
  lpn_graph_free (silent->graph);
  lpn_key_table_clear (&silent->codes, silent->run->budget);
  lpn_key_table_clear (&silent->excitations, silent->run->budget);
  lpn_block_free (&silent->nodes, silent->run->budget);
  lpn_block_free (&silent->order, silent->run->budget);
  lpn_block_free (&silent->of_class, silent->run->budget);
  g_free (silent->scratch);
  g_free (silent);
}

bool
lpn_silent_grown (LpnSilent *silent, guint component, guint32 count)
{
  return silent->graph != NULL && lpn_graph_grown (silent->graph, component, count);
}

guint64
lpn_silent_bytes (const LpnSilent *silent)
{
  return (silent->graph != NULL ? lpn_graph_bytes (silent->graph) : 0) + lpn_key_table_bytes (&silent->codes)
         + lpn_key_table_bytes (&silent->excitations) + silent->nodes.size + silent->order.size + silent->of_class.size;
}

static Node *
node_at (const LpnSilent *silent, guint32 state)
{
  return (Node *)silent->nodes.data + state;
}

static guint32
state_at (const LpnSilent *silent, guint64 i)
{
  return ((const guint32 *)silent->order.data)[i];
}

static bool
make_room (LpnSilent *silent, LpnBlock *block, gsize need)
{
  return need <= block->size || lpn_block_resize (block, silent->run->budget, MAX (need, block->size / 4 * 5))
         || lpn_block_resize (block, silent->run->budget, need);
}

/* The number of a state, which then has a node. LPN_NONE: memory. */
static guint32
number_of (LpnSilent *silent, const guint32 *tuple)
{
  const guint32 *number = silent->graph != NULL ? lpn_graph_numbers (silent->graph, tuple, 1) : NULL;
  if (number == NULL || !make_room (silent, &silent->nodes, sizeof (Node) * (gsize)(*number + 1)))
    return LPN_NONE;
  if (*number == silent->n_nodes)
    *node_at (silent, (guint32)silent->n_nodes++) = (Node){ *number, LPN_NONE, LPN_NONE };
  return *number;
}

static guint32
root_of (LpnSilent *silent, guint32 state)
{
  for (;;)
    {
      Node *node = node_at (silent, state);
      if (node->parent == state)
        return state;
      node->parent = node_at (silent, node->parent)->parent;
      state = node->parent;
    }
}

/* The older state becomes the root, so that roots are near the initial state. */
static void
join (LpnSilent *silent, guint32 a, guint32 b)
{
  guint32 x = root_of (silent, a), y = root_of (silent, b);
  node_at (silent, MAX (x, y))->parent = MIN (x, y);
}

static guint32
intern (LpnSilent *silent, LpnKeyTable *table, const guint8 *key)
{
  return lpn_key_table_add (table, silent->run->budget, key, lpn_key_table_hash (table, key));
}

bool
lpn_silent_add (LpnSilent *silent, const guint32 *tuple, const guint8 *code, const guint8 *excited,
                const LpnSuccessors *successors)
{
  guint32 state = number_of (silent, tuple);
  guint32 code_number = intern (silent, &silent->codes, code);
  guint32 excited_number = intern (silent, &silent->excitations, excited);

  if (state == LPN_NONE || code_number == LPN_KEY_TABLE_NONE || excited_number == LPN_KEY_TABLE_NONE
      || !make_room (silent, &silent->order, sizeof (guint32) * (gsize)(silent->n_expanded + 1)))
    return false;
  ((guint32 *)silent->order.data)[silent->n_expanded++] = state;
  node_at (silent, state)->code = code_number;
  node_at (silent, state)->excited = excited_number;
  for (guint i = 0; i < successors->n; i++)
    if (silent->signals->silent[successors->transitions[i]])
      {
        guint32 next = number_of (silent, successors->tuples + (gsize)i * silent->run->n_components);
        if (next == LPN_NONE)
          return false;
        join (silent, state, next);
      }
  return true;
}

/* What is excited somewhere in each class. */
static bool
merge_excitations (LpnSilent *silent)
{
  guint32 *of_class;
  gsize    bytes = silent->excitations.length;

  if (!make_room (silent, &silent->of_class, sizeof (guint32) * (gsize)MAX (silent->n_nodes, 1)))
    return false;
  of_class = silent->of_class.data;
  for (guint32 s = 0; s < silent->n_nodes; s++)
    of_class[s] = node_at (silent, s)->excited;
  for (guint32 s = 0; s < silent->n_nodes; s++)
    {
      guint32       root = root_of (silent, s);
      guint32       own = node_at (silent, s)->excited;
      const guint8 *a, *b;
      if (of_class[root] == own)
        continue;
      a = lpn_key_table_key (&silent->excitations, of_class[root]);
      b = lpn_key_table_key (&silent->excitations, own);
      for (gsize i = 0; i < bytes; i++)
        silent->scratch[i] = (guint8)(a[i] | b[i]);
      of_class[root] = intern (silent, &silent->excitations, silent->scratch);
      if (of_class[root] == LPN_KEY_TABLE_NONE)
        return false;
    }
  return true;
}

static guint32 *
tuple_of (const LpnSilent *silent, guint32 state)
{
  guint32 *tuple = g_new0 (guint32, silent->run->n_components);
  lpn_graph_tuple (silent->graph, state, tuple);
  return tuple;
}

static bool
has_bit (const LpnSilent *silent, guint32 excitation, guint bit)
{
  const guint8 *bytes = lpn_key_table_key (&silent->excitations, excitation);
  return (bytes[bit / 8] >> bit % 8 & 1) != 0;
}

/* Of two classes that differ in what is excited: the first state with a signal of one class that the other lacks, and
 * the first state of the other. */
static void
tell_csc (LpnSilent *silent, guint32 one, guint32 two, LpnCodingPair *pair)
{
  const guint32 *of_class = silent->of_class.data;
  guint32        states[2] = { LPN_NONE, LPN_NONE };
  guint          bit = 0;

  while (has_bit (silent, of_class[one], bit) == has_bit (silent, of_class[two], bit))
    bit++;
  if (!has_bit (silent, of_class[one], bit))
    {
      guint32 swap = one;
      one = two;
      two = swap;
    }
  for (guint64 i = 0; states[0] == LPN_NONE || states[1] == LPN_NONE; i++)
    {
      guint32 state = state_at (silent, i), root = root_of (silent, state);
      if (states[0] == LPN_NONE && root == one && has_bit (silent, node_at (silent, state)->excited, bit))
        states[0] = state;
      if (states[1] == LPN_NONE && root == two)
        states[1] = state;
    }
  pair->states[0] = tuple_of (silent, states[0]);
  pair->states[1] = tuple_of (silent, states[1]);
  pair->signal = silent->signals->variables[silent->signals->n - silent->signals->n_local + bit];
}

bool
lpn_silent_pairs (LpnSilent *silent, LpnCodingPair *usc, LpnCodingPair *csc)
{
  LpnBlock       first = { 0 }; /* guint32 per code: first state + 1 */
  const guint32 *of_class;
  bool           ok = merge_excitations (silent)
            && lpn_block_resize (&first, silent->run->budget, sizeof (guint32) * (gsize)MAX (silent->codes.count, 1));

  of_class = silent->of_class.data;
  for (guint64 i = 0; ok && i < silent->n_expanded && (usc->states[0] == NULL || csc->states[0] == NULL); i++)
    {
      guint32  state = state_at (silent, i);
      guint32 *of_code = (guint32 *)first.data + node_at (silent, state)->code;
      guint32  one, two;
      if (*of_code == 0)
        {
          *of_code = state + 1;
          continue;
        }
      one = root_of (silent, *of_code - 1);
      two = root_of (silent, state);
      if (one != two && usc->states[0] == NULL)
        {
          usc->states[0] = tuple_of (silent, *of_code - 1);
          usc->states[1] = tuple_of (silent, state);
        }
      if (of_class[one] != of_class[two] && csc->states[0] == NULL)
        tell_csc (silent, one, two, csc);
    }
  lpn_block_free (&first, silent->run->budget);
  return ok;
}
