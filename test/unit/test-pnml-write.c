/* SPDX-License-Identifier: MIT */
/* What is written is read back equal: odd ids and names, mixed modules, all labels, the families. */
#include <string.h>

#include "benchmarks/families.h"
#include "io/io.h"
#include "io/pnml.h"
#include "test/harness.h"
#include "test/pnml-util.h"

static LpnNet *
freeze (LpnNet *net)
{
  g_autoptr (GError) error = NULL;
  CU_ASSERT_TRUE (lpn_net_freeze (net, &error));
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return net;
}

static void
test_odd_ids (void)
{
  static const char *const ids[]
      = { "1",    "_1",  "a b", "a_b", "\xc3\xa9t\xc3\xa9", "<&>\"'", "tab\tnew\nline\r", "x:y", "-", " ",
          "arc0", "net", "odd", ".",   "\xf0\x9f\x90\xb8" };
  g_autoptr (LpnNet) net = lpn_net_new ("odd net");
  guint32 m = lpn_net_add_module (net, "odd net", NULL);
  guint32 other = lpn_net_add_module (net, "1", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *t = g_strdup_printf ("t %s", ids[i]);
      guint32          place = lpn_net_add_place (net, m, ids[i], i % 2 == 0 ? ids[i] : NULL, false, i, NULL);
      guint32          transition = lpn_net_add_transition (net, other, t, i % 3 == 0 ? "" : NULL, false, NULL);
      lpn_net_add_input (net, transition, place, i + 1);
      lpn_net_add_output (net, transition, 0, G_MAXINT64);
    }
  CU_ASSERT_TRUE (lpn_test_round_trip (freeze (net)));
  g_autofree char *text = lpn_test_pnml (net);
  CU_ASSERT_PTR_NOT_NULL_FATAL (text);
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "<place id=\"a_b\">"));     /* a legal id is kept */
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "<original id=\"a b\"/>")); /* another is replaced, and kept beside */
  CU_ASSERT_PTR_NOT_NULL (strstr (text, "<arc id=\"arc0_\""));      /* ours give way */
}

static void
test_unwritable (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("n");
  g_autoptr (GError) error = NULL;
  guint32 m = lpn_net_add_module (net, "m", NULL);
  lpn_net_add_place (net, m, "bell\a", NULL, false, 0, NULL);
  FILE *out = fopen ("/dev/null", "w");
  CU_ASSERT_FALSE (lpn_pnml_write (freeze (net), out, &error));
  fclose (out);
  CU_ASSERT_TRUE (g_error_matches (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE));
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "has characters that XML cannot hold"));
}

static void
test_full_disk (void)
{
  g_autoptr (LpnNet) net = lpn_net_new ("n");
  g_autoptr (GError) error = NULL;
  guint32 m = lpn_net_add_module (net, "m", NULL);
  FILE   *out = fopen ("/dev/full", "w");
  if (out == NULL)
    {
      printf (" skipped: no /dev/full ");
      return;
    }
  setvbuf (out, NULL, _IONBF, 0);
  lpn_net_add_place (net, m, "p", NULL, false, 0, NULL);
  CU_ASSERT_FALSE (lpn_pnml_write (freeze (net), out, &error));
  fclose (out);
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "cannot be written: "));
}

/* Modules that take turns in the numbering keep their numbers. */
static void
test_mixed_modules (void)
{
  static const gint64 zero[3] = { 0, 5, 0 };
  g_autoptr (LpnNet) net = lpn_net_new ("mixed");
  for (guint32 m = 0; m < 3; m++)
    {
      g_autofree char *id = g_strdup_printf ("m%u", m);
      lpn_net_add_module (net, id, NULL);
    }
  for (guint32 i = 0; i < 9; i++)
    {
      g_autofree char *p = g_strdup_printf ("p%u", i);
      g_autofree char *t = g_strdup_printf ("t%u", i);
      guint32          owner = i * 7 % 4;
      lpn_net_add_variable (net, owner == 3 ? LPN_NONE : owner, p, i % 2 == 1, i % 2 == 1 ? 3 : 1, zero, G_MININT64,
                            i % 3 == 0 ? 9 : G_MAXINT64, NULL);
      lpn_net_add_place (net, (i + 2) % 3, p, NULL, i % 5 == 0, 1, NULL);
      lpn_net_add_transition (net, i * 2 % 3, t, NULL, i == 4, NULL);
    }
  CU_ASSERT_TRUE (lpn_test_round_trip (freeze (net)));
}

/* Places keep being safe or not, whatever the labels would make of them. */
static void
test_safe_places (void)
{
  for (guint labeled = 0; labeled < 2; labeled++)
    for (guint mask = 0; mask < 4; mask++)
      {
        g_autoptr (LpnNet) net = lpn_net_new ("s");
        guint32 m = lpn_net_add_module (net, "m", NULL);
        lpn_net_add_place (net, m, "p", NULL, (mask & 1) != 0, 1, NULL);
        lpn_net_add_place (net, m, "q", NULL, (mask & 2) != 0, 1, NULL);
        lpn_net_add_transition (net, m, "t", NULL, labeled == 1, NULL);
        CU_ASSERT_TRUE (lpn_test_round_trip (freeze (net)));
      }
}

static void
test_families (void)
{
  guint n = 0;
  for (const LpnFamily *const *family = lpn_families (); *family != NULL; family++, n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnNet) net = lpn_family_build ((*family)->name, &error);
      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      CU_ASSERT_TRUE (net != NULL && lpn_test_round_trip (net));
    }
  CU_ASSERT_TRUE (n > 10);
}

static const LpnTest tests[] = { { "odd ids and names", test_odd_ids },
                                 { "ids XML cannot hold", test_unwritable },
                                 { "full disk", test_full_disk },
                                 { "mixed modules", test_mixed_modules },
                                 { "safe places", test_safe_places },
                                 { "families", test_families },
                                 { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("pnml-write", tests);
}
