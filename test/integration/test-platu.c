/* SPDX-License-Identifier: MIT */
/* Platu's modules through the program: counts, assertions, and messages. */
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

/* Two cells of a ring: each copies what the other has not; a counter counts modulo 4. */
#define CELL                                                                                                           \
  "<class name=\"Cell\" arg=\"in\">\n<const> IDLE = 1; </const>\n<var> out = 0; n = START; </var>\n"                   \
  "<marking> IDLE </marking>\n<transition label=\"up\" preset=\"IDLE\" postset=\"2\">\n"                               \
  "condition(in == out);\nout = !out; n = (n + 1) & 3;\n</transition>\n"                                               \
  "<transition label=\"down\" preset=\"2\" postset=\"IDLE\"> condition(in != out || n > 9); </transition>\n</class>\n"
#define INVERTER                                                                                                       \
  "<class name=\"Copy\" arg=\"in\"><var> out = 0; </var>\n"                                                            \
  "<transition label=\"copy\" preset=\"\" postset=\"\"> condition(in != out); out = in; </transition></class>\n"

typedef struct
{
  const char *text;
  guint64     states, transitions, deadlocks;
  const char *message;
} Case;

static const Case cases[] = {
  { "<?xml version=\"1.0\"?>\n<!-- a ring -->\n<const> START = 0; </const>\n<mod name=\"main\">\nCell a(b.out); // "
    "bound\n"
    "Copy b(a.out); /* to each other */\n</mod>\n" CELL INVERTER,
    16, 16, 4, NULL },
  /* arrays, global variables, ?:, shifts and bits; no main: a class is its own instance */
  { "<var> g = 5; a[3] = {1, 2, 4}; </var>\n<class name=\"M\"><marking>0</marking>\n"
    "<transition label=\"t\" preset=\"0\" postset=\"0\">condition(g > 0);\na[g % 3] = a[g % 3] << 1 | 1; "
    "g = g > 3 ? g - 1 : g >> 1 ^ 0;</transition></class>\n",
    5, 4, 1, NULL },
  /* the older form */
  { "<mod name=\"M\"><var>x = 0;</var><marking>1</marking><transition label=\"t\" preset=\"1\" postset=\"2\">\n"
    "x == 0;\n(0,inf);\nx = 1;</transition>< / mod >",
    2, 1, 1, NULL },
  { "<class name=\"M\"><marking>1</marking>\n<transition label=\"t\" preset=\"1\" "
    "postset=\"1\">delay(1,2);</transition></class>",
    0, 0, 0, ":2:46: the net is timed; --untimed explores it without its delays\n" },
  { "<klass name=\"M\">\n</klass>", 0, 0, 0,
    ":1:1: expected <include>, <const>, <var>, <mod> or <class>, found '<klass name=\"M\">'\n" },
  { "<class name=\"M\">\n<transition label=\"t\">\nx = 1;\n</class>", 0, 0, 0,
    ":4:1: expected </transition>, found '</class>'\n" },
  { "<class name=\"M\">\n<transition label=\"t\">\nx = 1;</transition></class>", 0, 0, 0,
    ":3:1: no variable is called \"x\"\n" },
  { "<class name=\"M\" arg=\"y\">\n<transition label=\"t\">\ny = 1;</transition></class>\n"
    "<class name=\"N\"><var>o = 0;</var></class><mod name=\"main\">N n(); M m(n.o);</mod>",
    0, 0, 0, ":3:1: an argument is assigned: \"y\"\n" },
  { "<class name=\"M\" arg=\"y\">\n</class>\n<mod name=\"main\">\nM m();\n</mod>", 0, 0, 0,
    ":4:3: \"m\" has 0 arguments, its class \"M\" 1\n" },
  { "<mod name=\"main\">\nM m(k.x);\n</mod>", 0, 0, 0, ":2:1: no class is called \"M\"\n" },
  { "<class name=\"M\" arg=\"y\">\n</class>\n<mod name=\"main\">\nM m(k.x);\n</mod>", 0, 0, 0,
    ":4:5: \"k.x\" is no variable of an instance\n" },
  { "<class name=\"M\"><var>x = 0;</var>\n<transition label=\"t\">condition(x +);</transition></class>", 0, 0, 0,
    ":2: condition of transition M.t: column 36: expected an operand, found the end\n" },
  { "<class name=\"M\"><var>a[2][2];</var></class>", 0, 0, 0,
    ":1:22: expected a declaration such as x = 0; or a[4];, found 'a'\n" },
  { "<include>nowhere.lpn;</include>", 0, 0, 0, ":1:10: cannot read the included file 'nowhere.lpn'\n" },
  { "<class name=\"M\">", 0, 0, 0,
    ":1:17: expected <const>, <var>, <marking>, <transition> or the closing tag, found the end of the file\n" },
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case      *c = &cases[i];
      g_autofree char *path = file_of ("case.lpn", c->text);
      g_autofree char *line = g_strdup_printf ("explore --json %s", path);
      if (c->message != NULL)
        {
          g_autofree char *message = g_strconcat (path, c->message, NULL);
          CU_ASSERT_TRUE (lpn_test_expect (line, 2, NULL, message));
          continue;
        }
      g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
      g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
      bool same = json != NULL && lpn_json_get_uint (json, "states") == c->states
                  && lpn_json_get_uint (json, "transitions") == c->transitions
                  && lpn_json_get_uint (json, "deadlocks") == c->deadlocks;
      CU_ASSERT_TRUE (same);
      if (!same)
        printf ("\n    case %u: expected %" G_GUINT64_FORMAT " states\n%s%s", i, c->states, run.out, run.err);
    }
}

/* An assertion is about the state after the firing, and names its transition. */
static void
test_assert (void)
{
  g_autofree char *path
      = file_of ("assert.lpn", "<class name=\"M\"><var> x = 0; a[2]; </var><marking>1</marking>\n"
                               "<transition label=\"inc\" preset=\"1\" postset=\"1\">\n"
                               "condition(x < 5); assert(x != 3); x = x + 1; a[x % 2] = x;\n"
                               "assert(a[0] + a[1] >= 0 && a[(x + 1) % 2] == x - 1);</transition></class>");
  g_autofree char *check = g_strdup_printf ("check --search bfs %s", path);
  g_autofree char *explore = g_strdup_printf ("explore %s", path);
  CU_ASSERT_TRUE (lpn_test_expect (check, 1, "fail transition M.inc!assert fires after 3 steps\n", NULL));
  CU_ASSERT_TRUE (lpn_test_expect (explore, 0, "states        6\n", NULL));
}

static void
test_include (void)
{
  g_autofree char *cell = file_of ("cell.lpn", CELL INVERTER "<const> START = 0; </const>");
  g_autofree char *path = file_of ("ring.lpn", "<include> cell.lpn; cell.lpn; </include>\n<mod name=\"main\">\n"
                                               "<inst>Cell a(b.out); Copy b(a.out);</inst></mod>");
  g_autofree char *line = g_strdup_printf ("explore %s", path);
  CU_ASSERT_TRUE (lpn_test_expect (line, 0, "states        16\n", NULL));
}

int
main (void)
{
  const LpnTest tests[] = {
    { "small files", test_cases }, { "assertions", test_assert }, { "included files", test_include }, { NULL, NULL }
  };
  return lpn_test_main ("platu", tests);
}
