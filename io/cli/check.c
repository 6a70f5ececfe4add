/* SPDX-License-Identifier: MIT */
/* lpnreach check: answer questions about the reachable states, with witnesses. */
#include "io/cli/questions.h"
#include "io/cli/run.h"

static int
check_model (LpnCliQuestions *asks, gboolean all, LpnCliRun *run)
{
  g_autoptr (GError) error = NULL;
  int code = lpn_cli_run_open (run);

  if (code != LPN_EXIT_HOLDS)
    return code;
  if (!lpn_cli_questions_make (asks, run->net, &error))
    return lpn_cli_fail_error (error);
  run->options.questions = (const LpnQuestion *)(gpointer)asks->questions->data;
  run->options.n_questions = asks->questions->len;
  run->options.all = all || asks->circuit;
  run->options.witness = true;
  code = lpn_cli_run_search (run);
  return code == LPN_EXIT_HOLDS ? lpn_cli_run_finish (run) : code;
}

int
lpn_cli_check (int argc, char **argv)
{
  LpnCliQuestions          asks = { 0 };
  LpnCliRun                run = { 0 };
  gboolean                 all = FALSE;
  g_autofree GOptionEntry *questions = lpn_cli_questions_entries (&asks);
  const GOptionEntry       entries[]
      = { { "all", 'a', 0, G_OPTION_ARG_NONE, &all, "Go on after the first answer until all are found", NULL }, { 0 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (GOptionContext) context = lpn_cli_run_context (
      &run, "check", questions,
      "Without any question, all properties of the model are asked. Transitions marked `fail` are always looked for. "
      "The\n"
      "search stops at the first answer unless --all or --circuit is given.\n"
      "--mutex takes two expressions, or one place, which then stands for --mutex-place: two words follow it unless "
      "the\n"
      "second one is an option, a model, or the only model.\n"
      "--circuit asks deadlock, safe, consistent, persistent, input-proper and csc, tells usc, and asks disabling "
      "where\n"
      "transitions have guards; questions about signals only where there are signals.\n"
      "In expressions: variables and signals by name, marked(p), tokens(p), enabled(t), rises(x), falls(x), "
      "excited(x);\n"
      "odd names in double quotes, as in marked(\"<a+,b+>\").\n"
      "Exit code: 0 all hold, 1 violated (or reached), 2 bad input or usage, 3 a limit or interrupted, 4 an error of\n"
      "the model.");
  int code = LPN_EXIT_USAGE;

  g_option_group_add_entries (g_option_context_get_main_group (context), entries);
  if (!lpn_cli_questions_take_mutex (&asks, &argc, argv, &error))
    lpn_cli_fail_error (error);
  else if (lpn_cli_parse (context, argc, argv))
    code = check_model (&asks, all, &run);
  lpn_cli_run_clear (&run);
  lpn_cli_questions_clear (&asks);
  return code;
}
