/* SPDX-License-Identifier: MIT */
#include "lpn/next.h"

#include <string.h>

#include "lpn/next-private.h"

static void
part_clear (LpnPart *part, LpnBudget *budget)
{
  for (guint i = 0; i < part->views->len; i++)
    lpn_view_free (part->views->pdata[i], budget);
  g_ptr_array_unref (part->views);
  g_array_unref (part->anchored);
  g_free (part->enabled);
  lpn_local_table_free (part->table);
  lpn_block_free (&part->spans, budget);
  lpn_block_free (&part->candidates, budget);
}

LpnNext *
lpn_next_new (const LpnPartition *partition, LpnBudget *budget)
{
  g_autoptr (LpnNext) next = g_new0 (LpnNext, 1);
  guint widest = 1;

  next->partition = partition;
  next->compiled = lpn_partition_compiled (partition);
  next->net = lpn_compiled_net (next->compiled);
  next->budget = budget;
  next->n_components = lpn_partition_n_components (partition);
  next->n_transitions = lpn_net_n_transitions (next->net);
  next->parts = g_new0 (LpnPart, next->n_components);
  next->predicates = g_ptr_array_new ();
  next->is_stale = g_new0 (guint8, next->n_components);
  next->last = g_new0 (guint32, next->n_components);
  next->values = g_new0 (gint64, lpn_net_n_elements (next->net) + 1);
  for (guint c = 0; c < next->n_components; c++)
    {
      LpnPart *part = &next->parts[c];
      guint    n = lpn_partition_component (partition, c)->n_elements;
      widest = MAX (widest, n);
      part->table = lpn_local_table_new (n, budget);
      part->views = g_ptr_array_new ();
      part->anchored = g_array_new (FALSE, FALSE, sizeof (guint32));
      part->fault = LPN_NONE;
    }
  next->row = g_new0 (gint64, widest);
  next->changes = g_new (guint32, 2 + 2 * (gsize)next->n_components);
  lpn_next_make_plans (next);
  lpn_net_initial (next->net, next->values);
  if (lpn_next_encode (next, next->values, next->last) != LPN_NEXT_OK || next->memory_out)
    return NULL;
  return g_steal_pointer (&next);
}

void
lpn_next_free (LpnNext *next)
{
  if (next == NULL)
    return;
  for (guint i = 0; i < next->predicates->len; i++)
    lpn_next_free_predicate (next->predicates->pdata[i]);
  g_ptr_array_unref (next->predicates);
  lpn_next_free_plans (next);
  for (guint c = 0; c < next->n_components; c++)
    part_clear (&next->parts[c], next->budget);
  g_free (next->parts);
  g_free (next->is_stale);
  g_free (next->last);
  g_free (next->values);
  g_free (next->row);
  g_free (next->changes);
  g_free (next->tuples);
  g_free (next->fired);
  g_free (next);
}

const LpnPartition *
lpn_next_partition (const LpnNext *next)
{
  return next->partition;
}

void
lpn_next_initial (const LpnNext *next, guint32 *tuple)
{
  memset (tuple, 0, sizeof *tuple * next->n_components);
}

guint32
lpn_next_count (const LpnNext *next, guint component)
{
  return lpn_local_table_count (next->parts[component].table);
}

guint64
lpn_next_stamp (const LpnNext *next)
{
  return next->stamp;
}

guint64
lpn_next_bytes (const LpnNext *next)
{
  guint64 bytes = 0;
  for (guint c = 0; c < next->n_components; c++)
    {
      const LpnPart *part = &next->parts[c];
      bytes += lpn_local_table_bytes (part->table) + part->spans.size + part->candidates.size;
      for (guint i = 0; i < part->views->len; i++)
        bytes += lpn_view_bytes (part->views->pdata[i]);
    }
  for (guint32 t = 0; t < next->n_transitions; t++)
    {
      for (guint i = 0; i < next->plans[t].n_guards; i++)
        bytes += next->plans[t].guards[i]->bytes;
      for (guint i = 0; i < next->plans[t].n_updates; i++)
        bytes += next->plans[t].updates[i].memo->bytes;
    }
  return bytes;
}

void
lpn_next_set_verify (LpnNext *next, bool verify)
{
  next->verify = verify;
}

/* Makes room for entry `index` in a block of entries of `size` bytes. */
static bool
make_room (LpnBlock *block, guint64 index, gsize size, LpnBudget *budget)
{
  gsize need = (gsize)(index + 1) * size;
  return need <= block->size || lpn_block_resize (block, budget, MAX (need, block->size / 2 * 3));
}

guint32
lpn_next_intern (LpnNext *next, guint c, const gint64 *row)
{
  LpnPart *part = &next->parts[c];
  guint32  before = lpn_local_table_count (part->table);
  guint32  index = lpn_local_table_intern (part->table, row);

  if (index < before)
    return index;
  if (index == LPN_LOCAL_NONE || !make_room (&part->spans, index, sizeof (guint64), next->budget))
    {
      next->memory_out = true;
      return LPN_LOCAL_NONE;
    }
  for (guint i = 0; i < part->views->len; i++)
    if (!lpn_view_extend (part->views->pdata[i], index, row, next->budget))
      {
        next->memory_out = true;
        return LPN_LOCAL_NONE;
      }
  next->stamp++;
  return index;
}

void
lpn_next_decode (const LpnNext *next, const guint32 *tuple, gint64 *values)
{
  for (guint c = 0; c < next->n_components; c++)
    {
      const LpnComponent *component = lpn_partition_component (next->partition, c);
      for (guint i = 0; i < component->n_elements; i++)
        values[component->elements[i]] = lpn_local_table_get (next->parts[c].table, tuple[c], i);
    }
}

const guint32 *
lpn_next_decode_component (const LpnNext *next, guint c, guint32 index, gint64 *values, guint *n)
{
  const LpnComponent *component = lpn_partition_component (next->partition, c);
  lpn_local_table_row (next->parts[c].table, index, values);
  *n = component->n_elements;
  return component->elements;
}

LpnNextAnswer
lpn_next_encode (LpnNext *next, const gint64 *values, guint32 *tuple)
{
  for (guint c = 0; c < next->n_components; c++)
    {
      const LpnComponent *component = lpn_partition_component (next->partition, c);
      for (guint i = 0; i < component->n_elements; i++)
        next->row[i] = values[component->elements[i]];
      tuple[c] = lpn_next_intern (next, c, next->row);
      if (tuple[c] == LPN_LOCAL_NONE)
        return LPN_NEXT_MEMORY;
    }
  return LPN_NEXT_OK;
}

void
lpn_next_load (LpnNext *next, const LpnMemo *memo, const guint32 *tuple)
{
  for (guint i = 0; i < memo->n_parts; i++)
    {
      const LpnView       *view = memo->parts[i].view;
      const LpnComponent  *component = lpn_partition_component (next->partition, view->component);
      const LpnLocalTable *table = next->parts[view->component].table;
      for (guint k = 0; k < view->n_positions; k++)
        next->values[component->elements[view->positions[k]]]
            = lpn_local_table_get (table, tuple[view->component], view->positions[k]);
    }
}

/* What guard memo number `by` of the transition (or its candidate list, BY_CANDIDATES) is to decide: tokens, then
 * conjuncts in order, on next->values. */
static guint32
evaluate_guard (const LpnNext *next, guint32 t, guint32 by)
{
  const LpnRule *rule = lpn_compiled_rule (next->compiled, t);
  const LpnPlan *plan = &next->plans[t];

  for (guint i = 0; i < rule->n_tokens; i++)
    if (plan->token_by[i] == by && next->values[rule->tokens[i].place] < rule->tokens[i].need)
      return GUARD_FALSE;
  for (guint i = 0; i < rule->n_conjuncts; i++)
    if (plan->conjunct_by[i] == by)
      {
        gint64 value;
        if (lpn_code_run (rule->conjuncts[i].code, next->values, &value) != LPN_FAULT_NONE)
          return GUARD_FAULT;
        if (value == 0)
          return GUARD_FALSE;
      }
  return GUARD_TRUE;
}

static inline guint32
guard_of (LpnNext *next, guint32 t, guint32 by, const guint32 *tuple)
{
  LpnMemo *memo = next->plans[t].guards[by];
  guint64  key = lpn_memo_key (memo, tuple);
  guint32  value = lpn_memo_get (memo, key);
  if (G_UNLIKELY (value == GUARD_UNKNOWN))
    {
      lpn_next_load (next, memo, tuple);
      value = evaluate_guard (next, t, by);
      lpn_memo_set (memo, key, value);
    }
  return value;
}

/* Tokens of the places of one component, in next->row. */
static bool
move_tokens (const LpnNext *next, const LpnRule *rule, guint c)
{
  for (guint i = 0; i < rule->n_tokens; i++)
    {
      guint   position;
      guint32 place = rule->tokens[i].place;
      if (rule->tokens[i].change == 0 || lpn_partition_home (next->partition, place, &position) != c)
        continue;
      if (__builtin_add_overflow (next->row[position], rule->tokens[i].change, &next->row[position]))
        return false;
      if (next->row[position] > 1 && lpn_net_place (next->net, place)->safe)
        return false;
    }
  return true;
}

/* The assignments that reach one component, in next->row; everything read is in next->values. */
static bool
assign_cells (const LpnNext *next, const LpnRule *rule, const LpnUpdate *update)
{
  const LpnComponent *component = lpn_partition_component (next->partition, update->component);
  for (guint i = 0; i < rule->n_assigns; i++)
    {
      const LpnAssignRule *assign = &rule->assigns[i];
      gint64               index = 0, value;
      if (!update->assigns[i])
        continue;
      if (assign->index != NULL
          && (lpn_code_run (assign->index, next->values, &index) != LPN_FAULT_NONE || index < 0
              || index >= assign->size))
        return false;
      if (lpn_code_run (assign->value, next->values, &value) != LPN_FAULT_NONE || value < assign->min
          || value > assign->max)
        return false;
      for (guint k = 0; k < component->n_elements; k++)
        if (component->elements[k] == assign->first + (guint32)index)
          next->row[k] = value;
    }
  return true;
}

static guint32
compute_update (LpnNext *next, guint32 t, const LpnUpdate *update, const guint32 *tuple)
{
  const LpnRule *rule = lpn_compiled_rule (next->compiled, t);
  guint32        index;

  lpn_next_load (next, update->memo, tuple);
  lpn_local_table_row (next->parts[update->component].table, tuple[update->component], next->row);
  if (!move_tokens (next, rule, update->component) || !assign_cells (next, rule, update))
    return UPDATE_FAULT;
  index = lpn_next_intern (next, update->component, next->row);
  return index == LPN_LOCAL_NONE ? UPDATE_MEMORY : index + 1;
}

/* New index + 1 of the updated component, UPDATE_FAULT or UPDATE_MEMORY. */
static inline guint32
update_of (LpnNext *next, guint32 t, const LpnUpdate *update, const guint32 *tuple)
{
  guint32 value = lpn_memo_get (update->memo, lpn_memo_key (update->memo, tuple));
  if (G_UNLIKELY (value == 0))
    {
      value = compute_update (next, t, update, tuple);
      /* Interning may have laid the memo out anew: ask for the key again. */
      if (value != UPDATE_MEMORY)
        lpn_memo_set (update->memo, lpn_memo_key (update->memo, tuple), value);
    }
  return value;
}

static bool
build_candidates (LpnNext *next, guint c, guint32 index)
{
  LpnPart            *part = &next->parts[c];
  const LpnComponent *component = lpn_partition_component (next->partition, c);
  guint32             first = part->n_candidates;

  for (guint i = 0; i < component->n_elements; i++)
    next->values[component->elements[i]] = lpn_local_table_get (part->table, index, i);
  for (guint i = 0; i < part->anchored->len; i++)
    {
      guint32 t = g_array_index (part->anchored, guint32, i);
      if (evaluate_guard (next, t, BY_CANDIDATES) == GUARD_FALSE)
        continue;
      if (part->n_candidates == G_MAXUINT32
          || !make_room (&part->candidates, part->n_candidates, sizeof (LpnCandidate), next->budget))
        {
          next->memory_out = true;
          return false;
        }
      ((LpnCandidate *)part->candidates.data)[part->n_candidates++] = (LpnCandidate){ t, 0 };
    }
  ((guint64 *)part->spans.data)[index] = (guint64)first << 32 | (part->n_candidates - first + 1);
  return true;
}

/* The candidates of a local state: first and count, building the list on the first visit. false: memory. */
static inline bool
candidates_of (LpnNext *next, guint c, guint32 index, guint32 *first, guint32 *n)
{
  LpnPart *part = &next->parts[c];
  guint64  span = ((const guint64 *)part->spans.data)[index];
  if (G_UNLIKELY (span == 0))
    {
      if (!build_candidates (next, c, index))
        return false;
      span = ((const guint64 *)part->spans.data)[index];
    }
  *first = (guint32)(span >> 32);
  *n = (guint32)span - 1;
  return true;
}

/* The update that a candidate remembers itself. */
static guint32
candidate_update (LpnNext *next, LpnPart *part, guint32 candidate, const LpnUpdate *update, const guint32 *tuple)
{
  const LpnCandidate *known = (const LpnCandidate *)part->candidates.data + candidate;
  guint32             value = known->update;
  if (G_UNLIKELY (value == 0))
    {
      value = compute_update (next, known->transition, update, tuple);
      if (value != UPDATE_MEMORY)
        ((LpnCandidate *)part->candidates.data)[candidate].update = value;
    }
  return value;
}

/* Evaluates one candidate: 1 and *at moved past what it changes (see LpnPart.enabled), 0 when disabled, or an
 * LpnNextAnswer below 0. */
static inline int
try_candidate (LpnNext *next, LpnPart *part, guint32 candidate, const guint32 *tuple, guint32 **at)
{
  guint32        t = ((const LpnCandidate *)part->candidates.data)[candidate].transition;
  const LpnPlan *plan = &next->plans[t];
  guint32       *to = *at;

  for (guint32 i = 0; i < plan->n_guards; i++)
    {
      guint32 guard = guard_of (next, t, i, tuple);
      if (guard != GUARD_TRUE)
        return guard == GUARD_FAULT ? LPN_NEXT_FAULT : 0;
    }
  *to++ = t;
  *to++ = plan->n_updates;
  for (guint i = 0; i < plan->n_updates; i++)
    {
      const LpnUpdate *update = &plan->updates[i];
      guint32          value = update->in_candidate ? candidate_update (next, part, candidate, update, tuple)
                                                    : update_of (next, t, update, tuple);
      if (G_UNLIKELY (value >= UPDATE_MEMORY))
        return value == UPDATE_FAULT ? LPN_NEXT_FAULT : LPN_NEXT_MEMORY;
      *to++ = update->component;
      *to++ = value - 1;
    }
  *at = to;
  return 1;
}

/* Finds again what is enabled among the transitions anchored at c. */
static LpnNextAnswer
refresh (LpnNext *next, guint c, const guint32 *tuple)
{
  LpnPart *part = &next->parts[c];
  guint32  first, n;
  guint32 *at;

  part->n_enabled = 0;
  part->fault = LPN_NONE;
  if (!candidates_of (next, c, tuple[c], &first, &n))
    return LPN_NEXT_MEMORY;
  if (G_UNLIKELY ((gsize)n * (2 + 2 * part->most_updates) > part->room))
    {
      part->room = (gsize)n * (2 + 2 * part->most_updates);
      part->enabled = g_renew (guint32, part->enabled, part->room);
    }
  at = part->enabled;
  for (guint32 i = 0; i < n; i++)
    {
      int answer = try_candidate (next, part, first + i, tuple, &at);
      if (G_LIKELY (answer >= 0))
        part->n_enabled += (guint32)answer;
      else if (answer == LPN_NEXT_MEMORY)
        return LPN_NEXT_MEMORY;
      else if (part->fault == LPN_NONE)
        part->fault = ((const LpnCandidate *)part->candidates.data)[first + i].transition;
    }
  return LPN_NEXT_OK;
}

/* Brings the enabled lists from the tuple expanded last to this one. */
static LpnNextAnswer
refresh_changed (LpnNext *next, const guint32 *tuple)
{
  bool all = !next->has_last;
  for (guint c = 0; c < next->n_components; c++)
    if (all || tuple[c] != next->last[c])
      {
        const GArray *dependents = next->dependents[c];
        for (guint i = 0; i < dependents->len; i++)
          next->is_stale[g_array_index (dependents, guint32, i)] = 1;
        next->last[c] = tuple[c];
      }
  next->has_last = false; /* until all is well again */
  for (guint c = 0; c < next->n_components; c++)
    if (next->is_stale[c])
      {
        LpnNextAnswer answer = refresh (next, c, tuple);
        if (answer != LPN_NEXT_OK)
          return answer;
        next->is_stale[c] = 0;
      }
  next->has_last = true;
  return LPN_NEXT_OK;
}

/* Tuples are short: a loop beats a call of memcpy(). */
static inline void
copy_tuple (guint32 *to, const guint32 *from, guint n)
{
  guint i = 0;
  for (; i + 4 <= n; i += 4)
    memcpy (to + i, from + i, 4 * sizeof *to);
  for (; i < n; i++)
    to[i] = from[i];
}

static inline void
emit (LpnNext *next, const LpnPart *part, const guint32 *tuple, guint *n)
{
  const guint32 *at = part->enabled;
  gsize          width = next->n_components;
  for (guint32 i = 0; i < part->n_enabled; i++)
    {
      guint32 *out = next->tuples + *n * width;
      guint32  changes = at[1];
      next->fired[(*n)++] = at[0];
      copy_tuple (out, tuple, (guint)width);
      for (at += 2; changes > 0; changes--, at += 2)
        out[at[0]] = at[1];
    }
}

LpnNextAnswer
lpn_next_expand (LpnNext *next, const guint32 *tuple, LpnSuccessors *successors, guint32 *transition)
{
  guint32 fault = LPN_NONE;
  guint   total = next->n_kept, n = next->n_kept;

  next->n_last = 0;
  if (next->memory_out || refresh_changed (next, tuple) != LPN_NEXT_OK)
    return LPN_NEXT_MEMORY;
  for (guint c = 0; c < next->n_components; c++)
    {
      total += next->parts[c].n_enabled;
      if (G_UNLIKELY (next->parts[c].fault != LPN_NONE) && fault == LPN_NONE)
        fault = next->parts[c].fault;
    }
  if (G_UNLIKELY (total >= next->capacity)) /* room for one more: the arrays are there even where nothing is enabled */
    {
      next->capacity = total + total / 2 + 1;
      next->tuples = g_renew (guint32, next->tuples, (gsize)next->capacity * next->n_components);
      next->fired = g_renew (guint32, next->fired, next->capacity);
    }
  for (guint c = 0; c < next->n_components; c++)
    emit (next, &next->parts[c], tuple, &n);
  next->n_last = n - next->n_kept;
  *successors = (LpnSuccessors){ next->n_last, next->tuples + (gsize)next->n_kept * next->n_components,
                                 next->fired + next->n_kept };
  if (G_UNLIKELY (next->verify))
    lpn_next_verify (next, tuple, successors, fault);
  *transition = fault;
  return fault == LPN_NONE ? LPN_NEXT_OK : LPN_NEXT_FAULT;
}

LpnSuccessors
lpn_next_keep (LpnNext *next)
{
  next->n_kept += next->n_last;
  next->n_last = 0;
  return (LpnSuccessors){ next->n_kept, next->tuples, next->fired };
}

void
lpn_next_drop (LpnNext *next)
{
  next->n_kept = next->n_last = 0;
}

int
lpn_next_fire (LpnNext *next, const guint32 *tuple, guint32 transition, guint32 *out)
{
  guint    c = next->plans[transition].anchor;
  LpnPart *part = &next->parts[c];
  guint32  first, n;

  if (next->memory_out || !candidates_of (next, c, tuple[c], &first, &n))
    return LPN_NEXT_MEMORY;
  for (guint32 i = 0; i < n; i++)
    if (((const LpnCandidate *)part->candidates.data)[first + i].transition == transition)
      {
        guint32 *at = next->changes;
        int      answer = try_candidate (next, part, first + i, tuple, &at);
        if (answer == 1)
          {
            copy_tuple (out, tuple, next->n_components);
            for (const guint32 *change = next->changes + 2; change < at; change += 2)
              out[change[0]] = change[1];
          }
        return answer;
      }
  return 0;
}
