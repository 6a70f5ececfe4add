/* SPDX-License-Identifier: MIT */
/* How a model is explored when the user does not say: the same in explore, check and compare. */
#ifndef LPN_IO_DEFAULTS_H
#define LPN_IO_DEFAULTS_H

#define LPN_DEFAULT_STORE "hash"
/* Breadth first: witnesses are shortest. */
#define LPN_DEFAULT_SEARCH "bfs"
#define LPN_DEFAULT_PARTITION "module"
#define LPN_DEFAULT_ORDER "auto"
/* What --order may be. */
#define LPN_ORDERS "auto, given, force, rcm"

#endif
