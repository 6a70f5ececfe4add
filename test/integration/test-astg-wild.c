/* SPDX-License-Identifier: MIT */
/* Real signal transition graphs, where the shared data is there: each has its counts, by the oracle and by the engine,
 * and survives PNML and ASTG. */
#include <string.h>

#include "io/astg.h"
#include "test/harness.h"
#include "test/pnml-util.h"
#include "test/wild.h"

#define MAX_STATES 10000 /* of a file that is counted here */

static LpnNet *
read_text (const char *label, const char *text, gsize length)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  g_autoptr (GError) error = NULL;
  bool ok = lpn_astg_read_memory (label, text, length, NULL, parts, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return ok ? g_steal_pointer (&((LpnPart *)parts->pdata[0])->net) : NULL;
}

static LpnNet *
read_file (const char *path)
{
  g_autofree char *text = NULL;
  gsize            length;
  bool             there = g_file_get_contents (path, &text, &length, NULL);
  CU_ASSERT_TRUE (there);
  return there ? read_text (path, text, length) : NULL;
}

/* Written and read back. */
static LpnNet *
again (const LpnNet *net)
{
  g_autofree char *text = NULL; /* of the C library; g_free() is free() */
  size_t           size = 0;
  FILE            *out = open_memstream (&text, &size);
  bool             ok = lpn_astg_write (net, out, NULL, NULL);
  fclose (out);
  CU_ASSERT_TRUE (ok);
  return ok ? read_text ("again.g", text, size) : NULL;
}

static void
check_net (const LpnNet *net, const char *file, const LpnTestCounts *known)
{
  lpn_test_check_oracle (net, file, "oracle", known);
  lpn_test_check_engine (net, file, known);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
  g_autoptr (LpnNet) back = again (net);
  if (back != NULL)
    lpn_test_check_oracle (back, file, "written and read", known);
}

/* Has it more than an ASTG file says? */
static bool
is_labeled (const char *path)
{
  g_autofree char *text = NULL;
  return !g_file_get_contents (path, &text, NULL, NULL) || strstr (text, "assignments") != NULL
         || strstr (text, "#@.enablings") != NULL || strstr (text, ".transition_rates") != NULL;
}

/* Columns model, places, transitions, states, arcs, deadlocks; the note may tell the states with signal values. */
static bool
check_row (const char *folder, char **row, const char *line)
{
  static const char NOTE[] = "signal code ";
  g_autofree char  *path = g_build_filename (folder, row[0], NULL);
  const char       *note = strstr (line, NOTE);
  guint64           markings = g_ascii_strtoull (row[3], NULL, 10);
  if (!g_ascii_isdigit (row[3][0]) || markings > MAX_STATES || is_labeled (path))
    return false;
  guint64       states = note == NULL ? markings : g_ascii_strtoull (note + strlen (NOTE), NULL, 10);
  guint64       times = states / markings;
  LpnTestCounts known
      = { states, g_ascii_strtoull (row[4], NULL, 10) * times, g_ascii_strtoull (row[5], NULL, 10) * times };
  g_autoptr (LpnNet) net = read_file (path);
  if (net == NULL)
    return false;
  CU_ASSERT_EQUAL (lpn_net_n_places (net), g_ascii_strtoull (row[1], NULL, 10));
  CU_ASSERT_EQUAL (lpn_net_n_transitions (net), g_ascii_strtoull (row[2], NULL, 10));
  check_net (net, row[0], &known);
  return true;
}

static void
test_wild (void)
{
  guint n_rows, n;
  if (!lpn_test_wild ("circuits", 13, check_row, &n_rows, &n))
    return;
  printf (" %u files counted ", n);
  CU_ASSERT_TRUE (n >= 90);
}

/* Those of the project itself. */
static void
test_examples (void)
{
  static const struct
  {
    const char   *file;
    LpnTestCounts counts;
  } EXAMPLES[] = { { "handshake.g", { 4, 4, 0 } }, { "arbiter.g", { 12, 20, 0 } }, { "handshake.sg", { 4, 4, 0 } } };
  for (guint i = 0; i < G_N_ELEMENTS (EXAMPLES); i++)
    {
      g_autofree char *path = g_build_filename (lpn_test_source_dir (), "examples", EXAMPLES[i].file, NULL);
      g_autoptr (LpnNet) net = read_file (path);
      if (net != NULL)
        check_net (net, EXAMPLES[i].file, &EXAMPLES[i].counts);
    }
}

static const LpnTest tests[]
    = { { "graphs of other tools", test_wild }, { "examples", test_examples }, { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("astg-wild", tests);
}
