/* SPDX-License-Identifier: MIT */
#include "io/verdicts.h"

#include <string.h>

#include "lpn/signals.h"

/* By kind: its name, and what `holds` and `violated` mean for it. */
static const struct
{
  const char *name;
  const char *holds;
  const char *violated;
} KINDS[] = {
  [LPN_QUESTION_DEADLOCK] = { "deadlock", "none", "found" },
  [LPN_QUESTION_INVARIANT] = { "invariant", "holds", "violated" },
  [LPN_QUESTION_REACH] = { "reach", "not reachable", "reached" },
  [LPN_QUESTION_FAIL] = { "fail", "never fires", "fires" },
  [LPN_QUESTION_MUTEX] = { "mutex", "holds", "violated" },
  [LPN_QUESTION_SAFE] = { "safe", "holds", "violated" },
  [LPN_QUESTION_CONSISTENT] = { "consistent", "holds", "violated" },
  [LPN_QUESTION_PERSISTENT] = { "persistent", "holds", "violated" },
  [LPN_QUESTION_INPUT_PROPER] = { "input-proper", "holds", "violated" },
  [LPN_QUESTION_DISABLING] = { "disabling", "holds", "violated" },
  [LPN_QUESTION_USC] = { "usc", "holds", "violated" },
  [LPN_QUESTION_CSC] = { "csc", "holds", "violated" },
};

const char *
lpn_question_kind_name (LpnQuestionKind kind)
{
  return KINDS[kind].name;
}

static const char *
verdict_text (const LpnAnswer *answer)
{
  if (answer->verdict == LPN_VERDICT_HOLDS)
    return KINDS[answer->question.kind].holds;
  return answer->verdict == LPN_VERDICT_VIOLATED ? KINDS[answer->question.kind].violated
                                                 : lpn_verdict_name (answer->verdict);
}

/* The last transition of a way; NULL: it has none. */
static const LpnTransition *
last_transition (const LpnNet *net, const GArray *way)
{
  return way->len > 0 ? lpn_net_transition (net, g_array_index (way, guint32, way->len - 1)) : NULL;
}

static const char *
last_id (const LpnNet *net, const GArray *way)
{
  return way->len > 0 ? last_transition (net, way)->id : NULL;
}

static char *
signal_name (const LpnNet *net, guint32 variable)
{
  return lpn_net_element_name (net, lpn_net_variable_element (net, variable));
}

/* The code of the two states of a pair. NULL: not known. Returns: transfer full. */
static char *
code_text (const LpnNet *net, const LpnAnswer *answer)
{
  g_autoptr (LpnSignals) signals = lpn_signals_new (net);
  return answer->pair[1] != NULL ? lpn_signals_code_text (signals, answer->pair[1]) : NULL;
}

static char *
safe_text (const LpnNet *net, const LpnWitness *witness)
{
  const char *place = lpn_net_place (net, witness->culprit.place)->id;
  if (witness->fault.fault != LPN_FAULT_NONE)
    return g_strdup_printf ("%s puts a second token on place %s",
                            lpn_net_transition (net, witness->fault.transition)->id, place);
  return g_strdup_printf ("place %s has more than %" G_GINT64_FORMAT " token%s", place,
                          lpn_net_place (net, witness->culprit.place)->capacity,
                          lpn_net_place (net, witness->culprit.place)->capacity == 1 ? "" : "s");
}

/* The state at the end of the way. Returns: transfer full. */
static gint64 *
final_state (const LpnNet *net, const LpnWitness *witness)
{
  gint64            *values = g_new (gint64, lpn_net_n_elements (net) + 1);
  g_autofree gint64 *after = g_new (gint64, lpn_net_n_elements (net) + 1);
  LpnFaultInfo       info = { 0 };
  lpn_net_initial (net, values);
  for (guint i = 0; i < witness->transitions->len; i++)
    {
      lpn_reference_fire (net, g_array_index (witness->transitions, guint32, i), values, after, &info);
      memcpy (values, after, sizeof *values * lpn_net_n_elements (net));
    }
  return values;
}

/* Was the input triggered, or disabled? The one to blame for triggering is enabled at the end of the way. */
static bool
is_trigger (const LpnNet *net, const LpnWitness *witness)
{
  g_autofree gint64 *values = final_state (net, witness);
  LpnFaultInfo       info = { 0 };
  return lpn_reference_enabled (net, witness->culprit.transition, values, &info) == LPN_FIRE_FIRED;
}

/* Returns: transfer full. */
static char *
fail_text (const LpnNet *net, const LpnWitness *witness)
{
  g_autofree gint64 *values = final_state (net, witness);
  guint32            enabled = lpn_reference_fail_enabled (net, values);
  if (enabled != LPN_NONE)
    return g_strdup_printf ("%s is enabled", lpn_net_transition (net, enabled)->id);
  return g_strdup_printf ("%s fires", last_id (net, witness->transitions));
}

char *
lpn_culprit_text (const LpnNet *net, const LpnAnswer *answer)
{
  const LpnWitness *witness = answer->witness;
  const char       *fired;
  g_autofree char  *signal = NULL, *code = NULL;

  if (witness == NULL)
    return NULL;
  fired = last_id (net, witness->transitions);
  if (witness->culprit.signal != LPN_NONE)
    signal = signal_name (net, witness->culprit.signal);
  switch (answer->question.kind)
    {
    case LPN_QUESTION_FAIL:
      return fail_text (net, witness);
    case LPN_QUESTION_SAFE:
      return safe_text (net, witness);
    case LPN_QUESTION_CONSISTENT:
      return g_strdup_printf ("%s fires, but %s is %d already", fired, signal,
                              last_transition (net, witness->transitions)->edge == LPN_EDGE_RISE);
    case LPN_QUESTION_PERSISTENT:
      return g_strdup_printf ("%s disables %s (%s)", fired, signal,
                              lpn_net_transition (net, witness->culprit.transition)->id);
    case LPN_QUESTION_INPUT_PROPER:
      return g_strdup_printf ("%s %s input %s (%s)", fired, is_trigger (net, witness) ? "triggers" : "disables", signal,
                              lpn_net_transition (net, witness->culprit.transition)->id);
    case LPN_QUESTION_DISABLING:
      return g_strdup_printf ("%s disables %s", fired, lpn_net_transition (net, witness->culprit.transition)->id);
    case LPN_QUESTION_USC:
    case LPN_QUESTION_CSC:
      code = code_text (net, answer);
      return signal != NULL ? g_strdup_printf ("%s in code %s", signal, code) : g_strdup_printf ("code %s", code);
    default:
      return NULL;
    }
}

/* ---- Text ---------------------------------------------------------------------------------------------------------
 */

static bool
about_circuits (const LpnResult *result)
{
  for (guint i = 0; i < result->n_answers; i++)
    if (result->answers[i].question.kind >= LPN_QUESTION_MUTEX)
      return true;
  return false;
}

/* "deadlock", "invariant a -> b". Returns: transfer full. */
static char *
question_text (const LpnAnswer *answer)
{
  const char *kind = lpn_question_kind_name (answer->question.kind);
  if (g_str_equal (kind, answer->question.id))
    return g_strdup (kind);
  return g_strdup_printf ("%s %s", kind, answer->question.id);
}

static char *
steps_text (const LpnAnswer *answer)
{
  if (answer->witness == NULL)
    return g_strdup ("");
  if (answer->witness->other != NULL)
    return g_strdup_printf ("%u and %u", answer->witness->other->len, answer->witness->transitions->len);
  return g_strdup_printf ("%u", answer->witness->transitions->len);
}

static void
table_row (GString *out, int width, const char *question, const char *verdict, const char *steps, const char *culprit)
{
  gsize start = out->len;
  g_string_append_printf (out, "%-*s  %-13s  %-11s  %s", width, question, verdict, steps, culprit);
  while (out->len > start && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

static void
table (const LpnNet *net, const LpnResult *result, GString *out)
{
  gsize width = 12;
  for (guint i = 0; i < result->n_answers; i++)
    {
      g_autofree char *question = question_text (&result->answers[i]);
      width = MAX (width, MIN (g_utf8_strlen (question, -1), 60));
    }
  g_string_append_c (out, '\n');
  table_row (out, (int)width, "question", "verdict", "steps", "culprit");
  for (guint i = 0; i < result->n_answers; i++)
    {
      const LpnAnswer *answer = &result->answers[i];
      g_autofree char *question = question_text (answer);
      g_autofree char *steps = steps_text (answer);
      g_autofree char *culprit = lpn_culprit_text (net, answer);
      g_autofree char *verdict
          = g_strdup_printf ("%s%s", verdict_text (answer),
                             answer->question.advisory && answer->verdict == LPN_VERDICT_VIOLATED ? " *" : "");
      table_row (out, (int)width, question, verdict, steps, culprit != NULL ? culprit : "");
    }
  for (guint i = 0; i < result->n_answers; i++)
    if (result->answers[i].question.advisory && result->answers[i].verdict == LPN_VERDICT_VIOLATED)
      {
        g_string_append (out, "* told, but no fault of a circuit: does not count for the verdict\n");
        break;
      }
  g_string_append_c (out, '\n');
}

void
lpn_answers_text (const LpnNet *net, const LpnResult *result, GString *out)
{
  if (about_circuits (result))
    {
      table (net, result, out);
      return;
    }
  for (guint i = 0; i < result->n_answers; i++)
    {
      const LpnAnswer *answer = &result->answers[i];
      const char      *kind = lpn_question_kind_name (answer->question.kind);
      bool             named = !g_str_equal (kind, answer->question.id);
      g_string_append_printf (out, "%-14s%s%s%s\n", kind, named ? answer->question.id : "", named ? ": " : "",
                              verdict_text (answer));
    }
}

/* ---- JSON ---------------------------------------------------------------------------------------------------------
 */

static void
json_pair (LpnJson *json, const LpnNet *net, const LpnAnswer *answer)
{
  g_autoptr (LpnSignals) signals = lpn_signals_new (net);
  g_autofree char *code = code_text (net, answer);
  lpn_json_array (json, "other_witness");
  for (guint i = 0; i < answer->witness->other->len; i++)
    lpn_json_string (json, NULL, lpn_net_transition (net, g_array_index (answer->witness->other, guint32, i))->id);
  lpn_json_end (json);
  lpn_json_string (json, "code", code);
  lpn_json_array (json, "signals");
  for (guint i = 0; i < signals->n; i++)
    {
      g_autofree char *name = signal_name (net, signals->variables[i]);
      lpn_json_string (json, NULL, name);
    }
  lpn_json_end (json);
}

void
lpn_answer_json (LpnJson *json, const LpnNet *net, const LpnAnswer *answer)
{
  const LpnWitness *witness = answer->witness;
  g_autofree char  *text = lpn_culprit_text (net, answer);

  if (answer->question.advisory)
    lpn_json_bool (json, "advisory", true);
  if (witness == NULL || text == NULL)
    return;
  lpn_json_object (json, "culprit");
  lpn_json_string (json, "text", text);
  if (witness->fault.fault != LPN_FAULT_NONE)
    lpn_json_string (json, "fired", lpn_net_transition (net, witness->fault.transition)->id);
  else if (witness->other == NULL && witness->transitions->len > 0)
    lpn_json_string (json, "fired", last_id (net, witness->transitions));
  if (witness->culprit.transition != LPN_NONE)
    lpn_json_string (json, "transition", lpn_net_transition (net, witness->culprit.transition)->id);
  if (witness->culprit.signal != LPN_NONE)
    {
      g_autofree char *signal = signal_name (net, witness->culprit.signal);
      lpn_json_string (json, "signal", signal);
    }
  if (witness->culprit.place != LPN_NONE)
    lpn_json_string (json, "place", lpn_net_place (net, witness->culprit.place)->id);
  lpn_json_end (json);
  if (witness->other != NULL)
    json_pair (json, net, answer);
}
