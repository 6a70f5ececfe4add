/* SPDX-License-Identifier: MIT */
/*
 * The signals of a net: its wires, who drives them, and which transitions change none.
 *
 * Vocabulary
 *   signal   a scalar variable with a port that has the range 0..1 or is the signal of some edge. Signals are numbered
 *            from 0: inputs, then outputs, then internal signals, each in the order of the net's variables
 *   local    driven by the circuit itself: an output or an internal signal
 *   code     the values of all signals: bit i is whether signal i is not 0
 *   silent   a transition that assigns no signal: a dummy
 */
#ifndef LPN_LPN_SIGNALS_H
#define LPN_LPN_SIGNALS_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/net.h"

G_BEGIN_DECLS

typedef struct
{
  const LpnNet *net;
  guint         n;
  guint32      *variables;   /* per signal: its variable */
  guint32      *number;      /* per variable: its signal, LPN_NONE: it is none */
  guint8       *silent;      /* per transition */
  bool          has_edges;   /* some transition is an edge */
  bool          has_silent;  /* some transition is silent */
  guint         n_local;     /* local signals: the last ones */
  guint32      *edges;       /* transitions that are edges, sorted by signal */
  guint32      *edges_first; /* n + 1: where the edges of a signal begin */
} LpnSignals;

/* Of a frozen net, which must outlive it. Returns: transfer full. */
LpnSignals *lpn_signals_new (const LpnNet *net);
void        lpn_signals_free (LpnSignals *signals);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnSignals, lpn_signals_free)

/* The port of the signal that a transition is an edge of; LPN_PORT_NONE: it is no edge. */
LpnPort lpn_signals_port (const LpnSignals *signals, guint32 transition);
bool    lpn_port_is_local (LpnPort port);

/* The code of a state vector, one character '0' or '1' per signal. Returns: transfer full. */
char *lpn_signals_code_text (const LpnSignals *signals, const gint64 *values);

G_END_DECLS

#endif
