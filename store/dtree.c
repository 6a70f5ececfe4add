/* SPDX-License-Identifier: MIT */
/*
 * `dtree`: the multi-value decision tree of the MDD paper, III.A: tuples share their beginnings and nothing else.
 * Adding and looking up are linear in the length of the tuple. No unique table, and every node has one parent.
 */
#include "store/dd-store.h"

static LpnStore *
open_tree (const LpnStoreConfig *config, GError **error)
{
  extern const LpnStoreType lpn_store_dtree;

  return (LpnStore *)lpn_dd_store_new (sizeof (LpnDdStore), &lpn_store_dtree, config, LPN_DD_DIGITS, false, error);
}

static LpnStoreAnswer
insert (LpnStore *store, const guint32 *tuple)
{
  LpnDdStore    *self = (LpnDdStore *)store;
  LpnStoreAnswer answer = lpn_dd_insert (&self->dd, &self->dd.main, tuple, false);

  self->states += answer == LPN_STORE_NEW;
  return answer;
}

const LpnStoreType lpn_store_dtree = {
  .name = "dtree",
  .summary = "multi-value decision tree: shares common beginnings of tuples",
  .flags = LPN_DD_STORE_FLAGS,
  .open = open_tree,
  .insert = insert,
  .finish = lpn_dd_store_finish,
  .figures = lpn_dd_store_figures,
  .check = lpn_dd_store_check_plain,
  LPN_DD_STORE_MEMBERS,
};
