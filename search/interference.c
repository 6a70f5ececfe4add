/* SPDX-License-Identifier: MIT */
#include "search/interference.h"

/* What a pair (t, u) is looked at for. */
enum
{
  DISABLES_LOCAL = 1, /* PERSISTENT */
  DISABLES_INPUT = 2, /* INPUT_PROPER */
  TRIGGERS_INPUT = 4, /* INPUT_PROPER */
  DISABLES_APART = 8, /* DISABLING */
  DISABLES = DISABLES_LOCAL | DISABLES_INPUT | DISABLES_APART,
};

typedef struct
{
  guint32 other; /* u */
  guint32 cares;
} Pair;

struct _LpnInterference
{
  LpnRun           *run;
  const LpnSignals *signals;
  guint             asks;    /* 1 << LpnQuestionKind */
  GArray           *pairs;   /* Pair, sorted by t */
  guint32          *first;   /* n_transitions + 1: where the pairs of t begin */
  LpnPredicate    **enabled; /* per transition that matters */
  GPtrArray        *exprs;
  guint64          *mark; /* per transition: the last epoch it was enabled in */
  guint64           epoch;
};

/* ---- Finding the pairs --------------------------------------------------------------------------------------------
 */

/* How t changes an element that others need: bits of what it can do to them. */
typedef struct
{
  guint32 element;
  bool    may_disable;
  bool    may_trigger;
} Effect;

/* Transitions by an element they need. */
typedef struct
{
  GArray *users; /* guint32, NULL: none */
} Need;

static void
note_need (Need *needs, guint32 element, guint32 transition)
{
  Need *need = &needs[element];
  if (need->users == NULL)
    need->users = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (need->users->len == 0 || g_array_index (need->users, guint32, need->users->len - 1) != transition)
    g_array_append_val (need->users, transition);
}

static Need *
find_needs (const LpnCompiled *compiled, guint32 n_transitions, guint32 n_elements)
{
  Need *needs = g_new0 (Need, n_elements + 1);
  for (guint32 t = 0; t < n_transitions; t++)
    {
      const LpnRule *rule = lpn_compiled_rule (compiled, t);
      for (guint i = 0; i < rule->n_tokens; i++)
        if (rule->tokens[i].need > 0)
          note_need (needs, rule->tokens[i].place, t);
      for (guint i = 0; i < rule->n_conjuncts; i++)
        for (guint k = 0; k < rule->conjuncts[i].reads.n; k++)
          note_need (needs, rule->conjuncts[i].reads.elements[k], t);
    }
  return needs;
}

static Effect
effect_on (const LpnRule *rule, guint32 element, guint32 n_places)
{
  Effect effect = { element, true, true };
  if (element < n_places)
    for (guint i = 0; i < rule->n_tokens; i++)
      if (rule->tokens[i].place == element)
        {
          effect.may_disable = rule->tokens[i].change < 0;
          effect.may_trigger = rule->tokens[i].change > 0;
        }
  return effect;
}

/* An input place of both; with `mutex`, one that an arbiter guards. */
static bool
share_place (const LpnNet *net, guint32 t, guint32 u, const LpnQuestion *mutex)
{
  guint         n, m;
  const LpnArc *a = lpn_net_pre (net, t, &n);
  const LpnArc *b = lpn_net_pre (net, u, &m);
  for (guint i = 0, k = 0; i < n && k < m;)
    if (a[i].place != b[k].place)
      a[i].place < b[k].place ? i++ : k++;
    else
      {
        bool counts = mutex == NULL || lpn_net_place (net, a[i].place)->mutex;
        for (guint p = 0; !counts && p < mutex->n_places; p++)
          counts = mutex->places[p] == a[i].place;
        if (counts)
          return true;
        i++;
        k++;
      }
  return false;
}

/* Does some question of persistency not let the pair pass? */
static bool
matters_to_persistency (const LpnRun *run, guint32 t, guint32 u)
{
  for (guint i = 0; i < run->options->n_questions; i++)
    if (run->options->questions[i].kind == LPN_QUESTION_PERSISTENT
        && !share_place (run->net, t, u, &run->options->questions[i]))
      return true;
  return false;
}

static guint32
who_cares (const LpnInterference *in, guint32 t, guint32 u, const Effect *effect)
{
  const LpnNet *net = in->run->net;
  LpnPort       from = lpn_signals_port (in->signals, t), to = lpn_signals_port (in->signals, u);
  guint32       signal = lpn_net_transition (net, t)->signal;
  bool          same = signal != LPN_NONE && signal == lpn_net_transition (net, u)->signal;
  guint32       cares = 0;

  if (effect->may_disable && (in->asks & 1 << LPN_QUESTION_PERSISTENT) != 0 && lpn_port_is_local (to) && !same
      && matters_to_persistency (in->run, t, u))
    cares |= DISABLES_LOCAL;
  if ((in->asks & 1 << LPN_QUESTION_INPUT_PROPER) != 0 && to == LPN_PORT_INPUT)
    {
      if (effect->may_disable && lpn_port_is_local (from))
        cares |= DISABLES_INPUT;
      if (effect->may_trigger && from == LPN_PORT_INTERNAL)
        cares |= TRIGGERS_INPUT;
    }
  if (effect->may_disable && (in->asks & 1 << LPN_QUESTION_DISABLING) != 0 && !share_place (net, t, u, NULL))
    cares |= DISABLES_APART;
  return cares;
}

/* Adds the pairs of t; at[u] is the pair of u + 1 if it is one of t's. */
static void
find_pairs_of (LpnInterference *in, guint32 t, const LpnRule *rule, const Need *needs, guint32 *at)
{
  guint start = in->pairs->len;
  for (guint i = 0; i < rule->writes.n; i++)
    {
      guint32 element = rule->writes.elements[i];
      Effect  effect = effect_on (rule, element, lpn_net_n_places (in->run->net));
      for (guint k = 0; needs[element].users != NULL && k < needs[element].users->len; k++)
        {
          Pair pair = { g_array_index (needs[element].users, guint32, k), 0 };
          if (pair.other == t)
            continue;
          pair.cares = who_cares (in, t, pair.other, &effect);
          if (pair.cares == 0)
            continue;
          if (at[pair.other] > start)
            g_array_index (in->pairs, Pair, at[pair.other] - 1).cares |= pair.cares;
          else
            {
              g_array_append_val (in->pairs, pair);
              at[pair.other] = in->pairs->len;
            }
        }
    }
}

/* false: memory. */
static bool
watch (LpnInterference *in, guint32 u)
{
  LpnExpr *expr;
  if (in->enabled[u] != NULL)
    return true;
  expr = lpn_net_enabled_expr (in->run->net, u);
  g_ptr_array_add (in->exprs, expr);
  in->enabled[u] = lpn_next_predicate (in->run->next, expr);
  return in->enabled[u] != NULL;
}

/* Everything a pair may need to know: u, and the other edges of its signal. */
static bool
watch_pairs (LpnInterference *in)
{
  const LpnSignals *signals = in->signals;
  for (guint i = 0; i < in->pairs->len; i++)
    {
      guint32 u = g_array_index (in->pairs, Pair, i).other;
      guint32 variable = lpn_net_transition (in->run->net, u)->signal;
      if (!watch (in, u))
        return false;
      if (variable == LPN_NONE || signals->number[variable] == LPN_NONE)
        continue;
      for (guint32 e = signals->edges_first[signals->number[variable]];
           e < signals->edges_first[signals->number[variable] + 1]; e++)
        if (!watch (in, signals->edges[e]))
          return false;
    }
  return true;
}

bool
lpn_interference_new (LpnRun *run, const LpnSignals *signals, LpnInterference **made)
{
  const LpnCompiled  *compiled = lpn_partition_compiled (run->partition);
  guint32             n = lpn_net_n_transitions (run->net), n_elements = lpn_net_n_elements (run->net);
  Need               *needs = find_needs (compiled, n, n_elements);
  g_autofree guint32 *at = g_new0 (guint32, n + 1);
  LpnInterference    *in = g_new0 (LpnInterference, 1);

  *made = in;
  in->run = run;
  in->signals = signals;
  for (guint i = 0; i < run->options->n_questions; i++)
    in->asks |= 1u << run->options->questions[i].kind;
  in->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  in->first = g_new0 (guint32, n + 1);
  in->enabled = g_new0 (LpnPredicate *, n + 1);
  in->exprs = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_expr_free);
  in->mark = g_new0 (guint64, n + 1);
  for (guint32 t = 0; t < n; t++)
    {
      find_pairs_of (in, t, lpn_compiled_rule (compiled, t), needs, at);
      in->first[t + 1] = in->pairs->len;
    }
  for (guint32 e = 0; e < n_elements; e++)
    if (needs[e].users != NULL)
      g_array_unref (needs[e].users);
  g_free (needs);
  return watch_pairs (in);
}

void
lpn_interference_free (LpnInterference *in)
{
  if (in == NULL)
    return;
  g_array_unref (in->pairs);
  g_ptr_array_unref (in->exprs);
  g_free (in->first);
  g_free (in->enabled);
  g_free (in->mark);
  g_free (in);
}

/* ---- Looking at states --------------------------------------------------------------------------------------------
 */

/* Was an edge of the signal enabled before the firing; is one after it? A guard that cannot be computed counts as
 * enabled: the state after will tell of it. */
static bool
was_excited (const LpnInterference *in, guint32 signal)
{
  for (guint32 e = in->signals->edges_first[signal]; e < in->signals->edges_first[signal + 1]; e++)
    if (in->mark[in->signals->edges[e]] == in->epoch)
      return true;
  return false;
}

static bool
is_excited (const LpnInterference *in, guint32 signal, const guint32 *after)
{
  for (guint32 e = in->signals->edges_first[signal]; e < in->signals->edges_first[signal + 1]; e++)
    if (lpn_predicate_holds (in->enabled[in->signals->edges[e]], after) != 0)
      return true;
  return false;
}

/* The questions of a kind are decided against, but for those of persistency that let this pair pass. */
static bool
tell (LpnInterference *in, LpnQuestionKind kind, guint32 t, guint32 u)
{
  LpnRun    *run = in->run;
  LpnCulprit culprit = { .place = LPN_NONE, .signal = lpn_net_transition (run->net, u)->signal, .transition = u };

  for (guint i = 0; i < run->options->n_questions; i++)
    {
      const LpnQuestion *question = &run->options->questions[i];
      if (question->kind == kind && !(kind == LPN_QUESTION_PERSISTENT && share_place (run->net, t, u, question))
          && !lpn_run_violated (run, i, t, &culprit))
        return false;
    }
  return true;
}

/* t has disabled transition u. */
static bool
disabled (LpnInterference *in, guint32 t, const Pair *pair, const guint32 *after)
{
  guint32 u = pair->other;
  if ((pair->cares & DISABLES_APART) != 0 && !tell (in, LPN_QUESTION_DISABLING, t, u))
    return false;
  if ((pair->cares & (DISABLES_LOCAL | DISABLES_INPUT)) == 0
      || is_excited (in, in->signals->number[lpn_net_transition (in->run->net, u)->signal], after))
    return true;
  return ((pair->cares & DISABLES_LOCAL) == 0 || tell (in, LPN_QUESTION_PERSISTENT, t, u))
         && ((pair->cares & DISABLES_INPUT) == 0 || tell (in, LPN_QUESTION_INPUT_PROPER, t, u));
}

bool
lpn_interference_look (LpnInterference *in, const LpnSuccessors *successors)
{
  guint n_components = in->run->n_components;

  if (in->pairs->len == 0)
    return true;
  in->epoch++;
  for (guint i = 0; i < successors->n; i++)
    in->mark[successors->transitions[i]] = in->epoch;
  for (guint i = 0; i < successors->n; i++)
    {
      guint32        t = successors->transitions[i];
      const guint32 *after = successors->tuples + (gsize)i * n_components;
      for (guint32 p = in->first[t]; p < in->first[t + 1]; p++)
        {
          const Pair *pair = &g_array_index (in->pairs, Pair, p);
          guint32     u = pair->other;
          bool        before = in->mark[u] == in->epoch;
          if (before && (pair->cares & DISABLES) != 0 && lpn_predicate_holds (in->enabled[u], after) == 0
              && !disabled (in, t, pair, after))
            return false;
          if (!before && (pair->cares & TRIGGERS_INPUT) != 0 && lpn_predicate_holds (in->enabled[u], after) == 1
              && !was_excited (in, in->signals->number[lpn_net_transition (in->run->net, u)->signal])
              && !tell (in, LPN_QUESTION_INPUT_PROPER, t, u))
            return false;
        }
    }
  return true;
}
