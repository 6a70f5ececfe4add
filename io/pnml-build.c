/* SPDX-License-Identifier: MIT */
/* From the raw tables to a frozen net: references resolved, arcs joined, expressions parsed. */
#include "io/pnml-private.h"

#include <string.h>

typedef struct
{
  RawNet     *raw;
  const char *file;
  LpnNet     *net;
  guint32     rest; /* the module of what stands outside all pages, LPN_NONE if nothing does */
} Builder;

static const char *
text_of (const Builder *b, guint32 symbol)
{
  return lpn_intern_text (b->raw->texts, symbol);
}

static const char *
arc_id (const Builder *b, const RawArc *arc)
{
  return arc->id == LPN_NONE ? "" : lpn_intern_kept (b->raw->texts, arc->id);
}

/* Puts "file:line: " before an error of another folder. Always returns false. */
static bool
prefix (const Builder *b, guint32 line, GError **error)
{
  g_prefix_error (error, "%s:%u: ", b->file, line);
  return false;
}

static bool
is_reference (const RawNode *node)
{
  return node->kind == RAW_REFERENCE_PLACE || node->kind == RAW_REFERENCE_TRANSITION;
}

/* Adds a module, numbered where the name is taken. */
static guint32
add_module (Builder *b, const char *id)
{
  g_autofree char *name = g_strdup (id);
  for (guint n = 2; lpn_net_find_module (b->net, name) != LPN_NONE; n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", id, n);
    }
  return lpn_net_add_module (b->net, name, NULL);
}

/* What stands outside all pages comes last, in a module of its own that is there only if needed. */
static void
add_modules (Builder *b)
{
  bool outside = b->raw->modules->len == 0;
  for (gsize i = 0; i < b->raw->nodes.count && !outside; i++)
    outside = lpn_raw_node (b->raw, i)->module == LPN_NONE && !is_reference (lpn_raw_node (b->raw, i));
  for (guint i = 0; i < b->raw->modules->len; i++)
    add_module (b, g_array_index (b->raw->modules, RawModule, i).id);
  b->rest = outside ? add_module (b, b->raw->id) : LPN_NONE;
}

/* Follows a reference to its place or transition, then lets all on the way point there: linear over all of them. A
 * chain longer than the number of nodes is a cycle. */
static bool
resolve_reference (Builder *b, guint32 start, GError **error)
{
  RawNet *raw = b->raw;
  guint32 at = start, end;
  for (gsize steps = 0; is_reference (lpn_raw_node (raw, at)); steps++)
    {
      const RawNode *node = lpn_raw_node (raw, at);
      guint32        next = lpn_raw_find_node (raw, node->ref);
      if (next == LPN_NONE)
        return lpn_pnml_fail (error, b->file, node->line, LPN_IO_ERROR_INVALID, "reference \"%s\" to unknown id \"%s\"",
                              text_of (b, node->id), text_of (b, node->ref));
      if (steps > raw->nodes.count)
        return lpn_pnml_fail (error, b->file, node->line, LPN_IO_ERROR_INVALID, "reference \"%s\" is part of a cycle",
                              text_of (b, node->id));
      at = next;
    }
  end = lpn_raw_node (raw, at)->id;
  for (at = start; is_reference (lpn_raw_node (raw, at));)
    {
      RawNode *node = lpn_raw_node (raw, at);
      RawKind  kind = (RawKind)lpn_raw_node (raw, lpn_raw_find_node (raw, end))->kind;
      if ((kind == RAW_PLACE) != (node->kind == RAW_REFERENCE_PLACE))
        return lpn_pnml_fail (error, b->file, node->line, LPN_IO_ERROR_INVALID,
                              "reference %s \"%s\" stands for %s \"%s\"", kind == RAW_PLACE ? "transition" : "place",
                              text_of (b, node->id), kind == RAW_PLACE ? "place" : "transition", text_of (b, end));
      at = lpn_raw_find_node (raw, node->ref);
      node->ref = end;
    }
  return true;
}

static bool
resolve_references (Builder *b, GError **error)
{
  for (gsize i = 0; i < b->raw->nodes.count; i++)
    if (is_reference (lpn_raw_node (b->raw, i)) && !resolve_reference (b, (guint32)i, error))
      return false;
  return true;
}

static guint32
module_of (const Builder *b, guint32 module)
{
  return module == LPN_NONE ? b->rest : module;
}

/* Puts `n` items (guint32, in the order they are read) where the file's <order> wants them. */
static bool
apply_order (Builder *b, RawOrder kind, guint32 *items, gsize n, GError **error)
{
  const GArray *order = b->raw->orders[kind];
  if (order->len == 0)
    return true;
  LpnBlock block = { 0 };
  bool     ok = order->len == n;
  if (ok && !lpn_block_resize (&block, b->raw->budget, n * sizeof (guint32)))
    return lpn_pnml_fail (error, b->file, b->raw->line, LPN_IO_ERROR_LIMIT, "out of memory");
  guint32 *moved = block.data; /* item + 1, 0 where none is yet */
  for (gsize k = 0; k < n && ok; k++)
    {
      guint32 to = g_array_index (order, guint32, k);
      ok = to < n && moved[to] == 0;
      if (ok)
        moved[to] = items[k] + 1;
    }
  for (gsize k = 0; k < n && ok; k++)
    items[k] = moved[k] - 1;
  lpn_block_free (&block, b->raw->budget);
  return ok
         || lpn_pnml_fail (error, b->file, b->raw->line, LPN_IO_ERROR_INVALID,
                           "<order> of net \"%s\" does not number all things of its kind", b->raw->id);
}

static bool
add_variable (Builder *b, const RawVariable *v, GHashTable *shared, GError **error)
{
  if (v->module != LPN_NONE && g_hash_table_contains (shared, GUINT_TO_POINTER (v->id)))
    return lpn_pnml_fail (error, b->file, v->line, LPN_IO_ERROR_INVALID,
                          "variable \"%s\" of module \"%s\" has the name of a shared variable", text_of (b, v->id),
                          lpn_net_module (b->net, v->module)->id);
  guint32 i = lpn_net_add_variable (b->net, v->module, text_of (b, v->id), v->is_array, v->size, v->initial, v->min,
                                    v->max, error);
  if (i == LPN_NONE)
    return prefix (b, v->line, error);
  if (v->port != LPN_PORT_NONE)
    lpn_net_set_port (b->net, i, v->port);
  return true;
}

/* The shared ones first, then those of each module. `lines` gets where each is declared. */
static bool
add_variables (Builder *b, GArray *lines, GError **error)
{
  GArray             *variables = b->raw->variables;
  g_autofree guint32 *order = g_new (guint32, (gsize)variables->len + 1);
  g_autoptr (GHashTable) shared = g_hash_table_new (NULL, NULL);
  guint n = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < variables->len; i++)
      if ((g_array_index (variables, RawVariable, i).module == LPN_NONE) == (pass == 0))
        {
          order[n++] = i;
          if (pass == 0)
            g_hash_table_add (shared, GUINT_TO_POINTER (g_array_index (variables, RawVariable, i).id));
        }
  if (!apply_order (b, RAW_ORDER_VARIABLES, order, n, error))
    return false;
  for (guint i = 0; i < n; i++)
    {
      const RawVariable *v = &g_array_index (variables, RawVariable, order[i]);
      if (!add_variable (b, v, shared, error))
        return false;
      g_array_append_val (lines, v->line);
    }
  return true;
}

static bool
add_node (Builder *b, RawNode *node, GError **error)
{
  const char *id = text_of (b, node->original != LPN_NONE ? node->original : node->id);
  const char *name = node->name == LPN_NONE ? NULL : text_of (b, node->name);
  guint32     module = module_of (b, node->module);
  RawAnswer   safe = node->safe != RAW_DEFAULT ? (RawAnswer)node->safe : b->raw->safe;
  bool        is_safe = safe == RAW_DEFAULT ? b->raw->labeled : safe == RAW_YES;
  if (node->kind == RAW_PLACE && is_safe && node->tokens > 1)
    return lpn_pnml_fail (error, b->file, node->line, LPN_IO_ERROR_INVALID,
                          "place \"%s\" of a labeled net starts with %" G_GINT64_FORMAT " tokens; at most 1 is allowed",
                          id, node->tokens);
  if (node->kind == RAW_PLACE)
    node->ref = lpn_net_add_place (b->net, module, id, name, is_safe, node->tokens, error);
  else
    node->ref = lpn_net_add_transition (b->net, module, id, name, node->fail == RAW_YES, error);
  if (node->ref == LPN_NONE)
    return prefix (b, node->line, error);
  if (node->mutex)
    lpn_net_set_mutex (b->net, node->ref);
  if (node->capacity > 0)
    lpn_net_set_capacity (b->net, node->ref, node->capacity);
  if (node->fail_enabled)
    lpn_net_set_fail_enabled (b->net, node->ref);
  if (node->persistent)
    lpn_net_set_persistent (b->net, node->ref);
  return true;
}

/* Nodes of one kind in order of their modules (a counting sort, as nodes outside the pages may stand between them). */
static bool
add_nodes (Builder *b, RawKind kind, RawOrder order, GError **error)
{
  gsize             n = b->raw->nodes.count, kept = 0;
  guint32           n_modules = lpn_net_n_modules (b->net);
  g_autofree gsize *next = g_new0 (gsize, (gsize)n_modules + 1);
  LpnBlock          block = { 0 };
  for (gsize i = 0; i < n; i++)
    if (lpn_raw_node (b->raw, i)->kind == kind)
      next[module_of (b, lpn_raw_node (b->raw, i)->module) + 1]++, kept++;
  for (guint32 m = 0; m < n_modules; m++)
    next[m + 1] += next[m];
  if (kept > 0 && !lpn_block_resize (&block, b->raw->budget, kept * sizeof (guint32)))
    return lpn_pnml_fail (error, b->file, b->raw->line, LPN_IO_ERROR_LIMIT, "out of memory");
  guint32 *sorted = block.data;
  for (gsize i = 0; i < n; i++)
    if (lpn_raw_node (b->raw, i)->kind == kind)
      sorted[next[module_of (b, lpn_raw_node (b->raw, i)->module)]++] = (guint32)i;
  bool ok = apply_order (b, order, sorted, kept, error);
  for (gsize i = 0; i < kept && ok; i++)
    ok = add_node (b, lpn_raw_node (b->raw, sorted[i]), error);
  lpn_block_free (&block, b->raw->budget);
  return ok;
}

/* The place or transition a symbol names, through references; NULL if none. */
static const RawNode *
real_node (const Builder *b, guint32 symbol)
{
  guint32 i = lpn_raw_find_node (b->raw, symbol);
  if (i != LPN_NONE && is_reference (lpn_raw_node (b->raw, i)))
    i = lpn_raw_find_node (b->raw, lpn_raw_node (b->raw, i)->ref);
  return i == LPN_NONE ? NULL : lpn_raw_node (b->raw, i);
}

static bool
add_arcs (Builder *b, GError **error)
{
  for (gsize i = 0; i < b->raw->arcs.count; i++)
    {
      const RawArc  *arc = lpn_raw_arc (b->raw, i);
      const RawNode *source = real_node (b, arc->source);
      const RawNode *target = real_node (b, arc->target);
      if (source == NULL || target == NULL)
        return lpn_pnml_fail (error, b->file, arc->line, LPN_IO_ERROR_INVALID, "arc \"%s\" has the unknown %s \"%s\"",
                              arc_id (b, arc), source == NULL ? "source" : "target",
                              text_of (b, source == NULL ? arc->source : arc->target));
      if (source->kind == target->kind)
        return lpn_pnml_fail (error, b->file, arc->line, LPN_IO_ERROR_INVALID,
                              "arc \"%s\" joins two %s, \"%s\" and \"%s\"", arc_id (b, arc),
                              source->kind == RAW_PLACE ? "places" : "transitions", text_of (b, arc->source),
                              text_of (b, arc->target));
      guint32 place = source->kind == RAW_PLACE ? source->ref : target->ref;
      if (arc->weight != 1 && lpn_net_place (b->net, place)->safe)
        return lpn_pnml_fail (error, b->file, arc->line, LPN_IO_ERROR_INVALID,
                              "arc \"%s\" of a labeled net has weight %" G_GINT64_FORMAT "; only 1 is allowed",
                              arc_id (b, arc), arc->weight);
      if (source->kind == RAW_PLACE)
        lpn_net_add_input (b->net, target->ref, place, arc->weight);
      else
        lpn_net_add_output (b->net, source->ref, place, arc->weight);
    }
  return true;
}

/* ---- labels ---- */

/* Names as the net knows them, and places by the ids of their references too. */
static bool
look_up (const LpnScope *scope, LpnSymbolKind kind, const char *name, LpnSymbol *symbol)
{
  const Builder *b = scope->data;
  LpnScope       plain = lpn_net_scope (b->net, scope->module, scope->places);
  if (plain.lookup (&plain, kind, name, symbol))
    return true;
  guint32        text = lpn_intern_find (b->raw->texts, name, strlen (name));
  const RawNode *node = text == LPN_INTERN_FULL ? NULL : real_node (b, text);
  if (kind != LPN_SYMBOL_PLACE || node == NULL || node->kind != RAW_PLACE)
    return false;
  *symbol = (LpnSymbol){ .kind = kind, .ref = node->ref };
  return true;
}

static char *
name_of (const LpnScope *scope, LpnSymbolKind kind, guint32 ref)
{
  LpnScope plain = lpn_net_scope (((const Builder *)scope->data)->net, scope->module, scope->places);
  return plain.name (&plain, kind, ref);
}

static LpnExpr *
event_of (const LpnScope *scope, LpnEventKind kind, const char *name, const char **why)
{
  LpnScope plain = lpn_net_scope (((const Builder *)scope->data)->net, scope->module, scope->places);
  return plain.event (&plain, kind, name, why);
}

static LpnExpr *
parse (const Builder *b, guint32 text, guint32 line, const char *what, guint32 module, bool places, LpnType want,
       GError **error)
{
  LpnScope scope
      = { .data = b, .module = module, .places = places, .lookup = look_up, .name = name_of, .event = event_of };
  /* `line` is that of the start tag; the text may begin with line breaks, which the parser counts */
  LpnOrigin origin = { .file = b->file, .line = line, .what = what };
  /* the text is copied because the intern table must not be assumed to stand still */
  g_autofree char *copy = g_strdup (text_of (b, text));
  return lpn_expr_parse (copy, &scope, want, true, &origin, error);
}

/* Is this a second assignment of the same transition to the same cell? */
static bool
assigned_before (const LpnNet *net, guint32 transition, guint32 variable, const LpnExpr *index)
{
  const LpnTransition *t = lpn_net_transition (net, transition);
  for (guint i = 0; i < t->n_assigns; i++)
    if (t->assigns[i].variable == variable
        && (index == NULL
            || (index->op == LPN_EXPR_CONST && t->assigns[i].index->op == LPN_EXPR_CONST
                && t->assigns[i].index->value == index->value)))
      return true;
  return false;
}

static bool
add_assign (Builder *b, const RawLabel *label, const LpnTransition *t, guint32 transition, GError **error)
{
  const char *name = text_of (b, label->variable);
  guint32     v = lpn_net_find_variable (b->net, t->module, name);
  g_autoptr (LpnExpr) index = NULL;
  if (v == LPN_NONE)
    return lpn_pnml_fail (error, b->file, label->line, LPN_IO_ERROR_INVALID,
                          "transition \"%s\" assigns unknown variable \"%s\"", t->id, name);
  const LpnVariable *variable = lpn_net_variable (b->net, v);
  if ((label->index != LPN_NONE) != variable->is_array)
    return lpn_pnml_fail (error, b->file, label->line, LPN_IO_ERROR_INVALID,
                          "transition \"%s\" assigns %s \"%s\" %s an index", t->id,
                          variable->is_array ? "array" : "scalar", name, variable->is_array ? "without" : "with");
  if (variable->is_array)
    {
      g_autofree char *what = g_strdup_printf ("index of %s in transition %s", name, t->id);
      index = parse (b, label->index, label->line, what, t->module, false, LPN_TYPE_NUMBER, error);
      if (index == NULL)
        return false;
      if (index->op == LPN_EXPR_CONST && (index->value < 0 || index->value >= variable->size))
        return lpn_pnml_fail (error, b->file, label->line, LPN_IO_ERROR_INVALID,
                              "transition \"%s\" assigns \"%s[%" G_GINT64_FORMAT "]\", outside its %u cells", t->id,
                              name, index->value, variable->size);
    }
  if (assigned_before (b->net, transition, v, index))
    return lpn_pnml_fail (error, b->file, label->line, LPN_IO_ERROR_INVALID, "transition \"%s\" assigns \"%s\" twice",
                          t->id, name);
  g_autofree char *what = g_strdup_printf ("value of %s in transition %s", name, t->id);
  LpnExpr         *value = parse (b, label->text, label->line, what, t->module, false, LPN_TYPE_NUMBER, error);
  if (value == NULL)
    return false;
  lpn_net_add_assign (b->net, transition, v, g_steal_pointer (&index), value);
  return true;
}

static bool
add_edge (Builder *b, const RawLabel *label, const LpnTransition *t, guint32 transition, GError **error)
{
  const char *name = text_of (b, label->variable);
  guint32     v = lpn_net_find_variable (b->net, t->module, name);
  const char *what = NULL;
  if (v == LPN_NONE)
    what = "the unknown signal";
  else if (lpn_net_variable (b->net, v)->is_array)
    what = "the array";
  else if (assigned_before (b->net, transition, v, NULL))
    what = "an assigned variable,";
  else if (t->edge != LPN_EDGE_NONE)
    what = "a second signal,";
  if (what != NULL)
    return lpn_pnml_fail (error, b->file, label->line, LPN_IO_ERROR_INVALID,
                          "transition \"%s\" is an edge of %s \"%s\"", t->id, what, name);
  lpn_net_set_edge (b->net, transition, v, label->edge);
  return true;
}

static bool
add_labels (Builder *b, GError **error)
{
  const RawLabel *labels = b->raw->labels.block.data;
  for (gsize i = 0; i < b->raw->labels.count; i++)
    {
      guint32              transition = lpn_raw_node (b->raw, labels[i].node)->ref;
      const LpnTransition *t = lpn_net_transition (b->net, transition);
      if (labels[i].variable != LPN_NONE)
        {
          if (!(labels[i].edge == LPN_EDGE_NONE ? add_assign : add_edge) (b, &labels[i], t, transition, error))
            return false;
          continue;
        }
      g_autofree char *what = g_strdup_printf ("guard of transition %s", t->id);
      LpnExpr         *guard = parse (b, labels[i].text, labels[i].line, what, t->module, false, LPN_TYPE_TRUTH, error);
      if (guard == NULL)
        return false;
      lpn_net_set_guard (b->net, transition, guard);
    }
  return true;
}

static bool
add_properties (Builder *b, GError **error)
{
  for (guint i = 0; i < b->raw->properties->len; i++)
    {
      const RawProperty *p = &g_array_index (b->raw->properties, RawProperty, i);
      g_autofree char   *what = g_strdup_printf ("property %s", text_of (b, p->id));
      LpnExpr           *expr = NULL;
      if (p->text != LPN_NONE)
        {
          expr = parse (b, p->text, p->line, what, LPN_NONE, true, LPN_TYPE_TRUTH, error);
          if (expr == NULL)
            return false;
        }
      if (lpn_net_add_property (b->net, text_of (b, p->id), p->kind, expr, error) == LPN_NONE)
        return prefix (b, p->line, error);
    }
  return true;
}

LpnPart *
lpn_raw_net_build (RawNet *raw, const char *file, GError **error)
{
  g_autoptr (LpnNet) net = lpn_net_new (raw->id);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  Builder b = { .raw = raw, .file = file, .net = net };
  for (gsize i = 0; i < raw->nodes.count; i++)
    raw->labeled |= lpn_raw_node (raw, i)->fail == RAW_YES || lpn_raw_node (raw, i)->fail_enabled;
  add_modules (&b);
  if (!resolve_references (&b, error) || !add_variables (&b, lines, error)
      || !add_nodes (&b, RAW_PLACE, RAW_ORDER_PLACES, error)
      || !add_nodes (&b, RAW_TRANSITION, RAW_ORDER_TRANSITIONS, error) || !add_arcs (&b, error)
      || !add_labels (&b, error) || !add_properties (&b, error) || !lpn_raw_net_build_units (raw, net, file, error))
    return NULL;
  if (!lpn_net_freeze (net, error))
    {
      prefix (&b, raw->line, error);
      return NULL;
    }
  LpnPart *part = lpn_part_new (g_steal_pointer (&net), file);
  part->variable_lines = (guint32 *)g_array_free (g_steal_pointer (&lines), FALSE);
  return part;
}
