/* SPDX-License-Identifier: MIT */
/* lpnreach explore: count the reachable states, and write down their graph. */
#include "io/cli/run.h"
#include "io/state-graph.h"

/* The largest state graph written when no limit is given. */
#define MAX_GRAPH_STATES 1000000

typedef struct
{
  char    *path;
  char    *format;
  gboolean codes;
} Drawing;

static LpnStateGraph *
open_graph (const Drawing *drawing, LpnCliRun *run, GError **error)
{
  LpnStateGraphFormat format;
  if (!lpn_state_graph_format (drawing->path, drawing->format, &format, error))
    return NULL;
  LpnStateGraph *graph = lpn_state_graph_open (drawing->path, format, drawing->codes, run->net, error);
  run->options.arcs = lpn_state_graph_arcs;
  run->options.arcs_data = graph;
  return graph;
}

static void
tell_dropped (const char *path, const LpnResult *result, bool own_limit)
{
  if (result->verdict == LPN_VERDICT_ERROR)
    lpn_cli_fail ("%s: not written: the model has an error", path);
  else if (result->ended == LPN_ENDED_STATES && own_limit)
    lpn_cli_fail ("%s: not written: the graph has more than %d states (--state-limit allows more)", path,
                  MAX_GRAPH_STATES);
  else
    lpn_cli_fail ("%s: not written: the search did not complete (%s)", path, lpn_ended_name (result->ended));
}

static int
search_and_draw (const Drawing *drawing, LpnCliRun *run)
{
  g_autoptr (GError) error = NULL;
  LpnStateGraph *graph = open_graph (drawing, run, &error);
  bool           own_limit = run->options.state_limit == 0;

  if (graph == NULL)
    return lpn_cli_fail_error (error);
  if (own_limit)
    run->options.state_limit = MAX_GRAPH_STATES + 1;
  int code = lpn_cli_run_search (run);
  if (!lpn_state_graph_close (graph, run->result, &error))
    return lpn_cli_fail_error (error);
  if (code == LPN_EXIT_HOLDS && run->result->ended != LPN_ENDED_COMPLETE)
    tell_dropped (drawing->path, run->result, own_limit);
  return code;
}

static int
explore_model (const Drawing *drawing, LpnCliRun *run)
{
  int code = lpn_cli_run_open (run);
  if (code == LPN_EXIT_HOLDS)
    code = drawing->path != NULL ? search_and_draw (drawing, run) : lpn_cli_run_search (run);
  return code == LPN_EXIT_HOLDS ? lpn_cli_run_finish (run) : code;
}

int
lpn_cli_explore (int argc, char **argv)
{
  LpnCliRun          run = { 0 };
  Drawing            drawing = { 0 };
  const GOptionEntry entries[]
      = { { "state-graph", 'g', 0, G_OPTION_ARG_FILENAME, &drawing.path,
            "Write the state graph: petrify's .sg, Aldebaran's .aut, Graphviz .dot or .gv", "FILE" },
          { "state-graph-format", 0, 0, G_OPTION_ARG_FILENAME, &drawing.format,
            "sg, aut, dot or gv (default: by the suffix of FILE)", "FORMAT" },
          { "state-codes", 0, 0, G_OPTION_ARG_NONE, &drawing.codes,
            "Name states by number and signal values, s5_0110 (.sg, .dot)", NULL },
          { 0 } };
  g_autoptr (GOptionContext) context = lpn_cli_run_context (
      &run, "explore", entries,
      "A MODEL is a file, - for the standard input, or a family with parameters (peterson:4).\n"
      "Several compose as modules. A state graph is written while the states are found, of up to " G_STRINGIFY (
          MAX_GRAPH_STATES) " states\n"
                            "unless --state-limit says otherwise; the file is complete or not there. Exit code: 0 "
                            "explored completely,\n"
                            "2 bad input or usage, 3 a limit or interrupted, 4 an error of the model.");
  int code = LPN_EXIT_USAGE;

  if (lpn_cli_parse (context, argc, argv))
    code = explore_model (&drawing, &run);
  lpn_cli_run_clear (&run);
  g_free (drawing.path);
  g_free (drawing.format);
  return code;
}
