/* SPDX-License-Identifier: MIT */
/*
 * Depth-first search: Algorithm 1 of the MDD paper.
 *
 * On entering a state all its successors are generated and asked for in the store at once, so that the store can
 * overlap its cache misses. Those seen then stay seen, so only the others wait on the stack; each is inserted when its
 * turn comes, exactly as in the algorithm.
 */
#include <string.h>

#include "search/search-private.h"
#include "search/stack.h"

typedef struct
{
  LpnRun  *run;
  LpnStack stack;
  guint32 *tuple; /* the state on top */
  guint32 *child;
  GArray  *waiting; /* transitions of the state on top, last to be fired first */
  GArray  *seen;    /* guint8 */
} Walk;

static void
way (gpointer data, GArray *path)
{
  lpn_stack_path (&((Walk *)data)->stack, path);
}

static void
measure (gpointer data, guint64 *bytes, guint64 *depth, guint64 *waiting)
{
  const Walk *walk = data;
  *bytes = walk->stack.block.size;
  *depth = *waiting = walk->stack.depth;
}

/* Inserts a successor and, if it is new, steps there. Returns whether it stepped; the run may be done. */
static bool
step (Walk *walk, const guint32 *child, guint32 fired)
{
  LpnRun        *run = walk->run;
  LpnStoreAnswer answer = lpn_store_insert (run->store, child);

  if (answer == LPN_STORE_SEEN)
    return false;
  if (answer == LPN_STORE_FULL)
    return lpn_run_full (run);
  if (!lpn_run_found (run, child, fired))
    return false;
  if (!lpn_stack_push (&walk->stack, walk->tuple, child, fired, (const guint32 *)(gpointer)walk->waiting->data,
                       walk->waiting->len))
    return lpn_run_end (run, LPN_ENDED_MEMORY, "the depth-first stack filled the memory");
  run->result->depth = MAX (run->result->depth, walk->stack.depth);
  memcpy (walk->tuple, child, sizeof *child * run->n_components);
  return true;
}

/* Expands the state on top; steps to its first new successor if there is one. */
static bool
enter (Walk *walk)
{
  LpnRun       *run = walk->run;
  LpnSuccessors successors;
  const guint8 *seen;

  g_array_set_size (walk->waiting, 0);
  if (!lpn_run_tick (run) || !lpn_run_expand (run, walk->tuple, &successors))
    return false;
  g_array_set_size (walk->seen, successors.n);
  seen = (const guint8 *)walk->seen->data;
  lpn_store_contains_many (run->store, successors.tuples, successors.n, (guint8 *)walk->seen->data);
  for (guint i = successors.n; i-- > 0;)
    if (!seen[i])
      g_array_append_val (walk->waiting, successors.transitions[i]);
  for (guint i = 0; i < successors.n && !run->done; i++)
    if (!seen[i])
      {
        g_array_set_size (walk->waiting, walk->waiting->len - 1);
        if (step (walk, successors.tuples + (gsize)i * run->n_components, successors.transitions[i]))
          return true;
      }
  return false;
}

/* Fires what still waits in the state on top, until a step succeeds. */
static bool
go_on (Walk *walk)
{
  LpnRun *run = walk->run;
  while (walk->waiting->len > 0 && !run->done)
    {
      guint32 transition = g_array_index (walk->waiting, guint32, walk->waiting->len - 1);
      g_array_set_size (walk->waiting, walk->waiting->len - 1);
      if (lpn_next_fire (run->next, walk->tuple, transition, walk->child) < 0)
        return lpn_run_end (run, LPN_ENDED_MEMORY, "the local states filled the memory");
      if (step (walk, walk->child, transition))
        return true;
    }
  return false;
}

void
lpn_dfs (LpnRun *run)
{
  Walk walk = { .run = run,
                .tuple = g_new0 (guint32, run->n_components),
                .child = g_new0 (guint32, run->n_components),
                .waiting = g_array_new (FALSE, FALSE, sizeof (guint32)),
                .seen = g_array_new (FALSE, FALSE, sizeof (guint8)) };

  lpn_stack_init (&walk.stack, run->n_components, run->budget);
  run->walk = &walk;
  run->way = way;
  run->measure = measure;
  lpn_next_initial (run->next, walk.tuple);
  if (lpn_store_insert (run->store, walk.tuple) == LPN_STORE_FULL)
    lpn_run_full (run);
  else if (lpn_run_found (run, walk.tuple, LPN_NONE))
    {
      bool entered = true;
      while (!run->done)
        {
          entered = entered ? enter (&walk) : go_on (&walk);
          if (!entered && !run->done && !lpn_stack_pop (&walk.stack, walk.tuple, walk.waiting))
            break;
        }
    }
  run->result->stack_bytes = walk.stack.block.size;
  lpn_stack_clear (&walk.stack);
  g_free (walk.tuple);
  g_free (walk.child);
  g_array_unref (walk.waiting);
  g_array_unref (walk.seen);
}
