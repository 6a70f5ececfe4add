/* SPDX-License-Identifier: MIT */
#include "io/io.h"

G_DEFINE_QUARK (lpn - io - error - quark, lpn_io_error)

bool
lpn_cannot_say (GError **error, const char *format, const char *what, ...)
{
  va_list args;
  va_start (args, what);
  g_autofree char *text = g_strdup_vprintf (what, args);
  va_end (args);
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "%s cannot say %s", format, text);
  return false;
}
