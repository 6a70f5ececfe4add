/* SPDX-License-Identifier: MIT */
/*
 * A set of bit strings as one diagram of CUDD: a BDD or a ZDD over the bits of numbers that grow wider.
 *
 * Vocabulary
 *   cell     one number of up to 32 bits; a string is the bits of all cells (a component's index, an element's value)
 *   variable one bit of one cell; CUDD's index of it never changes
 *   level    the place of a variable in the diagram's order, 0 at the top
 *   key      a string in level order: level 0 is the highest bit of word 0; keys compared as numbers, word by word,
 *            are in the order of the diagram. The last two bits of a key (LPN_KEY_MARKS) belong to no level.
 *
 * Order: cells as given, the highest bit of each on top, until reordering moves them. A cell starts without bits. A bit
 * it gains is put above its others, and the set is to be constrained to 0 there. In a ZDD that is nothing to do, since
 * an absent variable is 0. In a BDD it is a pass over the part of the diagram above; it waits (the bit is *pending*)
 * until something with a 1 there is added, so that bits gained together cost one pass.
 *
 * Memory: bytes for CUDD are taken from the budget in steps, and CUDD is held below what was taken (see bdd.c).
 * Every function that can run out of memory answers false and leaves the set as it was.
 *
 * It is the state store of the OBDD paper: lpn_bdd_or() is its EncodeOBDD and OR, lpn_bdd_has() its Exists.
 */
#ifndef LPN_STORE_BDD_H
#define LPN_STORE_BDD_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"
#include "store/packing.h"
#include "store/store.h"

G_BEGIN_DECLS

/* The bits of a key's last word that no level uses; the holder of the key may mark it there. */
#define LPN_KEY_MARKS G_GUINT64_CONSTANT (3)

#define LPN_BDD_LANES 16

typedef enum
{
  LPN_BDD_REORDER_NONE,
  LPN_BDD_REORDER_SIFT,       /* every bit alone to where the diagram is smallest */
  LPN_BDD_REORDER_GROUP_SIFT, /* bits within their cell, then cells as blocks */
  LPN_BDD_REORDER_WINDOW,     /* every permutation of three neighbouring bits; BDDs only */
} LpnBddReorder;

typedef struct
{
  guint64 nodes;      /* of the diagram, terminals included; complemented arcs as CUDD counts */
  guint64 peak_nodes; /* most nodes alive at once, an old and a new diagram together */
  guint64 bytes;      /* CUDD's and the layout's, now */
  guint64 peak_bytes; /* at most */
  guint64 reorderings;
  double  reorder_seconds;
  double  cache_lookups;
  double  cache_hits;
  guint64 collections; /* of garbage */
} LpnBddStats;

typedef struct _LpnBdd LpnBdd;

typedef enum
{
  LPN_BDD_ZDD = 1 << 0,
  LPN_BDD_SINGLY = 1 << 1, /* to be filled by lpn_bdd_or(): CUDD gets a larger cache, and room for the dead */
} LpnBddFlags;

/* The empty set of strings of `n_cells` cells without bits. NULL where the budget does not hold it. */
LpnBdd *lpn_bdd_new (guint n_cells, guint flags, LpnBddReorder reorder, LpnBudget *budget);
/* Checks that every reference was given back, where that is quick. */
void lpn_bdd_free (LpnBdd *bdd);

guint lpn_bdd_n_variables (const LpnBdd *bdd);
guint lpn_bdd_width (const LpnBdd *bdd, guint cell);
/* Makes the cell a bit wider: `level` is the new bit's. Keys made before need a 0 put in there. */
bool lpn_bdd_widen (LpnBdd *bdd, guint cell, guint *level);

/* Words of a key, now and after `more` bits more. */
guint lpn_bdd_key_words (const LpnBdd *bdd, guint more);
/* Puts a 0 in at `level` of a key; what was there and below moves down. The key's marks stay. */
void lpn_key_insert_zero (guint64 *key, guint n_words, guint level);
/* The keys of `n` times the cells, laid one after another, which must fit their widths; the marks are 0. */
void lpn_bdd_keys (const LpnBdd *bdd, const guint32 *cells, guint n, guint64 *keys);
void lpn_bdd_cells (const LpnBdd *bdd, const guint64 *key, guint32 *cells);

/* Exists: walks the diagram, makes no nodes. */
bool lpn_bdd_has (const LpnBdd *bdd, const guint64 *key);
/* The same for up to LPN_BDD_LANES keys, whose walks wait for memory together. */
void lpn_bdd_has_many (const LpnBdd *bdd, const guint64 *const *keys, guint n, bool *has);
/* Encode, then OR. */
bool lpn_bdd_or (LpnBdd *bdd, const guint64 *key);
/* Adds `n` keys, ascending and none of them held, laid one after another: a pass over their common prefixes that
 * rebuilds the diagram bottom-up along them, in a few slices, so that old and new nodes are never all there at once.
 * Answers how many keys, the first ones, were added; less than `n` where memory is out. */
guint64 lpn_bdd_unite (LpnBdd *bdd, const guint64 *keys, guint64 n);
/* Is it large enough to reorder it, or, with `last`, for that to be worth it at all? */
bool lpn_bdd_reorder_due (const LpnBdd *bdd, bool last);
/* Reorders if that is due; keys made before are void if it answers true. */
bool lpn_bdd_reorder (LpnBdd *bdd, bool last);
/* Moves the diagram to a new manager that is not larger than it must be. CUDD itself never gives nodes back. False:
 * nothing was to be gained, or both at once would be more than `most` bytes or than the budget holds. */
bool lpn_bdd_compact (LpnBdd *bdd, guint64 most);

/* Every held string once, as cells. False when func stopped it. */
bool lpn_bdd_foreach (const LpnBdd *bdd, LpnTupleFunc func, gpointer data);
void lpn_bdd_stats (LpnBdd *bdd, LpnBddStats *stats);
/* Nodes of the diagram, and what little CUDD needs besides; not those that are dead. */
guint64 lpn_bdd_live_nodes (const LpnBdd *bdd);
/* Bytes CUDD holds now, by its own account. */
guint64 lpn_bdd_bytes (const LpnBdd *bdd);
/* That the diagram is ordered and reduced, memory within what was taken, and `states` strings held. */
bool lpn_bdd_check (LpnBdd *bdd, guint64 states, GError **error);
void lpn_bdd_dump_dot (LpnBdd *bdd, GString *out);
/* Nodes of the equivalent BDD without complemented arcs and without the F terminal, as the papers count. */
guint64 lpn_bdd_plain_nodes (const LpnBdd *bdd);

G_END_DECLS

#endif
