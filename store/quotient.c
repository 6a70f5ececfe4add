/* SPDX-License-Identifier: MIT */
#include "store/quotient.h"

#include <string.h>

#include "store/bits.h"

enum
{
  RUN_ENDS = 8, /* offsets in the head of a block */
  OFFSET = 16,
  HEAD = 18,
  PAD_BLOCKS = 4,
  MAX_OFFSET = 60000, /* 16 bits, less what one insert can add */
};

/* ---- Geometry ---- */

guint64
lpn_quotient_homes (const LpnQuotientShape *shape)
{
  return (guint64)shape->m << shape->log;
}

bool
lpn_quotient_next_shape (LpnQuotientShape *shape)
{
  if (shape->log + 3 >= shape->prefix_bits)
    return false;
  if (++shape->m == 16)
    {
      shape->m = 8;
      shape->log++;
    }
  return true;
}

static guint
width_of (const LpnQuotientShape *shape)
{
  return shape->prefix_bits - shape->log - 3 + shape->ext_bits;
}

double
lpn_quotient_slot_bits (const LpnQuotientShape *shape)
{
  return width_of (shape) + HEAD / 8.0;
}

static gsize
stride_of (const LpnQuotientShape *shape)
{
  return HEAD + 8 * (gsize)width_of (shape);
}

static guint64
blocks_of (const LpnQuotientShape *shape)
{
  return lpn_quotient_homes (shape) / 64 + PAD_BLOCKS;
}

static void
set_shape (LpnQuotient *t, const LpnQuotientShape *shape)
{
  guint group_bits = shape->prefix_bits - shape->log;

  t->shape = *shape;
  t->rem_bits = group_bits - 3;
  t->width = width_of (shape);
  t->chunks = (t->width + 63) / 64;
  t->stride = stride_of (shape);
  t->homes = lpn_quotient_homes (shape);
  t->slots = 64 * blocks_of (shape);
  for (guint i = 0; i < shape->m; i++)
    t->first[i] = (((guint64)i << group_bits) + shape->m - 1) / shape->m;
}

/* Prefixes come in groups of 2^group_bits, homes in groups of m: no division by the number of homes is needed. */
static inline guint64
home_of (const LpnQuotient *t, guint64 prefix, guint64 *remainder)
{
  guint   group_bits = t->shape.prefix_bits - t->shape.log;
  guint64 inner = prefix & lpn_low_mask (group_bits);
  guint64 i = inner * t->shape.m >> group_bits;

  *remainder = inner - t->first[i];
  return (prefix >> group_bits) * t->shape.m + i;
}

/* ---- Blocks ---- */

static inline guint8 *
block_at (const LpnQuotient *t, guint64 b)
{
  return (guint8 *)t->block.data + b * t->stride;
}

static inline guint64
homes_word (const LpnQuotient *t, guint64 b)
{
  return lpn_load64 (block_at (t, b));
}

static inline guint64
ends_word (const LpnQuotient *t, guint64 b)
{
  return lpn_load64 (block_at (t, b) + RUN_ENDS);
}

static inline guint
offset_at (const LpnQuotient *t, guint64 b)
{
  const guint8 *p = block_at (t, b) + OFFSET;
  return (guint)(p[0] | p[1] << 8);
}

static inline void
set_offset (LpnQuotient *t, guint64 b, guint64 offset)
{
  guint8 *p = block_at (t, b) + OFFSET;
  p[0] = (guint8)offset;
  p[1] = (guint8)(offset >> 8);
  t->max_offset = MAX (t->max_offset, offset);
}

static inline bool
is_end (const LpnQuotient *t, guint64 slot)
{
  return (block_at (t, slot / 64)[RUN_ENDS + slot % 64 / 8] >> slot % 8 & 1) != 0;
}

static inline void
set_end (LpnQuotient *t, guint64 slot, bool end)
{
  guint8 *p = block_at (t, slot / 64) + RUN_ENDS + slot % 64 / 8;
  *p = (guint8)((*p & ~(1 << slot % 8)) | end << slot % 8);
}

/* Word j of the payload of (remainder, ext). */
static inline guint64
chunk_of (const LpnQuotient *t, guint64 remainder, const guint64 *ext, guint j)
{
  guint   words = (t->shape.ext_bits + 63) / 64;
  guint64 chunk = j < words ? ext[j] << t->rem_bits : 0;

  if (j == 0)
    return chunk | remainder;
  if (t->rem_bits > 0)
    chunk |= ext[j - 1] >> (64 - t->rem_bits);
  return chunk;
}

static inline guint
chunk_bits (const LpnQuotient *t, guint j)
{
  return MIN (t->width - 64 * j, 64);
}

static inline bool
matches (const LpnQuotient *t, guint64 slot, guint64 remainder, const guint64 *ext)
{
  const guint8 *payloads = block_at (t, slot / 64) + HEAD;
  guint64       at = slot % 64 * t->width;

  for (guint j = 0; j < t->chunks; j++)
    if (lpn_get_bits (payloads, at + 64 * j, chunk_bits (t, j)) != chunk_of (t, remainder, ext, j))
      return false;
  return true;
}

static inline guint64
remainder_at (const LpnQuotient *t, guint64 slot)
{
  return lpn_get_bits (block_at (t, slot / 64) + HEAD, slot % 64 * t->width, t->rem_bits);
}

static void
write_payload (LpnQuotient *t, guint64 slot, guint64 remainder, const guint64 *ext)
{
  guint8 *payloads = block_at (t, slot / 64) + HEAD;
  guint64 at = slot % 64 * t->width;

  for (guint j = 0; j < t->chunks; j++)
    lpn_put_bits (payloads, at + 64 * j, chunk_bits (t, j), chunk_of (t, remainder, ext, j));
}

/* ---- Look-up ---- */

/* One past the last slot taken by the entries of homes <= `slot`; at most `slot` itself when it is free. */
static inline guint64
end_of_homes (const LpnQuotient *t, guint64 slot)
{
  guint64 b = slot / 64;
  guint   offset = offset_at (t, b);
  guint   runs = (guint)__builtin_popcountll (homes_word (t, b) & lpn_low_mask ((guint)(slot % 64) + 1));
  guint64 ends;
  guint   here;

  if (runs == 0)
    return 64 * b + offset;
  b += offset / 64;
  ends = ends_word (t, b) & ~lpn_low_mask (offset % 64);
  while ((here = (guint)__builtin_popcountll (ends)) < runs)
    {
      runs -= here;
      ends = ends_word (t, ++b);
    }
  return 64 * b + lpn_select64 (ends, runs - 1, t->bmi2) + 1;
}

static inline bool
has_home (const LpnQuotient *t, guint64 home)
{
  return (homes_word (t, home / 64) >> home % 64 & 1) != 0;
}

/* Is the entry in the run of `home` that ends before `*end`? If not, `*end` becomes the slot it has to go to. */
static inline bool
find_in_run (const LpnQuotient *t, guint64 home, guint64 *end, guint64 remainder, const guint64 *ext)
{
  guint64 slot = *end - 1;

  for (;; slot--)
    {
      guint64 here = remainder_at (t, slot);
      if (here == remainder && matches (t, slot, remainder, ext))
        return true;
      if (here > remainder)
        *end = slot;
      if (here < remainder || slot == home || is_end (t, slot - 1))
        return false;
    }
}

void
lpn_quotient_prefetch (const LpnQuotient *t, guint64 prefix)
{
  guint64       remainder;
  guint64       home = home_of (t, prefix, &remainder);
  const guint8 *block = block_at (t, home / 64);

  __builtin_prefetch (block);
  /* Entries are displaced by a few slots on average. */
  __builtin_prefetch (block + HEAD + ((home % 64 + 3) * t->width >> 3));
}

bool
lpn_quotient_contains (const LpnQuotient *t, guint64 prefix, const guint64 *ext)
{
  guint64 remainder;
  guint64 home = home_of (t, prefix, &remainder);
  guint64 end;

  if (!has_home (t, home))
    return false;
  end = end_of_homes (t, home);
  return find_in_run (t, home, &end, remainder, ext);
}

/* ---- Insertion ---- */

/* Moves slots [from, to) of one block up by one; to < 64. */
static void
shift_in_block (LpnQuotient *t, guint8 *block, guint from, guint to)
{
  guint8 *payloads = block + HEAD;
  guint   width = t->width;
  guint   skip = width / 64, shift = width % 64;
  guint64 moved = lpn_low_mask (to) & ~lpn_low_mask (from);
  guint64 ends = lpn_load64 (block + RUN_ENDS);
  guint   low = (from + 1) * width, high = (to + 1) * width; /* bits to be written */

  lpn_store64 (block + RUN_ENDS, (ends & ~(moved << 1)) | (ends & moved) << 1);
  if (from == to || width == 0)
    return;
  for (guint i = (high - 1) / 64;; i--)
    {
      guint64 mask = G_MAXUINT64;
      guint64 x = 0;
      if (i >= skip)
        x = lpn_load64 (payloads + 8 * (i - skip)) << shift;
      if (shift > 0 && i > skip)
        x |= lpn_load64 (payloads + 8 * (i - skip - 1)) >> (64 - shift);
      if (i == (high - 1) / 64 && high % 64 != 0)
        mask &= lpn_low_mask (high % 64);
      if (i == low / 64)
        mask &= ~lpn_low_mask (low % 64);
      if (mask != G_MAXUINT64)
        x = (x & mask) | (lpn_load64 (payloads + 8 * i) & ~mask);
      lpn_store64 (payloads + 8 * i, x);
      if (i == low / 64)
        break;
    }
}

/* Moves slots [from, to) up by one, to `to` included, which is free. */
static void
shift_slots (LpnQuotient *t, guint64 from, guint64 to)
{
  for (guint64 b = to / 64;; b--)
    {
      guint8 *block = block_at (t, b);
      guint8 *before = block - t->stride;
      bool    last = b == from / 64;

      shift_in_block (t, block, last ? from % 64 : 0, b == to / 64 ? to % 64 : 63);
      if (last)
        break;
      set_end (t, 64 * b, is_end (t, 64 * b - 1));
      for (guint j = 0; j < t->chunks; j++)
        lpn_put_bits (block + HEAD, 64 * j, chunk_bits (t, j),
                      lpn_get_bits (before + HEAD, 63 * (guint64)t->width + 64 * j, chunk_bits (t, j)));
    }
}

LpnQuotientAnswer
lpn_quotient_insert (LpnQuotient *t, guint64 prefix, const guint64 *ext)
{
  guint64 remainder;
  guint64 home = home_of (t, prefix, &remainder);
  guint64 end = end_of_homes (t, home); /* of its run, or of the homes before */
  guint64 at = end;                     /* where it goes */
  bool    joins = has_home (t, home);
  guint64 hole;

  if (joins && find_in_run (t, home, &at, remainder, ext))
    return LPN_QUOTIENT_SEEN;
  at = MAX (at, home);
  for (hole = at;;)
    {
      guint64 taken = hole < t->slots ? end_of_homes (t, hole) : 0;
      if (taken <= hole)
        break;
      hole = taken;
    }
  if (hole >= t->slots || t->max_offset >= MAX_OFFSET)
    return LPN_QUOTIENT_CROWDED;

  if (at < hole)
    shift_slots (t, at, hole);
  write_payload (t, at, remainder, ext);
  set_end (t, at, !joins || at == end);
  if (joins && at == end)
    set_end (t, at - 1, false);
  block_at (t, home / 64)[home % 64 / 8] |= (guint8)(1 << home % 8);
  for (guint64 b = home / 64 + 1; b <= hole / 64; b++)
    set_offset (t, b, offset_at (t, b) + 1);
  t->states++;
  return LPN_QUOTIENT_NEW;
}

/* ---- Walking and growing ---- */

void
lpn_quotient_iter_init (LpnQuotientIter *iter, const LpnQuotient *table)
{
  iter->table = table;
  iter->home = 0;
  iter->group = 0;
  iter->inner = 0;
  iter->next = 0;
  iter->in_run = false;
}

/* The first home >= `home` that has entries, or `homes`. */
static inline guint64
next_home (const LpnQuotient *t, guint64 home)
{
  while (home < t->homes)
    {
      guint64 word = homes_word (t, home / 64) >> home % 64;
      if (word != 0)
        return home + (guint)__builtin_ctzll (word);
      home = (home / 64 + 1) * 64;
    }
  return t->homes;
}

/* Moves to `home`, keeping home = group * m + inner without dividing. */
static inline void
go_to_home (LpnQuotientIter *iter, guint64 home)
{
  guint m = iter->table->shape.m;

  iter->inner += home - iter->home;
  iter->home = home;
  for (; iter->inner >= m; iter->inner -= m)
    iter->group++;
}

bool
lpn_quotient_iter_next (LpnQuotientIter *iter, guint64 *prefix, guint64 *ext)
{
  const LpnQuotient *t = iter->table;
  const guint8      *payloads;
  guint64            at, slot;

  if (!iter->in_run)
    {
      go_to_home (iter, next_home (t, iter->home));
      if (iter->home >= t->homes)
        return false;
    }
  slot = MAX (iter->next, iter->home);
  payloads = block_at (t, slot / 64) + HEAD;
  at = slot % 64 * t->width;
  *prefix = (iter->group << (t->shape.prefix_bits - t->shape.log)) + t->first[iter->inner]
            + lpn_get_bits (payloads, at, t->rem_bits);
  for (guint bit = 0; bit < t->shape.ext_bits; bit += 64)
    *ext++ = lpn_get_bits (payloads, at + t->rem_bits + bit, MIN (t->shape.ext_bits - bit, 64));
  iter->in_run = !is_end (t, slot);
  iter->next = slot + 1;
  if (!iter->in_run)
    go_to_home (iter, iter->home + 1);
  return true;
}

/* Builds a table from entries that come in ascending order of homes. Payloads pass through a word in a register:
 * no load then waits for the store just before it. */
typedef struct
{
  LpnQuotient *table;
  guint64      next; /* first slot not written; the writer stands at its payload */
  guint64      home; /* of the last entry */
  guint8      *at;   /* where the word goes */
  guint64      word;
  guint        fill; /* bits in the word, < 64 */
} Appender;

static void
begin_block (Appender *a)
{
  guint8 *block = block_at (a->table, a->next / 64);
  memset (block, 0, HEAD);
  a->at = block + HEAD;
}

static inline void
put (Appender *a, guint64 value, guint n)
{
  a->word |= value << a->fill;
  a->fill += n;
  if (a->fill >= 64)
    {
      lpn_store64 (a->at, a->word);
      a->at += 8;
      a->fill -= 64;
      a->word = a->fill > 0 ? value >> (n - a->fill) : 0;
    }
}

/* Leaves slots empty up to `slot`. */
static void
skip_to (Appender *a, guint64 slot)
{
  while (a->next < slot)
    {
      guint64 n = MIN (slot - a->next, 64 - a->next % 64);
      for (guint64 bits = n * a->table->width; bits > 0;)
        {
          guint some = (guint)MIN (bits, 64);
          put (a, 0, some);
          bits -= some;
        }
      a->next += n;
      if (a->next % 64 == 0)
        begin_block (a);
    }
}

static inline void
append (Appender *a, guint64 prefix, const guint64 *ext)
{
  LpnQuotient *t = a->table;
  guint64      remainder;
  guint64      home = home_of (t, prefix, &remainder);
  guint64      slot = MAX (home, a->next);

  if (slot > a->next)
    skip_to (a, slot);
  for (guint j = 0; j < t->chunks; j++)
    put (a, chunk_of (t, remainder, ext, j), chunk_bits (t, j));
  set_end (t, slot, true);
  if (slot > 0 && a->home == home)
    set_end (t, slot - 1, false);
  a->home = home;
  a->next = slot + 1;
  block_at (t, home / 64)[home % 64 / 8] |= (guint8)(1 << home % 8);
  for (guint64 b = home / 64 + 1; b <= slot / 64; b++)
    set_offset (t, b, slot + 1 - 64 * b);
  if (a->next % 64 == 0)
    begin_block (a);
}

static gsize
bytes_for (const LpnQuotientShape *shape, gsize slack)
{
  return blocks_of (shape) * stride_of (shape) + slack + HEAD; /* loads at the end stay inside */
}

bool
lpn_quotient_init (LpnQuotient *t, LpnBudget *budget, const LpnQuotientShape *shape)
{
  memset (t, 0, sizeof *t);
  t->bmi2 = lpn_have_bmi2 ();
  if (!lpn_block_resize (&t->block, budget, bytes_for (shape, 0)))
    return false;
  set_shape (t, shape);
  return true;
}

void
lpn_quotient_clear (LpnQuotient *t, LpnBudget *budget)
{
  lpn_block_free (&t->block, budget);
  memset (t, 0, sizeof *t);
}

bool
lpn_quotient_reshape (LpnQuotient *t, LpnBudget *budget, const LpnQuotientShape *shape)
{
  /* The writer stays behind the reader. Seen from the end, in bytes, an entry's new home is not nearer than its old
   * one and its displacement does not grow (but for a slot of rounding); the reader looks at homes up to the largest
   * offset before the slots it reads; the writer begins a block when it ends one. All that goes into the slack. */
  gsize               stride = MAX (t->stride, stride_of (shape));
  gsize               slack = (t->max_offset / 64 + PAD_BLOCKS + 4) * stride;
  gsize               old_bytes = t->slots / 64 * t->stride;
  gsize               bytes = MAX (bytes_for (shape, slack), old_bytes + slack + HEAD);
  LpnQuotient         from;
  LpnQuotientIter     iter;
  Appender            appender = { .table = t, .home = G_MAXUINT64 };
  guint64             prefix;
  guint               words = MAX (shape->ext_bits, t->shape.ext_bits) / 64 + 1;
  g_autofree guint64 *ext = g_new0 (guint64, words);

  if (!lpn_block_resize (&t->block, budget, bytes))
    return false;
  lpn_block_advise_huge (&t->block);
  from = *t;
  from.block.data = (guint8 *)t->block.data + t->block.size - HEAD - old_bytes;
  memmove (from.block.data, t->block.data, old_bytes);
  set_shape (t, shape);
  t->max_offset = 0;
  lpn_quotient_iter_init (&iter, &from);
  begin_block (&appender);
  while (lpn_quotient_iter_next (&iter, &prefix, ext))
    {
      append (&appender, prefix, ext);
      g_assert (appender.at <= block_at (&from, iter.home / 64) || iter.home >= from.homes);
    }
  g_assert (appender.next <= t->slots);
  skip_to (&appender, t->slots); /* and the head of the block after: loads at the end find zeros */
  return true;
}

const char *
lpn_quotient_check (const LpnQuotient *t)
{
  guint64 slot = 0, states = 0, home;
  guint64 offset_block = 0; /* offsets of blocks before are verified */

  for (home = next_home (t, 0); home < t->homes; home = next_home (t, home + 1))
    {
      guint64 start;
      /* The homes so far are those before the blocks up to this home's: their offsets are known now. */
      for (; offset_block <= home / 64; offset_block++)
        if (offset_at (t, offset_block) != (slot > 64 * offset_block ? slot - 64 * offset_block : 0))
          return "a block's offset is wrong";
      for (guint64 free = slot; free < home && free < t->slots; free++)
        if (is_end (t, free))
          return "a run ends in an empty slot";
      start = slot = MAX (slot, home);
      for (; slot < t->slots && !is_end (t, slot); slot++)
        if (remainder_at (t, slot) > remainder_at (t, slot + 1))
          return "a run is out of order";
      if (slot++ >= t->slots)
        return "a run has no end";
      if (end_of_homes (t, home) != slot)
        return "a home does not lead to its run";
      states += slot - start;
    }
  return states == t->states ? NULL : "the count of states is wrong";
}
