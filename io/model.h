/* SPDX-License-Identifier: MIT */
/*
 * MODELs as the command line names them: files of any known format, "-", and families such as peterson:4
 * (benchmarks/families.h; a file of that name comes first).
 *
 * Formats are the rows of one table in model.c, chosen by name or by suffix; a file of another suffix is read as PNML.
 * Several models, or several nets in one file, are composed as modules (io/compose.h).
 */
#ifndef LPN_IO_MODEL_H
#define LPN_IO_MODEL_H

#include <glib.h>
#include <stdbool.h>

#include "io/dve.h"
#include "lpn/net.h"

G_BEGIN_DECLS

/* What readers may be told; all zero is the default. */
typedef struct
{
  const char    *format; /* of all files, a suffix without its dot; NULL: by the suffix of each */
  LpnDveOverflow dve_overflow;
  gboolean       untimed;  /* .lpn: delays are ignored, with a warning; else they are refused */
  GPtrArray     *warnings; /* char*, or NULL; gets what a reader left out */
} LpnModelOptions;

/* Reads `n` models, at least one, and composes them. Returns: transfer full, frozen. */
LpnNet *lpn_model_load (const char *const *names, guint n, GError **error);
LpnNet *lpn_model_load_with (const char *const *names, guint n, const LpnModelOptions *options, GError **error);

/* Writes a frozen net to a file, or to the standard output for "-". `format` is one of
 * lpn_model_formats_written(); NULL: by the suffix of the path, PNML where that is none of them. A file is complete or
 * not there. */
bool lpn_model_save (const LpnNet *net, const char *path, const char *format, GError **error);
/* The same; `warnings` (char*, or NULL) gets what the format cannot say and was left out or changed. */
bool lpn_model_save_with (const LpnNet *net, const char *path, const char *format, GPtrArray *warnings, GError **error);

/* "pnml, dve, g": the formats there are. Transfer full. */
char *lpn_model_formats_read (void);
char *lpn_model_formats_written (void);

G_END_DECLS

#endif
