/* SPDX-License-Identifier: MIT */
/*
 * What the stores on CUDD have in common: options, encoding, the diagram, and a buffer before it where wanted.
 *
 * With a buffer, a new state goes into a hash table of keys; when that is loaded, its keys are sorted and added to the
 * diagram in one pass (lpn_bdd_unite). The table is small until the diagram has a few thousand nodes, then grows with
 * it up to the `buffer` option, and never outweighs what it serves. A cache of keys known to be in the diagram
 * (store/key-cache.h), half as large, is given up first where memory is short. Both make room for a reordering. The
 * buffer is emptied before anything that changes
 * the meaning of keys (a wider component, reordering), and by stats(), so that nodes and bytes are those of the whole
 * set. finish() gives both back and moves the diagram to a manager of its size.
 */
#ifndef LPN_STORE_BDD_STORE_H
#define LPN_STORE_BDD_STORE_H

#include "store/store.h"

G_BEGIN_DECLS

typedef enum
{
  LPN_BDD_STORE_ZDD = 1 << 0,
  LPN_BDD_STORE_BUFFER = 1 << 1,
} LpnBddStoreKind;

LpnStore *lpn_bdd_store_new (const LpnStoreConfig *config, guint kind, GError **error);
void      lpn_bdd_store_close (LpnStore *store);

LpnStoreAnswer lpn_bdd_store_insert (LpnStore *store, const guint32 *tuple);
bool           lpn_bdd_store_contains (LpnStore *store, const guint32 *tuple);
guint          lpn_bdd_store_insert_many (LpnStore *store, const guint32 *tuples, guint n, gint8 *answers);
void           lpn_bdd_store_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen);
LpnStoreAnswer lpn_bdd_store_grown (LpnStore *store, guint component, guint32 count);
void           lpn_bdd_store_finish (LpnStore *store);
void           lpn_bdd_store_stats (const LpnStore *store, LpnStoreStats *stats);
void           lpn_bdd_store_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data);
bool           lpn_bdd_store_check (LpnStore *store, GError **error);
bool           lpn_bdd_store_foreach (LpnStore *store, LpnTupleFunc func, gpointer data);
void           lpn_bdd_store_dump_dot (LpnStore *store, GString *out);
const char    *lpn_bdd_store_full_reason (const LpnStore *store);

/* The members every such store has alike. */
#define LPN_BDD_STORE_MEMBERS                                                                                          \
  .flags = LPN_STORE_EXACT | LPN_STORE_ENUMERABLE | LPN_STORE_DIAGRAM | LPN_STORE_BY_ORDER, .close = lpn_bdd_store_close,                   \
  .insert = lpn_bdd_store_insert, .contains = lpn_bdd_store_contains, .insert_many = lpn_bdd_store_insert_many,        \
  .contains_many = lpn_bdd_store_contains_many, .grown = lpn_bdd_store_grown, .finish = lpn_bdd_store_finish,          \
  .stats = lpn_bdd_store_stats, .figures = lpn_bdd_store_figures, .check = lpn_bdd_store_check,                        \
  .foreach = lpn_bdd_store_foreach, .dump_dot = lpn_bdd_store_dump_dot, .full_reason = lpn_bdd_store_full_reason

#define LPN_BDD_OPTION_ENCODING                                                                                        \
  {                                                                                                                    \
    "encoding", "index|element|chunk", "what the bits are of (default index)"                                          \
  }
#define LPN_BDD_OPTION_BUFFER                                                                                          \
  {                                                                                                                    \
    "buffer", "BYTES", "most bytes of the buffer before the diagram (default 32M)"                                     \
  }

G_END_DECLS

#endif
