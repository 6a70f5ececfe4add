/* SPDX-License-Identifier: MIT */
#include "io/cli/questions.h"

#include <string.h>

#include "lpn/signals.h"

GOptionEntry *
lpn_cli_questions_entries (LpnCliQuestions *asks)
{
  const GOptionEntry entries[] = {
    { "deadlock", 'd', 0, G_OPTION_ARG_NONE, &asks->deadlock, "Is there a state where nothing is enabled?", NULL },
    { "invariant", 'i', 0, G_OPTION_ARG_FILENAME_ARRAY, &asks->invariants,
      "Does EXPR hold in every state? (repeatable)", "EXPR" },
    { "reach", 'r', 0, G_OPTION_ARG_FILENAME_ARRAY, &asks->reaches, "Does EXPR hold in some state? (repeatable)",
      "EXPR" },
    { "property", 'p', 0, G_OPTION_ARG_FILENAME_ARRAY, &asks->properties, "A property of the model (repeatable)",
      "ID" },
    { "mutex", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &asks->mutexes,
      "Do two conditions never hold together? (repeatable). With one word, a place: see --mutex-place", "EXPR EXPR" },
    { "circuit", 'c', 0, G_OPTION_ARG_NONE, &asks->circuit,
      "All usual questions about a circuit, and what the model says of itself, answered in a table", NULL },
    { "safe", 0, 0, G_OPTION_ARG_NONE, &asks->safe, "Does no place ever hold more tokens than its capacity?", NULL },
    { "consistent", 0, 0, G_OPTION_ARG_NONE, &asks->consistent, "Do rises and falls of every signal alternate?", NULL },
    { "persistent", 0, 0, G_OPTION_ARG_NONE, &asks->persistent,
      "Is no excited output or internal signal disabled by another signal?", NULL },
    { "mutex-place", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &asks->mutex_places,
      "An arbiter chooses at this place: no matter for --persistent (repeatable)", "PLACE" },
    { "input-proper", 0, 0, G_OPTION_ARG_NONE, &asks->input_proper,
      "Is no input disabled by an output or internal signal, nor triggered by an internal one?", NULL },
    { "csc", 0, 0, G_OPTION_ARG_NONE, &asks->csc,
      "Are the same outputs and internal signals excited in all states of the same code?", NULL },
    { "usc", 0, 0, G_OPTION_ARG_NONE, &asks->usc, "Has every state a code of its own?", NULL },
    { "disabling", 0, 0, G_OPTION_ARG_NONE, &asks->disabling,
      "Is no transition disabled by another with which it shares no input place?", NULL },
    { 0 }
  };
  return g_memdup2 (entries, sizeof entries);
}

static void
append (char ***list, const char *text)
{
  guint n = *list != NULL ? g_strv_length (*list) : 0;
  *list = g_renew (char *, *list, n + 2);
  (*list)[n] = g_strdup (text);
  (*list)[n + 1] = NULL;
}

/* Could this word be a model? */
static bool
is_model (const char *word)
{
  return g_str_equal (word, "-") || g_file_test (word, G_FILE_TEST_EXISTS) || lpn_cli_family (word, NULL) != NULL;
}

/* Is some word beside the arguments from `from` up to `to` a model? */
static bool
model_elsewhere (int argc, char **argv, int from, int to)
{
  for (int i = 1; i < argc; i++)
    if ((i < from || i >= to) && (argv[i][0] != '-' || argv[i][1] == '\0') && is_model (argv[i]))
      return true;
  return false;
}

bool
lpn_cli_questions_take_mutex (LpnCliQuestions *asks, int *argc, char **argv, GError **error)
{
  int to = 1;
  for (int i = 1; i < *argc; i++)
    {
      const char *word = i + 1 < *argc ? argv[i + 1] : NULL;
      const char *second = i + 2 < *argc ? argv[i + 2] : NULL;
      if (g_str_has_prefix (argv[i], "--mutex="))
        {
          append (&asks->mutex_places, argv[i] + strlen ("--mutex="));
          continue;
        }
      if (!g_str_equal (argv[i], "--mutex"))
        {
          argv[to++] = argv[i];
          continue;
        }
      if (word == NULL)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "--mutex: expected two expressions, or a place where an arbiter chooses");
          return false;
        }
      i++;
      if (second == NULL || (second[0] == '-' && second[1] != '\0' && !g_str_has_prefix (second, "-("))
          || is_model (second) || !model_elsewhere (*argc, argv, i - 1, i + 2))
        append (&asks->mutex_places, word);
      else
        {
          append (&asks->mutexes, word);
          append (&asks->mutexes, second);
          i++;
        }
    }
  argv[to] = NULL;
  *argc = to;
  return true;
}

static LpnQuestion *
ask (LpnCliQuestions *asks, LpnQuestionKind kind, const char *id, const LpnExpr *expr)
{
  LpnQuestion question = { .kind = kind, .id = id, .expr = expr };
  g_array_append_val (asks->questions, question);
  return &g_array_index (asks->questions, LpnQuestion, asks->questions->len - 1);
}

/* Returns: borrowed. */
static LpnExpr *
parse (LpnCliQuestions *asks, const LpnNet *net, const char *option, const char *text, GError **error)
{
  LpnScope  scope = lpn_net_scope (net, LPN_NONE, true);
  LpnOrigin origin = { .what = option };
  LpnExpr  *expr = lpn_expr_parse (text, &scope, LPN_TYPE_TRUTH, false, &origin, error);
  if (expr != NULL)
    g_ptr_array_add (asks->exprs, expr);
  return expr;
}

static bool
ask_expressions (LpnCliQuestions *asks, const LpnNet *net, LpnQuestionKind kind, const char *option, char **texts,
                 GError **error)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      LpnExpr *expr = parse (asks, net, option, texts[i], error);
      if (expr == NULL)
        return false;
      ask (asks, kind, texts[i], expr);
    }
  return true;
}

static bool
ask_mutexes (LpnCliQuestions *asks, const LpnNet *net, GError **error)
{
  for (guint i = 0; asks->mutexes != NULL && asks->mutexes[i] != NULL; i += 2)
    {
      const LpnExpr *a = parse (asks, net, "--mutex", asks->mutexes[i], error);
      const LpnExpr *b = a != NULL ? parse (asks, net, "--mutex", asks->mutexes[i + 1], error) : NULL;
      if (b == NULL)
        return false;
      g_ptr_array_add (asks->texts, g_strdup_printf ("%s, %s", asks->mutexes[i], asks->mutexes[i + 1]));
      LpnExpr *both = lpn_expr_new_binary (LPN_EXPR_AND, lpn_expr_copy (a), lpn_expr_copy (b));
      g_ptr_array_add (asks->exprs, lpn_expr_new_unary (LPN_EXPR_NOT, both));
      ask (asks, LPN_QUESTION_MUTEX, asks->texts->pdata[asks->texts->len - 1],
           asks->exprs->pdata[asks->exprs->len - 1]);
    }
  return true;
}

static void
ask_property (LpnCliQuestions *asks, const LpnProperty *property)
{
  static const LpnQuestionKind kinds[] = { [LPN_PROPERTY_INVARIANT] = LPN_QUESTION_INVARIANT,
                                           [LPN_PROPERTY_REACH] = LPN_QUESTION_REACH,
                                           [LPN_PROPERTY_DEADLOCK] = LPN_QUESTION_DEADLOCK };
  ask (asks, kinds[property->kind], property->id, property->expr);
}

static bool
ask_properties (LpnCliQuestions *asks, const LpnNet *net, GError **error)
{
  guint32                 n = lpn_net_n_properties (net);
  g_autofree const char **ids = g_new0 (const char *, n + 1);

  for (guint32 p = 0; p < n; p++)
    ids[p] = lpn_net_property (net, p)->id;
  for (guint i = 0; asks->properties != NULL && asks->properties[i] != NULL; i++)
    {
      guint32 p = lpn_net_find_property (net, asks->properties[i]);
      if (p == LPN_NONE)
        {
          g_autofree char *known = n > 0 ? g_strjoinv (", ", (char **)ids) : g_strdup ("none");
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_UNKNOWN, "the model has no property '%s' (it has: %s)",
                       asks->properties[i], known);
          return false;
        }
      ask_property (asks, lpn_net_property (net, p));
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

static bool
has_guards (const LpnNet *net)
{
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    if (lpn_net_transition (net, t)->guard != NULL)
      return true;
  return false;
}

static bool
find_mutex_places (LpnCliQuestions *asks, const LpnNet *net, GError **error)
{
  for (guint i = 0; asks->mutex_places != NULL && asks->mutex_places[i] != NULL; i++)
    {
      guint32 place = lpn_net_find_place (net, asks->mutex_places[i]);
      if (place == LPN_NONE)
        {
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_UNKNOWN,
                       "--mutex-place: no place is called '%s' (for two conditions: --mutex EXPR EXPR)",
                       asks->mutex_places[i]);
          return false;
        }
      g_array_append_val (asks->places, place);
    }
  if (asks->places->len > 0 && !asks->persistent && !asks->circuit)
    {
      g_set_error (
          error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "--mutex-place %s: a place where an arbiter chooses matters to --persistent only, which is not asked "
          "(for two conditions: --mutex EXPR EXPR)",
          asks->mutex_places[0]);
      return false;
    }
  return true;
}

/* The questions about circuits. --circuit asks those that make sense for the net; what is asked by name must. */
static bool
ask_about_circuits (LpnCliQuestions *asks, const LpnNet *net, GError **error)
{
  g_autoptr (LpnSignals) signals = lpn_signals_new (net);
  const struct
  {
    bool            asked, needs_edges, usual;
    LpnQuestionKind kind;
    const char     *id;
  } kinds[] = {
    { asks->safe, false, true, LPN_QUESTION_SAFE, "safe" },
    { asks->consistent, true, true, LPN_QUESTION_CONSISTENT, "consistent" },
    { asks->persistent, true, true, LPN_QUESTION_PERSISTENT, "persistent" },
    { asks->input_proper, true, true, LPN_QUESTION_INPUT_PROPER, "input-proper" },
    { asks->csc, true, true, LPN_QUESTION_CSC, "csc" },
    { asks->usc, true, true, LPN_QUESTION_USC, "usc" },
    { asks->disabling, false, has_guards (net), LPN_QUESTION_DISABLING, "disabling" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      bool         fits = signals->has_edges || !kinds[i].needs_edges;
      LpnQuestion *question;
      if (kinds[i].asked && !fits)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "--%s asks about signals, and the model has none: no transition is an edge of a signal",
                       kinds[i].id);
          return false;
        }
      if (!kinds[i].asked && !(asks->circuit && kinds[i].usual && fits))
        continue;
      question = ask (asks, kinds[i].kind, kinds[i].id, NULL);
      question->places = (const guint32 *)(gpointer)asks->places->data;
      question->n_places = asks->places->len;
      /* A circuit may well have states that share a code: only CSC is needed to build it. */
      question->advisory = kinds[i].kind == LPN_QUESTION_USC && !kinds[i].asked;
    }
  return true;
}

bool
lpn_cli_questions_make (LpnCliQuestions *asks, const LpnNet *net, GError **error)
{
  bool about_model;

  asks->questions = g_array_new (FALSE, FALSE, sizeof (LpnQuestion));
  asks->exprs = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_expr_free);
  asks->texts = g_ptr_array_new_with_free_func (g_free);
  asks->places = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (asks->deadlock || asks->circuit)
    ask (asks, LPN_QUESTION_DEADLOCK, "deadlock", NULL);
  if (!find_mutex_places (asks, net, error) || !ask_about_circuits (asks, net, error) || !ask_mutexes (asks, net, error)
      || !ask_expressions (asks, net, LPN_QUESTION_INVARIANT, "--invariant", asks->invariants, error)
      || !ask_expressions (asks, net, LPN_QUESTION_REACH, "--reach", asks->reaches, error))
    return false;
  about_model = (asks->questions->len == 0 || asks->circuit) && asks->properties == NULL;
  if (!ask_properties (asks, net, error))
    return false;
  for (guint32 p = 0; about_model && p < lpn_net_n_properties (net); p++)
    if (!asks->circuit || lpn_net_property (net, p)->kind != LPN_PROPERTY_DEADLOCK) /* asked already */
      ask_property (asks, lpn_net_property (net, p));
  if (has_fail_transitions (net))
    ask (asks, LPN_QUESTION_FAIL, "fail", NULL);
  if (asks->questions->len > 0)
    return true;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
               "the model has no properties of its own: ask with --deadlock, --invariant, --reach or --circuit");
  return false;
}

void
lpn_cli_questions_clear (LpnCliQuestions *asks)
{
  g_strfreev (asks->invariants);
  g_strfreev (asks->reaches);
  g_strfreev (asks->properties);
  g_strfreev (asks->mutexes);
  g_strfreev (asks->mutex_places);
  g_clear_pointer (&asks->questions, g_array_unref);
  g_clear_pointer (&asks->exprs, g_ptr_array_unref);
  g_clear_pointer (&asks->texts, g_ptr_array_unref);
  g_clear_pointer (&asks->places, g_array_unref);
}
