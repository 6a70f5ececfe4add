/* SPDX-License-Identifier: MIT */
/*
 * Walks over the reachable states of a net: counting them, answering questions about them, with witnesses.
 *
 * Vocabulary
 *   question   something asked of the reachable states (LpnQuestion); `explore` asks none
 *   witness    the firing sequence from the initial state to where a question is decided, or to a model error; replayed
 *              by the reference semantics before it is handed out
 *   code       the values of all signals in a state; signals and edges are those of lpn/signals.h
 *   excited    a signal is excited in a state where one of its edges is enabled; a local one is no input
 *   silent     a transition that assigns no signal (a dummy). States joined by silent firings, in whichever direction,
 *              are one situation: they are not in conflict with each other, and what is excited in one of them is
 *              excited in all
 *   depth      dfs: the longest path on the stack; bfs: the number of levels below the initial state
 *
 * Searches
 *   dfs  Algorithm 1 of the MDD paper, iterative, on a stack of deltas: a frame holds the transition fired, the old
 *        indices of what it changed and the transitions still to be fired, a handful of bytes
 *   bfs  level by level with a queue of packed tuples; witnesses are shortest. Where a witness may be wanted, a log of
 *        two or so bytes per state (new successors per state, transition of each) is kept to find the way back
 *
 * Limits hold for the whole process: the budget of the run is the memory limit less what the process already holds. A
 * run never aborts for memory: it ends with `memory-limit`, verdict `unknown` and its partial counts.
 */
#ifndef LPN_SEARCH_SEARCH_H
#define LPN_SEARCH_SEARCH_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>

#include "lpn/next.h"
#include "lpn/partition.h"
#include "lpn/reference.h"
#include "store/store.h"

G_BEGIN_DECLS

#define LPN_SEARCH_ERROR (lpn_search_error_quark ())
GQuark lpn_search_error_quark (void);

typedef enum
{
  LPN_SEARCH_ERROR_MEMORY,  /* the limit does not even hold the start of a search */
  LPN_SEARCH_ERROR_OPTION,  /* options that do not fit together */
  LPN_SEARCH_ERROR_WITNESS, /* a witness did not replay: a bug of ours, nothing is claimed */
} LpnSearchError;

typedef enum
{
  LPN_SEARCH_DFS,
  LPN_SEARCH_BFS,
} LpnSearchKind;

typedef enum
{
  LPN_QUESTION_DEADLOCK,  /* violated by a state without enabled transitions */
  LPN_QUESTION_INVARIANT, /* violated by a state where `expr` is false */
  LPN_QUESTION_REACH,     /* violated (that is: found) by a state where `expr` is true */
  LPN_QUESTION_FAIL,      /* violated by firing a transition marked `fail`, or by one that is enabled and fails so */
  LPN_QUESTION_MUTEX,     /* as INVARIANT: `expr` says that two conditions never hold together */
  LPN_QUESTION_SAFE,      /* violated by a place with more tokens than its capacity; a second token on a safe place of a
                             labeled net, elsewhere a model error, is one too */
  LPN_QUESTION_CONSISTENT,   /* violated by a rise of a signal that is high, or a fall of one that is low */
  LPN_QUESTION_PERSISTENT,   /* violated by firing no edge of x, which makes the local signal x no longer excited,
                                unless an arbiter chooses: all edges of x enabled before share a mutex place with it */
  LPN_QUESTION_INPUT_PROPER, /* violated by a local edge that makes an input no longer excited, or an edge of an
                                internal signal that makes it excited */
  LPN_QUESTION_DISABLING,    /* violated by a firing that disables another transition with no common input place */
  LPN_QUESTION_USC,          /* violated by two states of the same code */
  LPN_QUESTION_CSC,          /* violated by two states of the same code where different local signals are excited */
} LpnQuestionKind;

typedef struct
{
  LpnQuestionKind kind;
  const char     *id;       /* how the user named it; borrowed */
  const LpnExpr  *expr;     /* INVARIANT, REACH, MUTEX; borrowed */
  const guint32  *places;   /* PERSISTENT: further mutex places; borrowed */
  guint           n_places; /* of them */
  bool            advisory; /* a violation is told, but does not decide the verdict of the run and does not end it */
} LpnQuestion;

typedef enum
{
  LPN_VERDICT_HOLDS,
  LPN_VERDICT_VIOLATED,
  LPN_VERDICT_UNKNOWN,
  LPN_VERDICT_ERROR, /* of the model */
} LpnVerdict;

typedef enum
{
  LPN_ENDED_COMPLETE,
  LPN_ENDED_STOPPED, /* at an answer or a model error: nothing was left to find */
  LPN_ENDED_TIME,
  LPN_ENDED_MEMORY,
  LPN_ENDED_STATES,
  LPN_ENDED_INTERRUPTED,
} LpnEnded;

/* "holds", "violated", "unknown", "error"; "complete", "stopped", "time-limit", "memory-limit", "state-limit",
 * "interrupted"; "dfs", "bfs". */
const char *lpn_verdict_name (LpnVerdict verdict);
const char *lpn_ended_name (LpnEnded ended);
const char *lpn_search_kind_name (LpnSearchKind kind);
bool        lpn_search_kind_parse (const char *text, LpnSearchKind *kind, GError **error);

typedef struct
{
  guint64 states;
  guint64 transitions;
  guint64 depth;   /* now */
  guint64 waiting; /* bfs: states in the queue; dfs: frames on the stack */
  double  seconds;
  guint64 used_bytes; /* of the process, as far as known */
  guint64 limit_bytes;
} LpnProgress;

typedef void (*LpnProgressFunc) (const LpnProgress *progress, gpointer data);

/* The arcs out of one state, for whoever draws the state graph. States are numbered from 0, the initial state, as they
 * are first met. All borrowed, and only valid during the call. */
typedef struct
{
  guint32              state;
  const guint32       *tuple;
  const LpnSuccessors *successors;
  const guint32       *numbers; /* of the successors */
  const LpnNext       *next;    /* decodes tuples */
} LpnStateArcs;

/* Return false to stop the run. */
typedef bool (*LpnArcsFunc) (const LpnStateArcs *arcs, gpointer data);

typedef struct
{
  LpnSearchKind       search;
  const LpnStoreType *store;
  GHashTable         *store_options; /* char* -> char*, or NULL */
  double              time_limit;    /* seconds; 0: none */
  guint64             memory_limit;  /* bytes, of the whole process; 0: what the machine allows, less a margin */
  guint64             state_limit;   /* 0: none */
  const LpnQuestion  *questions;
  guint               n_questions;
  bool                all;      /* go on after the first answer until every question is answered */
  bool                witness;  /* keep what witnesses need from the start; else a bfs searches again for one */
  bool                verify;   /* check the next-state function against the reference at every step; slow */
  LpnProgressFunc     progress; /* or NULL; called about twice a second */
  gpointer            progress_data;
  const volatile sig_atomic_t *cancel;  /* or NULL; set to non-zero by a signal handler */
  GString                     *diagram; /* or NULL: gets the store's diagram in Graphviz form at the end */
  LpnArcsFunc
           arcs; /* or NULL; called once per state expanded. Needs an exact store, and memory for a number per state */
  gpointer arcs_data;
} LpnSearchOptions;

/* Who is to blame; LPN_NONE where nobody is. The transition that does it is the last one of the witness. */
typedef struct
{
  guint32 place;      /* SAFE */
  guint32 signal;     /* variable. CONSISTENT; PERSISTENT, INPUT_PROPER: the victim; CSC: one that differs */
  guint32 transition; /* PERSISTENT, INPUT_PROPER, DISABLING: the one that is no longer enabled, or that now is */
} LpnCulprit;

/* A firing sequence and where it leads. */
typedef struct
{
  GArray      *transitions; /* guint32 */
  GArray      *other;       /* guint32. USC, CSC: the way to the state it is in conflict with; else NULL */
  LpnCulprit   culprit;
  LpnFaultInfo fault; /* a model error: the sequence leads to the state where it happens. SAFE: a second token on a
                         safe place, which is not put there */
} LpnWitness;

typedef struct
{
  LpnQuestion question; /* borrowed parts stay the caller's */
  LpnVerdict  verdict;
  LpnWitness *witness; /* NULL: none */
  gint64     *pair[2]; /* USC, CSC violated: the state vectors, the second one at the end of the witness; NULL: not
                          known. Owned */
} LpnAnswer;

typedef struct
{
  char  *name;
  double value;
} LpnFigure;

/* The result of a run, from which the record of DESIGN section 6 is written. */
typedef struct
{
  LpnVerdict    verdict;
  LpnEnded      ended;
  char         *reason; /* a sentence on why it ended early; NULL: none */
  LpnSearchKind search;
  const char   *store;
  bool          approximate; /* a lossy store */
  guint64       states;
  guint64       transitions; /* one per state and enabled transition */
  guint64       deadlocks;
  guint64       depth;
  guint         n_components;
  guint32      *local_states; /* per component */
  double        seconds;
  guint64       store_bytes;
  guint64       store_peak_bytes;
  guint64       stack_bytes;  /* peak of stack, or of queue and log */
  guint64       local_bytes;  /* local tables, candidates, memos */
  guint64       coding_bytes; /* peak of the table of codes; 0 where nobody asked */
  guint64       peak_rss_bytes;
  guint64       nodes;
  guint64       peak_nodes;
  bool          has_nodes;
  double        omission;
  GArray       *figures; /* LpnFigure */
  guint         n_answers;
  LpnAnswer    *answers;
  LpnWitness   *error_witness; /* verdict error: the way there; NULL: it could not be found within the limits */
  LpnFaultInfo  fault;         /* verdict error: what happened */
} LpnResult;

/* Runs one search. Everything borrowed outlives the call. Returns: transfer full; NULL with `error`. */
LpnResult *lpn_search_run (const LpnPartition *partition, const LpnSearchOptions *options, GError **error);
void       lpn_result_free (LpnResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnResult, lpn_result_free)

/* One of no steps, with nobody to blame. */
LpnWitness *lpn_witness_new (void);
void        lpn_witness_free (LpnWitness *witness);

/* Replays a witness by the reference semantics alone: does it lead, step by step, to what it claims? `question` NULL:
 * to the model error in witness->fault. */
bool lpn_witness_replay (const LpnNet *net, const LpnWitness *witness, const LpnQuestion *question, GError **error);

G_END_DECLS

#endif
