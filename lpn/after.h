/* SPDX-License-Identifier: MIT */
/*
 * What an expression will be worth after a firing, said in terms of the state before it: every variable the transition
 * assigns is replaced by its right-hand side. Places are not replaced; for a frozen net or one being filled.
 */
#ifndef LPN_LPN_AFTER_H
#define LPN_LPN_AFTER_H

#include "lpn/net.h"

G_BEGIN_DECLS

/* Where the firing faults (a value outside its range, an index outside its array), the result may be anything. Its
 * nesting may be that of the expression and of a right-hand side together. Returns: transfer full. */
LpnExpr *lpn_net_after (const LpnNet *net, guint32 transition, const LpnExpr *expr);

G_END_DECLS

#endif
