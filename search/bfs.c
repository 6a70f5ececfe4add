/* SPDX-License-Identifier: MIT */
/* Breadth-first search, level by level, with a queue of packed tuples; the successors of a state are inserted at once.
 */
#include "search/queue.h"
#include "search/search-private.h"
#include "search/trail.h"

typedef struct
{
  LpnRun   *run;
  LpnQueue *queue;
  LpnTrail *trail;    /* NULL: nobody will ask for the way */
  guint64   expanded; /* states expanded before the one at hand: its number */
  guint64   level;
  guint64   level_left; /* states of this level still in the queue */
  guint64   peak_bytes;
  guint32  *tuple;
  GArray   *answers; /* gint8 */
  GArray   *found;   /* guint32: transitions that found a new state */
} Walk;

static bool
grown (gpointer data, guint component, guint32 count)
{
  return lpn_queue_grown (((Walk *)data)->queue, component, count);
}

static void
way (gpointer data, GArray *path)
{
  const Walk *walk = data;
  if (walk->trail != NULL)
    lpn_trail_path (walk->trail, walk->expanded, path);
}

static void
measure (gpointer data, guint64 *bytes, guint64 *depth, guint64 *waiting)
{
  const Walk *walk = data;
  *bytes = lpn_queue_bytes (walk->queue) + (walk->trail != NULL ? lpn_trail_bytes (walk->trail) : 0);
  *depth = walk->level;
  *waiting = lpn_queue_length (walk->queue);
}

static bool
queue_full (LpnRun *run)
{
  return lpn_run_end (run, LPN_ENDED_MEMORY, "the breadth-first queue filled the memory");
}

/* Inserts the successors of the state at hand; what is new goes into queue and log. */
static bool
insert (Walk *walk, const LpnSuccessors *successors)
{
  LpnRun *run = walk->run;
  gint8  *answers;
  guint   n;

  g_array_set_size (walk->answers, successors->n);
  g_array_set_size (walk->found, 0);
  answers = (gint8 *)walk->answers->data;
  n = lpn_store_insert_many (run->store, successors->tuples, successors->n, answers);
  for (guint i = 0; i < n; i++)
    if (answers[i] == LPN_STORE_NEW)
      {
        const guint32 *tuple = successors->tuples + (gsize)i * run->n_components;
        if (!lpn_run_found (run, tuple, successors->transitions[i]))
          return false;
        if (!lpn_queue_push (walk->queue, tuple))
          return queue_full (run);
        g_array_append_val (walk->found, successors->transitions[i]);
      }
  if (n < successors->n)
    return lpn_run_full (run);
  if (walk->trail != NULL
      && !lpn_trail_add (walk->trail, (const guint32 *)(gpointer)walk->found->data, walk->found->len))
    return queue_full (run);
  return true;
}

static void
explore (Walk *walk)
{
  LpnRun       *run = walk->run;
  LpnSuccessors successors;

  walk->level_left = 1;
  while (lpn_queue_pop (walk->queue, walk->tuple))
    {
      if (walk->level_left == 0)
        {
          walk->level_left = lpn_queue_length (walk->queue) + 1;
          run->result->depth = ++walk->level;
        }
      walk->level_left--;
      if (!lpn_run_tick (run) || !lpn_run_expand (run, walk->tuple, &successors) || !insert (walk, &successors))
        return;
      walk->expanded++;
      if (walk->expanded % 4096 == 0)
        {
          guint64 bytes, depth, waiting;
          measure (walk, &bytes, &depth, &waiting);
          walk->peak_bytes = MAX (walk->peak_bytes, bytes);
        }
    }
}

void
lpn_bfs (LpnRun *run)
{
  Walk walk = { .run = run,
                .queue = lpn_queue_new (run->n_components, run->budget),
                .trail = run->keep_way ? lpn_trail_new (run->budget) : NULL,
                .tuple = g_new0 (guint32, run->n_components),
                .answers = g_array_new (FALSE, FALSE, sizeof (gint8)),
                .found = g_array_new (FALSE, FALSE, sizeof (guint32)) };

  run->walk = &walk;
  run->way = way;
  run->measure = measure;
  run->grown = grown;
  lpn_next_initial (run->next, walk.tuple);
  if (walk.queue == NULL)
    queue_full (run);
  else if (lpn_store_insert (run->store, walk.tuple) == LPN_STORE_FULL)
    lpn_run_full (run);
  else if (lpn_run_found (run, walk.tuple, LPN_NONE))
    {
      if (lpn_queue_push (walk.queue, walk.tuple))
        explore (&walk);
      else
        queue_full (run);
    }
  if (walk.queue != NULL)
    {
      guint64 bytes, depth, waiting;
      measure (&walk, &bytes, &depth, &waiting);
      run->result->stack_bytes = MAX (walk.peak_bytes, bytes);
    }
  lpn_queue_free (walk.queue);
  lpn_trail_free (walk.trail);
  g_free (walk.tuple);
  g_array_unref (walk.answers);
  g_array_unref (walk.found);
}
