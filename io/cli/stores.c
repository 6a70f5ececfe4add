/* SPDX-License-Identifier: MIT */
/* lpnreach stores: the registry of stores. */
#include "io/cli/cli.h"
#include "io/json.h"
#include "io/output.h"
#include "store/store.h"

static const struct
{
  guint       flag;
  const char *name;
} FLAGS[] = { { LPN_STORE_EXACT, "exact" },
              { LPN_STORE_ENUMERABLE, "enumerable" },
              { LPN_STORE_ORDERED, "ordered" },
              { LPN_STORE_DIAGRAM, "diagram" },
              { LPN_STORE_VECTOR, "vector" } };

static void
put_json (GString *out)
{
  LpnJson json = lpn_json (out);

  lpn_json_array (&json, NULL);
  for (const LpnStoreType *const *type = lpn_store_types (); *type != NULL; type++)
    {
      lpn_json_object (&json, NULL);
      lpn_json_string (&json, "name", (*type)->name);
      lpn_json_string (&json, "summary", (*type)->summary);
      for (guint i = 0; i < G_N_ELEMENTS (FLAGS); i++)
        lpn_json_bool (&json, FLAGS[i].name, ((*type)->flags & FLAGS[i].flag) != 0);
      lpn_json_array (&json, "options");
      for (const LpnStoreOption *option = (*type)->options; option != NULL && option->name != NULL; option++)
        {
          lpn_json_object (&json, NULL);
          lpn_json_string (&json, "name", option->name);
          lpn_json_string (&json, "argument", option->arg);
          lpn_json_string (&json, "summary", option->summary);
          lpn_json_end (&json);
        }
      lpn_json_end (&json);
      lpn_json_end (&json);
    }
  lpn_json_end (&json);
  g_string_append_c (out, '\n');
}

static void
put_text (GString *out)
{
  for (const LpnStoreType *const *type = lpn_store_types (); *type != NULL; type++)
    {
      g_string_append_printf (out, "%-12s %s (", (*type)->name, (*type)->summary);
      if (((*type)->flags & LPN_STORE_EXACT) == 0)
        g_string_append (out, "lossy");
      for (guint i = 0, n = 0; i < G_N_ELEMENTS (FLAGS); i++)
        if (((*type)->flags & FLAGS[i].flag) != 0)
          g_string_append_printf (out, "%s%s", n++ > 0 || FLAGS[i].flag != LPN_STORE_EXACT ? ", " : "", FLAGS[i].name);
      g_string_append (out, ")\n");
      for (const LpnStoreOption *option = (*type)->options; option != NULL && option->name != NULL; option++)
        g_string_append_printf (out, "%-12s   --%s %s: %s\n", "", option->name, option->arg, option->summary);
    }
}

int
lpn_cli_stores (int argc, char **argv)
{
  gboolean as_json = FALSE;
  g_auto (GStrv) words = NULL;
  const GOptionEntry entries[] = { { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, "Write a JSON array", NULL }, { 0 } };
  g_autoptr (GOptionContext) context = lpn_cli_context (
      "stores", entries, &words,
      "exact: no state is ever missed; lossy: some may be. enumerable: the states can be listed, ordered: in order.\n"
      "diagram: a decision diagram, which --dump-diagram draws. vector: holds values, not indices of local states.",
      NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (!lpn_cli_parse (context, argc, argv))
    return LPN_EXIT_USAGE;
  if (words != NULL)
    return lpn_cli_fail ("stores takes no argument, found '%s'", words[0]);
  if (as_json)
    put_json (text);
  else
    put_text (text);
  return lpn_output_text ("-", text, &error) ? LPN_EXIT_HOLDS : lpn_cli_fail_error (error);
}
