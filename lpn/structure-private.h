/* SPDX-License-Identifier: MIT */
/*
 * What the structure of a net says about how many tokens its places can hold together. Shared by structure.c, which
 * chooses machines, and cluster.c, which finds a home for the places left over.
 */
#ifndef LPN_LPN_STRUCTURE_PRIVATE_H
#define LPN_LPN_STRUCTURE_PRIVATE_H

#include "lpn/partition-private.h"
#include "lpn/semiflow.h"

/* One weighted sum of tokens, at most `flow->tokens`; exactly that if `exact` (a semiflow, not a NUPN unit). */
typedef struct
{
  const LpnSemiflow *flow;
  bool               exact;
} LpnLimit;

typedef struct
{
  const LpnCompiled *compiled;
  GArray            *limits;   /* LpnLimit */
  guint64           *first;    /* per place: its row in limit_of; n_places + 1 */
  guint32           *limit_of; /* numbers of the limits that hold the place */
} LpnLimits;

enum
{
  LPN_UNKNOWN_BOUND = 5, /* tokens assumed, for estimates, of a place nothing limits */
};

/* The weight of a place in a limit that holds it. */
guint32 lpn_limits_weight (const LpnLimits *limits, guint32 limit, guint32 place);
/* Most tokens a place can hold, or LPN_UNKNOWN_BOUND. */
gint64 lpn_limits_bound (const LpnLimits *limits, guint32 place);

/* A group on its way: the places and log2 of their estimated local states. */
typedef struct
{
  GArray     *places; /* guint32; NULL once merged into another */
  const char *name;   /* of the unit; NULL: that of the first place */
  double      bits;
  bool        machine; /* by a unit or semiflow, or joined with such */
} LpnCluster;

/* Merges clusters that share transitions where their local states together stay few. `cluster_of`: per place, LPN_NONE
 * outside. */
void lpn_clusters_merge (const LpnLimits *limits, GArray *clusters, guint32 *cluster_of);

#endif
