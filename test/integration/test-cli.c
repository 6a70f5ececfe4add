/* SPDX-License-Identifier: MIT */
/* The command line as a user meets it: help, messages, exit codes, files written or left alone. */
#include <glib/gstdio.h>
#include <string.h>

#include "test/harness.h"
#include "test/json-read.h"
#include "test/program.h"

static const char *const COMMANDS[] = { "explore", "check", "simulate", "compare", "info", "convert", "generate", "stores" };

static char *
example (const char *format, const char *name)
{
  g_autofree char *path = g_build_filename (lpn_test_source_dir (), "examples", name, NULL);
  g_autofree char *quoted = g_shell_quote (path);
  return g_strdup_printf ("%s %s", format, quoted);
}

static void
test_help (void)
{
  lpn_test_expect ("--help", 0, "Commands:", NULL);
  lpn_test_expect ("help", 0, "Commands:", NULL);
  lpn_test_expect ("", 2, NULL, "Commands:");
  lpn_test_expect ("--version", 0, "lpnreach ", NULL);
  lpn_test_expect ("help help", 0, "lpnreach help [COMMAND]", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (COMMANDS); i++)
    {
      g_autofree char *option = g_strdup_printf ("%s --help", COMMANDS[i]);
      g_autofree char *word = g_strdup_printf ("help %s", COMMANDS[i]);
      g_autofree char *usage = g_strdup_printf ("lpnreach %s", COMMANDS[i]);
      lpn_test_expect (option, 0, usage, NULL);
      lpn_test_expect (word, 0, usage, NULL);
      lpn_test_expect ("help", 0, COMMANDS[i], NULL);
    }
  lpn_test_expect ("explore --help-store", 0, "--reduce-every", NULL);
}

static void
test_unknown_words (void)
{
  lpn_test_expect ("explor x", 2, NULL, "lpnreach: there is no command 'explor'; did you mean 'explore'?");
  lpn_test_expect ("zzzzzzzz", 2, NULL, "known: explore, check");
  lpn_test_expect ("help chekc", 2, NULL, "did you mean 'check'?");
  lpn_test_expect ("--store hash", 2, NULL, "a command comes first");
  lpn_test_expect ("explore --bogus x", 2, NULL, "--bogus (see lpnreach explore --help)");
  lpn_test_expect ("explore", 2, NULL, "no MODEL given");
  lpn_test_expect ("explore petersen:3", 2, NULL, "did you mean the family 'peterson'?");
  lpn_test_expect ("generate petersen", 2, NULL, "did you mean 'peterson'?");
  lpn_test_expect ("explore peterson:1", 2, NULL, "lpnreach: ");
  lpn_test_expect ("explore counters:2 --store hsh", 2, NULL, "there is no store 'hsh' (known: ");
  lpn_test_expect ("explore counters:2 --search up", 2, NULL, "unknown search \"up\"");
  lpn_test_expect ("explore counters:2 --partition half", 2, NULL, "half");
  lpn_test_expect ("explore counters:2 --order zzz", 2, NULL, "zzz");
  lpn_test_expect ("explore counters:2 --progress loud", 2, NULL, "unknown progress mode 'loud'");
  lpn_test_expect ("explore counters:2 --reduce-every 5", 2, NULL, "store 'hash' has no option 'reduce-every'");
  lpn_test_expect ("explore counters:2 --dump-diagram x.dot", 2, NULL, "store 'hash' is no decision diagram");
  lpn_test_expect ("stores x", 2, NULL, "takes no argument");
  lpn_test_expect ("convert x", 2, NULL, "needs IN and OUT");
}

static void
test_limits_spelling (void)
{
  lpn_test_expect ("explore counters:2 --time-limit x", 2, NULL, "--time-limit: 'x' is no time");
  lpn_test_expect ("explore counters:2 -t -5", 2, NULL, "'-5' is no time");
  lpn_test_expect ("explore counters:2 -m 0", 2, NULL, "'0' is no size");
  lpn_test_expect ("explore counters:2 -m 5Q", 2, NULL, "'5Q' is no size");
  lpn_test_expect ("explore counters:2 --state-limit 1e99", 2, NULL, "is no count");
  lpn_test_expect ("explore counters:2 -t 1.5h -m 2GiB --state-limit 1M", 0, "100", NULL);
  /* Nothing fits into so little, not even the start. */
  lpn_test_expect ("explore counters:2 -m 100K", 3, NULL, "lpnreach: a memory limit of 0 MiB is too small");
}

static void
test_models (void)
{
  g_auto (LpnTestRun) pnml = lpn_test_run ("generate counters 2", NULL);
  CU_ASSERT_EQUAL (pnml.code, 0);
  g_auto (LpnTestRun) piped = lpn_test_run ("explore -", pnml.out);
  CU_ASSERT_EQUAL (piped.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (piped.out, "states        100\n"));
  g_auto (LpnTestRun) bad = lpn_test_run ("explore -", "<pnml>");
  CU_ASSERT_EQUAL (bad.code, 2);
  CU_ASSERT (g_str_has_prefix (bad.err, "lpnreach: "));
  CU_ASSERT_STRING_EQUAL (bad.out, "");
  lpn_test_expect ("explore /nowhere/x.pnml", 2, NULL, "/nowhere/x.pnml: cannot be opened");
  lpn_test_expect ("explore /", 2, NULL, "/: is a directory");
  /* Two models in one: the product of their states. */
  lpn_test_expect ("explore counters:1 counters:2 --json", 0, "\"model\":\"counters:1 counters:2\"", NULL);
  lpn_test_expect ("explore counters:1 counters:2", 0, "states        1,000\n", NULL);
}

static void
test_check (void)
{
  g_autofree char *mutex = example ("check", "mutex.pnml");
  g_autofree char *fig1 = example ("check --all -d -i 'u = 0' -r 'x = 1 & w = 0' -r 'u = 2'", "fig1.pnml");
  g_autofree char *property = example ("check -p alive", "fig1.pnml");
  g_autofree char *unknown = example ("check -p alife", "fig1.pnml");
  g_autofree char *syntax = example ("check -i 'u ='", "fig1.pnml");
  g_autofree char *name = example ("check -r 'nobody = 1'", "fig1.pnml");
  lpn_test_expect (mutex, 0, "invariant     mutual-exclusion: holds", NULL);
  lpn_test_expect (
      fig1, 1,
      "invariant     u = 0: violated\nreach         x = 1 & w = 0: reached\nreach         u = 2: not reachable\n",
      NULL);
  lpn_test_expect (fig1, 1, "reach x = 1 & w = 0: true after 4 steps\n     1  t11  M1  u 0 -> 1\n", NULL);
  lpn_test_expect (property, 0, "deadlock      alive: none", NULL);
  lpn_test_expect (unknown, 2, NULL, "the model has no property 'alife' (it has: alive, settled)");
  lpn_test_expect (syntax, 2, NULL, "--invariant: column 4: expected an operand");
  lpn_test_expect (name, 2, NULL, "--reach: column 1: no variable is called 'nobody'");
  lpn_test_expect ("check philosophers:3", 1, "deadlock: nothing is enabled after 3 steps", NULL);
  lpn_test_expect ("check philosophers:3 -q", 1, "", NULL);
}

static const char NO_PROPERTIES[] = "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page "
                                    "id='m'><place id='p'/></page></net>"
                                    "</pnml>";
/* x counts up to its range's end, and over it. */
static const char FAULTY[]
    = "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'>"
      "<toolspecific tool='lpnreach' version='1.0'><variable id='x' initial='0' min='0' max='2'/></toolspecific>"
      "<page id='m'><place id='p'><initialMarking><text>1</text></initialMarking></place>"
      "<transition id='t'><toolspecific tool='lpnreach' version='1.0'><assign variable='x'>x + "
      "1</assign></toolspecific>"
      "</transition><arc id='a' source='p' target='t'/><arc id='b' source='t' target='p'/></page></net></pnml>";
static const char FAILING[]
    = "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='m'>"
      "<place id='p'><initialMarking><text>1</text></initialMarking></place>"
      "<transition id='bad'><toolspecific tool='lpnreach' version='1.0' fail='true'/></transition>"
      "<arc id='a' source='p' target='bad'/></page></net></pnml>";

static void
test_no_properties (void)
{
  g_auto (LpnTestRun) run = lpn_test_run ("check -", NO_PROPERTIES);
  CU_ASSERT_EQUAL (run.code, 2);
  CU_ASSERT_PTR_NOT_NULL (strstr (run.err, "has no properties of its own"));
}

static void
test_model_error (void)
{
  static const char *const lines[] = { "explore -", "explore - --search dfs", "check -d -", "check -d - --search dfs" };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (LpnTestRun) run = lpn_test_run (lines[i], FAULTY);
      CU_ASSERT_EQUAL (run.code, 4);
      CU_ASSERT_PTR_NOT_NULL (strstr (run.out, "value 3 outside the range 0..2 of variable x after 2 steps\n"));
      CU_ASSERT_PTR_NOT_NULL (strstr (run.out, "     2  t  x 1 -> 2\n  state: p x=2\n"));
    }
}

static void
test_fail_transition (void)
{
  g_auto (LpnTestRun) run = lpn_test_run ("check -", FAILING);
  CU_ASSERT_EQUAL (run.code, 1);
  CU_ASSERT_PTR_NOT_NULL (strstr (run.out, "fail          fires\n"));
  CU_ASSERT_PTR_NOT_NULL (strstr (run.out, "fail transition bad fires after 1 step\n"));
}

/* Files are written whole, or the old one stays. */
static void
test_files (void)
{
  g_autofree char *record = lpn_test_temporary ("record.json");
  g_autofree char *dot = lpn_test_temporary ("net.dot");
  g_autofree char *diagram = lpn_test_temporary ("diagram.dot");
  g_autofree char *pnml = lpn_test_temporary ("net.pnml");
  g_autofree char *to_record = g_strdup_printf ("explore counters:2 -j -o '%s'", record);
  g_autofree char *to_dot = g_strdup_printf ("convert counters:2 '%s'", dot);
  g_autofree char *to_diagram = g_strdup_printf ("explore counters:2 --store mdd --dump-diagram '%s' -q", diagram);
  g_autofree char *to_pnml = g_strdup_printf ("generate counters N=2 -o '%s'", pnml);
  g_autofree char *again = g_strdup_printf ("explore '%s'", pnml);
  g_autofree char *failing = g_strdup_printf ("convert '%s' '%s'", dot, pnml);
  g_autofree char *text = NULL, *drawing = NULL, *drawn = NULL;

  lpn_test_expect (to_record, 0, "", NULL);
  CU_ASSERT (g_file_get_contents (record, &text, NULL, NULL));
  g_autoptr (LpnJsonValue) json = lpn_json_read (text);
  CU_ASSERT_EQUAL (lpn_json_get_uint (json, "states"), 100);
  lpn_test_expect (to_dot, 0, "", NULL);
  CU_ASSERT (g_file_get_contents (dot, &drawing, NULL, NULL) && g_str_has_prefix (drawing, "digraph"));
  lpn_test_expect (to_diagram, 0, "", NULL);
  CU_ASSERT (g_file_get_contents (diagram, &drawn, NULL, NULL) && g_str_has_prefix (drawn, "digraph"));
  lpn_test_expect (to_pnml, 0, "", NULL);
  lpn_test_expect (again, 0, "states        100\n", NULL);
  lpn_test_expect (failing, 2, NULL, "only written, not read");
  lpn_test_expect (again, 0, "states        100\n", NULL);
  lpn_test_expect ("explore counters:2 -o /nowhere/r", 2, NULL, "/nowhere/r: cannot be written: No such file");
  lpn_test_expect ("convert counters:2 - -f svg", 2, NULL, "there is no format 'svg'");
  lpn_test_expect ("convert counters:2 - -f dot", 0, "digraph", NULL);
}

static void
test_info (void)
{
  g_autofree char *fig1 = example ("info --partition", "fig1.pnml");
  g_autofree char *element = example ("info --json --partition=element --order=force", "fig1.pnml");
  lpn_test_expect (fig1, 0, "  t11 +-r\n", NULL);
  lpn_test_expect (fig1, 0, "    1  M2: w x\n", NULL);
  lpn_test_expect ("info counters:200 --partition", 0, "components on average", NULL);
  g_auto (LpnTestRun) run = lpn_test_run (element, NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
  CU_ASSERT_EQUAL (lpn_json_get_uint (json, "places"), 6);
  CU_ASSERT_EQUAL (lpn_json_length (lpn_json_get (json, "modules")), 3);
  CU_ASSERT_EQUAL (lpn_json_length (lpn_json_get (json, "components")), 6);
  CU_ASSERT_EQUAL (lpn_json_length (lpn_json_get (json, "dependencies")), 12);
  CU_ASSERT_STRING_EQUAL (lpn_json_get_text (json, "partition"), "element");
}

static void
test_lists (void)
{
  g_auto (LpnTestRun) run = lpn_test_run ("stores --json", NULL);
  g_autoptr (LpnJsonValue) json = lpn_json_read (run.out);
  CU_ASSERT (lpn_json_length (json) >= 5);
  for (guint i = 0; i < lpn_json_length (json); i++)
    lpn_test_expect ("stores", 0, lpn_json_get_text (lpn_json_at (json, i), "summary"), NULL);
  lpn_test_expect ("stores", 0, "\nhash ", NULL);
  lpn_test_expect ("generate --list", 0, "kanban:N", NULL);
  lpn_test_expect ("generate --list peterson", 0, "peterson.4         N=4\n", NULL);
  lpn_test_expect ("generate peterson 2 ERROR=1", 0, "<net id=\"peterson-N2-ERROR1\"", NULL);
  lpn_test_expect ("generate peterson.4 -f dot", 0, "digraph", NULL);
}

static void
test_verify (void)
{
  g_autofree char *fig1 = example ("explore --verify", "fig1.pnml");
  lpn_test_expect (fig1, 0, "states        16\n", NULL);
}

int
main (void)
{
  static const LpnTest tests[] = { { "help", test_help },
                                   { "unknown words", test_unknown_words },
                                   { "limits spelling", test_limits_spelling },
                                   { "models", test_models },
                                   { "check", test_check },
                                   { "no properties", test_no_properties },
                                   { "model error", test_model_error },
                                   { "fail transition", test_fail_transition },
                                   { "files", test_files },
                                   { "info", test_info },
                                   { "lists", test_lists },
                                   { "verify", test_verify },
                                   { NULL, NULL } };
  return lpn_test_main ("cli", tests);
}
