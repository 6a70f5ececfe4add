/* SPDX-License-Identifier: MIT */
/*
 * `mdd` and `ondd`: the diagram of the MDD paper, III.B, canonical after every state; and the same with arcs that carry
 * ranges of indices (OBDD state store paper, section 7).
 *
 * The paper unites the diagram with a one-tuple diagram per state. Here the tuple is put in along its path: nodes only
 * this path leads to are changed in place, shared ones are copied first, and each changed node is looked up in the
 * unique table again, from the bottom up until one keeps its place. The result is the same diagram, since it is
 * canonical; what is saved is copying the nodes near the root, which are never shared.
 */
#include "store/dd-store.h"

extern const LpnStoreType lpn_store_mdd;
extern const LpnStoreType lpn_store_ondd;

static LpnStore *
open_mdd (const LpnStoreConfig *config, GError **error)
{
  return (LpnStore *)lpn_dd_store_new (sizeof (LpnDdStore), &lpn_store_mdd, config, LPN_DD_DIGITS, true, error);
}

static LpnStore *
open_ondd (const LpnStoreConfig *config, GError **error)
{
  return (LpnStore *)lpn_dd_store_new (sizeof (LpnDdStore), &lpn_store_ondd, config, LPN_DD_RANGES, true, error);
}

static LpnStoreAnswer
insert (LpnStore *store, const guint32 *tuple)
{
  LpnDdStore    *self = (LpnDdStore *)store;
  LpnStoreAnswer answer = lpn_dd_insert (&self->dd, &self->dd.main, tuple, true);

  self->states += answer == LPN_STORE_NEW;
  if (self->states >= self->pack_at && self->dd.form == LPN_DD_DIGITS)
    lpn_dd_store_pack (self);
  return answer;
}

const LpnStoreType lpn_store_mdd = {
  .name = "mdd",
  .summary = "multi-value decision diagram, canonical after every state",
  .flags = LPN_DD_STORE_FLAGS,
  .open = open_mdd,
  .insert = insert,
  .finish = lpn_dd_store_finish,
  .figures = lpn_dd_store_figures,
  .check = lpn_dd_store_check_canonical,
  LPN_DD_STORE_MEMBERS,
};

const LpnStoreType lpn_store_ondd = {
  .name = "ondd",
  .summary = "decision diagram whose arcs carry ranges of indices",
  .flags = LPN_DD_STORE_FLAGS,
  .open = open_ondd,
  .insert = insert,
  .finish = lpn_dd_store_finish,
  .figures = lpn_dd_store_figures,
  .check = lpn_dd_store_check_canonical,
  LPN_DD_STORE_MEMBERS,
};
