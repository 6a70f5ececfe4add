/* SPDX-License-Identifier: MIT */
/*
 * Parallel composition: several nets as the modules of one.
 *
 * Rules
 *   - an id (of a place, transition, module, property or unit) that several parts use becomes NET.ID in each of them; a
 * module named like its net takes the net's name. Parts of the same name are numbered: NET, NET_2, NET_3.
 *   - shared variables of one id are one variable; they must agree in size, range and initial values.
 *   - signal transition graphs that share an input or output move it together: an edge of it is one transition for each
 * choice of an edge in every graph that has the signal, with the arcs of all of them. A signal has one driver: it is
 * the output of one graph at most. Signs agree; a toggle agrees with any. Internal signals are nobody else's, and
 * become NET.ID where others have one of that name.
 *   - everything else keeps its order, part by part.
 */
#ifndef LPN_IO_COMPOSE_H
#define LPN_IO_COMPOSE_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/net.h"

G_BEGIN_DECLS

typedef struct
{
  LpnNet  *net;            /* frozen, owned */
  char    *file;           /* for messages */
  bool     synchronous;    /* an STG: its signals change together with those of other STGs */
  guint32 *variable_lines; /* where each variable is declared, one per variable; NULL: unknown */
  bool     checks_inputs;  /* its inputs must be outputs of other parts, or its own transitions' (io/lpn-text.h) */
} LpnPart;

/* Takes `net` over and copies `file`. Returns: transfer full. */
LpnPart *lpn_part_new (LpnNet *net, const char *file);
void     lpn_part_free (LpnPart *part);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnPart, lpn_part_free)

/* One frozen net of all `parts` (LpnPart, at least one). A single part gives its net as it is, and is left without it.
 * Returns: transfer full. */
LpnNet *lpn_compose (GPtrArray *parts, GError **error);

/* A copy of a frozen net in one module, named like the net, with ids that are fit for formats that know no others: of
 * letters, digits, '_' and '.', all different, and such that `fits` likes them. An edge is called as in ASTG, and the
 * place between two transitions <t,u> if it was before. Returns: transfer full, frozen. */
LpnNet *lpn_flatten (const LpnNet *net, bool (*fits) (const char *id), GError **error);
/* The same copy with ids at hand: one per variable (without latches), place and transition. */
typedef struct
{
  const char *const *variables;
  const char *const *places;
  const char *const *transitions;
} LpnFlatIds;
/* The places called <t,u> that lie between t and u and nowhere else: their transitions; LPN_NONE for all others. Both
 * have room for all places. */
void    lpn_implicit_places (const LpnNet *net, guint32 *from, guint32 *to);
LpnNet *lpn_compose_flat (const LpnNet *net, const LpnFlatIds *ids, GError **error);

G_END_DECLS

#endif
