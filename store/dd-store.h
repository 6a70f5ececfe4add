/* SPDX-License-Identifier: MIT */
/*
 * What the stores that are one diagram have in common: everything but their insert().
 *
 * LpnDdStore is the instance; a store's own struct begins with it. The functions fill the members of an LpnStoreType.
 */
#ifndef LPN_STORE_DD_STORE_H
#define LPN_STORE_DD_STORE_H

#include "store/dd.h"

G_BEGIN_DECLS

typedef struct
{
  LpnStore   base;
  LpnDdMeter meter;
  LpnDd      dd;
  guint64    states;
  guint64    pack_at; /* states at which the diagram is packed, or packed better */
} LpnDdStore;

/* Makes an empty store in `size` zeroed bytes, at least an LpnDdStore. NULL with `error`: the budget is too small. */
LpnDdStore *lpn_dd_store_new (gsize size, const LpnStoreType *type, const LpnStoreConfig *config, LpnDdForm form,
                              bool unique, GError **error);
void        lpn_dd_store_close (LpnStore *store);

bool           lpn_dd_store_contains (LpnStore *store, const guint32 *tuple);
void           lpn_dd_store_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen);
LpnStoreAnswer lpn_dd_store_grown (LpnStore *store, guint component, guint32 count);
/* The diagram alone is left, in the memory it needs. */
void lpn_dd_store_finish (LpnStore *store);
void lpn_dd_store_stats (const LpnStore *store, LpnStoreStats *stats);
/* nodes, edges, bytes in use. */
void lpn_dd_store_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data);
/* The laws of the diagram, and that it holds as many tuples as were inserted. */
bool        lpn_dd_store_check_canonical (LpnStore *store, GError **error);
bool        lpn_dd_store_check_plain (LpnStore *store, GError **error);
bool        lpn_dd_store_foreach (LpnStore *store, LpnTupleFunc func, gpointer data);
void        lpn_dd_store_dump_dot (LpnStore *store, GString *out);
const char *lpn_dd_store_full_reason (const LpnStore *store);

/* Packs the diagram when it is due: components grow early, so it begins late, and is looked at again now and then. */
void lpn_dd_store_pack (LpnDdStore *self);

/* Whether the diagram holds just `states` tuples; sets `error` otherwise. */
bool lpn_dd_store_check_count (const LpnDd *dd, guint64 states, GError **error);

/* The members every such store has alike. */
#define LPN_DD_STORE_MEMBERS                                                                                           \
  .close = lpn_dd_store_close, .contains = lpn_dd_store_contains, .contains_many = lpn_dd_store_contains_many,         \
  .grown = lpn_dd_store_grown, .stats = lpn_dd_store_stats, .foreach = lpn_dd_store_foreach,                           \
  .dump_dot = lpn_dd_store_dump_dot, .full_reason = lpn_dd_store_full_reason

#define LPN_DD_STORE_FLAGS                                                                                             \
  (LPN_STORE_EXACT | LPN_STORE_ENUMERABLE | LPN_STORE_ORDERED | LPN_STORE_DIAGRAM | LPN_STORE_BY_ORDER)

G_END_DECLS

#endif
