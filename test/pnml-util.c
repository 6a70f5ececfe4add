/* SPDX-License-Identifier: MIT */
#include "test/pnml-util.h"

#include <string.h>

#include "io/model.h"
#include "io/pnml.h"
#include "test/harness.h"

LpnNet *
lpn_test_load (const char *path, GError **error)
{
  return lpn_model_load (&path, 1, error);
}

LpnNet *
lpn_test_load_text (const char *text, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  if (!lpn_pnml_read_memory ("net.pnml", text, strlen (text), parts, error))
    return NULL;
  return lpn_compose (parts, error);
}

char *
lpn_test_pnml (const LpnNet *net)
{
  char  *text = NULL;
  size_t size = 0;
  FILE  *out = open_memstream (&text, &size);
  g_autoptr (GError) error = NULL;
  bool ok = lpn_pnml_write (net, out, &error);
  fclose (out);
  char *copy = ok ? g_strndup (text, size) : NULL;
  free (text);
  lpn_test_no_error (&error);
  return copy;
}

bool
lpn_test_round_trip (const LpnNet *net)
{
  g_autofree char *text = lpn_test_pnml (net);
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) again = text == NULL ? NULL : lpn_test_load_text (text, &error);
  g_autofree char *why = NULL;
  if (again == NULL)
    {
      printf ("\n    %s: what was written is not read: %s\n", lpn_net_name (net), error != NULL ? error->message : "");
      return false;
    }
  if (!lpn_net_equal (net, again, &why) || !g_str_equal (lpn_net_name (net), lpn_net_name (again)))
    {
      printf ("\n    %s: after writing and reading, %s\n", lpn_net_name (net), why != NULL ? why : "the name differs");
      return false;
    }
  g_autofree char *second = lpn_test_pnml (again);
  return g_strcmp0 (text, second) == 0;
}
