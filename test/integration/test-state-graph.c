/* SPDX-License-Identifier: MIT */
/* State graphs: read back here from each form and compared, arc by arc, with the oracle's. */
#include <glib/gstdio.h>
#include <string.h>

#include "io/model.h"
#include "store/store.h"
#include "test/harness.h"
#include "test/oracle.h"
#include "test/program.h"

enum
{
  MAX_STATES = 200000,
};

static const char *const MODELS[] = { "examples/fig1.pnml",
                                      "examples/mutex.pnml",
                                      "philosophers:4",
                                      "kanban:1",
                                      "peterson:2",
                                      "slot:2",
                                      "fifo:2",
                                      "demux:1",
                                      "stgfifo:3" };
static const char *const FORMS[] = { "sg", "aut", "dot" };

typedef struct
{
  guint from;
  guint to;
  char *label;
} Arc;

typedef struct
{
  GArray *arcs;
  guint64 said_states; /* .aut: as its header says; else G_MAXUINT64 */
  guint64 said_arcs;
  bool    good; /* every line was understood */
} Graph;

static void
clear_arc (gpointer data)
{
  g_free (((Arc *)data)->label);
}

/* The number of a state "s12" or "s12_0110". */
static guint
state_number (const char *name)
{
  return name[0] == 's' && g_ascii_isdigit (name[1]) ? (guint)g_ascii_strtoull (name + 1, NULL, 10) : G_MAXUINT;
}

static void
add_arc (Graph *graph, const char *from, const char *label, const char *to)
{
  Arc arc = { state_number (from), state_number (to), g_strdup (label) };
  graph->good = graph->good && arc.from != G_MAXUINT && arc.to != G_MAXUINT;
  g_array_append_val (graph->arcs, arc);
}

static void
read_sg (Graph *graph, char **lines)
{
  bool inside = false, marked = false;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      guint n = g_strv_length (words);
      if (g_str_equal (lines[i], ".state graph"))
        inside = true;
      else if (g_str_has_prefix (lines[i], ".marking {s0"))
        marked = true;
      else if (inside && n == 3)
        add_arc (graph, words[0], words[1], words[2]);
      else if (lines[i][0] != '.' && lines[i][0] != '\0')
        graph->good = false;
    }
  graph->good = graph->good && inside && marked;
}

static void
read_aut (Graph *graph, char **lines)
{
  char *end;
  graph->good = graph->good && g_str_has_prefix (lines[0], "des (0, ");
  graph->said_arcs = g_ascii_strtoull (lines[0] + 8, &end, 10);
  graph->said_states = g_ascii_strtoull (end + 1, &end, 10);
  graph->good = graph->good && g_str_equal (end, ")");
  for (guint i = 1; graph->good && lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], "\"", -1);
      graph->good = g_strv_length (words) == 3 && words[0][0] == '(' && g_str_has_suffix (lines[i], ")");
      if (!graph->good)
        break;
      g_autofree char *from = g_strdup_printf ("s%s", words[0] + 1);
      g_autofree char *to = g_strdup_printf ("s%s", words[2] + 2);
      add_arc (graph, from, words[1], to);
    }
}

static void
read_dot (Graph *graph, char **lines)
{
  graph->good = graph->good && g_str_has_prefix (lines[0], "digraph \"");
  for (guint i = 1; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (g_strstrip (lines[i]), " ", 4);
      if (g_strv_length (words) < 4 || !g_str_equal (words[1], "->"))
        continue;
      g_auto (GStrv) quoted = g_strsplit (words[3], "\"", -1);
      graph->good = graph->good && g_strv_length (quoted) == 3;
      add_arc (graph, words[0], quoted[1], words[2]);
    }
}

static Graph
read_graph (const char *form, const char *text)
{
  Graph graph = { g_array_new (FALSE, FALSE, sizeof (Arc)), G_MAXUINT64, G_MAXUINT64, true };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_array_set_clear_func (graph.arcs, clear_arc);
  if (g_str_equal (form, "sg"))
    read_sg (&graph, lines);
  else if (g_str_equal (form, "aut"))
    read_aut (&graph, lines);
  else
    read_dot (&graph, lines);
  return graph;
}

static LpnNet *
load (const char *model)
{
  g_autoptr (GError) error = NULL;
  LpnNet *net = lpn_model_load (&model, 1, &error);
  CU_ASSERT_TRUE (lpn_test_no_error (&error));
  return net;
}

/* Goes over the arcs until every state is known as one of the oracle's; then each arc is one of the oracle's, no two
 * states are the same, and the numbers of both are equal: the graphs are the same but for names. */
static bool
same_as_oracle (const LpnNet *net, const LpnOracle *oracle, const Graph *graph)
{
  const LpnOracleResult *expected = lpn_oracle_result (oracle);
  g_autofree guint64    *known = g_new (guint64, expected->states + 1); /* number -> oracle's */
  g_autofree guint8     *taken = g_new0 (guint8, expected->states + 1); /* oracle's, by some number */
  g_autofree guint8     *done = g_new0 (guint8, graph->arcs->len + 1);
  g_autofree gint64     *next = g_new (gint64, lpn_net_n_elements (net) + 1);
  guint64                found = 1;
  bool                   again = true;

  if (graph->arcs->len != expected->transitions)
    return false;
  for (guint64 i = 0; i < expected->states; i++)
    known[i] = LPN_ORACLE_NEVER;
  known[0] = 0;
  taken[0] = 1;
  while (again)
    {
      again = false;
      for (guint i = 0; i < graph->arcs->len; i++)
        {
          const Arc   *arc = &g_array_index (graph->arcs, Arc, i);
          LpnFaultInfo info = { 0 };
          if (arc->from >= expected->states || arc->to >= expected->states)
            return false;
          if (done[i] || known[arc->from] == LPN_ORACLE_NEVER)
            continue;
          done[i] = 1;
          again = true;
          guint32 t = lpn_net_find_transition (net, arc->label);
          if (t == LPN_NONE
              || lpn_reference_fire (net, t, lpn_oracle_state (oracle, known[arc->from]), next, &info)
                     != LPN_FIRE_FIRED)
            return false;
          guint64 to = lpn_oracle_find (oracle, next);
          if (known[arc->to] == LPN_ORACLE_NEVER && !taken[to])
            {
              known[arc->to] = to;
              taken[to] = 1;
              found++;
            }
          if (known[arc->to] != to)
            return false;
        }
    }
  return found == expected->states;
}

/* No arc twice. */
static bool
distinct (const Graph *graph)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  bool ok = true;
  for (guint i = 0; i < graph->arcs->len; i++)
    {
      const Arc *arc = &g_array_index (graph->arcs, Arc, i);
      ok = g_hash_table_add (seen, g_strdup_printf ("%u %s %u", arc->from, arc->label, arc->to)) && ok;
    }
  return ok;
}

static void
check_graph (const LpnNet *net, const LpnOracle *oracle, const char *model, const char *form, const char *options)
{
  const LpnOracleResult *expected = lpn_oracle_result (oracle);
  g_autofree char       *name = g_strdup_printf ("graph.%s", form);
  g_autofree char       *path = lpn_test_temporary (name);
  g_autofree char       *line = g_strdup_printf ("explore '%s' -q -g '%s' %s", model, path, options);
  g_autofree char       *text = NULL;

  g_unlink (path);
  lpn_test_expect (line, 0, NULL, NULL);
  CU_ASSERT_TRUE_FATAL (g_file_get_contents (path, &text, NULL, NULL));
  Graph graph = read_graph (form, text);
  bool  same = graph.good && distinct (&graph) && same_as_oracle (net, oracle, &graph);
  if (!same)
    printf ("\n    not the oracle's graph: %s\n", line);
  CU_ASSERT_TRUE (same);
  if (g_str_equal (form, "aut"))
    {
      CU_ASSERT_EQUAL (graph.said_arcs, expected->transitions);
      CU_ASSERT_EQUAL (graph.said_states, expected->states);
    }
  g_array_unref (graph.arcs);
}

static void
test_forms (void)
{
  for (guint m = 0; m < G_N_ELEMENTS (MODELS); m++)
    {
      g_autofree char *model = strchr (MODELS[m], '/') != NULL
                                   ? g_build_filename (lpn_test_source_dir (), MODELS[m], NULL)
                                   : g_strdup (MODELS[m]);
      g_autoptr (LpnNet) net = load (model);
      g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, MAX_STATES);
      CU_ASSERT_TRUE (lpn_oracle_result (oracle)->complete);
      for (guint f = 0; f < G_N_ELEMENTS (FORMS); f++)
        {
          check_graph (net, oracle, model, FORMS[f], "--search bfs");
          check_graph (net, oracle, model, FORMS[f], "--search dfs --partition element");
        }
    }
}

/* Every exact store gives the graph; a lossy one is refused. */
static void
test_stores (void)
{
  g_autoptr (LpnNet) net = load ("philosophers:3");
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, MAX_STATES);
  guint exact = 0;
  for (const LpnStoreType *const *type = lpn_store_types (); *type != NULL; type++)
    {
      g_autofree char *options = g_strdup_printf ("--store %s%s", (*type)->name,
                                                  g_str_equal ((*type)->name, "radix") ? " --infer-ranges yes" : "");
      if ((*type)->flags & LPN_STORE_EXACT)
        {
          check_graph (net, oracle, "philosophers:3", "aut", options);
          exact++;
        }
      else
        {
          g_autofree char *line
              = g_strdup_printf ("explore philosophers:3 -q -g /dev/null --state-graph-format sg %s", options);
          lpn_test_expect (line, 2, NULL, "needs an exact store");
        }
    }
  CU_ASSERT (exact > 5);
}

/* More words than one per packed tuple, met in the middle of the run. */
static void
test_wide (void)
{
  g_autoptr (LpnNet) net = load ("counters:3");
  g_autoptr (LpnOracle) oracle = lpn_oracle_new (net, MAX_STATES);
  check_graph (net, oracle, "counters:3", "aut", "--partition element");
  g_autoptr (LpnNet) wide = load ("philosophers:6");
  g_autoptr (LpnOracle) wide_oracle = lpn_oracle_new (wide, MAX_STATES);
  check_graph (wide, wide_oracle, "philosophers:6", "aut", "--partition element --search dfs");
}

/* The place of a signal among those that the header lines name. */
static guint
digit_of (char **lines, const char *label)
{
  g_autofree char *signal = g_strndup (label, strcspn (label, "+-"));
  guint            digit = 0;
  for (guint i = 0; lines[i] != NULL && lines[i][0] == '.'; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      if (!g_str_equal (words[0], ".inputs") && !g_str_equal (words[0], ".outputs"))
        continue;
      for (guint k = 1; words[k] != NULL; k++, digit++)
        if (g_str_equal (words[k], signal))
          return digit;
    }
  return G_MAXUINT;
}

/* An arc changes its own digit of the code, as its sign says, and no other. */
static bool
arc_is_right (char **lines, char **words)
{
  const char *from = strchr (words[0], '_'), *to = strchr (words[2], '_');
  guint       digit = digit_of (lines, words[1]);
  bool        rise = strchr (words[1], '+') != NULL;
  bool        good = from != NULL && to != NULL && strlen (from) == strlen (to) && digit + 1 < strlen (from);
  for (guint i = 0; good && from[i + 1] != '\0'; i++)
    good = i == digit ? from[i + 1] == (rise ? '0' : '1') && to[i + 1] == (rise ? '1' : '0') : from[i + 1] == to[i + 1];
  return good;
}

static void
test_codes (void)
{
  g_auto (LpnTestRun) run = lpn_test_run ("explore stgfifo:3 -q -g - --state-graph-format sg --state-codes", NULL);
  g_auto (LpnTestRun) dot = lpn_test_run ("explore stgfifo:3 -q -g - --state-graph-format dot --state-codes", NULL);
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);
  guint arcs = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      if (lines[i][0] != 's')
        continue;
      arcs++;
      CU_ASSERT_TRUE (g_strv_length (words) == 3 && arc_is_right (lines, words));
    }
  CU_ASSERT_EQUAL (arcs, 520);
  CU_ASSERT_PTR_NOT_NULL (strstr (run.out, "\n.marking {s0_000000000000}\n.end\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (dot.out, "  s0 [label=\"s0\\n000000000000\"];\n"));
}

/* A state graph is a model too: it has the same states and arcs. */
static void
test_read_back (void)
{
  static const struct
  {
    const char *model, *counts;
  } cases[] = { { "demux:1", "\"states\":80,\"transitions\":158,\"deadlocks\":0" },
                { "stgfifo:3", "\"states\":232,\"transitions\":520,\"deadlocks\":0" },
                { "reg:1", "\"states\":232,\"transitions\":656,\"deadlocks\":0" },
                { "philosophers:3", "\"states\":27,\"transitions\":63,\"deadlocks\":2" } };
  g_autofree char *path = lpn_test_temporary ("back.sg");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint codes = 0; codes < (i < 3 ? 2 : 1); codes++)
      {
        g_autofree char *out
            = g_strdup_printf ("explore %s --json -g '%s' %s", cases[i].model, path, codes ? "--state-codes" : "");
        g_autofree char *back = g_strdup_printf ("explore --json '%s'", path);
        lpn_test_expect (out, 0, cases[i].counts, NULL);
        lpn_test_expect (back, 0, cases[i].counts, NULL);
      }
}

/* One state and no arc is a state graph, too. */
static void
test_lone_state (void)
{
  g_autofree char *model = lpn_test_temporary ("lone.g");
  g_autofree char *path = lpn_test_temporary ("lone.sg");
  g_autofree char *out = g_strdup_printf ("explore '%s' -g '%s' --state-codes", model, path);
  g_autofree char *back = g_strdup_printf ("explore --json '%s'", path);
  g_autofree char *text = NULL;
  CU_ASSERT_TRUE (g_file_set_contents (model, ".outputs a\n.graph\np a+\n.marking {}\n.end\n", -1, NULL));
  lpn_test_expect (out, 0, "states        1\n", NULL);
  lpn_test_expect (back, 0, "\"states\":1,\"transitions\":0,\"deadlocks\":1", NULL);
  CU_ASSERT_TRUE (g_file_get_contents (path, &text, NULL, NULL));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, ".state graph\ns0_0\n.marking {s0_0}\n.end\n"));
}

/* A signal may be called like a state. */
static void
test_names_of_states (void)
{
  g_autofree char *model = lpn_test_temporary ("named.g");
  g_autofree char *path = lpn_test_temporary ("named.sg");
  g_autofree char *out = g_strdup_printf ("explore '%s' -g '%s'", model, path);
  g_autofree char *back = g_strdup_printf ("explore --json '%s'", path);
  g_autofree char *text = NULL;
  CU_ASSERT_TRUE (g_file_set_contents (
      model, ".outputs s1 s_0\n.graph\np s1+ s_0~\ns1+ q\nq s1-\ns1- p\ns_0~ p\n.marking {p}\n.end\n", -1, NULL));
  lpn_test_expect (out, 0, "states        4\n", NULL);
  lpn_test_expect (back, 0, "\"states\":4,\"transitions\":6,\"deadlocks\":0", NULL);
  CU_ASSERT_TRUE (g_file_get_contents (path, &text, NULL, NULL));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, ".outputs s1 s_0\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (text, ".marking {s__0}\n"));
}

/* One variable that counts up while the guard holds, as a file. */
static char *
counting_model (const char *name, const char *guard)
{
  char            *path = lpn_test_temporary (name);
  g_autofree char *text = g_strdup_printf (
      "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><toolspecific tool='lpnreach' "
      "version='1.0'><variable id='x' initial='0' min='0' max='99999999'/></toolspecific><page id='m'><transition "
      "id='t'><toolspecific tool='lpnreach' version='1.0'><guard>%s</guard><assign variable='x'>x + 1</assign>"
      "</toolspecific></transition></page></net></pnml>",
      guard);
  CU_ASSERT_TRUE (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
check_dropped (const char *model, const char *options, int code, const char *message)
{
  g_autofree char *path = lpn_test_temporary ("dropped.sg");
  g_autofree char *line = g_strdup_printf ("explore '%s' -q -g '%s' %s", model, path, options);
  lpn_test_expect (line, code, NULL, message);
  CU_ASSERT_FALSE (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* Complete or not there, and why not. */
static void
test_dropped (void)
{
  g_autofree char *long_model = counting_model ("long.pnml", "true");
  g_autofree char *bad_model = counting_model ("bad.pnml", "9 > x | 1 / (x - x) = 1");

  check_dropped ("philosophers:4", "--state-limit 20", 3,
                 "dropped.sg: not written: the search did not complete (state-limit)");
  check_dropped (bad_model, "", 4, "dropped.sg: not written: the model has an error");
  check_dropped (long_model, "", 3, "the graph has more than 1000000 states (--state-limit allows more)");
  check_dropped (long_model, "-m 96M --state-limit 90M", 3, "not written: the search did not complete (memory-limit)");
  check_dropped ("kanban:1", "--state-codes", 2, "the model has no signals, so no codes can be written");
  check_dropped ("kanban:1", "--state-graph-format xyz", 2, "'xyz' is no form of a state graph");
  lpn_test_expect ("explore kanban:1 -g graph.txt", 2, NULL,
                   "graph.txt: a state graph is a .sg, .aut, .dot or .gv file");
  lpn_test_expect ("explore kanban:1 -g /nowhere/x.sg", 2, NULL, "/nowhere/x.sg: cannot be written");
  lpn_test_expect ("explore kanban:3 -q -g /dev/full --state-graph-format sg", 2, NULL,
                   "/dev/full: cannot be written: No space");
  lpn_test_expect ("explore kanban:3 -q -g /dev/full --state-graph-format aut", 2, NULL,
                   "/dev/full: cannot be written: No space");
}

int
main (void)
{
  static const LpnTest tests[] = { { "forms", test_forms },
                                   { "stores", test_stores },
                                   { "wide", test_wide },
                                   { "codes", test_codes },
                                   { "read back", test_read_back },
                                   { "lone state", test_lone_state },
                                   { "names of states", test_names_of_states },
                                   { "dropped", test_dropped },
                                   { NULL, NULL } };
  return lpn_test_main ("state-graph", tests);
}
