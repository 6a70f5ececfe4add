/* SPDX-License-Identifier: MIT */
/* `obdd-hybrid`: an OBDD that takes its states from a buffer, sorted and in one pass. */
#include "store/bdd-store.h"

static LpnStore *
open_obdd_hybrid (const LpnStoreConfig *config, GError **error)
{
  return lpn_bdd_store_new (config, LPN_BDD_STORE_BUFFER, error);
}

static const LpnStoreOption options[] = {
  LPN_BDD_OPTION_ENCODING,
  { "reorder", "none|sift|group-sift|window", "reordering of the variables as the diagram grows (default none)" },
  LPN_BDD_OPTION_BUFFER,
  { NULL, NULL, NULL },
};

const LpnStoreType lpn_store_obdd_hybrid = {
  .name = "obdd-hybrid",
  .summary = "OBDD over the bits of the indices, a sorted buffer added at a time",
  .options = options,
  .open = open_obdd_hybrid,
  LPN_BDD_STORE_MEMBERS,
};
