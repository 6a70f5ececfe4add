/* SPDX-License-Identifier: MIT */
/*
 * Decision diagrams over tuples: the nodes, and every operation the diagram stores are made of.
 *
 * Vocabulary
 *   level      one decision on the way from the root to the terminal; level 0 is the root's
 *   digit      what a level decides on: a whole index, or up to six bits of one or more of them
 *   part       the bits of one component's index in one digit
 *   layout     which parts make which level's digit
 *   key        a tuple as the digits of the layout
 *   node       a non-empty map from digits to nodes of the next level (children); it stands for a set of suffixes
 *   edge       one entry of that map; an arc is a run of neighbouring edges to the same child, kept as one
 *   hashed     a node is hashed when it is in the unique table
 *   floating   a node nothing refers to yet (0 references)
 *   exclusive  a node on a path from the root where every node down to it has one reference: it may be changed in place
 *
 * Forms of a diagram
 *   DIGITS  A component is cut into digits of six bits, highest first, as many as its count of local states needs; so
 *           most components are one level. A node is a 64-bit map of the digits it has, and its children in digit
 *           order: looking a digit up is one test and one population count, whatever the fan-out, and copying a node
 *           never touches more than 64 children, however many local states a component has. Nodes of the last level
 *           are the map alone. Components of up to 64 local states give the very diagram of the papers; beyond, the
 *           digits of one component share among themselves what a flat node of hundreds of edges cannot. Such a
 *           diagram can be packed: neighbouring components then share a digit, as many as their bits allow.
 *   ARCS    One level per component, a node is its edges in a sorted array.
 *   RANGES  The same, an arc carries the run lo..hi of indices with the same child; neighbouring arcs differ in child.
 *
 *   node    bytes 0-7   DIGITS: map of the digits held; else: number of arcs
 *                 8-11  children: offset in the pool, in words; DIGITS with one digit: the child itself; last level: 0
 *                       (no child and no offset is 0, so this tells the last level)
 *                 12-15 references (bit 31: mark of a traversal)
 *   link    bytes 0-3   hash of the node, 0 when not hashed
 *                 4-7   hashed: next node in the same bucket; else, DIGITS: bit i set when a child at digit 2i or 2i +
 * 1 may not be hashed arc     words lo, child [, hi in RANGES]
 *
 * Ids are 32 bits wide: 0 is no node, 1 the terminal. There is one unique table for all levels: a node's children name
 * its level, so nodes of different levels are never equal, but for those of the last, whose only child is the terminal.
 *
 * Laws
 *   1. Every node but the terminal has at least one edge, and leads to the terminal in n_levels steps.
 *   2. A hashed node's descendants are all hashed, and no two hashed nodes are equal. So a diagram whose root is hashed
 * is canonical: equal sets have the same root.
 *   3. A node that is not hashed has at most one reference.
 *   4. The references of a node are the arcs (or edges) that lead to it, plus one per set it is the root of.
 *
 * References are counted, not swept up: the count is what tells that a node may be changed in place, which is what
 * makes one insertion per state fast, and garbage is back in use at once, so the peak stays near what is alive. The
 * price is a visit to each child when a node is copied. Counts stick at their maximum: such a node is never freed and
 * never changed in place, which is safe.
 *
 * Memory: nodes, links, pool and table are blocks of the budget; what the budget refuses answers FULL (or false)
 * and leaves the diagram as it was.
 *
 * Papers: multi-value decision diagrams and trees in explicit model checking (III); sharing trees (3).
 */
#ifndef LPN_STORE_DD_H
#define LPN_STORE_DD_H

#include "store/store.h"

G_BEGIN_DECLS

#define LPN_DD_NONE 0u
#define LPN_DD_TERMINAL 1u
#define LPN_DD_FIRST 2u /* the first id of an ordinary node */
#define LPN_DD_DIGIT_BITS 6u
#define LPN_DD_FANOUT 64u
#define LPN_DD_WALKS 8u     /* walks in flight at once in lpn_dd_contains_many() */
#define LPN_DD_CLASSES 128u /* size classes of the pool */

#define LPN_DD_MARK 0x80000000u
#define LPN_DD_REFS_MAX 0x7fffffffu

typedef enum
{
  LPN_DD_DIGITS,
  LPN_DD_ARCS,
  LPN_DD_RANGES,
} LpnDdForm;

/* Bytes held by everything that reports to it, now and at most. */
typedef struct
{
  LpnBudget *budget;
  guint64    bytes;
  guint64    peak;
} LpnDdMeter;

bool lpn_dd_meter_resize (LpnDdMeter *meter, LpnBlock *block, guint64 size);
void lpn_dd_meter_free (LpnDdMeter *meter, LpnBlock *block);

typedef struct
{
  guint64 bits;
  guint32 kids;
  guint32 refs;
} LpnDdNode;

typedef struct
{
  guint32 hash;
  guint32 next;
} LpnDdLink;

typedef struct
{
  guint32 component;
  guint32 mask;  /* of the bits, after the shift */
  guint32 level; /* whose digit it is part of */
  guint8  shift; /* where the bits are in the index */
  guint8  bits;
  guint8  up;  /* where they are in the digit */
  guint8  pos; /* and in the word of a key */
} LpnDdPart;

/* The parts stand in the order of their bits, from the highest of component 0 to the lowest of the last component; the
 * first part of a level is the highest in its digit. Each component has a part at least. */
typedef struct
{
  guint      n_components;
  guint      n_levels;
  guint      n_words; /* of a key */
  guint      n_parts;
  guint      lane_log; /* a word has 2^lane_log digits: 8 in DIGITS, else 2 */
  LpnDdPart *parts;
  guint32   *word_end; /* per word: the parts before it and in it */
  guint8    *level_bits;
  guint8    *capacity; /* per component: the bits of its parts */
} LpnDdLayout;

typedef struct
{
  guint32 a, b, result;
} LpnDdCached;

/* One set of tuples: its root, and a finger on the path of the tuple asked about last. The next one often begins alike,
 * and is looked for from where the two part. */
typedef struct
{
  guint32  root;
  guint    known; /* the levels whose nodes are in `path` */
  guint32 *path;  /* n_levels ids */
  guint64 *last;  /* the tuple's key */
} LpnDdSet;

typedef struct
{
  LpnDdForm   form;
  bool        unique; /* there is a unique table */
  guint       n_components;
  LpnDdLayout layout;
  guint8     *widths;  /* per component: the bits its count of local states needs, at least 1 */
  guint64    *keys;    /* LPN_DD_WALKS keys, scratch */
  guint32    *scratch; /* DIGITS: LPN_DD_FANOUT ids per level */

  /* The data of the blocks below. */
  LpnDdNode *nodes;
  LpnDdLink *links;
  guint32   *pool;
  guint32   *heads;

  LpnDdSet main;
  LpnDdSet other; /* the second operand of lpn_dd_unite() */

  guint32 n_ids;     /* ids below this one have been given out */
  guint32 free_node; /* list through kids */
  guint32 n_free;
  guint32 head_mask;
  guint32 pool_used;  /* words below this one have been given out */
  guint64 live_words; /* of the pool */
  guint32 pool_lost;  /* single words, too small to be of use */
  guint32 pool_room;  /* words the block has room for */
  guint32 max_ids;    /* tests lower these two */
  guint32 max_pool;
  guint32 free_words[LPN_DD_CLASSES];
  guint64 class_map[LPN_DD_CLASSES / 64]; /* which lists are not empty */

  LpnDdMeter *meter;
  LpnBlock    node_block, link_block, pool_block, head_block, scratch_block, cache_block;
  guint32     room; /* ids the blocks have room for */
  const char *full_reason;

  guint64 n_nodes; /* alive */
  guint64 peak_nodes;
  guint64 compactions;
  guint64 relayouts;
  guint64 unions, union_edges, cache_hits, cache_misses;
} LpnDd;

/* --- dd-pool.c, dd-table.c, dd-nodes.c: nodes, their memory and the unique table --- */

bool lpn_dd_init (LpnDd *dd, LpnDdForm form, bool unique, guint n_components, LpnDdMeter *meter);
void lpn_dd_clear (LpnDd *dd);

/* Makes sure that `n_nodes` nodes with `n_words` words of children in all can be made without asking the budget. */
bool lpn_dd_reserve (LpnDd *dd, guint64 n_nodes, guint64 n_words);
/* Enough for one insertion of a tuple: a new or copied node on every level. */
bool lpn_dd_reserve_path (LpnDd *dd, const guint32 *path, guint depth);

/* A floating node with one edge. After a reserve; not hashed. */
guint32 lpn_dd_single (LpnDd *dd, guint32 digit, guint32 child);
/* A floating copy, not hashed. After a reserve. */
guint32 lpn_dd_copy (LpnDd *dd, guint32 id);
/* Points `digit` of a node that is not hashed to `child`, whatever it led to before. After a reserve. */
void lpn_dd_set (LpnDd *dd, guint32 id, guint32 digit, guint32 child);

/* The hashed node equal to `id`, which must not be hashed: `id` itself, hashed now, or another; then `id` is freed if
 * it floats. */
guint32 lpn_dd_intern (LpnDd *dd, guint32 id);
/* DIGITS: the hashed node of these children (NULL on the last level), found or made. LPN_DD_NONE: FULL. */
guint32 lpn_dd_make (LpnDd *dd, guint64 bits, const guint32 *kids);
/* Takes a node out of the unique table, if it is there. */
void lpn_dd_unhash (LpnDd *dd, guint32 id);

void lpn_dd_unref (LpnDd *dd, guint32 id);
/* Replaces the root of a set by another, which may float, and lets the old one go. */
void lpn_dd_set_root (LpnDd *dd, LpnDdSet *set, guint32 root);
/* Frees every floating node and what only floating nodes hold: after an operation that ran out of memory. */
void lpn_dd_sweep (LpnDd *dd);

/* What `words` take in the pool, rounded up to a size class; what a node takes there; what is not in use. */
guint64 lpn_dd_class_words (guint64 words);
guint64 lpn_dd_live_words (const LpnDd *dd, guint32 id);
guint64 lpn_dd_free_words (const LpnDd *dd);
/* The hashed node equal to `id`, hashed or not; LPN_DD_NONE when there is none. */
guint32 lpn_dd_find_equal (const LpnDd *dd, guint32 id);

static inline guint
lpn_dd_stride (const LpnDd *dd)
{
  return dd->form == LPN_DD_RANGES ? 3 : 2;
}

/* DIGITS: whether a node is of the last level, and so without children. */
static inline bool
lpn_dd_is_leaf (const LpnDdNode *node)
{
  return node->kids == 0;
}

/* What the nodes alive take, tables and free space apart. */
static inline guint64
lpn_dd_live_bytes (const LpnDd *dd)
{
  return dd->n_nodes * (sizeof (LpnDdNode) + sizeof (LpnDdLink)) + dd->live_words * sizeof (guint32);
}

static inline guint32
lpn_dd_refs (const LpnDd *dd, guint32 id)
{
  return dd->nodes[id].refs & LPN_DD_REFS_MAX;
}

static inline bool
lpn_dd_is_hashed (const LpnDd *dd, guint32 id)
{
  return dd->unique && dd->links[id].hash != 0;
}

static inline void
lpn_dd_ref (LpnDd *dd, guint32 id)
{
  if (id >= LPN_DD_FIRST && lpn_dd_refs (dd, id) != LPN_DD_REFS_MAX)
    dd->nodes[id].refs++;
}

static inline guint32
lpn_dd_digit (const LpnDd *dd, guint level, const guint64 *key)
{
  guint log = dd->layout.lane_log;
  guint lane = 64u >> log;

  return (guint32)(key[level >> log] >> (level & ((1u << log) - 1)) * lane) & (0xffffffffu >> (32 - lane));
}

/* DIGITS: the children of a node that is not of the last level. */
static inline const guint32 *
lpn_dd_kids (const LpnDd *dd, const LpnDdNode *node)
{
  return (node->bits & (node->bits - 1)) == 0 ? &node->kids : dd->pool + node->kids;
}

/* DIGITS: the child a digit leads to, or LPN_DD_NONE. */
static inline guint32
lpn_dd_digit_child (const LpnDd *dd, const LpnDdNode *node, guint32 digit)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << digit;

  if ((node->bits & bit) == 0)
    return LPN_DD_NONE;
  if (lpn_dd_is_leaf (node))
    return LPN_DD_TERMINAL;
  return lpn_dd_kids (dd, node)[__builtin_popcountll (node->bits & (bit - 1))];
}

/* ARCS, RANGES: the number of arcs that end before `digit`; the one of that number holds it, if any does. */
guint lpn_dd_find_arc (const LpnDd *dd, const LpnDdNode *node, guint32 digit);

/* Of any form; `alone` says whether no other index leads to the child through the same arc. */
guint32 lpn_dd_child (const LpnDd *dd, guint32 id, guint32 digit, bool *alone);

/* The arcs of a node one after another, in any form: begin with `at` 0, and go on while true is answered. */
typedef struct
{
  guint32 lo, hi, child;
} LpnDdArc;
bool lpn_dd_next_arc (const LpnDd *dd, guint32 id, guint *at, LpnDdArc *arc);

/* --- dd-layout.c: which bits make which digit --- */

/* One component per level, or, in DIGITS, as many levels as it needs. */
void lpn_dd_layout_plain (LpnDdLayout *layout, LpnDdForm form, const guint8 *widths, guint n_components);
/* As few levels as neighbouring components of these widths can share. */
void lpn_dd_layout_packed (LpnDdLayout *layout, const guint8 *widths, guint n_components);
/* Another level above the first of a component that has that to itself. */
void lpn_dd_layout_lift (LpnDdLayout *layout, guint component);
/* Widens the highest part of the component by `bits`, for which the digit must have room above it. */
void lpn_dd_layout_widen (LpnDdLayout *layout, guint component, guint bits);
void lpn_dd_layout_clear (LpnDdLayout *layout);
/* The part with the component's highest bits. */
LpnDdPart *lpn_dd_layout_top (const LpnDdLayout *layout, guint component);

/* --- dd-levels.c: components that grow, layouts that change --- */

/* Makes sure that indices below `count` of the component have digits enough. False: FULL, nothing changed. */
bool lpn_dd_grow (LpnDd *dd, guint component, guint32 count);
/* DIGITS with a unique table: packs the diagram, or unpacks it, if that changes the number of levels. False: it did not
 * fit in memory, and all is as before. Both sets are reduced. */
bool lpn_dd_pack (LpnDd *dd, bool packed);

/* --- dd-relayout.c --- */

/* The roots that both sets have in another layout, floating perhaps. All nodes must be hashed, and there must be
 * scratch rows for its levels. False: FULL, nothing changed. */
bool lpn_dd_relayout (LpnDd *dd, const LpnDdLayout *layout, guint32 roots[2]);

/* --- dd-insert.c: one tuple at a time --- */

/* Adds a tuple. `canonical`: every node is hashed again before it returns (needs the unique table and a canonical
 * diagram); else the nodes that changed stay out of the table until lpn_dd_reduce(). */
LpnStoreAnswer lpn_dd_insert (LpnDd *dd, LpnDdSet *set, const guint32 *tuple, bool canonical);
bool           lpn_dd_contains (LpnDd *dd, LpnDdSet *set, const guint32 *tuple);
/* The same for many, several walks in flight. */
void lpn_dd_contains_many (LpnDd *dd, LpnDdSet *set, const guint32 *tuples, guint n, guint8 *seen);

/* --- dd-union.c: whole sets --- */

/* DIGITS: the union of two hashed nodes (or LPN_DD_NONE) of one level, hashed, maybe floating. False: FULL; then
 * floating nodes may be left behind for lpn_dd_sweep(). */
bool lpn_dd_union (LpnDd *dd, guint level, guint32 a, guint32 b, guint32 *result);
/* Makes a set canonical after plain insertions. Needs no memory. */
void lpn_dd_reduce (LpnDd *dd, LpnDdSet *set);

/* --- dd-shrink.c --- */

/* Makes both sets canonical (where there is a unique table) and gives back all memory their nodes do not need. */
void lpn_dd_shrink (LpnDd *dd);

/* --- dd-inspect.c: reading a diagram --- */

__extension__ typedef unsigned __int128 LpnDdCount;

/* The number of tuples below `root`; false when it is past 128 bits or there is no memory for counting. */
bool lpn_dd_count (const LpnDd *dd, guint32 root, LpnDdCount *count);
/* Both sets, in lexicographic order. */
bool lpn_dd_foreach (const LpnDd *dd, LpnTupleFunc func, gpointer data);
void lpn_dd_dump_dot (LpnDd *dd, const char *name, GString *out);
/* Nodes (one per value and set of sons, root and end included) that the same set has as a sharing tree; 0
 * when there is no memory for counting. */
guint64 lpn_dd_value_nodes (LpnDd *dd);
guint64 lpn_dd_count_edges (LpnDd *dd);
/* Every law above. `canonical`: all nodes must be hashed. */
bool lpn_dd_check (LpnDd *dd, bool canonical, GError **error);

/* Calls `func` once for every node of both sets down to level `last`, parents first; uses the mark. */
typedef void (*LpnDdNodeFunc) (LpnDd *dd, guint level, guint32 id, gpointer data);
void lpn_dd_each_node (LpnDd *dd, guint last, LpnDdNodeFunc func, gpointer data);

G_END_DECLS

#endif
