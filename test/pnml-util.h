/* SPDX-License-Identifier: MIT */
/* Loading, writing and comparing nets, for the tests of PNML. */
#ifndef LPN_TEST_PNML_UTIL_H
#define LPN_TEST_PNML_UTIL_H

#include "lpn/net.h"

/* The net of one file. Transfer full. */
LpnNet *lpn_test_load (const char *path, GError **error);
/* The net of a text, named net.pnml in messages. Transfer full. */
LpnNet *lpn_test_load_text (const char *text, GError **error);
/* The net as PNML. Transfer full; NULL after printing what was wrong. */
char *lpn_test_pnml (const LpnNet *net);
/* Writes and reads back; prints the difference if there is one. Also: writing what was read gives the same bytes. */
bool lpn_test_round_trip (const LpnNet *net);

#endif
