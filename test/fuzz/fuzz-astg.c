/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as an ASTG file: reading must end in a net or in an error with a UTF-8 message. A small net is also
 * explored for a few hundred states and written as PNML.
 */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>

#include "io/astg.h"
#include "io/pnml.h"
#include "test/fuzz/write-net.h"
#include "test/oracle.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static bool
write_astg (const LpnNet *net, FILE *out, GError **error)
{
  return lpn_astg_write (net, out, NULL, error);
}

static void
check_net (const LpnNet *net)
{
  size_t size;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  GError *error = NULL;
  char   *text = lpn_fuzz_write (net, write_astg, &size);
  g_assert_true (lpn_astg_read_memory ("back.g", text, size, NULL, parts, &error));
  g_assert_no_error (error);
  const LpnNet *back = ((LpnPart *)parts->pdata[0])->net;
  g_assert_cmpuint (lpn_net_n_places (back), ==, lpn_net_n_places (net));
  g_assert_cmpuint (lpn_net_n_transitions (back), ==, lpn_net_n_transitions (net));
  g_assert_cmpuint (lpn_net_n_variables (back), ==, lpn_net_n_variables (net));
  g_assert_cmpuint (lpn_net_n_arcs (back), ==, lpn_net_n_arcs (net));
  free (text);
  free (lpn_fuzz_write (net, lpn_pnml_write, &size));
  if (lpn_net_n_elements (net) < 1000 && lpn_net_n_transitions (net) < 1000)
    lpn_oracle_explore (net, 300);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  g_autoptr (GError) error = NULL;
  bool ok = lpn_astg_read_memory ("fuzz.g", (const char *)data, size, NULL, parts, &error);

  g_assert_true (ok == (error == NULL));
  g_assert_true (ok == (parts->len == 1));
  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  if (ok)
    check_net (((LpnPart *)parts->pdata[0])->net);
  return 0;
}
