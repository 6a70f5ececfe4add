/* SPDX-License-Identifier: MIT */
/* lpnreach simulate: walk through a model along a witness, at random or by hand. */
#include "io/cli/simulate.h"

#include <string.h>

#include "base/mix.h"
#include "io/json.h"
#include "io/output.h"
#include "io/trace.h"
#include "io/witness.h"

/* Of a longer walk on the screen, the middle is left out. */
#define MAX_STEPS_SHOWN 100

typedef struct
{
  char          **words;
  char           *replay;
  char           *random;
  char           *witness;
  char           *vcd;
  gint64          seed;
  gboolean        has_seed;
  gint            number;
  gboolean        places;
  gboolean        interactive;
  gboolean        json;
  LpnModelOptions model_options;
  const char     *ended; /* "steps", "deadlock", "error" or "quit" */
} Simulate;

void
lpn_simulation_enabled (LpnSimulation *simulation, LpnFaultInfo *info)
{
  g_array_set_size (simulation->enabled, 0);
  lpn_walk_enabled (simulation->walk, simulation->enabled, info);
}

/* The same numbers on every machine, from 0 to n - 1. */
static guint
choose (LpnSimulation *simulation, guint n)
{
  simulation->random += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint)((lpn_mix64 (simulation->random) >> 32) * n >> 32);
}

guint64
lpn_simulation_random (LpnSimulation *simulation, guint64 steps)
{
  for (guint64 i = 0; i < steps; i++)
    {
      LpnFaultInfo info = { .fault = LPN_FAULT_NONE };
      lpn_simulation_enabled (simulation, NULL);
      if (simulation->enabled->len == 0)
        return i;
      guint32 t = g_array_index (simulation->enabled, guint32, choose (simulation, simulation->enabled->len));
      if (lpn_walk_fire (simulation->walk, t, &info) != LPN_FIRE_FIRED)
        {
          simulation->fault = info;
          return i;
        }
    }
  return steps;
}

/* The walk up to here as a witness. The transitions are the caller's to free. */
static LpnWitness
make_witness (const LpnSimulation *simulation)
{
  LpnWitness witness = { .transitions = g_array_new (FALSE, FALSE, sizeof (guint32)),
                         .culprit = { LPN_NONE, LPN_NONE, LPN_NONE },
                         .fault = simulation->fault };
  g_array_append_vals (witness.transitions, lpn_walk_transitions (simulation->walk)->data,
                       lpn_walk_position (simulation->walk));
  return witness;
}

bool
lpn_simulation_save (const LpnSimulation *simulation, const char *path, bool vcd, GError **error)
{
  LpnWitness witness = make_witness (simulation);
  LpnResult  result = { .error_witness = &witness };
  bool       ok = vcd ? lpn_witness_vcd (simulation->net, &result, path, simulation->places, error)
                      : lpn_witness_save (simulation->model, simulation->net, &result, path, error);
  g_array_unref (witness.transitions);
  return ok;
}

/* ---- Along a witness ---- */

static bool
replay (const Simulate *options, LpnSimulation *simulation, GError **error)
{
  g_autoptr (LpnTrace) trace = lpn_trace_read (options->replay, simulation->net, (guint)options->number, error);
  for (guint i = 0; trace != NULL && i < trace->transitions->len; i++)
    {
      guint32          t = g_array_index (trace->transitions, guint32, i);
      guint            line = g_array_index (trace->lines, guint, i);
      g_autofree char *where = line > 0 ? g_strdup_printf (":%u", line) : g_strdup ("");
      LpnFaultInfo     info = { .fault = LPN_FAULT_NONE };
      LpnFireAnswer    answer = lpn_walk_fire (simulation->walk, t, &info);
      if (answer == LPN_FIRE_DISABLED)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "%s%s: step %u: transition %s is not enabled",
                       options->replay, where, i + 1, lpn_net_transition (simulation->net, t)->id);
          return false;
        }
      if (answer == LPN_FIRE_FAULT)
        {
          simulation->fault = info;
          break;
        }
    }
  return trace != NULL;
}

/* ---- What comes out ---- */

static void
put_text (const Simulate *options, LpnSimulation *simulation, GString *out)
{
  LpnWitness   witness = make_witness (simulation);
  LpnResult    result = { .error_witness = &witness };
  LpnFaultInfo info = { .fault = LPN_FAULT_NONE };

  if (options->random != NULL)
    g_string_append_printf (out, "seed %" G_GINT64_FORMAT "\n", options->seed);
  lpn_witness_text (simulation->net, &result, MAX_STEPS_SHOWN, out);
  lpn_simulation_enabled (simulation, &info);
  g_string_append (out, simulation->enabled->len > 0 ? "  enabled:" : "  deadlock: nothing is enabled");
  for (guint i = 0; i < simulation->enabled->len; i++)
    g_string_append_printf (out, " %s",
                            lpn_net_transition (simulation->net, g_array_index (simulation->enabled, guint32, i))->id);
  g_string_append_c (out, '\n');
  g_array_unref (witness.transitions);
}

static void
put_json (const Simulate *options, LpnSimulation *simulation, GString *out)
{
  LpnWitness witness = make_witness (simulation);
  LpnResult  result = { .error_witness = &witness };
  LpnJson    json = lpn_json (out);

  lpn_json_object (&json, NULL);
  lpn_json_string (&json, "model", simulation->model);
  lpn_json_string (&json, "ended", options->ended);
  if (options->random != NULL)
    lpn_json_int (&json, "seed", options->seed);
  lpn_json_uint (&json, "steps", witness.transitions->len);
  lpn_simulation_enabled (simulation, NULL);
  lpn_json_array (&json, "enabled");
  for (guint i = 0; i < simulation->enabled->len; i++)
    lpn_json_string (&json, NULL,
                     lpn_net_transition (simulation->net, g_array_index (simulation->enabled, guint32, i))->id);
  lpn_json_end (&json);
  lpn_json_array (&json, "witnesses");
  lpn_witness_json (simulation->net, &result, &json);
  lpn_json_end (&json);
  lpn_json_end (&json);
  g_string_append_c (out, '\n');
  g_array_unref (witness.transitions);
}

static bool
write_out (const Simulate *options, LpnSimulation *simulation, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  if (options->json)
    put_json (options, simulation, text);
  else if (!options->interactive)
    put_text (options, simulation, text);
  return lpn_output_text ("-", text, error)
         && (options->witness == NULL || lpn_simulation_save (simulation, options->witness, false, error))
         && (options->vcd == NULL || lpn_simulation_save (simulation, options->vcd, true, error));
}

/* ---- The walk ---- */

/* Whoever goes on by hand has been told of the error, and may leave it behind. */
static void
tell_fault (LpnSimulation *simulation)
{
  if (simulation->fault.fault == LPN_FAULT_NONE)
    return;
  g_autofree char *text = lpn_fault_info_text (&simulation->fault, simulation->net);
  lpn_cli_fail ("model error: %s", text);
  simulation->fault.fault = LPN_FAULT_NONE;
}

static int
walk (Simulate *options, LpnSimulation *simulation)
{
  g_autoptr (GError) error = NULL;
  guint64 steps = 0;
  int     code = LPN_EXIT_HOLDS;

  if (options->random != NULL && !lpn_cli_count (options->random, &steps, &error))
    return lpn_cli_fail ("--random: %s", error->message);
  if (options->replay != NULL && !replay (options, simulation, &error))
    return lpn_cli_fail_error (error);
  options->ended = "steps";
  if (options->random != NULL && simulation->fault.fault == LPN_FAULT_NONE
      && lpn_simulation_random (simulation, steps) < steps)
    options->ended = "deadlock";
  if (options->interactive)
    {
      tell_fault (simulation);
      code = lpn_simulation_prompt (simulation);
      options->ended = "quit";
    }
  if (simulation->fault.fault != LPN_FAULT_NONE)
    {
      code = LPN_EXIT_MODEL;
      options->ended = "error";
    }
  return write_out (options, simulation, &error) ? code : lpn_cli_fail_error (error);
}

static int
simulate (Simulate *options)
{
  LpnSimulation simulation = { 0 };
  int           code = LPN_EXIT_USAGE;

  if (options->number < 1)
    return lpn_cli_fail ("--number counts from 1");
  if (!options->has_seed)
    options->seed = (gint64)g_random_int ();
  options->interactive = options->interactive || (options->replay == NULL && options->random == NULL);
  if (options->interactive && options->words != NULL && g_strv_contains ((const char *const *)options->words, "-"))
    return lpn_cli_fail ("the standard input holds the commands, it cannot be the model too");
  simulation.net = lpn_cli_load (options->words, &options->model_options);
  if (simulation.net == NULL)
    return LPN_EXIT_USAGE;
  g_autofree char *model = g_strjoinv (" ", options->words);
  simulation.model = model;
  simulation.places = options->places;
  simulation.silent = options->json;
  simulation.random = (guint64)options->seed;
  simulation.walk = lpn_walk_new (simulation.net);
  simulation.enabled = g_array_new (FALSE, FALSE, sizeof (guint32));
  code = walk (options, &simulation);
  g_array_unref (simulation.enabled);
  lpn_walk_free (simulation.walk);
  lpn_net_free (simulation.net);
  return code;
}

static gboolean
seed_option (const char *name, const char *value, gpointer data, GError **error)
{
  Simulate *options = data;
  options->has_seed = g_ascii_string_to_signed (value, 10, 0, G_MAXINT64, &options->seed, NULL);
  if (!options->has_seed)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: '%s' is no seed (0, 1, 2 ...)", name, value);
  return options->has_seed;
}

int
lpn_cli_simulate (int argc, char **argv)
{
  Simulate           options = { .number = 1 };
  const GOptionEntry entries[]
      = { { "replay", 'r', 0, G_OPTION_ARG_FILENAME, &options.replay,
            "Fire what FILE says: a witness as text or JSON, or ids of transitions", "FILE" },
          { "number", 0, 0, G_OPTION_ARG_INT, &options.number, "The N-th witness of FILE (default 1)", "N" },
          { "random", 'n', 0, G_OPTION_ARG_FILENAME, &options.random, "Fire N transitions at random", "N" },
          { "seed", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, LPN_CLI_CALLBACK (seed_option),
            "Of the random choices: the same seed gives the same walk", "S" },
          { "interactive", 'i', 0, G_OPTION_ARG_NONE, &options.interactive,
            "Then take commands (the default without --replay and --random)", NULL },
          { "witness", 'w', 0, G_OPTION_ARG_FILENAME, &options.witness,
            "Write the walk: JSON if FILE ends in .json, else text", "FILE" },
          { "vcd", 0, 0, G_OPTION_ARG_FILENAME, &options.vcd, "Write the walk as a waveform, for GTKWave", "FILE" },
          { "vcd-places", 0, 0, G_OPTION_ARG_NONE, &options.places, "Show places in waveforms too", NULL },
          { "json", 'j', 0, G_OPTION_ARG_NONE, &options.json, "Print the walk as one JSON object, at its end", NULL },
          { 0 } };
  g_autoptr (GOptionContext) context = lpn_cli_context (
      "simulate", entries, &options.words,
      "Commands are read from the standard input, a terminal or not: `help` lists them. Exit code: 0 done, 2 bad "
      "input\n"
      "or usage (of commands that do not come from a terminal: one that could not be done), 4 an error of the model.",
      &options);
  int code = LPN_EXIT_USAGE;

  g_option_context_add_group (context, lpn_cli_model_group (&options.model_options));
  if (lpn_cli_parse (context, argc, argv))
    code = simulate (&options);
  g_strfreev (options.words);
  g_free (options.replay);
  g_free (options.random);
  g_free (options.witness);
  g_free (options.vcd);
  return code;
}
