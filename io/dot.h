/* SPDX-License-Identifier: MIT */
/*
 * Graphviz DOT of a net: places as circles with their tokens, transitions as boxes with guard and assignments, modules
 * as clusters, shared variables in a note. For looking at; there is no way back.
 */
#ifndef LPN_IO_DOT_H
#define LPN_IO_DOT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "lpn/net.h"

G_BEGIN_DECLS

/* Text inside a double-quoted DOT string; line breaks become the left-justified kind. */
void lpn_dot_text (FILE *out, const char *text);

/* Writes a frozen net. Linear in its size. */
bool lpn_dot_write (const LpnNet *net, FILE *out, GError **error);

G_END_DECLS

#endif
