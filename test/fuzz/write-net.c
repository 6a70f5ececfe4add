/* SPDX-License-Identifier: MIT */
#include "test/fuzz/write-net.h"

char *
lpn_fuzz_write (const LpnNet *net, LpnFuzzWriteFunc write, size_t *size)
{
  char   *text = NULL;
  FILE   *out = open_memstream (&text, size);
  GError *error = NULL;
  g_assert_true (write (net, out, &error));
  g_assert_no_error (error);
  fclose (out);
  return text;
}
