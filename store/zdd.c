/* SPDX-License-Identifier: MIT */
/* `zdd`: `obdd-hybrid` with a zero-suppressed diagram, where bits that are 0 cost no nodes. */
#include "store/bdd-store.h"

static LpnStore *
open_zdd (const LpnStoreConfig *config, GError **error)
{
  return lpn_bdd_store_new (config, LPN_BDD_STORE_ZDD | LPN_BDD_STORE_BUFFER, error);
}

static const LpnStoreOption options[] = {
  LPN_BDD_OPTION_ENCODING,
  { "reorder", "none|sift|group-sift", "reordering of the variables as the diagram grows (default none)" },
  LPN_BDD_OPTION_BUFFER,
  { NULL, NULL, NULL },
};

const LpnStoreType lpn_store_zdd = {
  .name = "zdd",
  .summary = "zero-suppressed diagram over the same bits, a sorted buffer added at a time",
  .options = options,
  .open = open_zdd,
  LPN_BDD_STORE_MEMBERS,
};
