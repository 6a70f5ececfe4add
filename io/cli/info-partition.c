/* SPDX-License-Identifier: MIT */
#include "io/cli/info.h"

#include <string.h>

enum
{
  MAX_COLUMNS = 100,     /* of a matrix that is shown in full */
  MAX_ROWS = 400,        /* of it */
  MAX_COMPONENTS = 1000, /* listed in text */
  MAX_ELEMENTS = 12,     /* of a component listed in text */
};

static void
text_components (const LpnPartition *partition, GString *out)
{
  const LpnNet *net = lpn_compiled_net (lpn_partition_compiled (partition));
  guint         n = lpn_partition_n_components (partition);

  for (guint c = 0; c < MIN (n, MAX_COMPONENTS); c++)
    {
      const LpnComponent *component = lpn_partition_component (partition, c);
      g_string_append_printf (out, "%5u  %s:", c, component->name);
      for (guint i = 0; i < MIN (component->n_elements, MAX_ELEMENTS); i++)
        {
          g_autofree char *name = lpn_net_element_name (net, component->elements[i]);
          g_string_append_printf (out, " %s", name);
        }
      if (component->n_elements > MAX_ELEMENTS)
        g_string_append_printf (out, " ... (%u elements)", component->n_elements);
      g_string_append_c (out, '\n');
    }
  if (n > MAX_COMPONENTS)
    g_string_append_printf (out, "       ... %u components more (--json lists all)\n", n - MAX_COMPONENTS);
}

/* One row of the matrix, a character per component. Returns: transfer full. */
static char *
matrix_row (const LpnPartition *partition, guint32 transition)
{
  guint               n = lpn_partition_n_components (partition), n_reads, n_writes;
  char               *row = g_strnfill (n, '-');
  g_autofree guint32 *reads = lpn_partition_reads (partition, transition, &n_reads);
  g_autofree guint32 *writes = lpn_partition_writes (partition, transition, &n_writes);

  for (guint i = 0; i < n_reads; i++)
    row[reads[i]] = 'r';
  for (guint i = 0; i < n_writes; i++)
    row[writes[i]] = row[writes[i]] == 'r' ? '+' : 'w';
  return row;
}

static void
text_matrix (const LpnPartition *partition, GString *out)
{
  const LpnNet *net = lpn_compiled_net (lpn_partition_compiled (partition));
  guint         n = lpn_partition_n_components (partition);
  gsize         width = 0;

  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    width = MAX (width, strlen (lpn_net_transition (net, t)->id));
  /* Column numbers, read downwards. */
  for (guint ten = n > 10 ? 10 : 1; ten > 0; ten /= 10)
    {
      g_string_append_printf (out, "  %-*s ", (int)width, "");
      for (guint c = 0; c < n; c++)
        g_string_append_c (out, (char)('0' + c / ten % 10));
      g_string_append_c (out, '\n');
    }
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      g_autofree char *row = matrix_row (partition, t);
      g_string_append_printf (out, "  %-*s %s\n", (int)width, lpn_net_transition (net, t)->id, row);
    }
}

/* How many components the transitions touch, instead of a matrix nobody could read. */
static void
text_summary (const LpnPartition *partition, GString *out)
{
  const LpnNet *net = lpn_compiled_net (lpn_partition_compiled (partition));
  guint32       n = lpn_net_n_transitions (net);
  guint64       reads = 0, writes = 0;
  guint         most_reads = 0, most_writes = 0;

  for (guint32 t = 0; t < n; t++)
    {
      guint n_reads, n_writes;
      g_free (lpn_partition_reads (partition, t, &n_reads));
      g_free (lpn_partition_writes (partition, t, &n_writes));
      reads += n_reads;
      writes += n_writes;
      most_reads = MAX (most_reads, n_reads);
      most_writes = MAX (most_writes, n_writes);
    }
  g_string_append_printf (out,
                          "  a transition reads %.1f of %u components on average, %u at most;\n"
                          "  it writes %.1f on average, %u at most (--json lists all)\n",
                          n > 0 ? (double)reads / n : 0.0, lpn_partition_n_components (partition), most_reads,
                          n > 0 ? (double)writes / n : 0.0, most_writes);
}

void
lpn_cli_partition_text (const LpnPartition *partition, GString *out)
{
  const LpnNet *net = lpn_compiled_net (lpn_partition_compiled (partition));

  g_string_append (out, "\ncomponents, top to bottom:\n");
  text_components (partition, out);
  g_string_append (out, "\ndependencies (r read, w written, + both):\n");
  if (lpn_partition_n_components (partition) <= MAX_COLUMNS && lpn_net_n_transitions (net) <= MAX_ROWS)
    text_matrix (partition, out);
  else
    text_summary (partition, out);
}

static void
json_names (LpnJson *json, const char *key, const LpnPartition *partition, const guint32 *components, guint n)
{
  lpn_json_array (json, key);
  for (guint i = 0; i < n; i++)
    lpn_json_string (json, NULL, lpn_partition_component (partition, components[i])->name);
  lpn_json_end (json);
}

void
lpn_cli_partition_json (const LpnPartition *partition, LpnJson *json)
{
  const LpnNet *net = lpn_compiled_net (lpn_partition_compiled (partition));

  lpn_json_array (json, "components");
  for (guint c = 0; c < lpn_partition_n_components (partition); c++)
    {
      const LpnComponent *component = lpn_partition_component (partition, c);
      lpn_json_object (json, NULL);
      lpn_json_string (json, "name", component->name);
      lpn_json_array (json, "elements");
      for (guint i = 0; i < component->n_elements; i++)
        {
          g_autofree char *name = lpn_net_element_name (net, component->elements[i]);
          lpn_json_string (json, NULL, name);
        }
      lpn_json_end (json);
      lpn_json_end (json);
    }
  lpn_json_end (json);
  lpn_json_array (json, "dependencies");
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      guint               n_reads, n_writes;
      g_autofree guint32 *reads = lpn_partition_reads (partition, t, &n_reads);
      g_autofree guint32 *writes = lpn_partition_writes (partition, t, &n_writes);
      lpn_json_object (json, NULL);
      lpn_json_string (json, "transition", lpn_net_transition (net, t)->id);
      json_names (json, "reads", partition, reads, n_reads);
      json_names (json, "writes", partition, writes, n_writes);
      lpn_json_end (json);
    }
  lpn_json_end (json);
}
