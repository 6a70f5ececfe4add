/* SPDX-License-Identifier: MIT */
/*
 * A store that keeps a plain set beside another store and compares every answer, for debugging and tests. Slow and fat;
 * not in the registry. Its plain set is outside the budget.
 */
#ifndef LPN_STORE_SHADOW_H
#define LPN_STORE_SHADOW_H

#include "store/store.h"

G_BEGIN_DECLS

/* A store that behaves as `inner` opened with `config`, all the time compared with a plain set of the tuples it
 * answered NEW or SEEN to. Of a lossy store only what it may not do is a difference. Returns: transfer full. */
LpnStore *lpn_store_shadow_open (const LpnStoreType *inner, const LpnStoreConfig *config, GError **error);

/* The first answer that was wrong, in words, or NULL. Also told by lpn_store_check(). Borrowed. */
const char *lpn_store_shadow_fault (const LpnStore *store);

G_END_DECLS

#endif
