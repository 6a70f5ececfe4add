/* SPDX-License-Identifier: MIT */
/* lpnreach generate: write a model of a family as PNML. */
#include <string.h>

#include "benchmarks/families.h"
#include "io/cli/cli.h"
#include "io/model.h"
#include "io/output.h"

static void
list_parameters (const LpnFamily *family, GString *out)
{
  for (guint i = 0; i < lpn_family_n_parameters (family); i++)
    {
      const LpnFamilyParameter *p = &family->parameters[i];
      g_string_append_printf (
          out, "  %-10s %s: %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT ", without it %" G_GINT64_FORMAT "\n", p->name,
          p->summary, p->min, p->max, p->standard);
    }
  for (const LpnFamilyInstance *instance = family->instances; instance != NULL && instance->number != 0; instance++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%u", family->name, instance->number);
      g_string_append_printf (out, "  %-18s %s\n", name, instance->parameters);
    }
}

/* All families in a line each; those named, in full. */
static int
list (char **names)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (const LpnFamily *const *family = lpn_families (); names == NULL && *family != NULL; family++)
    {
      g_autoptr (GString) shape = g_string_new ((*family)->name);
      for (guint i = 0; i < lpn_family_n_parameters (*family); i++)
        g_string_append_printf (shape, "%c%s", i == 0 ? ':' : ',', (*family)->parameters[i].name);
      g_string_append_printf (text, "%-26s %s\n", shape->str, (*family)->summary);
    }
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const LpnFamily *family = lpn_cli_family (names[i], &error);
      if (family == NULL)
        return lpn_cli_fail_error (error);
      g_string_append_printf (text, "%s: %s\n", family->name, family->summary);
      list_parameters (family, text);
    }
  return lpn_output_text ("-", text, &error) ? LPN_EXIT_HOLDS : lpn_cli_fail_error (error);
}

/* "peterson 4 ERROR=1" as "peterson:4,ERROR=1". */
static char *
make_spec (char **words)
{
  GString *spec = g_string_new (words[0]);
  for (guint i = 1; words[i] != NULL; i++)
    g_string_append_printf (spec, "%c%s", i == 1 && strchr (words[0], ':') == NULL ? ':' : ',', words[i]);
  return g_string_free (spec, FALSE);
}

int
lpn_cli_generate (int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_autofree char *format = NULL;
  gboolean         only_list = FALSE;
  g_auto (GStrv) words = NULL;
  const GOptionEntry entries[]
      = { { "list", 'l', 0, G_OPTION_ARG_NONE, &only_list, "List the families, or what is known of one", NULL },
          { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write to FILE (default: the standard output)", "FILE" },
          { "format", 'f', 0, G_OPTION_ARG_FILENAME, &format, "pnml, dot or gv (default: by the suffix of FILE)",
            "FORMAT" },
          { 0 } };
  g_autoptr (GOptionContext) context = lpn_cli_context (
      "generate", entries, &words,
      "Parameters come in their order or by name: peterson 4, peterson N=4 ERROR=1, peterson:4, or a numbered\n"
      "instance: peterson.4.",
      NULL);
  g_autoptr (GError) error = NULL;

  if (!lpn_cli_parse (context, argc, argv))
    return LPN_EXIT_USAGE;
  if (only_list)
    return list (words);
  if (words == NULL)
    return lpn_cli_fail ("no FAMILY given (lpnreach generate --list names them)");
  if (lpn_cli_family (words[0], &error) == NULL)
    return lpn_cli_fail_error (error);
  g_autofree char *spec = make_spec (words);
  g_autoptr (LpnNet) net = lpn_family_build (spec, &error);
  return net == NULL ? lpn_cli_fail_error (error) : lpn_cli_save (net, output != NULL ? output : "-", format);
}
