/* SPDX-License-Identifier: MIT */
/* The program: finds the subcommand and runs it. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>

#include "io/cli/cli.h"
#include "io/output.h"
#include "io/version.h"

/* Adding a subcommand is one file and one row. */
const LpnCommand lpn_cli_commands[] = {
  { "explore", "MODEL...", "count the reachable states", lpn_cli_explore },
  { "check", "MODEL...", "answer questions about the reachable states", lpn_cli_check },
  { "simulate", "MODEL...", "walk through a model: by hand, at random, or along a witness", lpn_cli_simulate },
  { "compare", "SUITE|MODEL...", "run models x stores under limits, side by side", lpn_cli_compare },
  { "info", "MODEL...", "describe a model: its parts, partition and dependencies", lpn_cli_info },
  { "convert", "IN... OUT", "write a model in another format", lpn_cli_convert },
  { "generate", "FAMILY [N...]", "write a model of a family as PNML", lpn_cli_generate },
  { "stores", "", "list the stores", lpn_cli_stores },
  { "help", "[COMMAND]", "say what there is, or how a command is used", lpn_cli_help },
  { NULL, NULL, NULL, NULL },
};

static GString *
overview (void)
{
  GString *text = g_string_new ("Usage: lpnreach COMMAND [OPTION...] ARGUMENT...\n\n"
                                "Reachability of labeled Petri nets.\n\nCommands:\n");
  for (const LpnCommand *command = lpn_cli_commands; command->name != NULL; command++)
    {
      g_autofree char *left = g_strdup_printf ("%s %s", command->name, command->arguments);
      g_string_append_printf (text, "  %-24s %s\n", left, command->summary);
    }
  g_string_append (text, "\n`lpnreach COMMAND --help` tells more; `lpnreach --version` prints the version.\n"
                         "A MODEL is a file, - for the standard input, or a family with parameters (peterson:4).\n");
  return text;
}

static int
print_text (const char *text)
{
  g_autoptr (GString) string = g_string_new (text);
  g_autoptr (GError) error = NULL;
  return lpn_output_text ("-", string, &error) ? LPN_EXIT_HOLDS : lpn_cli_fail_error (error);
}

static const LpnCommand *
find_command (const char *name)
{
  for (const LpnCommand *command = lpn_cli_commands; command->name != NULL; command++)
    if (g_str_equal (command->name, name))
      return command;
  return NULL;
}

static int
unknown_command (const char *name)
{
  const char *names[G_N_ELEMENTS (lpn_cli_commands)] = { NULL };
  for (guint i = 0; lpn_cli_commands[i].name != NULL; i++)
    names[i] = lpn_cli_commands[i].name;
  const char      *near = lpn_cli_nearest (name, names);
  g_autofree char *all = g_strjoinv (", ", (char **)names);
  if (near != NULL)
    return lpn_cli_fail ("there is no command '%s'; did you mean '%s'?", name, near);
  return lpn_cli_fail ("there is no command '%s' (known: %s)", name, all);
}

int
lpn_cli_help (int argc, char **argv)
{
  if (argc < 2)
    {
      g_autoptr (GString) text = overview ();
      return print_text (text->str);
    }
  const LpnCommand *command = find_command (argv[1]);
  if (command == NULL && argv[1][0] != '-')
    return unknown_command (argv[1]);
  if (command == NULL || command->run == lpn_cli_help)
    return print_text ("Usage: lpnreach help [COMMAND]\n");
  char *help[] = { argv[1], g_strdup ("--help"), NULL };
  return command->run (2, help);
}

int
main (int argc, char **argv)
{
  /* Only what characters are; numbers are the same everywhere. */
  setlocale (LC_CTYPE, "");
  /* A reader who goes away is seen when writing (io/output.h). */
  signal (SIGPIPE, SIG_IGN);
  if (argc < 2)
    {
      g_autoptr (GString) text = overview ();
      fputs (text->str, stderr);
      return LPN_EXIT_USAGE;
    }
  if (g_str_equal (argv[1], "--version"))
    return print_text ("lpnreach " LPN_VERSION "\n");
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h"))
    return lpn_cli_help (1, argv);
  const LpnCommand *command = find_command (argv[1]);
  if (command == NULL && argv[1][0] == '-')
    return lpn_cli_fail ("a command comes first, then its options (see lpnreach --help)");
  return command != NULL ? command->run (argc - 1, argv + 1) : unknown_command (argv[1]);
}
