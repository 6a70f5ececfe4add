/* SPDX-License-Identifier: MIT */
/* Numbers as bytes, 7 bits each, low first, the high bit meaning that more follow (private to search/). */
#ifndef LPN_SEARCH_VARINT_H
#define LPN_SEARCH_VARINT_H

#include <glib.h>

enum
{
  LPN_VARINT_MAX = 5, /* bytes of a guint32 */
};

static inline guint8 *
lpn_varint_put (guint8 *at, guint32 value)
{
  for (; value >= 128; value >>= 7)
    *at++ = (guint8)(value | 128);
  *at++ = (guint8)value;
  return at;
}

static inline const guint8 *
lpn_varint_get (const guint8 *at, guint32 *value)
{
  guint shift = 0;
  *value = 0;
  for (; *at >= 128; shift += 7)
    *value |= (guint32)(*at++ & 127) << shift;
  *value |= (guint32)*at++ << shift;
  return at;
}

#endif
