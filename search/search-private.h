/* SPDX-License-Identifier: MIT */
/* One run of a search: what dfs.c and bfs.c share. */
#ifndef LPN_SEARCH_SEARCH_PRIVATE_H
#define LPN_SEARCH_SEARCH_PRIVATE_H

#include "lpn/next.h"
#include "search/graph.h"
#include "search/search.h"

/* How a transition marked `fail` fails. */
enum
{
  LPN_FAIL_FIRED = 1,
  LPN_FAIL_ENABLED,
};

typedef struct _LpnRun     LpnRun;
typedef struct _LpnCircuit LpnCircuit;
typedef struct _LpnTarget  LpnTarget;

struct _LpnRun
{
  const LpnSearchOptions *options;
  const LpnNet           *net;
  const LpnPartition     *partition;
  guint                   n_components;
  LpnBudget              *budget;
  LpnNext                *next;
  LpnStore               *store;
  LpnGraph               *graph;   /* NULL: nobody asks for arcs */
  LpnCircuit             *circuit; /* NULL: nobody asks about circuits */
  LpnTarget              *target;  /* NULL: no particular state is looked for */
  LpnResult              *result;
  bool                    done;            /* stop now; result->ended says why */
  bool                    keep_way;        /* bfs: keep the log */
  guint                   n_open;          /* questions not answered yet */
  LpnPredicate          **predicates;      /* per question, or NULL */
  guint8                 *is_fail;         /* per transition: not, when fired, when enabled; NULL when nobody asks */
  bool                    mixed_fail;      /* bfs, and some fail when fired, some when enabled: see lpn_run_fails() */
  bool                    longer_fail;     /* one that fired was met in this level */
  bool                    ends_with_level; /* and the run ends for that */
  bool                    asks_deadlock;
  bool                    asks_states; /* some question looks at every state */

  guint64  stamp;                                                /* of next when the store was last told of growth */
  guint32 *counts;                                               /* told */
  bool (*grown) (gpointer walk, guint component, guint32 count); /* the walk's own structures; false: memory */
  gpointer walk;
  /* The firing sequence to the state being expanded, appended to `path`. */
  void (*way) (gpointer walk, GArray *path);
  /* What the walk holds, and its depth, for progress and the record. */
  void (*measure) (gpointer walk, guint64 *bytes, guint64 *depth, guint64 *waiting);

  gint64  started;  /* g_get_monotonic_time */
  gint64  reported; /* last progress */
  guint   ticks;    /* until the clock is looked at */
  guint64 limit;    /* bytes of the process */
  guint64 base_rss; /* of the process before the run */
};

void lpn_dfs (LpnRun *run);
void lpn_bfs (LpnRun *run);

/* All successors of `tuple`, counted; deadlocks, faults and fail transitions looked at. The store and the walk know of
 * all growth afterwards. false: the run is done. */
bool lpn_run_expand (LpnRun *run, const guint32 *tuple, LpnSuccessors *successors);
/* A state was found: count it, ask the questions. `fired` (LPN_NONE: the initial state) is the last step of its way.
 * false: the run is done. */
bool lpn_run_found (LpnRun *run, const guint32 *tuple, guint32 fired);
/* Fills what the questions need. false: memory. */
bool lpn_run_prepare (LpnRun *run);
/* Question i, or all questions of a kind, are decided against, by what `fired` (LPN_NONE: nothing) leads to from the
 * state being expanded. `culprit` may be NULL. false: the run is done. */
bool lpn_run_violated (LpnRun *run, guint i, guint32 fired, const LpnCulprit *culprit);
bool lpn_run_ask_all (LpnRun *run, LpnQuestionKind kind, guint32 fired, const LpnCulprit *culprit);
/* Looks for transitions that fail among the successors. A breadth-first search meets one that fires before another of
 * the same level that only is enabled, which has the shorter way: the run then goes on to the end of the level, and the
 * shorter way is taken if there is one. false: the run is done. */
bool lpn_run_fails (LpnRun *run, const LpnSuccessors *successors);
/* A level ends. false: the run is done. */
bool lpn_run_level (LpnRun *run);
/* The transition is a model error in this state. Always false: the run is done. */
bool lpn_run_fault (LpnRun *run, const guint32 *tuple, guint32 transition);
/* Where arcs are asked for: opens what numbers the states, and hands out the arcs of a state. false: `error` is set;
 * the run is done. */
bool lpn_run_open_graph (LpnRun *run, GError **error);
bool lpn_run_arcs (LpnRun *run, const guint32 *tuple, const LpnSuccessors *successors);
/* Once per expanded state: limits, cancel, progress. false: the run is done. */
bool lpn_run_tick (LpnRun *run);
/* Ends the run early; `reason` may be NULL. Always returns false. */
bool lpn_run_end (LpnRun *run, LpnEnded ended, const char *reason);
/* The store answered FULL. */
bool lpn_run_full (LpnRun *run);

/* One search; `keep_way` and `target` (may be NULL) apart from the options, for a further search that finds a way. */
LpnResult *lpn_search_once (const LpnPartition *partition, const LpnSearchOptions *options, bool keep_way,
                            LpnTarget *target, GError **error);
/* The verdict that all answers come to. */
void lpn_result_conclude (LpnResult *result);

#endif
