/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a .lpn file, Platu's where they begin with '<': reading must end in a net or in an error with a UTF-8
 * message. A small net is explored for a few hundred states; one that can be written as .lpn text is read back and must
 * have the same states.
 */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>

#include "io/lpn-text.h"
#include "io/platu.h"
#include "test/oracle.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const LpnTextOptions options = { .untimed = true };

/* What is written as Platu's modules is read again. */
static void
check_platu (const LpnNet *net)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  g_autoptr (GError) error = NULL;
  char  *text = NULL;
  size_t size;
  FILE  *out = open_memstream (&text, &size);
  bool   written = lpn_platu_write (net, out, NULL, &error);

  fclose (out);
  g_assert_true (written == (error == NULL));
  if (written)
    {
      lpn_platu_read_memory ("back.platu", text, size, NULL, &options, parts, &error);
      g_assert_no_error (error);
    }
  free (text);
}

static void
check_net (const LpnNet *net)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  g_autoptr (GError) error = NULL;
  char  *text = NULL;
  size_t size;
  FILE  *out = open_memstream (&text, &size);
  bool   written = lpn_text_write (net, out, NULL, &error);

  fclose (out);
  g_assert_true (written == (error == NULL));
  if (written)
    {
      g_assert_true (lpn_text_read_memory ("back.lpn", text, size, &options, parts, &error));
      const LpnNet *back = ((LpnPart *)parts->pdata[0])->net;
      g_assert_cmpuint (lpn_net_n_places (back), ==, lpn_net_n_places (net));
      g_assert_cmpuint (lpn_net_n_transitions (back), ==, lpn_net_n_transitions (net));
      g_assert_cmpuint (lpn_net_n_variables (back), ==, lpn_net_n_variables (net));
    }
  free (text);
  check_platu (net);
  if (lpn_net_n_elements (net) >= 1000 || lpn_net_n_transitions (net) >= 1000)
    return;
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, 300);
  if (!written || !lpn_oracle_result (oracle)->complete)
    return;
  g_autoptr (LpnOracle) again = lpn_oracle_new (((LpnPart *)parts->pdata[0])->net, 300);
  g_assert_cmpuint (lpn_oracle_result (again)->states, ==, lpn_oracle_result (oracle)->states);
  g_assert_cmpuint (lpn_oracle_result (again)->transitions, ==, lpn_oracle_result (oracle)->transitions);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  g_autoptr (GError) error = NULL;
  bool platu = size > 0 && data[0] == '<';
  bool ok = platu ? lpn_platu_read_memory ("fuzz.lpn", (const char *)data, size, NULL, &options, parts, &error)
                  : lpn_text_read_memory ("fuzz.lpn", (const char *)data, size, &options, parts, &error);

  g_assert_true (ok == (error == NULL));
  g_assert_true (ok == (parts->len == 1));
  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  if (ok)
    check_net (((LpnPart *)parts->pdata[0])->net);
  return 0;
}
