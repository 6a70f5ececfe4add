/* SPDX-License-Identifier: MIT */
/* A net of a million places and as many transitions, with arcs before and after their nodes: it loads in seconds and
 * under 2 GB. Under a sanitizer it is smaller. Times are printed and not judged, except for a quadratic reader's;
 * memory is. */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "io/model.h"
#include "test/harness.h"
#include "test/pnml-util.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
#define N_PLACES 50000u
#else
#define N_PLACES 1000000u
#endif
#define MAX_SECONDS 60.0
#define MAX_BYTES (G_GUINT64_CONSTANT (2) << 30)

/* A ring in which each transition also returns a token to a place far away. */
static void
write_ring (FILE *out, guint32 n)
{
  fputs ("<?xml version=\"1.0\"?>\n<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
         "<net id=\"ring\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"page0\">\n",
         out);
  for (guint32 i = 0; i < n; i++)
    {
      fprintf (out, "<arc id=\"in%u\" source=\"p%u\" target=\"t%u\"/>\n", i, i, i);
      fprintf (out, "<place id=\"p%u\"><name><text>place number %u</text></name>", i, i);
      fprintf (out, "<graphics><position x=\"%u\" y=\"%u\"/></graphics>", i % 1000, i / 1000);
      fputs (i % 10 == 0 ? "<initialMarking><text>1</text></initialMarking></place>\n" : "</place>\n", out);
      fprintf (out, "<transition id=\"t%u\"/>\n", i);
      fprintf (out, "<arc id=\"out%u\" source=\"t%u\" target=\"p%u\"/>\n", i, i, (i + 1) % n);
      fprintf (out, "<arc id=\"far%u\" source=\"t%u\" target=\"p%u\"><inscription><text>2</text></inscription></arc>\n",
               i, i, (guint32)((guint64)i * 7919 % n));
    }
  fputs ("</page></net></pnml>\n", out);
}

/* Many modules, each with a variable of its own name. */
static char *
many_modules (guint32 n)
{
  GString *text = g_string_new ("<pnml><net id='n'>\n");
  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (text,
                            "<page id='m%u'><toolspecific tool='lpnreach'><variable id='x%u'/></toolspecific>"
                            "<transition id='t%u'><toolspecific tool='lpnreach'><guard>x%u &lt; 3</guard>"
                            "<assign variable='x%u'>x%u + 1</assign></toolspecific></transition></page>\n",
                            i, i, i, i, i, i);
  g_string_append (text, "</net></pnml>");
  return g_string_free (text, FALSE);
}

/* Processor time, which the neighbours of a test do not change. */
static double
seconds_used (void)
{
  return (double)clock () / CLOCKS_PER_SEC;
}

static guint64
peak_rss (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return (guint64)usage.ru_maxrss * 1024;
}

/* Makes a file of `n` places and transitions, loads it, and says how long that took. Transfer full. */
static LpnNet *
load_ring (const char *folder, guint32 n, double *seconds)
{
  g_autofree char *path = g_build_filename (folder, "ring.pnml", NULL);
  g_autoptr (GError) error = NULL;
  const char *name = path;
  GStatBuf    status = { 0 };
  FILE       *out = fopen (path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL (out);
  write_ring (out, n);
  CU_ASSERT_EQUAL_FATAL (fclose (out), 0);
  g_stat (path, &status);
  double  start = seconds_used ();
  LpnNet *net = lpn_model_load (&name, 1, &error);
  *seconds = seconds_used () - start;
  printf (" %.0f MB in %.1f s", (double)status.st_size / 1e6, *seconds);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  g_unlink (path);
  return net;
}

static void
test_big (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lpnreach-XXXXXX", NULL);
  double           seconds;
  g_autoptr (LpnNet) net = load_ring (folder, N_PLACES, &seconds);
  guint64 peak = peak_rss ();
  g_rmdir (folder);
  printf (", peak %.0f MB ", (double)peak / 1e6);
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  CU_ASSERT_EQUAL (lpn_net_n_places (net), N_PLACES);
  CU_ASSERT_EQUAL (lpn_net_n_transitions (net), N_PLACES);
  CU_ASSERT_TRUE (lpn_net_n_arcs (net) > 2 * N_PLACES);
  CU_ASSERT_TRUE (seconds < MAX_SECONDS);
  CU_ASSERT_TRUE (peak < MAX_BYTES);
}

/* Writing is linear too; a tenth of the size will do. */
static void
test_write (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lpnreach-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "copy.pnml", NULL);
  g_autoptr (GError) error = NULL;
  const char *name = copy;
  double      seconds;
  g_autoptr (LpnNet) net = load_ring (folder, N_PLACES / 10, &seconds);
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  double start = seconds_used ();
  CU_ASSERT_TRUE (lpn_model_save (net, copy, NULL, &error));
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  printf (", written in %.1f s ", seconds_used () - start);
  g_autoptr (LpnNet) again = lpn_model_load (&name, 1, &error);
  CU_ASSERT_TRUE (again != NULL && lpn_net_equal (net, again, NULL));
  g_unlink (copy);
  g_rmdir (folder);
}

static void
test_modules (void)
{
  g_autofree char *text = many_modules (N_PLACES / 20);
  g_autoptr (GError) error = NULL;
  double start = seconds_used ();
  g_autoptr (LpnNet) net = lpn_test_load_text (text, &error);
  double seconds = seconds_used () - start;
  printf (" %.1f s ", seconds);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_TRUE (net != NULL && lpn_net_n_modules (net) == N_PLACES / 20);
  CU_ASSERT_TRUE (seconds < MAX_SECONDS / 4);
}

static const LpnTest tests[]
    = { { "a million places", test_big }, { "writing", test_write }, { "modules", test_modules }, { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("pnml-big", tests);
}
