/* SPDX-License-Identifier: MIT */
/* What the files of the node engine (dd-pool.c, dd-table.c, dd-nodes.c) share. */
#ifndef LPN_STORE_DD_PRIVATE_H
#define LPN_STORE_DD_PRIVATE_H

#include "store/dd.h"

G_BEGIN_DECLS

static inline guint64
lpn_dd_arc_words (const LpnDd *dd, const LpnDdNode *node)
{
  return node->bits * lpn_dd_stride (dd);
}

/* Words in the pool; 0 when the children lie in the node. */
static inline guint64
lpn_dd_pool_words (const LpnDd *dd, const LpnDdNode *node)
{
  guint n;

  if (dd->form != LPN_DD_DIGITS)
    return lpn_dd_arc_words (dd, node);
  if (lpn_dd_is_leaf (node))
    return 0;
  n = (guint)__builtin_popcountll (node->bits);
  return n == 1 ? 0 : n;
}

/* The words that, with `bits`, tell a node from any other. */
static inline const guint32 *
lpn_dd_node_data (const LpnDd *dd, const LpnDdNode *node, guint64 *n_words)
{
  if (dd->form != LPN_DD_DIGITS)
    {
      *n_words = lpn_dd_arc_words (dd, node);
      return dd->pool + node->kids;
    }
  *n_words = lpn_dd_is_leaf (node) ? 0 : (guint64)__builtin_popcountll (node->bits);
  return lpn_dd_kids (dd, node);
}

/* --- dd-table.c --- */

#define LPN_DD_HEADS_MIN 1024u /* buckets of the unique table to begin with */

/* Gives all nodes the hashes of what they are now, in a table of the size they need. All must be hashed or free. */
void lpn_dd_hash_anew (LpnDd *dd);

/* --- dd-pool.c --- */

/* A block for `words`. There must be room. */
guint32 lpn_dd_pool_take (LpnDd *dd, guint64 words);
void    lpn_dd_pool_give (LpnDd *dd, guint32 offset, guint64 words);
/* Room for one more block of `words` words; as much of the rest as it takes is done for it. */
bool lpn_dd_pool_ready (LpnDd *dd, guint64 words);
/* Room for ids, and for words, below `need`. */
bool lpn_dd_grow_ids (LpnDd *dd, guint64 need);
bool lpn_dd_grow_pool (LpnDd *dd, guint64 need);

/* Moves all blocks to the front of the pool, without further memory. */
void lpn_dd_pool_compact (LpnDd *dd);
/* The blocks for ids and words cut to what has been given out. */
void lpn_dd_trim_blocks (LpnDd *dd);

/* --- dd-nodes.c --- */

/* A floating node, all but its references still to be filled in. After a reserve. */
guint32 lpn_dd_new_node (LpnDd *dd);
/* The children are the caller's business. */
void lpn_dd_free_node (LpnDd *dd, guint32 id);

G_END_DECLS

#endif
