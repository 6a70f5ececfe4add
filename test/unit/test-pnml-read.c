/* SPDX-License-Identifier: MIT */
/* What a PNML text means: the worked example of docs/formats.md, labels, references, odd writing, composition. */
#include <string.h>

#include "io/compose.h"
#include "io/io.h"
#include "io/model.h"
#include "io/pnml.h"
#include "test/harness.h"
#include "test/oracle.h"
#include "test/pnml-util.h"

static LpnNet *
load (const char *text)
{
  g_autoptr (GError) error = NULL;
  LpnNet *net = lpn_test_load_text (text, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  return net;
}

/* The text of an expression as the net prints it. */
static bool
prints (const LpnNet *net, guint32 module, const LpnExpr *expr, const char *text)
{
  LpnScope         scope = lpn_net_scope (net, module, true);
  g_autofree char *printed = expr == NULL ? NULL : lpn_expr_print (expr, &scope);
  if (g_strcmp0 (printed, text) != 0)
    printf ("\n    expected %s, got %s\n", text, printed);
  return g_strcmp0 (printed, text) == 0;
}

/* ---- the example of docs/formats.md ---- */

static char *
example_text (void)
{
  g_autofree char *path = g_build_filename (lpn_test_source_dir (), "docs", "formats.md", NULL);
  g_autofree char *text = NULL;
  CU_ASSERT_TRUE_FATAL (g_file_get_contents (path, &text, NULL, NULL));
  char *start = strstr (text, "```xml\n");
  CU_ASSERT_PTR_NOT_NULL_FATAL (start);
  char *end = strstr (start + 7, "```");
  CU_ASSERT_PTR_NOT_NULL_FATAL (end);
  return g_strndup (start + 7, (gsize)(end - start - 7));
}

static void
test_example (void)
{
  g_autofree char *text = example_text ();
  g_autoptr (LpnNet) net = load (text);
  const LpnTransition *enter = lpn_net_transition (net, lpn_net_find_transition (net, "a.enter"));
  const LpnVariable   *flag = lpn_net_variable (net, lpn_net_find_variable (net, LPN_NONE, "flag"));
  CU_ASSERT_STRING_EQUAL (lpn_net_name (net), "handshake");
  CU_ASSERT_EQUAL (lpn_net_n_modules (net), 2);
  CU_ASSERT_STRING_EQUAL (lpn_net_module (net, 1)->id, "b");
  CU_ASSERT_TRUE (flag->is_array && flag->size == 2 && flag->has_range && flag->max == 1);
  CU_ASSERT_TRUE (prints (net, enter->module, enter->guard, "flag[1] == 0 & entered < 2"));
  CU_ASSERT_EQUAL (enter->n_assigns, 2);
  CU_ASSERT_TRUE (prints (net, enter->module, enter->assigns[1].value, "entered + 1"));
  CU_ASSERT_TRUE (lpn_net_transition (net, lpn_net_find_transition (net, "b.twice"))->fail);
  CU_ASSERT_EQUAL (lpn_net_n_properties (net), 3);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));

  /* the counts that the page gives */
  LpnOracleResult result = lpn_oracle_explore (net, 1000);
  CU_ASSERT_TRUE (result.complete);
  CU_ASSERT_EQUAL (result.states, 21);
  CU_ASSERT_EQUAL (result.transitions, 24);
  CU_ASSERT_EQUAL (result.deadlocks, 1);
  CU_ASSERT_EQUAL (result.fail_transition, LPN_NONE);
}

/* ---- structure ---- */

static void
test_modules (void)
{
  g_autoptr (LpnNet) none = load ("<pnml><net id='n'><place id='p'/></net></pnml>");
  g_autoptr (LpnNet) one
      = load ("<pnml><net id='n'><page id='m'><page id='q'><place id='p'/></page></page></net></pnml>");
  g_autoptr (LpnNet) both
      = load ("<pnml><net id='n'><place id='p'/><page id='m'><place id='q'/></page><place id='r'/></net></pnml>");
  g_autoptr (LpnNet) anonymous = load ("<pnml><net><page><place id='p'/></page><page/></net></pnml>");
  CU_ASSERT_TRUE (lpn_net_n_modules (none) == 1 && g_str_equal (lpn_net_module (none, 0)->id, "n"));
  CU_ASSERT_TRUE (lpn_net_n_modules (one) == 1 && g_str_equal (lpn_net_module (one, 0)->id, "m"));
  CU_ASSERT_EQUAL (lpn_net_n_modules (both), 2);
  CU_ASSERT_STRING_EQUAL (lpn_net_module (both, 1)->id, "n");
  CU_ASSERT_EQUAL (lpn_net_place (both, lpn_net_find_place (both, "n.r"))->module, 1);
  CU_ASSERT_EQUAL (lpn_net_find_place (both, "m.r"), LPN_NONE);
  CU_ASSERT_STRING_EQUAL (lpn_net_name (anonymous), "net"); /* of net.pnml */
  CU_ASSERT_STRING_EQUAL (lpn_net_module (anonymous, 1)->id, "page2");
}

/* References in chains, arcs before their nodes, across pages, parallel ones added up; a net inside a page. */
static void
test_references (void)
{
  g_autoptr (LpnNet) net = load ("<pnml><net id='n'><arc source='r3' target='rt'/><page id='m'>"
                                 "<referencePlace id='r3' ref='r2'/><referencePlace id='r1' ref='p'/>"
                                 "<page id='q'><net id='inner'><place id='p'/></net></page></page>"
                                 "<page id='o'><referencePlace id='r2' ref='r1'/><referenceTransition id='rt' ref='t'/>"
                                 "<transition id='t'/><arc id='t' source='p' target='t'>"
                                 "<inscription><text>2</text></inscription></arc></page></net></pnml>");
  guint         n;
  const LpnArc *pre = lpn_net_pre (net, 0, &n);
  CU_ASSERT_TRUE (lpn_net_n_places (net) == 1 && lpn_net_n_transitions (net) == 1);
  CU_ASSERT_TRUE (n == 1 && pre[0].place == 0 && pre[0].weight == 3);
  CU_ASSERT_EQUAL (lpn_net_n_modules (net), 2);

  g_autoptr (LpnNet) labeled
      = load ("<pnml><net id='n'><toolspecific tool='lpnreach'>"
              "<property id='x' kind='reach'>tokens(r) = 2</property></toolspecific>"
              "<place id='p'/><page id='m'><referencePlace id='r' ref='p'/></page></net></pnml>");
  CU_ASSERT_TRUE (prints (labeled, LPN_NONE, lpn_net_property (labeled, 0)->expr, "tokens(p) == 2"));
  CU_ASSERT_FALSE (lpn_net_place (labeled, 0)->safe); /* a property alone makes no labeled net */
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *inside;
    gint64      tokens;
  } cases[] = {
    { "<initialMarking><text>3</text></initialMarking>", 3 },
    { "<initialMarking><text>\n 3\t</text></initialMarking>", 3 },
    { "<initialMarking><value>3</value></initialMarking>", 3 },
    { "<initialMarking><value>1</value><text>3</text></initialMarking>", 3 }, /* the standard's place wins */
    { "<initialMarking><text/><value>3</value></initialMarking>", 3 },
    { "<initialMarking>3</initialMarking>", 3 },
    { "<initialMarking><graphics><x>7</x></graphics><text>3<!-- three --></text></initialMarking>", 3 },
    { "<initialMarking><text><![CDATA[3]]></text></initialMarking>", 3 },
    { "<initialMarking><value>Default,3</value></initialMarking>", 3 },
    { "<initialMarking><value>red,0,Default,3</value></initialMarking>", 3 },
    { "<initialMarking><text>+3</text></initialMarking>", 3 },
    { "<initialMarking><text>9223372036854775807</text></initialMarking>", G_MAXINT64 },
    { "<initialMarking><text/></initialMarking>", 5 },
    { "<initialMarking/>", 5 },
    { "<toolspecific tool='x'><initialMarking><text>9</text></initialMarking></toolspecific>", 5 },
    { "", 5 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "<pnml><net id='n'><place id='p' initialMarking='5'>%s</place></net></pnml>", cases[i].inside);
      g_autoptr (LpnNet) net = load (text);
      CU_ASSERT_EQUAL (lpn_net_place (net, 0)->initial, cases[i].tokens);
    }
}

static void
test_odd_writing (void)
{
  g_autoptr (LpnNet) bom = load ("\xef\xbb\xbf<pnml><net id='n'><place id='p'/></net></pnml>");
  g_autoptr (LpnNet) latin
      = load ("<?xml version='1.0' encoding='ISO-8859-1'?><pnml><net id='n'><place id='\xe9t\xe9'/></net></pnml>");
  g_autoptr (LpnNet) old
      = load ("<pnml xmlns='urn:old' xmlns:u='urn:x'><net id='n' type='fred'><u:odd/><blah/><token id='Default'/>"
              "<place id='p' u:id='other'><name><text>a\nb</text></name></place><transition id='t'/>"
              "<arc id='p' source='p' target='t'><name><text>7</text></name><type value='normal'/></arc>"
              "<finalmarkings><marking><place idref='p'/></marking></finalmarkings></net></pnml>");
  guint n;
  CU_ASSERT_EQUAL (lpn_net_n_places (bom), 1);
  CU_ASSERT_STRING_EQUAL (lpn_net_place (latin, 0)->id, "\xc3\xa9t\xc3\xa9");
  CU_ASSERT_STRING_EQUAL (lpn_net_place (old, 0)->name, "a\nb");
  CU_ASSERT_TRUE (lpn_net_n_places (old) == 1 && lpn_net_pre (old, 0, &n)[0].weight == 1);
}

/* ---- labels ---- */

static void
test_variables (void)
{
  g_autoptr (LpnNet) net
      = load ("<pnml><net id='n'><page id='m'><toolspecific tool='lpnreach'><variable id='own' min='-5'/>"
              "</toolspecific><place id='p'/></page><toolspecific tool='lpnreach' version='1.0'>"
              "<array id='a' size='3' initial='7'/><array id='b' size='3' initial='1, 2,3'/>"
              "<array id='c' size='2' initial='4 -5' max='4'/><variable id='v'/></toolspecific></net></pnml>");
  static const struct
  {
    const char *id;
    guint32     module;
    gint64      last;
  } want[]
      = { { "a", LPN_NONE, 7 }, { "b", LPN_NONE, 3 }, { "c", LPN_NONE, -5 }, { "v", LPN_NONE, 0 }, { "own", 0, 0 } };
  CU_ASSERT_EQUAL_FATAL (lpn_net_n_variables (net), G_N_ELEMENTS (want));
  for (guint32 i = 0; i < G_N_ELEMENTS (want); i++)
    {
      const LpnVariable *v = lpn_net_variable (net, i);
      CU_ASSERT_STRING_EQUAL (v->id, want[i].id);
      CU_ASSERT_EQUAL (v->module, want[i].module);
      CU_ASSERT_EQUAL (v->initial[v->size - 1], want[i].last);
    }
  CU_ASSERT_TRUE (lpn_net_variable (net, 4)->has_range && lpn_net_variable (net, 4)->min == -5);
  CU_ASSERT_FALSE (lpn_net_variable (net, 3)->has_range);
  CU_ASSERT_TRUE (lpn_net_place (net, 0)->safe);
}

static void
test_fail (void)
{
  g_autoptr (LpnNet) net
      = load ("<pnml><net id='n'><place id='p'/><transition id='a' fail='true'/><transition id='b' fail='false'/>"
              "<transition id='c'><toolspecific tool='lpnreach' fail='true'/></transition></net></pnml>");
  CU_ASSERT_TRUE (lpn_net_transition (net, 0)->fail && !lpn_net_transition (net, 1)->fail);
  CU_ASSERT_TRUE (lpn_net_transition (net, 2)->fail && lpn_net_place (net, 0)->safe);
}

static void
test_units (void)
{
#define UNITS(safe)                                                                                                    \
  "<pnml><net id='n'><page id='m'><toolspecific tool='nupn' version='1.1'><size places='3'/><structure units='3' "     \
  "root='u0' safe='" safe                                                                                              \
  "'><unit id='u1'><places>b a</places><subunits/></unit><unit id='u0'><places/><subunits>u1\nu2</subunits></unit>"    \
  "<unit id='u2'><places>c</places></unit></structure></toolspecific><place id='a'/><place id='b'/><place "            \
  "id='c'/></page></net></pnml>"
  g_autoptr (LpnNet) net = load (UNITS ("true"));
  g_autoptr (LpnNet) unsafe = load (UNITS ("false"));
  CU_ASSERT_EQUAL (lpn_net_n_units (unsafe), 0);
  CU_ASSERT_EQUAL_FATAL (lpn_net_n_units (net), 3);
  CU_ASSERT_STRING_EQUAL (lpn_net_unit (net, 0)->id, "u0"); /* parents first */
  CU_ASSERT_TRUE (lpn_net_unit (net, 1)->parent == 0 && lpn_net_unit (net, 2)->parent == 0);
  CU_ASSERT_TRUE (lpn_net_unit (net, 1)->n_places == 2 && lpn_net_unit (net, 1)->places[0] == 1);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
}

/* ---- composition ---- */

#define SHARED(initial)                                                                                                \
  "<toolspecific tool='lpnreach'><variable id='s' initial='" initial "' max='9'/>"                                     \
  "<property id='q' kind='invariant'>marked(p) | s = 1 | x = 0</property></toolspecific>"
#define MODULE                                                                                                         \
  "<page id='m'><toolspecific tool='lpnreach'><variable id='x'/></toolspecific><place id='p'/><transition id='t'>"     \
  "<toolspecific tool='lpnreach'><guard>s = x</guard><assign variable='s'>x + 1</assign></toolspecific></transition>"  \
  "<arc source='t' target='p'/></page>"

static void
test_compose (void)
{
  g_autoptr (LpnNet) net = load ("<pnml><net id='a'>" SHARED ("0") MODULE "</net><net id='b'>" SHARED ("0") MODULE
                                 "<place id='other'/></net></pnml>");
  CU_ASSERT_STRING_EQUAL (lpn_net_name (net), "a+b");
  CU_ASSERT_EQUAL (lpn_net_n_variables (net), 3);
  CU_ASSERT_EQUAL (lpn_net_n_modules (net), 3);
  CU_ASSERT_STRING_EQUAL (lpn_net_module (net, 0)->id, "a.m");
  CU_ASSERT_STRING_EQUAL (lpn_net_module (net, 1)->id, "b.m");
  CU_ASSERT_STRING_EQUAL (lpn_net_module (net, 2)->id, "b");
  CU_ASSERT_STRING_EQUAL (lpn_net_place (net, 0)->id, "a.p");
  CU_ASSERT_STRING_EQUAL (lpn_net_place (net, 1)->id, "b.p");
  CU_ASSERT_STRING_EQUAL (lpn_net_place (net, 2)->id, "other");
  CU_ASSERT_STRING_EQUAL (lpn_net_transition (net, 1)->id, "b.t");
  CU_ASSERT_STRING_EQUAL (lpn_net_property (net, 1)->id, "b.q");
  CU_ASSERT_TRUE (prints (net, LPN_NONE, lpn_net_property (net, 1)->expr, "marked(b.p) | s == 1 | b.m.x == 0"));
  CU_ASSERT_TRUE (prints (net, 1, lpn_net_transition (net, 1)->guard, "s == x"));
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
}

#define WIRE(port, transition)                                                                                         \
  "<toolspecific tool='lpnreach'><variable id='w' max='1' " port "/></toolspecific><place id='p'>"                     \
  "<toolspecific tool='lpnreach' mutex='true' capacity='3'/></place><transition id='t'>"                               \
  "<toolspecific tool='lpnreach'>" transition "</toolspecific></transition>"

/* Ports, edges and mutex places are read, kept by composition and written. */
static void
test_signals (void)
{
  g_autoptr (LpnNet) net
      = load ("<pnml><net id='a'>" WIRE ("port='input'", "<guard>w = 0</guard>") "</net><net id='b'>" WIRE (
          "port='output'",
          "<edge signal='w' kind='toggle'/>") "</net><net id='c'>" WIRE ("",
                                                                         "<assign variable='w'>1</assign>") "</net></"
                                                                                                            "pnml>");
  CU_ASSERT_EQUAL_FATAL (lpn_net_n_transitions (net), 3);
  CU_ASSERT_EQUAL (lpn_net_variable (net, 0)->port, LPN_PORT_OUTPUT);
  CU_ASSERT_EQUAL (lpn_net_transition (net, 0)->edge, LPN_EDGE_NONE);
  CU_ASSERT_EQUAL (lpn_net_transition (net, 1)->edge, LPN_EDGE_TOGGLE);
  CU_ASSERT_EQUAL (lpn_net_transition (net, 1)->signal, 0);
  CU_ASSERT_EQUAL (lpn_net_transition (net, 2)->edge, LPN_EDGE_NONE);
  CU_ASSERT_TRUE (lpn_net_place (net, 0)->mutex && lpn_net_place (net, 2)->mutex);
  CU_ASSERT_EQUAL (lpn_net_place (net, 2)->capacity, 3);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
}

static void
test_bad_signals (void)
{
  static const struct
  {
    const char *net;
    const char *message;
  } BAD[] = {
    { WIRE ("port='in'", ""), "port of \"w\" is \"in\", expected one of \"input\", \"output\", \"internal\"" },
    { WIRE ("", "<edge kind='rise'/>"), "<edge> without attribute signal" },
    { WIRE ("", "<edge signal='w'/>"), "kind of \"w\" is \"\", expected one of \"rise\", \"fall\", \"toggle\"" },
    { WIRE ("", "<edge signal='v' kind='rise'/>"), "transition \"t\" is an edge of the unknown signal \"v\"" },
    { WIRE ("", "<edge signal='w' kind='rise'/><edge signal='w' kind='rise'/>"),
      "transition \"t\" is an edge of an assigned variable, \"w\"" },
    { WIRE ("", "<edge signal='w' kind='rise'/><assign variable='w'>0</assign>"),
      "transition \"t\" assigns \"w\" twice" },
    { "<toolspecific tool='lpnreach'><array id='a' size='2' port='input'/></toolspecific>",
      "attribute port is not known in <array> here" },
    { "<place id='p'><toolspecific tool='lpnreach' capacity='0'/></place>",
      "capacity of \"p\": expected at least 1, found 0" },
    { "<place id='p'><toolspecific tool='lpnreach' capacity='x'/></place>",
      "capacity of \"p\": expected a number, found \"x\"" },
    { "<transition id='t'><toolspecific tool='lpnreach' mutex='true'/></transition>",
      "attribute mutex is not known in <toolspecific> here" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (BAD); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = g_strdup_printf ("<pnml><net id='n'>%s</net></pnml>", BAD[i].net);
      CU_ASSERT_PTR_NULL (lpn_test_load_text (text, &error));
      CU_ASSERT_TRUE (lpn_test_error_has (&error, BAD[i].message));
    }
}

static void
test_compose_same_file_twice (void)
{
  g_autofree char *path = g_build_filename (lpn_test_source_dir (), "examples", "mutex.pnml", NULL);
  const char      *paths[] = { path, path, path };
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_model_load (paths, 3, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  CU_ASSERT_EQUAL (lpn_net_n_modules (net), 6);
  CU_ASSERT_EQUAL (lpn_net_n_variables (net), 1);
  CU_ASSERT_STRING_EQUAL (lpn_net_module (net, 0)->id, "mutex.process1");
  CU_ASSERT_STRING_EQUAL (lpn_net_module (net, 5)->id, "mutex_3.process2");
  CU_ASSERT_STRING_EQUAL (lpn_net_place (net, 17)->id, "mutex_3.c2");
  /* six processes on one semaphore: all noncritical or trying, or one of six critical */
  LpnOracleResult result = lpn_oracle_explore (net, 10000);
  CU_ASSERT_TRUE (result.complete);
  CU_ASSERT_EQUAL (result.states, 64 + 6 * 32);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
}

/* A net without pages is a module of the net's name, and stays so. */
static void
test_compose_plain (void)
{
  g_autoptr (LpnNet) net = load ("<pnml><net id='a'><place id='p'/></net><net id='a'><place id='p'/></net>"
                                 "<net id='a_2'><place id='a.p'/></net></pnml>");
  CU_ASSERT_STRING_EQUAL (lpn_net_module (net, 0)->id, "a");
  CU_ASSERT_EQUAL (lpn_net_n_modules (net), 3);
  CU_ASSERT_STRING_EQUAL (lpn_net_place (net, 2)->id, "a.p");
  CU_ASSERT_STRING_EQUAL (lpn_net_place (net, 0)->id, "a.p_2"); /* a.p is taken */
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
}

static void
test_disagree (void)
{
  static const struct
  {
    const char *second;
    const char *message;
  } cases[] = {
    { "<variable id='s' initial='1' max='9'/>",
      "net.pnml:2: shared variable \"s\" has another initial value than at net.pnml:1" },
    { "<variable id='s' initial='0' max='8'/>",
      "net.pnml:2: shared variable \"s\" has another range than at net.pnml:1" },
    { "<array id='s' size='1' initial='0' max='9'/>",
      "net.pnml:2: shared variable \"s\" has another size than at net.pnml:1" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "<pnml><net id='a'>%s</net>\n<net id='b'><toolspecific tool='lpnreach'>%s"
          "</toolspecific></net></pnml>",
          "<toolspecific tool='lpnreach'><variable id='s' initial='0' max='9'/></toolspecific>", cases[i].second);
      g_autoptr (GError) error = NULL;
      g_autoptr (LpnNet) net = lpn_test_load_text (text, &error);
      CU_ASSERT_PTR_NULL (net);
      CU_ASSERT_TRUE (lpn_test_error_has (&error, cases[i].message));
    }
}

static void
test_family (void)
{
  const char *names[] = { "counters:2", "counters:2" };
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnNet) net = lpn_model_load (names, 2, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  CU_ASSERT_EQUAL (lpn_oracle_explore (net, 100000).states, 10000);
}

/* "-" is the standard input. */
static void
test_standard_input (void)
{
  g_autofree char *path = g_build_filename (lpn_test_source_dir (), "examples", "buffer.pnml", NULL);
  const char      *name = "-";
  g_autoptr (GError) error = NULL;
  CU_ASSERT_PTR_NOT_NULL_FATAL (freopen (path, "r", stdin));
  g_autoptr (LpnNet) net = lpn_model_load (&name, 1, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_TRUE (net != NULL && g_str_equal (lpn_net_name (net), "buffer"));
  g_autoptr (LpnNet) nothing = lpn_model_load (&name, 1, &error); /* it is at its end */
  CU_ASSERT_PTR_NULL (nothing);
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "stdin:1: malformed XML: Document is empty"));
}

/* A file is replaced as a whole, or left alone. */
static void
test_save (void)
{
  g_autoptr (LpnNet) net = load ("<pnml><net id='n'><place id='p'/></net></pnml>");
  g_autofree char *folder = g_dir_make_tmp ("lpnreach-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "net.pnml", NULL);
  g_autofree char *inside = g_build_filename (path, "net.pnml", NULL);
  g_autoptr (GError) error = NULL;
  CU_ASSERT_TRUE (g_file_set_contents (path, "old", -1, NULL));
  CU_ASSERT_TRUE (lpn_model_save (net, path, NULL, &error));
  g_autoptr (LpnNet) again = lpn_test_load (path, &error);
  CU_ASSERT_TRUE (again != NULL && lpn_net_equal (net, again, NULL));
  CU_ASSERT_FALSE (lpn_model_save (net, inside, NULL, &error));
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "net.pnml: cannot be written: Not a directory"));
  remove (path);
  CU_ASSERT_EQUAL (remove (folder), 0); /* nothing else was left there */
}

static const LpnTest tests[] = { { "the example of the manual", test_example },
                                 { "modules", test_modules },
                                 { "references", test_references },
                                 { "numbers", test_numbers },
                                 { "odd writing", test_odd_writing },
                                 { "variables", test_variables },
                                 { "fail", test_fail },
                                 { "units", test_units },
                                 { "composition", test_compose },
                                 { "the same file twice", test_compose_same_file_twice },
                                 { "signals", test_signals },
                                 { "bad signals", test_bad_signals },
                                 { "plain nets composed", test_compose_plain },
                                 { "shared variables that disagree", test_disagree },
                                 { "families", test_family },
                                 { "standard input", test_standard_input },
                                 { "saving", test_save },
                                 { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("pnml-read", tests);
}
