/* SPDX-License-Identifier: MIT */
/* Mixing functions for hash tables: fast, of full avalanche, and (where said) invertible. */
#ifndef LPN_BASE_MIX_H
#define LPN_BASE_MIX_H

#include <glib.h>

/* A bijection on 64-bit words (the finaliser known as splitmix64 / Stafford 13). */
static inline guint64
lpn_mix64 (guint64 x)
{
  x ^= x >> 30;
  x *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x ^= x >> 27;
  x *= G_GUINT64_CONSTANT (0x94d049bb133111eb);
  x ^= x >> 31;
  return x;
}

/* Two words to one; not invertible. */
static inline guint64
lpn_mix2 (guint64 a, guint64 b)
{
  return lpn_mix64 (a ^ (lpn_mix64 (b + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15))));
}

#endif
