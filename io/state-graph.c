/* SPDX-License-Identifier: MIT */
#include "io/state-graph.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "io/dot.h"
#include "io/fit-id.h"
#include "io/io.h"
#include "io/output.h"

#define NAME_LETTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_."

static const char *const PORTS[]
    = { [LPN_PORT_INPUT] = ".inputs", [LPN_PORT_OUTPUT] = ".outputs", [LPN_PORT_INTERNAL] = ".internal" };

struct _LpnStateGraph
{
  const LpnNet       *net;
  LpnStateGraphFormat format;
  LpnOutput          *output;
  FILE               *out;     /* where arcs go: `body`, or the output's */
  FILE               *body;    /* .aut: its header tells the counts, so the arcs wait here; else NULL */
  char              **labels;  /* per transition */
  GString            *prefix;  /* of the names of states: "s", or longer where that could be the name of an event */
  GArray             *signals; /* guint32: variables, in the order of the code; empty without codes */
  gint64             *values;  /* of one state */
  GString            *code;
  guint64             states;
  guint64             arcs;
};

static const struct
{
  const char         *name;
  LpnStateGraphFormat format;
} FORMATS[] = { { "sg", LPN_STATE_GRAPH_SG },
                { "aut", LPN_STATE_GRAPH_AUT },
                { "dot", LPN_STATE_GRAPH_DOT },
                { "gv", LPN_STATE_GRAPH_DOT } };

bool
lpn_state_graph_format (const char *path, const char *name, LpnStateGraphFormat *format, GError **error)
{
  const char *dot = strrchr (path, '.');
  const char *wanted = name != NULL ? name : dot != NULL ? dot + 1 : "";
  for (guint i = 0; i < G_N_ELEMENTS (FORMATS); i++)
    if (g_str_equal (wanted, FORMATS[i].name))
      {
        *format = FORMATS[i].format;
        return true;
      }
  if (name != NULL)
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_FORMAT, "'%s' is no form of a state graph (sg, aut, dot or gv)",
                 name);
  else
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_FORMAT,
                 "%s: a state graph is a .sg, .aut, .dot or .gv file; give it that suffix, or say its form", path);
  return false;
}

/* ---- Names of .sg ---- */

static bool
is_signal (const LpnVariable *variable)
{
  return variable->port != LPN_PORT_NONE && !variable->is_array && variable->min >= 0 && variable->max <= 1;
}

/* A name as petrify and Workcraft read them, not in `used` yet, which then owns it. */
static const char *
make_name (const char *id, GHashTable *used)
{
  GString *name = g_string_new (NULL);
  if (!g_ascii_isalpha (id[0]) && id[0] != '_')
    g_string_append_c (name, 't');
  for (const char *p = id; *p != '\0'; p++)
    if (strchr (NAME_LETTERS, *p) != NULL)
      g_string_append_c (name, *p);
    else
      g_string_append (name, *p == '+' ? "_p" : *p == '-' ? "_m" : "_");
  return lpn_claim_id (name, used);
}

/* The signals of one port, with their names. */
static void
put_signals (LpnStateGraph *graph, LpnPort port, const char **names, GHashTable *used)
{
  const LpnNet *net = graph->net;
  bool          any = false;
  for (guint32 v = 0; v < lpn_net_n_variables (net); v++)
    {
      const LpnVariable *variable = lpn_net_variable (net, v);
      if (variable->port != port || !is_signal (variable))
        continue;
      g_autofree char *id = lpn_net_element_name (net, lpn_net_variable_element (net, v));
      names[v] = make_name (id, used);
      fprintf (graph->out, "%s %s", any ? "" : PORTS[port], names[v]);
      any = true;
    }
  if (any)
    putc ('\n', graph->out);
}

/* "a+", "b-/2": the id where it is of that form. */
static char *
edge_label (const LpnTransition *transition, const char *signal)
{
  static const char signs[] = { [LPN_EDGE_RISE] = '+', [LPN_EDGE_FALL] = '-', [LPN_EDGE_TOGGLE] = '~' };
  char             *label = g_strdup_printf ("%s%c", signal, signs[transition->edge]);
  gsize             length = strlen (label);
  const char       *rest = g_str_has_prefix (transition->id, label) ? transition->id + length : "";

  if (rest[0] == '/' && rest[1] != '\0' && strspn (rest + 1, "0123456789") == strlen (rest + 1))
    {
      g_free (label);
      label = g_strdup (transition->id);
    }
  return label;
}

/* Labels of edges; every other transition is a dummy of its own. */
static void
put_events (LpnStateGraph *graph, const char **names, GHashTable *used)
{
  const LpnNet *net = graph->net;
  bool          any = false;
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      const LpnTransition *transition = lpn_net_transition (net, t);
      if (transition->signal != LPN_NONE && names[transition->signal] != NULL)
        {
          graph->labels[t] = edge_label (transition, names[transition->signal]);
          continue;
        }
      graph->labels[t] = g_strdup (make_name (transition->id, used));
      fprintf (graph->out, "%s %s", any ? "" : ".dummy", graph->labels[t]);
      any = true;
    }
  if (any)
    putc ('\n', graph->out);
}

/* Reading it back, a state must not be taken for a signal or a dummy. */
static void
choose_prefix (GString *prefix, GHashTable *used)
{
  GHashTableIter iter;
  gpointer       name;
  g_hash_table_iter_init (&iter, used);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_str_has_prefix (name, prefix->str) && g_ascii_isdigit (((const char *)name)[prefix->len]))
      {
        g_string_append_c (prefix, '_');
        g_hash_table_iter_init (&iter, used);
      }
}

static void
begin_sg (LpnStateGraph *graph)
{
  const LpnNet           *net = graph->net;
  g_autofree const char **names = g_new0 (const char *, (gsize)lpn_net_n_variables (net) + 1);
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *model = g_strcanon (g_strdup (lpn_net_name (net)), NAME_LETTERS, '_');

  fprintf (graph->out, ".model %s\n", model);
  for (LpnPort port = LPN_PORT_INPUT; port <= LPN_PORT_INTERNAL; port++)
    put_signals (graph, port, names, used);
  put_events (graph, names, used);
  choose_prefix (graph->prefix, used);
  fputs (".state graph\n", graph->out);
}

/* ---- Any form ---- */

static void
begin (LpnStateGraph *graph)
{
  guint32 n = lpn_net_n_transitions (graph->net);
  graph->labels = g_new0 (char *, (gsize)n + 1);
  if (graph->format == LPN_STATE_GRAPH_SG)
    {
      begin_sg (graph);
      return;
    }
  for (guint32 t = 0; t < n; t++)
    {
      graph->labels[t] = g_strdup (lpn_net_transition (graph->net, t)->id);
      if (graph->format == LPN_STATE_GRAPH_AUT)
        g_strdelimit (graph->labels[t], "\"\n\r", '\'');
    }
  if (graph->format == LPN_STATE_GRAPH_DOT)
    {
      fputs ("digraph \"", graph->out);
      lpn_dot_text (graph->out, lpn_net_name (graph->net));
      fputs ("\" {\n  node [shape=ellipse, fontsize=10];\n  edge [fontsize=10];\n  s0 [peripheries=2];\n", graph->out);
    }
}

static void
find_signals (LpnStateGraph *graph)
{
  for (LpnPort port = LPN_PORT_INPUT; port <= LPN_PORT_INTERNAL; port++)
    for (guint32 v = 0; v < lpn_net_n_variables (graph->net); v++)
      if (lpn_net_variable (graph->net, v)->port == port && is_signal (lpn_net_variable (graph->net, v)))
        g_array_append_val (graph->signals, v);
}

static void
graph_free (LpnStateGraph *graph)
{
  if (graph->body != NULL)
    fclose (graph->body);
  g_strfreev (graph->labels);
  g_array_unref (graph->signals);
  g_free (graph->values);
  g_string_free (graph->code, TRUE);
  g_string_free (graph->prefix, TRUE);
  g_free (graph);
}

LpnStateGraph *
lpn_state_graph_open (const char *path, LpnStateGraphFormat format, bool codes, const LpnNet *net, GError **error)
{
  LpnStateGraph *graph = g_new0 (LpnStateGraph, 1);
  graph->net = net;
  graph->format = format;
  graph->signals = g_array_new (FALSE, FALSE, sizeof (guint32));
  graph->values = g_new (gint64, (gsize)lpn_net_n_elements (net) + 1);
  graph->code = g_string_new (NULL);
  graph->prefix = g_string_new ("s");
  if (codes)
    find_signals (graph);
  if (codes && (format == LPN_STATE_GRAPH_AUT || graph->signals->len == 0))
    g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_UNSUPPORTED, "%s: %s, so no codes can be written", path,
                 format == LPN_STATE_GRAPH_AUT ? "states of .aut have only numbers" : "the model has no signals");
  else
    graph->output = lpn_output_open (path, error);
  if (graph->output != NULL && format == LPN_STATE_GRAPH_AUT && (graph->body = tmpfile ()) == NULL)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, "%s: no temporary file for it: %s", path,
                   g_strerror (errno));
      lpn_output_close (g_steal_pointer (&graph->output), false, NULL);
    }
  if (graph->output == NULL)
    {
      graph_free (graph);
      return NULL;
    }
  graph->out = graph->body != NULL ? graph->body : lpn_output_file (graph->output);
  begin (graph);
  return graph;
}

/* "_0110", or nothing without codes. `next` NULL: of the initial state. */
static const char *
code_of (LpnStateGraph *graph, const LpnNext *next, const guint32 *tuple)
{
  g_string_assign (graph->code, "_");
  if (graph->signals->len == 0)
    return "";
  if (next != NULL)
    lpn_next_decode (next, tuple, graph->values);
  else
    lpn_net_initial (graph->net, graph->values);
  for (guint i = 0; i < graph->signals->len; i++)
    {
      guint32 element = lpn_net_variable_element (graph->net, g_array_index (graph->signals, guint32, i));
      g_string_append_c (graph->code, graph->values[element] != 0 ? '1' : '0');
    }
  return graph->code->str;
}

static void
put_dot (LpnStateGraph *graph, const LpnStateArcs *arcs)
{
  if (graph->signals->len > 0)
    fprintf (graph->out, "  s%u [label=\"s%u\\n%s\"];\n", arcs->state, arcs->state,
             code_of (graph, arcs->next, arcs->tuple) + 1);
  else if (arcs->successors->n == 0)
    fprintf (graph->out, "  s%u;\n", arcs->state);
  for (guint i = 0; i < arcs->successors->n; i++)
    {
      fprintf (graph->out, "  s%u -> s%u [label=\"", arcs->state, arcs->numbers[i]);
      lpn_dot_text (graph->out, graph->labels[arcs->successors->transitions[i]]);
      fputs ("\"];\n", graph->out);
    }
}

static void
put_sg (LpnStateGraph *graph, const LpnStateArcs *arcs, guint n_components)
{
  const LpnSuccessors *successors = arcs->successors;
  g_autofree char     *source = g_strdup (code_of (graph, arcs->next, arcs->tuple));
  if (arcs->state == 0 && successors->n == 0) /* no arc names it, but the marking does */
    fprintf (graph->out, "%s0%s\n", graph->prefix->str, source);
  for (guint i = 0; i < successors->n; i++)
    fprintf (graph->out, "%s%u%s %s %s%u%s\n", graph->prefix->str, arcs->state, source,
             graph->labels[successors->transitions[i]], graph->prefix->str, arcs->numbers[i],
             code_of (graph, arcs->next, successors->tuples + (gsize)i * n_components));
}

bool
lpn_state_graph_arcs (const LpnStateArcs *arcs, gpointer data)
{
  LpnStateGraph *graph = data;
  errno = 0;
  if (graph->format == LPN_STATE_GRAPH_SG)
    put_sg (graph, arcs, lpn_partition_n_components (lpn_next_partition (arcs->next)));
  else if (graph->format == LPN_STATE_GRAPH_DOT)
    put_dot (graph, arcs);
  else
    for (guint i = 0; i < arcs->successors->n; i++)
      fprintf (graph->out, "(%u, \"%s\", %u)\n", arcs->state, graph->labels[arcs->successors->transitions[i]],
               arcs->numbers[i]);
  graph->states++;
  graph->arcs += arcs->successors->n;
  return !ferror (graph->out) || lpn_output_failed (graph->output);
}

/* The header of .aut, then the arcs gathered. */
static bool
copy_body (LpnStateGraph *graph)
{
  FILE *out = lpn_output_file (graph->output);
  char  buffer[1 << 14];
  gsize n;

  fprintf (out, "des (0, %" PRIu64 ", %" PRIu64 ")\n", graph->arcs, graph->states);
  if (fflush (graph->body) != 0)
    return false;
  rewind (graph->body);
  while ((n = fread (buffer, 1, sizeof buffer, graph->body)) > 0)
    if (fwrite (buffer, 1, n, out) != n)
      return false;
  return !ferror (graph->body);
}

bool
lpn_state_graph_close (LpnStateGraph *graph, const LpnResult *result, GError **error)
{
  bool keep = result != NULL && result->ended == LPN_ENDED_COMPLETE;
  errno = 0;
  if (keep && graph->format == LPN_STATE_GRAPH_AUT && !copy_body (graph))
    lpn_output_failed (graph->output);
  if (keep && graph->format == LPN_STATE_GRAPH_DOT)
    fputs ("}\n", graph->out);
  if (keep && graph->format == LPN_STATE_GRAPH_SG)
    fprintf (graph->out, ".marking {%s0%s}\n.end\n", graph->prefix->str, code_of (graph, NULL, NULL));
  /* A failure while writing stops the search, and is to be told. */
  if (!keep && ferror (graph->out))
    keep = true;
  bool ok = lpn_output_close (graph->output, keep, error);
  graph_free (graph);
  return ok;
}
