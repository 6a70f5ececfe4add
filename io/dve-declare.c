/* SPDX-License-Identifier: MIT */
/*
 * The modules, places and variables of the net, and every name of the file looked up but those in expressions.
 */
#include <string.h>

#include "io/dve-private.h"

/* Errors of the net carry no position. */
static guint32
added (DveBuild *build, DvePosition at, guint32 ref, GError *error)
{
  if (error != NULL)
    {
      lpn_dve_fail (build, at, LPN_IO_ERROR_INVALID, "%s", error->message);
      g_error_free (error);
    }
  return ref;
}

static guint32
add_variable (DveBuild *build, guint32 module, const char *id, bool is_array, guint32 size, const gint64 *values,
              gint64 min, gint64 max, DvePosition at)
{
  GError *error = NULL;
  guint32 ref = lpn_net_add_variable (build->net, module, id, is_array, size, values, min, max, &error);
  return added (build, at, ref, error);
}

static bool
take_cells (DveBuild *build, DvePosition at, guint64 n)
{
  build->cells += n;
  if (build->cells > LPN_DVE_MAX_CELLS)
    return lpn_dve_fail (build, at, LPN_IO_ERROR_LIMIT, "the variables have more than %d cells", LPN_DVE_MAX_CELLS);
  return true;
}

static bool
size_of (DveEnv *env, DveVariable *v)
{
  gint64 size = 1;

  if (v->is_array && !lpn_dve_constant (env, v->size_expr, &size))
    return false;
  if (size < 1)
    return lpn_dve_fail (env->build, v->size_expr->at, LPN_IO_ERROR_INVALID, "array '%s' of size %" G_GINT64_FORMAT,
                         v->name, size);
  if (!take_cells (env->build, v->at, (guint64)size))
    return false;
  v->size = (guint32)size;
  v->values = g_new0 (gint64, v->size);
  return true;
}

/* Values past the end of the array are read and dropped: some files of BEEM have them. */
static bool
initial_values (DveEnv *env, DveVariable *v)
{
  gint64 min, max;

  lpn_dve_range (v->type, &min, &max);
  if (v->init != NULL && v->init_list != v->is_array)
    return lpn_dve_fail (env->build, v->at, LPN_IO_ERROR_INVALID,
                         v->is_array ? "array '%s' needs its values in braces" : "'%s' is no array", v->name);
  for (guint i = 0; v->init != NULL && i < v->init->len; i++)
    {
      const DveExpr *expr = v->init->pdata[i];
      gint64         value;
      if (!lpn_dve_constant (env, expr, &value))
        return false;
      if (env->build->overflow == LPN_DVE_WRAP)
        value = v->type == DVE_BYTE ? (guint8)value : (gint16)value;
      else if (value < min || value > max)
        return lpn_dve_fail (env->build, expr->at, LPN_IO_ERROR_INVALID,
                             "%" G_GINT64_FORMAT " is outside %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, value, min,
                             max);
      if (i < v->size)
        v->values[i] = value;
    }
  return true;
}

static bool
declare_variables (DveBuild *build, DveProcess *process, GPtrArray *variables, GHashTable *names)
{
  DveEnv env;
  bool   ok = true;

  lpn_dve_env_init (&env, build, process);
  env.constant = true;
  for (guint i = 0; i < variables->len && ok; i++)
    {
      DveVariable *v = variables->pdata[i];
      gint64       min, max;

      if (g_hash_table_contains (names, v->name)
          || (process == NULL && g_hash_table_contains (build->channels, v->name)))
        ok = lpn_dve_fail (build, v->at, LPN_IO_ERROR_INVALID, "'%s' is declared twice", v->name);
      ok = ok && size_of (&env, v) && initial_values (&env, v);
      if (!ok)
        break;
      g_hash_table_insert (names, (gpointer)v->name, v);
      lpn_dve_range (v->type, &min, &max);
      if (!v->is_const || v->is_array)
        v->ref = add_variable (build, process != NULL ? process->module : LPN_NONE, v->name, v->is_array, v->size,
                               v->values, min, max, v->at);
    }
  lpn_dve_env_clear (&env);
  return build->error == NULL;
}

static bool
declare_channel (DveBuild *build, DveChannel *c)
{
  gint64 capacity = 0;
  DveEnv env;

  lpn_dve_env_init (&env, build, NULL);
  env.constant = true;
  if (g_hash_table_contains (build->channels, c->name))
    lpn_dve_fail (build, c->at, LPN_IO_ERROR_INVALID, "'%s' is declared twice", c->name);
  else if (c->capacity_expr != NULL)
    lpn_dve_constant (&env, c->capacity_expr, &capacity);
  lpn_dve_env_clear (&env);
  if (capacity < 0)
    lpn_dve_fail (build, c->at, LPN_IO_ERROR_INVALID, "channel '%s' of a negative capacity", c->name);
  if (capacity > LPN_DVE_MAX_CAPACITY)
    lpn_dve_fail (build, c->at, LPN_IO_ERROR_LIMIT, "channel '%s' holds more than %d messages", c->name,
                  LPN_DVE_MAX_CAPACITY);
  if (build->error != NULL || !take_cells (build, c->at, (guint64)capacity * c->n_parts))
    return false;
  g_hash_table_insert (build->channels, (gpointer)c->name, c);
  c->capacity = (guint32)capacity;
  c->receivers = g_ptr_array_new ();
  if (capacity == 0)
    return true;

  g_autofree gint64 *zeros = g_new0 (gint64, c->capacity);
  g_autofree char   *length = g_strdup_printf ("%s$length", c->name);
  c->part_refs = g_new0 (guint32, c->n_parts);
  c->length_ref = add_variable (build, LPN_NONE, length, false, 1, zeros, 0, capacity, c->at);
  for (guint i = 0; i < c->n_parts && build->error == NULL; i++)
    {
      g_autofree char *id = g_strdup_printf ("%s$%u", c->name, i);
      gint64           min, max;
      lpn_dve_range (c->parts[i], &min, &max);
      c->part_refs[i] = add_variable (build, LPN_NONE, id, true, c->capacity, zeros, min, max, c->at);
    }
  return build->error == NULL;
}

/* The number of a location; LPN_NONE with the error set. */
static guint32
find_location (DveBuild *build, const DveProcess *process, const DveName *name)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (process->locations, name->name));
  if (number == 0)
    lpn_dve_fail (build, name->at, LPN_IO_ERROR_INVALID, "process '%s' has no location '%s'", process->name,
                  name->name);
  return number - 1;
}

static bool
declare_process (DveBuild *build, DveProcess *process)
{
  GError *error = NULL;

  process->names = g_hash_table_new (g_str_hash, g_str_equal);
  process->locations = g_hash_table_new (g_str_hash, g_str_equal);
  process->committed = g_new0 (guint8, process->states->len);
  process->at_ref = LPN_NONE;
  if (g_hash_table_contains (build->processes, process->name))
    return lpn_dve_fail (build, process->at, LPN_IO_ERROR_INVALID, "process '%s' is declared twice", process->name);
  g_hash_table_insert (build->processes, (gpointer)process->name, process);
  for (guint i = 0; i < process->states->len; i++)
    {
      const DveName *state = &g_array_index (process->states, DveName, i);
      if (g_hash_table_contains (process->locations, state->name))
        return lpn_dve_fail (build, state->at, LPN_IO_ERROR_INVALID, "location '%s' is declared twice", state->name);
      g_hash_table_insert (process->locations, (gpointer)state->name, GUINT_TO_POINTER (i + 1));
    }
  for (guint i = 0; i < process->commits->len + process->accepts->len; i++)
    {
      bool           commits = i < process->commits->len;
      const DveName *state = commits ? &g_array_index (process->commits, DveName, i)
                                     : &g_array_index (process->accepts, DveName, i - process->commits->len);
      guint32        location = find_location (build, process, state);
      if (location == LPN_NONE)
        return false;
      if (commits)
        process->committed[location] = 1;
    }
  process->module = lpn_net_add_module (build->net, process->name, &error);
  added (build, process->at, process->module, error);
  return build->error == NULL;
}

static bool
declare_places (DveBuild *build, DveProcess *process)
{
  guint32 initial = find_location (build, process, &process->init);

  process->first_place = lpn_net_n_places (build->net);
  for (guint i = 0; i < process->states->len && build->error == NULL; i++)
    {
      const DveName   *state = &g_array_index (process->states, DveName, i);
      g_autofree char *id = g_strdup_printf ("%s.%s", process->name, state->name);
      GError          *error = NULL;
      guint32          place = lpn_net_add_place (build->net, process->module, id, NULL, true, i == initial, &error);
      added (build, state->at, place, error);
    }
  if (build->error == NULL && process->asked)
    {
      gint64 value = initial;
      process->at_ref = add_variable (build, process->module, "$at", false, 1, &value, 0,
                                      (gint64)process->states->len - 1, process->at);
    }
  return build->error == NULL;
}

static bool
resolve_move (DveBuild *build, DveMove *move)
{
  move->from = find_location (build, move->process, &move->source);
  move->to = find_location (build, move->process, &move->target);
  if (build->error != NULL || move->channel.name == NULL)
    return build->error == NULL;
  move->sync = g_hash_table_lookup (build->channels, move->channel.name);
  if (move->sync == NULL)
    return lpn_dve_fail (build, move->channel.at, LPN_IO_ERROR_INVALID, "there is no channel '%s'", move->channel.name);
  if (move->sync->typed ? move->parts->len != move->sync->n_parts : move->parts->len > 1)
    return lpn_dve_fail (build, move->channel.at, LPN_IO_ERROR_INVALID, "channel '%s' carries %s%u values, not %u",
                         move->channel.name, move->sync->typed ? "" : "at most ", move->sync->n_parts,
                         move->parts->len);
  if (!move->sends)
    g_ptr_array_add (move->sync->receivers, move);
  return true;
}

static void
note_asked (DveBuild *build)
{
  for (guint i = 0; i < build->file->asked->len; i++)
    {
      DveProcess *process = g_hash_table_lookup (build->processes, build->file->asked->pdata[i]);
      if (process != NULL)
        process->asked = true;
    }
}

static bool
declare_committed (DveBuild *build)
{
  gint64 initial = 0;
  guint  n = 0;

  build->committed = LPN_NONE;
  for (guint i = 0; i < build->file->processes->len; i++)
    {
      const DveProcess *process = build->file->processes->pdata[i];
      n += process->commits->len > 0;
      initial += process->committed[find_location (build, process, &process->init)];
    }
  if (n > 0)
    build->committed = add_variable (build, LPN_NONE, "$committed", false, 1, &initial, 0, n, (DvePosition){ 1, 1 });
  return build->error == NULL;
}

bool
lpn_dve_declare (DveBuild *build)
{
  GPtrArray *processes = build->file->processes;
  bool       ok = true;

  for (guint i = 0; i < processes->len && ok; i++)
    ok = declare_process (build, processes->pdata[i]);
  ok = ok && declare_variables (build, NULL, build->file->variables, build->names);
  note_asked (build);
  for (guint i = 0; i < build->file->channels->len && ok; i++)
    {
      DveChannel *c = build->file->channels->pdata[i];
      ok = !g_hash_table_contains (build->names, c->name) && declare_channel (build, c);
      if (!ok)
        lpn_dve_fail (build, c->at, LPN_IO_ERROR_INVALID, "'%s' is declared twice", c->name);
    }
  for (guint i = 0; i < processes->len && ok; i++)
    {
      DveProcess *process = processes->pdata[i];
      ok = declare_variables (build, process, process->variables, process->names) && declare_places (build, process);
      for (guint m = 0; m < process->moves->len && ok; m++)
        ok = resolve_move (build, process->moves->pdata[m]);
    }
  return ok && declare_committed (build);
}
