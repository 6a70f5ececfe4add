/* SPDX-License-Identifier: MIT */
#include "io/output.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "io/io.h"

struct _LpnOutput
{
  FILE *file;
  char *path;
  char *temporary; /* NULL: what `path` names is written as it is */
  int   reason;    /* errno of the first failure; 0: none */
};

static bool
fail (const char *path, int reason, GError **error)
{
  if (error != NULL && *error == NULL)
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "%s: cannot be written: %s", path, g_strerror (reason));
  return false;
}

LpnOutput *
lpn_output_open (const char *path, GError **error)
{
  LpnOutput *output = g_new0 (LpnOutput, 1);
  if (g_str_equal (path, "-"))
    {
      output->file = stdout;
      output->path = g_strdup ("standard output");
      return output;
    }
  output->path = g_strdup (path);
  if (!g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_REGULAR))
    output->temporary = g_strdup_printf ("%s.part", path);
  output->file = fopen (output->temporary != NULL ? output->temporary : path, "wb");
  if (output->file != NULL)
    return output;
  fail (path, errno, error);
  g_free (output->temporary);
  g_free (output->path);
  g_free (output);
  return NULL;
}

FILE *
lpn_output_file (LpnOutput *output)
{
  return output->file;
}

bool
lpn_output_failed (LpnOutput *output)
{
  if (output->reason == 0)
    output->reason = errno != 0 ? errno : EIO;
  return false;
}

static void
end_file (LpnOutput *output)
{
  if (ferror (output->file))
    lpn_output_failed (output);
  if ((output->file == stdout ? fflush (stdout) : fclose (output->file)) != 0)
    lpn_output_failed (output);
  if (output->file == stdout && output->reason == EPIPE)
    output->reason = 0;
}

bool
lpn_output_close (LpnOutput *output, bool keep, GError **error)
{
  bool ok;
  end_file (output);
  if (keep && output->reason == 0 && output->temporary != NULL && g_rename (output->temporary, output->path) != 0)
    lpn_output_failed (output);
  if (output->temporary != NULL && (output->reason != 0 || !keep))
    g_unlink (output->temporary);
  ok = !keep || output->reason == 0 || fail (output->path, output->reason, error);
  g_free (output->temporary);
  g_free (output->path);
  g_free (output);
  return ok;
}

bool
lpn_output_write (const char *path, LpnOutputFunc func, gconstpointer data, GError **error)
{
  LpnOutput *output = lpn_output_open (path, error);
  GError    *own = NULL;

  if (output == NULL)
    return false;
  errno = 0;
  if (!func (output->file, data, &own) && own == NULL)
    lpn_output_failed (output);
  if (own == NULL)
    return lpn_output_close (output, true, error);
  lpn_output_close (output, false, NULL);
  g_propagate_error (error, own);
  return false;
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
