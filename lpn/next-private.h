/* SPDX-License-Identifier: MIT */
/* The inside of LpnNext: plans of transitions (next-plan.c) and their evaluation (next.c, next-verify.c). */
#ifndef LPN_LPN_NEXT_PRIVATE_H
#define LPN_LPN_NEXT_PRIVATE_H

#include "lpn/memo.h"
#include "lpn/next.h"

/* Values of memos. Guards: */
enum
{
  GUARD_UNKNOWN = 0,
  GUARD_FALSE,
  GUARD_TRUE,
  GUARD_FAULT,
};
/* Updates: new index + 1, or: */
#define UPDATE_FAULT G_MAXUINT32
#define UPDATE_MEMORY (G_MAXUINT32 - 1) /* never stored */

/* How a written component gets its new local state. */
typedef struct
{
  guint32  component;
  bool     in_candidate; /* depends on the anchor alone: remembered in the candidate, no memo */
  LpnMemo *memo;
  guint8  *assigns; /* per assignment of the rule: does it write this component? */
} LpnUpdate;

/* Who decides a conjunct or an input place of the rule: the candidate list, or the guard memo with this number. */
#define BY_CANDIDATES G_MAXUINT32

typedef struct
{
  guint32    anchor;
  guint32   *token_by;    /* per token rule */
  guint32   *conjunct_by; /* per conjunct */
  guint      n_guards;
  LpnMemo  **guards; /* all must hold; what the candidate list does not decide */
  guint      n_updates;
  LpnUpdate *updates;
} LpnPlan;

typedef struct
{
  guint32 transition;
  guint32 update; /* new index of the anchor + 1; 0: not known yet; UPDATE_FAULT */
} LpnCandidate;

/* A component at run time: its local states, and its transitions as an anchor. */
typedef struct
{
  LpnLocalTable *table;
  GPtrArray     *views;    /* LpnView */
  GArray        *anchored; /* guint32 transitions */
  LpnBlock       spans;    /* guint64 per local state: first candidate << 32 | count + 1; 0: not built yet */
  LpnBlock       candidates;
  guint32        n_candidates;
  /* The enabled transitions in the tuple expanded last: transition, number of changes, (component, index) pairs. */
  guint32 *enabled;
  gsize    room;         /* of enabled */
  guint    most_updates; /* of a transition anchored here */
  guint32  n_enabled;
  guint32  fault; /* transition, LPN_NONE: none */
} LpnPart;

struct _LpnNext
{
  const LpnPartition *partition;
  const LpnCompiled  *compiled;
  const LpnNet       *net;
  LpnBudget          *budget;
  guint               n_components;
  guint32             n_transitions;
  LpnPart            *parts;
  LpnPlan            *plans;
  GPtrArray          *predicates;
  bool                memory_out;
  bool                verify;
  guint64             stamp;

  GArray **dependents; /* per component: anchors to look at again when it changes */
  guint8  *is_stale;   /* per anchor */
  guint32 *last;       /* the tuple expanded last */
  bool     has_last;

  gint64 *values; /* scratch: one value per element */
  gint64 *row;    /* scratch: as many as the widest component has elements */

  guint32 *changes; /* scratch: what one transition changes */
  guint32 *tuples;  /* successors: those kept, then those of the last expansion */
  guint32 *fired;
  guint    capacity;
  guint    n_kept;
  guint    n_last;
};

/* next-plan.c */
void lpn_next_make_plans (LpnNext *next);
void lpn_next_free_plans (LpnNext *next);
/* The view of `component` through these elements (all must be in it); shared with whoever asked before. */
LpnView *lpn_next_view (LpnNext *next, guint component, const GArray *elements);
/* Views that cover a set of elements, `prefer` being read first where it holds an element (G_MAXUINT: none). */
GPtrArray *lpn_next_views_for (LpnNext *next, const GArray *elements, guint prefer);

/* next.c */
/* Interns a local state of component c and tells its views; LPN_LOCAL_NONE when memory is out. `row` has all columns.
 */
guint32 lpn_next_intern (LpnNext *next, guint c, const gint64 *row);
/* Copies what a memo's views see of `tuple` into next->values. */
void lpn_next_load (LpnNext *next, const LpnMemo *memo, const guint32 *tuple);

/* next-verify.c */
void lpn_next_verify (LpnNext *next, const guint32 *tuple, const LpnSuccessors *successors, guint32 fault);

/* next-predicate.c */
void lpn_next_free_predicate (LpnPredicate *predicate);

#endif
