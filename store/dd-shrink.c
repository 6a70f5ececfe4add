/* SPDX-License-Identifier: MIT */
/*
 * A diagram in as little memory as its nodes need. Nodes with ids past the number of nodes move to free ids below it;
 * what they leave behind says where to, until every child has been renamed. That changes the hashes of their parents,
 * so the unique table is made anew. No memory is asked for.
 */
#include "store/dd-private.h"

#include <string.h>

/* The new id is left in the references of the old node, which is free. */
static void
move_down (LpnDd *dd, guint32 end)
{
  guint32 to = LPN_DD_FIRST;

  for (guint32 id = end; id < dd->n_ids; id++)
    if (dd->nodes[id].bits != 0)
      {
        while (dd->nodes[to].bits != 0)
          to++;
        dd->nodes[to] = dd->nodes[id];
        dd->nodes[id].bits = 0;
        dd->nodes[id].refs = to;
      }
}

static guint32
renamed (const LpnDd *dd, guint32 end, guint32 id)
{
  return id < end ? id : dd->nodes[id].refs;
}

static void
rename_children (LpnDd *dd, guint32 end, guint32 id)
{
  LpnDdNode *node = &dd->nodes[id];
  guint      stride = lpn_dd_stride (dd);
  guint64    n = lpn_dd_pool_words (dd, node);

  if (dd->form != LPN_DD_DIGITS)
    for (guint64 i = 1; i < n; i += stride)
      dd->pool[node->kids + i] = renamed (dd, end, dd->pool[node->kids + i]);
  else if (n > 0)
    for (guint64 i = 0; i < n; i++)
      dd->pool[node->kids + i] = renamed (dd, end, dd->pool[node->kids + i]);
  else
    node->kids = renamed (dd, end, node->kids); /* 0 on the last level stays 0 */
}

static void
renumber (LpnDd *dd)
{
  guint32 end = LPN_DD_FIRST + (guint32)dd->n_nodes;

  move_down (dd, end);
  for (guint32 id = LPN_DD_FIRST; id < end; id++)
    rename_children (dd, end, id);
  dd->main.root = renamed (dd, end, dd->main.root);
  dd->other.root = renamed (dd, end, dd->other.root);
  /* Ids never given out are all zero; these are that again. */
  memset (dd->nodes + end, 0, (dd->n_ids - end) * sizeof (LpnDdNode));
  if (dd->unique)
    memset (dd->links + end, 0, (dd->n_ids - end) * sizeof (LpnDdLink));
  dd->n_ids = end;
  dd->free_node = dd->n_free = 0;
}

void
lpn_dd_shrink (LpnDd *dd)
{
  lpn_dd_meter_free (dd->meter, &dd->cache_block);
  if (dd->unique)
    {
      lpn_dd_reduce (dd, &dd->main);
      lpn_dd_reduce (dd, &dd->other);
    }
  dd->main.known = dd->other.known = 0;
  if (dd->n_free > 0)
    renumber (dd);
  lpn_dd_pool_compact (dd);
  lpn_dd_trim_blocks (dd);
  if (dd->unique)
    lpn_dd_hash_anew (dd);
}
