/* SPDX-License-Identifier: MIT */
#include "lpn/net.h"

#include <string.h>

#include "lpn/net-private.h"

G_DEFINE_QUARK (lpn - net - error - quark, lpn_net_error)

LpnNet *
lpn_net_new (const char *name)
{
  LpnNet *net = g_new0 (LpnNet, 1);
  net->strings = g_string_chunk_new (1 << 16);
  net->name = g_string_chunk_insert (net->strings, name);
  net->modules = g_array_new (FALSE, FALSE, sizeof (LpnModule));
  net->variables = g_array_new (FALSE, FALSE, sizeof (LpnVariable));
  net->places = g_array_new (FALSE, FALSE, sizeof (LpnPlace));
  net->transitions = g_array_new (FALSE, FALSE, sizeof (LpnTransition));
  net->properties = g_array_new (FALSE, FALSE, sizeof (LpnProperty));
  net->units = g_array_new (FALSE, FALSE, sizeof (LpnUnit));
  net->loose = g_array_new (FALSE, FALSE, sizeof (LooseArc));
  net->module_ids = g_hash_table_new (g_str_hash, g_str_equal);
  net->node_ids = g_hash_table_new (g_str_hash, g_str_equal);
  net->variable_ids = g_hash_table_new (g_str_hash, g_str_equal);
  net->property_ids = g_hash_table_new (g_str_hash, g_str_equal);
  return net;
}

static LpnTransition *
transition_at (const LpnNet *net, guint32 i)
{
  return &g_array_index (net->transitions, LpnTransition, i);
}

void
lpn_net_free (LpnNet *net)
{
  if (net == NULL)
    return;
  for (guint i = 0; i < net->transitions->len; i++)
    {
      LpnTransition *t = transition_at (net, i);
      lpn_expr_free ((LpnExpr *)t->guard);
      lpn_expr_free ((LpnExpr *)t->own_guard);
      for (guint a = 0; a < t->n_assigns; a++)
        {
          lpn_expr_free ((LpnExpr *)t->assigns[a].index);
          lpn_expr_free ((LpnExpr *)t->assigns[a].value);
        }
      g_free ((LpnAssign *)t->assigns);
    }
  for (guint i = 0; i < net->variables->len; i++)
    g_free ((gint64 *)g_array_index (net->variables, LpnVariable, i).initial);
  for (guint i = 0; i < net->properties->len; i++)
    lpn_expr_free ((LpnExpr *)g_array_index (net->properties, LpnProperty, i).expr);
  for (guint i = 0; i < net->units->len; i++)
    g_free ((guint32 *)g_array_index (net->units, LpnUnit, i).places);
  g_array_unref (net->modules);
  g_array_unref (net->variables);
  g_array_unref (net->places);
  g_array_unref (net->transitions);
  g_array_unref (net->properties);
  g_array_unref (net->units);
  if (net->loose != NULL)
    g_array_unref (net->loose);
  g_hash_table_unref (net->module_ids);
  g_hash_table_unref (net->node_ids);
  g_hash_table_unref (net->variable_ids);
  g_hash_table_unref (net->property_ids);
  g_string_chunk_free (net->strings);
  g_free (net->pre);
  g_free (net->post);
  g_free (net->pre_first);
  g_free (net->post_first);
  g_free (net->variable_first);
  g_free (net);
}

/* Ids are kept in hash tables as index + 1, so that 0 means absent. */
static bool
register_id (GHashTable *ids, const char *key, guint value, const char *kind, const char *id, GError **error)
{
  if (g_hash_table_contains (ids, key))
    {
      g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_DUPLICATE, "duplicate %s \"%s\"", kind, id);
      return false;
    }
  g_hash_table_insert (ids, (gpointer)key, GUINT_TO_POINTER (value + 1));
  return true;
}

static guint32
look_up (GHashTable *ids, const char *key)
{
  return (guint32)GPOINTER_TO_UINT (g_hash_table_lookup (ids, key)) - 1;
}

guint32
lpn_net_add_module (LpnNet *net, const char *id, GError **error)
{
  LpnModule module = { g_string_chunk_insert (net->strings, id) };
  g_return_val_if_fail (!net->frozen, LPN_NONE);
  if (!register_id (net->module_ids, module.id, net->modules->len, "module", id, error))
    return LPN_NONE;
  g_array_append_val (net->modules, module);
  return net->modules->len - 1;
}

static char *
variable_key (guint32 module, const char *id)
{
  return g_strdup_printf ("%u:%s", module, id);
}

guint32
lpn_net_add_variable (LpnNet *net, guint32 module, const char *id, bool is_array, guint32 size, const gint64 *initial,
                      gint64 min, gint64 max, GError **error)
{
  g_autofree char *key = variable_key (module, id);
  LpnVariable      variable = { .id = g_string_chunk_insert (net->strings, id),
                                .module = module,
                                .size = size,
                                .is_array = is_array,
                                .has_range = min != G_MININT64 || max != G_MAXINT64,
                                .min = min,
                                .max = max,
                                .latch_of = LPN_NONE };

  g_return_val_if_fail (!net->frozen && (is_array || size == 1), LPN_NONE);
  if (size == 0)
    {
      g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_VALUE, "array \"%s\" has no cells", id);
      return LPN_NONE;
    }
  if (min > max)
    {
      g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_VALUE,
                   "variable \"%s\" has the empty range %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, id, min, max);
      return LPN_NONE;
    }
  for (guint32 i = 0; i < size; i++)
    if (initial[i] < min || initial[i] > max)
      {
        g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_VALUE,
                     "initial value %" G_GINT64_FORMAT " of variable \"%s\" is outside its range %" G_GINT64_FORMAT
                     "..%" G_GINT64_FORMAT,
                     initial[i], id, min, max);
        return LPN_NONE;
      }
  if (!register_id (net->variable_ids, g_string_chunk_insert (net->strings, key), net->variables->len, "variable", id,
                    error))
    return LPN_NONE;
  variable.initial = g_memdup2 (initial, sizeof (gint64) * size);
  g_array_append_val (net->variables, variable);
  return net->variables->len - 1;
}

/* Places and transitions share one table; the lowest bit tells them apart. */
static bool
register_node (LpnNet *net, const char *id, guint index, bool transition, GError **error)
{
  return register_id (net->node_ids, id, index << 1 | (transition ? 1 : 0), "id", id, error);
}

guint32
lpn_net_add_place (LpnNet *net, guint32 module, const char *id, const char *name, bool safe, gint64 initial,
                   GError **error)
{
  LpnPlace place = { .id = g_string_chunk_insert (net->strings, id),
                     .name = name != NULL ? g_string_chunk_insert_const (net->strings, name) : NULL,
                     .module = module,
                     .safe = safe,
                     .initial = initial,
                     .capacity = 1 };
  g_return_val_if_fail (!net->frozen && module < net->modules->len, LPN_NONE);
  if (initial < 0)
    {
      g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_VALUE, "place \"%s\" has a negative initial marking", id);
      return LPN_NONE;
    }
  if (net->places->len >= LPN_MAX_NODES)
    {
      g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_LIMIT, "more than %u places", LPN_MAX_NODES);
      return LPN_NONE;
    }
  if (!register_node (net, place.id, net->places->len, false, error))
    return LPN_NONE;
  g_array_append_val (net->places, place);
  return net->places->len - 1;
}

guint32
lpn_net_add_transition (LpnNet *net, guint32 module, const char *id, const char *name, bool fail, GError **error)
{
  LpnTransition transition = { .id = g_string_chunk_insert (net->strings, id),
                               .name = name != NULL ? g_string_chunk_insert_const (net->strings, name) : NULL,
                               .module = module,
                               .fail = fail,
                               .signal = LPN_NONE,
                               .latch = LPN_NONE };
  g_return_val_if_fail (!net->frozen && module < net->modules->len, LPN_NONE);
  if (net->transitions->len >= LPN_MAX_NODES)
    {
      g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_LIMIT, "more than %u transitions", LPN_MAX_NODES);
      return LPN_NONE;
    }
  if (!register_node (net, transition.id, net->transitions->len, true, error))
    return LPN_NONE;
  g_array_append_val (net->transitions, transition);
  return net->transitions->len - 1;
}

guint32
lpn_net_add_property (LpnNet *net, const char *id, LpnPropertyKind kind, LpnExpr *expr, GError **error)
{
  LpnProperty property = { g_string_chunk_insert (net->strings, id), kind, expr };
  g_return_val_if_fail (!net->frozen, LPN_NONE);
  if (!register_id (net->property_ids, property.id, net->properties->len, "property", id, error))
    {
      lpn_expr_free (expr);
      return LPN_NONE;
    }
  g_array_append_val (net->properties, property);
  return net->properties->len - 1;
}

guint32
lpn_net_add_unit (LpnNet *net, const char *id, guint32 parent, const guint32 *places, guint n_places, GError **error)
{
  LpnUnit unit = { g_string_chunk_insert (net->strings, id), parent, n_places, NULL };
  g_return_val_if_fail (!net->frozen && (parent == LPN_NONE || parent < net->units->len), LPN_NONE);
  for (guint i = 0; i < n_places; i++)
    if (places[i] >= net->places->len)
      {
        g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_UNKNOWN, "unit \"%s\" has an unknown place", id);
        return LPN_NONE;
      }
  unit.places = g_memdup2 (places, sizeof (guint32) * n_places);
  g_array_append_val (net->units, unit);
  return net->units->len - 1;
}

static void
add_arc (LpnNet *net, guint32 transition, guint32 place, gint64 weight, bool output)
{
  LooseArc arc = { transition, place, weight, output };
  g_return_if_fail (!net->frozen && transition < net->transitions->len && place < net->places->len && weight >= 1);
  g_array_append_val (net->loose, arc);
}

void
lpn_net_add_input (LpnNet *net, guint32 transition, guint32 place, gint64 weight)
{
  add_arc (net, transition, place, weight, false);
}

void
lpn_net_add_output (LpnNet *net, guint32 transition, guint32 place, gint64 weight)
{
  add_arc (net, transition, place, weight, true);
}

const char *
lpn_net_name (const LpnNet *net)
{
  return net->name;
}

guint32
lpn_net_n_modules (const LpnNet *net)
{
  return net->modules->len;
}

guint32
lpn_net_n_variables (const LpnNet *net)
{
  return net->variables->len;
}

guint32
lpn_net_n_places (const LpnNet *net)
{
  return net->places->len;
}

guint32
lpn_net_n_transitions (const LpnNet *net)
{
  return net->transitions->len;
}

guint32
lpn_net_n_properties (const LpnNet *net)
{
  return net->properties->len;
}

guint32
lpn_net_n_units (const LpnNet *net)
{
  return net->units->len;
}

guint64
lpn_net_n_arcs (const LpnNet *net)
{
  g_return_val_if_fail (net->frozen, 0);
  return net->pre_first[net->transitions->len] + net->post_first[net->transitions->len];
}

const LpnModule *
lpn_net_module (const LpnNet *net, guint32 i)
{
  g_return_val_if_fail (i < net->modules->len, NULL);
  return &g_array_index (net->modules, LpnModule, i);
}

const LpnVariable *
lpn_net_variable (const LpnNet *net, guint32 i)
{
  g_return_val_if_fail (i < net->variables->len, NULL);
  return &g_array_index (net->variables, LpnVariable, i);
}

const LpnPlace *
lpn_net_place (const LpnNet *net, guint32 i)
{
  g_return_val_if_fail (i < net->places->len, NULL);
  return &g_array_index (net->places, LpnPlace, i);
}

const LpnTransition *
lpn_net_transition (const LpnNet *net, guint32 i)
{
  g_return_val_if_fail (i < net->transitions->len, NULL);
  return transition_at (net, i);
}

const LpnProperty *
lpn_net_property (const LpnNet *net, guint32 i)
{
  g_return_val_if_fail (i < net->properties->len, NULL);
  return &g_array_index (net->properties, LpnProperty, i);
}

const LpnUnit *
lpn_net_unit (const LpnNet *net, guint32 i)
{
  g_return_val_if_fail (i < net->units->len, NULL);
  return &g_array_index (net->units, LpnUnit, i);
}

const LpnArc *
lpn_net_pre (const LpnNet *net, guint32 transition, guint *n)
{
  g_return_val_if_fail (net->frozen && transition < net->transitions->len, NULL);
  *n = (guint)(net->pre_first[transition + 1] - net->pre_first[transition]);
  return net->pre + net->pre_first[transition];
}

const LpnArc *
lpn_net_post (const LpnNet *net, guint32 transition, guint *n)
{
  g_return_val_if_fail (net->frozen && transition < net->transitions->len, NULL);
  *n = (guint)(net->post_first[transition + 1] - net->post_first[transition]);
  return net->post + net->post_first[transition];
}

guint32
lpn_net_n_elements (const LpnNet *net)
{
  g_return_val_if_fail (net->frozen, 0);
  return net->variable_first[net->variables->len];
}

guint32
lpn_net_variable_element (const LpnNet *net, guint32 variable)
{
  g_return_val_if_fail (net->frozen && variable < net->variables->len, LPN_NONE);
  return net->variable_first[variable];
}

guint32
lpn_net_element_variable (const LpnNet *net, guint32 element, guint32 *cell)
{
  guint32 low = 0;
  guint32 high = net->variables->len;

  g_return_val_if_fail (net->frozen, LPN_NONE);
  if (element < net->places->len)
    return LPN_NONE;
  while (high - low > 1) /* variable_first[low] <= element < variable_first[high] */
    {
      guint32 middle = low + (high - low) / 2;
      if (net->variable_first[middle] <= element)
        low = middle;
      else
        high = middle;
    }
  if (cell != NULL)
    *cell = element - net->variable_first[low];
  return low;
}

char *
lpn_net_element_name (const LpnNet *net, guint32 element)
{
  guint32 cell;
  guint32 v = lpn_net_element_variable (net, element, &cell);
  if (v == LPN_NONE)
    return g_strdup (lpn_net_place (net, element)->id);

  const LpnVariable *variable = lpn_net_variable (net, v);
  const char        *module = variable->module == LPN_NONE ? NULL : lpn_net_module (net, variable->module)->id;
  GString           *name = g_string_new (NULL);
  if (module != NULL)
    g_string_append_printf (name, "%s.", module);
  g_string_append (name, variable->id);
  if (variable->is_array)
    g_string_append_printf (name, "[%u]", cell);
  return g_string_free (name, FALSE);
}

void
lpn_net_initial (const LpnNet *net, gint64 *values)
{
  for (guint i = 0; i < net->places->len; i++)
    *values++ = g_array_index (net->places, LpnPlace, i).initial;
  for (guint i = 0; i < net->variables->len; i++)
    {
      const LpnVariable *v = &g_array_index (net->variables, LpnVariable, i);
      memcpy (values, v->initial, sizeof (gint64) * v->size);
      values += v->size;
    }
}

guint32
lpn_net_find_module (const LpnNet *net, const char *id)
{
  return look_up (net->module_ids, id);
}

static guint32
node_module (const LpnNet *net, guint32 node)
{
  return node & 1 ? transition_at (net, node >> 1)->module : lpn_net_place (net, node >> 1)->module;
}

/* A node of the wanted kind by id or MODULE.ID. Both parts may contain dots, so every split is tried. */
static guint32
find_node (const LpnNet *net, const char *id, guint32 kind)
{
  guint32 node = look_up (net->node_ids, id);
  if (node != LPN_NONE && (node & 1) == kind)
    return node >> 1;
  for (const char *dot = strchr (id, '.'); dot != NULL; dot = strchr (dot + 1, '.'))
    {
      g_autofree char *prefix = g_strndup (id, (gsize)(dot - id));
      guint32          module = lpn_net_find_module (net, prefix);
      node = look_up (net->node_ids, dot + 1);
      if (module != LPN_NONE && node != LPN_NONE && (node & 1) == kind && node_module (net, node) == module)
        return node >> 1;
    }
  return LPN_NONE;
}

guint32
lpn_net_find_place (const LpnNet *net, const char *id)
{
  return find_node (net, id, 0);
}

guint32
lpn_net_find_transition (const LpnNet *net, const char *id)
{
  return find_node (net, id, 1);
}

guint32
lpn_net_variable_in (const LpnNet *net, guint32 module, const char *id)
{
  g_autofree char *key = variable_key (module, id);
  return look_up (net->variable_ids, key);
}

guint32
lpn_net_find_variable (const LpnNet *net, guint32 module, const char *id)
{
  guint32 found = module == LPN_NONE ? LPN_NONE : lpn_net_variable_in (net, module, id);
  if (found == LPN_NONE)
    found = lpn_net_variable_in (net, LPN_NONE, id);
  for (const char *dot = strchr (id, '.'); found == LPN_NONE && dot != NULL; dot = strchr (dot + 1, '.'))
    {
      g_autofree char *prefix = g_strndup (id, (gsize)(dot - id));
      guint32          owner = lpn_net_find_module (net, prefix);
      if (owner != LPN_NONE)
        found = lpn_net_variable_in (net, owner, dot + 1);
    }
  for (guint32 m = 0; found == LPN_NONE && module == LPN_NONE && m < net->modules->len; m++)
    {
      found = lpn_net_variable_in (net, m, id);
      for (guint32 other = m + 1; found != LPN_NONE && other < net->modules->len; other++)
        if (lpn_net_variable_in (net, other, id) != LPN_NONE)
          return LPN_NONE;
    }
  return found;
}

guint32
lpn_net_find_property (const LpnNet *net, const char *id)
{
  return look_up (net->property_ids, id);
}

static bool
scope_lookup (const LpnScope *scope, LpnSymbolKind kind, const char *name, LpnSymbol *symbol)
{
  const LpnNet *net = scope->data;
  guint32       ref
      = kind == LPN_SYMBOL_PLACE ? lpn_net_find_place (net, name) : lpn_net_find_variable (net, scope->module, name);
  if (ref == LPN_NONE)
    return false;
  *symbol = (LpnSymbol){ .kind = kind, .ref = ref };
  if (kind == LPN_SYMBOL_VARIABLE)
    {
      symbol->is_array = lpn_net_variable (net, ref)->is_array;
      symbol->size = lpn_net_variable (net, ref)->size;
    }
  return true;
}

static char *
scope_name (const LpnScope *scope, LpnSymbolKind kind, guint32 ref)
{
  const LpnNet *net = scope->data;
  if (kind == LPN_SYMBOL_PLACE)
    return g_strdup (lpn_net_place (net, ref)->id);

  const LpnVariable *variable = lpn_net_variable (net, ref);
  if (variable->module == LPN_NONE || variable->module == scope->module)
    return g_strdup (variable->id);
  return g_strdup_printf ("%s.%s", lpn_net_module (net, variable->module)->id, variable->id);
}

LpnScope
lpn_net_scope (const LpnNet *net, guint32 module, bool places)
{
  return (LpnScope){ .data = net,
                     .module = module,
                     .places = places,
                     .lookup = scope_lookup,
                     .name = scope_name,
                     .event = lpn_net_scope_event };
}
