/* SPDX-License-Identifier: MIT */
#include "io/witness.h"

#include <string.h>

#include "io/json.h"
#include "io/output.h"
#include "io/record.h"
#include "io/vcd.h"
#include "io/verdicts.h"

enum
{
  CHUNK = 1 << 16, /* bytes gathered before they are written */
  ID_WIDTH = 40,   /* wider ids push the rest of their line */
};

/* One witness on its way out. */
typedef struct
{
  const LpnNet     *net;
  const LpnWitness *witness;
  const LpnAnswer  *answer; /* NULL: of a model error */
  const GArray     *way;    /* guint32 transitions */
  guint             trace;  /* of a pair of states: the way to the first, or to the second; else 0 */
  gint64           *before;
  gint64           *after;
} Walk;

/* Where text goes: gathered, and written in chunks where there is a file. */
typedef struct
{
  GString *text;
  FILE    *file; /* or NULL */
} Sink;

static bool
flush (Sink *sink, gsize above)
{
  bool ok = true;
  if (sink->file != NULL && sink->text->len > above)
    {
      ok = fwrite (sink->text->str, 1, sink->text->len, sink->file) == sink->text->len;
      g_string_truncate (sink->text, 0);
    }
  return ok;
}

static void
walk_init (Walk *walk, const LpnNet *net, const LpnWitness *witness, const LpnAnswer *answer, guint trace)
{
  gsize n = (gsize)lpn_net_n_elements (net) + 1;
  *walk = (Walk){ .net = net,
                  .witness = witness,
                  .answer = answer,
                  .way = trace == 1 ? witness->other : witness->transitions,
                  .trace = trace,
                  .before = g_new (gint64, n),
                  .after = g_new (gint64, n) };
  lpn_net_initial (net, walk->before);
}

static void
walk_clear (Walk *walk)
{
  g_free (walk->before);
  g_free (walk->after);
}

/* Fires step i: from `before` to `after`. */
static const LpnTransition *
walk_step (Walk *walk, guint i)
{
  guint32       transition = g_array_index (walk->way, guint32, i);
  LpnFaultInfo  fault = { 0 };
  LpnFireAnswer answer = lpn_reference_fire (walk->net, transition, walk->before, walk->after, &fault);
  g_assert (answer == LPN_FIRE_FIRED); /* it was replayed before */
  return lpn_net_transition (walk->net, transition);
}

static void
walk_swap (Walk *walk)
{
  gint64 *swap = walk->before;
  walk->before = walk->after;
  walk->after = swap;
}

/* ---- Text ---------------------------------------------------------------------------------------------------------
 */

/* The transition that fails by being enabled in the last state; LPN_NONE: none. */
static guint32
fail_enabled_at_end (const Walk *walk)
{
  Walk    again;
  guint32 transition;

  walk_init (&again, walk->net, walk->witness, walk->answer, walk->trace);
  for (guint i = 0; i < walk->way->len; i++)
    {
      walk_step (&again, i);
      walk_swap (&again);
    }
  transition = lpn_reference_fail_enabled (walk->net, again.before);
  walk_clear (&again);
  return transition;
}

/* Nothing is claimed of it. */
static bool
is_walk (const Walk *walk)
{
  return walk->answer == NULL && walk->witness->fault.fault == LPN_FAULT_NONE;
}

/* "persistent: b+ disables a (a+)", "csc: a in code 0110, first state" */
static void
text_culprit (const Walk *walk, GString *out)
{
  static const char *const STATES[] = { "", ", first state", ", second state" };
  g_autofree char         *culprit = lpn_culprit_text (walk->net, walk->answer);
  g_string_append_printf (out, "%s: %s%s", walk->answer->question.id, culprit, STATES[walk->trace]);
}

/* "invariant mutex is violated", "transition t fires" ... */
static void
text_claim (const Walk *walk, GString *out)
{
  guint            steps = walk->way->len;
  g_autofree char *count = lpn_text_count (steps);
  const char      *id = walk->answer != NULL ? walk->answer->question.id : NULL;

  g_string_append_c (out, '\n');
  if (is_walk (walk))
    g_string_append (out, "walk");
  else if (walk->answer == NULL)
    {
      g_autofree char *text = lpn_fault_info_text (&walk->witness->fault, walk->net);
      g_string_append_printf (out, "model error: %s", text);
    }
  else if (walk->answer->question.kind == LPN_QUESTION_DEADLOCK)
    g_string_append_printf (out, "%s: nothing is enabled", id);
  else if (walk->answer->question.kind == LPN_QUESTION_INVARIANT)
    g_string_append_printf (out, "invariant %s: false", id);
  else if (walk->answer->question.kind == LPN_QUESTION_MUTEX)
    g_string_append_printf (out, "mutex %s: both hold", id);
  else if (walk->answer->question.kind == LPN_QUESTION_REACH)
    g_string_append_printf (out, "reach %s: true", id);
  else if (walk->answer->question.kind == LPN_QUESTION_FAIL)
    {
      guint32 enabled = fail_enabled_at_end (walk);
      guint32 last = enabled != LPN_NONE ? enabled : g_array_index (walk->way, guint32, steps - 1);
      g_string_append_printf (out, "fail transition %s %s", lpn_net_transition (walk->net, last)->id,
                              enabled != LPN_NONE ? "is enabled" : "fires");
    }
  else
    text_culprit (walk, out);
  if (steps == 0)
    g_string_append (out, " in the initial state\n");
  else if (is_walk (walk))
    g_string_append_printf (out, " of %s step%s\n", count, steps == 1 ? "" : "s");
  else
    g_string_append_printf (out, " after %s step%s\n", count, steps == 1 ? "" : "s");
}

static void
text_changes (const Walk *walk, GString *out)
{
  const char *separator = "";
  for (guint32 e = 0; e < lpn_net_n_elements (walk->net); e++)
    if (walk->before[e] != walk->after[e])
      {
        g_autofree char *name = lpn_net_element_name (walk->net, e);
        g_string_append_printf (out, "%s%s %" G_GINT64_FORMAT " -> %" G_GINT64_FORMAT, separator, name, walk->before[e],
                                walk->after[e]);
        separator = ", ";
      }
  if (separator[0] == '\0')
    g_string_append (out, "no change");
}

/* Marked places and all variables. */
static void
text_state (const Walk *walk, GString *out)
{
  g_string_append (out, "  state:");
  for (guint32 e = 0; e < lpn_net_n_elements (walk->net); e++)
    {
      g_autofree char *name = lpn_net_element_name (walk->net, e);
      bool             place = lpn_net_element_variable (walk->net, e, NULL) == LPN_NONE;
      if (place && walk->before[e] == 0)
        continue;
      g_string_append_printf (out, " %s", name);
      if (!place || walk->before[e] != 1 || !lpn_net_place (walk->net, e)->safe)
        g_string_append_printf (out, "=%" G_GINT64_FORMAT, walk->before[e]);
    }
  g_string_append_c (out, '\n');
}

static void
text_columns (const Walk *walk, int *id_width, int *module_width)
{
  gsize ids = 0, modules = 0;
  for (guint i = 0; i < walk->way->len; i++)
    {
      const LpnTransition *transition = lpn_net_transition (walk->net, g_array_index (walk->way, guint32, i));
      ids = MAX (ids, strlen (transition->id));
      if (transition->module != LPN_NONE)
        modules = MAX (modules, strlen (lpn_net_module (walk->net, transition->module)->id));
    }
  *id_width = (int)MIN (ids, ID_WIDTH);
  *module_width = lpn_net_n_modules (walk->net) > 1 ? (int)MIN (modules, ID_WIDTH) + 2 : 0;
}

static bool
text_witness (Walk *walk, guint max_steps, Sink *sink)
{
  guint n = walk->way->len;
  guint from = n, to = n; /* steps left out */
  int   id_width, module_width;
  bool  ok = true;

  if (max_steps > 0 && n > max_steps)
    {
      from = max_steps / 2;
      to = n - max_steps / 2;
    }
  text_claim (walk, sink->text);
  text_columns (walk, &id_width, &module_width);
  for (guint i = 0; ok && i < n; i++)
    {
      const LpnTransition *transition = walk_step (walk, i);
      if (i == from)
        g_string_append_printf (sink->text, "        ... %u steps left out; --witness FILE writes all\n", to - from);
      if (i < from || i >= to)
        {
          g_string_append_printf (sink->text, "%6u  %-*s  ", i + 1, id_width, transition->id);
          if (module_width > 0 && transition->module != LPN_NONE)
            g_string_append_printf (sink->text, "%-*s", module_width,
                                    lpn_net_module (walk->net, transition->module)->id);
          text_changes (walk, sink->text);
          g_string_append_c (sink->text, '\n');
        }
      walk_swap (walk);
      ok = flush (sink, CHUNK);
    }
  text_state (walk, sink->text);
  return ok && flush (sink, CHUNK);
}

/* ---- JSON ---------------------------------------------------------------------------------------------------------
 */

static void
json_state (LpnJson *json, const char *key, const LpnNet *net, const gint64 *values)
{
  guint32 n_places = lpn_net_n_places (net);
  lpn_json_object (json, key);
  lpn_json_object (json, "marking");
  for (guint32 p = 0; p < n_places; p++)
    if (values[p] != 0)
      lpn_json_int (json, lpn_net_place (net, p)->id, values[p]);
  lpn_json_end (json);
  lpn_json_object (json, "variables");
  for (guint32 e = n_places; e < lpn_net_n_elements (net); e++)
    {
      g_autofree char *name = lpn_net_element_name (net, e);
      lpn_json_int (json, name, values[e]);
    }
  lpn_json_end (json);
  lpn_json_end (json);
}

static void
json_step (LpnJson *json, const Walk *walk, const LpnTransition *transition)
{
  lpn_json_object (json, NULL);
  lpn_json_string (json, "transition", transition->id);
  if (transition->module != LPN_NONE)
    lpn_json_string (json, "module", lpn_net_module (walk->net, transition->module)->id);
  lpn_json_array (json, "changes");
  for (guint32 e = 0; e < lpn_net_n_elements (walk->net); e++)
    if (walk->before[e] != walk->after[e])
      {
        g_autofree char *name = lpn_net_element_name (walk->net, e);
        lpn_json_object (json, NULL);
        lpn_json_string (json, e < lpn_net_n_places (walk->net) ? "place" : "variable", name);
        lpn_json_int (json, "from", walk->before[e]);
        lpn_json_int (json, "to", walk->after[e]);
        lpn_json_end (json);
      }
  lpn_json_end (json);
  lpn_json_end (json);
}

static bool
json_witness (LpnJson *json, Walk *walk, Sink *sink)
{
  bool ok = true;

  lpn_json_object (json, NULL);
  if (walk->answer != NULL)
    {
      lpn_json_string (json, "property", walk->answer->question.id);
      lpn_json_string (json, "kind", lpn_question_kind_name (walk->answer->question.kind));
      if (walk->trace > 0)
        lpn_json_uint (json, "trace", walk->trace);
    }
  else if (is_walk (walk))
    lpn_json_string (json, "kind", "walk");
  else
    {
      g_autofree char *text = lpn_fault_info_text (&walk->witness->fault, walk->net);
      lpn_json_string (json, "kind", "error");
      lpn_json_string (json, "error", text);
    }
  json_state (json, "initial", walk->net, walk->before);
  lpn_json_array (json, "steps");
  for (guint i = 0; ok && i < walk->way->len; i++)
    {
      json_step (json, walk, walk_step (walk, i));
      walk_swap (walk);
      ok = flush (sink, CHUNK);
    }
  lpn_json_end (json);
  json_state (json, "final", walk->net, walk->before);
  lpn_json_end (json);
  return ok && flush (sink, CHUNK);
}

/* ---- All witnesses of a result ------------------------------------------------------------------------------------
 */

/* json NULL: text. */
static bool
put_one (const LpnNet *net, const LpnWitness *witness, const LpnAnswer *answer, guint trace, guint max_steps,
         LpnJson *json, Sink *sink)
{
  Walk walk;
  bool ok;
  walk_init (&walk, net, witness, answer, trace);
  ok = json != NULL ? json_witness (json, &walk, sink) : text_witness (&walk, max_steps, sink);
  walk_clear (&walk);
  return ok;
}

static bool
put_all (const LpnNet *net, const LpnResult *result, guint max_steps, LpnJson *json, Sink *sink)
{
  bool ok = true;
  /* The model error first, as number 0. */
  for (guint i = 0; ok && i <= result->n_answers; i++)
    {
      const LpnAnswer  *answer = i > 0 ? &result->answers[i - 1] : NULL;
      const LpnWitness *witness = answer != NULL ? answer->witness : result->error_witness;
      if (witness == NULL)
        continue;
      if (witness->other != NULL)
        ok = put_one (net, witness, answer, 1, max_steps, json, sink)
             && put_one (net, witness, answer, 2, max_steps, json, sink);
      else
        ok = put_one (net, witness, answer, 0, max_steps, json, sink);
    }
  return ok;
}

bool
lpn_witness_any (const LpnResult *result)
{
  bool any = result->error_witness != NULL;
  for (guint i = 0; i < result->n_answers; i++)
    any = any || result->answers[i].witness != NULL;
  return any;
}

void
lpn_witness_text (const LpnNet *net, const LpnResult *result, guint max_steps, GString *out)
{
  Sink sink = { out, NULL };
  put_all (net, result, max_steps, NULL, &sink);
}

void
lpn_witness_json (const LpnNet *net, const LpnResult *result, LpnJson *json)
{
  Sink sink = { json->out, NULL };
  put_all (net, result, 0, json, &sink);
}

/* The waveform of witness `number`: "wave.vcd", then "wave-2.vcd" ... Transfer full. */
static char *
vcd_path (const char *path, guint number)
{
  const char *dot = strrchr (path, '.');
  gsize       stem = dot != NULL && strchr (dot, '/') == NULL ? (gsize)(dot - path) : strlen (path);
  if (number == 1 || g_str_equal (path, "-"))
    return g_strdup (path);
  return g_strdup_printf ("%.*s-%u%s", (int)stem, path, number, path + stem);
}

static bool
vcd_one (const LpnNet *net, const LpnWitness *witness, const LpnAnswer *answer, guint trace, const char *path,
         bool places, GError **error)
{
  g_autoptr (GString) claim = g_string_new (NULL);
  Walk walk;
  bool ok;
  walk_init (&walk, net, witness, answer, trace);
  text_claim (&walk, claim);
  ok = lpn_vcd_save (path, net, walk.way, places, g_strstrip (claim->str), error);
  walk_clear (&walk);
  return ok;
}

bool
lpn_witness_vcd (const LpnNet *net, const LpnResult *result, const char *path, bool places, GError **error)
{
  guint number = 0;
  bool  ok = true;
  for (guint i = 0; ok && i <= result->n_answers; i++)
    {
      const LpnAnswer  *answer = i > 0 ? &result->answers[i - 1] : NULL;
      const LpnWitness *witness = answer != NULL ? answer->witness : result->error_witness;
      guint             first = witness != NULL && witness->other != NULL ? 1 : 0; /* a pair: both */
      for (guint trace = first; ok && witness != NULL && trace <= 2 * first; trace++)
        {
          g_autofree char *name = vcd_path (path, ++number);
          ok = vcd_one (net, witness, answer, trace, name, places, error);
        }
    }
  return ok;
}

/* What lpn_output_write() hands to save(). */
typedef struct
{
  const char      *model;
  const LpnNet    *net;
  const LpnResult *result;
  bool             as_json;
} Saving;

static bool
save (FILE *out, gconstpointer data, GError **error)
{
  const Saving *saving = data;
  g_autoptr (GString) text = g_string_new (NULL);
  Sink    sink = { text, out };
  LpnJson json = lpn_json (text);
  bool    ok;

  (void)error;
  if (!saving->as_json)
    return put_all (saving->net, saving->result, 0, NULL, &sink) && flush (&sink, 0);
  lpn_json_object (&json, NULL);
  lpn_json_string (&json, "model", saving->model);
  lpn_json_array (&json, "witnesses");
  ok = put_all (saving->net, saving->result, 0, &json, &sink);
  lpn_json_end (&json);
  lpn_json_end (&json);
  g_string_append_c (text, '\n');
  return ok && flush (&sink, 0);
}

bool
lpn_witness_save (const char *model, const LpnNet *net, const LpnResult *result, const char *path, GError **error)
{
  Saving saving = { model, net, result, g_str_has_suffix (path, ".json") };
  return lpn_output_write (path, save, &saving, error);
}
