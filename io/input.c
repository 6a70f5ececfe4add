/* SPDX-License-Identifier: MIT */
#include "io/input.h"

#include <errno.h>
#include <stdio.h>

#include "io/io.h"

static bool
read_standard_input (char **text, gsize *length, GError **error)
{
  GString *all = g_string_new (NULL);
  char     block[4096];
  for (gsize n; (n = fread (block, 1, sizeof block, stdin)) > 0;)
    g_string_append_len (all, block, (gssize)n);
  bool failed = ferror (stdin) != 0;
  if (failed)
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_READ, "the standard input cannot be read: %s", g_strerror (errno));
  *length = all->len;
  *text = g_string_free (all, failed);
  return !failed;
}

bool
lpn_input_read (const char *path, char **text, gsize *length, GError **error)
{
  g_autoptr (GError) failure = NULL;
  if (g_str_equal (path, "-"))
    return read_standard_input (text, length, error);
  if (g_file_get_contents (path, text, length, &failure))
    return true;
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_READ, "%s", failure->message);
  return false;
}
