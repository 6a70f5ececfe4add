/* SPDX-License-Identifier: MIT */
/* Reading ASTG: names, dialects, marks, initial values, state graphs; and what is said about bad files. */
#include "io/astg.h"

#include <string.h>

#include "test/harness.h"
#include "test/oracle.h"
#include "test/pnml-util.h"

static LpnNet *
read_text (const char *text, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
  if (!lpn_astg_read_memory ("dir/net.g", text, strlen (text), NULL, parts, error))
    return NULL;
  return g_steal_pointer (&((LpnPart *)parts->pdata[0])->net);
}

/* A net that must load, and survive PNML. */
static LpnNet *
load (const char *text)
{
  GError *error = NULL;
  LpnNet *net = read_text (text, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_PTR_NOT_NULL_FATAL (net);
  CU_ASSERT_TRUE (lpn_test_round_trip (net));
  return net;
}

static guint64
states_of (const LpnNet *net)
{
  LpnOracleResult result = lpn_oracle_explore (net, 100000);
  CU_ASSERT_TRUE (result.complete);
  return result.states;
}

static gint64
value_of (const LpnNet *net, const char *signal)
{
  return lpn_net_variable (net, lpn_net_find_variable (net, LPN_NONE, signal))->initial[0];
}

static bool
is_edge (const LpnNet *net, const char *transition, const char *signal, LpnEdge edge)
{
  guint32 t = lpn_net_find_transition (net, transition);
  return t != LPN_NONE && lpn_net_transition (net, t)->edge == edge
         && lpn_net_transition (net, t)->signal == lpn_net_find_variable (net, LPN_NONE, signal);
}

#define HANDSHAKE                                                                                                      \
  "# a handshake\n.model hs\n.inputs r\n.outputs a\n.graph\nr+ a+\na+ r-\nr- a-\na- r+\n.marking { <a-, r+> }\n.end\n"

static void
test_handshake (void)
{
  g_autoptr (LpnNet) net = load (HANDSHAKE "anything\n.foo {");
  CU_ASSERT_STRING_EQUAL (lpn_net_name (net), "hs");
  CU_ASSERT_EQUAL (lpn_net_n_places (net), 4);
  CU_ASSERT_EQUAL (lpn_net_n_transitions (net), 4);
  CU_ASSERT_EQUAL (lpn_net_variable (net, 0)->port, LPN_PORT_INPUT);
  CU_ASSERT_EQUAL (lpn_net_variable (net, 1)->port, LPN_PORT_OUTPUT);
  CU_ASSERT_EQUAL (lpn_net_find_variable (net, LPN_NONE, "a"), 1);
  CU_ASSERT_TRUE (is_edge (net, "r+", "r", LPN_EDGE_RISE) && is_edge (net, "a-", "a", LPN_EDGE_FALL));
  CU_ASSERT_EQUAL (lpn_net_place (net, lpn_net_find_place (net, "<a-,r+>"))->initial, 1);
  CU_ASSERT_FALSE (lpn_net_place (net, 0)->safe);
  CU_ASSERT_EQUAL (states_of (net), 4);
}

/* Another marking, other initial values: what comes before the first edge. */
static void
test_initial_values (void)
{
  static const struct
  {
    const char *mark;
    gint64      r, a;
  } CASES[] = { { "<a-,r+>", 0, 0 }, { "<r+,a+>", 1, 0 }, { "<a+,r->", 1, 1 }, { "<r-,a->", 0, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autofree char *text = g_strdup_printf (".inputs r\n.outputs a z\n.graph\nr+ a+\na+ r-\nr- a-\na- r+\n"
                                               ".marking {%s}\n.end",
                                               CASES[i].mark);
      g_autoptr (LpnNet) net = load (text);
      CU_ASSERT_STRING_EQUAL (lpn_net_name (net), "net");
      CU_ASSERT_TRUE (value_of (net, "r") == CASES[i].r && value_of (net, "a") == CASES[i].a);
      CU_ASSERT_EQUAL (value_of (net, "z"), 0); /* never changes */
      CU_ASSERT_EQUAL (states_of (net), 4);
    }
  /* What is said counts, also where it makes the graph inconsistent; what is not said is inferred. */
  g_autoptr (LpnNet) said = load (".inputs r\n.outputs a\n.initial state ! r\n.graph\nr- a-\na- r+\nr+ a+\na+ r-\n"
                                  ".marking {<a+,r->}\n.end");
  CU_ASSERT_TRUE (value_of (said, "r") == 0 && value_of (said, "a") == 1);
  /* A toggle before the first edge turns it round. A dead edge says nothing. */
  g_autoptr (LpnNet) mixed = load (".outputs a b c\n.graph\np a\na a+\na+ b-\nq c-\n.marking {p}\n.end");
  CU_ASSERT_TRUE (value_of (mixed, "a") == 1 && value_of (mixed, "b") == 1 && value_of (mixed, "c") == 0);
}

/* Stages that run at once have more markings than can be looked at; the search must not look at them all. */
static void
test_inference_scales (void)
{
  g_autoptr (GString) text = g_string_new (".outputs");
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (text, " a%u b%u", i, i);
  g_string_append (text, " last\n.graph\nlast- last+\n");
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (text, "a%u+ b%u+\nb%u+ a%u-\na%u- b%u-\nb%u- a%u+\nb%u- last-\n", i, i, i, i, i, i, i, i,
                            i);
  g_string_append (text, ".marking {");
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (text, "<b%u+,a%u->", i, i);
  g_string_append (text, "}\n.end\n");
  g_autoptr (LpnNet) net = load (text->str);
  CU_ASSERT_TRUE (value_of (net, "a59") == 1 && value_of (net, "b0") == 1 && value_of (net, "last") == 1);
}

static void
test_names (void)
{
  g_autoptr (LpnNet) net = load (".inputs a\n.inputs a in.b\n.internal t[0]\n.dummy e eps\n.graph\n"
                                 "p a+/0 a+/1 \\\n  in.b~ # goes on\r\n"
                                 "a+ q\r\na+/1 q@1\nin.b q\nq e e/2\ne eps+\ne/2 t[0]\neps+ eps-\neps- p\n"
                                 "q@1 a-\na- p\nt[0] p\nlonely\n.marking{p}\n.end");
  CU_ASSERT_EQUAL (lpn_net_n_variables (net), 3);
  CU_ASSERT_TRUE (is_edge (net, "a+/0", "a", LPN_EDGE_RISE) && is_edge (net, "a+/1", "a", LPN_EDGE_RISE));
  CU_ASSERT_TRUE (is_edge (net, "in.b~", "in.b", LPN_EDGE_TOGGLE)); /* in.b is the same */
  CU_ASSERT_EQUAL (lpn_net_find_transition (net, "in.b"), LPN_NONE);
  CU_ASSERT_TRUE (is_edge (net, "t[0]", "t[0]", LPN_EDGE_TOGGLE)); /* as it is spelt */
  CU_ASSERT_EQUAL (lpn_net_transition (net, lpn_net_find_transition (net, "e"))->edge, LPN_EDGE_NONE);
  CU_ASSERT_EQUAL (lpn_net_transition (net, lpn_net_find_transition (net, "eps+"))->edge, LPN_EDGE_NONE);
  CU_ASSERT_NOT_EQUAL (lpn_net_find_transition (net, "e/2"), LPN_NONE);
  CU_ASSERT_NOT_EQUAL (lpn_net_find_place (net, "q@1"), lpn_net_find_place (net, "q"));
  CU_ASSERT_NOT_EQUAL (lpn_net_find_place (net, "lonely"), LPN_NONE);
  CU_ASSERT_EQUAL (lpn_net_n_transitions (net), 9);
}

static void
test_marks (void)
{
  g_autoptr (LpnNet) net = load (".dummy t u\n.graph\np t(2)\nt q(3) u\nq u (1)\nu p\np t(2)\n"
                                 ".marking { p=4\n <t,u>=2, q }\n.capacity p=5 <t,u>=7\n# Mutex places: p, <t , u>\n"
                                 "# mutex rules the waves\n#@.mutex q # this one too\n.end");
  guint   n;
  guint32 t = lpn_net_find_transition (net, "t"), p = lpn_net_find_place (net, "p");
  guint32 tu = lpn_net_find_place (net, "<t,u>"), q = lpn_net_find_place (net, "q");
  CU_ASSERT_TRUE (lpn_net_pre (net, t, &n)[0].weight == 2 && n == 1);
  CU_ASSERT_TRUE (lpn_net_post (net, t, &n)[0].weight == 3 && n == 2);
  CU_ASSERT_TRUE (lpn_net_place (net, p)->initial == 4 && lpn_net_place (net, p)->capacity == 5);
  CU_ASSERT_TRUE (lpn_net_place (net, tu)->initial == 2 && lpn_net_place (net, tu)->capacity == 7);
  CU_ASSERT_TRUE (lpn_net_place (net, q)->initial == 1 && lpn_net_place (net, q)->capacity == 1);
  CU_ASSERT_TRUE (lpn_net_place (net, p)->mutex && lpn_net_place (net, tu)->mutex && lpn_net_place (net, q)->mutex);
}

static void
test_empty (void)
{
  g_autoptr (LpnNet) net = load ("\xef\xbb\xbf\n\n.graph\n\n.marking { }\n\n.end\n");
  CU_ASSERT_EQUAL (lpn_net_n_places (net) + lpn_net_n_transitions (net), 0);
  CU_ASSERT_EQUAL (states_of (net), 1);
}

/* a*: any number of changes between p and q. */
static void
test_any_changes (void)
{
  g_autoptr (LpnNet) net = load (".inputs a\n.dummy t\n.graph\np a*\na* t\nt q\n.marking {p}\n.end");
  CU_ASSERT_TRUE (is_edge (net, "a*~", "a", LPN_EDGE_TOGGLE));
  CU_ASSERT_EQUAL (lpn_net_transition (net, lpn_net_find_transition (net, "a*"))->edge, LPN_EDGE_NONE);
  CU_ASSERT_EQUAL (states_of (net), 7); /* p; inside, before t and in q with a = 0 and a = 1 */
}

static void
test_state_graph (void)
{
  g_autoptr (LpnNet) net = load (".model m\n.inputs a\n.outputs b\n.dummy d\n.state graph # 5 states\n"
                                 "s0 a+ s1 b+ s2\ns1 b+ 11_csc\ns1 b+ 11_csc\ns2 a+ 11_csc\n11_csc d s3\n"
                                 "s3 d s0 # back\n.marking {s0}\n.end\n");
  CU_ASSERT_EQUAL (lpn_net_n_places (net), 5);
  CU_ASSERT_EQUAL (lpn_net_n_transitions (net), 6);
  CU_ASSERT_TRUE (is_edge (net, "a+", "a", LPN_EDGE_RISE) && is_edge (net, "a+/1", "a", LPN_EDGE_RISE));
  CU_ASSERT_TRUE (is_edge (net, "b+/1", "b", LPN_EDGE_RISE));
  CU_ASSERT_NOT_EQUAL (lpn_net_find_transition (net, "d/1"), LPN_NONE);
  CU_ASSERT_TRUE (value_of (net, "a") == 0 && value_of (net, "b") == 0);
}

/* What tools write that is not in everyone's grammar. Each reads to a net of `states` states, and says what it ignores.
 */
static void
test_dialects (void)
{
  static const struct
  {
    const char *text;
    guint       states;
    const char *warnings; /* joined by \n */
  } CASES[] = {
    { ".model a b\n.inputs a\n.graph\na+ a-\na- a+\n.marking {<a-,a+>}\n.end", 2,
      "dir/net.g:1: the net is called \"a\"; the rest of the line is ignored" },
    { ".inputs a # one\r\n.outputs \\\r\n b \\\r\n c\r\n.graph # of two\r\n\ta+\tb+ c+\r\nb+ a-\r\nc+ a-\r\na- b- "
      "c-\r\n"
      "b- a+\r\nc- a+\r\n.marking {\r\n<b-,a+>\r\n<c-,a+>\r\n}\r\n.end\r\n\x1a",
      8, "" },
    { ".mode si\n.coords 1 2\n.slowenv\n.note x \\ y {\n.inputs a\n.initial state !a\n.graph\na+ a-\na- a+\n.timing { "
      "a+\n< b }\n"
      ".marking {<a-,a+>}\n.end",
      2,
      "dir/net.g:1: directive '.mode' is ignored\ndir/net.g:2: directive '.coords' is ignored\ndir/net.g:3: directive "
      "'.slowenv' is ignored\ndir/net.g:10: directive '.timing' is ignored" },
    { ".input a\n.output b\n.internals c\n.dummies d\n.graph\na+ b+\nb+ c+\nc+ d\nd q\n.marking p\np a+", 5,
      "dir/net.g:11: the file has no .end: is it complete?" },
    { ".INPUTS a\n.GRAPH\na+ a-\na- a+\n.MARKING {<a-,a+>}\n.END", 2, "" },
    { ".dummy eps+ eps- d/1\n.graph\np eps+\neps+ eps-\neps- d/1\nd/1 p\n.marking {p}\n.end", 3, "" },
    { ".outputs a-b c?\n.graph\na-b+ my-place\nmy-place c?+/1\nc?+/1 a-b-\na-b- c?-\nc?- a-b+\n.marking "
      "{my-place}\n.end",
      4, "" },
    { ".outputs a\n#@.init_state [0]\n.graph\na+ a- #@ [2,5]\na- a+\n.marking {<a-,a+>}\n.end", 2,
      "dir/net.g:2: labels in comments (#@) are ignored in .g; --format lpn reads them" },
    { ".outputs a\n.graph\na+ r\nr a- a-/1\na-/1 p q\na- p q\np a+\nq a+\n#@.mutex p\n.capacity p=2\n.marking { p=1, q "
      "= 1 "
      "}\n.end",
      2, "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_part_free);
      g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;
      CU_ASSERT_TRUE (
          lpn_astg_read_memory ("dir/net.g", CASES[i].text, strlen (CASES[i].text), warnings, parts, &error));
      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      g_ptr_array_add (warnings, NULL);
      g_autofree char *said = g_strjoinv ("\n", (char **)warnings->pdata);
      if (!g_str_equal (said, CASES[i].warnings))
        printf ("\n    case %u: %s\n", i, said);
      CU_ASSERT_STRING_EQUAL (said, CASES[i].warnings);
      if (parts->len > 0)
        CU_ASSERT_EQUAL (states_of (((LpnPart *)parts->pdata[0])->net), CASES[i].states);
    }
}

#define AFTER(line) ".inputs a\n.dummy d\n.graph\n" line "\n.marking {}\n.end\n"
#define MARK(line) ".inputs a\n.graph\na+ a-\na- a+\np a+\n" line "\n.end\n"

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } BAD[] = {
    { "", ":1:1: expected .graph, found the end of the file" },
    { ".graph\na b\n", ":2:3: an arc from place \"a\" to place \"b\"" },
    { ".graph\n", ":2:1: expected .marking and .end, found the end of the file" },
    { ".inputs a\n.end", ":2:5: expected .graph, found the end of the file" },
    { ".time {\n\\ \x01", ":2:4: expected .graph, found the end of the file" },
    { "p q\n", ":1:1: expected a directive such as .inputs or .graph, found 'p'" },
    { ".channels x\n", ":1:11: handshake channels are not read" },
    { ".inputs a+\n", ":1:9: expected the name of a signal, found 'a+'" },
    { ".inputs a\n.outputs b a\n", ":2:12: \"a\" is declared as an output here and as an input in line 1" },
    { ".inputs a\n.dummy a\n", ":2:8: \"a\" is declared as a dummy here and as an input in line 1" },
    { ".graph\n.inputs a\n", ":2:9: signals must be declared before the graph" },
    { ".graph\n.graph\n", ":2:7: a second graph in one file" },
    { ".graph x\n", ":1:8: expected the end of the line, found 'x'" },
    { ".state grap\n", ":1:8: expected 'graph' after .state, found 'grap'" },
    { ".inputs a\n.initial a\n", ":2:10: expected 'state' after .initial, found 'a'" },
    { ".inputs a\n.initial state b\n", ":2:16: expected a signal that is declared above, found 'b'" },
    { ".inputs a\n.initial state !\n", ":2:17: expected a signal, or ! and a signal, found the end of the line" },
    { ".inputs a\n.initial state a !a\n", ":2:19: the initial value of \"a\" is given as 0 and as 1" },
    { AFTER ("b+ p"), ":4:1: \"b+\" is a transition of \"b\", which no" },
    { AFTER ("p b/1"), ":4:3: \"b/1\" is a transition of \"b\", which no" },
    { AFTER ("p q"), ":4:3: an arc from place \"p\" to place \"q\"" },
    { AFTER ("p a-1"), ":4:3: \"a-1\" is neither a transition nor fit for a place: is a '/' missing" },
    { AFTER ("p a+x"), ":4:5: expected a place or a transition such as a+ or a+/1, found 'a+x'" },
    { AFTER ("p a+/"), ":4:6: expected a place or a transition" },
    { AFTER ("p a+/99999999999"), ":4:16: expected a place or a transition" },
    { AFTER ("p +"), ":4:3: expected a place or a transition such as a+ or a+/1, found '+'" },
    { AFTER ("p d*"), ":4:3: the dummy \"d\" cannot change" },
    { AFTER ("p .end"), ":4:3: a directive must start its line: '.end'" },
    { AFTER ("a+ a-(2)"), ":4:4: a weight needs a place, but \"a+\" and \"a-\" are transitions" },
    { AFTER ("p a+(0)"), ":4:3: an arc of weight 0" },
    { AFTER ("p a+(x)"), ":4:6: expected a natural number, found 'x'" },
    { AFTER ("p a+(2"), ":4:7: expected ')', found the end of the line" },
    { AFTER ("p a+(2)\np a+"), ":5:3: the arc from \"p\" to \"a+\" has weight 1 here and 2 in line 4" },
    { AFTER ("p a+ \\ a-"), ":4:6: expected a place or a transition such as a+ or a+/1, found '\\'" },
    { AFTER ("p \x01"), ":4:3: expected a place or a transition such as a+ or a+/1, found byte 0x01" },
    { AFTER ("p \xff"), ":4:3: expected a place or a transition such as a+ or a+/1, found a word that is not UTF-8" },
    { ".inputs a\n.graph\np a+\n.end", ":4:5: the file has no .marking" },
    { MARK (".marking q"), ":6:10: the graph has no place \"q\"" },
    { MARK (".marking p }"), ":6:12: expected a place, found '}'" },
    { MARK (".marking {p\n"), ":8:1: expected a place, found '.end'" },
    { MARK (".marking {<a+ a->}"), ":6:15: expected ',', found 'a-'" },
    { MARK (".marking {<a+,a+>}"), ":6:11: the graph has no arc from transition \"a+\" to transition \"a+\"" },
    { MARK (".marking {<a+,x>}"), ":6:11: the graph has no arc from transition \"a+\" to transition \"x\"" },
    { MARK (".marking {q}"), ":6:11: the graph has no place \"q\"" },
    { MARK (".marking {a+}"), ":6:11: the graph has no place \"a+\"" },
    { MARK (".marking {p=-1}"), ":6:13: expected a natural number, found '-1'" },
    { MARK (".marking {p=9223372036854775808}"), ":6:13: expected a natural number" },
    { MARK (".marking {p p=2}"), ":6:13: place \"p\" is given the token counts 1 and 2" },
    { MARK (".marking {p} x"), ":6:14: expected the end of the line, found 'x'" },
    { MARK (".marking {p}\n.capacity p"), ":7:12: expected '=', found the end of the line" },
    { MARK (".marking {p}\n.capacity p=0"), ":7:11: a capacity of 0 for place \"p\"" },
    { MARK (".marking {p}\n#@.mutex a+"), ":7:10: expected a place of the graph" },
    { ".state graph\ns0 a+ s1\n.marking {s0}\n.end", ":2:4: \"a+\" is a transition of \"a\", which no" },
    { ".state graph\ns0 a s1\n.marking {s0}\n.end", ":2:4: event \"a\" is not declared" },
    { ".inputs a\n.state graph\ns0 a+\n.marking {s0}\n.end", ":3:6: expected a state, found the end of the line" },
    { ".inputs a\n.state graph\ns0 a+ s1\n.marking {s0 s1}\n.end", ":4:14: a state graph starts in one state" },
    { ".inputs a\n.state graph\ns0 a+ s1\n.marking {s}\n.end", ":4:11: the graph has no state \"s\"" },
    { ".inputs a\n.state graph\ns0 a+ a\n.marking {s0}\n.end", ":3:7: expected a place, \"a\" is a transition" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (BAD); i++)
    {
      GError          *error = NULL;
      g_autofree char *message = g_strconcat ("dir/net.g", BAD[i].message, NULL);
      LpnNet          *net = read_text (BAD[i].text, &error);
      CU_ASSERT_PTR_NULL (net);
      if (!lpn_test_error_has (&error, message))
        {
          g_print ("\n  case %u: %s\n", i, BAD[i].text);
          CU_FAIL ();
        }
      lpn_net_free (net);
    }
}

/* ---- writing ---- */

/* The net as ASTG; NULL with `error`. Transfer full. */
static char *
write_text (const LpnNet *net, GError **error)
{
  g_autofree char *text = NULL; /* of the C library; g_free() is free() */
  size_t           size = 0;
  FILE            *out = open_memstream (&text, &size);
  bool             ok = lpn_astg_write (net, out, NULL, error);
  fclose (out);
  return ok ? g_strndup (text, size) : NULL;
}

static bool
same_arcs (const LpnNet *a, guint32 t, const LpnNet *b, guint32 u, bool output)
{
  guint         n, m;
  const LpnArc *x = output ? lpn_net_post (a, t, &n) : lpn_net_pre (a, t, &n);
  const LpnArc *y = output ? lpn_net_post (b, u, &m) : lpn_net_pre (b, u, &m);
  bool          same = n == m;
  for (guint i = 0; i < n && same; i++)
    {
      guint32 place = lpn_net_find_place (b, lpn_net_place (a, x[i].place)->id);
      guint   k = 0;
      while (k < m && y[k].place != place)
        k++;
      same = k < m && y[k].weight == x[i].weight;
    }
  return same;
}

/* The same net but for the order of its nodes? */
static bool
same_net (const LpnNet *a, const LpnNet *b)
{
  bool same = lpn_net_n_places (a) == lpn_net_n_places (b) && lpn_net_n_transitions (a) == lpn_net_n_transitions (b)
              && lpn_net_n_variables (a) == lpn_net_n_variables (b);
  for (guint32 i = 0; i < lpn_net_n_variables (a) && same; i++)
    {
      const LpnVariable *x = lpn_net_variable (a, i);
      const LpnVariable *y = lpn_net_variable (b, i);
      same = g_str_equal (x->id, y->id) && x->port == y->port && x->initial[0] == y->initial[0];
    }
  for (guint32 i = 0; i < lpn_net_n_places (a) && same; i++)
    {
      const LpnPlace *x = lpn_net_place (a, i);
      guint32         k = lpn_net_find_place (b, x->id);
      const LpnPlace *y = k == LPN_NONE ? NULL : lpn_net_place (b, k);
      same = y != NULL && x->initial == y->initial && x->capacity == y->capacity && x->mutex == y->mutex;
    }
  for (guint32 t = 0; t < lpn_net_n_transitions (a) && same; t++)
    {
      guint32 u = lpn_net_find_transition (b, lpn_net_transition (a, t)->id);
      same = u != LPN_NONE && lpn_net_transition (a, t)->edge == lpn_net_transition (b, u)->edge
             && lpn_net_transition (a, t)->signal == lpn_net_transition (b, u)->signal && same_arcs (a, t, b, u, false)
             && same_arcs (a, t, b, u, true);
    }
  return same;
}

static void
test_round_trips (void)
{
  static const char *const TEXTS[] = {
    HANDSHAKE,
    ".inputs a in.b\n.outputs c\n.inputs d\n.initial state a !in.b c d\n.dummy e eps\n.graph\np a+/0 a+/1 in.b\n"
    "a+ q\na+/1 q@1\nin.b q\nq e e/2\ne eps+\neps+ eps-\ne/2 d~/7\neps- p\nlonely\nc+\n.marking{p lonely=3}\n.end",
    ".dummy t u\n.graph\np t(2)\nt q(3) u\nq u\nu p\n.marking {p=4 <t,u>=2}\n.capacity p=5 <t,u>=7\n#@.mutex p <t,u>\n"
    ".end",
    ".graph\n.marking {}\n.end",
    ".inputs a\n.outputs b\n.state graph\ns0 a+ s1 b+ s2\ns1 b+ s3\ns2 a+ s3\n.marking {s0}\n.end",
  };
  for (guint i = 0; i < G_N_ELEMENTS (TEXTS); i++)
    {
      GError *error = NULL;
      g_autoptr (LpnNet) net = load (TEXTS[i]);
      g_autofree char *text = write_text (net, &error);
      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      CU_ASSERT_PTR_NOT_NULL_FATAL (text);
      g_autoptr (LpnNet) back = load (text);
      CU_ASSERT_TRUE (same_net (net, back));
    }
}

/* Ids that the format cannot spell are made fit; the behaviour stays. */
static void
test_odd_ids (void)
{
  static const char *const ODD[] = { "a b", "a_b", "1", "", ".x", "a+", "<x,y>", "\xc3\xa9", "p@1", "q/1", "(2)", "#" };
  g_autoptr (LpnNet) net = lpn_net_new ("odd net");
  guint32      m = lpn_net_add_module (net, "m", NULL);
  const gint64 one = 1;
  for (guint i = 0; i < G_N_ELEMENTS (ODD); i++)
    {
      g_autofree char *t = g_strdup_printf ("t%s", ODD[i]);
      guint32          place = lpn_net_add_place (net, m, ODD[i], NULL, false, i < 4 ? 3 : 0, NULL);
      guint32          transition = lpn_net_add_transition (net, m, t, NULL, false, NULL);
      guint32          v = lpn_net_add_variable (net, LPN_NONE, ODD[i], false, 1, &one, 0, 1, NULL);
      lpn_net_set_port (net, v, LPN_PORT_INPUT);
      lpn_net_add_input (net, transition, place, 1 + i % 3);
      if (i % 2 == 0)
        lpn_net_set_edge (net, transition, v, LPN_EDGE_TOGGLE);
    }
  GError *error = NULL;
  CU_ASSERT_TRUE (lpn_net_freeze (net, &error));
  g_autofree char *text = write_text (net, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  CU_ASSERT_PTR_NOT_NULL_FATAL (text);
  g_autoptr (LpnNet) back = load (text);
  CU_ASSERT_EQUAL (lpn_net_n_places (back), G_N_ELEMENTS (ODD));
  CU_ASSERT_EQUAL (lpn_net_n_transitions (back), G_N_ELEMENTS (ODD));
  CU_ASSERT_EQUAL (lpn_net_n_variables (back), G_N_ELEMENTS (ODD));
  CU_ASSERT_EQUAL (states_of (back), states_of (net));
}

static void
test_unwritable (void)
{
  static const struct
  {
    const char *labels;
    const char *message;
  } BAD[] = {
    { "<variable id='x'/>", "ASTG cannot say that variable \"x\" is no signal" },
    { "<variable id='x' initial='2' port='input'/>", "signal \"x\" starts neither as 0 nor as 1" },
    { "<variable id='x' port='input'/></toolspecific><transition id='t'><toolspecific tool='lpnreach'>"
      "<guard>x = 1</guard>",
      "transition \"t\" has a guard" },
    { "<variable id='x' port='input'/></toolspecific><transition id='t'><toolspecific tool='lpnreach'>"
      "<assign variable='x'>1</assign>",
      "transition \"t\" has an assignment" },
    { "</toolspecific><transition id='t' fail='true'><toolspecific tool='lpnreach'>", "transition \"t\" is an error" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (BAD); i++)
    {
      bool             inside = strstr (BAD[i].labels, "<transition") != NULL;
      g_autofree char *text
          = g_strdup_printf ("<pnml><net id='n'><toolspecific tool='lpnreach'>%s</toolspecific>%s</net></pnml>",
                             BAD[i].labels, inside ? "</transition>" : "");
      GError *error = NULL;
      g_autoptr (LpnNet) net = lpn_test_load_text (text, &error);
      CU_ASSERT_TRUE (lpn_test_no_error (&error));
      CU_ASSERT_PTR_NOT_NULL_FATAL (net);
      CU_ASSERT_PTR_NULL (write_text (net, &error));
      CU_ASSERT_TRUE (lpn_test_error_has (&error, BAD[i].message));
    }
}

/* Graphs that share a signal would have to change it together. */
/* A counter that must run full before the signal can change is more than the search is patient for. */
static void
test_not_inferred (void)
{
  GError *error = NULL;
  CU_ASSERT_PTR_NULL (read_text (".outputs a\n.dummy t\n.graph\nt p\np a+(5000000)\n.marking {}\n.end", &error));
  CU_ASSERT_TRUE (lpn_test_error_has (&error, "dir/net.g:1:10: the initial value of signal \"a\" cannot be inferred"));
}

static const LpnTest tests[] = { { "a handshake", test_handshake },
                                 { "initial values", test_initial_values },
                                 { "inference scales", test_inference_scales },
                                 { "names", test_names },
                                 { "marks", test_marks },
                                 { "an empty graph", test_empty },
                                 { "any number of changes", test_any_changes },
                                 { "state graphs", test_state_graph },
                                 { "dialects", test_dialects },
                                 { "bad files", test_bad },
                                 { "what cannot be inferred", test_not_inferred },
                                 { "round trips", test_round_trips },
                                 { "odd ids", test_odd_ids },
                                 { "what cannot be written", test_unwritable },
                                 { NULL, NULL } };

int
main (void)
{
  return lpn_test_main ("astg", tests);
}
