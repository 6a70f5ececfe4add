/* SPDX-License-Identifier: MIT */
/* Components of a net without modules: its NUPN units. */
#include "lpn/partition-private.h"

void
lpn_structure_split (const LpnCompiled *compiled, GPtrArray *groups)
{
  const LpnNet      *net = lpn_compiled_net (compiled);
  guint32            n = lpn_net_n_places (net);
  g_autofree guint8 *done = g_new0 (guint8, n + 1);

  for (guint32 u = 0; u < lpn_net_n_units (net); u++)
    {
      const LpnUnit *unit = lpn_net_unit (net, u);
      GArray        *group = lpn_groups_add (groups, g_strdup (unit->id));
      for (guint i = 0; i < unit->n_places; i++)
        if (!lpn_compiled_constant (compiled, unit->places[i]) && !done[unit->places[i]])
          {
            done[unit->places[i]] = 1;
            g_array_append_val (group, unit->places[i]);
          }
    }
  for (guint32 p = 0; p < n; p++)
    if (!lpn_compiled_constant (compiled, p) && !done[p])
      {
        GArray *group = lpn_groups_add (groups, g_strdup (lpn_net_place (net, p)->id));
        g_array_append_val (group, p);
      }
}
