/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic on intervals of 64-bit integers (private to lpn/): each function answers an interval that holds every
 * result of the operation on members of its operands that is no fault. Operands are not empty. Results beyond
 * 64 bits are faults, so intervals are cut there.
 */
#ifndef LPN_LPN_INTERVAL_H
#define LPN_LPN_INTERVAL_H

#include "lpn/expr.h"
#include "lpn/ranges.h"

#define LPN_INTERVAL_ALL ((LpnInterval){ G_MININT64, G_MAXINT64 })

static inline bool
lpn_interval_empty (LpnInterval a)
{
  return a.min > a.max;
}

static inline LpnInterval
lpn_interval_join (LpnInterval a, LpnInterval b)
{
  return (LpnInterval){ MIN (a.min, b.min), MAX (a.max, b.max) };
}

static inline LpnInterval
lpn_interval_meet (LpnInterval a, LpnInterval b)
{
  return (LpnInterval){ MAX (a.min, b.min), MIN (a.max, b.max) };
}

/* 0, 1, or both: is the number not zero? */
LpnInterval lpn_interval_truth (LpnInterval a);
LpnInterval lpn_interval_unary (LpnExprOp op, LpnInterval a);
LpnInterval lpn_interval_binary (LpnExprOp op, LpnInterval a, LpnInterval b);

#endif
