/* SPDX-License-Identifier: MIT */
/*
 * `mdd-hybrid`: a decision tree as a buffer before a decision diagram (MDD paper, III.C).
 *
 * The buffer is a decision tree that grows on the diagram itself: its nodes are those that are not in the unique table.
 * They form a tree from the root down (law 3 of dd.h), and the leaves of that tree lead on into the diagram. A new
 * state is put in along its path as into a tree, without hashing; where the path enters the diagram, the nodes it meets
 * are copied into the tree. When the tree has grown by the buffer's size, it is compressed: every equal node is merged
 * bottom up, tree and diagram alike, which is the paper's compress and union in one.
 *
 * Membership asks tree and diagram in one walk, and a compression visits only the tree, however large the diagram is.
 * Keeping the tree apart, as the paper does, with a walk each and a union with a cache, was tried first: it took up to
 * 1.6 times as long as this and more memory, since the union visits the diagram's nodes again and again.
 *
 * Compression needs no memory, so that it is also the answer to a refused allocation.
 *
 * The default size is an eighth of what the diagram takes, at least 128 KB, which stays in a processor's cache: 32 KB
 * took 5 % more time on models of one to three million states, and half of the diagram or 2 MB gained nothing but
 * memory. It is at most a sixteenth of the memory budget.
 */
#include "store/dd-store.h"

#define BUFFER_MIN (128u << 10)

typedef struct
{
  LpnDdStore base;
  guint64    size;     /* of the buffer, as the user wants it; 0: chosen here */
  guint64    trigger;  /* live bytes at which the buffer is full */
  guint64    floor;    /* live bytes after the last compression */
  guint64    buffered; /* states since then */
  guint64    merges;
} HybridStore;

extern const LpnStoreType lpn_store_mdd_hybrid;

static void
plan (HybridStore *self)
{
  const LpnDd *dd = &self->base.dd;
  guint64      size = self->size;

  self->floor = lpn_dd_live_bytes (dd);
  self->buffered = 0;
  if (size == 0)
    size = MIN (MAX (BUFFER_MIN, self->floor / 8), lpn_budget_limit (dd->meter->budget) / 16);
  self->trigger = self->floor + size;
}

static LpnStore *
open_hybrid (const LpnStoreConfig *config, GError **error)
{
  HybridStore *self;
  guint64      size;

  if (!lpn_store_option_size (config, "buffer", 0, &size, error))
    return NULL;
  self = (HybridStore *)lpn_dd_store_new (sizeof (HybridStore), &lpn_store_mdd_hybrid, config, LPN_DD_DIGITS, true,
                                          error);
  if (self == NULL)
    return NULL;
  self->size = size;
  plan (self);
  return (LpnStore *)self;
}

static void
compress (HybridStore *self)
{
  LpnDd *dd = &self->base.dd;

  lpn_dd_reduce (dd, &dd->main);
  self->merges++;
  lpn_dd_store_pack (&self->base);
  plan (self);
}

static LpnStoreAnswer
insert (LpnStore *store, const guint32 *tuple)
{
  HybridStore   *self = (HybridStore *)store;
  LpnDd         *dd = &self->base.dd;
  LpnStoreAnswer answer = lpn_dd_insert (dd, &dd->main, tuple, false);

  if (answer == LPN_STORE_FULL && self->buffered > 0)
    {
      compress (self);
      answer = lpn_dd_insert (dd, &dd->main, tuple, false);
    }
  if (answer == LPN_STORE_NEW)
    {
      self->base.states++;
      self->buffered++;
      if (lpn_dd_live_bytes (dd) >= self->trigger)
        compress (self);
    }
  return answer;
}

/* The buffer goes with all that is not the diagram. */
static void
finish (LpnStore *store)
{
  HybridStore *self = (HybridStore *)store;

  self->merges += self->buffered > 0;
  lpn_dd_store_finish (store);
  plan (self);
}

static void
figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const HybridStore *self = (const HybridStore *)store;

  lpn_dd_store_figures (store, func, data);
  func ("merges", (double)self->merges, data);
  func ("buffer_bytes", (double)(self->trigger - self->floor), data);
  func ("buffered_states", (double)self->buffered, data);
}

static const LpnStoreOption hybrid_options[] = {
  { "buffer", "BYTES", "size of the decision-tree buffer; by default it follows the size of the diagram" },
  { NULL, NULL, NULL },
};

const LpnStoreType lpn_store_mdd_hybrid = {
  .name = "mdd-hybrid",
  .summary = "decision-tree buffer on a multi-value decision diagram, compressed when it is full",
  .flags = LPN_DD_STORE_FLAGS,
  .options = hybrid_options,
  .open = open_hybrid,
  .insert = insert,
  .finish = finish,
  .figures = figures,
  .check = lpn_dd_store_check_plain,
  LPN_DD_STORE_MEMBERS,
};
