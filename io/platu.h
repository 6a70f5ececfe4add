/* SPDX-License-Identifier: MIT */
/*
 * Reading Platu's modules: XML-like text of classes, whose instances are bound to each other in `main`.
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

G_END_DECLS

#endif
