/* SPDX-License-Identifier: MIT */
/* Freezing a net: the checks that need the whole, the adjacency; and comparing two nets. */
#include "lpn/net.h"

#include <stdlib.h>
#include <string.h>

#include "lpn/net-private.h"

static int
arc_by_place (const void *a, const void *b)
{
  guint32 p = ((const LpnArc *)a)->place;
  guint32 q = ((const LpnArc *)b)->place;
  return p < q ? -1 : p > q;
}

/* Sorts rows[from, to) by place and adds parallel arcs up; writes the result at rows[kept...], kept <= from.
 * Returns the new `kept`, or G_MAXUINT64 when a sum leaves 64 bits. */
static guint64
merge_row (LpnArc *rows, guint64 from, guint64 to, guint64 kept)
{
  guint64 start = kept;
  qsort (rows + from, to - from, sizeof *rows, arc_by_place);
  for (guint64 i = from; i < to; i++)
    if (kept > start && rows[kept - 1].place == rows[i].place)
      {
        if (__builtin_add_overflow (rows[kept - 1].weight, rows[i].weight, &rows[kept - 1].weight))
          return G_MAXUINT64;
      }
    else
      rows[kept++] = rows[i];
  return kept;
}

/* The arcs of one direction as rows by transition. */
static bool
build_rows (const LpnNet *net, bool output, LpnArc **arcs, guint64 **first, GError **error)
{
  guint32  n = net->transitions->len;
  guint64 *begin = *first = g_new0 (guint64, (gsize)n + 1);
  LpnArc  *rows;
  guint64  from = 0;
  guint64  kept = 0;

  for (guint i = 0; i < net->loose->len; i++)
    {
      const LooseArc *arc = &g_array_index (net->loose, LooseArc, i);
      begin[arc->transition + 1] += arc->output == output;
    }
  for (guint32 t = 0; t < n; t++)
    begin[t + 1] += begin[t];
  rows = *arcs = g_new (LpnArc, MAX (begin[n], 1));
  /* Filling moves begin[t] on to where row t ends. */
  for (guint i = 0; i < net->loose->len; i++)
    {
      const LooseArc *arc = &g_array_index (net->loose, LooseArc, i);
      if (arc->output == output)
        rows[begin[arc->transition]++] = (LpnArc){ arc->place, arc->weight };
    }
  for (guint32 t = 0; t < n; t++)
    {
      guint64 to = begin[t];
      begin[t] = kept;
      kept = merge_row (rows, from, to, kept);
      if (kept == G_MAXUINT64)
        {
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_VALUE,
                       "the weights of parallel arcs of transition \"%s\" do not fit 64 bits",
                       lpn_net_transition (net, t)->id);
          return false;
        }
      from = to;
    }
  begin[n] = kept;
  return true;
}

static bool
check_safe_places (const LpnNet *net, GError **error)
{
  for (guint32 p = 0; p < net->places->len; p++)
    {
      const LpnPlace *place = lpn_net_place (net, p);
      if (place->safe && place->initial > 1)
        {
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_VALUE,
                       "place \"%s\" of a labeled net starts with %" G_GINT64_FORMAT " tokens; at most 1 is allowed",
                       place->id, place->initial);
          return false;
        }
    }
  for (guint32 t = 0; t < net->transitions->len; t++)
    for (int side = 0; side < 2; side++)
      {
        guint         n;
        const LpnArc *arcs = side == 0 ? lpn_net_pre (net, t, &n) : lpn_net_post (net, t, &n);
        for (guint i = 0; i < n; i++)
          if (arcs[i].weight != 1 && lpn_net_place (net, arcs[i].place)->safe)
            {
              g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_VALUE,
                           "the arc between place \"%s\" of a labeled net and transition \"%s\" has weight "
                           "%" G_GINT64_FORMAT "; only 1 is allowed",
                           lpn_net_place (net, arcs[i].place)->id, lpn_net_transition (net, t)->id, arcs[i].weight);
              return false;
            }
      }
  return true;
}

/* A cell assigned by a constant index, or G_MAXUINT64 for a computed one. */
static guint64
assigned_cell (const LpnAssign *assign)
{
  if (assign->index == NULL)
    return (guint64)assign->variable << 32;
  if (assign->index->op != LPN_EXPR_CONST)
    return G_MAXUINT64;
  return (guint64)assign->variable << 32 | (guint32)assign->index->value;
}

static bool
check_assigns (const LpnNet *net, guint32 transition, GError **error)
{
  const LpnTransition *t = lpn_net_transition (net, transition);
  for (guint i = 0; i < t->n_assigns; i++)
    {
      const LpnVariable *variable = lpn_net_variable (net, t->assigns[i].variable);
      const LpnExpr     *index = t->assigns[i].index;
      if ((index != NULL) != variable->is_array)
        {
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_TYPE, "transition \"%s\" assigns %s \"%s\" %s an index",
                       t->id, variable->is_array ? "array" : "scalar", variable->id,
                       variable->is_array ? "without" : "with");
          return false;
        }
      if (index != NULL && index->op == LPN_EXPR_CONST && (index->value < 0 || index->value >= variable->size))
        {
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_VALUE,
                       "transition \"%s\" assigns \"%s[%" G_GINT64_FORMAT "]\", outside its %u cells", t->id,
                       variable->id, index->value, variable->size);
          return false;
        }
      for (guint j = 0; j < i; j++)
        if (assigned_cell (&t->assigns[i]) == assigned_cell (&t->assigns[j])
            && assigned_cell (&t->assigns[i]) != G_MAXUINT64)
          {
            g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_DUPLICATE,
                         "transition \"%s\" assigns variable \"%s\" twice", t->id, variable->id);
            return false;
          }
    }
  return true;
}

/* Every variable must be what its printed name looks up to, from its own module and from outside. */
static bool
check_names (const LpnNet *net, GError **error)
{
  for (guint32 v = 0; v < net->variables->len; v++)
    {
      const LpnVariable *variable = lpn_net_variable (net, v);
      LpnScope           scope = lpn_net_scope (net, LPN_NONE, false);
      g_autofree char   *name = scope.name (&scope, LPN_SYMBOL_VARIABLE, v);
      guint32            shared = lpn_net_variable_in (net, LPN_NONE, variable->id);
      bool               hides = shared != LPN_NONE && shared != v;
      if (hides || lpn_net_find_variable (net, LPN_NONE, name) != v)
        {
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_DUPLICATE,
                       "variable \"%s\" of module \"%s\" has the name of a shared variable", variable->id,
                       variable->module == LPN_NONE ? "" : lpn_net_module (net, variable->module)->id);
          return false;
        }
    }
  return true;
}

static bool
number_elements (LpnNet *net, GError **error)
{
  guint64 next = net->places->len;
  net->variable_first = g_new (guint32, (gsize)net->variables->len + 1);
  for (guint32 v = 0; v <= net->variables->len; v++)
    {
      net->variable_first[v] = (guint32)next;
      if (v < net->variables->len)
        next += lpn_net_variable (net, v)->size;
      if (next >= LPN_NONE)
        {
          g_set_error (error, LPN_NET_ERROR, LPN_NET_ERROR_LIMIT, "more than 2^32 places and variable cells");
          return false;
        }
    }
  return true;
}

bool
lpn_net_freeze (LpnNet *net, GError **error)
{
  g_return_val_if_fail (!net->frozen, false);
  if (!build_rows (net, false, &net->pre, &net->pre_first, error)
      || !build_rows (net, true, &net->post, &net->post_first, error) || !lpn_net_add_latches (net, error)
      || !number_elements (net, error))
    return false;
  net->frozen = true;
  g_clear_pointer (&net->loose, g_array_unref);
  if (!check_safe_places (net, error) || !check_names (net, error))
    return false;
  for (guint32 t = 0; t < net->transitions->len; t++)
    if (!check_assigns (net, t, error))
      return false;
  return lpn_net_set_latches (net, error);
}

static bool
same_expr (const LpnExpr *a, const LpnExpr *b)
{
  return (a == NULL) == (b == NULL) && (a == NULL || lpn_expr_equal (a, b));
}

static bool
same_arcs (const LpnNet *a, const LpnNet *b, guint32 t, bool output)
{
  guint         n, m;
  const LpnArc *x = output ? lpn_net_post (a, t, &n) : lpn_net_pre (a, t, &n);
  const LpnArc *y = output ? lpn_net_post (b, t, &m) : lpn_net_pre (b, t, &m);
  if (n != m)
    return false;
  for (guint i = 0; i < n; i++)
    if (x[i].place != y[i].place || x[i].weight != y[i].weight)
      return false;
  return true;
}

static bool
same_variable (const LpnVariable *x, const LpnVariable *y)
{
  return g_str_equal (x->id, y->id) && x->module == y->module && x->size == y->size && x->is_array == y->is_array
         && x->has_range == y->has_range && x->port == y->port && x->latch_of == y->latch_of && x->min == y->min
         && x->max == y->max && memcmp (x->initial, y->initial, sizeof (gint64) * x->size) == 0;
}

static bool
same_transition (const LpnNet *a, const LpnNet *b, guint32 t)
{
  const LpnTransition *x = lpn_net_transition (a, t);
  const LpnTransition *y = lpn_net_transition (b, t);
  if (!g_str_equal (x->id, y->id) || g_strcmp0 (x->name, y->name) != 0 || x->module != y->module || x->fail != y->fail
      || x->fail_enabled != y->fail_enabled || x->persistent != y->persistent || x->latch != y->latch
      || !same_expr (x->own_guard, y->own_guard) || x->signal != y->signal || x->edge != y->edge
      || x->n_assigns != y->n_assigns || !same_expr (x->guard, y->guard) || !same_arcs (a, b, t, false)
      || !same_arcs (a, b, t, true))
    return false;
  for (guint i = 0; i < x->n_assigns; i++)
    if (x->assigns[i].variable != y->assigns[i].variable || !same_expr (x->assigns[i].index, y->assigns[i].index)
        || !same_expr (x->assigns[i].value, y->assigns[i].value))
      return false;
  return true;
}

static bool
same_unit (const LpnUnit *x, const LpnUnit *y)
{
  return g_str_equal (x->id, y->id) && x->parent == y->parent && x->n_places == y->n_places
         && (x->n_places == 0 || memcmp (x->places, y->places, sizeof (guint32) * x->n_places) == 0);
}

static bool
differ (char **why, const char *kind, const char *id)
{
  if (why != NULL)
    *why = g_strdup_printf ("%s %s differs", kind, id);
  return false;
}

bool
lpn_net_equal (const LpnNet *a, const LpnNet *b, char **why)
{
  g_return_val_if_fail (a->frozen && b->frozen, false);
  if (a->modules->len != b->modules->len || a->variables->len != b->variables->len || a->places->len != b->places->len
      || a->transitions->len != b->transitions->len || a->properties->len != b->properties->len
      || a->units->len != b->units->len)
    return differ (why, "the number of", "modules, variables, places, transitions, properties or units");
  for (guint32 i = 0; i < a->modules->len; i++)
    if (!g_str_equal (lpn_net_module (a, i)->id, lpn_net_module (b, i)->id))
      return differ (why, "module", lpn_net_module (a, i)->id);
  for (guint32 i = 0; i < a->variables->len; i++)
    if (!same_variable (lpn_net_variable (a, i), lpn_net_variable (b, i)))
      return differ (why, "variable", lpn_net_variable (a, i)->id);
  for (guint32 i = 0; i < a->places->len; i++)
    {
      const LpnPlace *x = lpn_net_place (a, i);
      const LpnPlace *y = lpn_net_place (b, i);
      if (!g_str_equal (x->id, y->id) || g_strcmp0 (x->name, y->name) != 0 || x->module != y->module
          || x->safe != y->safe || x->mutex != y->mutex || x->capacity != y->capacity || x->initial != y->initial)
        return differ (why, "place", x->id);
    }
  for (guint32 i = 0; i < a->transitions->len; i++)
    if (!same_transition (a, b, i))
      return differ (why, "transition", lpn_net_transition (a, i)->id);
  for (guint32 i = 0; i < a->properties->len; i++)
    {
      const LpnProperty *x = lpn_net_property (a, i);
      const LpnProperty *y = lpn_net_property (b, i);
      if (!g_str_equal (x->id, y->id) || x->kind != y->kind || !same_expr (x->expr, y->expr))
        return differ (why, "property", x->id);
    }
  for (guint32 i = 0; i < a->units->len; i++)
    if (!same_unit (lpn_net_unit (a, i), lpn_net_unit (b, i)))
      return differ (why, "unit", lpn_net_unit (a, i)->id);
  return true;
}
