/* SPDX-License-Identifier: MIT */
/*
 * .lpn text of ATACS and LEMA through the program: small files of our own with their counts and messages, and the real
 * files beside the project (../shared/data/circuits), against the counts that come with them. Those are skipped where
 * that folder is absent.
 */
#include <stdio.h>
#include <string.h>

#include "test/harness.h"
#include "test/json-read.h"
#include "test/program.h"

static char *
file_of (const char *name, const char *text)
{
  char *path = lpn_test_temporary (name);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* Explores one text: counts; or, with `message`, exit code and what the error output ends with after the path. */
typedef struct
{
  const char *options;
  const char *text;
  guint64     states, transitions, deadlocks;
  const char *message;
} Case;

#define HEAD ".inputs\n.outputs b\n.internal n\n.dummy t1 t2\n#@.variables n\n#@.init_state [0]\n"
#define RING ".graph\np0 t1\nt1 p1\np1 t2\nt2 p0\n.marking {p0 }\n"

static const Case cases[] = {
  { "", ".outputs a\n#@.init_state [0]\n.graph\na+ a-\na- a+\n.marking {<a-,a+>}\n.end\n", 2, 2, 0, NULL },
  /* all right-hand sides are read before the firing */
  { "",
    HEAD RING "#@.init_vals {<n=3>}\n#@.enablings {<t1=[n<6&~b]><t2=[b]>}\n#@.assignments {<t1=[n:=n+1]>}\n"
              "#@.boolean_assignments {<t1=[b:=n>=3]><t2=[b:=FALSE]>}\n.end\n",
    7, 6, 1, NULL },
  /* several in one entry */
  { "",
    HEAD RING "#@.enablings {<t1=[n<2] [~b]>}\n#@.assignments {<t1=[n:=n+1]>}\n"
              "#@.boolean_assignments {<t1=[b:=TRUE] ><t2=[b:=FALSE]>}\n.end\n",
    5, 4, 1, NULL },
  { "",
    ".outputs b c\n.dummy t\n#@.init_state [00]\n.graph\np t\n.marking {p }\n"
    "#@.boolean_assignments {<t=[b:=TRUE][c:=~b]>}\n.end\n",
    2, 1, 1, NULL },
  /* an empty preset, and capital letters */
  { "",
    ".OUTPUTS b\n.DUMMY t u\n#@.INIT_STATE [0]\n.GRAPH\nt p\np u\n.MARKING {}\n#@.ENABLINGS {<t=[~b]>}\n"
    "#@.BOOLEAN_ASSIGNMENTS {<t=[b:=TRUE]>}\n.END\n",
    3, 2, 1, NULL },
  /* a transition without arcs, named by a flag, or by nothing */
  { "", ".dummy t u\n#@.failtrans u\n.graph\np t\nt p\n.marking {p }\n.end\n", 1, 2, 0, NULL },
  { "", ".dummy t u\n#@.failtrans t\n.graph\np t\n.marking {p }\n.end\n", 2, 3, 0, NULL },
  /* a guard of an arc */
  { "",
    ".outputs a b\n#@.init_state [00]\na+ a- #@ <b>d\na- a+\nb+ b-\nb- b+ #@ (a)d [0,inf]\n"
    ".marking {<a-,a+><b-,b+>}\n.end\n",
    4, 6, 0, NULL },
  { "--untimed", ".outputs a\n.graph\na+ a- #@ [2,5]\na- a+ #@ [0,inf]\n.marking {<a-,a+>}\n.end\n", 2, 2, 0, NULL },
  /* a persistent transition fires though its guard has become false */
  { "",
    ".outputs b\n.dummy t u\n#@.non_disabling t\n#@.init_state [1]\n.graph\np t\nt q\nr u\nu s\n.marking {p r }\n"
    "#@.enablings {<t=[b]>}\n#@.boolean_assignments {<u=[b:=FALSE]>}\n.end\n",
    4, 4, 1, NULL },
  { "",
    ".outputs b\n.dummy t u\n#@.init_state [1]\n.graph\np t\nt q\nr u\nu s\n.marking {p r }\n"
    "#@.enablings {<t=[b]>}\n#@.boolean_assignments {<u=[b:=FALSE]>}\n.end\n",
    4, 3, 2, NULL },
  { "", ".outputs a\n.graph\na+ a- #@ [2,5]\na- a+\n.marking {<a-,a+>}\n.end\n", 0, 0, 0,
    ":3:10: the net is timed; --untimed explores it without its delays, rates and priorities\n" },
  { "", HEAD RING "#@.delay_assignments {<t1=[5]>}\n.end\n", 0, 0, 0,
    ":13:21: the net is timed; --untimed explores it without its delays, rates and priorities\n" },
  { "", HEAD RING "#@.continuous n\n.end\n", 0, 0, 0, ":13:14: continuous variables are not supported\n" },
  { "--untimed", HEAD RING "#@.rate_assignments {<t1=[n:=2]>}\n.end\n", 0, 0, 0,
    ":13:20: rates of variables are not supported\n" },
  { "", HEAD RING "#@.init_vals {<n=[1,2]>}\n.end\n", 0, 0, 0, ":13:19: the range [1,2] is not one value\n" },
  { "", HEAD RING "#@.assignments {<t1=[n:=[1,2]]>}\n.end\n", 0, 0, 0,
    ":13:25: n := of transition t1: a range of values is not supported\n" },
  { "", HEAD RING "#@.assignments {<t1=[n:=uniform(1,2)]>}\n.end\n", 0, 0, 0,
    ":13: n := of transition t1: column 25: rates and random values are not supported here\n" },
  { "", HEAD RING "#@.enablings {<t1=[n>]>}\n.end\n", 0, 0, 0,
    ":13: guard of transition t1: column 22: expected an operand, found the end\n" },
  { "", HEAD RING "#@.enablings {<t3=[n]>}\n.end\n", 0, 0, 0, ":13:15: the graph has no transition \"t3\"\n" },
  { "", HEAD RING "#@.enablings {<t1=n}\n.end\n", 0, 0, 0,
    ":13:15: expected an entry such as <t1=[x>=2]>, found '<t1=n}'\n" },
  { "", HEAD RING "#@.failtrans t9\n.end\n", 0, 0, 0, ":13:14: the graph has no transition \"t9\"\n" },
  { "", HEAD RING "#@.assignments {<t1=[m:=1]>}\n.end\n", 0, 0, 0, ":13:22: no variable is called 'm'\n" },
  { "", HEAD RING "#@.colour red\n.end\n", 0, 0, 0, ":13:1: unknown section .colour\n" },
  { "", ".outputs a\n.dummy t\n#@.init_state [X]\n.graph\np t\nt p\n.marking {p}\n#@.enablings {<t=[a]>}\n.end\n", 0, 0,
    0, ":3:14: the initial value of \"a\" is unknown (X)\n" },
  { "", ".inputs a\n.dummy t\n#@.init_state [1]\n.graph\np t\nt p\n.marking {p}\n#@.enablings {<t=[a]>}\n.end\n", 0, 0,
    0, ":1: the input variable \"a\" is the output of no other file\n" },
  { "", ".outputs a\n.graph\na+ a- #@ <a>\na- a+\n.marking {<a-,a+>}\n.end\n", 0, 0, 0,
    ":3:10: expected a guard such as <a&~b>d or a delay such as [2,5] behind an arc, found '<a>'\n" },
};

static void
expect_counts (const char *line, guint64 states, guint64 transitions, guint64 deadlocks)
{
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
  bool same = json != NULL && lpn_json_get_uint (json, "states") == states
              && (transitions == G_MAXUINT64 || lpn_json_get_uint (json, "transitions") == transitions)
              && (deadlocks == G_MAXUINT64 || lpn_json_get_uint (json, "deadlocks") == deadlocks);
  CU_ASSERT_TRUE (same);
  if (!same)
    printf ("\n    %s: expected %" G_GUINT64_FORMAT " states\n%s%s", line, states, run.out, run.err);
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case      *c = &cases[i];
      g_autofree char *path = file_of ("case.lpn", c->text);
      g_autofree char *line = g_strdup_printf ("explore --json %s %s", c->options, path);
      g_autofree char *message = c->message == NULL ? NULL : g_strconcat (path, c->message, NULL);
      if (message != NULL)
        {
          CU_ASSERT_TRUE (lpn_test_expect (line, 2, NULL, message));
        }
      else
        expect_counts (line, c->states, c->transitions, c->deadlocks);
    }
}

/* Written again, and through PNML: the same text, and the same counts. */
static void
test_writing (void)
{
  g_autofree char *first = lpn_test_temporary ("first.lpn");
  g_autofree char *pnml = lpn_test_temporary ("between.pnml");
  g_autofree char *second = lpn_test_temporary ("second.lpn");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      if (c->message != NULL)
        continue;
      g_autofree char *path = file_of ("written.lpn", c->text);
      g_autofree char *to_lpn = g_strdup_printf ("convert %s %s %s", c->options, path, first);
      g_autofree char *to_pnml = g_strdup_printf ("convert %s %s", first, pnml);
      g_autofree char *back = g_strdup_printf ("convert %s %s", pnml, second);
      g_autofree char *explore = g_strdup_printf ("explore --json %s", first);
      g_autofree char *a = NULL, *b = NULL;
      CU_ASSERT_TRUE (lpn_test_expect (to_lpn, 0, NULL, NULL) && lpn_test_expect (to_pnml, 0, NULL, NULL)
                      && lpn_test_expect (back, 0, NULL, NULL));
      expect_counts (explore, c->states, c->transitions, c->deadlocks);
      CU_ASSERT_TRUE (g_file_get_contents (first, &a, NULL, NULL) && g_file_get_contents (second, &b, NULL, NULL)
                      && strcmp (a, b) == 0);
    }
  g_autofree char *array = g_strdup_printf ("convert peterson:2 %s", first);
  CU_ASSERT_TRUE (lpn_test_expect (array, 2, NULL, ".lpn cannot say "));
}

/* A fail transition is violated where it is enabled; properties are asked. */
static void
test_fail (void)
{
  g_autofree char *path = file_of ("fail.lpn", HEAD RING
                                   "#@.init_vals {<n=0>}\n#@.enablings {<t2=[n=1]>}\n#@.assignments {<t1=[n:=n+1]>}\n"
                                   "#@.failtrans t2\n#@.property n<2\n#@.property EF(n=1)\n.end\n");
  g_autofree char *check = g_strdup_printf ("check --search bfs --property property %s", path);
  g_autofree char *reach = g_strdup_printf ("check --property property_2 --all %s", path);
  CU_ASSERT_TRUE (lpn_test_expect (check, 1, "fail transition t2 is enabled after 1 step\n", NULL));
  CU_ASSERT_TRUE (lpn_test_expect (reach, 1, "reach property_2: true after 1 step\n", NULL));
}

/* Two files: the input of each is the output of the other. */
static void
test_composition (void)
{
  g_autofree char *a
      = file_of ("a.lpn", ".inputs y\n.outputs x\n.internal k\n.dummy t\n#@.init_state [000]\n.graph\np t\nt "
                          "p\n.marking {p }\n#@.enablings {<t=[x=y]>}\n"
                          "#@.boolean_assignments {<t=[x:=~x]><t=[k:=x]>}\n.end\n");
  g_autofree char *b
      = file_of ("b.lpn", ".inputs x\n.outputs y\n.internal k\n.dummy t\n#@.init_state [000]\n.graph\np t\nt "
                          "p\n.marking {p }\n#@.enablings {<t=[~(x=y)]>}\n"
                          "#@.boolean_assignments {<t=[y:=~y]><t=[k:=y]>}\n.end\n");
  g_autofree char *c = file_of ("c.lpn", ".inputs x\n.outputs z\n.dummy t\n#@.init_state [10]\n.graph\np t\nt p\n"
                                         ".marking {p }\n#@.enablings {<t=[x]>}\n.end\n");
  g_autofree char *both = g_strdup_printf ("explore --json %s %s", a, b);
  g_autofree char *one = g_strdup_printf ("explore --json %s", a);
  g_autofree char *other = g_strdup_printf ("explore --json %s %s %s", a, b, c);
  g_autofree char *input = g_strdup_printf ("%s:1: the input variable \"y\" is the output of no other file\n", a);
  g_autofree char *value
      = g_strdup_printf ("%s:1: shared variable \"x\" has another initial value than at %s:2\n", c, a);
  expect_counts (both, 6, 6, 0);
  CU_ASSERT_TRUE (lpn_test_expect (one, 2, NULL, input));
  CU_ASSERT_TRUE (lpn_test_expect (other, 2, NULL, value));
}

/* ---- the real files ---- */

static void
check_file (const char *folder, char **fields, guint *counted)
{
  g_autofree char *path = g_build_filename (folder, fields[0], NULL);
  const char      *note = strstr (fields[12], "states incl. signal code ");
  bool             counts = g_ascii_isdigit (fields[3][0]);
  g_autofree char *line
      = g_strdup_printf ("explore --untimed --json --state-limit %s '%s'", counts ? "3M" : "1000", path);
  if (counts)
    {
      guint64 states
          = g_ascii_strtoull (note != NULL ? note + strlen ("states incl. signal code ") : fields[3], NULL, 10);
      guint64 arcs = note != NULL ? G_MAXUINT64 : g_ascii_strtoull (fields[4], NULL, 10);
      expect_counts (line, states, arcs, g_ascii_strtoull (fields[5], NULL, 10));
      (*counted)++;
      return;
    }
  /* Too large, unbounded, or of a dialect that nobody counted: read all the same, or refused with a line. */
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  bool refused = run.code == 2 && strstr (run.err, "e.lpn:3:18: ") != NULL;
  CU_ASSERT_TRUE (g_str_has_suffix (path, "/e.lpn") ? refused : run.code == 0 || run.code == 3);
}

static void
test_real_files (void)
{
  const char      *data = lpn_test_shared_data ();
  g_autofree char *folder = g_build_filename (data != NULL ? data : "", "circuits", NULL);
  g_autofree char *csv = g_build_filename (folder, "counts.csv", NULL);
  g_autofree char *text = NULL;
  guint            counted = 0;
  if (data == NULL || !g_file_get_contents (csv, &text, NULL, NULL))
    {
      printf ("skipped: no ../shared/data/circuits ");
      return;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ",", 13);
      if (g_strv_length (fields) == 13 && g_str_has_prefix (fields[0], "lpn/"))
        check_file (folder, fields, &counted);
    }
  printf ("%u files counted ", counted);
  CU_ASSERT_TRUE (counted > 70);
}

int
main (void)
{
  const LpnTest tests[]
      = { { "small files", test_cases },       { "writing", test_writing },       { "fail and properties", test_fail },
          { "composition", test_composition }, { "real files", test_real_files }, { NULL, NULL } };
  return lpn_test_main ("lpn-text", tests);
}
