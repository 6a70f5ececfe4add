/* SPDX-License-Identifier: MIT */
/*
 * PNML (ISO/IEC 15909-2) place/transition nets, with the labels of this program: reading and writing.
 *
 * Reading streams: libxml2's event parser, in time and memory linear in the file, with exact line numbers. It is
 * liberal in what other tools write (docs/formats.md has the list) and strict in our own labels: an unknown element or
 * attribute inside <toolspecific tool="lpnreach"> is an error. No network access, no entity declarations, nothing is
 * loaded but the file itself.
 *
 * Vocabulary
 *   part    one <net> element as a frozen net of its own, before several are composed
 *   module  a top-level page; a net without pages, or what stands outside them, is the module named like the net
 */
#ifndef LPN_IO_PNML_H
#define LPN_IO_PNML_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "io/compose.h"
#include "lpn/net.h"

G_BEGIN_DECLS

#define LPN_PNML_NAMESPACE "http://www.pnml.org/version-2009/grammar/pnml"
#define LPN_PNML_PTNET "http://www.pnml.org/version-2009/grammar/ptnet"
#define LPN_PNML_TOOL "lpnreach"
#define LPN_PNML_TOOL_VERSION "1.0"

/* Limits on hostile input. Each is far above what an honest file needs. */
#define LPN_PNML_MAX_DEPTH 256             /* open elements */
#define LPN_PNML_MAX_ATTRIBUTE (16u << 20) /* bytes of one attribute */
#define LPN_PNML_MAX_TEXT (64u << 20)      /* bytes of one text that means something to us; others may be longer */
#define LPN_PNML_MAX_CELLS (16u << 20)     /* cells of all variables of a net */
#define LPN_PNML_MAX_BYTES (G_GUINT64_CONSTANT (1) << 36) /* of one file */

/* Reads all nets of a file, "-" being the standard input. `parts` gets one LpnPart per <net>. */
bool lpn_pnml_read_file (const char *path, GPtrArray *parts, GError **error);
/* The same from memory; `label` stands for the file in messages and names a net without id. */
bool lpn_pnml_read_memory (const char *label, const char *data, gsize length, GPtrArray *parts, GError **error);

/* Writes a frozen net as one <net> with a page per module. Reading it back gives an equal net. Ids that XML does not
 * allow are replaced there, and kept in our toolspecific section. */
bool lpn_pnml_write (const LpnNet *net, FILE *out, GError **error);

G_END_DECLS

#endif
