/* SPDX-License-Identifier: MIT */
/* Every store there is, one row each; --store, `lpnreach stores`, the conformance tests and the comparison read it. */
#include "store/store.h"

#include <string.h>

/* In the order they are shown. A store NAME defines `const LpnStoreType lpn_store_NAME` in its file. */
/* clang-format off */
#define STORES(ROW) \
  ROW (full)        \
  ROW (chunk)       \
  ROW (radix)       \
  ROW (hash)        \
  ROW (cleary)      \
  ROW (tree)        \
  ROW (dtree)       \
  ROW (mdd)         \
  ROW (mdd_hybrid)  \
  ROW (ondd)        \
  ROW (st)          \
  ROW (st_reduce)   \
  ROW (obdd)        \
  ROW (obdd_hybrid) \
  ROW (zdd)         \
  ROW (bitstate)    \
  ROW (hashcompact)
/* clang-format on */

#define DECLARE(name) extern const LpnStoreType lpn_store_##name;
#define ADDRESS(name) &lpn_store_##name,

STORES (DECLARE)

static const LpnStoreType *const types[] = { STORES (ADDRESS) NULL };

const LpnStoreType *const *
lpn_store_types (void)
{
  return types;
}

const LpnStoreType *
lpn_store_find (const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; types[i] != NULL; i++)
    {
      if (strcmp (types[i]->name, name) == 0)
        return types[i];
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", types[i]->name);
    }
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_UNKNOWN, "there is no store '%s' (known: %s)", name, known->str);
  return NULL;
}
