/* SPDX-License-Identifier: MIT */
/*
 * `check` asked about circuits: small nets made for each question, with their verdicts, witnesses and culprits; uses
 * that make no sense; and the real files of the shared data, whose answers are known. Skips those where they are
 * absent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/harness.h"
#include "test/json-read.h"
#include "test/program.h"

/* Writes a .g file and returns its path, quoted. */
static char *
file (const char *name, const char *text)
{
  g_autofree char *path = lpn_test_temporary (name);
  CU_ASSERT_TRUE (g_file_set_contents (path, text, -1, NULL));
  return g_shell_quote (path);
}

/* A handshake: everything holds. */
#define HANDSHAKE ".inputs r\n.outputs a\n.graph\nr+ a+\na+ r-\nr- a-\na- r+\n.marking { <a-,r+> }\n.end\n"
/* Two rounds of a handshake with an output in one of them only: codes repeat, and what is excited differs. */
#define ROUNDS                                                                                                         \
  ".inputs r\n.outputs a b\n.graph\nr+ a+\na+ r-\nr- a-\na- r+/1\nr+/1 b+\nb+ r-/1\nr-/1 b-\nb- r+\n"                  \
  ".marking { <b-,r+> }\n.end\n"
/* The same with a dummy between the rounds, which makes no difference. */
#define ROUNDS_DUMMY                                                                                                   \
  ".inputs r\n.outputs a b\n.dummy e\n.graph\nr+ a+\na+ r-\nr- a-\na- e\ne r+/1\nr+/1 b+\nb+ r-/1\nr-/1 b-\nb- r+\n"   \
  ".marking { <b-,r+> }\n.end\n"
/* A dummy inside a handshake: its two states of one code are joined. */
#define JOINED ".inputs r\n.outputs a\n.dummy e\n.graph\nr+ e\ne a+\na+ r-\nr- a-\na- r+\n.marking { <a-,r+> }\n.end\n"
/* Both outputs want the token of p. */
#define CHOICE ".outputs a b\n.graph\np a+ b+\na+ a-\na- p\nb+ b-\nb- p\n.marking { p }\n.end\n"
/* An output takes the token an input waits for; an internal edge gives one. */
#define RACE ".inputs i\n.outputs o\n.graph\np i+ o+\ni+ i-\ni- p\no+ o-\no- p\n.marking { p }\n.end\n"
#define TRIGGER ".inputs i\n.internal x\n.graph\nx+ i+\ni+ x-\nx- i-\ni- x+\n.marking { <i-,x+> }\n.end\n"
/* A fork without a join; a place of capacity 2 allows one round more. */
#define FORK ".outputs a\n.graph\na+ a- q\na- a+\n.capacity q=2\n.marking { <a-,a+> }\n.end\n"
/* Two tokens from the start, and a signal in the same component. */
#define CROWDED ".outputs a\n.graph\np a+(2)\na+ p(2)\n.marking { p=2 }\n.end\n"
#define TWICE ".outputs a b\n.graph\na+ b+\nb+ a+/1\na+/1 b-\nb- a-\na- a+\n.marking { <a-,a+> }\n.end\n"

typedef struct
{
  const char *name;
  const char *text;
  const char *options;
  const char *kind; /* of the property looked at */
  const char *verdict;
  guint       steps; /* violated: of the witness */
  guint       other; /* and of the other one */
  const char *culprit;
} Case;

static const Case CASES[] = {
  { "handshake", HANDSHAKE, "--circuit", "deadlock", "holds", 0, 0, NULL },
  { "handshake", HANDSHAKE, "--circuit", "safe", "holds", 0, 0, NULL },
  { "handshake", HANDSHAKE, "--circuit", "consistent", "holds", 0, 0, NULL },
  { "handshake", HANDSHAKE, "--circuit", "persistent", "holds", 0, 0, NULL },
  { "handshake", HANDSHAKE, "--circuit", "input-proper", "holds", 0, 0, NULL },
  { "handshake", HANDSHAKE, "--circuit", "csc", "holds", 0, 0, NULL },
  { "handshake", HANDSHAKE, "--circuit", "usc", "holds", 0, 0, NULL },
  { "rounds", ROUNDS, "--circuit", "usc", "violated", 4, 0, "code 000" },
  { "rounds", ROUNDS, "--csc", "csc", "violated", 5, 1, "a in code 100" },
  { "rounds-dummy", ROUNDS_DUMMY, "--usc", "usc", "violated", 4, 0, "code 000" },
  { "rounds-dummy", ROUNDS_DUMMY, "--csc", "csc", "violated", 6, 1, "a in code 100" },
  { "joined", JOINED, "--usc", "usc", "holds", 0, 0, NULL },
  { "joined", JOINED, "--csc", "csc", "holds", 0, 0, NULL },
  { "choice", CHOICE, "--persistent", "persistent", "violated", 1, 0, NULL },
  { "choice", CHOICE, "--persistent --mutex p", "persistent", "holds", 0, 0, NULL },
  { "choice", CHOICE, "--persistent --mutex-place p", "persistent", "holds", 0, 0, NULL },
  { "choice", CHOICE, "--mutex a b", "mutex", "holds", 0, 0, NULL },
  { "choice", CHOICE, "--mutex 'enabled(a+)' 'rises(b)'", "mutex", "violated", 0, 0, NULL },
  { "race", RACE, "--persistent", "persistent", "violated", 1, 0, "i+ disables o (o+)" },
  { "race", RACE, "--input-proper", "input-proper", "violated", 1, 0, "o+ disables input i (i+)" },
  { "race", RACE, "--disabling", "disabling", "holds", 0, 0, NULL },
  { "trigger", TRIGGER, "--input-proper", "input-proper", "violated", 1, 0, "x+ triggers input i (i+)" },
  { "fork", FORK, "--safe", "safe", "violated", 5, 0, "place q has more than 2 tokens" },
  { "crowded", CROWDED, "--safe", "safe", "violated", 0, 0, "place p has more than 1 token" },
  { "twice", TWICE, "--consistent", "consistent", "violated", 3, 0, "a+/1 fires, but a is 1 already" },
  { "twice", TWICE, "--reach 'falls(a)'", "reach", "violated", 4, 0, NULL },
  { "twice", TWICE, "--invariant '~excited(b) | ~enabled(\"a+/1\")'", "invariant", "holds", 0, 0, NULL },
};

static const LpnJsonValue *
property_of (const LpnJsonValue *json, const char *kind)
{
  const LpnJsonValue *properties = lpn_json_get (json, "properties");
  for (guint i = 0; i < lpn_json_length (properties); i++)
    if (g_strcmp0 (lpn_json_get_text (lpn_json_at (properties, i), "kind"), kind) == 0)
      return lpn_json_at (properties, i);
  return NULL;
}

static bool
case_holds (const Case *c, const char *search)
{
  g_autofree char *name = g_strdup_printf ("%s.g", c->name);
  g_autofree char *path = file (name, c->text);
  g_autofree char *line = g_strdup_printf ("check %s %s %s -j --state-limit 1000", path, c->options, search);
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
  const LpnJsonValue *property = json != NULL ? property_of (json, c->kind) : NULL;
  const LpnJsonValue *culprit;
  bool                shortest = strstr (search, "dfs") == NULL, ok;

  if (property == NULL)
    {
      printf ("\n    %s: %s%s", line, run.out, run.err);
      return false;
    }
  culprit = lpn_json_get (property, "culprit");
  ok = g_strcmp0 (lpn_json_get_text (property, "verdict"), c->verdict) == 0;
  if (ok && shortest && g_str_equal (c->verdict, "violated"))
    ok = lpn_json_length (lpn_json_get (property, "witness")) == c->steps
         && (lpn_json_get (property, "other_witness") == NULL
             || lpn_json_length (lpn_json_get (property, "other_witness")) == c->other)
         && (c->culprit == NULL || g_strcmp0 (lpn_json_get_text (culprit, "text"), c->culprit) == 0);
  if (!ok)
    printf ("\n    %s: %s", line, run.out);
  return ok;
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      CU_ASSERT_TRUE (case_holds (&CASES[i], ""));
      CU_ASSERT_TRUE (case_holds (&CASES[i], "--search dfs --store mdd --partition element --order force"));
    }
}

static void
test_text (void)
{
  g_autofree char *rounds = file ("rounds.g", ROUNDS);
  g_autofree char *handshake = file ("handshake.g", HANDSHAKE);
  g_autofree char *circuit = g_strdup_printf ("check --circuit %s", rounds);
  g_autofree char *advisory = g_strdup_printf ("check --circuit %s --csc", handshake);
  lpn_test_expect (circuit, 1, "csc           violated       1 and 5      a in code 100\n", NULL);
  lpn_test_expect (circuit, 1, "usc           violated *     0 and 4      code 000\n", NULL);
  lpn_test_expect (circuit, 1, "csc: a in code 100, second state after 5 steps\n     1  r+", NULL);
  lpn_test_expect (advisory, 0, "persistent    holds\n", NULL);
}

/* 70 signals rise one after the other and fall: in the same order all codes differ, some of them in the last bits only;
 * in the opposite order every code comes twice, first that of all but the last. */
static void
test_many_signals (void)
{
  enum
  {
    N = 70
  };
  for (guint opposite = 0; opposite < 2; opposite++)
    {
      g_autoptr (GString) text = g_string_new (".outputs");
      for (guint i = 0; i < N; i++)
        g_string_append_printf (text, " x%u", i);
      g_string_append (text, "\n.graph\n");
      for (guint i = 0; i + 1 < N; i++)
        {
          g_string_append_printf (text, "x%u+ x%u+\n", i, i + 1);
          g_string_append_printf (text, "x%u- x%u-\n", opposite ? i + 1 : i, opposite ? i : i + 1);
        }
      g_string_append_printf (text, "x%u+ x%u-\nx%u- x0+\n.marking {<x%u-,x0+>}\n.end\n", N - 1, opposite ? N - 1 : 0,
                              opposite ? 0 : N - 1, opposite ? 0 : N - 1);
      g_autofree char *path = file ("many.g", text->str);
      g_autofree char *line = g_strdup_printf ("check --usc --csc --all %s", path);
      lpn_test_expect (
          line, opposite ? 1 : 0,
          opposite ? "csc           violated       69 and 71    x68 in code 1111" : "csc           holds\n", NULL);
      lpn_test_expect (line, opposite ? 1 : 0,
                       opposite ? "usc           violated       69 and 71" : "states        140\n", NULL);
    }
}

/* A limit that the table of codes reaches: nothing is claimed then. How much the program takes by itself differs, so
 * limits are tried from below. */
static void
test_codes_in_memory (void)
{
  bool met = false;
  for (guint megabytes = 12; !met && megabytes < 600; megabytes += 4)
    {
      g_autofree char *line = g_strdup_printf ("check stgfifo:9 --usc --csc --store mdd --memory-limit %uM", megabytes);
      g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
      met = strstr (run.out, "memory-limit: the table of codes filled the memory") != NULL;
      if (!met && run.code == 0)
        break;
      CU_ASSERT_EQUAL (run.code, 3);
      if (met)
        CU_ASSERT_TRUE (strstr (run.out, "csc           unknown\nusc           unknown\n") != NULL
                        && strstr (run.out, "verdict       unknown") != NULL);
    }
  CU_ASSERT_TRUE (met);
}

/* A transition that fails when fired is met first, one that fails when enabled is nearer. */
static void
test_shortest_failure (void)
{
  g_autofree char *path = lpn_test_temporary ("fails.pnml");
  g_autofree char *quoted = g_shell_quote (path);
  CU_ASSERT_TRUE (g_file_set_contents (
      path,
      "<pnml><net id='n'><place id='p'><initialMarking><text>1</text></initialMarking></place><place id='q'/><place "
      "id='r'/><place id='s'/><transition id='a'/><transition id='b'/><transition id='fired'><toolspecific "
      "tool='lpnreach' version='1.0' fail='true'/></transition><transition id='ready'><toolspecific tool='lpnreach' "
      "version='1.0' fail='enabled'/></transition><arc id='1' source='p' target='a'/><arc id='2' source='a' "
      "target='q'/><arc id='3' source='p' target='b'/><arc id='4' source='b' target='r'/><arc id='5' source='q' "
      "target='fired'/><arc id='6' source='r' target='ready'/><arc id='7' source='fired' target='s'/></net></pnml>",
      -1, NULL));
  for (guint all = 0; all < 2; all++)
    {
      g_autofree char *line = g_strdup_printf ("check %s%s -j", quoted, all ? " --deadlock --all" : "");
      g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
      g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
      const LpnJsonValue *property = json != NULL ? property_of (json, "fail") : NULL;
      CU_ASSERT_EQUAL (run.code, 1);
      CU_ASSERT_TRUE (property != NULL && lpn_json_length (lpn_json_get (property, "witness")) == 1);
    }
}

/* USC alone is told by --circuit, and counts when asked by name. */
static void
test_advisory (void)
{
  g_autofree char *path = file (
      "usc.g",
      ".inputs r s\n.outputs a\n.graph\nr+ a+\na+ r-\nr- a-\na- r+/1\nr+/1 a+/1\na+/1 r-/1\nr-/1 a-/1\na-/1 r+\n"
      "s+ s-\ns- s+\n.marking { <a-/1,r+> <s-,s+> }\n.end\n");
  g_autofree char *circuit = g_strdup_printf ("check --circuit %s", path);
  g_autofree char *by_name = g_strdup_printf ("check --usc %s", path);
  lpn_test_expect (circuit, 0, "does not count for the verdict", NULL);
  lpn_test_expect (by_name, 1, "usc           violated", NULL);
}

static void
test_misuse (void)
{
  g_autofree char *path = file ("handshake.g", HANDSHAKE);
  g_autofree char *place = g_strdup_printf ("check --persistent --mutex nowhere %s", path);
  g_autofree char *alone = g_strdup_printf ("check %s --mutex", path);
  g_autofree char *idle = g_strdup_printf ("check --deadlock --mutex '<r+,a+>' %s", path);
  g_autofree char *name = g_strdup_printf ("check --reach 'enabled(z+)' %s", path);
  g_autofree char *lossy = g_strdup_printf ("check --circuit --store hashcompact %s", path);
  lpn_test_expect ("check counters:2 --csc", 2, NULL, "--csc asks about signals, and the model has none");
  lpn_test_expect ("check counters:2 --circuit", 0, "safe          holds", NULL);
  lpn_test_expect (place, 2, NULL, "no place is called 'nowhere'");
  lpn_test_expect (alone, 2, NULL, "--mutex: expected two expressions, or a place");
  lpn_test_expect (idle, 2, NULL, "matters to --persistent only");
  lpn_test_expect (name, 2, NULL, "column 9: 'z+' is not the name of a transition");
  lpn_test_expect (lossy, 3, "csc           unknown", NULL);
}

/* ---- The shared files ---------------------------------------------------------------------------------------------
 */

/* Columns of counts.csv. */
enum
{
  MODEL = 0,
  STATES = 3,
  DEADLOCKS = 5,
  SAFE = 6,
  CONSISTENT = 8,
  PERSISTENT,
  USC,
  CSC,
};

static bool
answers_as_known (const char *folder, char **row)
{
  static const struct
  {
    guint       column;
    const char *kind;
  } COLUMNS[] = {
    { SAFE, "safe" }, { CONSISTENT, "consistent" }, { PERSISTENT, "persistent" }, { USC, "usc" }, { CSC, "csc" }
  };
  g_autofree char *path = g_build_filename (folder, row[MODEL], NULL);
  g_autofree char *line = g_strdup_printf ("check --circuit --usc -j --format g %s", path);
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);

  for (guint i = 0; i < G_N_ELEMENTS (COLUMNS); i++)
    {
      const char         *known = row[COLUMNS[i].column];
      const LpnJsonValue *property = json != NULL ? property_of (json, COLUMNS[i].kind) : NULL;
      const char         *expected = g_str_equal (known, "1") ? "holds" : "violated";
      if (known[0] == '\0')
        continue;
      if (property == NULL || g_strcmp0 (lpn_json_get_text (property, "verdict"), expected) != 0)
        {
          printf ("\n    %s: %s is not %s; %s", row[MODEL], COLUMNS[i].kind, expected, run.err);
          return false;
        }
    }
  return true;
}

static void
test_known (void)
{
  const char      *data = lpn_test_shared_data ();
  g_autofree char *folder = data != NULL ? g_build_filename (data, "circuits", NULL) : NULL;
  g_autofree char *table = folder != NULL ? g_build_filename (folder, "counts.csv", NULL) : NULL;
  g_autofree char *text = NULL;
  guint            n = 0;

  if (table == NULL || !g_file_get_contents (table, &text, NULL, NULL))
    {
      printf (" skipped: no shared data; ");
      return;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    {
      g_auto (GStrv) row = g_strsplit (lines[i], ",", -1);
      /* Those that were counted, but for the largest; a net without signals has no answer about them. */
      if (g_strv_length (row) <= CSC || !g_ascii_isdigit (row[STATES][0]) || atoi (row[STATES]) > 100000
          || row[CONSISTENT][0] == '\0')
        continue;
      CU_ASSERT_TRUE (answers_as_known (folder, row));
      n++;
    }
  printf (" %u files; ", n);
  CU_ASSERT_TRUE (n > 80);
}

static const LpnTest tests[] = {
  { "cases", test_cases },
  { "text", test_text },
  { "advisory", test_advisory },
  { "misuse", test_misuse },
  { "known", test_known },
  { "many signals", test_many_signals },
  { "codes in memory", test_codes_in_memory },
  { "shortest failure", test_shortest_failure },
  { NULL, NULL },
};

int
main (void)
{
  return lpn_test_main ("circuit questions", tests);
}
