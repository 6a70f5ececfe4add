/* SPDX-License-Identifier: MIT */
#include "benchmarks/family-builder.h"

#include <string.h>

struct _LpnBuilder
{
  LpnNet     *net;
  GError     *error;
  bool        plain;
  guint32     module; /* current; LPN_NONE before the first */
  GHashTable *lets;   /* name -> gint64 */
  GHashTable *moves;  /* transition id -> how many were asked for under it */
};

LpnBuilder *
lpn_builder_new (const char *name, bool plain)
{
  LpnBuilder *builder = g_new0 (LpnBuilder, 1);
  builder->net = lpn_net_new (name);
  builder->plain = plain;
  builder->module = plain ? lpn_net_add_module (builder->net, "net", &builder->error) : LPN_NONE;
  builder->lets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  builder->moves = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return builder;
}

LpnNet *
lpn_builder_finish (LpnBuilder *builder, GError **error)
{
  LpnNet *net = builder->net;
  GError *failure = builder->error;

  if (failure == NULL)
    lpn_net_freeze (net, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      lpn_net_free (net);
      net = NULL;
    }
  g_hash_table_unref (builder->lets);
  g_hash_table_unref (builder->moves);
  g_free (builder);
  return net;
}

void
lpn_builder_let (LpnBuilder *builder, const char *name, gint64 value)
{
  g_hash_table_replace (builder->lets, g_strdup (name), g_memdup2 (&value, sizeof value));
}

/* Puts values in place of `$name`. Returns: transfer full; NULL with the builder's error set on an unknown name. */
static char *
substitute (LpnBuilder *builder, const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *end = text + 1;
      if (*text != '$')
        {
          g_string_append_c (out, *text++);
          continue;
        }
      while (g_ascii_isalpha (*end))
        end++;
      g_autofree char *name = g_strndup (text + 1, (gsize)(end - text - 1));
      const gint64    *value = g_hash_table_lookup (builder->lets, name);
      if (value == NULL)
        {
          g_set_error (&builder->error, LPN_NET_ERROR, LPN_NET_ERROR_UNKNOWN, "no value given for $%s", name);
          g_string_free (out, TRUE);
          return NULL;
        }
      g_string_append_printf (out, "%" G_GINT64_FORMAT, *value);
      text = end;
    }
  return g_string_free (out, FALSE);
}

gint64
lpn_builder_value (LpnBuilder *builder, const char *text)
{
  g_autofree char *number = builder->error == NULL ? substitute (builder, text) : NULL;
  return number == NULL ? 0 : g_ascii_strtoll (number, NULL, 10);
}

/* The full id of a node: the module's name in front unless there is a dot already. Returns: transfer full. */
static char *
qualify (const LpnBuilder *builder, const char *id)
{
  if (builder->plain || strchr (id, '.') != NULL)
    return g_strdup (id);
  return g_strdup_printf ("%s.%s", lpn_net_module (builder->net, builder->module)->id, id);
}

void
lpn_builder_module (LpnBuilder *builder, const char *id)
{
  if (builder->error != NULL)
    return;
  g_autofree char *name = substitute (builder, id);
  if (name != NULL)
    builder->module = lpn_net_add_module (builder->net, name, &builder->error);
}

static void
add_variable (LpnBuilder *builder, guint32 module, const char *id, bool is_array, guint32 size, const gint64 *initial,
              gint64 min, gint64 max)
{
  g_autofree char *name = builder->error == NULL ? substitute (builder, id) : NULL;
  if (name != NULL)
    lpn_net_add_variable (builder->net, module, name, is_array, size, initial, min, max, &builder->error);
}

void
lpn_builder_shared (LpnBuilder *builder, const char *id, gint64 initial, gint64 min, gint64 max)
{
  add_variable (builder, LPN_NONE, id, false, 1, &initial, min, max);
}

void
lpn_builder_shared_array (LpnBuilder *builder, const char *id, guint32 size, gint64 initial, gint64 min, gint64 max)
{
  g_autofree gint64 *values = g_new (gint64, size);
  for (guint32 i = 0; i < size; i++)
    values[i] = initial;
  add_variable (builder, LPN_NONE, id, true, size, values, min, max);
}

void
lpn_builder_shared_cells (LpnBuilder *builder, const char *id, guint32 size, const gint64 *initial, gint64 min,
                          gint64 max)
{
  add_variable (builder, LPN_NONE, id, true, size, initial, min, max);
}

void
lpn_builder_variable (LpnBuilder *builder, const char *id, gint64 initial, gint64 min, gint64 max)
{
  add_variable (builder, builder->module, id, false, 1, &initial, min, max);
}

void
lpn_builder_place (LpnBuilder *builder, const char *id, gint64 tokens)
{
  if (builder->error != NULL)
    return;
  g_autofree char *name = substitute (builder, id);
  if (name == NULL)
    return;
  g_autofree char *full = qualify (builder, name);
  lpn_net_add_place (builder->net, builder->module, full, NULL, !builder->plain, tokens, &builder->error);
}

void
lpn_builder_locations (LpnBuilder *builder, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  for (guint i = 0; list[i] != NULL; i++)
    lpn_builder_place (builder, list[i], i == 0 ? 1 : 0);
}

static LpnExpr *
parse (LpnBuilder *builder, const char *text, LpnType want, const char *what)
{
  LpnScope  scope = lpn_net_scope (builder->net, builder->module, false);
  LpnOrigin origin = { .what = what };
  return lpn_expr_parse (text, &scope, want, want == LPN_TYPE_NUMBER, &origin, &builder->error);
}

/* "2*a b": one side of the arcs. */
static void
add_side (LpnBuilder *builder, guint32 transition, const char *side, bool input)
{
  g_auto (GStrv) list = g_strsplit (side, " ", -1);

  for (guint i = 0; list[i] != NULL && builder->error == NULL; i++)
    {
      const char *name = list[i];
      const char *star = strchr (name, '*');
      gint64      weight = star == NULL ? 1 : g_ascii_strtoll (name, NULL, 10);
      if (*name == '\0')
        continue;
      g_autofree char *full = qualify (builder, star == NULL ? name : star + 1);
      guint32          place = lpn_net_find_place (builder->net, full);
      if (place == LPN_NONE)
        g_set_error (&builder->error, LPN_NET_ERROR, LPN_NET_ERROR_UNKNOWN, "arc: no place \"%s\"", full);
      else if (input)
        lpn_net_add_input (builder->net, transition, place, weight);
      else
        lpn_net_add_output (builder->net, transition, place, weight);
    }
}

/* "pos[1] := j + 1" */
static void
add_effect (LpnBuilder *builder, guint32 transition, const char *text, const char *what)
{
  const char *becomes = strstr (text, ":=");
  if (becomes == NULL)
    {
      g_set_error (&builder->error, LPN_NET_ERROR, LPN_NET_ERROR_PARSE, "%s: expected ':=' in \"%s\"", what, text);
      return;
    }
  g_autofree char *target = g_strstrip (g_strndup (text, (gsize)(becomes - text)));
  char            *bracket = strchr (target, '[');
  LpnExpr         *index = NULL;
  LpnExpr         *value;
  guint32          variable;

  if (bracket != NULL)
    {
      char *end = strrchr (bracket, ']');
      if (end == NULL)
        {
          g_set_error (&builder->error, LPN_NET_ERROR, LPN_NET_ERROR_PARSE, "%s: expected ']' in \"%s\"", what, text);
          return;
        }
      *bracket = '\0';
      *end = '\0';
      index = parse (builder, bracket + 1, LPN_TYPE_NUMBER, what);
      if (index == NULL)
        return;
    }
  variable = lpn_net_find_variable (builder->net, builder->module, target);
  if (variable == LPN_NONE)
    g_set_error (&builder->error, LPN_NET_ERROR, LPN_NET_ERROR_UNKNOWN, "%s: no variable \"%s\"", what, target);
  value = variable == LPN_NONE ? NULL : parse (builder, becomes + 2, LPN_TYPE_NUMBER, what);
  if (value == NULL)
    lpn_expr_free (index);
  else
    lpn_net_add_assign (builder->net, transition, variable, index, value);
}

static void
add_labels (LpnBuilder *builder, guint32 transition, const char *guard, const char *effects, const char *id)
{
  if (guard != NULL)
    {
      g_autofree char *text = substitute (builder, guard);
      g_autofree char *what = g_strdup_printf ("guard of transition %s", id);
      LpnExpr         *expr = text == NULL ? NULL : parse (builder, text, LPN_TYPE_TRUTH, what);
      if (expr != NULL)
        lpn_net_set_guard (builder->net, transition, expr);
    }
  if (effects != NULL && builder->error == NULL)
    {
      g_autofree char *text = substitute (builder, effects);
      g_autofree char *what = g_strdup_printf ("effect of transition %s", id);
      g_auto (GStrv) list = text == NULL ? NULL : g_strsplit (text, ";", -1);
      for (guint i = 0; list != NULL && list[i] != NULL && builder->error == NULL; i++)
        add_effect (builder, transition, list[i], what);
    }
}

void
lpn_builder_transition (LpnBuilder *builder, const char *id, const char *arcs, const char *guard, const char *effects)
{
  if (builder->error != NULL)
    return;
  g_autofree char *name = substitute (builder, id);
  g_autofree char *sides = name == NULL ? NULL : substitute (builder, arcs);
  if (sides == NULL)
    return;
  g_autofree char *full = qualify (builder, name);
  guint32 transition = lpn_net_add_transition (builder->net, builder->module, full, NULL, false, &builder->error);
  if (transition == LPN_NONE)
    return;
  g_auto (GStrv) side = g_strsplit (sides, "->", 2);
  g_assert (g_strv_length (side) == 2);
  add_side (builder, transition, side[0], true);
  add_side (builder, transition, side[1], false);
  add_labels (builder, transition, guard, effects, full);
  if (builder->error != NULL)
    g_prefix_error (&builder->error, "transition %s: ", full);
}

void
lpn_builder_move (LpnBuilder *builder, const char *arcs, const char *guard, const char *effects)
{
  if (builder->error != NULL)
    return;
  g_auto (GStrv) side = g_strsplit (arcs, "->", 2);
  g_assert (g_strv_length (side) == 2);
  g_autofree char *stem = g_strdup_printf ("%s_%s", g_strstrip (side[0]), g_strstrip (side[1]));
  g_autofree char *full = qualify (builder, stem);
  guint            nth = GPOINTER_TO_UINT (g_hash_table_lookup (builder->moves, full)) + 1;
  g_autofree char *id = nth == 1 ? g_strdup (stem) : g_strdup_printf ("%s_%u", stem, nth);

  g_hash_table_replace (builder->moves, g_strdup (full), GUINT_TO_POINTER (nth));
  lpn_builder_transition (builder, id, arcs, guard, effects);
}

void
lpn_builder_moves (LpnBuilder *builder, const char *name, gint64 first, gint64 last, const char *arcs,
                   const char *guard, const char *effects)
{
  for (gint64 value = first; value <= last; value++)
    {
      lpn_builder_let (builder, name, value);
      lpn_builder_move (builder, arcs, guard, effects);
    }
}

void
lpn_builder_signals (LpnBuilder *builder, LpnPort port, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  for (guint i = 0; list[i] != NULL; i++)
    {
      lpn_builder_shared (builder, list[i], 0, 0, 1);
      if (builder->error == NULL)
        lpn_net_set_port (builder->net, lpn_net_n_variables (builder->net) - 1, port);
    }
}

void
lpn_builder_dummies (LpnBuilder *builder, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  for (guint i = 0; list[i] != NULL; i++)
    lpn_builder_transition (builder, list[i], "->", NULL, NULL);
}

/* A node of a graph by its name, made if it is new. */
typedef struct
{
  guint32 place; /* or LPN_NONE */
  guint32 transition;
} Node;

static guint32
find_or_add_place (LpnBuilder *builder, const char *id)
{
  guint32 place = lpn_net_find_place (builder->net, id);
  return place != LPN_NONE ? place
                           : lpn_net_add_place (builder->net, builder->module, id, NULL, false, 0, &builder->error);
}

static LpnEdge
edge_of (char sign)
{
  return sign == '+' ? LPN_EDGE_RISE : sign == '-' ? LPN_EDGE_FALL : LPN_EDGE_TOGGLE;
}

static Node
find_or_add_node (LpnBuilder *builder, const char *name)
{
  gsize            length = name[0] == '<' ? strlen (name) : strcspn (name, "+-~");
  Node             node = { LPN_NONE, lpn_net_find_transition (builder->net, name) };
  g_autofree char *signal = g_strndup (name, length);

  if (node.transition != LPN_NONE)
    return node;
  if (name[length] == '\0')
    {
      node.place = find_or_add_place (builder, name);
      return node;
    }
  guint32 variable = lpn_net_find_variable (builder->net, LPN_NONE, signal);
  if (variable == LPN_NONE)
    g_set_error (&builder->error, LPN_NET_ERROR, LPN_NET_ERROR_UNKNOWN, "graph: no signal \"%s\"", signal);
  else
    node.transition = lpn_net_add_transition (builder->net, builder->module, name, NULL, false, &builder->error);
  if (node.transition != LPN_NONE)
    lpn_net_set_edge (builder->net, node.transition, variable, edge_of (name[length]));
  return node;
}

void
lpn_builder_graph (LpnBuilder *builder, const char *line)
{
  g_autofree char *text = builder->error == NULL ? substitute (builder, line) : NULL;
  g_auto (GStrv) names = text != NULL ? g_strsplit (text, " ", -1) : NULL;
  Node from = { LPN_NONE, LPN_NONE };

  for (guint i = 0; names != NULL && names[i] != NULL && builder->error == NULL; i++)
    {
      Node node = find_or_add_node (builder, names[i]);
      if (i == 0)
        from = node;
      else if (builder->error == NULL)
        {
          g_autofree char *between = g_strdup_printf ("<%s,%s>", names[0], names[i]);
          guint32          place = node.place != LPN_NONE   ? node.place
                                   : from.place != LPN_NONE ? from.place
                                                            : find_or_add_place (builder, between);
          g_assert (node.place == LPN_NONE || from.place == LPN_NONE);
          if (from.transition != LPN_NONE)
            lpn_net_add_output (builder->net, from.transition, place, 1);
          if (node.transition != LPN_NONE)
            lpn_net_add_input (builder->net, node.transition, place, 1);
        }
    }
}

void
lpn_builder_property (LpnBuilder *builder, const char *id, LpnPropertyKind kind, const char *text)
{
  if (builder->error != NULL)
    return;
  LpnExpr *expr = NULL;
  if (text != NULL)
    {
      LpnScope         scope = lpn_net_scope (builder->net, LPN_NONE, true);
      g_autofree char *what = g_strdup_printf ("property %s", id);
      LpnOrigin        origin = { .what = what };
      g_autofree char *plain = substitute (builder, text);
      if (plain != NULL)
        expr = lpn_expr_parse (plain, &scope, LPN_TYPE_TRUTH, false, &origin, &builder->error);
      if (expr == NULL)
        return;
    }
  lpn_net_add_property (builder->net, id, kind, expr, &builder->error);
}

void
lpn_builder_at_most (LpnBuilder *builder, const char *id, const char *term, gint64 first, gint64 last, gint64 limit)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint64 i = first; i <= last && builder->error == NULL; i++)
    {
      lpn_builder_let (builder, "i", i);
      g_autofree char *number = substitute (builder, term);
      g_string_append_printf (text, "%s%s", i == first ? "" : " + ", number);
    }
  g_string_append_printf (text, " <= %" G_GINT64_FORMAT, limit);
  lpn_builder_property (builder, id, LPN_PROPERTY_INVARIANT, text->str);
}

void
lpn_builder_mutex (LpnBuilder *builder, const char *place, gint64 n)
{
  g_autofree char *term = g_strdup_printf ("tokens(%s)", place);
  lpn_builder_at_most (builder, "mutex", term, 0, n - 1, 1);
}

void
lpn_builder_deadlock (LpnBuilder *builder)
{
  lpn_builder_property (builder, "deadlock", LPN_PROPERTY_DEADLOCK, NULL);
}
