/* SPDX-License-Identifier: MIT */
/*
 * Reading and writing Platu's modules: XML-like text of classes, whose instances are bound to each other in `main`.
 *
 * An instance is a module; the variables of its class are its own, an argument stands for a variable of another
 * instance and is only read. Places are numbers, and safe. An assertion splits its transition in two: one fires where
 * the assertion holds after the firing, the other, LABEL!assert, is a `fail` transition and fires where it does not.
 *
 * docs/formats.md has the grammar. Errors start with file:line.
 */
#ifndef LPN_IO_PLATU_H
#define LPN_IO_PLATU_H

#include "io/lpn-text.h"

G_BEGIN_DECLS

/* Appends the net of a text to `parts`. `folder` is where included files are looked for; NULL: none may be. */
bool lpn_platu_read_memory (const char *label, const char *data, gsize length, const char *folder,
                            const LpnTextOptions *options, GPtrArray *parts, GError **error);

/* Writes a frozen net: a class per module and its instance. Places become numbers; fail transitions assert what is
 * false. Persistent transitions, weights and powers are refused with LPN_IO_ERROR_WRITE; ranges, ports and properties
 * are left out, which `warnings` (char*, or NULL) tells. */
bool lpn_platu_write (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error);

G_END_DECLS

#endif
