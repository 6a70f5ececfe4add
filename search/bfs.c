/* SPDX-License-Identifier: MIT */
/* Breadth-first search, level by level, with a queue of packed tuples. Several states of a level are expanded before
 * their successors are inserted, all at once, so that the cache misses of the store overlap. States are found in the
 * same order as with one state at a time, and each question gets the same answer. Where several things could end the
 * run, what the expansion of a batch shows (a deadlock, an error of the model) comes before what its new states show (a
 * property, the limit of states), which is no nearer. */
#include "search/queue.h"
#include "search/search-private.h"
#include "search/trail.h"

enum
{
  BATCH_SUCCESSORS = 64, /* enough to insert at once */
  BATCH_STATES = 16,
  MEASURE_EVERY = 4096, /* states between two looks at the bytes of the queue */
};

typedef struct
{
  LpnRun   *run;
  LpnQueue *queue;
  LpnTrail *trail; /* NULL: nobody will ask for the way */
  guint64   state; /* the number of the state at hand */
  guint64   level;
  guint64   level_left; /* states of this level still in the queue */
  guint64   peak_bytes;
  guint64   next_measure; /* the state to measure at */
  guint32  *tuple;

  LpnSuccessors batch; /* of the states expanded last; not inserted yet */
  guint         n_states;
  guint         counts[BATCH_STATES]; /* successors of each */
  GArray       *answers;              /* gint8 */
  GArray       *found;                /* guint32: transitions that found a new state */
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
    lpn_trail_path (walk->trail, walk->state, path);
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

/* Expands the next states of the level. false: the run is done. */
static bool
expand (Walk *walk)
{
  LpnRun *run = walk->run;

  lpn_next_drop (run->next);
  walk->batch.n = walk->n_states = 0;
  while (walk->batch.n < BATCH_SUCCESSORS && walk->n_states < BATCH_STATES && walk->level_left > 0)
    {
      LpnSuccessors successors;
      lpn_queue_pop (walk->queue, walk->tuple);
      walk->level_left--;
      if (!lpn_run_tick (run) || !lpn_run_expand (run, walk->tuple, &successors))
        return false;
      walk->batch = lpn_next_keep (run->next);
      walk->counts[walk->n_states++] = successors.n;
      walk->state++;
    }
  return true;
}

/* Inserts the successors of the states expanded last; what is new goes into queue and log. */
static bool
insert (Walk *walk)
{
  LpnRun              *run = walk->run;
  const LpnSuccessors *batch = &walk->batch;
  const gint8         *answers;
  guint                n, i = 0, end = 0;

  g_array_set_size (walk->answers, batch->n);
  answers = (const gint8 *)walk->answers->data;
  n = lpn_store_insert_many (run->store, batch->tuples, batch->n, (gint8 *)walk->answers->data);
  walk->state -= walk->n_states;
  for (guint k = 0; k < walk->n_states; k++, walk->state++)
    {
      end += walk->counts[k];
      g_array_set_size (walk->found, 0);
      for (; i < MIN (end, n); i++)
        if (answers[i] == LPN_STORE_NEW)
          {
            const guint32 *tuple = batch->tuples + (gsize)i * run->n_components;
            if (!lpn_run_found (run, tuple, batch->transitions[i]))
              return false;
            if (!lpn_queue_push (walk->queue, tuple))
              return queue_full (run);
            if (walk->trail != NULL)
              g_array_append_val (walk->found, batch->transitions[i]);
          }
      if (n < end)
        return lpn_run_full (run);
      if (walk->trail != NULL
          && !lpn_trail_add (walk->trail, (const guint32 *)(gpointer)walk->found->data, walk->found->len))
        return queue_full (run);
    }
  return true;
}

static void
note_peak (Walk *walk)
{
  guint64 bytes, depth, waiting;
  measure (walk, &bytes, &depth, &waiting);
  walk->peak_bytes = MAX (walk->peak_bytes, bytes);
}

static void
explore (Walk *walk)
{
  for (walk->level_left = 1; walk->level_left > 0; walk->level_left = lpn_queue_length (walk->queue))
    {
      walk->run->result->depth = walk->level;
      while (walk->level_left > 0)
        {
          if (!expand (walk) || !insert (walk))
            return;
          if (walk->state >= walk->next_measure)
            {
              note_peak (walk);
              walk->next_measure = walk->state + MEASURE_EVERY;
            }
        }
      if (!lpn_run_level (walk->run))
        return;
      walk->level++;
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
      note_peak (&walk);
      run->result->stack_bytes = walk.peak_bytes;
    }
  lpn_queue_free (walk.queue);
  lpn_trail_free (walk.trail);
  g_free (walk.tuple);
  g_array_unref (walk.answers);
  g_array_unref (walk.found);
}
