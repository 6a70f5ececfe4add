/* SPDX-License-Identifier: MIT */
/*
 * A firing sequence as a value change dump (VCD, IEEE 1364), for GTKWave and other viewers.
 *
 * Time 0 is the initial state, and firing k happens at time k; one time unit more shows the last state. Scopes: the
 * net, in it its shared variables, then a scope per module with the module's own. In each, signals come first, by port:
 * inputs, outputs, internal; then the other variables, and with places a scope `places`. `fired` in the scope of the
 * net is the id of the transition just fired, a string as GTKWave reads them.
 *
 * What is 0 or 1 is a wire; what has a declared range from 0 up, a vector of wires; any other variable, a 64-bit
 * integer in two's complement. A place is as wide as its tokens on the way need. Steps follow the reference semantics.
 */
#ifndef LPN_IO_VCD_H
#define LPN_IO_VCD_H

#include <glib.h>
#include <stdbool.h>

#include "search/search.h"

G_BEGIN_DECLS

/* Writes the sequence to a file; "-" is the standard output. Each transition can fire where it stands. `comment` (may
 * be NULL) is put at the top. A net without variables shows its places in any case. */
bool lpn_vcd_save (const char *path, const LpnNet *net, const GArray *transitions, bool places, const char *comment,
                   GError **error);

G_END_DECLS

#endif
