/* SPDX-License-Identifier: MIT */
/*
 * Sequential effects as simultaneous assignments.
 *
 * Writes are kept in order; of two to the same cell for certain (same scalar, equal index) only the later. A read looks
 * at them from the oldest to the newest: one that may have hit the cell read puts a choice on top of what is known so
 * far. The order of the writes left is that of the assignments, where the later wins as well.
 */
#include "io/dve-private.h"
#include "io/dve-value.h"

/* A cell's value before the transition, by its guard. */
typedef struct
{
  guint32 ref;
  guint32 cell;
  gint64  min;
  gint64  max;
} Fact;

typedef struct
{
  const DveVariable *variable;
  DveValue           index; /* a scalar: the constant 0 */
  DveValue           value;
  bool               risky; /* the value may be outside its type, which is an error when it is stored */
} Write;

static void
write_clear (gpointer data)
{
  Write *write = data;
  lpn_dve_value_clear (&write->index);
  lpn_dve_value_clear (&write->value);
}

void
lpn_dve_env_init (DveEnv *env, DveBuild *build, const DveProcess *self)
{
  *env = (DveEnv){ .build = build, .self = self };
  env->facts = g_array_new (FALSE, FALSE, sizeof (Fact));
  env->writes = g_array_new (FALSE, FALSE, sizeof (Write));
  g_array_set_clear_func (env->writes, write_clear);
}

void
lpn_dve_env_clear (DveEnv *env)
{
  g_clear_pointer (&env->trap, lpn_expr_free);
  g_array_unref (env->facts);
  g_array_unref (env->writes);
}

static DveVariable *
find_variable (DveEnv *env, const DveExpr *expr)
{
  DveBuild         *build = env->build;
  const DveProcess *process = expr->op == DVE_OP_FIELD ? g_hash_table_lookup (build->processes, expr->name) : env->self;
  const char       *id = expr->op == DVE_OP_FIELD ? expr->field : expr->name;
  DveVariable      *found = NULL;

  if (expr->op == DVE_OP_FIELD && process == NULL)
    {
      lpn_dve_fail (build, expr->at, LPN_IO_ERROR_INVALID, "there is no process '%s'", expr->name);
      return NULL;
    }
  if (process != NULL && process->names != NULL)
    found = g_hash_table_lookup (process->names, id);
  if (found == NULL && expr->op == DVE_OP_NAME)
    found = g_hash_table_lookup (build->names, id);
  if (found == NULL && expr->op == DVE_OP_FIELD)
    lpn_dve_fail (build, expr->at, LPN_IO_ERROR_INVALID, "process '%s' has no variable '%s'", expr->name, id);
  else if (found == NULL)
    lpn_dve_fail (build, expr->at, LPN_IO_ERROR_INVALID, "there is no variable '%s'", id);
  return found;
}

/* What a name or field stands for: the variable and the cell in it. */
static bool
find_cell (DveEnv *env, const DveExpr *expr, DveVariable **variable, DveValue *index)
{
  *variable = find_variable (env, expr);
  if (*variable == NULL)
    return false;
  if (expr->arg[0] != NULL && !(*variable)->is_array)
    return lpn_dve_fail (env->build, expr->at, LPN_IO_ERROR_INVALID, "'%s' is no array", (*variable)->name);
  *index = expr->arg[0] != NULL ? lpn_dve_value (env, expr->arg[0]) : lpn_dve_value_const (0);
  return index->expr != NULL;
}

static bool
outside (const DveVariable *variable, const DveValue *index)
{
  return index->expr->op == LPN_EXPR_CONST && (index->expr->value < 0 || index->expr->value >= variable->size);
}

void
lpn_dve_assume (DveEnv *env, const LpnExpr *guard)
{
  while (guard->op == LPN_EXPR_AND)
    {
      lpn_dve_assume (env, guard->arg[1]);
      guard = guard->arg[0];
    }
  if (guard->op < LPN_EXPR_EQ || guard->op > LPN_EXPR_GE || guard->arg[0]->op != LPN_EXPR_CELL
      || guard->arg[1]->op != LPN_EXPR_CONST)
    return;
  gint64 value = guard->arg[1]->value;
  Fact   fact = { guard->arg[0]->ref, (guint32)guard->arg[0]->value, G_MININT64, G_MAXINT64 };
  switch (guard->op)
    {
    case LPN_EXPR_EQ:
      fact.min = fact.max = value;
      break;
    case LPN_EXPR_LT:
      fact.max = value - 1;
      break;
    case LPN_EXPR_LE:
      fact.max = value;
      break;
    case LPN_EXPR_GT:
      fact.min = value + 1;
      break;
    case LPN_EXPR_GE:
      fact.min = value;
      break;
    default:
      return;
    }
  g_array_append_val (env->facts, fact);
}

/* Narrows to what the guard says; a guard that is never true leaves the interval as it is. */
static void
apply_facts (const DveEnv *env, DveValue *value)
{
  for (guint i = 0; i < env->facts->len; i++)
    {
      const Fact *fact = &g_array_index (env->facts, Fact, i);
      if (value->expr->ref != fact->ref || value->expr->value != (gint64)fact->cell || fact->min > value->max
          || fact->max < value->min)
        continue;
      value->min = MAX (value->min, fact->min);
      value->max = MIN (value->max, fact->max);
    }
}

/* The value before the transition; takes the index over. */
static DveValue
read_before (DveEnv *env, const DveVariable *variable, DveValue index, DvePosition at)
{
  DveValue value = { NULL, 0, 0, index.size + 1 };

  if (index.expr == NULL)
    return value;
  bool fixed = index.expr->op == LPN_EXPR_CONST && !outside (variable, &index);
  if (fixed && (variable->is_const || env->constant))
    value = lpn_dve_value_const (variable->values[index.expr->value]);
  else if (variable->ref != LPN_NONE)
    {
      value.expr = lpn_expr_new_index (variable->ref, variable->size, g_steal_pointer (&index.expr));
      lpn_dve_range (variable->type, &value.min, &value.max);
      if (value.expr->op == LPN_EXPR_CELL)
        apply_facts (env, &value);
    }
  else
    lpn_dve_fail (env->build, at, LPN_IO_ERROR_INVALID, "'%s' has no constant value here", variable->name);
  lpn_dve_value_clear (&index);
  if (!lpn_dve_work (env->build, at, 1))
    lpn_dve_value_clear (&value);
  return value;
}

typedef enum
{
  NO,
  MAYBE,
  YES,
} Answer;

static Answer
same_cell (const DveValue *a, const DveValue *b)
{
  if (a->max < b->min || b->max < a->min)
    return NO;
  if (a->expr->op == LPN_EXPR_CONST && b->expr->op == LPN_EXPR_CONST)
    return YES;
  return lpn_expr_equal (a->expr, b->expr) ? YES : MAYBE;
}

static DveValue
copy (DveEnv *env, const DveValue *value, DvePosition at)
{
  DveValue result = *value;
  result.expr = lpn_dve_work (env->build, at, value->size) ? lpn_expr_copy (value->expr) : NULL;
  return result;
}

/* index == the write's index ? the value written : before */
static DveValue
choose (DveEnv *env, const Write *write, const DveValue *index, DveValue before, DvePosition at)
{
  DveValue mine = copy (env, index, at);
  DveValue theirs = copy (env, &write->index, at);
  DveValue value = copy (env, &write->value, at);

  if (mine.expr == NULL || theirs.expr == NULL || value.expr == NULL
      || MAX (before.expr->nesting, value.expr->nesting) + 8 > LPN_EXPR_MAX_NESTING)
    {
      lpn_dve_fail (env->build, at, LPN_IO_ERROR_LIMIT, "effects put into each other are nested more than %d deep",
                    LPN_EXPR_MAX_NESTING - 8);
      lpn_dve_value_clear (&mine);
      lpn_dve_value_clear (&theirs);
      lpn_dve_value_clear (&value);
      lpn_dve_value_clear (&before);
      return before;
    }
  LpnExpr *equal = lpn_expr_new_binary (LPN_EXPR_EQ, mine.expr, theirs.expr);
  return (DveValue){ lpn_expr_new_cond (equal, value.expr, before.expr), MIN (value.min, before.min),
                     MAX (value.max, before.max), mine.size + theirs.size + value.size + before.size + 2 };
}

DveValue
lpn_dve_env_read (DveEnv *env, const DveExpr *expr)
{
  DveVariable *variable;
  DveValue     index;
  DveValue     value = { NULL, 0, 0, 0 };
  guint        first = env->writes->len;

  if (!find_cell (env, expr, &variable, &index))
    return value;
  /* What is older than a write that certainly hit does not matter. */
  while (first > 0 && value.expr == NULL)
    {
      const Write *write = &g_array_index (env->writes, Write, --first);
      if (write->variable != variable || same_cell (&write->index, &index) != YES)
        continue;
      value = copy (env, &write->value, expr->at);
      first++;
      break;
    }
  if (value.expr == NULL)
    value = read_before (env, variable, copy (env, &index, expr->at), expr->at);
  for (guint i = first; i < env->writes->len && value.expr != NULL; i++)
    {
      const Write *write = &g_array_index (env->writes, Write, i);
      if (write->variable == variable && same_cell (&write->index, &index) == MAYBE)
        value = choose (env, write, &index, value, expr->at);
    }
  lpn_dve_value_clear (&index);
  return value;
}

/* An expression whose fault is to be one of the transition, whatever its value. */
static void
add_trap (DveEnv *env, LpnExpr *expr)
{
  LpnExpr *trap = lpn_expr_new_binary (LPN_EXPR_GE, expr, lpn_expr_new_const (G_MININT64));
  env->trap = env->trap == NULL ? trap : lpn_expr_new_binary (LPN_EXPR_AND, env->trap, trap);
}

/* The net knows no constant index outside its array to write to; but reading there, at the end of the guard, is the
 * same error. Clears the write. */
static void
set_trap (DveEnv *env, Write *write)
{
  const DveVariable *variable = write->variable;
  LpnExpr           *read = lpn_expr_new_index (variable->ref, variable->size, g_steal_pointer (&write->index.expr));

  add_trap (env, read);
  write_clear (write);
}

/* Division by zero or an index outside its array. Arithmetic stays in 32 bits. */
static bool
may_fault (const LpnExpr *expr)
{
  bool divides = expr->op == LPN_EXPR_DIV || expr->op == LPN_EXPR_MOD;
  if (expr->op == LPN_EXPR_INDEX || (divides && (expr->arg[1]->op != LPN_EXPR_CONST || expr->arg[1]->value == 0)))
    return true;
  for (guint i = 0; i < lpn_expr_n_args (expr->op); i++)
    if (may_fault (expr->arg[i]))
      return true;
  return false;
}

/* Does computing `expr` always compute `part` too? */
static bool
computes (const LpnExpr *expr, const LpnExpr *part)
{
  bool lazy = expr->op == LPN_EXPR_COND || expr->op == LPN_EXPR_AND || expr->op == LPN_EXPR_OR
              || expr->op == LPN_EXPR_IMPLIES;
  guint n = lazy ? 1 : lpn_expr_n_args (expr->op);

  if (lpn_expr_equal (expr, part))
    return true;
  for (guint i = 0; i < n; i++)
    if (computes (expr->arg[i], part))
      return true;
  return false;
}

/* What is overwritten is computed all the same, with its errors: those of computing it go to the guard, and a value
 * outside its type is stored instead of the new one. Takes the old write over. */
static void
overwrite (DveEnv *env, Write *old, Write *write, DvePosition at)
{
  if (old->risky && lpn_dve_work (env->build, at, 2 * old->value.size + 6))
    {
      gint64 min, max;
      lpn_dve_range (old->variable->type, &min, &max);
      LpnExpr *fits = lpn_expr_new_binary (
          LPN_EXPR_AND, lpn_expr_new_binary (LPN_EXPR_GE, lpn_expr_copy (old->value.expr), lpn_expr_new_const (min)),
          lpn_expr_new_binary (LPN_EXPR_LE, lpn_expr_copy (old->value.expr), lpn_expr_new_const (max)));
      write->value.expr = lpn_expr_new_cond (fits, write->value.expr, g_steal_pointer (&old->value.expr));
      write->value.size += 3 * old->value.size + 6;
      write->risky = true;
    }
  else if (may_fault (old->value.expr) && !computes (write->value.expr, old->value.expr))
    add_trap (env, g_steal_pointer (&old->value.expr));
  write_clear (old);
}

bool
lpn_dve_write (DveEnv *env, const DveExpr *target, DveValue value)
{
  Write        write;
  DveVariable *variable;
  bool         ok = value.expr != NULL && (target->op == DVE_OP_NAME || target->op == DVE_OP_FIELD);

  if (value.expr != NULL && !ok)
    lpn_dve_fail (env->build, target->at, LPN_IO_ERROR_INVALID, "expected a variable");
  if (!ok || !find_cell (env, target, &variable, &write.index))
    {
      lpn_dve_value_clear (&value);
      return false;
    }
  write.variable = variable;
  write.risky = env->build->overflow == LPN_DVE_ERROR && !lpn_dve_fits (&value, variable->type);
  write.value = lpn_dve_fit (env, value, variable->type, target->at);
  if (write.value.expr == NULL || variable->is_const)
    {
      lpn_dve_fail (env->build, target->at, LPN_IO_ERROR_INVALID, "'%s' is a constant", variable->name);
      write_clear (&write);
      return false;
    }
  if (outside (variable, &write.index))
    {
      set_trap (env, &write);
      return true;
    }
  for (guint i = 0; i < env->writes->len; i++)
    {
      Write *old = &g_array_index (env->writes, Write, i);
      if (old->variable == variable && same_cell (&old->index, &write.index) == YES)
        {
          overwrite (env, old, &write, target->at);
          g_array_remove_index (env->writes, i);
          break;
        }
    }
  g_array_append_val (env->writes, write);
  return true;
}

void
lpn_dve_flush (DveEnv *env, guint32 transition, LpnExpr *guard)
{
  if (env->trap != NULL)
    guard = lpn_expr_new_binary (LPN_EXPR_AND, guard, g_steal_pointer (&env->trap));
  if (guard->op == LPN_EXPR_CONST && guard->value != 0)
    lpn_expr_free (guard);
  else
    lpn_net_set_guard (env->build->net, transition, guard);
  for (guint i = 0; i < env->writes->len; i++)
    {
      Write   *write = &g_array_index (env->writes, Write, i);
      LpnExpr *value = g_steal_pointer (&write->value.expr);
      LpnExpr *index = write->variable->is_array ? g_steal_pointer (&write->index.expr) : NULL;

      if (value->type == LPN_TYPE_TRUTH)
        value = lpn_expr_new_unary (LPN_EXPR_INT, value);
      if (index != NULL && index->type == LPN_TYPE_TRUTH)
        index = lpn_expr_new_unary (LPN_EXPR_INT, index);
      lpn_net_add_assign (env->build->net, transition, write->variable->ref, index, value);
    }
}
