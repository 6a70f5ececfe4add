/* SPDX-License-Identifier: MIT */
/*
 * `st` and `st-reduce`: sharing trees (sharing-tree paper, section 3), one layer per component.
 *
 * A node of a sharing tree is a value and the set of its sons. It is kept here as an edge: the value on the edge, and
 * at its end the node that stands for the set of sons, stored once however many values share it. The layers, the
 * sharing of beginnings and ends and the canonical form are those of the paper; the figure "values" counts the nodes
 * its way.
 *
 * `st` inserts canonically (3.3): the longest beginning that is there, the longest end that is there, new nodes
 * between. `st-reduce` inserts plainly and so holds a semi-sharing-tree (3.2), where beginnings are shared and ends
 * are not until it is reduced: every `reduce-every` new states, and when memory runs out.
 *
 * By default it is reduced whenever it has grown by half of what it took after the last reduction, and by 128 KB at
 * least: the time of all reductions then stays in proportion to what was inserted, and the peak to what is needed. The
 * paper's fixed numbers of states (of the order of 40,000) suit one size of model.
 */
#include "store/dd-store.h"

#define GROWTH_MIN (128u << 10)

typedef struct
{
  LpnDdStore base;
  bool       canonical;
  guint64    every;   /* 0: by growth */
  guint64    trigger; /* live bytes at which it is reduced then */
  guint64    since;   /* states since the last reduction */
  guint64    reductions;
} StStore;

extern const LpnStoreType lpn_store_st;
extern const LpnStoreType lpn_store_st_reduce;

static LpnStore *
open_st (const LpnStoreConfig *config, GError **error)
{
  StStore *self = (StStore *)lpn_dd_store_new (sizeof (StStore), &lpn_store_st, config, LPN_DD_ARCS, true, error);

  if (self != NULL)
    self->canonical = true;
  return (LpnStore *)self;
}

static void
plan (StStore *self)
{
  guint64 live = lpn_dd_live_bytes (&self->base.dd);

  self->since = 0;
  self->trigger = live + MAX (GROWTH_MIN, live / 2);
}

static LpnStore *
open_st_reduce (const LpnStoreConfig *config, GError **error)
{
  StStore *self;
  guint64  every;

  if (!lpn_store_option_size (config, "reduce-every", 0, &every, error))
    return NULL;
  if (every == 0 && lpn_store_option_string (config, "reduce-every", NULL) != NULL)
    {
      g_set_error (error, LPN_STORE_ERROR, LPN_STORE_ERROR_OPTION, "option 'reduce-every': must be at least 1");
      return NULL;
    }
  self = (StStore *)lpn_dd_store_new (sizeof (StStore), &lpn_store_st_reduce, config, LPN_DD_ARCS, true, error);
  if (self != NULL)
    {
      self->every = every;
      plan (self);
    }
  return (LpnStore *)self;
}

static void
reduce (StStore *self)
{
  lpn_dd_reduce (&self->base.dd, &self->base.dd.main);
  self->reductions++;
  plan (self);
}

static bool
is_due (const StStore *self)
{
  return self->every > 0 ? self->since >= self->every : lpn_dd_live_bytes (&self->base.dd) >= self->trigger;
}

static LpnStoreAnswer
insert (LpnStore *store, const guint32 *tuple)
{
  StStore       *self = (StStore *)store;
  LpnDdStore    *base = &self->base;
  LpnStoreAnswer answer = lpn_dd_insert (&base->dd, &base->dd.main, tuple, self->canonical);

  if (answer == LPN_STORE_FULL && !self->canonical && self->since > 0)
    {
      reduce (self);
      answer = lpn_dd_insert (&base->dd, &base->dd.main, tuple, self->canonical);
    }
  if (answer == LPN_STORE_NEW)
    {
      base->states++;
      self->since++;
      if (!self->canonical && is_due (self))
        reduce (self);
    }
  return answer;
}

static void
finish (LpnStore *store)
{
  StStore *self = (StStore *)store;

  self->reductions += self->since > 0;
  lpn_dd_store_finish (store);
  plan (self);
}

static void
figures (const LpnStore *store, LpnStoreFigureFunc func, gpointer data)
{
  const StStore *self = (const StStore *)store;
  guint64        values = lpn_dd_value_nodes ((LpnDd *)&self->base.dd);

  lpn_dd_store_figures (store, func, data);
  if (values > 0)
    func ("values", (double)values, data);
  if (!self->canonical)
    func ("reductions", (double)self->reductions, data);
}

const LpnStoreType lpn_store_st = {
  .name = "st",
  .summary = "sharing tree with canonical insertion",
  .flags = LPN_DD_STORE_FLAGS,
  .open = open_st,
  .insert = insert,
  .finish = finish,
  .figures = figures,
  .check = lpn_dd_store_check_canonical,
  LPN_DD_STORE_MEMBERS,
};

static const LpnStoreOption reduce_options[] = {
  { "reduce-every", "N", "new states between two reductions; by default it is reduced when it has grown by half" },
  { NULL, NULL, NULL },
};

const LpnStoreType lpn_store_st_reduce = {
  .name = "st-reduce",
  .summary = "sharing tree with plain insertion and periodic reduction",
  .flags = LPN_DD_STORE_FLAGS,
  .options = reduce_options,
  .open = open_st_reduce,
  .insert = insert,
  .finish = finish,
  .figures = figures,
  .check = lpn_dd_store_check_plain,
  LPN_DD_STORE_MEMBERS,
};
