/* SPDX-License-Identifier: MIT */
#include "io/record.h"

#include "io/json.h"
#include "io/verdicts.h"
#include "io/version.h"

char *
lpn_text_count (guint64 value)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, value);
  GString         *text = g_string_new (NULL);
  for (const char *p = digits; *p != '\0'; p++)
    {
      gsize left = strlen (p);
      if (p != digits && left % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

char *
lpn_text_bytes (guint64 bytes)
{
  static const char *const units[] = { "bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
  double                   value = (double)bytes;
  guint                    unit = 0;
  while (value >= 1024 && unit + 1 < G_N_ELEMENTS (units))
    {
      value /= 1024;
      unit++;
    }
  return g_strdup_printf (unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
}

static double
rate (const LpnResult *result)
{
  return result->seconds > 0 ? (double)result->states / result->seconds : 0;
}

static double
bytes_per_state (const LpnResult *result)
{
  return result->states > 0 ? (double)result->store_bytes / (double)result->states : 0;
}

/* The witness of the record as a whole: of the model error, or of the first question decided against. */
static const LpnWitness *
first_witness (const LpnResult *result)
{
  const LpnWitness *witness = result->error_witness;
  for (guint i = 0; witness == NULL && i < result->n_answers; i++)
    witness = result->answers[i].witness;
  return witness;
}

static void
json_way (LpnJson *json, const LpnNet *net, const LpnWitness *witness)
{
  lpn_json_array (json, "witness");
  for (guint i = 0; i < witness->transitions->len; i++)
    lpn_json_string (json, NULL, lpn_net_transition (net, g_array_index (witness->transitions, guint32, i))->id);
  lpn_json_end (json);
}

static void
json_answers (LpnJson *json, const LpnRecord *record)
{
  LpnScope scope = lpn_net_scope (record->net, LPN_NONE, true);
  lpn_json_array (json, "properties");
  for (guint i = 0; i < record->result->n_answers; i++)
    {
      const LpnAnswer *answer = &record->result->answers[i];
      lpn_json_object (json, NULL);
      lpn_json_string (json, "id", answer->question.id);
      lpn_json_string (json, "kind", lpn_question_kind_name (answer->question.kind));
      if (answer->question.expr != NULL)
        {
          g_autofree char *text = lpn_expr_print (answer->question.expr, &scope);
          lpn_json_string (json, "expression", text);
        }
      lpn_json_string (json, "verdict", lpn_verdict_name (answer->verdict));
      if (answer->witness != NULL)
        json_way (json, record->net, answer->witness);
      lpn_answer_json (json, record->net, answer);
      lpn_json_end (json);
    }
  lpn_json_end (json);
}

static void
json_costs (LpnJson *json, const LpnResult *result)
{
  lpn_json_double (json, "seconds", result->seconds);
  lpn_json_double (json, "states_per_second", rate (result));
  lpn_json_uint (json, "store_bytes", result->store_bytes);
  lpn_json_uint (json, "store_peak_bytes", result->store_peak_bytes);
  lpn_json_uint (json, "stack_bytes", result->stack_bytes);
  lpn_json_uint (json, "local_bytes", result->local_bytes);
  if (result->coding_bytes > 0)
    lpn_json_uint (json, "coding_bytes", result->coding_bytes);
  lpn_json_uint (json, "peak_rss_bytes", result->peak_rss_bytes);
  lpn_json_double (json, "bytes_per_state", bytes_per_state (result));
  if (result->has_nodes)
    {
      lpn_json_uint (json, "nodes", result->nodes);
      lpn_json_uint (json, "peak_nodes", result->peak_nodes);
    }
  lpn_json_bool (json, "approximate", result->approximate);
  if (result->approximate)
    lpn_json_double (json, "omission", result->omission);
  if (result->figures->len > 0)
    {
      lpn_json_object (json, "figures");
      for (guint i = 0; i < result->figures->len; i++)
        {
          const LpnFigure *figure = &g_array_index (result->figures, LpnFigure, i);
          lpn_json_double (json, figure->name, figure->value);
        }
      lpn_json_end (json);
    }
}

void
lpn_record_json (const LpnRecord *record, GString *out)
{
  const LpnResult *result = record->result;
  LpnJson          json = lpn_json (out);

  lpn_json_object (&json, NULL);
  lpn_json_string (&json, "model", record->model);
  lpn_json_string (&json, "verdict", lpn_verdict_name (result->verdict));
  lpn_json_string (&json, "ended", lpn_ended_name (result->ended));
  if (result->reason != NULL)
    lpn_json_string (&json, "reason", result->reason);
  if (result->verdict == LPN_VERDICT_ERROR)
    {
      g_autofree char *text = lpn_fault_info_text (&result->fault, record->net);
      lpn_json_string (&json, "error", text);
    }
  lpn_json_uint (&json, "states", result->states);
  lpn_json_uint (&json, "transitions", result->transitions);
  lpn_json_uint (&json, "deadlocks", result->deadlocks);
  lpn_json_uint (&json, "depth", result->depth);
  lpn_json_uint (&json, "modules", lpn_net_n_modules (record->net));
  lpn_json_uint (&json, "components", result->n_components);
  lpn_json_array (&json, "local_states");
  for (guint c = 0; c < result->n_components; c++)
    lpn_json_uint (&json, NULL, result->local_states[c]);
  lpn_json_end (&json);
  lpn_json_string (&json, "store", result->store);
  lpn_json_string (&json, "search", lpn_search_kind_name (result->search));
  lpn_json_string (&json, "partition", lpn_partition_kind_name (record->kind));
  lpn_json_string (&json, "order", record->order);
  if (record->chosen_order != NULL)
    lpn_json_string (&json, "chosen_order", record->chosen_order);
  json_costs (&json, result);
  if (first_witness (result) != NULL)
    json_way (&json, record->net, first_witness (result));
  if (result->n_answers > 0)
    json_answers (&json, record);
  lpn_json_string (&json, "version", LPN_VERSION);
  lpn_json_end (&json);
  g_string_append_c (out, '\n');
}

G_GNUC_PRINTF (3, 4)
static void
line (GString *out, const char *name, const char *format, ...)
{
  va_list args;
  g_string_append_printf (out, "%-14s", name);
  va_start (args, format);
  g_string_append_vprintf (out, format, args);
  va_end (args);
  g_string_append_c (out, '\n');
}

static void
count_line (GString *out, const char *name, guint64 value)
{
  g_autofree char *text = lpn_text_count (value);
  line (out, name, "%s", text);
}

static void
bytes_line (GString *out, const char *name, guint64 bytes)
{
  g_autofree char *text = lpn_text_bytes (bytes);
  line (out, name, "%s", text);
}

static void
text_outcome (const LpnRecord *record, GString *out)
{
  const LpnResult *result = record->result;
  bool             partial = result->ended != LPN_ENDED_COMPLETE;

  line (out, "verdict", "%s", lpn_verdict_name (result->verdict));
  line (out, "ended", "%s%s%s%s", lpn_ended_name (result->ended), result->reason != NULL ? ": " : "",
        result->reason != NULL ? result->reason : "", partial ? " (counts are partial)" : "");
  if (result->verdict == LPN_VERDICT_ERROR)
    {
      g_autofree char *text = lpn_fault_info_text (&result->fault, record->net);
      line (out, "model error", "%s", text);
    }
}

/* The components and how many local states they have: all together, and the largest. */
static void
text_components (const LpnRecord *record, GString *out)
{
  const LpnResult *result = record->result;
  guint64          total = 0;
  guint            largest = 0;
  for (guint c = 0; c < result->n_components; c++)
    {
      total += result->local_states[c];
      largest = result->local_states[c] > result->local_states[largest] ? c : largest;
    }
  g_autofree char *all = lpn_text_count (total);
  g_autofree char *most = lpn_text_count (result->local_states[largest]);
  line (out, "components", "%u in %u module%s (partition %s, order %s%s%s)", result->n_components,
        lpn_net_n_modules (record->net), lpn_net_n_modules (record->net) == 1 ? "" : "s",
        lpn_partition_kind_name (record->kind), record->order, record->chosen_order != NULL ? ": " : "",
        record->chosen_order != NULL ? record->chosen_order : "");
  line (out, "local states", "%s; most in %s: %s", all, lpn_partition_component (record->partition, largest)->name,
        most);
}

static void
text_costs (const LpnResult *result, GString *out)
{
  g_autofree char *store = lpn_text_bytes (result->store_bytes);
  g_autofree char *store_peak = lpn_text_bytes (result->store_peak_bytes);
  g_autofree char *per_second = lpn_text_count ((guint64)rate (result));

  line (out, "time", "%.3f s, %s states/s", result->seconds, per_second);
  line (out, "store", "%s, %.2f bytes per state (peak %s)", store, bytes_per_state (result), store_peak);
  bytes_line (out, result->search == LPN_SEARCH_DFS ? "stack" : "queue", result->stack_bytes);
  bytes_line (out, "local tables", result->local_bytes);
  if (result->coding_bytes > 0)
    bytes_line (out, "codes", result->coding_bytes);
  bytes_line (out, "peak memory", result->peak_rss_bytes);
  if (result->has_nodes)
    {
      g_autofree char *nodes = lpn_text_count (result->nodes);
      g_autofree char *peak = lpn_text_count (result->peak_nodes);
      line (out, "nodes", "%s (peak %s)", nodes, peak);
    }
  if (result->approximate)
    line (out, "approximate", "yes: about %.3g states were missed", result->omission);
  if (result->figures->len > 0)
    g_string_append_printf (out, "%-14s", "figures");
  for (guint i = 0; i < result->figures->len; i++)
    {
      const LpnFigure *figure = &g_array_index (result->figures, LpnFigure, i);
      g_string_append_printf (out, "%s %.6g%s", figure->name, figure->value,
                              i + 1 < result->figures->len ? ", " : "\n");
    }
}

void
lpn_record_text (const LpnRecord *record, GString *out)
{
  const LpnResult *result = record->result;

  line (out, "model", "%s", record->model);
  text_outcome (record, out);
  lpn_answers_text (record->net, result, out);
  count_line (out, "states", result->states);
  count_line (out, "transitions", result->transitions);
  count_line (out, "deadlocks", result->deadlocks);
  count_line (out, "depth", result->depth);
  text_components (record, out);
  line (out, "searched", "%s into %s", lpn_search_kind_name (result->search), result->store);
  text_costs (result, out);
}
