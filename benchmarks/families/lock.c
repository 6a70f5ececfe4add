/* SPDX-License-Identifier: MIT */
#include "benchmarks/families/lock.h"

LpnNet *
lpn_family_finish_lock (LpnBuilder *b, const gint64 *values, LpnLockProcessFunc add_process, GError **error)
{
  for (gint64 i = 0; i < values[0]; i++)
    {
      lpn_builder_let (b, "i", i);
      lpn_builder_module (b, "P$i");
      add_process (b, values);
    }
  lpn_builder_mutex (b, "P$i.CS", values[0]);
  lpn_builder_deadlock (b);
  return lpn_builder_finish (b, error);
}
