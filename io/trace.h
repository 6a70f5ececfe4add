/* SPDX-License-Identifier: MIT */
/*
 * Reading firing sequences back: witnesses as `--witness FILE` writes them, in text or JSON, and plain lists.
 *
 *   text   lines "     1  t11  M1  u 0 -> 1", numbered from 1; where a file has several witnesses, each begins with 1
 *   JSON   what --witness FILE.json and `simulate --json` write, or the record of `check --json`
 *   list   ids of transitions apart by blanks, commas or line ends; # begins a comment
 */
#ifndef LPN_IO_TRACE_H
#define LPN_IO_TRACE_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/net.h"

G_BEGIN_DECLS

typedef struct
{
  GArray *transitions; /* guint32 */
  GArray *lines;       /* guint: where each was read; 0: no line to tell */
} LpnTrace;

/* Reads witness `number`, from 1, of a file; "-" is the standard input. What the ids name is checked, not whether they
 * can fire. Returns: transfer full; NULL with `error`, which tells file and line. */
LpnTrace *lpn_trace_read (const char *path, const LpnNet *net, guint number, GError **error);
void      lpn_trace_free (LpnTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnTrace, lpn_trace_free)

G_END_DECLS

#endif
