/* SPDX-License-Identifier: MIT */
#include "lpn/compiled.h"

#include <string.h>

#include "base/numbers.h"

struct _LpnCompiled
{
  const LpnNet *net;
  LpnRule      *rules;
  guint8       *written; /* per element */
};

/* The array's storage moves into the set. */
static LpnElementSet
set_from (GArray *elements)
{
  guint n;
  lpn_numbers_make_set (elements);
  n = elements->len;
  return (LpnElementSet){ (const guint32 *)(gpointer)g_array_free (elements, FALSE), n };
}

typedef struct
{
  const LpnCompiled *compiled;
  GArray            *elements;
} Collect;

static void
collect (const Collect *to, guint32 element)
{
  if (to->compiled->written[element])
    g_array_append_val (to->elements, element);
}

static void
collect_read (LpnSymbolKind kind, guint32 ref, guint32 cell, gpointer data)
{
  const Collect *to = data;
  guint32        first, size;

  if (kind == LPN_SYMBOL_PLACE)
    {
      collect (to, ref);
      return;
    }
  first = lpn_net_variable_element (to->compiled->net, ref);
  size = lpn_net_variable (to->compiled->net, ref)->size;
  if (cell != LPN_NONE)
    collect (to, first + cell);
  else
    for (guint32 i = 0; i < size; i++)
      collect (to, first + i);
}

LpnElementSet
lpn_compiled_reads (const LpnCompiled *compiled, const LpnExpr *expr)
{
  Collect to = { compiled, g_array_new (FALSE, FALSE, sizeof (guint32)) };
  if (expr != NULL)
    lpn_expr_reads (expr, collect_read, &to);
  return set_from (to.elements);
}

/* Could evaluating fault? Comparisons and logic of cells and constants cannot; arithmetic and computed indices might.
 */
static bool
may_fault (const LpnExpr *expr)
{
  switch (expr->op)
    {
    case LPN_EXPR_NEG:
    case LPN_EXPR_ADD:
    case LPN_EXPR_SUB:
    case LPN_EXPR_MUL:
    case LPN_EXPR_DIV:
    case LPN_EXPR_MOD:
    case LPN_EXPR_POW:
    case LPN_EXPR_SHIFT_LEFT:
    case LPN_EXPR_SHIFT_RIGHT:
    case LPN_EXPR_INDEX:
      return true;
    default:
      for (guint i = 0; i < lpn_expr_n_args (expr->op); i++)
        if (may_fault (expr->arg[i]))
          return true;
      return false;
    }
}

static void
add_conjuncts (const LpnCompiled *compiled, const LpnExpr *expr, GArray *conjuncts)
{
  if (expr->op == LPN_EXPR_AND)
    {
      add_conjuncts (compiled, expr->arg[0], conjuncts);
      add_conjuncts (compiled, expr->arg[1], conjuncts);
      return;
    }
  LpnConjunct conjunct = { .code = lpn_code_new (compiled->net, expr),
                           .reads = lpn_compiled_reads (compiled, expr),
                           .may_fault = may_fault (expr) };
  g_array_append_val (conjuncts, conjunct);
}

static void
mark_written (LpnCompiled *compiled, guint32 t)
{
  const LpnNet        *net = compiled->net;
  const LpnTransition *transition = lpn_net_transition (net, t);
  guint                n_pre, n_post, i = 0, j = 0;
  const LpnArc        *pre = lpn_net_pre (net, t, &n_pre);
  const LpnArc        *post = lpn_net_post (net, t, &n_post);

  while (i < n_pre || j < n_post) /* both rows are sorted by place */
    if (j == n_post || (i < n_pre && pre[i].place < post[j].place))
      compiled->written[pre[i++].place] = 1;
    else if (i == n_pre || post[j].place < pre[i].place)
      compiled->written[post[j++].place] = 1;
    else
      {
        if (pre[i].weight != post[j].weight)
          compiled->written[pre[i].place] = 1;
        i++, j++;
      }
  for (guint a = 0; a < transition->n_assigns; a++)
    {
      const LpnAssign *assign = &transition->assigns[a];
      guint32          first = lpn_net_variable_element (net, assign->variable);
      guint32          size = lpn_net_variable (net, assign->variable)->size;
      if (assign->index != NULL && assign->index->op == LPN_EXPR_CONST)
        compiled->written[first + (guint32)assign->index->value] = 1;
      else
        memset (compiled->written + first, 1, size);
    }
}

static void
compile_tokens (const LpnCompiled *compiled, guint32 t, LpnRule *rule, Collect *reads, Collect *writes)
{
  const LpnNet *net = compiled->net;
  guint         n_pre, n_post, i = 0, j = 0;
  const LpnArc *pre = lpn_net_pre (net, t, &n_pre);
  const LpnArc *post = lpn_net_post (net, t, &n_post);
  GArray       *tokens = g_array_new (FALSE, FALSE, sizeof (LpnTokenRule));

  while (i < n_pre || j < n_post)
    {
      LpnTokenRule token = { 0 };
      bool         has_pre = j == n_post || (i < n_pre && pre[i].place <= post[j].place);
      bool         has_post = i == n_pre || (j < n_post && post[j].place <= pre[i].place);
      token.place = has_pre ? pre[i].place : post[j].place;
      if (has_pre)
        token.need = pre[i++].weight;
      token.change = (has_post ? post[j++].weight : 0) - token.need;
      if (token.need > 0 || lpn_net_place (net, token.place)->safe)
        collect (reads, token.place);
      if (token.change != 0)
        collect (writes, token.place);
      g_array_append_val (tokens, token);
    }
  rule->n_tokens = tokens->len;
  rule->tokens = (const LpnTokenRule *)(gpointer)g_array_free (tokens, FALSE);
}

static void
collect_set (const Collect *to, LpnElementSet set)
{
  if (set.n > 0)
    g_array_append_vals (to->elements, set.elements, set.n);
}

static void
compile_assigns (const LpnCompiled *compiled, guint32 t, LpnRule *rule, Collect *reads, Collect *writes)
{
  const LpnNet        *net = compiled->net;
  const LpnTransition *transition = lpn_net_transition (net, t);
  LpnAssignRule       *assigns = g_new0 (LpnAssignRule, transition->n_assigns);

  rule->n_assigns = transition->n_assigns;
  rule->assigns = assigns;
  for (guint i = 0; i < transition->n_assigns; i++)
    {
      const LpnAssign   *assign = &transition->assigns[i];
      const LpnVariable *variable = lpn_net_variable (net, assign->variable);
      Collect            own = { compiled, g_array_new (FALSE, FALSE, sizeof (guint32)) };

      assigns[i].first = lpn_net_variable_element (net, assign->variable);
      assigns[i].size = 1;
      if (assign->index != NULL && assign->index->op == LPN_EXPR_CONST)
        assigns[i].first += (guint32)assign->index->value;
      else if (assign->index != NULL)
        {
          assigns[i].size = variable->size;
          assigns[i].index = lpn_code_new (net, assign->index);
          lpn_expr_reads (assign->index, collect_read, &own);
        }
      assigns[i].value = lpn_code_new (net, assign->value);
      lpn_expr_reads (assign->value, collect_read, &own);
      assigns[i].min = variable->min;
      assigns[i].max = variable->max;
      assigns[i].reads = set_from (own.elements);
      collect_set (reads, assigns[i].reads);
      for (guint32 e = 0; e < assigns[i].size; e++)
        collect (writes, assigns[i].first + e);
    }
}

static void
compile_rule (const LpnCompiled *compiled, guint32 t, LpnRule *rule)
{
  const LpnTransition *transition = lpn_net_transition (compiled->net, t);
  Collect              reads = { compiled, g_array_new (FALSE, FALSE, sizeof (guint32)) };
  Collect              writes = { compiled, g_array_new (FALSE, FALSE, sizeof (guint32)) };
  GArray              *conjuncts = g_array_new (FALSE, FALSE, sizeof (LpnConjunct));

  compile_tokens (compiled, t, rule, &reads, &writes);
  if (transition->guard != NULL)
    add_conjuncts (compiled, transition->guard, conjuncts);
  rule->n_conjuncts = conjuncts->len;
  rule->conjuncts = (const LpnConjunct *)(gpointer)g_array_free (conjuncts, FALSE);
  for (guint i = 0; i < rule->n_conjuncts; i++)
    collect_set (&reads, rule->conjuncts[i].reads);
  compile_assigns (compiled, t, rule, &reads, &writes);
  rule->reads = set_from (reads.elements);
  rule->writes = set_from (writes.elements);
}

LpnCompiled *
lpn_compiled_new (const LpnNet *net)
{
  LpnCompiled *compiled = g_new0 (LpnCompiled, 1);
  guint32      n = lpn_net_n_transitions (net);

  compiled->net = net;
  compiled->written = g_new0 (guint8, MAX (lpn_net_n_elements (net), 1));
  compiled->rules = g_new0 (LpnRule, n);
  for (guint32 t = 0; t < n; t++)
    mark_written (compiled, t);
  for (guint32 t = 0; t < n; t++)
    compile_rule (compiled, t, &compiled->rules[t]);
  return compiled;
}

static void
rule_clear (LpnRule *rule)
{
  for (guint i = 0; i < rule->n_conjuncts; i++)
    {
      lpn_code_free ((LpnCode *)rule->conjuncts[i].code);
      g_free ((guint32 *)rule->conjuncts[i].reads.elements);
    }
  for (guint i = 0; i < rule->n_assigns; i++)
    {
      if (rule->assigns[i].index != NULL)
        lpn_code_free ((LpnCode *)rule->assigns[i].index);
      lpn_code_free ((LpnCode *)rule->assigns[i].value);
      g_free ((guint32 *)rule->assigns[i].reads.elements);
    }
  g_free ((LpnTokenRule *)rule->tokens);
  g_free ((LpnConjunct *)rule->conjuncts);
  g_free ((LpnAssignRule *)rule->assigns);
  g_free ((guint32 *)rule->reads.elements);
  g_free ((guint32 *)rule->writes.elements);
}

void
lpn_compiled_free (LpnCompiled *compiled)
{
  if (compiled == NULL)
    return;
  for (guint32 t = 0; t < lpn_net_n_transitions (compiled->net); t++)
    rule_clear (&compiled->rules[t]);
  g_free (compiled->rules);
  g_free (compiled->written);
  g_free (compiled);
}

const LpnNet *
lpn_compiled_net (const LpnCompiled *compiled)
{
  return compiled->net;
}

const LpnRule *
lpn_compiled_rule (const LpnCompiled *compiled, guint32 transition)
{
  return &compiled->rules[transition];
}

bool
lpn_compiled_constant (const LpnCompiled *compiled, guint32 element)
{
  return !compiled->written[element];
}
