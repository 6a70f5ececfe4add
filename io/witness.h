/* SPDX-License-Identifier: MIT */
/*
 * Witnesses for people and programs: the firing sequence step by step, with what each firing changed, and the state it
 * leads to.
 *
 * Steps are computed by the reference semantics. A file is written as it is computed, so a witness of millions of steps
 * needs no memory for its text. docs/output.md describes the JSON form.
 *
 * A walk, of which nothing is claimed, is the error_witness of an otherwise empty result, without a fault.
 */
#ifndef LPN_IO_WITNESS_H
#define LPN_IO_WITNESS_H

#include <glib.h>
#include <stdbool.h>

#include "io/json.h"
#include "search/search.h"

G_BEGIN_DECLS

/* Has the result any witness, of a model error or of a question? */
bool lpn_witness_any (const LpnResult *result);

/* Appends all witnesses as text; of one with more than `max_steps` steps (0: no maximum), only the first and the last.
 */
void lpn_witness_text (const LpnNet *net, const LpnResult *result, guint max_steps, GString *out);

/* The same as items of the open array. */
void lpn_witness_json (const LpnNet *net, const LpnResult *result, LpnJson *json);

/* Writes each witness as a waveform (io/vcd.h): the first to `path`, the others with -2, -3 ... before its suffix. */
bool lpn_witness_vcd (const LpnNet *net, const LpnResult *result, const char *path, bool places, GError **error);

/* Writes all witnesses to a file, as JSON if its name ends in .json, else as text; "-" is the standard output. */
bool lpn_witness_save (const char *model, const LpnNet *net, const LpnResult *result, const char *path, GError **error);

G_END_DECLS

#endif
