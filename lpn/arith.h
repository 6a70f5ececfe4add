/* SPDX-License-Identifier: MIT */
/*
 * Checked 64-bit arithmetic, shared by constant folding and compiled code (private to lpn/).
 *
 * Each function answers the fault or LPN_FAULT_NONE; on a fault *r is unspecified. The reference semantics does not
 * use this file: it is what this file is tested against.
 */
#ifndef LPN_LPN_ARITH_H
#define LPN_LPN_ARITH_H

#include "lpn/code.h"

static inline LpnFault
lpn_arith_add (gint64 a, gint64 b, gint64 *r)
{
  return __builtin_add_overflow (a, b, r) ? LPN_FAULT_OVERFLOW : LPN_FAULT_NONE;
}

static inline LpnFault
lpn_arith_sub (gint64 a, gint64 b, gint64 *r)
{
  return __builtin_sub_overflow (a, b, r) ? LPN_FAULT_OVERFLOW : LPN_FAULT_NONE;
}

static inline LpnFault
lpn_arith_mul (gint64 a, gint64 b, gint64 *r)
{
  return __builtin_mul_overflow (a, b, r) ? LPN_FAULT_OVERFLOW : LPN_FAULT_NONE;
}

static inline LpnFault
lpn_arith_div (gint64 a, gint64 b, gint64 *r)
{
  if (b == 0)
    return LPN_FAULT_DIVISION;
  if (b == -1)
    return lpn_arith_sub (0, a, r);
  *r = a / b;
  return LPN_FAULT_NONE;
}

static inline LpnFault
lpn_arith_mod (gint64 a, gint64 b, gint64 *r)
{
  if (b == 0)
    return LPN_FAULT_DIVISION;
  /* a % -1 is 0, but the machine's division traps on the smallest number. */
  *r = b == -1 ? 0 : a % b;
  return LPN_FAULT_NONE;
}

/* By squaring; the square is taken only while bits are left, so that no overflow is seen which the result has not. */
static inline LpnFault
lpn_arith_pow (gint64 base, gint64 exponent, gint64 *r)
{
  gint64 power = 1;

  if (exponent < 0)
    return LPN_FAULT_EXPONENT;
  if (base >= -1 && base <= 1)
    {
      *r = exponent == 0 || base == 1 ? 1 : base == 0 ? 0 : exponent % 2 == 0 ? 1 : -1;
      return LPN_FAULT_NONE;
    }
  for (;;)
    {
      if (exponent % 2 == 1 && __builtin_mul_overflow (power, base, &power))
        return LPN_FAULT_OVERFLOW;
      exponent /= 2;
      if (exponent == 0)
        break;
      if (__builtin_mul_overflow (base, base, &base))
        return LPN_FAULT_OVERFLOW;
    }
  *r = power;
  return LPN_FAULT_NONE;
}

static inline LpnFault
lpn_arith_and (gint64 a, gint64 b, gint64 *r)
{
  *r = a & b;
  return LPN_FAULT_NONE;
}

static inline LpnFault
lpn_arith_or (gint64 a, gint64 b, gint64 *r)
{
  *r = a | b;
  return LPN_FAULT_NONE;
}

static inline LpnFault
lpn_arith_xor (gint64 a, gint64 b, gint64 *r)
{
  *r = a ^ b;
  return LPN_FAULT_NONE;
}

static inline LpnFault
lpn_arith_shl (gint64 a, gint64 b, gint64 *r)
{
  if (b < 0)
    return LPN_FAULT_EXPONENT;
  if (b < 63)
    return lpn_arith_mul (a, (gint64)1 << b, r);
  *r = a == 0 ? 0 : G_MININT64;
  return a == 0 || (a == -1 && b == 63) ? LPN_FAULT_NONE : LPN_FAULT_OVERFLOW;
}

/* Rounds down, as the machine does. */
static inline LpnFault
lpn_arith_shr (gint64 a, gint64 b, gint64 *r)
{
  if (b < 0)
    return LPN_FAULT_EXPONENT;
  *r = a >> (b < 63 ? b : 63);
  return LPN_FAULT_NONE;
}

#endif
