/* SPDX-License-Identifier: MIT */
/* lpnreach explore: count the reachable states. */
#include "io/cli/run.h"

static int
explore_model (LpnCliRun *run)
{
  int code = lpn_cli_run_open (run);
  if (code == LPN_EXIT_HOLDS)
    code = lpn_cli_run_search (run);
  return code == LPN_EXIT_HOLDS ? lpn_cli_run_finish (run) : code;
}

int
lpn_cli_explore (int argc, char **argv)
{
  LpnCliRun run = { 0 };
  g_autoptr (GOptionContext) context = lpn_cli_run_context (
      &run, "explore", NULL,
      "A MODEL is a file, - for the standard input, or a family with parameters (peterson:4).\n"
      "Several compose as modules. Exit code: 0 explored completely, 2 bad input or usage, 3 a limit or interrupted,\n"
      "4 an error of the model.");
  int code = LPN_EXIT_USAGE;

  if (lpn_cli_parse (context, argc, argv))
    code = explore_model (&run);
  lpn_cli_run_clear (&run);
  return code;
}
