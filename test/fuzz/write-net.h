/* SPDX-License-Identifier: MIT */
#ifndef LPN_TEST_WRITE_NET_H
#define LPN_TEST_WRITE_NET_H

#include <stdio.h>

#include "lpn/net.h"

typedef bool (*LpnFuzzWriteFunc) (const LpnNet *net, FILE *out, GError **error);

/* The net as text, which the writer must not refuse. Transfer full, free(). */
char *lpn_fuzz_write (const LpnNet *net, LpnFuzzWriteFunc write, size_t *size);

#endif
