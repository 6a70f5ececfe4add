/* SPDX-License-Identifier: MIT */
/* Small nets for tests, written down in a few words. Everything that fails here ends the test program: it is the test's
 * mistake. */
#ifndef LPN_TEST_NET_UTIL_H
#define LPN_TEST_NET_UTIL_H

#include "lpn/net.h"

/* "a=1 b c=3": places with their tokens, 0 where none are given. */
void lpn_test_places (LpnNet *net, guint32 module, bool safe, const char *places);
/* A variable without range; size 0: a scalar. All cells start as `initial`. */
guint32 lpn_test_variable (LpnNet *net, guint32 module, const char *id, guint32 size, gint64 initial);
/* Input and output places as "a 2*b"; guard: text or NULL. */
guint32 lpn_test_transition (LpnNet *net, guint32 module, const char *id, const char *pre, const char *post,
                             const char *guard);
/* variable := value, or variable[index] := value; index: text or NULL. */
void lpn_test_assign (LpnNet *net, guint32 transition, const char *variable, const char *index, const char *value);
void lpn_test_freeze (LpnNet *net);

#endif
