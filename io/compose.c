/* SPDX-License-Identifier: MIT */
#include "io/compose.h"

#include <string.h>

#include "io/compose-private.h"
#include "io/io.h"

typedef enum
{
  NODE_IDS,
  MODULE_IDS,
  PROPERTY_IDS,
  UNIT_IDS,
  N_ID_KINDS
} IdKind;

/* The composed net and how one part's numbers become its own. */
typedef struct
{
  GPtrArray        *parts;
  LpnNet           *net;
  GHashTable       *first[N_ID_KINDS]; /* id -> the part that has it, + 1; G_MAXUINT where several do */
  GHashTable       *taken[N_ID_KINDS]; /* ids given so far that are not any part's own */
  GHashTable       *shared;            /* id of a shared variable -> the part that declared it first, + 1 */
  GHashTable       *names;             /* names of parts given so far */
  GHashTable       *signals;           /* id of a signal -> how many STGs have it */
  GHashTable       *moved; /* id of a signal that several STGs move -> GArray of LpnPartEdge, part by part */
  const LpnFlatIds *flat;  /* ids to be given, and one module for all; NULL: each part its own */
  LpnPart          *part;  /* the one being added */
  char             *name;  /* its name, made unique */
  GPtrArray        *maps;  /* `places` of STGs, which edges refer to */
  guint32          *modules;
  guint32          *variables;
  guint32          *places;
  guint32          *transitions;
} Composer;

LpnPart *
lpn_part_new (LpnNet *net, const char *file)
{
  LpnPart *part = g_new0 (LpnPart, 1);
  part->net = net;
  part->file = g_strdup (file);
  return part;
}

void
lpn_part_free (LpnPart *part)
{
  if (part == NULL)
    return;
  lpn_net_free (part->net);
  g_free (part->file);
  g_free (part->variable_lines);
  g_free (part);
}

static void
note_id (Composer *c, IdKind kind, const char *id, guint part)
{
  guint before = GPOINTER_TO_UINT (g_hash_table_lookup (c->first[kind], id));
  guint now = before == 0 || before == part + 1 ? part + 1 : G_MAXUINT;
  if (now != before)
    g_hash_table_insert (c->first[kind], (gpointer)id, GUINT_TO_POINTER (now));
}

static void
note_ids (Composer *c)
{
  for (guint i = 0; i < c->parts->len; i++)
    {
      const LpnNet *net = ((LpnPart *)g_ptr_array_index (c->parts, i))->net;
      for (guint32 k = 0; k < lpn_net_n_modules (net); k++)
        note_id (c, MODULE_IDS, lpn_net_module (net, k)->id, i);
      for (guint32 k = 0; k < lpn_net_n_places (net); k++)
        note_id (c, NODE_IDS, lpn_net_place (net, k)->id, i);
      for (guint32 k = 0; k < lpn_net_n_transitions (net); k++)
        note_id (c, NODE_IDS, lpn_net_transition (net, k)->id, i);
      for (guint32 k = 0; k < lpn_net_n_properties (net); k++)
        note_id (c, PROPERTY_IDS, lpn_net_property (net, k)->id, i);
      for (guint32 k = 0; k < lpn_net_n_units (net); k++)
        note_id (c, UNIT_IDS, lpn_net_unit (net, k)->id, i);
    }
}

/* The id in the composed net: the same, or NET.ID where several parts have it. */
static char *
composed_id (Composer *c, IdKind kind, const char *id)
{
  if (GPOINTER_TO_UINT (g_hash_table_lookup (c->first[kind], id)) != G_MAXUINT)
    return g_strdup (id);
  bool  like_net = kind == MODULE_IDS && g_str_equal (id, lpn_net_name (c->part->net));
  char *base = like_net ? g_strdup (c->name) : g_strdup_printf ("%s.%s", c->name, id);
  char *full = g_strdup (base);
  for (guint n = 2; g_hash_table_contains (c->taken[kind], full)
                    || (!g_str_equal (full, id) && g_hash_table_contains (c->first[kind], full));
       n++)
    {
      g_free (full);
      full = g_strdup_printf ("%s_%u", base, n);
    }
  g_free (base);
  g_hash_table_add (c->taken[kind], g_strdup (full));
  return full;
}

/* Signals of STGs, and of these the inputs and outputs that several have. */
static bool
is_signal (const LpnPart *part, const LpnVariable *v)
{
  return part->synchronous && v->module == LPN_NONE && v->port != LPN_PORT_NONE;
}

static bool
is_private (const Composer *c, const LpnVariable *v)
{
  return is_signal (c->part, v) && v->port == LPN_PORT_INTERNAL
         && GPOINTER_TO_UINT (g_hash_table_lookup (c->signals, v->id)) > 1;
}

static void
edge_clear (gpointer edge)
{
  g_free (((LpnPartEdge *)edge)->name);
}

static void
note_signals (Composer *c)
{
  g_autoptr (GHashTable) ports = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < c->parts->len; i++)
    {
      const LpnPart *part = g_ptr_array_index (c->parts, i);
      for (guint32 k = 0; k < lpn_net_n_written_variables (part->net); k++)
        {
          const LpnVariable *v = lpn_net_variable (part->net, k);
          if (!is_signal (part, v))
            continue;
          guint n = GPOINTER_TO_UINT (g_hash_table_lookup (c->signals, v->id));
          g_hash_table_insert (c->signals, (gpointer)v->id, GUINT_TO_POINTER (n + 1));
          if (v->port == LPN_PORT_INTERNAL || g_hash_table_add (ports, (gpointer)v->id)
              || g_hash_table_contains (c->moved, v->id))
            continue;
          GArray *edges = g_array_new (FALSE, FALSE, sizeof (LpnPartEdge));
          g_array_set_clear_func (edges, edge_clear);
          g_hash_table_insert (c->moved, (gpointer)v->id, edges);
        }
    }
}

static bool
prefix (const Composer *c, GError **error)
{
  g_prefix_error (error, "%s: ", c->part->file);
  return false;
}

static bool
add_modules (Composer *c, GError **error)
{
  const LpnNet *net = c->part->net;
  if (c->flat != NULL)
    {
      guint32 only = lpn_net_add_module (c->net, c->name, NULL);
      for (guint32 i = 0; i < lpn_net_n_modules (net); i++)
        c->modules[i] = only;
      return true;
    }
  for (guint32 i = 0; i < lpn_net_n_modules (net); i++)
    {
      g_autofree char *id = composed_id (c, MODULE_IDS, lpn_net_module (net, i)->id);
      c->modules[i] = lpn_net_add_module (c->net, id, error);
      if (c->modules[i] == LPN_NONE)
        return prefix (c, error);
    }
  return true;
}

static guint32
variable_line (const LpnPart *part, const char *id)
{
  guint32 i = lpn_net_find_variable (part->net, LPN_NONE, id);
  return part->variable_lines == NULL || i == LPN_NONE ? 0 : part->variable_lines[i];
}

/* A shared variable that is there already: the two must say the same. */
static bool
agree (const Composer *c, const LpnVariable *a, const LpnVariable *b, GError **error)
{
  const char    *what = NULL;
  guint          i = GPOINTER_TO_UINT (g_hash_table_lookup (c->shared, b->id));
  const LpnPart *other = g_ptr_array_index (c->parts, i - 1);
  if (c->part->synchronous && other->synchronous && a->port == LPN_PORT_OUTPUT && b->port == LPN_PORT_OUTPUT)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID,
                   "%s:%u: signal \"%s\" is an output of %s too; of graphs that share a signal, one may drive it",
                   c->part->file, variable_line (c->part, b->id), b->id, other->file);
      return false;
    }
  if (a->is_array != b->is_array || a->size != b->size)
    what = "size";
  else if (a->min != b->min || a->max != b->max)
    what = "range";
  else if (memcmp (a->initial, b->initial, sizeof (gint64) * a->size) != 0)
    what = "initial value";
  if (what == NULL)
    return true;
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "%s:%u: shared variable \"%s\" has another %s than at %s:%u",
               c->part->file, variable_line (c->part, b->id), b->id, what, other->file, variable_line (other, b->id));
  return false;
}

/* Who drives a signal that two parts share: the part whose output it is. */
static LpnPort
joint_port (LpnPort a, LpnPort b)
{
  if (a == LPN_PORT_OUTPUT || b == LPN_PORT_OUTPUT)
    return LPN_PORT_OUTPUT;
  return MAX (a, b);
}

static bool
add_variables (Composer *c, guint part, GError **error)
{
  const LpnNet *net = c->part->net;
  for (guint32 i = 0; i < lpn_net_n_written_variables (net); i++) /* freezing the whole makes its own latches */
    {
      const LpnVariable *v = lpn_net_variable (net, i);
      bool               shared = v->module == LPN_NONE;
      g_autofree char   *own = is_private (c, v) ? g_strdup_printf ("%s.%s", c->name, v->id) : NULL;
      guint32            same = shared && own == NULL && g_hash_table_contains (c->shared, v->id)
                                    ? lpn_net_find_variable (c->net, LPN_NONE, v->id)
                                    : LPN_NONE;
      if (same != LPN_NONE)
        {
          if (!agree (c, lpn_net_variable (c->net, same), v, error))
            return false;
          c->variables[i] = same;
          lpn_net_set_port (c->net, same, joint_port (lpn_net_variable (c->net, same)->port, v->port));
          continue;
        }
      c->variables[i] = lpn_net_add_variable (c->net, shared ? LPN_NONE : c->modules[v->module],
                                              c->flat != NULL ? c->flat->variables[i]
                                              : own != NULL   ? own
                                                              : v->id,
                                              v->is_array, v->size, v->initial, v->min, v->max, error);
      if (c->variables[i] == LPN_NONE)
        return prefix (c, error);
      if (v->port != LPN_PORT_NONE)
        lpn_net_set_port (c->net, c->variables[i], v->port);
      if (shared && own == NULL)
        g_hash_table_insert (c->shared, (gpointer)v->id, GUINT_TO_POINTER (part + 1));
    }
  return true;
}

/* Is it an edge of a signal that several STGs move? Then it waits for theirs. */
static bool
keep_edge (Composer *c, guint part, guint32 i)
{
  const LpnTransition *t = lpn_net_transition (c->part->net, i);
  const LpnVariable   *signal = t->signal == LPN_NONE ? NULL : lpn_net_variable (c->part->net, t->signal);
  if (signal == NULL || !is_signal (c->part, signal) || signal->port == LPN_PORT_INTERNAL)
    return false;
  GArray     *edges = g_hash_table_lookup (c->moved, signal->id);
  LpnPartEdge edge
      = { part, c->part->net, i, c->modules[t->module], c->places, g_strdup_printf ("%s.%s", c->name, t->id) };
  if (edges == NULL)
    {
      g_free (edge.name);
      return false;
    }
  g_array_append_val (edges, edge);
  return true;
}

static bool
add_nodes (Composer *c, guint part, GError **error)
{
  const LpnNet *net = c->part->net;
  for (guint32 i = 0; i < lpn_net_n_places (net); i++)
    {
      const LpnPlace  *p = lpn_net_place (net, i);
      g_autofree char *id = c->flat != NULL ? g_strdup (c->flat->places[i]) : composed_id (c, NODE_IDS, p->id);
      c->places[i] = lpn_net_add_place (c->net, c->modules[p->module], id, p->name, p->safe, p->initial, error);
      if (c->places[i] == LPN_NONE)
        return prefix (c, error);
      if (p->mutex)
        lpn_net_set_mutex (c->net, c->places[i]);
      lpn_net_set_capacity (c->net, c->places[i], p->capacity);
    }
  for (guint32 i = 0; i < lpn_net_n_transitions (net); i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      c->transitions[i] = LPN_NONE;
      if (keep_edge (c, part, i))
        continue;
      g_autofree char *id = c->flat != NULL ? g_strdup (c->flat->transitions[i]) : composed_id (c, NODE_IDS, t->id);
      c->transitions[i] = lpn_net_add_transition (c->net, c->modules[t->module], id, t->name, t->fail, error);
      if (c->transitions[i] == LPN_NONE)
        return prefix (c, error);
      if (t->fail_enabled)
        lpn_net_set_fail_enabled (c->net, c->transitions[i]);
      if (t->persistent)
        lpn_net_set_persistent (c->net, c->transitions[i]);
    }
  return true;
}

/* A copy with the numbers of the composed net. Chains of operators are as deep as they are long: no recursion. */
static LpnExpr *
composed_expr (const Composer *c, const LpnExpr *expr)
{
  g_autoptr (GPtrArray) todo = g_ptr_array_new ();
  LpnExpr *copy = expr == NULL ? NULL : lpn_expr_copy (expr);

  if (copy != NULL)
    g_ptr_array_add (todo, copy);
  while (todo->len > 0)
    {
      LpnExpr *at = g_ptr_array_steal_index_fast (todo, todo->len - 1);
      if (at->op == LPN_EXPR_CELL || at->op == LPN_EXPR_INDEX)
        at->ref = c->variables[at->ref];
      else if (at->op == LPN_EXPR_MARKED || at->op == LPN_EXPR_TOKENS)
        at->ref = c->places[at->ref];
      for (guint i = 0; i < lpn_expr_n_args (at->op); i++)
        g_ptr_array_add (todo, at->arg[i]);
    }
  return copy;
}

static void
add_arcs_and_labels (Composer *c)
{
  const LpnNet *net = c->part->net;
  for (guint32 i = 0; i < lpn_net_n_transitions (net); i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      guint                n;
      const LpnArc        *arcs = lpn_net_pre (net, i, &n);
      if (c->transitions[i] == LPN_NONE)
        continue;
      for (guint k = 0; k < n; k++)
        lpn_net_add_input (c->net, c->transitions[i], c->places[arcs[k].place], arcs[k].weight);
      arcs = lpn_net_post (net, i, &n);
      for (guint k = 0; k < n; k++)
        lpn_net_add_output (c->net, c->transitions[i], c->places[arcs[k].place], arcs[k].weight);
      if (t->guard != NULL)
        lpn_net_set_guard (c->net, c->transitions[i], composed_expr (c, lpn_net_written_guard (net, i)));
      for (guint k = 0; k < lpn_net_n_written_assigns (net, i); k++)
        if (t->assigns[k].variable == t->signal)
          lpn_net_set_edge (c->net, c->transitions[i], c->variables[t->signal], t->edge);
        else
          lpn_net_add_assign (c->net, c->transitions[i], c->variables[t->assigns[k].variable],
                              composed_expr (c, t->assigns[k].index), composed_expr (c, t->assigns[k].value));
    }
}

static bool
add_properties_and_units (Composer *c, GError **error)
{
  const LpnNet       *net = c->part->net;
  guint32             n_units = lpn_net_n_units (net);
  g_autofree guint32 *units = g_new (guint32, (gsize)n_units + 1);
  for (guint32 i = 0; i < lpn_net_n_properties (net); i++)
    {
      const LpnProperty *p = lpn_net_property (net, i);
      g_autofree char   *id = composed_id (c, PROPERTY_IDS, p->id);
      if (lpn_net_add_property (c->net, id, p->kind, composed_expr (c, p->expr), error) == LPN_NONE)
        return prefix (c, error);
    }
  for (guint32 i = 0; i < n_units; i++)
    {
      const LpnUnit      *u = lpn_net_unit (net, i);
      g_autofree char    *id = composed_id (c, UNIT_IDS, u->id);
      g_autofree guint32 *places = g_new (guint32, (gsize)u->n_places + 1);
      for (guint k = 0; k < u->n_places; k++)
        places[k] = c->places[u->places[k]];
      units[i] = lpn_net_add_unit (c->net, id, u->parent == LPN_NONE ? LPN_NONE : units[u->parent], places, u->n_places,
                                   error);
      if (units[i] == LPN_NONE)
        return prefix (c, error);
    }
  return true;
}

/* NET, NET_2, NET_3. */
static char *
unique_name (Composer *c, const char *name)
{
  char *unique = g_strdup (name);
  for (guint n = 2; g_hash_table_contains (c->names, unique); n++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s_%u", name, n);
    }
  g_hash_table_add (c->names, g_strdup (unique));
  return unique;
}

static bool
add_part (Composer *c, guint i, GError **error)
{
  c->part = g_ptr_array_index (c->parts, i);
  const LpnNet *net = c->part->net;
  c->name = unique_name (c, lpn_net_name (net));
  c->modules = g_new (guint32, (gsize)lpn_net_n_modules (net) + 1);
  c->variables = g_new (guint32, (gsize)lpn_net_n_variables (net) + 1);
  c->places = g_new (guint32, (gsize)lpn_net_n_places (net) + 1);
  c->transitions = g_new (guint32, (gsize)lpn_net_n_transitions (net) + 1);
  bool ok = add_modules (c, error) && add_variables (c, i, error) && add_nodes (c, i, error);
  if (ok)
    {
      add_arcs_and_labels (c);
      ok = add_properties_and_units (c, error);
    }
  g_clear_pointer (&c->name, g_free);
  g_clear_pointer (&c->modules, g_free);
  g_clear_pointer (&c->variables, g_free);
  g_ptr_array_add (c->maps, g_steal_pointer (&c->places));
  g_clear_pointer (&c->transitions, g_free);
  return ok;
}

/* Graphs in which a signal is an input or output; an internal one of that name is another signal. */
static guint
n_movers (const Composer *c, const char *signal)
{
  guint n = 0;
  for (guint i = 0; i < c->parts->len; i++)
    {
      const LpnPart *part = g_ptr_array_index (c->parts, i);
      guint32        v = lpn_net_find_variable (part->net, LPN_NONE, signal);
      n += v != LPN_NONE && is_signal (part, lpn_net_variable (part->net, v))
           && lpn_net_variable (part->net, v)->port != LPN_PORT_INTERNAL;
    }
  return n;
}

/* In the order of the signals in the net. */
static bool
join_all (Composer *c, GError **error)
{
  for (guint32 v = 0; v < lpn_net_n_variables (c->net); v++)
    {
      const LpnVariable *variable = lpn_net_variable (c->net, v);
      const GArray      *edges = variable->module == LPN_NONE ? g_hash_table_lookup (c->moved, variable->id) : NULL;
      g_autofree char   *id = g_strdup (variable->id); /* the table may move */
      if (edges != NULL && !lpn_compose_edges (c->net, id, edges, n_movers (c, id), error))
        return false;
    }
  return true;
}

/* One frozen net of all parts. Transfer full. */
static LpnNet *
join_parts (GPtrArray *parts, const char *name, const LpnFlatIds *flat, GError **error)
{
  g_autoptr (LpnNet) net = lpn_net_new (name);
  Composer c = { .parts = parts, .net = net, .flat = flat };
  bool     ok = true;
  for (guint k = 0; k < N_ID_KINDS; k++)
    {
      c.first[k] = g_hash_table_new (g_str_hash, g_str_equal);
      c.taken[k] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    }
  c.shared = g_hash_table_new (g_str_hash, g_str_equal);
  c.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  c.signals = g_hash_table_new (g_str_hash, g_str_equal);
  c.moved = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref);
  c.maps = g_ptr_array_new_with_free_func (g_free);
  note_ids (&c);
  note_signals (&c);
  for (guint i = 0; i < parts->len && ok; i++)
    ok = add_part (&c, i, error);
  ok = ok && join_all (&c, error);
  g_hash_table_unref (c.signals);
  g_hash_table_unref (c.moved);
  g_ptr_array_unref (c.maps);
  for (guint k = 0; k < N_ID_KINDS; k++)
    {
      g_hash_table_unref (c.first[k]);
      g_hash_table_unref (c.taken[k]);
    }
  g_hash_table_unref (c.shared);
  g_hash_table_unref (c.names);
  return ok && lpn_net_freeze (net, error) ? g_steal_pointer (&net) : NULL;
}

LpnNet *
lpn_compose (GPtrArray *parts, GError **error)
{
  g_return_val_if_fail (parts->len > 0, NULL);
  LpnPart *first = g_ptr_array_index (parts, 0);
  if (parts->len == 1)
    return g_steal_pointer (&first->net);

  g_autoptr (GString) name = g_string_new (lpn_net_name (first->net));
  for (guint i = 1; i < parts->len; i++)
    g_string_append_printf (name, "+%s", lpn_net_name (((LpnPart *)g_ptr_array_index (parts, i))->net));
  return join_parts (parts, name->str, NULL, error);
}

LpnNet *
lpn_compose_flat (const LpnNet *net, const LpnFlatIds *ids, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  LpnPart part = { .net = (LpnNet *)net, .file = (char *)lpn_net_name (net) };
  g_ptr_array_add (parts, &part);
  return join_parts (parts, lpn_net_name (net), ids, error);
}
