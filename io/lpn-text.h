/* SPDX-License-Identifier: MIT */
/*
 * Reading and writing the .lpn text of ATACS and LEMA: an ASTG file (io/astg.h) whose labels stand in comments, #@... .
 *
 * Each file is a module. Its .inputs and .outputs are shared variables, by name; .internal ones are its own. Booleans
 * have the values 0 and 1, the variables of #@.variables are integers. A file with labels has safe places; one without
 * is a plain net, as in .g.
 *
 * What is not untimed is never dropped in silence: continuous variables, rates of variables and values that are ranges
 * are refused; delays, rates and priorities of transitions are refused too, unless `untimed` says that they may be
 * ignored, with one warning per file.
 *
 * docs/formats.md has the sections. Errors are in LPN_IO_ERROR or LPN_NET_ERROR and start with file:line.
 */
#ifndef LPN_IO_LPN_TEXT_H
#define LPN_IO_LPN_TEXT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "io/compose.h"

G_BEGIN_DECLS

typedef struct
{
  bool       untimed;
  GPtrArray *warnings; /* char*, gets one line each; or NULL */
} LpnTextOptions;

/* Appends the net of a file to `parts`; `label` stands for the file's name in messages. */
bool lpn_text_read_memory (const char *label, const char *data, gsize length, const LpnTextOptions *options,
                           GPtrArray *parts, GError **error);

/* Every input of a part that was read here must be the output of another part, or be driven by its own part. */
bool lpn_text_check_inputs (GPtrArray *parts, GError **error);

/* Writes a frozen net. A file is one module: several become one, with ids that are different (lpn_flatten()). Arrays,
 * conditionals and shifts are refused with LPN_IO_ERROR_WRITE; what else the format cannot say and changes no state
 * (ranges, some properties) is left out, which `warnings` (char*, or NULL) tells. */
bool lpn_text_write (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error);

G_END_DECLS

#endif
