/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a PNML file: reading must end in nets or in an error with a UTF-8 message; a net must survive writing
 * and reading, also composed with itself, and its drawing must be written.
 */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/dot.h"
#include "io/pnml.h"
#include "test/fuzz/write-net.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static GPtrArray *
read_parts (const char *data, size_t size, guint copies)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  GError    *error = NULL;
  bool       ok = true;
  for (guint i = 0; i < copies && ok; i++)
    ok = lpn_pnml_read_memory ("fuzz.pnml", data, size, parts, &error);
  g_assert_true (ok == (error == NULL));
  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  g_clear_error (&error);
  if (ok)
    return parts;
  g_ptr_array_unref (parts);
  return NULL;
}

static void
check_net (const LpnNet *net)
{
  size_t     size = 0;
  char      *text = lpn_fuzz_write (net, lpn_pnml_write, &size);
  GPtrArray *parts = read_parts (text, size, 1);
  char      *why = NULL;
  g_assert_nonnull (parts);
  g_assert_cmpuint (parts->len, ==, 1);
  if (!lpn_net_equal (net, ((LpnPart *)g_ptr_array_index (parts, 0))->net, &why))
    g_error ("after writing and reading, %s:\n%s", why, text);
  g_ptr_array_unref (parts);
  free (text);
  free (lpn_fuzz_write (net, lpn_dot_write, &size));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  for (guint copies = 1; copies <= 2; copies++)
    {
      GPtrArray *parts = read_parts ((const char *)data, size, copies);
      if (parts == NULL)
        return 0;
      GError *error = NULL;
      LpnNet *net = lpn_compose (parts, &error);
      g_assert_true ((net == NULL) == (error != NULL));
      g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
      if (net != NULL)
        check_net (net);
      g_clear_error (&error);
      lpn_net_free (net);
      g_ptr_array_unref (parts);
    }
  return 0;
}
