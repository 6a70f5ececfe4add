/* SPDX-License-Identifier: MIT */
/* lpnreach info: describe a model. */
#include "io/cli/info.h"

#include <string.h>

#include "io/cli/cli.h"
#include "io/output.h"

enum
{
  MAX_LISTED = 30, /* rows of a list in text */
};

static const char *const PROPERTY_KINDS[] = { "invariant", "reach", "deadlock" };

typedef struct
{
  guint32 places;
  guint32 transitions;
  guint32 variables;
} Counts;

/* Per module, and in the last entry what belongs to none. Returns: transfer full. */
static Counts *
count_modules (const LpnNet *net)
{
  guint32 n = lpn_net_n_modules (net);
  Counts *counts = g_new0 (Counts, (gsize)n + 1);
  for (guint32 p = 0; p < lpn_net_n_places (net); p++)
    counts[MIN (lpn_net_place (net, p)->module, n)].places++;
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    counts[MIN (lpn_net_transition (net, t)->module, n)].transitions++;
  for (guint32 v = 0; v < lpn_net_n_variables (net); v++)
    counts[MIN (lpn_net_variable (net, v)->module, n)].variables++;
  return counts;
}

static guint32
count_fail (const LpnNet *net)
{
  guint32 n = 0;
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    n += lpn_net_transition (net, t)->fail;
  return n;
}

/* "req = 0 in 0..1", "a.flag[3] = 0 0 1" with equal cells written once. */
static void
text_variable (const LpnNet *net, const LpnVariable *variable, GString *out)
{
  bool equal = true;
  if (variable->module != LPN_NONE)
    g_string_append_printf (out, "%s.", lpn_net_module (net, variable->module)->id);
  g_string_append (out, variable->id);
  if (variable->is_array)
    g_string_append_printf (out, "[%u]", variable->size);
  g_string_append (out, " =");
  for (guint32 i = 1; i < variable->size; i++)
    equal = equal && variable->initial[i] == variable->initial[0];
  for (guint32 i = 0; i < (equal ? 1 : MIN (variable->size, MAX_LISTED)); i++)
    g_string_append_printf (out, " %" G_GINT64_FORMAT, variable->initial[i]);
  if (variable->has_range)
    g_string_append_printf (out, " in %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, variable->min, variable->max);
}

static void
left_out (GString *out, guint32 n)
{
  if (n > MAX_LISTED)
    g_string_append_printf (out, "  ... %u more (--json lists all)\n", n - MAX_LISTED);
}

static void
text_lists (const LpnNet *net, GString *out)
{
  g_autofree Counts *counts = count_modules (net);
  LpnScope           scope = lpn_net_scope (net, LPN_NONE, true);

  g_string_append_printf (out, "\nmodules\n");
  for (guint32 m = 0; m < MIN (lpn_net_n_modules (net), MAX_LISTED); m++)
    g_string_append_printf (out, "  %s: %u places, %u transitions, %u variables of its own\n",
                            lpn_net_module (net, m)->id, counts[m].places, counts[m].transitions, counts[m].variables);
  left_out (out, lpn_net_n_modules (net));
  if (lpn_net_n_variables (net) > 0)
    g_string_append (out, "\nvariables\n");
  for (guint32 v = 0; v < MIN (lpn_net_n_variables (net), MAX_LISTED); v++)
    {
      g_string_append (out, "  ");
      text_variable (net, lpn_net_variable (net, v), out);
      g_string_append_c (out, '\n');
    }
  left_out (out, lpn_net_n_variables (net));
  if (lpn_net_n_properties (net) > 0)
    g_string_append (out, "\nproperties\n");
  for (guint32 p = 0; p < MIN (lpn_net_n_properties (net), MAX_LISTED); p++)
    {
      const LpnProperty *property = lpn_net_property (net, p);
      g_autofree char   *text = property->expr != NULL ? lpn_expr_print (property->expr, &scope) : NULL;
      g_string_append_printf (out, "  %s (%s)%s%s\n", property->id, PROPERTY_KINDS[property->kind],
                              text != NULL ? ": " : "", text != NULL ? text : "");
    }
  left_out (out, lpn_net_n_properties (net));
}

static void
text_info (const LpnNet *net, GString *out)
{
  guint32 safe = 0;
  gint64  tokens = 0;
  guint32 cells = lpn_net_n_elements (net) - lpn_net_n_places (net);
  guint32 fail = count_fail (net);

  for (guint32 p = 0; p < lpn_net_n_places (net); p++)
    {
      safe += lpn_net_place (net, p)->safe;
      tokens += lpn_net_place (net, p)->initial != 0;
    }
  g_string_append_printf (out, "net           %s\n", lpn_net_name (net));
  g_string_append_printf (out, "modules       %u\n", lpn_net_n_modules (net));
  g_string_append_printf (out, "places        %u (%u safe by declaration, %" G_GINT64_FORMAT " marked initially)\n",
                          lpn_net_n_places (net), safe, tokens);
  g_string_append_printf (out, "transitions   %u", lpn_net_n_transitions (net));
  g_string_append_printf (out, fail > 0 ? " (%u marked fail)\n" : "\n", fail);
  g_string_append_printf (out, "arcs          %" G_GUINT64_FORMAT "\n", lpn_net_n_arcs (net));
  g_string_append_printf (out, "variables     %u (%u cells)\n", lpn_net_n_variables (net), cells);
  g_string_append_printf (out, "properties    %u\n", lpn_net_n_properties (net));
  g_string_append_printf (out, "units         %u\n", lpn_net_n_units (net));
  text_lists (net, out);
}

static void
json_variables (const LpnNet *net, LpnJson *json)
{
  lpn_json_array (json, "variables");
  for (guint32 v = 0; v < lpn_net_n_variables (net); v++)
    {
      const LpnVariable *variable = lpn_net_variable (net, v);
      lpn_json_object (json, NULL);
      lpn_json_string (json, "id", variable->id);
      if (variable->module != LPN_NONE)
        lpn_json_string (json, "module", lpn_net_module (net, variable->module)->id);
      if (variable->is_array)
        lpn_json_uint (json, "size", variable->size);
      if (variable->has_range)
        {
          lpn_json_int (json, "min", variable->min);
          lpn_json_int (json, "max", variable->max);
        }
      lpn_json_array (json, "initial");
      for (guint32 i = 0; i < variable->size; i++)
        lpn_json_int (json, NULL, variable->initial[i]);
      lpn_json_end (json);
      lpn_json_end (json);
    }
  lpn_json_end (json);
}

static void
json_info (const LpnNet *net, LpnJson *json)
{
  g_autofree Counts *counts = count_modules (net);
  LpnScope           scope = lpn_net_scope (net, LPN_NONE, true);

  lpn_json_string (json, "net", lpn_net_name (net));
  lpn_json_uint (json, "places", lpn_net_n_places (net));
  lpn_json_uint (json, "transitions", lpn_net_n_transitions (net));
  lpn_json_uint (json, "fail_transitions", count_fail (net));
  lpn_json_uint (json, "arcs", lpn_net_n_arcs (net));
  lpn_json_uint (json, "elements", lpn_net_n_elements (net));
  lpn_json_uint (json, "units", lpn_net_n_units (net));
  lpn_json_array (json, "modules");
  for (guint32 m = 0; m < lpn_net_n_modules (net); m++)
    {
      lpn_json_object (json, NULL);
      lpn_json_string (json, "id", lpn_net_module (net, m)->id);
      lpn_json_uint (json, "places", counts[m].places);
      lpn_json_uint (json, "transitions", counts[m].transitions);
      lpn_json_uint (json, "variables", counts[m].variables);
      lpn_json_end (json);
    }
  lpn_json_end (json);
  json_variables (net, json);
  lpn_json_array (json, "properties");
  for (guint32 p = 0; p < lpn_net_n_properties (net); p++)
    {
      const LpnProperty *property = lpn_net_property (net, p);
      lpn_json_object (json, NULL);
      lpn_json_string (json, "id", property->id);
      lpn_json_string (json, "kind", PROPERTY_KINDS[property->kind]);
      if (property->expr != NULL)
        {
          g_autofree char *text = lpn_expr_print (property->expr, &scope);
          lpn_json_string (json, "expression", text);
        }
      lpn_json_end (json);
    }
  lpn_json_end (json);
}

static void
put_json (const LpnNet *net, const LpnPartition *partition, LpnPartitionKind kind, const char *order, GString *out)
{
  LpnJson json = lpn_json (out);
  lpn_json_object (&json, NULL);
  json_info (net, &json);
  if (partition != NULL)
    {
      lpn_json_string (&json, "partition", lpn_partition_kind_name (kind));
      lpn_json_string (&json, "order", order);
      lpn_cli_partition_json (partition, &json);
    }
  lpn_json_end (&json);
  g_string_append_c (out, '\n');
}

static int
show (const LpnNet *net, const char *kind_name, const char *order, bool as_json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnCompiled) compiled = NULL;
  g_autoptr (LpnPartition) partition = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  LpnPartitionKind kind = LPN_PARTITION_MODULE;

  if (kind_name != NULL)
    {
      if (!lpn_partition_kind_parse (kind_name, &kind, &error))
        return lpn_cli_fail_error (error);
      compiled = lpn_compiled_new (net);
      partition = lpn_partition_new (compiled, kind, order, &error);
      if (partition == NULL)
        return lpn_cli_fail_error (error);
    }
  if (as_json)
    put_json (net, partition, kind, order, text);
  else
    text_info (net, text);
  if (!as_json && partition != NULL)
    lpn_cli_partition_text (partition, text);
  return lpn_output_text ("-", text, &error) ? LPN_EXIT_HOLDS : lpn_cli_fail_error (error);
}

int
lpn_cli_info (int argc, char **argv)
{
  g_autofree char *kind = NULL;
  g_autofree char *order = NULL;
  gboolean         as_json = FALSE;
  g_auto (GStrv) words = NULL;
  LpnModelOptions    options = { 0 };
  const GOptionEntry entries[] = {
    { "partition", 'p', 0, G_OPTION_ARG_FILENAME, &kind,
      "Show the components and the dependency matrix; KIND is module (if left out), replicated or element", "[KIND]" },
    { "order", 0, 0, G_OPTION_ARG_FILENAME, &order, "given (default), force, rcm, each also with -reversed, or component names with commas", "ORDER" },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, "Write one JSON object", NULL },
    { 0 }
  };
  g_autoptr (GOptionContext) context
      = lpn_cli_context ("info", entries, &words, "Several MODELs compose as modules.", NULL);
  char bare[] = "--partition=module";

  /* GOption would take the next word, the model, for the KIND of a bare --partition. */
  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], "--partition") || g_str_equal (argv[i], "-p"))
      argv[i] = bare;
  g_option_context_add_group (context, lpn_cli_model_group (&options));
  if (!lpn_cli_parse (context, argc, argv))
    return LPN_EXIT_USAGE;
  g_autoptr (LpnNet) net = lpn_cli_load (words, &options);
  if (net == NULL)
    return LPN_EXIT_USAGE;
  if (kind == NULL && order != NULL)
    kind = g_strdup ("module");
  return show (net, kind, order != NULL ? order : "given", as_json);
}
