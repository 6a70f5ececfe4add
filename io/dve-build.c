/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <string.h>

#include "io/dve-private.h"
#include "io/input.h"

/* A transition costs about as much as this many nodes of an expression. */
enum
{
  PAIR_WORK = 4,
};

bool
lpn_dve_fail (DveBuild *build, DvePosition at, LpnIoError code, const char *format, ...)
{
  va_list args;

  if (build->error != NULL)
    return false;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (&build->error, LPN_IO_ERROR, code, "%s:%u:%u: %s", build->file->label, at.line, at.column, text);
  return false;
}

bool
lpn_dve_work (DveBuild *build, DvePosition at, guint64 n)
{
  if (build->error != NULL)
    return false;
  build->work += MIN (n, LPN_DVE_MAX_WORK + 1);
  if (build->work > LPN_DVE_MAX_WORK)
    return lpn_dve_fail (build, at, LPN_IO_ERROR_LIMIT, "more than %d steps of all expressions together",
                         LPN_DVE_MAX_WORK);
  return true;
}

/* The id itself the first time, then id#2, id#3. Returns: transfer full. */
static char *
unique_id (DveBuild *build, char *id)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (build->ids, id)) + 1;
  char *unique = n == 1 ? g_strdup (id) : g_strdup_printf ("%s#%u", id, n);
  g_hash_table_replace (build->ids, id, GUINT_TO_POINTER (n));
  return unique;
}

static const char *
location_name (const DveProcess *process, guint32 location)
{
  return g_array_index (process->states, DveName, location).name;
}

/* "P.a->b", or of a rendezvous "P.a->b+Q.c->d". Returns: transfer full. */
static char *
transition_id (DveBuild *build, const DveMove *const *moves, guint n)
{
  GString *id = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (id, "%s%s.%s->%s", i > 0 ? "+" : "", moves[i]->process->name, moves[i]->source.name,
                            moves[i]->target.name);
  return unique_id (build, g_string_free (id, FALSE));
}

static bool
is_committed (const DveMove *move, guint32 location)
{
  return move->process->committed[location] != 0;
}

/* The guards of one or two moves, before which nobody may be committed but those who move. Returns: transfer full; NULL
 * after an error. */
static LpnExpr *
joint_guard (DveEnv *env, const DveMove *const *moves, guint n, bool committed)
{
  bool     alone = env->build->committed != LPN_NONE && !committed;
  LpnExpr *guard
      = alone ? lpn_expr_new_binary (LPN_EXPR_EQ, lpn_expr_new_cell (env->build->committed, 0), lpn_expr_new_const (0))
              : lpn_expr_new_truth (true);

  for (guint i = 0; i < n; i++)
    {
      env->self = moves[i]->process;
      DveValue value = { NULL, 0, 0, 0 };
      if (moves[i]->guard == NULL)
        continue;
      value = lpn_dve_value (env, moves[i]->guard);
      if (value.expr == NULL)
        {
          lpn_expr_free (guard);
          return NULL;
        }
      guard = lpn_expr_new_binary (LPN_EXPR_AND, guard, value.expr);
    }
  return guard;
}

static void
run_effects (DveEnv *env, const DveMove *move)
{
  env->self = move->process;
  for (guint i = 0; i + 1 < move->effects->len && env->build->error == NULL; i += 2)
    lpn_dve_write (env, move->effects->pdata[i], lpn_dve_value (env, move->effects->pdata[i + 1]));
}

/* From one or two moves to a transition with arcs and what follows from the locations. LPN_NONE after an error. */
static guint32
add_transition (DveBuild *build, const DveMove *const *moves, guint n, bool committed)
{
  g_autofree char *id = transition_id (build, moves, n);
  GError          *error = NULL;
  guint32          t = lpn_net_add_transition (build->net, moves[0]->process->module, id, NULL, false, &error);
  gint64           change = 0;

  if (t == LPN_NONE)
    {
      lpn_dve_fail (build, moves[0]->at, LPN_IO_ERROR_INVALID, "%s", error->message);
      g_error_free (error);
      return t;
    }
  for (guint i = 0; i < n; i++)
    {
      const DveProcess *process = moves[i]->process;
      lpn_net_add_input (build->net, t, process->first_place + moves[i]->from, 1);
      lpn_net_add_output (build->net, t, process->first_place + moves[i]->to, 1);
      if (process->at_ref != LPN_NONE && moves[i]->from != moves[i]->to)
        lpn_net_add_assign (build->net, t, process->at_ref, NULL, lpn_expr_new_const (moves[i]->to));
      change += is_committed (moves[i], moves[i]->to) - is_committed (moves[i], moves[i]->from);
    }
  if (change != 0)
    lpn_net_add_assign (build->net, t, build->committed, NULL,
                        committed ? lpn_expr_new_binary (LPN_EXPR_ADD, lpn_expr_new_cell (build->committed, 0),
                                                         lpn_expr_new_const (change))
                                  : lpn_expr_new_const (change));
  return t;
}

/* Appends to a buffer, or takes its oldest message; the rest moves up and the cell left over is 0 again, so that equal
 * contents are equal states. */
static void
add_buffer (DveEnv *env, const DveMove *move, guint32 t, DveValue *sent)
{
  LpnNet           *net = env->build->net;
  const DveChannel *c = move->sync;
  LpnExpr          *length = lpn_expr_new_cell (c->length_ref, 0);

  for (guint i = 0; i < c->n_parts; i++)
    {
      LpnExpr *last = lpn_expr_new_const (c->capacity - 1);
      if (move->sends)
        {
          LpnExpr *value = g_steal_pointer (&sent[i].expr);
          if (value->type == LPN_TYPE_TRUTH)
            value = lpn_expr_new_unary (LPN_EXPR_INT, value);
          lpn_net_add_assign (net, t, c->part_refs[i],
                              c->capacity > 1 ? lpn_expr_copy (length) : lpn_expr_new_const (0), value);
        }
      for (guint32 k = 0; !move->sends && k + 1 < c->capacity; k++)
        lpn_net_add_assign (net, t, c->part_refs[i], lpn_expr_new_const (k),
                            lpn_expr_new_cell (c->part_refs[i], k + 1));
      if (move->sends)
        lpn_expr_free (last);
      else
        lpn_net_add_assign (net, t, c->part_refs[i], last, lpn_expr_new_const (0));
    }
  lpn_net_add_assign (net, t, c->length_ref, NULL,
                      lpn_expr_new_binary (move->sends ? LPN_EXPR_ADD : LPN_EXPR_SUB, length, lpn_expr_new_const (1)));
}

static void
clear_values (DveValue *values, guint n)
{
  for (guint i = 0; i < n; i++)
    lpn_expr_free (values[i].expr);
  g_free (values);
}

/* What a move sends, each part in the type of the channel; where a value outside is an error, it is one when stored. */
static DveValue *
sent_values (DveEnv *env, const DveMove *move)
{
  DveValue *values = g_new0 (DveValue, move->parts->len + 1);
  env->self = move->process;
  for (guint i = 0; i < move->parts->len; i++)
    {
      const DveExpr *expr = move->parts->pdata[i];
      values[i] = lpn_dve_value (env, expr);
      if (env->build->overflow == LPN_DVE_WRAP)
        values[i] = lpn_dve_fit (env, values[i], move->sync->parts[i], expr->at);
    }
  return values;
}

static void
receive (DveEnv *env, const DveMove *move, DveValue *values)
{
  env->self = move->process;
  for (guint i = 0; i < move->parts->len && env->build->error == NULL; i++)
    {
      DveValue value = values[i];
      values[i].expr = NULL;
      lpn_dve_write (env, move->parts->pdata[i], value);
    }
}

static DveValue *
oldest_message (const DveChannel *c)
{
  DveValue *values = g_new0 (DveValue, c->n_parts);
  for (guint i = 0; i < c->n_parts; i++)
    {
      values[i] = (DveValue){ lpn_expr_new_cell (c->part_refs[i], 0), 0, 0, 1 };
      lpn_dve_range (c->parts[i], &values[i].min, &values[i].max);
    }
  return values;
}

/* A transition of one process alone, perhaps with a buffer. */
static void
build_alone (DveBuild *build, const DveMove *move)
{
  const DveChannel *c = move->sync;
  bool              committed = is_committed (move, move->from);
  DveValue         *values = NULL;
  DveEnv            env;

  /* Shifting costs, and the net compares all assignments of a transition with each other. */
  if (!lpn_dve_work (build, move->at, c != NULL ? 1 + c->capacity * (guint64)c->n_parts : 1))
    return;
  lpn_dve_env_init (&env, build, move->process);
  env.moving[0] = move->process;
  env.located[0] = move->from;
  LpnExpr *guard = joint_guard (&env, &move, 1, committed);
  if (guard != NULL && c != NULL)
    guard = lpn_expr_new_binary (LPN_EXPR_AND,
                                 lpn_expr_new_binary (move->sends ? LPN_EXPR_LT : LPN_EXPR_GT,
                                                      lpn_expr_new_cell (c->length_ref, 0),
                                                      lpn_expr_new_const (move->sends ? c->capacity : 0)),
                                 guard);
  if (guard != NULL)
    lpn_dve_assume (&env, guard);
  if (c != NULL)
    values = move->sends ? sent_values (&env, move) : oldest_message (c);
  env.located[0] = move->to;
  if (c != NULL && !move->sends)
    receive (&env, move, values);
  run_effects (&env, move);
  if (build->error == NULL)
    {
      guint32 t = add_transition (build, &move, 1, committed);
      if (t != LPN_NONE)
        lpn_dve_flush (&env, t, g_steal_pointer (&guard));
      if (t != LPN_NONE && c != NULL)
        add_buffer (&env, move, t, values);
    }
  lpn_expr_free (guard);
  clear_values (values, c != NULL ? c->n_parts : 0);
  lpn_dve_env_clear (&env);
}

static void
build_pair (DveBuild *build, const DveMove *sender, const DveMove *receiver)
{
  const DveMove *moves[] = { sender, receiver };
  bool           committed = is_committed (sender, sender->from);
  DveEnv         env;

  /* One of them committed alone may not move, as the other may not. */
  if (!lpn_dve_work (build, sender->at, PAIR_WORK) || committed != is_committed (receiver, receiver->from))
    return;
  if (receiver->parts->len > sender->parts->len)
    {
      lpn_dve_fail (build, receiver->channel.at, LPN_IO_ERROR_INVALID,
                    "a value is received on channel '%s' where none is sent, at %u:%u", receiver->channel.name,
                    sender->channel.at.line, sender->channel.at.column);
      return;
    }
  lpn_dve_env_init (&env, build, NULL);
  for (guint i = 0; i < 2; i++)
    {
      env.moving[i] = moves[i]->process;
      env.located[i] = moves[i]->from;
    }
  LpnExpr *guard = joint_guard (&env, moves, 2, committed);
  if (guard != NULL)
    lpn_dve_assume (&env, guard);
  DveValue *values = sent_values (&env, sender);
  env.located[0] = sender->to;
  env.located[1] = receiver->to;
  receive (&env, receiver, values);
  run_effects (&env, receiver);
  run_effects (&env, sender);
  guint32 t = build->error == NULL ? add_transition (build, moves, 2, committed) : LPN_NONE;
  if (t != LPN_NONE)
    lpn_dve_flush (&env, t, g_steal_pointer (&guard));
  lpn_expr_free (guard);
  clear_values (values, sender->parts->len);
  lpn_dve_env_clear (&env);
}

static void
build_move (DveBuild *build, const DveMove *move)
{
  if (move->sync == NULL || move->sync->capacity > 0)
    {
      build_alone (build, move);
      return;
    }
  for (guint i = 0; move->sends && i < move->sync->receivers->len && build->error == NULL; i++)
    {
      const DveMove *receiver = move->sync->receivers->pdata[i];
      if (receiver->process != move->process)
        build_pair (build, move, receiver);
    }
}

static void
build_asserts (DveBuild *build, const DveProcess *process)
{
  for (guint i = 0; i < process->asserts->len && build->error == NULL; i++)
    {
      const DveAssert *assert = &g_array_index (process->asserts, DveAssert, i);
      guint            number = GPOINTER_TO_UINT (g_hash_table_lookup (process->locations, assert->state.name));
      DveEnv           env;

      if (number == 0)
        {
          lpn_dve_fail (build, assert->state.at, LPN_IO_ERROR_INVALID, "process '%s' has no location '%s'",
                        process->name, assert->state.name);
          return;
        }
      lpn_dve_env_init (&env, build, process);
      env.property = true;
      DveValue value = lpn_dve_value (&env, assert->expr);
      lpn_dve_env_clear (&env);
      if (value.expr == NULL)
        return;
      LpnExpr *expr = lpn_expr_new_binary (
          LPN_EXPR_IMPLIES, lpn_expr_new_place (LPN_EXPR_MARKED, process->first_place + number - 1), value.expr);
      g_autofree char *id
          = unique_id (build, g_strdup_printf ("%s.%s", process->name, location_name (process, number - 1)));
      lpn_net_add_property (build->net, id, LPN_PROPERTY_INVARIANT, expr, &build->error);
    }
}

static bool
build_net (DveBuild *build)
{
  GPtrArray *processes = build->file->processes;

  if (!lpn_dve_declare (build))
    return false;
  for (guint i = 0; i < processes->len; i++)
    {
      const DveProcess *process = processes->pdata[i];
      for (guint m = 0; m < process->moves->len && build->error == NULL; m++)
        build_move (build, process->moves->pdata[m]);
    }
  for (guint i = 0; i < processes->len && build->error == NULL; i++)
    build_asserts (build, processes->pdata[i]);
  if (build->error == NULL && !lpn_net_freeze (build->net, &build->error))
    g_prefix_error (&build->error, "%s: ", build->file->label);
  return build->error == NULL;
}

/* The file's name without folder and suffix. Returns: transfer full. */
static char *
net_name (const char *label)
{
  char *name = g_path_get_basename (label);
  if (g_str_has_suffix (name, ".dve") && name[4] != '\0')
    name[strlen (name) - 4] = '\0';
  return name;
}

bool
lpn_dve_read_memory (const char *label, const char *data, gsize length, LpnDveOverflow overflow, GPtrArray *parts,
                     GError **error)
{
  g_autoptr (DveFile) file = lpn_dve_parse (label, data, length, error);
  g_autofree char *name = net_name (label);

  if (file == NULL)
    return false;
  DveBuild build = { .file = file, .net = lpn_net_new (name), .overflow = overflow };
  build.names = g_hash_table_new (g_str_hash, g_str_equal);
  build.channels = g_hash_table_new (g_str_hash, g_str_equal);
  build.processes = g_hash_table_new (g_str_hash, g_str_equal);
  build.ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  bool ok = build_net (&build);
  g_hash_table_unref (build.names);
  g_hash_table_unref (build.channels);
  g_hash_table_unref (build.processes);
  g_hash_table_unref (build.ids);
  if (ok)
    g_ptr_array_add (parts, lpn_part_new (build.net, label));
  else
    {
      lpn_net_free (build.net);
      g_propagate_error (error, build.error);
    }
  return ok;
}

bool
lpn_dve_read_file (const char *path, LpnDveOverflow overflow, GPtrArray *parts, GError **error)
{
  g_autofree char *text = NULL;
  gsize            length;
  return lpn_input_read (path, &text, &length, error)
         && lpn_dve_read_memory (path, text, length, overflow, parts, error);
}

bool
lpn_dve_overflow_parse (const char *text, LpnDveOverflow *overflow, GError **error)
{
  *overflow = g_str_equal (text, "error") ? LPN_DVE_ERROR : LPN_DVE_WRAP;
  if (*overflow == LPN_DVE_ERROR || g_str_equal (text, "wrap"))
    return true;
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "unknown overflow \"%s\" (wrap or error)", text);
  return false;
}
