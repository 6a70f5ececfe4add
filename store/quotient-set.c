/* SPDX-License-Identifier: MIT */
#include "store/quotient-set.h"

#include <string.h>

enum
{
  SOFT_LOAD = 240,       /* of 256: grow here */
  HARD_LOAD = 249,       /* of 256: full here when growing is refused */
  SMALL_BYTES = 1 << 18, /* tables below are doubled */
};

LpnQuotientShape
lpn_quotient_set_shape (guint bits, guint64 homes)
{
  LpnQuotientShape shape = { .log = LPN_QUOTIENT_MIN_LOG, .m = 8 };

  shape.prefix_bits = CLAMP (bits, LPN_QUOTIENT_MIN_PREFIX, LPN_QUOTIENT_MAX_PREFIX);
  shape.ext_bits = bits > shape.prefix_bits ? bits - shape.prefix_bits : 0;
  while (lpn_quotient_homes (&shape) < homes && lpn_quotient_next_shape (&shape))
    continue;
  return shape;
}

void
lpn_quotient_set_changed (LpnQuotientSet *set)
{
  guint64 homes = set->table.homes;
  bool    all = set->table.shape.ext_bits == 0 && homes >> set->table.shape.prefix_bits != 0;

  /* When every possible key has a home of its own there is nothing to grow for. */
  set->limit = all ? G_MAXUINT64 : homes / 256 * SOFT_LOAD;
}

bool
lpn_quotient_set_is_full (const LpnQuotientSet *set)
{
  return set->table.states >= set->table.homes / 256 * HARD_LOAD;
}

bool
lpn_quotient_set_init (LpnQuotientSet *set, LpnBudget *budget, guint bits)
{
  LpnQuotientShape shape = lpn_quotient_set_shape (bits, 0);

  memset (set, 0, sizeof *set);
  if (!lpn_quotient_init (&set->table, budget, &shape))
    return false;
  lpn_quotient_set_changed (set);
  return true;
}

void
lpn_quotient_set_clear (LpnQuotientSet *set, LpnBudget *budget)
{
  lpn_quotient_clear (&set->table, budget);
}

bool
lpn_quotient_set_reshape (LpnQuotientSet *set, LpnBudget *budget, const LpnQuotientShape *shape)
{
  if (!lpn_quotient_reshape (&set->table, budget, shape))
    return false;
  set->regrowths++;
  lpn_quotient_set_changed (set);
  return true;
}

/* Double while small; then steps that keep the bytes per entry right after growing near 3.9, so narrow slots grow in
 * fewer and larger steps, and wide ones by an eighth or less. */
LpnQuotientShape
lpn_quotient_set_wanted (const LpnQuotientSet *set)
{
  LpnQuotientShape shape = set->table.shape;
  guint            steps = 0;
  double           most = 8 * 3.9 * (double)set->table.states;

  while (lpn_quotient_next_shape (&shape) && ++steps < 8)
    {
      LpnQuotientShape next = shape;
      if (set->table.block.size < SMALL_BYTES)
        continue;
      if (!lpn_quotient_next_shape (&next) || (double)lpn_quotient_homes (&next) * lpn_quotient_slot_bits (&next) > most
          || steps >= 4)
        break;
    }
  return shape;
}

bool
lpn_quotient_set_grow (LpnQuotientSet *set, LpnBudget *budget)
{
  LpnQuotientShape shape = lpn_quotient_set_wanted (set);
  LpnQuotientShape least = set->table.shape;

  if (!lpn_quotient_next_shape (&least))
    return false;
  return lpn_quotient_set_reshape (set, budget, &shape)
         || (lpn_quotient_homes (&least) < lpn_quotient_homes (&shape)
             && lpn_quotient_set_reshape (set, budget, &least));
}
