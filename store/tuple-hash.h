/* SPDX-License-Identifier: MIT */
/*
 * Two independent 64-bit hashes of a tuple, for the lossy stores: nobody compares the tuples afterwards, so what
 * they lose is what these functions confuse.
 *
 * Each is a chain of bijections over the indices, two at a time, with constants of its own; the seed is mixed into
 * both. Equal tuples have equal hashes on every machine.
 */
#ifndef LPN_STORE_TUPLE_HASH_H
#define LPN_STORE_TUPLE_HASH_H

#include <glib.h>

#include "base/mix.h"

typedef struct
{
  guint64 a;
  guint64 b;
} LpnTupleHash;

static inline LpnTupleHash
lpn_tuple_hash (const guint32 *tuple, guint n, guint64 seed)
{
  LpnTupleHash h = { lpn_mix64 (seed + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)),
                     lpn_mix64 (~seed ^ G_GUINT64_CONSTANT (0xd1b54a32d192ed03)) };
  guint        i = 0;

  for (; i < n; i += 2)
    {
      guint64 word = tuple[i] | (i + 1 < n ? (guint64)tuple[i + 1] << 32 : 0);
      h.a = lpn_mix64 (h.a ^ word) + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      h.b = lpn_mix64 (h.b + word * G_GUINT64_CONSTANT (0xf1357aea2e62a9c5)) ^ G_GUINT64_CONSTANT (0x8cb92ba72f3d8dd7);
    }
  h.a = lpn_mix64 (h.a);
  h.b = lpn_mix64 (h.b);
  return h;
}

/* A hash spread evenly over 0 .. n-1. */
static inline guint64
lpn_hash_below (guint64 hash, guint64 n)
{
  __extension__ typedef unsigned __int128 Wide;
  return (guint64)((Wide)hash * n >> 64);
}

#endif
