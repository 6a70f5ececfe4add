/* SPDX-License-Identifier: MIT */
/*
 * Reading DVE, the language of the BEEM benchmarks, as labeled nets.
 *
 * A process becomes a module, a location a place, a local variable a variable of the module, a global one a shared
 * variable. A transition becomes a transition; a rendezvous one per matching sender and receiver, in the sender's
 * module. Effects run one after another there and all at once here, so they are substituted into each other. Beside
 * what the file declares, the net has these variables, whose names no DVE name can have:
 *   $committed  how many processes are in a committed location; only where there are such locations
 *   P.$at       the number of process P's location; only where another process asks for P.Location
 *   c$length    messages in the buffered channel c, and c$0, c$1, ... their parts, oldest message first
 * Each is a function of the DVE state, so that states, transitions and deadlocks are counted as in DVE. An assertion
 * becomes an invariant of the net, named P.Location.
 *
 * Values are computed in 32 bits and stored in 8 (byte, bool: unsigned) or 16 (int: signed). What does not fit wraps
 * around, as in LTSmin, or is an error of the model; division by zero and indices outside their array are one always.
 * Where intervals show that a value fits, nothing is added to its expression.
 *
 * Errors are in LPN_IO_ERROR and start with file:line:column.
 */
#ifndef LPN_IO_DVE_H
#define LPN_IO_DVE_H

#include <glib.h>
#include <stdbool.h>

#include "io/compose.h"

G_BEGIN_DECLS

/* Limits on what a file may ask for. */
enum
{
  LPN_DVE_MAX_BYTES = 64 << 20, /* of the file */
  LPN_DVE_MAX_NESTING = 500,    /* of an expression */
  LPN_DVE_MAX_CELLS = 1 << 20,  /* of all variables and buffers */
  LPN_DVE_MAX_CAPACITY = 4096,  /* of a channel */
  LPN_DVE_MAX_WORK = 2 << 20,   /* nodes of all expressions together, and four for each pair of sender and receiver */
};

typedef enum
{
  LPN_DVE_WRAP,  /* a value outside its type wraps around */
  LPN_DVE_ERROR, /* it is an error of the model */
} LpnDveOverflow;

/* "wrap" or "error"; false with `error` for anything else. */
bool lpn_dve_overflow_parse (const char *text, LpnDveOverflow *overflow, GError **error);

/* Appends the net of a file to `parts`. The net has the name of the file without folder and suffix. */
bool lpn_dve_read_file (const char *path, LpnDveOverflow overflow, GPtrArray *parts, GError **error);
/* The same from memory; `label` stands for the file's name in messages. */
bool lpn_dve_read_memory (const char *label, const char *data, gsize length, LpnDveOverflow overflow, GPtrArray *parts,
                          GError **error);

G_END_DECLS

#endif
