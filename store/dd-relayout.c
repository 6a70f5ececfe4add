/* SPDX-License-Identifier: MIT */
/*
 * A diagram in another layout, built beside the old one from the root down.
 *
 * Both layouts cut the same string of bits, component after component, highest bit first; only where they cut differs,
 * and how many leading zeros a component has. So what stands below a node of the new diagram is named by a place in the
 * old one: a node, and the bits of its digit that have been read already. One new node is made for each such place that
 * a level of the new layout begins at, found again by a memo; equal ones are then one node by the unique table.
 */
#include "store/dd.h"

#include <string.h>

#include "base/mix.h"

/* One bit of the string. */
typedef struct
{
  bool   in_old; /* absent: it is 0 in every tuple */
  bool   in_new;
  guint8 left; /* bits that follow in the same digit of the old layout */
} Step;

typedef struct
{
  guint32 id;
  guint32 prefix; /* the bits of its digit that were read */
} Place;

typedef struct
{
  guint64 key; /* 0: free */
  guint32 result;
} Made;

typedef struct
{
  LpnDd             *dd;
  const LpnDdLayout *to;
  Step              *steps;
  guint32           *starts; /* per level of the new layout: its first step; and the end */
  LpnBlock           block;  /* of the memo */
  guint64            mask;
  guint64            n_made;
} Builder;

static Step *
make_steps (const LpnDdLayout *from, const LpnDdLayout *to, guint32 *starts)
{
  Step *steps;
  guint n = 0;
  guint level = 0;
  guint level_bits = 0;
  guint old_level = 0;
  guint old_bits = 0;

  for (guint c = 0; c < to->n_components; c++)
    n += MAX (from->capacity[c], to->capacity[c]);
  steps = g_new0 (Step, n);
  n = 0;
  starts[0] = 0;
  for (guint c = 0; c < to->n_components; c++)
    for (guint b = MAX (from->capacity[c], to->capacity[c]); b-- > 0; n++)
      {
        steps[n].in_old = b < from->capacity[c];
        steps[n].in_new = b < to->capacity[c];
        if (steps[n].in_old)
          {
            steps[n].left = (guint8)(from->level_bits[old_level] - ++old_bits);
            if (steps[n].left == 0)
              {
                old_level++;
                old_bits = 0;
              }
          }
        if (steps[n].in_new && ++level_bits == to->level_bits[level])
          {
            starts[++level] = n + 1;
            level_bits = 0;
          }
      }
  return steps;
}

/* The place one bit on; false when nothing is held there. */
static bool
read_bit (const LpnDd *dd, Place *place, guint left, guint32 bit)
{
  const LpnDdNode *node = &dd->nodes[place->id];
  guint32          prefix = place->prefix << 1 | bit;
  guint            n = 1u << left;
  guint64          range = (n == 64 ? ~G_GUINT64_CONSTANT (0) : (G_GUINT64_CONSTANT (1) << n) - 1) << (prefix << left);

  if ((node->bits & range) == 0)
    return false;
  *place = left > 0 ? (Place){ place->id, prefix } : (Place){ lpn_dd_digit_child (dd, node, prefix), 0 };
  return true;
}

/* The place after a digit of the new level; else false, and how many low bits of the digit do not matter to that. */
static bool
read_digit (const Builder *b, guint level, Place *place, guint32 digit, guint *free_bits)
{
  guint rest = b->to->level_bits[level];

  for (guint32 s = b->starts[level]; s < b->starts[level + 1]; s++)
    {
      const Step *step = &b->steps[s];
      guint32     bit = step->in_new ? digit >> --rest & 1 : 0;

      if (step->in_old ? !read_bit (b->dd, place, step->left, bit) : bit != 0)
        {
          *free_bits = rest;
          return false;
        }
    }
  return true;
}

static Made *
find_made (const Builder *b, guint64 key)
{
  Made   *made = b->block.data;
  guint64 at = lpn_mix64 (key) & b->mask;

  while (made[at].key != 0 && made[at].key != key)
    at = (at + 1) & b->mask;
  return &made[at];
}

/* A memo of at least twice as many slots as there are entries. */
static bool
grow_memo (Builder *b)
{
  LpnBlock old = b->block;
  guint64  n_old = b->block.size > 0 ? b->mask + 1 : 0;
  guint64  n = MAX (n_old * 2, 64);

  b->block = (LpnBlock){ 0 };
  while (n_old == 0 && n < 2 * b->dd->n_nodes)
    n *= 2;
  if (!lpn_dd_meter_resize (b->dd->meter, &b->block, n * sizeof (Made)))
    {
      b->block = old;
      b->dd->full_reason = "the memory budget leaves no room to lay the diagram out anew";
      return false;
    }
  b->mask = n - 1;
  for (guint64 i = 0; i < n_old; i++)
    {
      const Made *made = (const Made *)old.data + i;

      if (made->key != 0)
        *find_made (b, made->key) = *made;
    }
  lpn_dd_meter_free (b->dd->meter, &old);
  return true;
}

static guint32 build (Builder *b, guint level, Place place);

/* The children of a new node into the scratch row of its level. */
static bool
build_children (Builder *b, guint level, Place place, guint64 *bits, guint32 *row)
{
  guint last = b->to->n_levels - 1;
  guint free_bits;

  for (guint32 digit = 0; digit < 1u << b->to->level_bits[level]; digit++)
    {
      Place below = place;

      if (!read_digit (b, level, &below, digit, &free_bits))
        {
          digit |= (1u << free_bits) - 1;
          continue;
        }
      *bits |= G_GUINT64_CONSTANT (1) << digit;
      if (level < last && (*row++ = build (b, level + 1, below)) == LPN_DD_NONE)
        return false;
    }
  return true;
}

/* The new node for what stands at a place; LPN_DD_NONE: FULL. */
static guint32
build (Builder *b, guint level, Place place)
{
  guint64  key = ((guint64)level << 38 | (guint64)place.id << 6 | place.prefix) + 1;
  guint32 *row = b->dd->scratch + (gsize)level * LPN_DD_FANOUT;
  guint64  bits = 0;
  guint32  result = find_made (b, key)->result;

  if (result != LPN_DD_NONE)
    return result;
  if (!build_children (b, level, place, &bits, row))
    return LPN_DD_NONE;
  result = lpn_dd_make (b->dd, bits, level + 1 < b->to->n_levels ? row : NULL);
  if (result == LPN_DD_NONE || (2 * ++b->n_made > b->mask && !grow_memo (b)))
    return LPN_DD_NONE;
  *find_made (b, key) = (Made){ key, result };
  return result;
}

bool
lpn_dd_relayout (LpnDd *dd, const LpnDdLayout *layout, guint32 roots[2])
{
  const guint32       old[2] = { dd->main.root, dd->other.root };
  g_autofree guint32 *starts = g_new0 (guint32, (gsize)layout->n_levels + 1);
  g_autofree Step    *steps = make_steps (&dd->layout, layout, starts);
  Builder             b = { .dd = dd, .to = layout, .steps = steps, .starts = starts };
  bool                done = grow_memo (&b);

  for (guint i = 0; i < 2; i++)
    {
      roots[i] = old[i];
      if (done && old[i] != LPN_DD_NONE && layout->n_levels > 0)
        done = (roots[i] = build (&b, 0, (Place){ old[i], 0 })) != LPN_DD_NONE;
    }
  lpn_dd_meter_free (dd->meter, &b.block);
  if (!done)
    lpn_dd_sweep (dd);
  return done;
}
