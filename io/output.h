/* SPDX-License-Identifier: MIT */
/*
 * Writing files that are complete or not there: to a temporary file beside the target, which then takes its name.
 *
 * Only a regular file can be replaced so; a device or pipe is written as it is, and "-" is the standard output.
 */
#ifndef LPN_IO_OUTPUT_H
#define LPN_IO_OUTPUT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

G_BEGIN_DECLS

/* Writes the contents. Returning false without `error` set means that writing to `out` failed. */
typedef bool (*LpnOutputFunc) (FILE *out, gconstpointer data, GError **error);

/* Opens, calls `func`, closes; on failure the target is as it was and `error` (LPN_IO_ERROR_WRITE, with the path, or
 * func's own) is set. A reader of the standard output who has gone away is no failure: the rest is not wanted. */
bool lpn_output_write (const char *path, LpnOutputFunc func, gconstpointer data, GError **error);
/* The same for a text at hand. */
bool lpn_output_text (const char *path, const GString *text, GError **error);

G_END_DECLS

#endif
