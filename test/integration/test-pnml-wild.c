/* SPDX-License-Identifier: MIT */
/* Real PNML files of other tools, where the shared data is there: each loads with its counts and survives a round trip,
 * or is refused for the right reason. */
#include <string.h>

#include "io/io.h"
#include "test/harness.h"
#include "test/pnml-util.h"
#include "test/wild.h"

#define MAX_STATES 500000

/* The reason a status of counts.csv stands for; -1: the file loads. */
static int
expected_code (const char *status)
{
  if (g_str_equal (status, "HL") || g_str_equal (status, "EXT"))
    return LPN_IO_ERROR_UNSUPPORTED;
  if (g_str_equal (status, "NOTPNML"))
    return LPN_IO_ERROR_FORMAT;
  if (g_str_equal (status, "INVALID"))
    return LPN_IO_ERROR_INVALID;
  return -1;
}

/* INVALID in the list covers broken XML too. */
static bool
refused_rightly (const GError *error, int code)
{
  return error->domain == LPN_IO_ERROR
         && (error->code == code || (code == LPN_IO_ERROR_INVALID && error->code == LPN_IO_ERROR_MALFORMED));
}

/* Counts what is within reach of the naive explorer: columns states, edges, deadlocks. */
static bool
check_counts (const LpnNet *net, char **row)
{
  LpnTestCounts known = { g_ascii_strtoull (row[3], NULL, 10), g_ascii_strtoull (row[4], NULL, 10),
                          g_ascii_strtoull (row[5], NULL, 10) };
  if (!g_str_equal (row[10], "COMPLETE") || known.states > MAX_STATES)
    return false;
  lpn_test_check_oracle (net, row[0], "oracle", &known);
  lpn_test_check_engine (net, row[0], &known);
  return true;
}

static bool
check_row (const char *folder, char **row, const char *line)
{
  g_autofree char *path = g_build_filename (folder, row[0], NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_test_load (path, &error);
  const char *status = row[10];
  int         code = expected_code (status);
  (void)line;
  if (code >= 0)
    {
      bool ok = net == NULL && refused_rightly (error, code);
      if (!ok)
        printf ("\n    %s: expected %s, got %s\n", row[0], status, error != NULL ? error->message : "a net");
      CU_ASSERT_TRUE (ok);
      return false;
    }
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  if (net == NULL)
    return false;
  guint32 n_places = (guint32)g_ascii_strtoull (row[1], NULL, 10);
  guint32 n_transitions = (guint32)g_ascii_strtoull (row[2], NULL, 10);
  if (lpn_net_n_places (net) != n_places || lpn_net_n_transitions (net) != n_transitions)
    printf ("\n    %s: %u places and %u transitions\n", row[0], lpn_net_n_places (net), lpn_net_n_transitions (net));
  CU_ASSERT_EQUAL (lpn_net_n_places (net), n_places);
  CU_ASSERT_EQUAL (lpn_net_n_transitions (net), n_transitions);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
  return check_counts (net, row);
}

static void
test_wild (void)
{
  guint n, n_counted;
  if (!lpn_test_wild ("pnml", 11, check_row, &n, &n_counted))
    return;
  printf (" %u files, %u counted ", n, n_counted);
  CU_ASSERT_TRUE (n >= 60 && n_counted >= 40);
}

static const LpnTest tests[] = { { "files of other tools", test_wild }, { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("pnml-wild", tests);
}
