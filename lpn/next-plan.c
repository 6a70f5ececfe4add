/* SPDX-License-Identifier: MIT */
/* Plans: for each transition its anchor, the memo of its guard and the memos of its updates. */
#include <string.h>

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

LpnView *
lpn_next_view (LpnNext *next, guint component, const GArray *elements)
{
  LpnPart          *part = &next->parts[component];
  guint             n_columns = lpn_partition_component (next->partition, component)->n_elements;
  g_autofree guint *positions = g_new (guint, elements->len + 1);
  LpnView          *view;
  g_autofree gint64 *row = g_new (gint64, n_columns + 1);

  for (guint i = 0; i < elements->len; i++)
    holds (next->partition, component, g_array_index (elements, guint32, i), &positions[i]);
  for (guint i = 0; i < part->views->len; i++)
    {
      view = part->views->pdata[i];
      if (view->n_positions == elements->len
          && memcmp (view->positions, positions, sizeof (guint) * elements->len) == 0)
        return view;
    }
  view = lpn_view_new (component, positions, elements->len, n_columns, next->budget);
  g_ptr_array_add (part->views, view);
  for (guint32 i = 0; i < lpn_local_table_count (part->table); i++)
    {
      lpn_local_table_row (part->table, i, row);
      if (!lpn_view_extend (view, i, row, next->budget))
        next->memory_out = true;
    }
  return view;
}

GPtrArray *
lpn_next_views_for (LpnNext *next, const GArray *elements, guint prefer)
{
  GPtrArray *views = g_ptr_array_new ();
  GArray   **of = g_new0 (GArray *, next->n_components);

  for (guint i = 0; i < elements->len; i++)
    {
      guint32 e = g_array_index (elements, guint32, i);
      guint   c = prefer != G_MAXUINT && holds (next->partition, prefer, e, NULL)
                      ? prefer
                      : lpn_partition_home (next->partition, e, NULL);
      if (of[c] == NULL)
        of[c] = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (of[c], e);
    }
  for (guint c = 0; c < next->n_components; c++)
    if (of[c] != NULL)
      {
        g_ptr_array_add (views, lpn_next_view (next, c, of[c]));
        g_array_unref (of[c]);
      }
  g_free (of);
  return views;
}

/* The component that decides most: one with input places, the most of them; else that of the first element read. */
static guint32
choose_anchor (const LpnNext *next, const LpnRule *rule)
{
  g_autofree guint *votes = g_new0 (guint, next->n_components);
  guint32           best = LPN_NONE;

  for (guint i = 0; i < rule->n_tokens; i++)
    if (rule->tokens[i].need > 0 && !lpn_compiled_constant (next->compiled, rule->tokens[i].place))
      {
        guint c = lpn_partition_home (next->partition, rule->tokens[i].place, NULL);
        votes[c]++;
        if (best == LPN_NONE || votes[c] > votes[best])
          best = c;
      }
  if (best != LPN_NONE)
    return best;
  if (rule->reads.n > 0)
    return lpn_partition_home (next->partition, rule->reads.elements[0], NULL);
  return rule->writes.n > 0 ? lpn_partition_home (next->partition, rule->writes.elements[0], NULL) : 0;
}

static bool
all_in (const LpnNext *next, LpnElementSet set, guint component)
{
  for (guint i = 0; i < set.n; i++)
    if (!holds (next->partition, component, set.elements[i], NULL))
      return false;
  return true;
}

/* A conjunct is settled by the candidate list if it reads the anchor alone, cannot fault, and nothing before it can: then
 * skipping it in the memo, or filtering by it early, cannot hide a fault. */
static void
settle (LpnNext *next, const LpnRule *rule, LpnPlan *plan)
{
  bool quiet = true;
  plan->settled = g_new0 (guint8, rule->n_conjuncts + 1);
  for (guint i = 0; i < rule->n_conjuncts; i++)
    {
      quiet = quiet && !rule->conjuncts[i].may_fault;
      plan->settled[i] = quiet && all_in (next, rule->conjuncts[i].reads, plan->anchor);
    }
}

static void
add_all (GArray *elements, LpnElementSet set)
{
  if (set.n > 0)
    g_array_append_vals (elements, set.elements, set.n);
}

static int
by_number (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  return x < y ? -1 : x > y;
}

static void
make_set (GArray *elements)
{
  guint32 *data = (guint32 *) (gpointer) elements->data;
  guint    n = 0;
  g_array_sort (elements, by_number);
  for (guint i = 0; i < elements->len; i++)
    if (n == 0 || data[n - 1] != data[i])
      data[n++] = data[i];
  g_array_set_size (elements, n);
}

static void
plan_guard (LpnNext *next, const LpnRule *rule, LpnPlan *plan)
{
  g_autoptr (GArray) elements = g_array_new (FALSE, FALSE, sizeof (guint32));
  bool open = false;

  for (guint i = 0; i < rule->n_tokens; i++)
    {
      guint32 place = rule->tokens[i].place;
      bool    constant = lpn_compiled_constant (next->compiled, place);
      if (rule->tokens[i].need == 0 || (!constant && lpn_partition_home (next->partition, place, NULL) == plan->anchor))
        continue;
      open = true;
      if (!constant)
        g_array_append_val (elements, place);
    }
  for (guint i = 0; i < rule->n_conjuncts; i++)
    if (!plan->settled[i])
      {
        open = true;
        add_all (elements, rule->conjuncts[i].reads);
      }
  if (!open)
    return;
  make_set (elements);
  plan->guard = lpn_memo_new (lpn_next_views_for (next, elements, plan->anchor), next->budget);
}

static void
plan_update (LpnNext *next, const LpnRule *rule, const LpnPlan *plan, LpnUpdate *update)
{
  g_autoptr (GArray) elements = g_array_new (FALSE, FALSE, sizeof (guint32));
  const LpnComponent *component = lpn_partition_component (next->partition, update->component);
  GPtrArray          *views;

  update->assigns = g_new0 (guint8, rule->n_assigns + 1);
  g_array_append_vals (elements, component->elements, component->n_elements);
  for (guint i = 0; i < rule->n_assigns; i++)
    {
      const LpnAssignRule *assign = &rule->assigns[i];
      for (guint32 e = 0; e < assign->size && !update->assigns[i]; e++)
        update->assigns[i] = holds (next->partition, update->component, assign->first + e, NULL);
      if (update->assigns[i])
        add_all (elements, assign->reads);
    }
  make_set (elements);
  views = lpn_next_views_for (next, elements, update->component);
  update->in_candidate = views->len == 1 && update->component == plan->anchor;
  update->memo = lpn_memo_new (views, next->budget);
}

static void
note_dependence (LpnNext *next, const LpnMemo *memo, guint32 anchor)
{
  for (guint i = 0; i < memo->n_views; i++)
    g_array_append_val (next->dependents[memo->views[i]->component], anchor);
}

static void
make_plan (LpnNext *next, guint32 t)
{
  const LpnRule      *rule = lpn_compiled_rule (next->compiled, t);
  LpnPlan            *plan = &next->plans[t];
  g_autofree guint32 *writes = lpn_partition_writes (next->partition, t, &plan->n_updates);

  plan->anchor = choose_anchor (next, rule);
  g_array_append_val (next->parts[plan->anchor].anchored, t);
  settle (next, rule, plan);
  plan_guard (next, rule, plan);
  if (plan->guard != NULL)
    note_dependence (next, plan->guard, plan->anchor);
  plan->updates = g_new0 (LpnUpdate, plan->n_updates);
  for (guint i = 0; i < plan->n_updates; i++)
    {
      plan->updates[i].component = writes[i];
      plan_update (next, rule, plan, &plan->updates[i]);
      note_dependence (next, plan->updates[i].memo, plan->anchor);
    }
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
    make_set (next->dependents[c]);
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
      if (plan->guard != NULL)
        lpn_memo_free (plan->guard);
      g_free (plan->settled);
      g_free (plan->updates);
    }
  g_free (next->plans);
  for (guint c = 0; next->dependents != NULL && c < next->n_components; c++)
    g_array_unref (next->dependents[c]);
  g_free (next->dependents);
}
