/* SPDX-License-Identifier: MIT */
#include "io/output.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "io/io.h"

static bool
fail (const char *path, int reason, GError **error)
{
  if (error != NULL && *error == NULL)
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "%s: cannot be written: %s", path, g_strerror (reason));
  return false;
}

/* Calls `func`; false with errno as the reason, or with `error` set by it. */
static bool
fill (FILE *out, LpnOutputFunc func, gconstpointer data, GError **error)
{
  errno = 0;
  bool ok = func (out, data, error);
  if (!ok && errno == 0)
    errno = EIO;
  return ok && !ferror (out);
}

static bool
to_standard_output (LpnOutputFunc func, gconstpointer data, GError **error)
{
  GError *own = NULL;
  if (fill (stdout, func, data, &own) && fflush (stdout) == 0)
    return true;
  if (own != NULL)
    {
      g_propagate_error (error, own);
      return false;
    }
  return errno == EPIPE || fail ("standard output", errno, error);
}

bool
lpn_output_write (const char *path, LpnOutputFunc func, gconstpointer data, GError **error)
{
  if (g_str_equal (path, "-"))
    return to_standard_output (func, data, error);

  bool             replace = !g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_REGULAR);
  g_autofree char *temporary = replace ? g_strdup_printf ("%s.part", path) : g_strdup (path);
  FILE            *out = fopen (temporary, "wb");
  if (out == NULL)
    return fail (path, errno, error);

  GError *own = NULL;
  bool    ok = fill (out, func, data, &own);
  int     reason = errno;
  if (fclose (out) != 0 && ok)
    {
      ok = false;
      reason = errno;
    }
  if (ok && replace && g_rename (temporary, path) != 0)
    {
      ok = false;
      reason = errno;
    }
  if (!ok && replace)
    g_unlink (temporary);
  if (own != NULL)
    g_propagate_error (error, own);
  return ok || (own == NULL && fail (path, reason, error));
}

static bool
write_text (FILE *out, gconstpointer data, GError **error)
{
  const GString *text = data;
  (void)error;
  return fwrite (text->str, 1, text->len, out) == text->len;
}

bool
lpn_output_text (const char *path, const GString *text, GError **error)
{
  return lpn_output_write (path, write_text, text, error);
}
