/* SPDX-License-Identifier: MIT */
/* NUPN units: checked to be a forest over distinct places, and added parents first. */
#include "io/pnml-private.h"

static RawUnit *
unit_at (const RawNet *raw, guint i)
{
  return &g_array_index (raw->units, RawUnit, i);
}

static const char *
unit_id (const RawNet *raw, guint i)
{
  return lpn_intern_text (raw->texts, unit_at (raw, i)->id);
}

static bool
fail_unit (const RawNet *raw, guint unit, const char *file, GError **error, const char *fault, guint32 symbol)
{
  return lpn_pnml_fail (error, file, unit_at (raw, unit)->line, LPN_IO_ERROR_INVALID, "NUPN unit \"%s\" %s \"%s\"",
                        unit_id (raw, unit), fault, lpn_intern_text (raw->texts, symbol));
}

static bool
link_units (RawNet *raw, const char *file, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL); /* symbol -> unit + 1 */
  for (guint i = 0; i < raw->units->len; i++)
    if (!g_hash_table_insert (ids, GUINT_TO_POINTER (unit_at (raw, i)->id), GUINT_TO_POINTER (i + 1)))
      return fail_unit (raw, i, file, error, "has the id of another", unit_at (raw, i)->id);
  for (guint i = 0; i < raw->units->len; i++)
    for (gsize k = 0; k < unit_at (raw, i)->n_subs; k++)
      {
        guint32  symbol = g_array_index (raw->unit_subs, guint32, unit_at (raw, i)->first_sub + k);
        guint    sub = GPOINTER_TO_UINT (g_hash_table_lookup (ids, GUINT_TO_POINTER (symbol)));
        RawUnit *unit = sub == 0 ? NULL : unit_at (raw, sub - 1);
        if (unit == NULL)
          return fail_unit (raw, i, file, error, "has the unknown sub-unit", symbol);
        if (unit->parent != LPN_NONE)
          return fail_unit (raw, i, file, error, "shares the sub-unit", symbol);
        unit->parent = i;
      }
  return true;
}

/* Adds one unit whose parent is there. `used` marks the places that have a unit. */
static bool
add_unit (RawNet *raw, guint i, LpnNet *net, guint8 *used, const char *file, GError **error)
{
  RawUnit            *unit = unit_at (raw, i);
  g_autofree guint32 *places = g_new (guint32, unit->n_places + 1);
  for (gsize k = 0; k < unit->n_places; k++)
    {
      guint32 symbol = g_array_index (raw->unit_places, guint32, unit->first_place + k);
      guint32 node = lpn_raw_find_node (raw, symbol);
      if (node == LPN_NONE || lpn_raw_node (raw, node)->kind != RAW_PLACE)
        return fail_unit (raw, i, file, error, "has the unknown place", symbol);
      if (used[node])
        return fail_unit (raw, i, file, error, "has a place of another unit,", symbol);
      used[node] = 1;
      places[k] = lpn_raw_node (raw, node)->ref;
    }
  guint32 parent = unit->parent == LPN_NONE ? LPN_NONE : unit_at (raw, unit->parent)->index;
  unit->index = lpn_net_add_unit (net, unit_id (raw, i), parent, places, (guint)unit->n_places, error);
  if (unit->index == LPN_NONE)
    g_prefix_error (error, "%s:%u: ", file, unit->line);
  return unit->index != LPN_NONE;
}

/* In the order of the file, but each after its parent: the way up to the first unit that is there is kept on a stack.
 */
bool
lpn_raw_net_build_units (RawNet *raw, LpnNet *net, const char *file, GError **error)
{
  if (raw->units->len == 0)
    return true;
  if (!link_units (raw, file, error))
    return false;
  g_autofree guint8 *used = g_try_malloc0 (raw->nodes.count + 1);
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (used == NULL)
    return lpn_pnml_fail (error, file, raw->line, LPN_IO_ERROR_LIMIT, "out of memory");
  for (guint i = 0; i < raw->units->len; i++)
    {
      for (guint32 up = i; up != LPN_NONE && unit_at (raw, up)->index == LPN_NONE; up = unit_at (raw, up)->parent)
        {
          g_array_append_val (way, up);
          if (way->len > raw->units->len)
            return fail_unit (raw, i, file, error, "is above itself:", unit_at (raw, i)->id);
        }
      for (; way->len > 0; g_array_set_size (way, way->len - 1))
        if (!add_unit (raw, g_array_index (way, guint32, way->len - 1), net, used, file, error))
          return false;
    }
  return true;
}
