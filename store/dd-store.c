/* SPDX-License-Identifier: MIT */
#include "store/dd-store.h"

#define PACK_AT 4096u /* states */

LpnDdStore *
lpn_dd_store_new (gsize size, const LpnStoreType *type, const LpnStoreConfig *config, LpnDdForm form, bool unique,
                  GError **error)
{
  LpnDdStore *self = g_malloc0 (size);

  self->base.type = type;
  self->base.n_components = config->space->n_components;
  self->meter.budget = config->budget;
  self->pack_at = PACK_AT;
  if (lpn_dd_init (&self->dd, form, unique, config->space->n_components, &self->meter))
    return self;
  g_free (self);
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_MEMORY,
               "store '%s': the memory budget is too small to begin with", type->name);
  return NULL;
}

void
lpn_dd_store_close (LpnStore *store)
{
  LpnDdStore *self = (LpnDdStore *)store;

  lpn_dd_clear (&self->dd);
  g_free (self);
}

bool
lpn_dd_store_contains (LpnStore *store, const guint32 *tuple)
{
  LpnDd *dd = &((LpnDdStore *)store)->dd;

  return lpn_dd_contains (dd, &dd->main, tuple);
}

void
lpn_dd_store_contains_many (LpnStore *store, const guint32 *tuples, guint n, guint8 *seen)
{
  LpnDd *dd = &((LpnDdStore *)store)->dd;

  lpn_dd_contains_many (dd, &dd->main, tuples, n, seen);
}

LpnStoreAnswer
lpn_dd_store_grown (LpnStore *store, guint component, guint32 count)
{
  LpnDdStore *self = (LpnDdStore *)store;

  return lpn_dd_grow (&self->dd, component, count) ? LPN_STORE_SEEN : LPN_STORE_FULL;
}

void
lpn_dd_store_finish (LpnStore *store)
{
  lpn_dd_shrink (&((LpnDdStore *)store)->dd);
}

void
lpn_dd_store_stats (const LpnStore *store, LpnStoreStats *stats)
{
  const LpnDdStore *self = (const LpnDdStore *)store;

  stats->states = self->states;
  stats->bytes = self->meter.bytes;
  stats->peak_bytes = self->meter.peak;
  stats->nodes = self->dd.n_nodes + 1; /* the terminal */
  stats->peak_nodes = self->dd.peak_nodes + 1;
}

void
lpn_dd_store_figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  /* Counting edges marks nodes and clears the marks again. */
  LpnDd *dd = (LpnDd *)&((const LpnDdStore *)store)->dd;

  func ("levels", dd->layout.n_levels, data);
  func ("relayouts", (double)dd->relayouts, data);
  func ("edges", (double)lpn_dd_count_edges (dd), data);
  func ("node_bytes", (double)(dd->node_block.size + dd->link_block.size), data);
  func ("child_bytes", (double)dd->pool_block.size, data);
  func ("compactions", (double)dd->compactions, data);
  func ("table_bytes", (double)dd->head_block.size, data);
}

bool
lpn_dd_store_check_count (const LpnDd *dd, guint64 states, GError **error)
{
  LpnDdCount count;

  if (lpn_dd_count (dd, dd->main.root, &count) && count == states)
    return true;
  g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_SPACE,
               "the diagram holds %" G_GUINT64_FORMAT " tuples, and %" G_GUINT64_FORMAT " were inserted",
               (guint64)count, states);
  return false;
}

static bool
check (LpnStore *store, bool canonical, GError **error)
{
  LpnDdStore *self = (LpnDdStore *)store;

  return lpn_dd_check (&self->dd, canonical, error) && lpn_dd_store_check_count (&self->dd, self->states, error);
}

bool
lpn_dd_store_check_canonical (LpnStore *store, GError **error)
{
  return check (store, true, error);
}

bool
lpn_dd_store_check_plain (LpnStore *store, GError **error)
{
  return check (store, false, error);
}

bool
lpn_dd_store_foreach (LpnStore *store, LpnTupleFunc func, gpointer data)
{
  return lpn_dd_foreach (&((LpnDdStore *)store)->dd, func, data);
}

void
lpn_dd_store_pack (LpnDdStore *self)
{
  if (self->states < self->pack_at)
    return;
  self->pack_at = 4 * self->states;
  /* Where there is no memory for it, the diagram is as good as it was. */
  lpn_dd_pack (&self->dd, true);
}

void
lpn_dd_store_dump_dot (LpnStore *store, GString *out)
{
  LpnDd *dd = &((LpnDdStore *)store)->dd;

  /* As the papers draw it, one component to a level. */
  if (dd->form == LPN_DD_DIGITS && dd->unique)
    lpn_dd_pack (dd, false);
  lpn_dd_dump_dot (dd, store->type->name, out);
}

const char *
lpn_dd_store_full_reason (const LpnStore *store)
{
  return ((const LpnDdStore *)store)->dd.full_reason;
}
