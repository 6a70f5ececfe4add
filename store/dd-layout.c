/* SPDX-License-Identifier: MIT */
#include "store/dd.h"

#include <string.h>

static void
begin (LpnDdLayout *layout, LpnDdForm form, guint n_components, guint max_parts)
{
  memset (layout, 0, sizeof *layout);
  layout->n_components = n_components;
  layout->lane_log = form == LPN_DD_DIGITS ? 3 : 1;
  layout->parts = g_new0 (LpnDdPart, max_parts);
}

static void
add_part (LpnDdLayout *layout, guint component, guint level, guint shift, guint bits)
{
  LpnDdPart *part = &layout->parts[layout->n_parts++];

  part->component = component;
  part->level = level;
  part->shift = (guint8)shift;
  part->bits = (guint8)bits;
}

/* Fills in what follows from the order, levels and bits of the parts. */
static void
finish (LpnDdLayout *layout)
{
  guint lane = 64u >> layout->lane_log;

  layout->n_levels = layout->n_parts > 0 ? layout->parts[layout->n_parts - 1].level + 1 : 0;
  layout->n_words = (layout->n_levels + (1u << layout->lane_log) - 1) >> layout->lane_log;
  layout->word_end = g_renew (guint32, layout->word_end, layout->n_words);
  layout->level_bits = g_renew (guint8, layout->level_bits, layout->n_levels);
  layout->capacity = g_renew (guint8, layout->capacity, layout->n_components);
  if (layout->n_components > 0)
    {
      memset (layout->level_bits, 0, layout->n_levels);
      memset (layout->capacity, 0, layout->n_components);
    }
  for (guint i = layout->n_parts; i-- > 0;)
    {
      LpnDdPart *part = &layout->parts[i];

      part->mask = 0xffffffffu >> (32 - part->bits);
      part->up = layout->level_bits[part->level];
      part->pos = (guint8)((part->level & ((1u << layout->lane_log) - 1)) * lane + part->up);
      layout->level_bits[part->level] = (guint8)(part->up + part->bits);
      layout->capacity[part->component] = (guint8)(layout->capacity[part->component] + part->bits);
    }
  for (guint i = 0; i < layout->n_parts; i++)
    layout->word_end[layout->parts[i].level >> layout->lane_log] = i + 1;
}

static guint
n_digits (guint width)
{
  return (width + LPN_DD_DIGIT_BITS - 1) / LPN_DD_DIGIT_BITS;
}

static guint
all_digits (const guint8 *widths, guint n_components)
{
  guint n = 0;

  for (guint c = 0; c < n_components; c++)
    n += n_digits (widths[c]);
  return n;
}

void
lpn_dd_layout_plain (LpnDdLayout *layout, LpnDdForm form, const guint8 *widths, guint n_components)
{
  guint level = 0;

  begin (layout, form, n_components, all_digits (widths, n_components));
  for (guint c = 0; c < n_components; c++)
    if (form != LPN_DD_DIGITS)
      add_part (layout, c, level++, 0, 32);
    else
      for (guint k = n_digits (widths[c]); k-- > 0;)
        add_part (layout, c, level++, k * LPN_DD_DIGIT_BITS, LPN_DD_DIGIT_BITS);
  finish (layout);
}

/* A component of more than six bits is cut anyway, so it may begin in what is left of a digit; others are not cut,
 * which would only add nodes. */
void
lpn_dd_layout_packed (LpnDdLayout *layout, const guint8 *widths, guint n_components)
{
  guint level = 0;
  guint room = LPN_DD_DIGIT_BITS;

  begin (layout, LPN_DD_DIGITS, n_components, all_digits (widths, n_components) + n_components);
  for (guint c = 0; c < n_components; c++)
    {
      guint rest = widths[c];

      if (rest <= LPN_DD_DIGIT_BITS ? rest > room : rest % LPN_DD_DIGIT_BITS > room)
        {
          level++;
          room = LPN_DD_DIGIT_BITS;
        }
      while (rest > 0)
        {
          guint bits = MIN (rest, room);

          if (bits > 0)
            add_part (layout, c, level, rest - bits, bits);
          rest -= bits;
          room -= bits;
          if (rest > 0)
            {
              level++;
              room = LPN_DD_DIGIT_BITS;
            }
        }
    }
  finish (layout);
}

LpnDdPart *
lpn_dd_layout_top (const LpnDdLayout *layout, guint component)
{
  LpnDdPart *part = layout->parts;

  while (part->component != component)
    part++;
  return part;
}

void
lpn_dd_layout_lift (LpnDdLayout *layout, guint component)
{
  guint      at = (guint)(lpn_dd_layout_top (layout, component) - layout->parts);
  LpnDdPart *part;

  layout->parts = g_renew (LpnDdPart, layout->parts, layout->n_parts + 1);
  part = &layout->parts[at];
  memmove (part + 1, part, (layout->n_parts - at) * sizeof *part);
  layout->n_parts++;
  part->shift = layout->capacity[component];
  part->bits = LPN_DD_DIGIT_BITS;
  for (guint i = at + 1; i < layout->n_parts; i++)
    layout->parts[i].level++;
  finish (layout);
}

void
lpn_dd_layout_widen (LpnDdLayout *layout, guint component, guint bits)
{
  LpnDdPart *part = lpn_dd_layout_top (layout, component);

  part->bits = (guint8)(part->bits + bits);
  finish (layout);
}

void
lpn_dd_layout_clear (LpnDdLayout *layout)
{
  g_free (layout->parts);
  g_free (layout->word_end);
  g_free (layout->level_bits);
  g_free (layout->capacity);
  memset (layout, 0, sizeof *layout);
}
