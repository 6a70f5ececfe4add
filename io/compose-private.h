/* SPDX-License-Identifier: MIT */
/* Edges of signals that several STGs move, and how they become one (private to compose*.c). */
#ifndef LPN_IO_COMPOSE_PRIVATE_H
#define LPN_IO_COMPOSE_PRIVATE_H

#include "io/compose.h"

/* A transition of an STG that waits for those of others. */
typedef struct
{
  guint          part;
  const LpnNet  *net;
  guint32        transition;
  guint32        module; /* in the composed net */
  const guint32 *places; /* of the part, in the composed net; owned by the composer's `maps` */
  char          *name;   /* NET.ID */
} LpnPartEdge;

/* Adds a transition for each choice of an edge in every of the `n_parts` graphs that have the signal, a shared variable
 * of `net`. `edges` (LpnPartEdge) are part by part. */
bool lpn_compose_edges (LpnNet *net, const char *signal, const GArray *edges, guint n_parts, GError **error);

#endif
