/* SPDX-License-Identifier: MIT */
/*
 * The memory of a diagram: ids, and the pool the children lie in.
 *
 * Blocks of the pool come in size classes, exact up to 8 words, then four to each doubling; what is freed goes to a
 * list per class. A larger block is cut where its own class has none. Cut blocks are not joined again; where that
 * leaves no block large enough although much is free, the pool is compacted in place.
 */
#include "store/dd-private.h"

#include <string.h>

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

/* A word on its own is of no use until the pool is compacted; there a zero says that it is free. */
static void
lose_word (LpnDd *dd, guint32 offset)
{
  dd->pool[offset] = 0;
  dd->pool_lost++;
}

/* What a larger block has too much goes back in pieces. */
guint32
lpn_dd_pool_take (LpnDd *dd, guint64 words)
{
  guint class = class_of (words);
  guint64 size = class_size (class);
  guint   from = free_class (dd, class);
  guint64 end;
  guint32 offset;

  dd->live_words += size;
  if (from == LPN_DD_CLASSES)
    {
      offset = dd->pool_used;
      dd->pool_used += (guint32)size;
      return offset;
    }
  offset = take_free (dd, from);
  end = offset + class_size (from);
  if (end - offset - size == 1)
    lose_word (dd, (guint32)end - 1);
  for (guint64 at = offset + size; end - at >= 2;)
    {
      guint piece = class_of (end - at);

      if (class_size (piece) > end - at)
        piece--;
      put_free (dd, (guint32)at, piece);
      at += class_size (piece);
      if (end - at == 1)
        lose_word (dd, (guint32)at);
    }
  return offset;
}

void
lpn_dd_pool_give (LpnDd *dd, guint32 offset, guint64 words)
{
  dd->live_words -= lpn_dd_class_words (words);
  put_free (dd, offset, class_of (words));
}

guint64
lpn_dd_live_words (const LpnDd *dd, guint32 id)
{
  return lpn_dd_class_words (lpn_dd_pool_words (dd, &dd->nodes[id]));
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

bool
lpn_dd_grow_ids (LpnDd *dd, guint64 need)
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

bool
lpn_dd_grow_pool (LpnDd *dd, guint64 need)
{
  if (!grow_block (dd, &dd->pool_block, need, dd->max_pool, sizeof (guint32)))
    return false;
  dd->pool = dd->pool_block.data;
  dd->pool_room = (guint32)MIN (dd->pool_block.size / sizeof (guint32), dd->max_pool);
  return true;
}

void
lpn_dd_trim_blocks (LpnDd *dd)
{
  lpn_dd_meter_resize (dd->meter, &dd->node_block, dd->n_ids * sizeof (LpnDdNode));
  lpn_dd_meter_resize (dd->meter, &dd->pool_block, dd->pool_used * sizeof (guint32));
  if (dd->unique)
    lpn_dd_meter_resize (dd->meter, &dd->link_block, dd->n_ids * sizeof (LpnDdLink));
  /* Asking for what is there reads the blocks again. */
  lpn_dd_grow_ids (dd, dd->n_ids);
  lpn_dd_grow_pool (dd, dd->pool_used);
}

bool
lpn_dd_reserve (LpnDd *dd, guint64 n_nodes, guint64 n_words)
{
  guint64 free_ids = (guint64)dd->n_free + (dd->room - dd->n_ids);

  if (free_ids < n_nodes && !lpn_dd_grow_ids (dd, dd->room + (n_nodes - free_ids)))
    return false;
  return dd->pool_used + n_words <= dd->pool_room || lpn_dd_grow_pool (dd, dd->pool_used + n_words);
}

/* Blocks wanted, to be found among the free ones. */
typedef struct
{
  guint16 taken[LPN_DD_CLASSES];
  guint   missing;
  guint64 largest; /* of all */
} Wants;

static bool
has_more_than (const LpnDd *dd, guint class, guint n)
{
  guint32 at = dd->free_words[class];

  for (guint i = 0; i < n && at != 0; i++)
    at = dd->pool[at];
  return at != 0;
}

static void
want (const LpnDd *dd, Wants *wants, guint64 words)
{
  guint class = class_of (words);

  wants->largest = MAX (wants->largest, class_size (class));
  while ((class = free_class (dd, class)) < LPN_DD_CLASSES)
    {
      if (wants->taken[class] < G_MAXUINT16 && has_more_than (dd, class, wants->taken[class]))
        {
          wants->taken[class]++;
          return;
        }
      if (++class == LPN_DD_CLASSES)
        break;
    }
  wants->missing++;
}

/* What a changed node may want: a copy, and that in its next size. */
static guint64
next_words (const LpnDd *dd, guint64 words)
{
  return dd->form == LPN_DD_DIGITS ? MIN (words + 2, LPN_DD_FANOUT) : words + 2 * lpn_dd_stride (dd);
}

/* Whether the free blocks do, with what is left at the end of the pool for those that are missing. Taking the smallest
 * block that does, in whatever order, leaves no more wants open than this finds; each open one may be the largest. */
static bool
free_blocks_do (const LpnDd *dd, const guint32 *path, guint depth)
{
  Wants wants = { .missing = 0 };

  for (guint i = 0; i < depth; i++)
    {
      guint64 words = lpn_dd_pool_words (dd, &dd->nodes[path[i]]);

      if (words > 0)
        want (dd, &wants, words);
      want (dd, &wants, next_words (dd, words));
    }
  if (dd->form != LPN_DD_DIGITS)
    for (guint i = depth; i < dd->layout.n_levels; i++)
      want (dd, &wants, lpn_dd_stride (dd));
  return dd->pool_used + wants.missing * wants.largest <= dd->pool_room;
}

/* Zeroes all that is free, and empties the lists. */
static void
clear_free_blocks (LpnDd *dd)
{
  for (guint class = 0; class < LPN_DD_CLASSES; class ++)
    while (dd->free_words[class] != 0)
      {
        guint32 offset = take_free (dd, class);

        memset (dd->pool + offset, 0, class_size (class) * sizeof (guint32));
      }
  dd->pool_lost = 0;
}

/* The first word of each block changes places with the node's offset of it, so that going through the pool finds the
 * owners. */
void
lpn_dd_pool_compact (LpnDd *dd)
{
  guint32 to = 1;

  clear_free_blocks (dd);
  for (guint32 id = LPN_DD_FIRST; id < dd->n_ids; id++)
    if (dd->nodes[id].bits != 0 && lpn_dd_pool_words (dd, &dd->nodes[id]) > 0)
      {
        guint32 offset = dd->nodes[id].kids;

        dd->nodes[id].kids = dd->pool[offset];
        dd->pool[offset] = id;
      }
  for (guint32 at = 1; at < dd->pool_used;)
    {
      LpnDdNode *node = &dd->nodes[dd->pool[at]];
      guint32    size;

      if (dd->pool[at] == 0)
        {
          at++;
          continue;
        }
      size = (guint32)lpn_dd_class_words (lpn_dd_pool_words (dd, node));
      memmove (dd->pool + to, dd->pool + at, size * sizeof (guint32));
      dd->pool[to] = node->kids;
      node->kids = to;
      at += size;
      to += size;
    }
  dd->pool_used = to;
  dd->compactions++;
}

/* Compacts where that gives `words`, and enough to be worth the time. */
static bool
compact_for (LpnDd *dd, guint64 words)
{
  guint64 idle = dd->pool_used - 1 - dd->live_words;

  if (dd->pool_used + words > dd->pool_room + idle || idle < dd->pool_used / 8)
    return false;
  lpn_dd_pool_compact (dd);
  return true;
}

bool
lpn_dd_pool_ready (LpnDd *dd, guint64 words)
{
  guint64 size = lpn_dd_class_words (words);

  return words == 0 || free_class (dd, class_of (words)) < LPN_DD_CLASSES || lpn_dd_reserve (dd, 0, size)
         || compact_for (dd, size);
}

bool
lpn_dd_reserve_path (LpnDd *dd, const guint32 *path, guint depth)
{
  guint64 words = 0;

  /* Mostly there is room for the worst. */
  if (dd->form == LPN_DD_DIGITS && (guint64)dd->n_free + (dd->room - dd->n_ids) >= dd->layout.n_levels
      && dd->pool_used + (guint64)depth * 2 * LPN_DD_FANOUT <= dd->pool_room)
    return true;
  for (guint i = 0; i < depth; i++)
    {
      guint64 n = lpn_dd_pool_words (dd, &dd->nodes[path[i]]);

      words += lpn_dd_class_words (n) + lpn_dd_class_words (next_words (dd, n));
    }
  if (dd->form != LPN_DD_DIGITS)
    words += (guint64)(dd->layout.n_levels - depth) * lpn_dd_class_words (lpn_dd_stride (dd));
  if (!lpn_dd_reserve (dd, dd->layout.n_levels, 0))
    return false;
  return lpn_dd_reserve (dd, 0, words) || free_blocks_do (dd, path, depth) || compact_for (dd, words);
}
