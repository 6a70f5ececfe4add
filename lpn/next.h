/* SPDX-License-Identifier: MIT */
/*
 * The next-state function, partitioned by transition, on tuples of local-state indices.
 *
 * How it works
 *   Every transition is anchored at one component, usually its module's. For each local state of a component a list of
 *   candidates is kept: the anchored transitions whose input places and local guard parts hold there. What else a
 *   guard reads, in other components, is looked up in a memo: a table addressed by the classes of those components'
 *   local states, where two local states are in one class if they agree on the elements the guard reads. New
 *   local states come from memos too: (old index, classes of what the right-hand sides read) -> new index. A memo
 *   that would be too large becomes a lossy cache, and below that the compiled code runs on decoded values.
 *
 *   Expansion is driven by change: the enabled transitions of each anchor are kept from the tuple expanded last, and
 *   only anchors that depend on a component which differs are looked at again.
 *
 * An LpnNext belongs to one search (it holds the local-state tables, which grow); the partition and the compiled net
 * behind it are shared and immutable. All its memory is taken from the budget.
 */
#ifndef LPN_LPN_NEXT_H
#define LPN_LPN_NEXT_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"
#include "lpn/partition.h"
#include "lpn/reference.h"

G_BEGIN_DECLS

typedef struct _LpnNext LpnNext;

typedef enum
{
  LPN_NEXT_MEMORY = -2, /* the budget is used up; the object stays in this state */
  LPN_NEXT_FAULT = -1,  /* a model error */
  LPN_NEXT_OK = 0,
} LpnNextAnswer;

/* The successors of one state, in a fixed order of transitions; owned by the LpnNext, valid until its next expansion.
 */
typedef struct
{
  guint          n;
  const guint32 *tuples;      /* n tuples, one after another */
  const guint32 *transitions; /* which transition gave each */
} LpnSuccessors;

/* Borrows partition and budget. Returns: transfer full; NULL when the budget does not hold the initial state. */
LpnNext *lpn_next_new (const LpnPartition *partition, LpnBudget *budget);
void     lpn_next_free (LpnNext *next);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnNext, lpn_next_free)

const LpnPartition *lpn_next_partition (const LpnNext *next);

/* The initial state; every index is 0. */
void lpn_next_initial (const LpnNext *next, guint32 *tuple);

/* All successors of `tuple`. On FAULT, *transition is one that faults there (the reference semantics tell more). */
LpnNextAnswer lpn_next_expand (LpnNext *next, const guint32 *tuple, LpnSuccessors *successors, guint32 *transition);
/* The successors of the last expansion stay, those of the next are put behind them, until lpn_next_drop(). Returns all
 * that are kept, one expansion after another, valid until the next expansion. */
LpnSuccessors lpn_next_keep (LpnNext *next);
void          lpn_next_drop (LpnNext *next);

/* Fires one transition: 1 and `out` filled, 0 when disabled, or an LpnNextAnswer below 0. */
int lpn_next_fire (LpnNext *next, const guint32 *tuple, guint32 transition, guint32 *out);

/* State vectors. Encoding interns what is new; LPN_NEXT_MEMORY when that fails. */
void lpn_next_decode (const LpnNext *next, const guint32 *tuple, gint64 *values);
/* One component alone: its values in local state `index`, and which elements they are of (borrowed), `n` of them. */
const guint32 *lpn_next_decode_component (const LpnNext *next, guint component, guint32 index, gint64 *values,
                                          guint *n);
LpnNextAnswer  lpn_next_encode (LpnNext *next, const gint64 *values, guint32 *tuple);

/* Local states of a component so far. The stamp changes whenever any count does. */
guint32 lpn_next_count (const LpnNext *next, guint component);
guint64 lpn_next_stamp (const LpnNext *next);
/* Bytes of local tables, classes, candidates and memos. */
guint64 lpn_next_bytes (const LpnNext *next);

/* Debug mode: every expansion is compared with the reference semantics, and the declared read and write sets are
 * verified by changing every undeclared element. Slow. A mismatch is a bug of ours: g_error(). */
void lpn_next_set_verify (LpnNext *next, bool verify);

/* A truth-valued expression over states, answered from a memo like a guard. */
typedef struct _LpnPredicate LpnPredicate;

/* Borrows `expr`. The predicate is owned by `next` and lives as long. NULL when memory is out. */
LpnPredicate *lpn_next_predicate (LpnNext *next, const LpnExpr *expr);
/* 1, 0, or LPN_NEXT_FAULT. */
int lpn_predicate_holds (LpnPredicate *predicate, const guint32 *tuple);

G_END_DECLS

#endif
