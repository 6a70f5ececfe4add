/* SPDX-License-Identifier: MIT */
#include "store/dd-private.h"

#include <string.h>

/* --- reading a node --- */

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

guint32
lpn_dd_new_node (LpnDd *dd)
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
  if (dd->unique)
    dd->links[id].next = 0;
  dd->n_nodes++;
  dd->peak_nodes = MAX (dd->peak_nodes, dd->n_nodes);
  return id;
}

void
lpn_dd_free_node (LpnDd *dd, guint32 id)
{
  LpnDdNode *node = &dd->nodes[id];
  guint64    words = lpn_dd_pool_words (dd, node);

  if (words > 0)
    lpn_dd_pool_give (dd, node->kids, words);
  node->bits = 0;
  node->refs = 0;
  node->kids = dd->free_node;
  dd->free_node = id;
  dd->n_free++;
  dd->n_nodes--;
}

/* --- making, copying and changing nodes --- */

guint32
lpn_dd_single (LpnDd *dd, guint32 digit, guint32 child)
{
  guint32    id = lpn_dd_new_node (dd);
  LpnDdNode *node = &dd->nodes[id];

  if (dd->form == LPN_DD_DIGITS)
    {
      node->bits = G_GUINT64_CONSTANT (1) << digit;
      node->kids = child == LPN_DD_TERMINAL ? 0 : child;
    }
  else
    {
      node->bits = 1;
      node->kids = lpn_dd_pool_take (dd, lpn_dd_stride (dd));
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
  guint32    copy = lpn_dd_new_node (dd);
  LpnDdNode *node = &dd->nodes[copy];
  guint64    words = lpn_dd_pool_words (dd, &dd->nodes[id]);
  LpnDdArc   arc;

  node->bits = dd->nodes[id].bits;
  node->kids = dd->nodes[id].kids;
  if (words > 0)
    {
      node->kids = lpn_dd_pool_take (dd, words);
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

  if (lpn_dd_class_words (n) != lpn_dd_class_words (total))
    {
      target = lpn_dd_pool_take (dd, total);
      memcpy (dd->pool + target, dd->pool + offset, at * sizeof (guint32));
    }
  if (n_old != n_new || target != offset)
    memmove (dd->pool + target + at + n_new, dd->pool + offset + at + n_old, (n - at - n_old) * sizeof (guint32));
  memcpy (dd->pool + target + at, words, n_new * sizeof (guint32));
  if (target != offset)
    lpn_dd_pool_give (dd, offset, n);
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
          guint32 offset = lpn_dd_pool_take (dd, 2);

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
  lpn_dd_free_node (dd, id);
}

void
lpn_dd_set_root (LpnDd *dd, LpnDdSet *set, guint32 root)
{
  guint32 old = set->root;

  lpn_dd_ref (dd, root);
  set->root = root;
  set->known = 0;
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

  if (!lpn_dd_grow_ids (dd, LPN_DD_FIRST) || !lpn_dd_grow_pool (dd, 1))
    return false;
  if (!dd->unique)
    return true;
  if (!lpn_dd_meter_resize (dd->meter, &dd->head_block, LPN_DD_HEADS_MIN * sizeof (guint32)))
    return false;
  dd->heads = dd->head_block.data;
  n_heads = G_GUINT64_CONSTANT (1) << (g_bit_storage (dd->head_block.size / sizeof (guint32)) - 1);
  dd->head_mask = (guint32)(n_heads - 1);
  return dd->form != LPN_DD_DIGITS
         || lpn_dd_meter_resize (dd->meter, &dd->scratch_block,
                                 (guint64)dd->layout.n_levels * LPN_DD_FANOUT * sizeof (guint32));
}

bool
lpn_dd_init (LpnDd *dd, LpnDdForm form, bool unique, guint n_components, LpnDdMeter *meter)
{
  memset (dd, 0, sizeof *dd);
  dd->form = form;
  dd->unique = unique;
  dd->n_components = n_components;
  dd->meter = meter;
  dd->max_ids = dd->max_pool = 0xfffffff0u;
  dd->n_ids = LPN_DD_FIRST;
  dd->pool_used = 1; /* 0 means none */
  dd->widths = g_malloc (n_components);
  for (guint c = 0; c < n_components; c++)
    dd->widths[c] = 1;
  lpn_dd_layout_plain (&dd->layout, form, dd->widths, n_components);
  dd->keys = g_new0 (guint64, (gsize)dd->layout.n_words * LPN_DD_WALKS);
  dd->main.path = g_new (guint32, dd->layout.n_levels);
  dd->main.last = g_new0 (guint64, dd->layout.n_words);
  dd->other.path = g_new (guint32, dd->layout.n_levels);
  dd->other.last = g_new0 (guint64, dd->layout.n_words);
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
  lpn_dd_layout_clear (&dd->layout);
  g_free (dd->widths);
  g_free (dd->keys);
  g_free (dd->main.path);
  g_free (dd->main.last);
  g_free (dd->other.path);
  g_free (dd->other.last);
  memset (dd, 0, sizeof *dd);
}
