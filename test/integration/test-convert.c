/* SPDX-License-Identifier: MIT */
/*
 * A net that is written in a format and read back has the states, arcs and deadlocks it had: families, small texts with
 * what formats differ in, and, where they are beside the project, all real circuits.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "io/io.h"
#include "io/model.h"
#include "test/harness.h"
#include "test/oracle.h"

#define MAX_STATES 3000 /* of nets that are compared as a whole */

static char *folder; /* of the files written */

/* What is to come of a model in .g, .lpn, .platu and .pnml: y written and the same again, n refused. */
typedef struct
{
  const char *model; /* a family, or the text of a file */
  const char *format;
  const char *expect;
} Case;

static LpnNet *
load (const char *model, GPtrArray *warnings, GError **error)
{
  LpnModelOptions options = { .untimed = TRUE, .warnings = warnings };
  return lpn_model_load_with (&model, 1, &options, error);
}

/* Written and read back; NULL: it cannot be written. */
static LpnNet *
again (const LpnNet *net, const char *format, const char *what)
{
  g_autofree char *path = g_strdup_printf ("%s/net.%s", folder, format);
  g_autoptr (GError) error = NULL;
  if (!lpn_model_save (net, path, NULL, &error))
    {
      CU_ASSERT_TRUE (g_error_matches (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE));
      return NULL;
    }
  LpnNet *back = load (path, NULL, &error);
  if (back == NULL)
    printf ("\n    %s as .%s: %s\n", what, format, error->message);
  CU_ASSERT_PTR_NOT_NULL (back);
  g_unlink (path);
  return back;
}

static void
compare (const LpnNet *net, const LpnNet *back, const char *what, const char *format)
{
  LpnOracleResult a = lpn_oracle_explore (net, MAX_STATES), b = { 0 };
  if (!a.complete || a.error)
    return;
  b = lpn_oracle_explore (back, MAX_STATES);
  bool same = a.states == b.states && a.transitions == b.transitions && a.deadlocks == b.deadlocks && b.complete;
  if (!same)
    printf ("\n    %s as .%s: %" G_GUINT64_FORMAT " states, not %" G_GUINT64_FORMAT "\n", what, format, b.states,
            a.states);
  CU_ASSERT_TRUE (same);
}

static const char *const formats[] = { "g", "lpn", "platu", "pnml" };

/* In every format that can say it; `expect` NULL: whichever do. A copy is then converted on into all others. */
static void
check (const LpnNet *net, const char *what, const char *expect)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (LpnNet) back = again (net, formats[i], what);
      if (expect != NULL && (back != NULL) != (expect[i] == 'y'))
        printf ("\n    %s as .%s: %s\n", what, formats[i], back != NULL ? "written" : "refused");
      CU_ASSERT_TRUE (expect == NULL || (back != NULL) == (expect[i] == 'y'));
      if (back == NULL)
        continue;
      compare (net, back, what, formats[i]);
      for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
        {
          g_autoptr (LpnNet) third = again (back, formats[k], what);
          if (third != NULL)
            compare (net, third, what, formats[k]);
        }
    }
}

static LpnNet *
load_case (const Case *c)
{
  GError          *error = NULL;
  g_autofree char *path = c->format == NULL ? g_strdup (c->model) : g_strdup_printf ("%s/case.%s", folder, c->format);
  if (c->format != NULL)
    CU_ASSERT_TRUE (g_file_set_contents (path, c->model, -1, NULL));
  LpnNet *net = load (path, NULL, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  if (c->format != NULL)
    g_unlink (path);
  return net;
}

static void
test_families (void)
{
  static const Case CASES[] = {
    { "dme:2", NULL, "nyyy" },      { "arbiter:2", NULL, "nyyy" }, { "fifo:2", NULL, "nyyy" },
    { "mmu:1", NULL, "nyyy" },      { "muller:4", NULL, "nyyy" },  { "pipectrl:1", NULL, "nyyy" },
    { "demux:1", NULL, "yyyy" },    { "stgfifo:3", NULL, "yyyy" }, { "philosophers:3", NULL, "yyyy" },
    { "counters:2", NULL, "yyyy" }, { "kanban:1", NULL, "yyyy" },  { "kanban:2", NULL, "yyny" },
    { "peterson:2", NULL, "nnyy" }, { "phils:3", NULL, "nnyy" },   { "mcs:2", NULL, "nnyy" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (LpnNet) net = load_case (&CASES[i]);
      if (net != NULL)
        check (net, CASES[i].model, CASES[i].expect);
    }
}

static void
test_texts (void)
{
  static const Case CASES[] = {
    /* edges, toggles, implicit places, copies, dummies with signs */
    { ".inputs a\n.outputs b\n.dummy e\n.graph\na+ b+ e+\nb+ a-/2\ne+ a-/2\na-/2 b~\nb~ a+\n.marking {<b~,a+>}\n.end",
      "g", "yyyy" },
    /* weights and many tokens */
    { ".dummy t u\n.graph\np t(2)\nt q\nq u\nu p(2)\n.marking {p=4}\n.end", "g", "yyny" },
    /* guards and integers, both kinds of variables, a transition without input places */
    { ".outputs b n\n.dummy t1 t2\n#@.variables n\n#@.init_state [0]\n#@.init_vals {<n=0>}\n.graph\np t1\nt1 "
      "p\n.marking {p}\n"
      "#@.property AG(n<=3)\n#@.enablings {<t1=[n<3&~b]><t2=[n=3&~b]>}\n#@.assignments {<t1=[n:=n+1]>}\n"
      "#@.boolean_assignments {<t2=[b:=TRUE]>}\n.end",
      "lpn", "nyyy" },
    /* persistent and failing transitions */
    { ".outputs b\n.dummy t u\n#@.failtrans t\n#@.non_disabling t\n#@.init_state [1]\n.graph\np t\nq u\nu r\n.marking "
      "{p q}\n"
      "#@.enablings {<t=[~b]>}\n#@.boolean_assignments {<u=[b:=FALSE]>}\n.end",
      "lpn", "nyny" },
    /* arrays, conditionals, shifts, assertions, the same names in two instances */
    { "<var> g = 0; </var> <mod name=\"main\"> C a(b.x); C b(a.x); </mod> <class name=\"C\" arg=\"in\"> <var> x = 0; "
      "v[2] = {1, "
      "0}; </var> <marking> 0 </marking> <transition label=\"s\" preset=\"0\" postset=\"1\"> condition(in == 0 || g > "
      "0); x = "
      "v[g & 1] << 1; v[x ? 1 : 0] = 1; g = g ^ 1; assert(g < 2); </transition> <transition label=\"r\" preset=\"1\" "
      "postset=\"0\"> x = x >> 2; </transition> </class>",
      "platu", "nnyy" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autofree char *what = g_strdup_printf ("text %u", i);
      g_autoptr (LpnNet) net = load_case (&CASES[i]);
      if (net != NULL)
        check (net, what, CASES[i].expect);
    }
}

/* Two graphs that share a signal: transitions with places in two modules. */
static void
test_composed (void)
{
  static const char *const TEXTS[]
      = { ".inputs x\n.outputs y\n.graph\nx+ y+\ny+ x-\nx- y-\ny- x+\n.marking {<y-,x+>}\n.end",
          ".inputs y\n.outputs z\n.graph\ny+ z+\nz+ y-\ny- z-\nz- y+\n.marking {<z-,y+>}\n.end" };
  g_autofree char *one = g_build_filename (folder, "one.g", NULL);
  g_autofree char *two = g_build_filename (folder, "two.g", NULL);
  const char      *names[] = { one, two };
  GError          *error = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (TEXTS); i++)
    CU_ASSERT_TRUE (g_file_set_contents (names[i], TEXTS[i], -1, NULL));
  g_autoptr (LpnNet) net = lpn_model_load (names, 2, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  if (net != NULL)
    check (net, "two graphs", "yyyy");
  g_unlink (one);
  g_unlink (two);
}

/* What a format leaves out is said. */
static void
test_warnings (void)
{
  static const struct
  {
    const char *model, *format, *warning;
  } CASES[] = {
    { "stgfifo:2", "g", "ASTG has no properties" },
    { "dme:2", "lpn", "a .lpn file is one module: the 4 of the net" },
    { "dme:2", "lpn", "the property \"deadlock\": it is left out" },
    { "stgfifo:2", "platu", "Platu has no signals" },
    { "stgfifo:2", "platu", "a second one is an error there" },
    { "dme:2", "platu", "Platu has no ranges" },
    { "dme:2", "platu", "Platu has no properties" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (LpnNet) net = load (CASES[i].model, NULL, NULL);
      g_autofree char *path = g_build_filename (folder, "warned", NULL);
      bool             said = false;
      CU_ASSERT_TRUE (lpn_model_save_with (net, path, CASES[i].format, warnings, NULL));
      for (guint k = 0; k < warnings->len; k++)
        said = said || strstr (g_ptr_array_index (warnings, k), CASES[i].warning) != NULL;
      if (!said)
        printf ("\n    %s as %s does not say: %s\n", CASES[i].model, CASES[i].format, CASES[i].warning);
      CU_ASSERT_TRUE (said);
      g_unlink (path);
    }
}

static void
test_real_files (void)
{
  const char *data = lpn_test_shared_data ();
  for (guint kind = 0; kind < 2; kind++)
    {
      g_autofree char *where = data == NULL ? NULL : g_build_filename (data, "circuits", kind == 0 ? "g" : "lpn", NULL);
      GDir            *dir = where == NULL ? NULL : g_dir_open (where, 0, NULL);
      if (dir == NULL)
        {
          printf (" skipped: no shared data beside the project ");
          return;
        }
      for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
        {
          g_autofree char *path = g_build_filename (where, name, NULL);
          g_autoptr (LpnNet) net = load (path, NULL, NULL);
          if (net != NULL)
            check (net, name, NULL);
        }
      g_dir_close (dir);
    }
}

static const LpnTest tests[]
    = { { "families", test_families }, { "texts", test_texts },           { "composed", test_composed },
        { "warnings", test_warnings }, { "real files", test_real_files }, { NULL, NULL } };

int
main (void)
{
  folder = g_dir_make_tmp ("lpn-convert-XXXXXX", NULL);
  int result = lpn_test_main ("convert", tests);
  g_rmdir (folder);
  g_free (folder);
  return result;
}
