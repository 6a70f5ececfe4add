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

/* Writes a frozen net. Linear in its size. */
bool lpn_dot_write (const LpnNet *net, FILE *out, GError **error);

G_END_DECLS

#endif
