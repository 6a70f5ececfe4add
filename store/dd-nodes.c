/* SPDX-License-Identifier: MIT */
#include "store/dd.h"

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

bool
lpn_dd_meter_resize (LpnDdMeter *meter, LpnBlock *block, guint64 size)
{
  guint64 before = block->size;

  if (!lpn_block_resize (block, meter->budget, size))
    return false;
  meter->bytes += block->size - before;
  meter->peak = MAX (meter->peak, meter->bytes);
  return true;
}

void
lpn_dd_meter_free (LpnDdMeter *meter, LpnBlock *block)
{
  meter->bytes -= block->size;
  lpn_block_free (block, meter->budget);
}

/* --- size classes of the pool: exact up to 8 words, then four to each doubling --- */

static guint
class_of (guint64 words)
{
  guint e;

  if (words <= 8)
    return (guint)words;
  e = 63 - (guint)__builtin_clzll (words - 1);
  return 9 + (e - 3) * 4 + (guint)((words - 1 - (G_GUINT64_CONSTANT (1) << e)) >> (e - 2));
}

static guint64
class_size (guint class)
{
  guint e;

  if (class <= 8)
    return class;
  e = 3 + (class - 9) / 4;
  return (G_GUINT64_CONSTANT (1) << e) + ((class - 9) % 4 + 1) * (G_GUINT64_CONSTANT (1) << (e - 2));
}

guint64
lpn_dd_class_words (guint64 words)
{
  return class_size (class_of (words));
}

static void
put_free (LpnDd *dd, guint32 offset, guint class)
{
  dd->pool[offset] = dd->free_words[class];
  dd->free_words[class] = offset;
  dd->class_map[class / 64] |= G_GUINT64_CONSTANT (1) << class % 64;
}

static guint32
take_free (LpnDd *dd, guint class)
{
  guint32 offset = dd->free_words[class];

  dd->free_words[class] = dd->pool[offset];
  if (dd->free_words[class] == 0)
    dd->class_map[class / 64] &= ~(G_GUINT64_CONSTANT (1) << class % 64);
  return offset;
}

/* The smallest class from `class` on with a free block; LPN_DD_CLASSES when there is none. */
static guint
free_class (const LpnDd *dd, guint class)
{
  guint64 map = dd->class_map[class / 64] >> class % 64;

  if (map != 0)
    return class + (guint)__builtin_ctzll (map);
  if (class < 64 && dd->class_map[1] != 0)
    return 64 + (guint)__builtin_ctzll (dd->class_map[1]);
  return LPN_DD_CLASSES;
}

/* A block for `words`; what a larger block has too much goes back in pieces. There must be room. */
static guint32
pool_take (LpnDd *dd, guint64 words)
{
  guint class = class_of (words);
  guint64 size = class_size (class);
  guint   from = free_class (dd, class);
  guint64 end;
  guint32 offset;

  if (from == LPN_DD_CLASSES)
    {
      offset = dd->pool_used;
      dd->pool_used += (guint32)size;
      return offset;
    }
  offset = take_free (dd, from);
  end = offset + class_size (from);
  dd->pool_lost += end - offset - size == 1;
  for (guint64 at = offset + size; end - at >= 2;)
    {
      guint piece = class_of (end - at);

      if (class_size (piece) > end - at)
        piece--;
      put_free (dd, (guint32)at, piece);
      at += class_size (piece);
      dd->pool_lost += end - at == 1;
    }
  return offset;
}

static void
pool_give (LpnDd *dd, guint32 offset, guint64 words)
{
  put_free (dd, offset, class_of (words));
}

/* --- what a node is made of --- */

static guint64
arc_words (const LpnDd *dd, const LpnDdNode *node)
{
  return node->bits * lpn_dd_stride (dd);
}

/* Words in the pool; 0 when the children lie in the node. */
static guint64
pool_words (const LpnDd *dd, const LpnDdNode *node)
{
  guint n;

  if (dd->form != LPN_DD_DIGITS)
    return arc_words (dd, node);
  if (lpn_dd_is_leaf (node))
    return 0;
  n = (guint)__builtin_popcountll (node->bits);
  return n == 1 ? 0 : n;
}

/* The words that, with `bits`, tell a node from any other. */
static const guint32 *
node_data (const LpnDd *dd, const LpnDdNode *node, guint64 *n_words)
{
  if (dd->form != LPN_DD_DIGITS)
    {
      *n_words = arc_words (dd, node);
      return dd->pool + node->kids;
    }
  *n_words = lpn_dd_is_leaf (node) ? 0 : (guint64)__builtin_popcountll (node->bits);
  return lpn_dd_kids (dd, node);
}

guint
lpn_dd_find_arc (const LpnDd *dd, const LpnDdNode *node, guint32 digit)
{
  guint          stride = lpn_dd_stride (dd);
  guint          last = stride == 3 ? 2 : 0; /* where an arc keeps its highest index */
  const guint32 *arcs = dd->pool + node->kids;
  guint          low = 0;
  guint          n = (guint)node->bits;

  /* The common digits are the first ones, and a node without gaps has arc i at index i. */
  if (digit < n && arcs[digit * stride + last] == digit)
    return digit;
  while (n > 0)
    {
      guint half = n / 2;
      bool  above = arcs[(low + half) * stride + last] < digit;

      low = above ? low + half + 1 : low;
      n = above ? n - half - 1 : half;
    }
  return low;
}

guint32
lpn_dd_child (const LpnDd *dd, guint32 id, guint32 digit, bool *alone)
{
  const LpnDdNode *node = &dd->nodes[id];
  const guint32   *arc;
  guint            at;

  *alone = true;
  if (dd->form == LPN_DD_DIGITS)
    return lpn_dd_digit_child (dd, node, digit);
  at = lpn_dd_find_arc (dd, node, digit);
  arc = dd->pool + node->kids + (gsize)at * lpn_dd_stride (dd);
  if (at == node->bits || arc[0] > digit)
    return LPN_DD_NONE;
  if (dd->form == LPN_DD_RANGES)
    *alone = arc[0] == arc[2];
  return arc[1];
}

bool
lpn_dd_next_arc (const LpnDd *dd, guint32 id, guint *at, LpnDdArc *arc)
{
  const LpnDdNode *node = &dd->nodes[id];
  const guint32   *words;
  guint64          rest;

  if (dd->form == LPN_DD_DIGITS)
    {
      rest = *at < LPN_DD_FANOUT ? node->bits >> *at : 0;
      if (rest == 0)
        return false;
      arc->lo = arc->hi = *at + (guint)__builtin_ctzll (rest);
      arc->child = lpn_dd_digit_child (dd, node, arc->lo);
      *at = arc->lo + 1;
      return true;
    }
  if (*at == node->bits)
    return false;
  words = dd->pool + node->kids + (gsize)*at * lpn_dd_stride (dd);
  arc->lo = words[0];
  arc->child = words[1];
  arc->hi = dd->form == LPN_DD_RANGES ? words[2] : words[0];
  (*at)++;
  return true;
}

/* --- memory --- */

/* Room for `need` in steps of an eighth; when that is refused, for just as many as needed. */
static bool
grow_block (LpnDd *dd, LpnBlock *block, guint64 need, guint64 max, guint64 each)
{
  guint64 have = block->size / each;
  guint64 want = MIN (max, MAX (need, have + have / 8));

  if (need > max)
    {
      dd->full_reason = "the 32-bit numbers of the diagram's nodes are used up";
      return false;
    }
  if (need <= have || lpn_dd_meter_resize (dd->meter, block, want * each)
      || lpn_dd_meter_resize (dd->meter, block, need * each))
    return true;
  dd->full_reason = "the memory budget leaves no room for the diagram to grow";
  return false;
}

static bool
grow_ids (LpnDd *dd, guint64 need)
{
  guint64 room;

  if (!grow_block (dd, &dd->node_block, need, dd->max_ids, sizeof (LpnDdNode)))
    return false;
  dd->nodes = dd->node_block.data;
  room = dd->node_block.size / sizeof (LpnDdNode);
  if (dd->unique)
    {
      if (!grow_block (dd, &dd->link_block, need, dd->max_ids, sizeof (LpnDdLink)))
        return false;
      dd->links = dd->link_block.data;
      room = MIN (room, dd->link_block.size / sizeof (LpnDdLink));
    }
  dd->room = (guint32)MIN (room, dd->max_ids);
  return true;
}

static bool
grow_pool (LpnDd *dd, guint64 need)
{
  if (!grow_block (dd, &dd->pool_block, need, dd->max_pool, sizeof (guint32)))
    return false;
  dd->pool = dd->pool_block.data;
  return true;
}

bool
lpn_dd_reserve (LpnDd *dd, guint64 n_nodes, guint64 n_words)
{
  guint64 free_ids = (guint64)dd->n_free + (dd->room - dd->n_ids);

  if (free_ids < n_nodes && !grow_ids (dd, dd->room + (n_nodes - free_ids)))
    return false;
  return dd->pool_used + n_words <= dd->pool_block.size / sizeof (guint32) || grow_pool (dd, dd->pool_used + n_words);
}

bool
lpn_dd_reserve_path (LpnDd *dd, const guint32 *path, guint depth)
{
  guint64 words = 0;

  for (guint i = 0; i < depth; i++)
    {
      guint64 n = pool_words (dd, &dd->nodes[path[i]]);
      guint64 more = dd->form == LPN_DD_DIGITS ? MIN (n + 2, LPN_DD_FANOUT) : n + 2 * lpn_dd_stride (dd);
      /* A copy, and its next size. */
      words += lpn_dd_class_words (n) + lpn_dd_class_words (more);
    }
  if (dd->form != LPN_DD_DIGITS)
    words += (guint64)(dd->n_levels - depth) * lpn_dd_class_words (lpn_dd_stride (dd));
  return lpn_dd_reserve (dd, dd->n_levels, words);
}

static guint32
new_node (LpnDd *dd)
{
  guint32 id = dd->free_node;

  if (id != 0)
    {
      dd->free_node = dd->nodes[id].kids;
      dd->n_free--;
    }
  else
    id = dd->n_ids++;
  dd->nodes[id].refs = 0;
  dd->n_nodes++;
  dd->peak_nodes = MAX (dd->peak_nodes, dd->n_nodes);
  return id;
}

/* The children are the caller's business. */
static void
free_node (LpnDd *dd, guint32 id)
{
  LpnDdNode *node = &dd->nodes[id];
  guint64    words = pool_words (dd, node);

  if (words > 0)
    pool_give (dd, node->kids, words);
  node->bits = 0;
  node->refs = 0;
  node->kids = dd->free_node;
  dd->free_node = id;
  dd->n_free++;
  dd->n_nodes--;
}

/* --- the unique table --- */

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
          && (n == 0 || memcmp (node_data (dd, node, &(guint64){ 0 }), words, n * sizeof (guint32)) == 0))
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

/* Doubles the table when it has more nodes than buckets. A refusal costs speed and nothing else. */
static void
grow_table (LpnDd *dd)
{
  guint64 n_heads = ((guint64)dd->head_mask + 1) * 2;

  if (n_heads > G_MAXUINT32 || !lpn_dd_meter_resize (dd->meter, &dd->head_block, n_heads * sizeof (guint32)))
    return;
  dd->heads = dd->head_block.data;
  dd->head_mask = (guint32)(n_heads - 1);
  memset (dd->heads, 0, n_heads * sizeof (guint32));
  for (guint32 id = LPN_DD_FIRST; id < dd->n_ids; id++)
    if (dd->links[id].hash != 0)
      link_node (dd, id);
}

static void
hash_node (LpnDd *dd, guint32 id, guint32 hash)
{
  dd->links[id].hash = hash;
  link_node (dd, id);
  if (dd->n_nodes > dd->head_mask)
    grow_table (dd);
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
  dd->links[id].hash = 0;
}

guint32
lpn_dd_find_equal (const LpnDd *dd, guint32 id)
{
  const LpnDdNode *node = &dd->nodes[id];
  guint64          n;
  const guint32   *words = node_data (dd, node, &n);

  return find (dd, hash_words (node->bits, words, n), node->bits, words, n);
}

guint64
lpn_dd_live_words (const LpnDd *dd, guint32 id)
{
  return lpn_dd_class_words (pool_words (dd, &dd->nodes[id]));
}

guint64
lpn_dd_free_words (const LpnDd *dd)
{
  guint64 words = dd->pool_lost;

  for (guint class = 0; class < LPN_DD_CLASSES; class ++)
    for (guint32 at = dd->free_words[class]; at != 0; at = dd->pool[at])
      words += class_size (class);
  return words;
}

guint32
lpn_dd_intern (LpnDd *dd, guint32 id)
{
  const LpnDdNode *node = &dd->nodes[id];
  guint64          n;
  const guint32   *words = node_data (dd, node, &n);
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
  if (!lpn_dd_reserve (dd, 1, n > 1 && free_class (dd, class_of (n)) == LPN_DD_CLASSES ? lpn_dd_class_words (n) : 0))
    return LPN_DD_NONE;
  id = new_node (dd);
  node = &dd->nodes[id];
  node->bits = bits;
  node->kids = n == 1 ? kids[0] : n == 0 ? 0 : pool_take (dd, n);
  for (guint i = 0; i < n; i++)
    {
      lpn_dd_ref (dd, kids[i]);
      if (n > 1)
        dd->pool[node->kids + i] = kids[i];
    }
  hash_node (dd, id, hash);
  return id;
}

/* --- making, copying and changing nodes --- */

guint32
lpn_dd_single (LpnDd *dd, guint32 digit, guint32 child)
{
  guint32    id = new_node (dd);
  LpnDdNode *node = &dd->nodes[id];

  if (dd->form == LPN_DD_DIGITS)
    {
      node->bits = G_GUINT64_CONSTANT (1) << digit;
      node->kids = child == LPN_DD_TERMINAL ? 0 : child;
    }
  else
    {
      node->bits = 1;
      node->kids = pool_take (dd, lpn_dd_stride (dd));
      dd->pool[node->kids] = digit;
      dd->pool[node->kids + 1] = child;
      if (dd->form == LPN_DD_RANGES)
        dd->pool[node->kids + 2] = digit;
    }
  lpn_dd_ref (dd, child);
  return id;
}

guint32
lpn_dd_copy (LpnDd *dd, guint32 id)
{
  guint32    copy = new_node (dd);
  LpnDdNode *node = &dd->nodes[copy];
  guint64    words = pool_words (dd, &dd->nodes[id]);
  LpnDdArc   arc;

  node->bits = dd->nodes[id].bits;
  node->kids = dd->nodes[id].kids;
  if (words > 0)
    {
      node->kids = pool_take (dd, words);
      memcpy (dd->pool + node->kids, dd->pool + dd->nodes[id].kids, words * sizeof (guint32));
    }
  if (dd->form == LPN_DD_DIGITS)
    {
      guint          n = lpn_dd_is_leaf (node) ? 0 : (guint)__builtin_popcountll (node->bits);
      const guint32 *kids = lpn_dd_kids (dd, node);

      for (guint i = 0; i < n; i++)
        lpn_dd_ref (dd, kids[i]);
    }
  else
    for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
      lpn_dd_ref (dd, arc.child);
  return copy;
}

/* Puts `n_new` words in the place of the `n_old` from word `at` of `n` words in the pool; returns the new offset. */
static guint32
splice (LpnDd *dd, guint32 offset, guint64 n, guint64 at, guint64 n_old, const guint32 *words, guint64 n_new)
{
  guint64 total = n - n_old + n_new;
  guint32 target = offset;

  if (class_of (n) != class_of (total))
    {
      target = pool_take (dd, total);
      memcpy (dd->pool + target, dd->pool + offset, at * sizeof (guint32));
    }
  if (n_old != n_new || target != offset)
    memmove (dd->pool + target + at + n_new, dd->pool + offset + at + n_old, (n - at - n_old) * sizeof (guint32));
  memcpy (dd->pool + target + at, words, n_new * sizeof (guint32));
  if (target != offset)
    pool_give (dd, offset, n);
  return target;
}

static void
set_digit (LpnDd *dd, guint32 id, guint32 digit, guint32 child)
{
  LpnDdNode *node = &dd->nodes[id];
  guint64    bit = G_GUINT64_CONSTANT (1) << digit;
  guint      n = (guint)__builtin_popcountll (node->bits);
  guint      at = (guint)__builtin_popcountll (node->bits & (bit - 1));
  guint32   *kids;

  if (child == LPN_DD_TERMINAL)
    node->bits |= bit;
  else if ((node->bits & bit) != 0)
    {
      kids = n == 1 ? &node->kids : dd->pool + node->kids;
      lpn_dd_ref (dd, child);
      lpn_dd_unref (dd, kids[at]);
      kids[at] = child;
    }
  else
    {
      lpn_dd_ref (dd, child);
      if (n == 1)
        {
          guint32 offset = pool_take (dd, 2);

          dd->pool[offset + at] = child;
          dd->pool[offset + 1 - at] = node->kids;
          node->kids = offset;
        }
      else
        node->kids = splice (dd, node->kids, n, at, 0, &child, 1);
      node->bits |= bit;
    }
}

/* Collects what stands for the arcs `from` .. `to` - 1 once `digit` leads to `child`: at most five arcs, neighbours
 * with the same child joined. */
static guint
rewritten_arcs (const LpnDd *dd, const guint32 *arcs, guint from, guint to, guint32 digit, guint32 child, guint32 *out)
{
  guint stride = lpn_dd_stride (dd);
  guint n = 0;
  bool  done = false;

#define EMIT(low, kid, high)                                                                                           \
  do                                                                                                                   \
    {                                                                                                                  \
      if (stride == 3 && n > 0 && out[n * 3 - 2] == (kid) && out[n * 3 - 1] + 1 == (low))                              \
        out[n * 3 - 1] = (high);                                                                                       \
      else                                                                                                             \
        {                                                                                                              \
          out[n * stride] = (low);                                                                                     \
          out[n * stride + 1] = (kid);                                                                                 \
          if (stride == 3)                                                                                             \
            out[n * 3 + 2] = (high);                                                                                   \
          n++;                                                                                                         \
        }                                                                                                              \
    }                                                                                                                  \
  while (0)

  for (guint i = from; i < to; i++)
    {
      const guint32 *arc = arcs + (gsize)i * stride;
      guint32        high = stride == 3 ? arc[2] : arc[0];

      if (!done && digit <= high)
        {
          if (arc[0] < digit)
            EMIT (arc[0], arc[1], digit - 1);
          EMIT (digit, child, digit);
          done = true;
          if (arc[0] > digit)
            EMIT (arc[0], arc[1], high);
          else if (high > digit)
            EMIT (digit + 1, arc[1], high);
        }
      else
        EMIT (arc[0], arc[1], high);
    }
  if (!done)
    EMIT (digit, child, digit);
#undef EMIT
  return n;
}

static void
set_arc (LpnDd *dd, guint32 id, guint32 digit, guint32 child)
{
  LpnDdNode     *node = &dd->nodes[id];
  guint          stride = lpn_dd_stride (dd);
  guint          n = (guint)node->bits;
  guint          at = lpn_dd_find_arc (dd, node, digit);
  guint          from = at > 0 ? at - 1 : 0;
  guint          to = MIN (at + 2, n);
  guint32        fresh[15];
  guint32        stale[3];
  const guint32 *arcs = dd->pool + node->kids;
  guint          n_fresh = rewritten_arcs (dd, arcs, from, to, digit, child, fresh);

  for (guint i = from; i < to; i++)
    stale[i - from] = arcs[(gsize)i * stride + 1];
  for (guint i = 0; i < n_fresh; i++)
    lpn_dd_ref (dd, fresh[i * stride + 1]);
  node->kids = splice (dd, node->kids, (guint64)n * stride, (guint64)from * stride, (guint64)(to - from) * stride,
                       fresh, (guint64)n_fresh * stride);
  node->bits = n - (to - from) + n_fresh;
  for (guint i = 0; i < to - from; i++)
    lpn_dd_unref (dd, stale[i]);
}

void
lpn_dd_set (LpnDd *dd, guint32 id, guint32 digit, guint32 child)
{
  if (dd->form == LPN_DD_DIGITS)
    set_digit (dd, id, digit, child);
  else
    set_arc (dd, id, digit, child);
}

/* --- references --- */

void
lpn_dd_unref (LpnDd *dd, guint32 id)
{
  LpnDdArc arc;

  if (id < LPN_DD_FIRST || lpn_dd_refs (dd, id) == LPN_DD_REFS_MAX || --dd->nodes[id].refs > 0)
    return;
  lpn_dd_unhash (dd, id);
  for (guint at = 0; lpn_dd_next_arc (dd, id, &at, &arc);)
    lpn_dd_unref (dd, arc.child);
  free_node (dd, id);
}

void
lpn_dd_set_root (LpnDd *dd, guint32 root)
{
  guint32 old = dd->root;

  lpn_dd_ref (dd, root);
  dd->root = root;
  lpn_dd_unref (dd, old);
}

void
lpn_dd_sweep (LpnDd *dd)
{
  for (guint32 id = LPN_DD_FIRST; id < dd->n_ids; id++)
    if (dd->nodes[id].bits != 0 && lpn_dd_refs (dd, id) == 0)
      {
        lpn_dd_ref (dd, id);
        lpn_dd_unref (dd, id);
      }
}

/* --- beginning and end --- */

static bool
first_blocks (LpnDd *dd)
{
  guint64 n_heads;

  if (!grow_ids (dd, LPN_DD_FIRST) || !grow_pool (dd, 1))
    return false;
  if (!dd->unique)
    return true;
  if (!lpn_dd_meter_resize (dd->meter, &dd->head_block, 1024 * sizeof (guint32)))
    return false;
  dd->heads = dd->head_block.data;
  n_heads = G_GUINT64_CONSTANT (1) << (g_bit_storage (dd->head_block.size / sizeof (guint32)) - 1);
  dd->head_mask = (guint32)(n_heads - 1);
  return dd->form != LPN_DD_DIGITS
         || lpn_dd_meter_resize (dd->meter, &dd->scratch_block,
                                 (guint64)dd->n_levels * LPN_DD_FANOUT * sizeof (guint32));
}

bool
lpn_dd_init (LpnDd *dd, LpnDdForm form, bool unique, guint n_components, LpnDdMeter *meter)
{
  memset (dd, 0, sizeof *dd);
  dd->form = form;
  dd->unique = unique;
  dd->n_components = n_components;
  dd->n_levels = n_components;
  dd->meter = meter;
  dd->max_ids = dd->max_pool = 0xfffffff0u;
  dd->n_ids = LPN_DD_FIRST;
  dd->pool_used = 1; /* 0 means none */
  dd->levels = g_new0 (LpnDdLevel, n_components);
  dd->n_digits = g_malloc (n_components);
  dd->path = g_new (guint32, (gsize)n_components + 1);
  for (guint i = 0; i < n_components; i++)
    {
      dd->levels[i].component = i;
      dd->levels[i].mask = form == LPN_DD_DIGITS ? LPN_DD_FANOUT - 1 : G_MAXUINT32;
      dd->n_digits[i] = 1;
    }
  if (!first_blocks (dd))
    {
      lpn_dd_clear (dd);
      return false;
    }
  dd->scratch = dd->scratch_block.data;
  return true;
}

void
lpn_dd_clear (LpnDd *dd)
{
  if (dd->meter == NULL)
    return;
  lpn_dd_meter_free (dd->meter, &dd->node_block);
  lpn_dd_meter_free (dd->meter, &dd->link_block);
  lpn_dd_meter_free (dd->meter, &dd->pool_block);
  lpn_dd_meter_free (dd->meter, &dd->head_block);
  lpn_dd_meter_free (dd->meter, &dd->scratch_block);
  lpn_dd_meter_free (dd->meter, &dd->cache_block);
  g_free (dd->levels);
  g_free (dd->n_digits);
  g_free (dd->path);
  memset (dd, 0, sizeof *dd);
}
