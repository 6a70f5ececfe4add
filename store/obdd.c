/* SPDX-License-Identifier: MIT */
/* `obdd`: the store of the OBDD paper. Each new state is encoded as a diagram of its own and OR-ed in. */
#include "store/bdd-store.h"

static LpnStore *
open_obdd (const LpnStoreConfig *config, GError **error)
{
  return lpn_bdd_store_new (config, 0, error);
}

static const LpnStoreOption options[] = {
  LPN_BDD_OPTION_ENCODING,
  { "reorder", "none|sift|group-sift|window", "reordering of the variables as the diagram grows (default none)" },
  { NULL, NULL, NULL },
};

const LpnStoreType lpn_store_obdd = {
  .name = "obdd",
  .summary = "OBDD over the bits of the indices, one OR per state",
  .options = options,
  .open = open_obdd,
  LPN_BDD_STORE_MEMBERS,
};
