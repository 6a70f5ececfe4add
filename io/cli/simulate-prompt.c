/* SPDX-License-Identifier: MIT */
/* Walking by hand: commands, and what is shown after each. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/cli/simulate.h"

static const char HELP[]
    = "  NUMBER, or the id of a transition   fire it (`fire ID` where an id looks like a command)\n"
      "  (empty line)       fire the only enabled transition\n"
      "  undo [N]           go back N steps (1)              u\n"
      "  redo [N]           go on N steps that were undone   r\n"
      "  goto N             go to step N; 0 is the beginning g\n"
      "  random [N]         fire N transitions at random (1)\n"
      "  state              show signals, variables, marked places and enabled transitions again   s\n"
      "  trace              list the steps up to here        t\n"
      "  print EXPR         the value of an expression here  p\n"
      "  save FILE          write the walk: .vcd a waveform, .json JSON, else text   w\n"
      "  help               h, ?\n"
      "  quit               q\n";

typedef struct
{
  LpnSimulation *simulation;
  bool           terminal;
  bool           done;
  int            code; /* so far, of commands that do not come from a terminal */
} Prompt;

/* A command that could not be done. */
static void G_GNUC_PRINTF (2, 3) complain (Prompt *prompt, const char *format, ...)
{
  va_list args;
  fflush (stdout);
  fputs ("lpnreach: ", stderr);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  fputc ('\n', stderr);
  if (!prompt->terminal && prompt->code == LPN_EXIT_HOLDS)
    prompt->code = LPN_EXIT_USAGE;
}

/* ---- Showing ---- */

typedef enum
{
  SIGNALS,
  VARIABLES,
  PLACES,
} Group;

static Group
group_of (const LpnNet *net, guint32 element)
{
  guint32 variable = lpn_net_element_variable (net, element, NULL);
  if (variable == LPN_NONE)
    return PLACES;
  return lpn_net_variable (net, variable)->port != LPN_PORT_NONE ? SIGNALS : VARIABLES;
}

/* One line "signals    a=0 *b=1": what the last firing changed has a star. Of places, the marked ones. */
static void
show_group (const LpnSimulation *simulation, Group group, const char *title)
{
  const LpnNet        *net = simulation->net;
  const gint64        *values = lpn_walk_values (simulation->walk);
  guint                n, next = 0;
  const LpnWalkChange *changes = lpn_walk_changes (simulation->walk, &n);
  bool                 any = false;

  for (guint32 e = 0; e < lpn_net_n_elements (net); e++)
    {
      while (next < n && changes[next].element < e)
        next++;
      bool changed = next < n && changes[next].element == e;
      if (group_of (net, e) != group || (group == PLACES && values[e] == 0))
        continue;
      g_autofree char *name = lpn_net_element_name (net, e);
      if (!any)
        printf ("%-10s", title);
      any = true;
      printf (" %s%s", changed ? "*" : "", name);
      if (group != PLACES || values[e] != 1)
        printf ("=%" G_GINT64_FORMAT, values[e]);
    }
  if (any)
    putchar ('\n');
}

static void
show_enabled (LpnSimulation *simulation)
{
  LpnFaultInfo  info = { .fault = LPN_FAULT_NONE };
  const LpnNet *net = simulation->net;

  lpn_simulation_enabled (simulation, &info);
  if (simulation->enabled->len == 0)
    puts ("deadlock: nothing is enabled");
  for (guint i = 0; i < simulation->enabled->len; i++)
    {
      const LpnTransition *transition = lpn_net_transition (net, g_array_index (simulation->enabled, guint32, i));
      printf ("%6u  %s", i + 1, transition->id);
      if (lpn_net_n_modules (net) > 1 && transition->module != LPN_NONE)
        printf ("  %s", lpn_net_module (net, transition->module)->id);
      puts (transition->fail ? "  (fail)" : "");
    }
  if (info.fault != LPN_FAULT_NONE)
    {
      g_autofree char *text = lpn_fault_info_text (&info, net);
      printf ("model error: %s\n", text);
    }
}

static const char *
last_fired (const LpnSimulation *simulation)
{
  guint position = lpn_walk_position (simulation->walk);
  if (position == 0)
    return "the initial state";
  return lpn_net_transition (simulation->net,
                             g_array_index (lpn_walk_transitions (simulation->walk), guint32, position - 1))
      ->id;
}

static void
show (LpnSimulation *simulation)
{
  if (simulation->silent)
    return;
  printf ("step %u: %s\n", lpn_walk_position (simulation->walk), last_fired (simulation));
  show_group (simulation, SIGNALS, "signals");
  show_group (simulation, VARIABLES, "variables");
  show_group (simulation, PLACES, "marked");
  show_enabled (simulation);
}

/* ---- Commands ---- */

/* A command's argument as a number, `standard` where there is none. */
static bool
number (Prompt *prompt, const char *argument, guint64 standard, guint64 *value)
{
  *value = standard;
  if (argument[0] == '\0' && standard > 0)
    return true;
  if (g_ascii_string_to_unsigned (argument, 10, 0, G_MAXUINT32, value, NULL))
    return true;
  complain (prompt, "'%s' is no number of steps", argument);
  return false;
}

static void
model_error (Prompt *prompt, const LpnFaultInfo *info)
{
  g_autofree char *text = lpn_fault_info_text (info, prompt->simulation->net);
  complain (prompt, "model error: %s", text);
  if (!prompt->terminal)
    prompt->code = LPN_EXIT_MODEL;
}

static void
fire (Prompt *prompt, guint32 transition)
{
  LpnFaultInfo  info = { .fault = LPN_FAULT_NONE };
  LpnFireAnswer answer = lpn_walk_fire (prompt->simulation->walk, transition, &info);
  if (answer == LPN_FIRE_FIRED)
    show (prompt->simulation);
  else if (answer == LPN_FIRE_FAULT)
    model_error (prompt, &info);
  else
    complain (prompt, "transition %s is not enabled", lpn_net_transition (prompt->simulation->net, transition)->id);
}

static void
command_fire (Prompt *prompt, const char *id)
{
  guint32 transition = lpn_net_find_transition (prompt->simulation->net, id);
  if (transition != LPN_NONE)
    fire (prompt, transition);
  else
    complain (prompt, "there is no transition '%s'", id);
}

static void
fire_number (Prompt *prompt, guint64 i)
{
  LpnSimulation *simulation = prompt->simulation;
  lpn_simulation_enabled (simulation, NULL);
  if (i >= 1 && i <= simulation->enabled->len)
    fire (prompt, g_array_index (simulation->enabled, guint32, i - 1));
  else
    complain (prompt, "%u transition%s enabled, there is no number %" G_GUINT64_FORMAT, simulation->enabled->len,
              simulation->enabled->len == 1 ? " is" : "s are", i);
}

static void
command_empty (Prompt *prompt)
{
  lpn_simulation_enabled (prompt->simulation, NULL);
  if (prompt->simulation->enabled->len == 1)
    fire_number (prompt, 1);
  else
    show (prompt->simulation);
}

static void
go (Prompt *prompt, guint64 position)
{
  LpnWalk *walk = prompt->simulation->walk;
  if (position <= lpn_walk_length (walk))
    {
      lpn_walk_goto (walk, (guint)position);
      show (prompt->simulation);
    }
  else
    complain (prompt, "the walk has %u steps, there is no step %" G_GUINT64_FORMAT, lpn_walk_length (walk), position);
}

static void
command_undo (Prompt *prompt, const char *argument)
{
  guint   position = lpn_walk_position (prompt->simulation->walk);
  guint64 n;
  if (!number (prompt, argument, 1, &n))
    return;
  if (n > position)
    complain (prompt, "only %u steps can be undone", position);
  else
    go (prompt, position - n);
}

static void
command_redo (Prompt *prompt, const char *argument)
{
  guint64 n;
  if (number (prompt, argument, 1, &n))
    go (prompt, lpn_walk_position (prompt->simulation->walk) + n);
}

static void
command_goto (Prompt *prompt, const char *argument)
{
  guint64 n;
  if (number (prompt, argument, 0, &n))
    go (prompt, n);
}

static void
command_random (Prompt *prompt, const char *argument)
{
  LpnFaultInfo before = prompt->simulation->fault;
  guint64      n;
  if (!number (prompt, argument, 1, &n))
    return;
  prompt->simulation->fault.fault = LPN_FAULT_NONE;
  lpn_simulation_random (prompt->simulation, n);
  show (prompt->simulation);
  if (prompt->simulation->fault.fault != LPN_FAULT_NONE)
    model_error (prompt, &prompt->simulation->fault);
  prompt->simulation->fault = before;
}

static void
command_state (Prompt *prompt, const char *argument)
{
  (void)argument;
  show (prompt->simulation);
}

static void
command_trace (Prompt *prompt, const char *argument)
{
  const LpnSimulation *simulation = prompt->simulation;
  (void)argument;
  for (guint i = 0; i < lpn_walk_position (simulation->walk) && !simulation->silent; i++)
    printf (
        "%6u  %s\n", i + 1,
        lpn_net_transition (simulation->net, g_array_index (lpn_walk_transitions (simulation->walk), guint32, i))->id);
}

static void
command_print (Prompt *prompt, const char *argument)
{
  const LpnNet *net = prompt->simulation->net;
  LpnScope      scope = lpn_net_scope (net, LPN_NONE, true);
  LpnFaultInfo  info = { .transition = LPN_NONE, .element = LPN_NONE };
  gint64        value;
  g_autoptr (GError) error = NULL;
  g_autoptr (LpnExpr) expr = lpn_expr_parse (argument, &scope, LPN_TYPE_NUMBER, true, NULL, &error);

  if (expr == NULL)
    {
      g_clear_error (&error);
      expr = lpn_expr_parse (argument, &scope, LPN_TYPE_TRUTH, false, NULL, &error);
    }
  if (expr == NULL)
    complain (prompt, "%s", error->message);
  else if (!lpn_reference_eval (net, expr, lpn_walk_values (prompt->simulation->walk), &value, &info))
    model_error (prompt, &info);
  else if (!prompt->simulation->silent)
    printf ("%" G_GINT64_FORMAT "\n", value);
}

static void
command_save (Prompt *prompt, const char *argument)
{
  g_autoptr (GError) error = NULL;
  if (argument[0] == '\0')
    complain (prompt, "save needs the name of a file");
  else if (!lpn_simulation_save (prompt->simulation, argument, g_str_has_suffix (argument, ".vcd"), &error))
    complain (prompt, "%s", error->message);
}

static void
command_help (Prompt *prompt, const char *argument)
{
  (void)argument;
  if (!prompt->simulation->silent)
    fputs (HELP, stdout);
}

static void
command_quit (Prompt *prompt, const char *argument)
{
  (void)argument;
  prompt->done = true;
}

static const struct
{
  const char *name;
  const char *brief;
  void (*run) (Prompt *prompt, const char *argument);
} COMMANDS[] = { { "fire", "f", command_fire },   { "undo", "u", command_undo },      { "redo", "r", command_redo },
                 { "goto", "g", command_goto },   { "random", NULL, command_random }, { "state", "s", command_state },
                 { "trace", "t", command_trace }, { "print", "p", command_print },    { "save", "w", command_save },
                 { "help", "h", command_help },   { "?", NULL, command_help },        { "quit", "q", command_quit } };

static void
run_command (Prompt *prompt, char *line)
{
  guint64          n;
  g_autofree char *word = g_strndup (line, strcspn (line, " \t"));
  const char      *argument = line + strlen (word);

  argument += strspn (argument, " \t");
  if (line[0] == '\0')
    {
      command_empty (prompt);
      return;
    }
  if (g_ascii_string_to_unsigned (line, 10, 0, G_MAXUINT64, &n, NULL))
    {
      fire_number (prompt, n);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (COMMANDS); i++)
    if (g_str_equal (word, COMMANDS[i].name) || g_strcmp0 (word, COMMANDS[i].brief) == 0)
      {
        COMMANDS[i].run (prompt, argument);
        return;
      }
  if (lpn_net_find_transition (prompt->simulation->net, line) != LPN_NONE)
    command_fire (prompt, line);
  else
    complain (prompt, "'%s' is neither a command nor a transition (help lists the commands)", line);
}

int
lpn_simulation_prompt (LpnSimulation *simulation)
{
  Prompt prompt = { .simulation = simulation, .terminal = isatty (STDIN_FILENO) == 1 };
  char  *line = NULL;
  size_t size = 0;

  show (simulation);
  while (!prompt.done)
    {
      if (!simulation->silent)
        fputs ("> ", stdout);
      fflush (stdout);
      if (getline (&line, &size, stdin) < 0)
        break;
      g_strstrip (line);
      /* A transcript shows what was asked. */
      if (!prompt.terminal && !simulation->silent)
        puts (line);
      run_command (&prompt, line);
    }
  if (!prompt.done && !simulation->silent)
    putchar ('\n');
  free (line);
  return prompt.code;
}
