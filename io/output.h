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

typedef struct _LpnOutput LpnOutput;

/* For contents that come bit by bit. NULL with `error` (LPN_IO_ERROR_WRITE, with the path). */
LpnOutput *lpn_output_open (const char *path, GError **error);
FILE      *lpn_output_file (LpnOutput *output);
/* Says, while errno tells why, that writing to the file failed; what closes it then reports that. Answers false. */
bool lpn_output_failed (LpnOutput *output);
/* Frees, and puts the file in its place; on failure the target is as it was. keep false: the target stays as it was,
 * and nothing is reported. */
bool lpn_output_close (LpnOutput *output, bool keep, GError **error);

/* Writes the contents. Returning false without `error` set means that writing to `out` failed. */
typedef bool (*LpnOutputFunc) (FILE *out, gconstpointer data, GError **error);

/* Opens, calls `func`, closes; on failure the target is as it was and `error` (LPN_IO_ERROR_WRITE, with the path, or
 * func's own) is set. A reader of the standard output who has gone away is no failure: the rest is not wanted. */
bool lpn_output_write (const char *path, LpnOutputFunc func, gconstpointer data, GError **error);
/* The same for a text at hand. */
bool lpn_output_text (const char *path, const GString *text, GError **error);

G_END_DECLS

#endif
