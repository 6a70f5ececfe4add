/* SPDX-License-Identifier: MIT */
/* Reading a whole file, or the standard input, into memory. */
#ifndef LPN_IO_INPUT_H
#define LPN_IO_INPUT_H

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/* The bytes of a file, or of the standard input for "-", with a zero behind them; LPN_IO_ERROR_READ where it cannot be
 * read. `text`: transfer full. */
bool lpn_input_read (const char *path, char **text, gsize *length, GError **error);

G_END_DECLS

#endif
