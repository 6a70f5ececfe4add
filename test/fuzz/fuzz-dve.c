/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a DVE file: reading must end in a net or in an error with a UTF-8 message. A small net is also explored
 * for a few hundred states, where nothing but the errors of a model may happen, and written as PNML.
 */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>

#include "io/dve.h"
#include "io/pnml.h"
#include "test/oracle.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_net (const LpnNet *net)
{
  char   *text = NULL;
  size_t  size = 0;
  FILE   *out = open_memstream (&text, &size);
  GError *error = NULL;

  g_assert_true (lpn_pnml_write (net, out, &error));
  g_assert_no_error (error);
  fclose (out);
  free (text);
  if (lpn_net_n_elements (net) < 1000 && lpn_net_n_transitions (net) < 1000)
    lpn_oracle_explore (net, 300);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  for (guint overflow = LPN_DVE_WRAP; overflow <= LPN_DVE_ERROR; overflow++)
    {
      g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
      g_autoptr (GError) error = NULL;
      bool ok = lpn_dve_read_memory ("fuzz.dve", (const char *)data, size, (LpnDveOverflow)overflow, parts, &error);

      g_assert_true (ok == (error == NULL));
      g_assert_true (ok == (parts->len == 1));
      g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
      if (ok)
        check_net (((LpnPart *)parts->pdata[0])->net);
    }
  return 0;
}
