/* SPDX-License-Identifier: MIT */
/*
 * The naive explorer every engine and store is compared with: breadth-first over plain state vectors, firing by the
 * reference semantics. It shares the net model with the real engine and nothing else.
 *
 * Vocabulary
 *   distance   firings on a shortest way from the initial state; LPN_ORACLE_NEVER where there is no way
 *   state i    the i-th state found, from 0 (the initial state); distances never fall as i grows
 *
 * A transition is counted once per state where it fires. A fault ends the search: the counts are then those up to
 * it. It is the fault of the first state in this order, and there of the first transition, so its distance is the
 * shortest, but an engine that searches otherwise may meet another one first.
 *
 * Cost: per state 8 bytes per element and 20 more, up to twice that just after growing; some million firings a second
 * on small nets.
 */
#ifndef LPN_TEST_ORACLE_H
#define LPN_TEST_ORACLE_H

#include "lpn/net.h"
#include "lpn/reference.h"

G_BEGIN_DECLS

#define LPN_ORACLE_NEVER G_MAXUINT64

typedef struct
{
  guint64      states;
  guint64      transitions; /* firings */
  guint64      deadlocks;   /* states where nothing is enabled; only of states looked at */
  guint64      depth;       /* the largest distance of a state */
  bool         complete;    /* every reachable state was found and looked at */
  bool         error;       /* ended by `fault`, met in a state of distance `fault_distance` */
  LpnFaultInfo fault;
  guint64      fault_distance;
  guint64      deadlock_distance; /* of the nearest deadlock */
  guint64      fail_distance; /* after the nearest firing of a `fail` transition (which the search fires like others) */
  guint32      fail_transition; /* LPN_NONE: none fired */
} LpnOracleResult;

typedef struct _LpnOracle LpnOracle;

/* Explores until done, a fault, or `max_states` states held. Returns: transfer full. */
LpnOracle *lpn_oracle_new (const LpnNet *net, guint64 max_states);
void       lpn_oracle_free (LpnOracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnOracle, lpn_oracle_free)

const LpnOracleResult *lpn_oracle_result (const LpnOracle *oracle);
/* The result alone. */
LpnOracleResult lpn_oracle_explore (const LpnNet *net, guint64 max_states);

/* State i: its n_elements values, and its distance. */
const gint64 *lpn_oracle_state (const LpnOracle *oracle, guint64 i);
guint64       lpn_oracle_distance (const LpnOracle *oracle, guint64 i);
/* The i of a state vector; LPN_ORACLE_NEVER if it was not found. */
guint64 lpn_oracle_find (const LpnOracle *oracle, const gint64 *values);

/* Firings of a transition over all states, and the distance after its nearest firing (NEVER: it fired nowhere). */
guint64 lpn_oracle_fired (const LpnOracle *oracle, guint32 transition);
guint64 lpn_oracle_fired_distance (const LpnOracle *oracle, guint32 transition);

/* The first state where the truth value `expr` is `value`: its i, or NEVER. Where evaluating faults in an earlier
 * state, NEVER with `info` (may be NULL) filled, transition LPN_NONE; otherwise info->fault is LPN_FAULT_NONE. */
guint64 lpn_oracle_reach (const LpnOracle *oracle, const LpnExpr *expr, bool value, LpnFaultInfo *info);

G_END_DECLS

#endif
