/* SPDX-License-Identifier: MIT */
#include "store/dd-private.h"

#include <string.h>

#include "base/mix.h"

/* Odd and random: one factor per position in a node. A sum of products hashes a node without a chain of dependent
 * multiplications, so the compiler can take several children at a time. */
static const guint32 factors[LPN_DD_FANOUT] = {
  0x006a7ee3u, 0xa7b2c031u, 0xcc9636cdu, 0xe9a081b1u, 0x76d69cc5u, 0xbc25cdcdu, 0x19ae3687u, 0xf848b549u,
  0x2c4dfaa5u, 0x568cc905u, 0xe16278e5u, 0x645dd123u, 0xacd742efu, 0xf35ab7b1u, 0x6da37d99u, 0xef710291u,
  0x0f44e485u, 0x851af0b9u, 0x2fcc4a95u, 0xe7e3f8edu, 0x7bbeae09u, 0x3114cdcbu, 0x40f8ca13u, 0x3fbf092du,
  0x82599f5fu, 0xff4c2bb7u, 0x89baf7bfu, 0x52f920bfu, 0x04807f6bu, 0xb263eed3u, 0x2fdf7007u, 0x5e6f1bddu,
  0x7bff6485u, 0xa36b55cbu, 0xdbb33823u, 0x4da28d81u, 0x0b3b7701u, 0x4fdd9ae1u, 0xdc406639u, 0x84e37de7u,
  0xadf9f7e9u, 0x4ffa7417u, 0xe9cc80f5u, 0x43c79b1fu, 0x4d754367u, 0xaedbc6cfu, 0x8bd36d47u, 0xbbe5bf9du,
  0x39bbbbd3u, 0xdd6f275fu, 0x4e145391u, 0xb088f13fu, 0x904565e5u, 0x91fc5a19u, 0x6da7adf7u, 0xebcd9c2fu,
  0x08686541u, 0x0b97fa25u, 0x40f36d21u, 0xef0faec1u, 0xfea6350bu, 0x313bbd23u, 0x061e3203u, 0xee9d5a03u,
};

static guint32
hash_words (guint64 bits, const guint32 *words, guint64 n)
{
  guint64 sum = bits * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint32 hash;

  while (n > LPN_DD_FANOUT)
    {
      for (guint i = 0; i < LPN_DD_FANOUT; i++)
        sum += (guint64)words[i] * factors[i];
      sum = lpn_mix64 (sum);
      words += LPN_DD_FANOUT;
      n -= LPN_DD_FANOUT;
    }
  for (guint i = 0; i < n; i++)
    sum += (guint64)words[i] * factors[i];
  hash = (guint32)(lpn_mix64 (sum) >> 32);
  return hash != 0 ? hash : 1;
}

static guint32
find (const LpnDd *dd, guint32 hash, guint64 bits, const guint32 *words, guint64 n)
{
  for (guint32 id = dd->heads[hash & dd->head_mask]; id != 0; id = dd->links[id].next)
    {
      const LpnDdNode *node = &dd->nodes[id];

      if (dd->links[id].hash == hash && node->bits == bits && (node->kids == 0) == (n == 0)
          && (n == 0 || memcmp (lpn_dd_node_data (dd, node, &(guint64){ 0 }), words, n * sizeof (guint32)) == 0))
        return id;
    }
  return LPN_DD_NONE;
}

static void
link_node (LpnDd *dd, guint32 id)
{
  guint32 *head = &dd->heads[dd->links[id].hash & dd->head_mask];

  dd->links[id].next = *head;
  *head = id;
}

/* A table of `n_heads` buckets, a power of two, for the nodes that have a hash. False: it stays as it was. */
static bool
resize_table (LpnDd *dd, guint64 n_heads)
{
  if (n_heads > G_MAXUINT32 || !lpn_dd_meter_resize (dd->meter, &dd->head_block, n_heads * sizeof (guint32)))
    return false;
  dd->heads = dd->head_block.data;
  dd->head_mask = (guint32)(n_heads - 1);
  memset (dd->heads, 0, n_heads * sizeof (guint32));
  for (guint32 id = LPN_DD_FIRST; id < dd->n_ids; id++)
    if (dd->links[id].hash != 0)
      link_node (dd, id);
  return true;
}

static void
hash_node (LpnDd *dd, guint32 id, guint32 hash)
{
  dd->links[id].hash = hash;
  link_node (dd, id);
  /* More nodes than buckets. A refusal costs speed and nothing else. */
  if (dd->n_nodes > dd->head_mask)
    resize_table (dd, ((guint64)dd->head_mask + 1) * 2);
}

void
lpn_dd_hash_anew (LpnDd *dd)
{
  guint64 n_heads = LPN_DD_HEADS_MIN;

  for (guint32 id = LPN_DD_FIRST; id < dd->n_ids; id++)
    {
      const LpnDdNode *node = &dd->nodes[id];
      guint64          n;
      const guint32   *words = lpn_dd_node_data (dd, node, &n);

      dd->links[id].hash = node->bits != 0 ? hash_words (node->bits, words, n) : 0;
    }
  while (n_heads <= dd->n_nodes)
    n_heads *= 2;
  /* A smaller table is never refused by the budget; where the system has none, the old one does. */
  if (!resize_table (dd, n_heads))
    resize_table (dd, (guint64)dd->head_mask + 1);
}

void
lpn_dd_unhash (LpnDd *dd, guint32 id)
{
  guint32 *at;

  if (!lpn_dd_is_hashed (dd, id))
    return;
  at = &dd->heads[dd->links[id].hash & dd->head_mask];
  while (*at != id)
    at = &dd->links[*at].next;
  *at = dd->links[id].next;
  dd->links[id] = (LpnDdLink){ 0, 0 };
}

guint32
lpn_dd_find_equal (const LpnDd *dd, guint32 id)
{
  const LpnDdNode *node = &dd->nodes[id];
  guint64          n;
  const guint32   *words = lpn_dd_node_data (dd, node, &n);

  return find (dd, hash_words (node->bits, words, n), node->bits, words, n);
}

guint32
lpn_dd_intern (LpnDd *dd, guint32 id)
{
  const LpnDdNode *node = &dd->nodes[id];
  guint64          n;
  const guint32   *words = lpn_dd_node_data (dd, node, &n);
  guint32          hash = hash_words (node->bits, words, n);
  guint32          equal = find (dd, hash, node->bits, words, n);

  if (equal == LPN_DD_NONE)
    {
      hash_node (dd, id, hash);
      return id;
    }
  if (lpn_dd_refs (dd, id) == 0)
    {
      lpn_dd_ref (dd, id);
      lpn_dd_unref (dd, id);
    }
  return equal;
}

guint32
lpn_dd_make (LpnDd *dd, guint64 bits, const guint32 *kids)
{
  guint      n = kids != NULL ? (guint)__builtin_popcountll (bits) : 0;
  guint32    hash = hash_words (bits, kids, n);
  guint32    id = find (dd, hash, bits, kids, n);
  LpnDdNode *node;

  if (id != LPN_DD_NONE)
    return id;
  if (!lpn_dd_reserve (dd, 1, 0) || !lpn_dd_pool_ready (dd, n > 1 ? n : 0))
    return LPN_DD_NONE;
  id = lpn_dd_new_node (dd);
  node = &dd->nodes[id];
  node->bits = bits;
  node->kids = n == 1 ? kids[0] : n == 0 ? 0 : lpn_dd_pool_take (dd, n);
  for (guint i = 0; i < n; i++)
    {
      lpn_dd_ref (dd, kids[i]);
      if (n > 1)
        dd->pool[node->kids + i] = kids[i];
    }
  hash_node (dd, id, hash);
  return id;
}
