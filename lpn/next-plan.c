/* SPDX-License-Identifier: MIT */
/* Plans: for each transition its anchor, the memo of its guard and the memos of its updates. */
#include <string.h>

#include "base/numbers.h"
#include "lpn/next-private.h"

static bool
holds (const LpnPartition *partition, guint component, guint32 element, guint *position)
{
  const LpnComponent *c = lpn_partition_component (partition, component);
  guint               low = 0, high = c->n_elements;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (c->elements[middle] < element)
        low = middle + 1;
      else
        high = middle;
    }
  if (position != NULL)
    *position = low;
  return low < c->n_elements && c->elements[low] == element;
}

/* Adds a view and tells it of the local states there are. */
static LpnView *
add_view (LpnNext *next, guint component, const guint *positions, guint n_positions)
{
  LpnPart           *part = &next->parts[component];
  guint              n_columns = lpn_partition_component (next->partition, component)->n_elements;
  LpnView           *view = lpn_view_new (component, positions, n_positions, n_columns, next->budget);
  g_autofree gint64 *row = g_new (gint64, n_columns + 1);

  g_ptr_array_add (part->views, view);
  for (guint32 i = 0; i < lpn_local_table_count (part->table); i++)
    {
      lpn_local_table_row (part->table, i, row);
      if (!lpn_view_extend (view, i, row, next->budget))
        next->memory_out = true;
    }
  return view;
}

/* The identity of a component; it is always the first of its views. */
static LpnView *
whole_view (LpnNext *next, guint component)
{
  LpnPart          *part = &next->parts[component];
  guint             n = lpn_partition_component (next->partition, component)->n_elements;
  g_autofree guint *positions = NULL;

  if (part->views->len > 0)
    return part->views->pdata[0];
  positions = g_new (guint, n + 1);
  for (guint i = 0; i < n; i++)
    positions[i] = i;
  return add_view (next, component, positions, n);
}

LpnView *
lpn_next_view (LpnNext *next, guint component, const GArray *elements)
{
  LpnPart          *part = &next->parts[component];
  g_autofree guint *positions = g_new (guint, elements->len + 1);

  for (guint i = 0; i < elements->len; i++)
    holds (next->partition, component, g_array_index (elements, guint32, i), &positions[i]);
  whole_view (next, component);
  for (guint i = 0; i < part->views->len; i++)
    {
      LpnView *view = part->views->pdata[i];
      if (view->n_positions == elements->len
          && memcmp (view->positions, positions, sizeof (guint) * elements->len) == 0)
        return view;
    }
  return add_view (next, component, positions, elements->len);
}

/* An element and the component it is read from. */
typedef struct
{
  guint32 component;
  guint32 element;
} Source;

static int
by_source (gconstpointer a, gconstpointer b)
{
  const Source *x = a;
  const Source *y = b;
  if (x->component != y->component)
    return x->component < y->component ? -1 : 1;
  return x->element < y->element ? -1 : x->element > y->element;
}

GPtrArray *
lpn_next_views_for (LpnNext *next, const GArray *elements, guint prefer)
{
  GPtrArray *views = g_ptr_array_new ();
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (Source));

  for (guint i = 0; i < elements->len; i++)
    {
      guint32 e = g_array_index (elements, guint32, i);
      bool    near = prefer != G_MAXUINT && holds (next->partition, prefer, e, NULL);
      Source  source = { near ? prefer : lpn_partition_home (next->partition, e, NULL), e };
      g_array_append_val (sources, source);
    }
  g_array_sort (sources, by_source);
  for (guint i = 0; i < sources->len;)
    {
      guint32 c = g_array_index (sources, Source, i).component;
      g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint32));
      for (; i < sources->len && g_array_index (sources, Source, i).component == c; i++)
        g_array_append_val (seen, g_array_index (sources, Source, i).element);
      g_ptr_array_add (views, lpn_next_view (next, c, seen));
    }
  return views;
}

/* The component that decides most: one with input places, the most of them; else that of the first element read. */
static guint32
choose_anchor (const LpnNext *next, const LpnRule *rule)
{
  g_autoptr (GHashTable) votes = g_hash_table_new (NULL, NULL);
  guint32 best = LPN_NONE;
  guint   most = 0;

  for (guint i = 0; i < rule->n_tokens; i++)
    if (rule->tokens[i].need > 0 && !lpn_compiled_constant (next->compiled, rule->tokens[i].place))
      {
        gpointer c = GUINT_TO_POINTER (lpn_partition_home (next->partition, rule->tokens[i].place, NULL));
        guint    n = GPOINTER_TO_UINT (g_hash_table_lookup (votes, c)) + 1;
        g_hash_table_insert (votes, c, GUINT_TO_POINTER (n));
        if (n > most)
          {
            most = n;
            best = GPOINTER_TO_UINT (c);
          }
      }
  if (best != LPN_NONE)
    return best;
  if (rule->reads.n > 0)
    return lpn_partition_home (next->partition, rule->reads.elements[0], NULL);
  return rule->writes.n > 0 ? lpn_partition_home (next->partition, rule->writes.elements[0], NULL) : 0;
}

static void
add_all (GArray *elements, LpnElementSet set)
{
  if (set.n > 0)
    g_array_append_vals (elements, set.elements, set.n);
}

static void
note_dependence (LpnNext *next, const LpnMemo *memo, guint32 anchor)
{
  for (guint i = 0; i < memo->n_parts; i++)
    g_array_append_val (next->dependents[memo->parts[i].component], anchor);
}

/* Above this many components, each gets a guard memo of its own instead of one memo over all of them: its size
 * is then the sum and not the product of the classes (a clock that waits for every process). */
enum
{
  MOST_JOINED = 3,
};

/* The component a conjunct reads, if it is a single one; LPN_NONE: several, or none. */
static guint32
only_component (const LpnNext *next, LpnElementSet reads, guint anchor)
{
  guint32 only = LPN_NONE;
  for (guint i = 0; i < reads.n; i++)
    {
      guint32 c = holds (next->partition, anchor, reads.elements[i], NULL)
                      ? anchor
                      : lpn_partition_home (next->partition, reads.elements[i], NULL);
      if (i > 0 && c != only)
        return LPN_NONE;
      only = c;
    }
  return only;
}

/* Sorts tokens and conjuncts into guard memos. `memo_of[c]` numbers the memo of component c, counted from 0.
 *
 * A conjunct may be decided apart from the others, in the candidate list or in its component's own memo, only if
 * neither it nor any before it can fault: then the order of evaluation cannot be noticed. All others share the
 * last memo, in their order. */
static void
sort_guards (LpnNext *next, const LpnRule *rule, LpnPlan *plan, GHashTable *memo_of)
{
  bool quiet = true;
  plan->token_by = g_new0 (guint32, rule->n_tokens + 1);
  plan->conjunct_by = g_new0 (guint32, rule->n_conjuncts + 1);
  for (guint i = 0; i < rule->n_tokens + rule->n_conjuncts; i++)
    {
      bool     token = i < rule->n_tokens;
      guint32 *by = token ? &plan->token_by[i] : &plan->conjunct_by[i - rule->n_tokens];
      guint32  c;
      if (token)
        c = lpn_compiled_constant (next->compiled, rule->tokens[i].place)
                ? LPN_NONE
                : lpn_partition_home (next->partition, rule->tokens[i].place, NULL);
      else
        {
          const LpnConjunct *conjunct = &rule->conjuncts[i - rule->n_tokens];
          quiet = quiet && !conjunct->may_fault;
          c = quiet ? only_component (next, conjunct->reads, plan->anchor) : LPN_NONE;
        }
      *by = BY_CANDIDATES;
      if ((token && rule->tokens[i].need == 0) || c == plan->anchor)
        continue;
      if (!g_hash_table_contains (memo_of, GUINT_TO_POINTER (c)))
        g_hash_table_insert (memo_of, GUINT_TO_POINTER (c), GUINT_TO_POINTER (g_hash_table_size (memo_of)));
      *by = GPOINTER_TO_UINT (g_hash_table_lookup (memo_of, GUINT_TO_POINTER (c)));
    }
}

static void
plan_guards (LpnNext *next, const LpnRule *rule, LpnPlan *plan)
{
  g_autoptr (GHashTable) memo_of = g_hash_table_new (NULL, NULL);
  bool join;

  sort_guards (next, rule, plan, memo_of);
  join = g_hash_table_size (memo_of) <= MOST_JOINED;
  plan->n_guards = join ? g_hash_table_size (memo_of) > 0 : g_hash_table_size (memo_of);
  plan->guards = g_new0 (LpnMemo *, plan->n_guards + 1);
  for (guint g = 0; g < plan->n_guards; g++)
    {
      g_autoptr (GArray) elements = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GPtrArray) views = NULL;
      for (guint i = 0; i < rule->n_tokens; i++)
        {
          if (join && plan->token_by[i] != BY_CANDIDATES)
            plan->token_by[i] = 0;
          if (plan->token_by[i] == g && !lpn_compiled_constant (next->compiled, rule->tokens[i].place))
            g_array_append_val (elements, rule->tokens[i].place);
        }
      for (guint i = 0; i < rule->n_conjuncts; i++)
        {
          if (join && plan->conjunct_by[i] != BY_CANDIDATES)
            plan->conjunct_by[i] = 0;
          if (plan->conjunct_by[i] == g)
            add_all (elements, rule->conjuncts[i].reads);
        }
      lpn_numbers_make_set (elements);
      views = lpn_next_views_for (next, elements, plan->anchor);
      plan->guards[g] = lpn_memo_new (views, next->budget);
      note_dependence (next, plan->guards[g], plan->anchor);
    }
}

/* The new local state depends on the whole old one, and on what assigned values are computed from elsewhere. */
static void
plan_update (LpnNext *next, const LpnRule *rule, const LpnPlan *plan, LpnUpdate *update)
{
  g_autoptr (GArray) outside = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) views = NULL;

  update->assigns = g_new0 (guint8, rule->n_assigns + 1);
  for (guint i = 0; i < rule->n_assigns; i++)
    {
      const LpnAssignRule *assign = &rule->assigns[i];
      for (guint32 e = 0; e < assign->size && !update->assigns[i]; e++)
        update->assigns[i] = holds (next->partition, update->component, assign->first + e, NULL);
      for (guint r = 0; update->assigns[i] && r < assign->reads.n; r++)
        if (!holds (next->partition, update->component, assign->reads.elements[r], NULL))
          g_array_append_val (outside, assign->reads.elements[r]);
    }
  lpn_numbers_make_set (outside);
  views = lpn_next_views_for (next, outside, G_MAXUINT);
  g_ptr_array_insert (views, 0, whole_view (next, update->component));
  update->in_candidate = views->len == 1 && update->component == plan->anchor;
  update->memo = lpn_memo_new (views, next->budget);
}

static void
make_plan (LpnNext *next, guint32 t)
{
  const LpnRule      *rule = lpn_compiled_rule (next->compiled, t);
  LpnPlan            *plan = &next->plans[t];
  g_autofree guint32 *writes = lpn_partition_writes (next->partition, t, &plan->n_updates);

  plan->anchor = choose_anchor (next, rule);
  g_array_append_val (next->parts[plan->anchor].anchored, t);
  plan_guards (next, rule, plan);
  plan->updates = g_new0 (LpnUpdate, plan->n_updates);
  for (guint i = 0; i < plan->n_updates; i++)
    {
      plan->updates[i].component = writes[i];
      plan_update (next, rule, plan, &plan->updates[i]);
      note_dependence (next, plan->updates[i].memo, plan->anchor);
    }
  next->parts[plan->anchor].most_updates = MAX (next->parts[plan->anchor].most_updates, plan->n_updates);
}

void
lpn_next_make_plans (LpnNext *next)
{
  next->plans = g_new0 (LpnPlan, next->n_transitions);
  next->dependents = g_new (GArray *, next->n_components);
  for (guint32 c = 0; c < next->n_components; c++)
    {
      next->dependents[c] = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (next->dependents[c], c);
    }
  for (guint32 t = 0; t < next->n_transitions; t++)
    make_plan (next, t);
  for (guint c = 0; c < next->n_components; c++)
    lpn_numbers_make_set (next->dependents[c]);
}

void
lpn_next_free_plans (LpnNext *next)
{
  for (guint32 t = 0; next->plans != NULL && t < next->n_transitions; t++)
    {
      LpnPlan *plan = &next->plans[t];
      for (guint i = 0; i < plan->n_updates; i++)
        {
          lpn_memo_free (plan->updates[i].memo);
          g_free (plan->updates[i].assigns);
        }
      for (guint i = 0; i < plan->n_guards; i++)
        lpn_memo_free (plan->guards[i]);
      g_free (plan->guards);
      g_free (plan->token_by);
      g_free (plan->conjunct_by);
      g_free (plan->updates);
    }
  g_free (next->plans);
  for (guint c = 0; next->dependents != NULL && c < next->n_components; c++)
    g_array_unref (next->dependents[c]);
  g_free (next->dependents);
}
