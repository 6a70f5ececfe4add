/* SPDX-License-Identifier: MIT */
/*
 * Reading and writing ASTG, the format of signal transition graphs (.g, and .sg for state graphs): SIS, petrify,
 * Workcraft, punf.
 *
 * Each signal becomes a shared variable with a port and the values 0 and 1, each of its transitions an edge of it. A
 * state is then marking and signal values. Places hold any number of tokens; a capacity is kept for who asks about
 * safeness and limits nothing. Initial values are those of .initial state; one that is not said there is inferred from
 * the signal's first edge. A state graph becomes a state machine: a place per state, a transition per arc.
 *
 * Tools know directives of their own, which say nothing about behaviour: such a line is ignored, with a warning.
 *
 * docs/formats.md has the grammar. Errors are in LPN_IO_ERROR and start with file:line:column.
 */
#ifndef LPN_IO_ASTG_H
#define LPN_IO_ASTG_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "io/compose.h"

G_BEGIN_DECLS

/* Limits on what a file may ask for. */
enum
{
  LPN_ASTG_MAX_BYTES = 1 << 30,  /* of the file */
  LPN_ASTG_MAX_WORK = 100000000, /* transitions looked at while initial values are inferred */
};

/* Appends the net of a file to `parts`. `warnings` (char*, or NULL) gets a line "file:line: ..." for each thing that is
 * ignored. */
bool lpn_astg_read_file (const char *path, GPtrArray *warnings, GPtrArray *parts, GError **error);
/* The same from memory; `label` stands for the file's name in messages. */
bool lpn_astg_read_memory (const char *label, const char *data, gsize length, GPtrArray *warnings, GPtrArray *parts,
                           GError **error);

/* Writes a frozen net as .g. What the format cannot say (guards, assignments beside edges, variables that are no
 * signals) is refused with LPN_IO_ERROR_WRITE, and names the thing. Properties are left out, which `warnings` (char*,
 * or NULL) tells. */
bool lpn_astg_write (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error);

G_END_DECLS

#endif
