/* SPDX-License-Identifier: MIT */
/* lpnreach simulate: by hand from a script, along witnesses, at random. */
#include <string.h>

#include "test/harness.h"
#include "test/json-read.h"
#include "test/program.h"

static bool
expect_script (const char *line, const char *script, int code, const char *out, const char *err)
{
  g_auto (LpnTestRun) run = lpn_test_run (line, script);
  bool ok = run.code == code && (out == NULL || strstr (run.out, out) != NULL)
            && (err == NULL ? run.err[0] == '\0' : strstr (run.err, err) != NULL);
  if (!ok)
    printf ("\n    lpnreach %s: exit code %d\n%s\n%s\n", line, run.code, run.out, run.err);
  CU_ASSERT_TRUE (ok);
  return ok;
}

static void
test_by_hand (void)
{
  expect_script ("simulate stgfifo:2", "", 0, "step 0: the initial state\nsignals    d1_0=0 d2_0=0 lo_0=0", NULL);
  expect_script ("simulate stgfifo:2", "1\n", 0,
                 "> 1\nstep 1: d1_0+\nsignals    *d1_0=1 d2_0=0 lo_0=0 d1_1=0 d2_1=0 lo_1=0 d1_2=0 d2_2=0 lo_2=0\n"
                 "marked     *<d1_0+,d1_0-> *<d1_0+,d1_1+> p1_1 p2_1\n     1  d1_1+\n> ",
                 NULL);
  expect_script ("simulate stgfifo:2", "d2_0+\n\n\nundo 2\nredo\ntrace\nquit\n1\n", 0, "> redo\nstep 1: d2_0+", NULL);
  expect_script ("simulate stgfifo:2", "fire d2_0+\n\ngoto 0\ngoto 2\n", 0, "> goto 2\nstep 2: d2_1+", NULL);
  expect_script ("simulate stgfifo:2", "d2_0+\ntrace\n", 0, "> trace\n     1  d2_0+\n> ", NULL);
  expect_script ("simulate stgfifo:2", "1\nprint d1_0 + 10\np marked(p1_0)\n", 0,
                 "> print d1_0 + 10\n11\n> p marked(p1_0)\n0\n", NULL);
  expect_script ("simulate stgfifo:2", "help\n", 0, "go to step N", NULL);
  expect_script ("simulate stgfifo:2", "random 50\n", 0, "step 50: ", NULL);
  expect_script ("simulate philosophers:2", "take_left0\ntake_left1\n", 0,
                 "step 2: take_left1\nmarked     left0 *left1\ndeadlock: nothing is enabled\n", NULL);
}

/* The session in docs/manual.md. */
static void
test_manual (void)
{
  g_autofree char *page = g_build_filename (lpn_test_source_dir (), "docs", "manual.md", NULL);
  g_autofree char *line = g_strdup_printf ("simulate '%s/examples/mutex.pnml'", lpn_test_source_dir ());
  g_autofree char *text = NULL;
  g_auto (LpnTestRun) run = lpn_test_run (line, "try1\n1\nundo\nprint S = 0\nquit\n");
  CU_ASSERT_TRUE_FATAL (g_file_get_contents (page, &text, NULL, NULL));
  CU_ASSERT_TRUE (run.code == 0 && strstr (text, run.out) != NULL);
}

/* What cannot be done is told, changes nothing, and is remembered in the exit code. */
static void
test_mistakes (void)
{
  expect_script ("simulate stgfifo:2", "3\n1\n", 2, "step 1: d1_0+", "2 transitions are enabled, there is no number 3");
  expect_script ("simulate stgfifo:2", "lo_0+\n", 2, NULL, "transition lo_0+ is not enabled");
  expect_script ("simulate stgfifo:2", "nonsense\n", 2, NULL, "'nonsense' is neither a command nor a transition");
  expect_script ("simulate stgfifo:2", "undo\n", 2, NULL, "only 0 steps can be undone");
  expect_script ("simulate stgfifo:2", "redo\n", 2, NULL, "the walk has 0 steps, there is no step 1");
  expect_script ("simulate stgfifo:2", "goto\n", 2, NULL, "'' is no number of steps");
  expect_script ("simulate stgfifo:2", "fire x\n", 2, NULL, "there is no transition 'x'");
  expect_script ("simulate stgfifo:2", "print d1_9\n", 2, NULL, "d1_9");
  expect_script ("simulate stgfifo:2", "save\n", 2, NULL, "save needs the name of a file");
  expect_script ("simulate stgfifo:2", "save /nowhere/x\n", 2, NULL, "/nowhere/x: cannot be written");
  expect_script ("simulate -", "", 2, NULL, "the standard input holds the commands");
  expect_script ("simulate", "", 2, NULL, "no MODEL given");
  expect_script ("simulate stgfifo:2 --random x", "", 2, NULL, "--random: 'x' is no count");
  expect_script ("simulate stgfifo:2 --seed -1", "", 2, NULL, "is no seed");
  expect_script ("simulate stgfifo:2 --number 0", "", 2, NULL, "--number counts from 1");
}

static char *
ids_of (const LpnJsonValue *json)
{
  const LpnJsonValue *steps = lpn_json_get (lpn_json_at (lpn_json_get (json, "witnesses"), 0), "steps");
  GString            *ids = g_string_new (NULL);
  for (guint i = 0; i < lpn_json_length (steps); i++)
    g_string_append_printf (ids, "%s ", lpn_json_get_text (lpn_json_at (steps, i), "transition"));
  return g_string_free (ids, FALSE);
}

static char *
ids_of_run (const char *line, int code)
{
  g_auto (LpnTestRun) run = lpn_test_run (line, NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
  CU_ASSERT_EQUAL (run.code, code);
  CU_ASSERT_PTR_NOT_NULL (json);
  return ids_of (json);
}

static void
test_random (void)
{
  g_autofree char *one = ids_of_run ("simulate reg:2 --random 80 --seed 1 --json", 0);
  g_autofree char *again = ids_of_run ("simulate reg:2 --random 80 --seed 1 --json", 0);
  g_autofree char *two = ids_of_run ("simulate reg:2 --random 80 --seed 2 --json", 0);
  CU_ASSERT_STRING_EQUAL (one, again);
  CU_ASSERT_STRING_NOT_EQUAL (one, two);
  lpn_test_expect ("simulate philosophers:2 --random 10k --seed 1", 0, "deadlock: nothing is enabled", NULL);
  lpn_test_expect ("simulate philosophers:2 --random 10k --seed 1 --json", 0, "\"ended\":\"deadlock\"", NULL);
  lpn_test_expect ("simulate demux:2 --random 5", 0, "walk of 5 steps", NULL);
}

/* A witness in each of its forms leads to the same walk. */
static void
test_replay (void)
{
  static const char *const forms[] = { "trace.txt", "trace.json" };
  g_autofree char         *expected = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *path = lpn_test_temporary (forms[i]);
      g_autofree char *find
          = g_strdup_printf ("check philosophers:4 -q --all --deadlock --reach 'marked(left1)' -w '%s'", path);
      g_autofree char *replay = g_strdup_printf ("simulate philosophers:4 --json --replay '%s'", path);
      g_autofree char *second = g_strdup_printf ("%s --number 2", replay);
      g_autofree char *third = g_strdup_printf ("%s --number 3", replay);
      lpn_test_expect (find, 1, NULL, NULL);
      g_autofree char *ids = ids_of_run (replay, 0);
      g_autofree char *others = ids_of_run (second, 0);
      CU_ASSERT_STRING_EQUAL (others, "take_left1 ");
      if (expected != NULL)
        CU_ASSERT_STRING_EQUAL (ids, expected);
      lpn_test_expect (replay, 0, "\"enabled\":[]", NULL);
      lpn_test_expect (third, 2, NULL, "witness 3 is asked for, the file has 2");
      g_free (expected);
      expected = g_steal_pointer (&ids);
    }
  /* As a list, and as the record of a check. */
  g_autofree char *list = lpn_test_temporary ("list");
  g_autofree char *from_list = g_strdup_printf ("simulate philosophers:4 --json --replay '%s'", list);
  g_autofree char *commas = g_strdelimit (g_strdup (expected), " ", ',');
  g_autofree char *text = g_strdup_printf ("# a comment\n%s\n", commas);
  CU_ASSERT_TRUE (g_file_set_contents (list, text, -1, NULL));
  g_autofree char *listed = ids_of_run (from_list, 0);
  CU_ASSERT_STRING_EQUAL (listed, expected);
  g_auto (LpnTestRun) record = lpn_test_run ("check philosophers:4 --json --deadlock", NULL);
  CU_ASSERT_TRUE (g_file_set_contents (list, record.out, -1, NULL));
  g_autofree char *recorded = ids_of_run (from_list, 0);
  CU_ASSERT_STRING_EQUAL (recorded, expected);
}

/* Saved by hand, replayed, gone on from. */
static void
test_save (void)
{
  static const char *const names[] = { "saved.txt", "saved.json" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = lpn_test_temporary (names[i]);
      g_autofree char *script = g_strdup_printf ("d2_0+\n\n\nundo\nsave %s\n", path);
      g_autofree char *replay = g_strdup_printf ("simulate stgfifo:3 --json --replay '%s'", path);
      g_autofree char *go_on = g_strdup_printf ("simulate stgfifo:3 -i --replay '%s'", path);
      g_autofree char *wrong = g_strdup_printf ("simulate demux:1 --replay '%s'", path);
      expect_script ("simulate stgfifo:3", script, 0, NULL, NULL);
      g_autofree char *ids = ids_of_run (replay, 0);
      CU_ASSERT_STRING_EQUAL (ids, "d2_0+ ");
      expect_script (go_on, "1\n", 0, "> 1\nstep 2: ", NULL);
      lpn_test_expect (wrong, 2, NULL, "the model has no transition 'd2_0+'");
    }
}

static void
check_file (const char *text, int code, const char *message)
{
  g_autofree char *path = lpn_test_temporary ("bad");
  g_autofree char *line = g_strdup_printf ("simulate stgfifo:2 --replay '%s'", path);
  CU_ASSERT_TRUE (g_file_set_contents (path, text, -1, NULL));
  lpn_test_expect (line, code, NULL, message);
}

static void
test_bad_files (void)
{
  check_file ("     1  d1_0+  x\n     2  lo_0+  x\n", 2, "bad:2: step 2: transition lo_0+ is not enabled");
  check_file ("     1  d1_0+  x\n     3  d1_1+  x\n", 2, "bad:2: step 3 follows step 1: some are missing");
  check_file ("     1  zz  x\n", 2, "bad:1: the model has no transition 'zz'");
  check_file ("d1_0+\nd1_1+, zz", 2, "bad:2: the model has no transition 'zz'");
  check_file ("{\"witnesses\": [", 2, "bad: not a JSON object");
  check_file ("{\"witnesses\": [{}]}", 2, "bad: witness 1 has no \"steps\"");
  check_file ("{\"witnesses\": [{\"steps\": [{\"x\": 1}]}]}", 2, "bad: the model has no transition ''");
  check_file ("{\"witnesses\": 5}", 2, "bad: not a JSON array");
  check_file ("{\"x\": 1}", 2, "bad: no \"witnesses\" and no \"witness\" in it");
  check_file ("{\"witness\": [\"lo_0+\"]}", 2, "bad: step 1: transition lo_0+ is not enabled");
  check_file ("", 0, NULL);
  lpn_test_expect ("simulate stgfifo:2 --replay /nowhere/x", 2, NULL, "/nowhere/x: cannot be read");
}

/* A model error ends a walk, and by hand is told. */
static void
test_model_error (void)
{
  g_autofree char *path = lpn_test_temporary ("error.pnml");
  g_autofree char *random = g_strdup_printf ("simulate '%s' --random 10", path);
  g_autofree char *hand = g_strdup_printf ("simulate '%s'", path);
  g_autofree char *saved = lpn_test_temporary ("error.json");
  g_autofree char *find = g_strdup_printf ("explore '%s' -q -w '%s'", path, saved);
  g_autofree char *replay = g_strdup_printf ("simulate '%s' --replay '%s'", path, saved);

  CU_ASSERT_TRUE (g_file_set_contents (
      path,
      "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><toolspecific tool='lpnreach' "
      "version='1.0'><variable id='x' initial='0' min='0' max='2'/></toolspecific><page id='m'><transition id='t'>"
      "<toolspecific tool='lpnreach' version='1.0'><assign variable='x'>x + 1</assign></toolspecific></transition>"
      "</page></net></pnml>",
      -1, NULL));
  lpn_test_expect (random, 4, "model error: transition t: value 3 outside the range 0..2 of variable x after 2 steps",
                   NULL);
  expect_script (hand, "fire t\n1\nfire t\nundo\n", 4, "step 1: t\nvariables  *x=1",
                 "model error: transition t: value 3 outside");
  lpn_test_expect (find, 4, NULL, NULL);
  lpn_test_expect (replay, 0, "walk of 2 steps", NULL);
}

int
main (void)
{
  static const LpnTest tests[]
      = { { "by hand", test_by_hand },     { "manual", test_manual },           { "mistakes", test_mistakes },
          { "random", test_random },       { "replay", test_replay },           { "save", test_save },
          { "bad files", test_bad_files }, { "model error", test_model_error }, { NULL, NULL } };
  return lpn_test_main ("simulate", tests);
}
