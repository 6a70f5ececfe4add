/* SPDX-License-Identifier: MIT */
/* The inside of LpnBdd, shared by the files bdd*.c. */
#ifndef LPN_STORE_BDD_PRIVATE_H
#define LPN_STORE_BDD_PRIVATE_H

#include "store/bdd.h"
#include "store/cudd-private.h"

struct _LpnBdd
{
  DdManager    *manager;
  DdNode       *root; /* referenced */
  DdNode       *zero; /* the empty set */
  DdNode       *one;
  bool          zdd;
  LpnBddReorder reorder;

  guint       n_cells;
  guint       n_vars;   /* = levels */
  guint       room;     /* of the three arrays below */
  guint32    *level_of; /* by index */
  guint32    *index_at; /* by level */
  LpnPackBit *bits;     /* by level: whose bit it is */
  guint8     *widths;   /* by cell: its variables */
  guint64    *pending;  /* a key: 1 at pending levels */
  guint       n_pending;
  LpnPacking  packing;  /* of cells to keys */
  LpnBlock    top;      /* where walks begin (bdd-walk.c) */
  guint       top_bits; /* levels it spares them; 0: none */

  LpnBudget *budget;
  guint64    extra;      /* bytes CUDD holds and does not count */
  guint64    taken;      /* for CUDD, from the budget */
  guint64    limit;      /* CUDD's own count may go up to here */
  guint64    miscounted; /* bytes CUDD counts too much */
  guint64    own;        /* for the arrays, from the budget */
  guint64    peak_bytes;
  guint64    peak_nodes;
  guint64    nodes; /* of root, or 0: not counted yet */
  guint64    dying; /* nodes that died with a former root since lpn_bdd_collect() */
  guint64    next_reorder;
  double     reorder_seconds;

  LpnBddStats past; /* what managers before this one counted */
};

/* Takes another step from the budget and lifts the limit. */
bool lpn_bdd_raise (LpnBdd *bdd);
void lpn_bdd_note_peak (LpnBdd *bdd);
/* Appends a variable below all others. */
bool lpn_bdd_append (LpnBdd *bdd, LpnPackBit bit);
/* Makes the table of where walks begin, for a root that is to stay; what changes the root or the levels voids it. */
void lpn_bdd_make_top (LpnBdd *bdd);
/* Collects dead nodes. */
void lpn_bdd_collect (LpnBdd *bdd);
/* The node at `level`; takes over the references of both children and answers a referenced node. NULL: memory is out,
 * and the children's references are given back. */
DdNode *lpn_bdd_join (LpnBdd *bdd, guint level, DdNode *then_, DdNode *else_);
void    lpn_bdd_unref (LpnBdd *bdd, DdNode *node);
/* Replaces the root; takes over the reference. */
void lpn_bdd_set_root (LpnBdd *bdd, DdNode *root);
/* Constrains the set to 0 at the pending levels. */
bool lpn_bdd_settle (LpnBdd *bdd);

/* Bytes CUDD holds, as far as it counts. */
static inline guint64
lpn_bdd_cudd_bytes (const LpnBdd *bdd)
{
  return Cudd_ReadMemoryInUse (bdd->manager) - bdd->miscounted;
}

static inline guint
lpn_bdd_level (const LpnBdd *bdd, DdNode *node)
{
  return Cudd_IsConstant (node) ? bdd->n_vars : bdd->level_of[lpn_cudd_index (node)];
}

static inline bool
lpn_key_bit (const guint64 *key, guint level)
{
  return (key[level / 64] >> (63 - level % 64) & 1) != 0;
}

/* Has the key a 1 at a pending level? */
static inline bool
lpn_bdd_meets_pending (const LpnBdd *bdd, const guint64 *key)
{
  guint64 met = 0;

  for (guint i = 0; i < bdd->packing.n_words; i++)
    met |= key[i] & bdd->pending[i];
  return met != 0;
}

/* The cofactors of `node` at `level`, which is its own or above. */
static inline void
lpn_bdd_split (const LpnBdd *bdd, DdNode *node, guint level, DdNode **then_, DdNode **else_)
{
  if (lpn_bdd_level (bdd, node) != level)
    {
      *then_ = bdd->zdd ? bdd->zero : node;
      *else_ = node;
      return;
    }
  *then_ = Cudd_NotCond (Cudd_T (node), Cudd_IsComplement (node));
  *else_ = Cudd_NotCond (Cudd_E (node), Cudd_IsComplement (node));
}

#endif
