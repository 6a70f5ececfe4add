/* SPDX-License-Identifier: MIT */
#include "lpn/interval.h"

__extension__ typedef __int128 Wide;

static gint64
cut (Wide x)
{
  return x < G_MININT64 ? G_MININT64 : x > G_MAXINT64 ? G_MAXINT64 : (gint64)x;
}

static LpnInterval
truth (bool can_be_false, bool can_be_true)
{
  return (LpnInterval){ can_be_false ? 0 : 1, can_be_true ? 1 : 0 };
}

LpnInterval
lpn_interval_truth (LpnInterval a)
{
  return truth (a.min <= 0 && a.max >= 0, a.min != 0 || a.max != 0);
}

LpnInterval
lpn_interval_unary (LpnExprOp op, LpnInterval a)
{
  switch (op)
    {
    case LPN_EXPR_NEG:
      return (LpnInterval){ cut (-(Wide)a.max), cut (-(Wide)a.min) };
    case LPN_EXPR_BIT_NOT:
      return (LpnInterval){ ~a.max, ~a.min };
    case LPN_EXPR_INT:
      return a;
    case LPN_EXPR_BOOL:
      return lpn_interval_truth (a);
    case LPN_EXPR_NOT:
      return (LpnInterval){ 1 - a.max, 1 - a.min };
    default:
      return LPN_INTERVAL_ALL;
    }
}

static LpnInterval
product (LpnInterval a, LpnInterval b)
{
  const Wide corners[] = { (Wide)a.min * b.min, (Wide)a.min * b.max, (Wide)a.max * b.min, (Wide)a.max * b.max };
  Wide       min = corners[0], max = corners[0];
  for (guint i = 1; i < G_N_ELEMENTS (corners); i++)
    {
      min = MIN (min, corners[i]);
      max = MAX (max, corners[i]);
    }
  return (LpnInterval){ cut (min), cut (max) };
}

/* For a divisor of one sign the quotient is largest and smallest at the ends; zero is a fault. */
static LpnInterval
quotient (LpnInterval a, LpnInterval b)
{
  const gint64 divisors[] = { b.min, b.max, -1, 1 };
  LpnInterval  result = { G_MAXINT64, G_MININT64 };
  for (guint i = 0; i < G_N_ELEMENTS (divisors); i++)
    {
      gint64 d = divisors[i];
      if (d == 0 || d < b.min || d > b.max)
        continue;
      gint64 x = cut ((Wide)a.min / d), y = cut ((Wide)a.max / d);
      result = lpn_interval_join (result, (LpnInterval){ MIN (x, y), MAX (x, y) });
    }
  return lpn_interval_empty (result) ? LPN_INTERVAL_ALL : result;
}

/* The remainder takes the sign of the dividend, and is nearer to zero than divisor and dividend. */
static LpnInterval
remainder_of (LpnInterval a, LpnInterval b)
{
  Wide most = MAX (MAX (-(Wide)b.min, (Wide)b.min), MAX (-(Wide)b.max, (Wide)b.max));
  most = MAX (most, 1) - 1;
  return (LpnInterval){ a.min < 0 ? cut (MAX (-most, (Wide)a.min)) : 0, a.max > 0 ? cut (MIN (most, (Wide)a.max)) : 0 };
}

static LpnInterval
power (LpnInterval base, LpnInterval exponent)
{
  Wide most = 1;
  if (base.min < 0)
    return LPN_INTERVAL_ALL;
  if (base.max > 1)
    for (gint64 i = 0; i < exponent.max && most <= G_MAXINT64; i++)
      most *= base.max;
  return (LpnInterval){ 0, cut (most) };
}

/* All ones as wide as the larger of two numbers that are not negative. */
static gint64
ones (gint64 a, gint64 b)
{
  guint64 x = (guint64)a | (guint64)b;
  for (guint shift = 1; shift < 64; shift *= 2)
    x |= x >> shift;
  return (gint64)x;
}

static LpnInterval
bits (LpnExprOp op, LpnInterval a, LpnInterval b)
{
  if (op == LPN_EXPR_BIT_AND && (a.min >= 0 || b.min >= 0))
    return (LpnInterval){ 0, a.min < 0 ? b.max : b.min < 0 ? a.max : MIN (a.max, b.max) };
  if (op == LPN_EXPR_BIT_AND || a.min < 0 || b.min < 0)
    return LPN_INTERVAL_ALL;
  return (LpnInterval){ op == LPN_EXPR_BIT_OR ? MAX (a.min, b.min) : 0, ones (a.max, b.max) };
}

/* Both are monotonous in the number, and in the distance for numbers of one sign; negative distances are faults. */
static LpnInterval
shifted (LpnExprOp op, LpnInterval a, LpnInterval b)
{
  const gint64 numbers[] = { a.min, a.max };
  const gint64 distances[] = { CLAMP (b.min, 0, 63), CLAMP (b.max, 0, 63) };
  LpnInterval  result = { G_MAXINT64, G_MININT64 };
  for (guint i = 0; i < 4; i++)
    {
      gint64 x = numbers[i / 2], d = distances[i % 2];
      gint64 y = op == LPN_EXPR_SHIFT_LEFT ? cut ((Wide)x * ((Wide)1 << d)) : x >> d;
      result = lpn_interval_join (result, (LpnInterval){ y, y });
    }
  return result;
}

LpnInterval
lpn_interval_binary (LpnExprOp op, LpnInterval a, LpnInterval b)
{
  bool apart = a.max < b.min || b.max < a.min;
  bool same = a.min == a.max && b.min == b.max && a.min == b.min;
  switch (op)
    {
    case LPN_EXPR_ADD:
      return (LpnInterval){ cut ((Wide)a.min + b.min), cut ((Wide)a.max + b.max) };
    case LPN_EXPR_SUB:
      return (LpnInterval){ cut ((Wide)a.min - b.max), cut ((Wide)a.max - b.min) };
    case LPN_EXPR_MUL:
      return product (a, b);
    case LPN_EXPR_DIV:
      return quotient (a, b);
    case LPN_EXPR_MOD:
      return remainder_of (a, b);
    case LPN_EXPR_POW:
      return power (a, b);
    case LPN_EXPR_BIT_AND:
    case LPN_EXPR_BIT_OR:
    case LPN_EXPR_BIT_XOR:
      return bits (op, a, b);
    case LPN_EXPR_SHIFT_LEFT:
    case LPN_EXPR_SHIFT_RIGHT:
      return shifted (op, a, b);
    case LPN_EXPR_EQ:
      return truth (!same, !apart);
    case LPN_EXPR_NE:
      return truth (!apart, !same);
    case LPN_EXPR_LT:
      return truth (a.max >= b.min, a.min < b.max);
    case LPN_EXPR_LE:
      return truth (a.max > b.min, a.min <= b.max);
    case LPN_EXPR_GT:
      return truth (a.min <= b.max, a.max > b.min);
    case LPN_EXPR_GE:
      return truth (a.min < b.max, a.max >= b.min);
    case LPN_EXPR_AND:
      return (LpnInterval){ a.min & b.min, a.max & b.max };
    case LPN_EXPR_OR:
      return (LpnInterval){ a.min | b.min, a.max | b.max };
    case LPN_EXPR_IMPLIES:
      return (LpnInterval){ (1 - a.max) | b.min, (1 - a.min) | b.max };
    default:
      return LPN_INTERVAL_ALL;
    }
}
