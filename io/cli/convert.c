/* SPDX-License-Identifier: MIT */
/* lpnreach convert: read a model, write it in another format. */
#include <string.h>

#include "io/cli/cli.h"

int
lpn_cli_convert (int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_auto (GStrv) words = NULL;
  LpnModelOptions    options = { 0 };
  g_autofree char   *names = lpn_model_formats_written ();
  g_autofree char   *what = g_strdup_printf ("Write %s (default: by the suffix of OUT)", names);
  const GOptionEntry entries[] = { { "format", 'f', 0, G_OPTION_ARG_FILENAME, &format, what, "FORMAT" }, { 0 } };
  g_autoptr (GOptionContext) context = lpn_cli_context (
      "convert", entries, &words,
      "IN is a MODEL as for explore; several are composed. OUT is a file, or - for the standard output.", NULL);

  g_option_context_add_group (context, lpn_cli_model_group_named (&options, "from"));
  if (!lpn_cli_parse (context, argc, argv))
    return LPN_EXIT_USAGE;
  guint n = words != NULL ? g_strv_length (words) : 0;
  if (n < 2)
    return lpn_cli_fail ("convert needs IN and OUT (see lpnreach convert --help)");
  g_autofree char *out = words[n - 1];
  words[n - 1] = NULL;
  g_autoptr (LpnNet) net = lpn_cli_load (words, &options);
  if (net == NULL)
    return LPN_EXIT_USAGE;
  return lpn_cli_save (net, out, format);
}
