/* SPDX-License-Identifier: MIT */
/* lpnreach check: answer questions about the reachable states, with witnesses. */
#include <string.h>

#include "io/cli/run.h"

typedef struct
{
  char   **invariants;
  char   **reaches;
  char   **properties;
  gboolean deadlock;
  gboolean all;

  GArray    *questions; /* LpnQuestion */
  GPtrArray *exprs;     /* parsed here; those of the model are the net's */
} Check;

static void
ask (Check *check, LpnQuestionKind kind, const char *id, const LpnExpr *expr)
{
  LpnQuestion question = { kind, id, expr };
  g_array_append_val (check->questions, question);
}

static bool
ask_expressions (Check *check, const LpnNet *net, LpnQuestionKind kind, const char *option, char **texts,
                 GError **error)
{
  LpnScope  scope = lpn_net_scope (net, LPN_NONE, true);
  LpnOrigin origin = { .what = option };
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      LpnExpr *expr = lpn_expr_parse (texts[i], &scope, LPN_TYPE_TRUTH, false, &origin, error);
      if (expr == NULL)
        return false;
      g_ptr_array_add (check->exprs, expr);
      ask (check, kind, texts[i], expr);
    }
  return true;
}

static void
ask_property (Check *check, const LpnProperty *property)
{
  static const LpnQuestionKind kinds[] = { [LPN_PROPERTY_INVARIANT] = LPN_QUESTION_INVARIANT,
                                           [LPN_PROPERTY_REACH] = LPN_QUESTION_REACH,
                                           [LPN_PROPERTY_DEADLOCK] = LPN_QUESTION_DEADLOCK };
  ask (check, kinds[property->kind], property->id, property->expr);
}

static bool
ask_properties (Check *check, const LpnNet *net, GError **error)
{
  guint32                 n = lpn_net_n_properties (net);
  g_autofree const char **ids = g_new0 (const char *, n + 1);

  for (guint32 p = 0; p < n; p++)
    ids[p] = lpn_net_property (net, p)->id;
  for (guint i = 0; check->properties != NULL && check->properties[i] != NULL; i++)
    {
      guint32 p = lpn_net_find_property (net, check->properties[i]);
      if (p == LPN_NONE)
        {
          g_autofree char *known = n > 0 ? g_strjoinv (", ", (char **)ids) : g_strdup ("none");
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_UNKNOWN, "the model has no property '%s' (it has: %s)",
                       check->properties[i], known);
          return false;
        }
      ask_property (check, lpn_net_property (net, p));
    }
  return true;
}

static bool
has_fail_transitions (const LpnNet *net)
{
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    if (lpn_net_transition (net, t)->fail)
      return true;
  return false;
}

/* What the options ask, or everything the model says of itself. */
static bool
make_questions (Check *check, const LpnNet *net, GError **error)
{
  bool asked = check->deadlock || check->invariants != NULL || check->reaches != NULL || check->properties != NULL;

  if (check->deadlock)
    ask (check, LPN_QUESTION_DEADLOCK, "deadlock", NULL);
  if (!ask_expressions (check, net, LPN_QUESTION_INVARIANT, "--invariant", check->invariants, error)
      || !ask_expressions (check, net, LPN_QUESTION_REACH, "--reach", check->reaches, error)
      || !ask_properties (check, net, error))
    return false;
  for (guint32 p = 0; !asked && p < lpn_net_n_properties (net); p++)
    ask_property (check, lpn_net_property (net, p));
  if (has_fail_transitions (net))
    ask (check, LPN_QUESTION_FAIL, "fail", NULL);
  if (check->questions->len > 0)
    return true;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
               "the model has no properties of its own: ask with --deadlock, --invariant or --reach");
  return false;
}

static int
check_model (Check *check, LpnCliRun *run)
{
  g_autoptr (GError) error = NULL;
  int code = lpn_cli_run_open (run);

  if (code != LPN_EXIT_HOLDS)
    return code;
  if (!make_questions (check, run->net, &error))
    return lpn_cli_fail_error (error);
  run->options.questions = (const LpnQuestion *)check->questions->data;
  run->options.n_questions = check->questions->len;
  run->options.all = check->all;
  run->options.witness = true;
  code = lpn_cli_run_search (run);
  return code == LPN_EXIT_HOLDS ? lpn_cli_run_finish (run) : code;
}

int
lpn_cli_check (int argc, char **argv)
{
  Check              check = { 0 };
  LpnCliRun          run = { 0 };
  const GOptionEntry entries[]
      = { { "deadlock", 'd', 0, G_OPTION_ARG_NONE, &check.deadlock, "Is there a state where nothing is enabled?",
            NULL },
          { "invariant", 'i', 0, G_OPTION_ARG_FILENAME_ARRAY, &check.invariants,
            "Does EXPR hold in every state? (repeatable)", "EXPR" },
          { "reach", 'r', 0, G_OPTION_ARG_FILENAME_ARRAY, &check.reaches, "Does EXPR hold in some state? (repeatable)",
            "EXPR" },
          { "property", 'p', 0, G_OPTION_ARG_FILENAME_ARRAY, &check.properties, "A property of the model (repeatable)",
            "ID" },
          { "all", 'a', 0, G_OPTION_ARG_NONE, &check.all, "Go on after the first answer until all are found", NULL },
          { 0 } };
  g_autoptr (GOptionContext) context = lpn_cli_run_context (
      &run, "check", entries,
      "Without --deadlock, --invariant, --reach or --property, all properties of the model are asked. Firing a\n"
      "transition marked `fail` is always looked for. The search stops at the first answer unless --all is given.\n"
      "Exit code: 0 all hold, 1 violated (or reached), 2 bad input or usage, 3 a limit or interrupted, 4 an error of\n"
      "the model.");
  int code = LPN_EXIT_USAGE;

  check.questions = g_array_new (FALSE, FALSE, sizeof (LpnQuestion));
  check.exprs = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_expr_free);
  if (lpn_cli_parse (context, argc, argv))
    code = check_model (&check, &run);
  lpn_cli_run_clear (&run);
  g_array_unref (check.questions);
  g_ptr_array_unref (check.exprs);
  g_strfreev (check.invariants);
  g_strfreev (check.reaches);
  g_strfreev (check.properties);
  return code;
}
