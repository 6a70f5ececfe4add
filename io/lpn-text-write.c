/* SPDX-License-Identifier: MIT */
/* Writing .lpn text, in the order of sections that LEMA writes. */
#include <inttypes.h>
#include <string.h>

#include "io/astg-graph.h"
#include "io/lpn-text.h"

enum
{
  MAX_NODES = 20000, /* of an expression: printing recurs */
};

typedef struct
{
  const LpnNet *net;
  FILE         *out;
  GError      **error;
} Writer;

G_GNUC_PRINTF (2, 3)
static bool
refuse (const Writer *w, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (w->error, LPN_IO_ERROR, LPN_IO_ERROR_WRITE, ".lpn cannot say %s", text);
  return false;
}

static bool
is_boolean (const LpnVariable *v)
{
  return v->min == 0 && v->max == 1;
}

/* ---- expressions ---- */

static const char *
infix (LpnExprOp op)
{
  static const char *const signs[] = {
    [LPN_EXPR_ADD] = "+", [LPN_EXPR_SUB] = "-", [LPN_EXPR_MUL] = "*",      [LPN_EXPR_MOD] = "%", [LPN_EXPR_POW] = "^",
    [LPN_EXPR_EQ] = "=",  [LPN_EXPR_LT] = "<",  [LPN_EXPR_LE] = "<=",      [LPN_EXPR_GT] = ">",  [LPN_EXPR_GE] = ">=",
    [LPN_EXPR_AND] = "&", [LPN_EXPR_OR] = "|",  [LPN_EXPR_IMPLIES] = "->",
  };
  return op < G_N_ELEMENTS (signs) ? signs[op] : NULL;
}

static const char *
function (LpnExprOp op)
{
  static const char *const names[]
      = { [LPN_EXPR_BIT_NOT] = "not", [LPN_EXPR_INT] = "INT",     [LPN_EXPR_DIV] = "idiv", [LPN_EXPR_BIT_AND] = "and",
          [LPN_EXPR_BIT_OR] = "or",   [LPN_EXPR_BIT_XOR] = "xor", [LPN_EXPR_NOT] = "~",    [LPN_EXPR_NEG] = "-" };
  return op < G_N_ELEMENTS (names) ? names[op] : NULL;
}

static bool
is_bit (const LpnExpr *e)
{
  return e->op == LPN_EXPR_BIT_AND && e->arg[0]->op == LPN_EXPR_SHIFT_RIGHT && e->arg[1]->op == LPN_EXPR_CONST
         && e->arg[1]->value == 1;
}

static bool print (const Writer *w, const LpnExpr *e, GString *text);

static bool
print_call (const Writer *w, const char *name, const LpnExpr *a, const LpnExpr *b, GString *text)
{
  g_string_append_printf (text, "%s(", name);
  if (!print (w, a, text))
    return false;
  if (b != NULL)
    g_string_append_c (text, ',');
  if (b != NULL && !print (w, b, text))
    return false;
  g_string_append_c (text, ')');
  return true;
}

/* Every operator in brackets, for no two tools agree on what binds how tight. */
static bool
print (const Writer *w, const LpnExpr *e, GString *text)
{
  switch (e->op)
    {
    case LPN_EXPR_CONST:
      if (e->type == LPN_TYPE_TRUTH)
        g_string_append (text, e->value ? "true" : "false");
      else
        g_string_append_printf (text, e->value < 0 ? "(%" G_GINT64_FORMAT ")" : "%" G_GINT64_FORMAT, e->value);
      return true;
    case LPN_EXPR_CELL:
      g_string_append (text, lpn_net_variable (w->net, e->ref)->id);
      return true;
    case LPN_EXPR_BOOL:
      return print (w, e->arg[0], text);
    case LPN_EXPR_NE:
      g_string_append (text, "~(");
      if (!print (w, e->arg[0], text))
        return false;
      g_string_append_c (text, '=');
      if (!print (w, e->arg[1], text))
        return false;
      g_string_append_c (text, ')');
      return true;
    default:
      break;
    }
  if (is_bit (e))
    return print_call (w, "bit", e->arg[0]->arg[0], e->arg[0]->arg[1], text);
  if (function (e->op) != NULL)
    {
      bool sign = e->op == LPN_EXPR_NOT || e->op == LPN_EXPR_NEG;
      if (sign)
        g_string_append_c (text, '(');
      if (!print_call (w, function (e->op), e->arg[0], e->arg[1], text))
        return false;
      if (sign)
        g_string_append_c (text, ')');
      return true;
    }
  if (infix (e->op) == NULL)
    {
      LpnScope         scope = lpn_net_scope (w->net, LPN_NONE, true);
      g_autofree char *shown = lpn_expr_print (e, &scope);
      return refuse (w, "'%s'", shown);
    }
  g_string_append_c (text, '(');
  if (!print (w, e->arg[0], text))
    return false;
  g_string_append (text, infix (e->op));
  if (!print (w, e->arg[1], text))
    return false;
  g_string_append_c (text, ')');
  return true;
}

static bool
append_expr (const Writer *w, const LpnExpr *e, GString *text)
{
  return lpn_expr_size (e) > MAX_NODES ? refuse (w, "an expression of more than %d operators", MAX_NODES)
                                       : print (w, e, text);
}

/* ---- what can be said ---- */

static bool
is_word (const char *id, AstgWord *parts)
{
  gsize bad;
  return id[0] != '.' && lpn_astg_word_parse (id, strlen (id), parts, &bad);
}

/* "<a+,b+>" between exactly those two. */
static bool
is_implicit (const LpnNet *net, guint32 place, guint32 *from, guint32 *to)
{
  guint       n_from = 0, n_to = 0;
  const char *id = lpn_net_place (net, place)->id;
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    {
      guint         n;
      const LpnArc *arcs = lpn_net_pre (net, t, &n);
      for (guint i = 0; i < n; i++)
        if (arcs[i].place == place)
          {
            n_to += arcs[i].weight == 1 ? 1 : 2;
            *to = t;
          }
      arcs = lpn_net_post (net, t, &n);
      for (guint i = 0; i < n; i++)
        if (arcs[i].place == place)
          {
            n_from += arcs[i].weight == 1 ? 1 : 2;
            *from = t;
          }
    }
  if (n_from != 1 || n_to != 1)
    return false;
  g_autofree char *expected
      = g_strdup_printf ("<%s,%s>", lpn_net_transition (net, *from)->id, lpn_net_transition (net, *to)->id);
  return g_str_equal (expected, id);
}

static bool
is_labeled (const LpnNet *net)
{
  bool labeled = false;
  for (guint32 v = 0; v < lpn_net_n_written_variables (net); v++)
    labeled = labeled || !is_boolean (lpn_net_variable (net, v));
  for (guint32 i = 0; i < lpn_net_n_transitions (net); i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      labeled = labeled || t->guard != NULL || t->persistent || t->fail
                || lpn_net_n_written_assigns (net, i) > (t->signal != LPN_NONE ? 1u : 0u);
    }
  return labeled;
}

static bool
check_variables (const Writer *w)
{
  for (guint32 i = 0; i < lpn_net_n_written_variables (w->net); i++)
    {
      const LpnVariable *v = lpn_net_variable (w->net, i);
      AstgWord           parts;
      if (v->is_array)
        return refuse (w, "the array \"%s\"", v->id);
      if (v->has_range && !is_boolean (v))
        return refuse (w, "the range of variable \"%s\"", v->id);
      if (!is_word (v->id, &parts) || parts.base != strlen (v->id) || strchr (v->id, '[') != NULL)
        return refuse (w, "the name of variable \"%s\"", v->id);
      LpnScope scope = lpn_net_scope (w->net, v->module, false);
      scope.dialect = LPN_DIALECT_LEMA;
      g_autoptr (LpnExpr) read = lpn_expr_parse (v->id, &scope, LPN_TYPE_NUMBER, true, NULL, NULL);
      if (read == NULL || read->op != LPN_EXPR_CELL || read->ref != i)
        return refuse (w, "the name of variable \"%s\"", v->id);
    }
  return true;
}

static bool
check_transitions (const Writer *w)
{
  static const char signs[] = { [LPN_EDGE_RISE] = '+', [LPN_EDGE_FALL] = '-', [LPN_EDGE_TOGGLE] = '~' };
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    {
      const LpnTransition *t = lpn_net_transition (w->net, i);
      const char          *signal = t->signal == LPN_NONE ? NULL : lpn_net_variable (w->net, t->signal)->id;
      AstgWord             parts = { 0 };
      bool                 word = is_word (t->id, &parts);
      if (t->fail && !t->fail_enabled)
        return refuse (w, "that transition \"%s\" fails by being fired", t->id);
      if (signal == NULL
          && (!word || parts.base != strlen (t->id) || lpn_net_find_variable (w->net, t->module, t->id) != LPN_NONE))
        return refuse (w, "the name of transition \"%s\"", t->id);
      if (signal != NULL
          && (!word || parts.base != strlen (signal) || strncmp (signal, t->id, parts.base) != 0
              || parts.sign != signs[t->edge]))
        return refuse (w, "that transition \"%s\" is an edge of \"%s\"", t->id, signal);
    }
  return true;
}

static bool
check_places (const Writer *w)
{
  bool labeled = is_labeled (w->net);
  for (guint32 i = 0; i < lpn_net_n_places (w->net); i++)
    {
      const LpnPlace *p = lpn_net_place (w->net, i);
      AstgWord        parts;
      guint32         from, to;
      if (!is_implicit (w->net, i, &from, &to)
          && (!is_word (p->id, &parts) || parts.base != strlen (p->id)
              || lpn_net_find_transition (w->net, p->id) != LPN_NONE))
        return refuse (w, "the name of place \"%s\"", p->id);
      if (p->safe != labeled)
        return refuse (w,
                       labeled ? "that place \"%s\" of a labeled net is not safe"
                               : "that place \"%s\" of a net without labels is safe",
                       p->id);
    }
  return true;
}

/* ---- sections ---- */

static void
put_variables (const Writer *w)
{
  static const char *const ports[]
      = { [LPN_PORT_INPUT] = ".inputs", [LPN_PORT_OUTPUT] = ".outputs", [LPN_PORT_INTERNAL] = ".internal" };
  g_autoptr (GString) integers = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autoptr (GString) state = g_string_new (NULL);
  for (LpnPort port = LPN_PORT_INPUT; port <= LPN_PORT_INTERNAL; port++)
    {
      g_autoptr (GString) names = g_string_new (NULL);
      for (guint32 i = 0; i < lpn_net_n_written_variables (w->net); i++)
        {
          const LpnVariable *v = lpn_net_variable (w->net, i);
          if (v->port != port && !(v->port == LPN_PORT_NONE && port == LPN_PORT_INTERNAL))
            continue;
          g_string_append_printf (names, " %s", v->id);
          if (is_boolean (v))
            g_string_append_c (state, v->initial[0] != 0 ? '1' : '0');
          else
            {
              g_string_append_printf (integers, " %s", v->id);
              g_string_append_printf (values, "<%s=%" G_GINT64_FORMAT ">", v->id, v->initial[0]);
            }
        }
      if (names->len > 0)
        fprintf (w->out, "%s%s\n", ports[port], names->str);
    }
  fputs (".dummy", w->out);
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    if (lpn_net_transition (w->net, i)->signal == LPN_NONE)
      fprintf (w->out, " %s", lpn_net_transition (w->net, i)->id);
  fputc ('\n', w->out);
  if (integers->len > 0)
    fprintf (w->out, "#@.variables%s\n#@.init_vals {%s}\n", integers->str, values->str);
  if (state->len > 0)
    fprintf (w->out, "#@.init_state [%s]\n", state->str);
}

static void
put_flags (const Writer *w)
{
  g_autoptr (GString) fail = g_string_new (NULL);
  g_autoptr (GString) persistent = g_string_new (NULL);
  g_autoptr (GString) places = g_string_new (NULL);
  g_autoptr (GString) mutex = g_string_new (NULL);
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    {
      const LpnTransition *t = lpn_net_transition (w->net, i);
      if (t->fail_enabled)
        g_string_append_printf (fail, " %s", t->id);
      if (t->persistent)
        g_string_append_printf (persistent, " %s", t->id);
    }
  for (guint32 i = 0; i < lpn_net_n_places (w->net); i++)
    {
      guint32 from, to;
      if (!is_implicit (w->net, i, &from, &to))
        g_string_append_printf (places, " %s", lpn_net_place (w->net, i)->id);
      if (lpn_net_place (w->net, i)->mutex)
        g_string_append_printf (mutex, " %s", lpn_net_place (w->net, i)->id);
    }
  if (fail->len > 0)
    fprintf (w->out, "#@.failtrans%s\n", fail->str);
  if (persistent->len > 0)
    fprintf (w->out, "#@.non_disabling%s\n", persistent->str);
  if (places->len > 0)
    fprintf (w->out, "#|.places%s\n", places->str);
  if (mutex->len > 0)
    fprintf (w->out, "#@.mutex%s\n", mutex->str);
}

static void
put_arc (const Writer *w, const char *from, const char *to, gint64 weight)
{
  fprintf (w->out, "%s %s", from, to);
  if (weight != 1)
    fprintf (w->out, "(%" PRId64 ")", weight);
  fputc ('\n', w->out);
}

static void
put_graph (const Writer *w)
{
  g_autoptr (GString) marking = g_string_new (NULL);
  g_autoptr (GString) capacity = g_string_new (NULL);
  fputs (".graph\n", w->out);
  for (guint32 t = 0; t < lpn_net_n_transitions (w->net); t++) /* alone, for those without arcs and for the order */
    fprintf (w->out, "%s\n", lpn_net_transition (w->net, t)->id);
  for (guint32 t = 0; t < lpn_net_n_transitions (w->net); t++)
    for (guint side = 0; side < 2; side++)
      {
        guint         n;
        const LpnArc *arcs = side == 0 ? lpn_net_pre (w->net, t, &n) : lpn_net_post (w->net, t, &n);
        const char   *id = lpn_net_transition (w->net, t)->id;
        for (guint i = 0; i < n; i++)
          {
            guint32 from, to;
            bool    implicit = is_implicit (w->net, arcs[i].place, &from, &to);
            if (implicit && side == 1)
              put_arc (w, id, lpn_net_transition (w->net, to)->id, 1);
            else if (!implicit)
              put_arc (w, side == 0 ? lpn_net_place (w->net, arcs[i].place)->id : id,
                       side == 0 ? id : lpn_net_place (w->net, arcs[i].place)->id, arcs[i].weight);
          }
      }
  for (guint32 i = 0; i < lpn_net_n_places (w->net); i++)
    {
      const LpnPlace *p = lpn_net_place (w->net, i);
      if (p->initial > 1)
        g_string_append_printf (marking, "%s=%" G_GINT64_FORMAT " ", p->id, p->initial);
      else if (p->initial == 1)
        g_string_append_printf (marking, "%s ", p->id);
      if (p->capacity > 0)
        g_string_append_printf (capacity, " %s=%" G_GINT64_FORMAT, p->id, p->capacity);
    }
  fprintf (w->out, ".marking {%s}\n", marking->str);
  if (capacity->len > 0)
    fprintf (w->out, ".capacity%s\n", capacity->str);
}

static bool
put_labels (const Writer *w)
{
  g_autoptr (GString) guards = g_string_new (NULL);
  g_autoptr (GString) integers = g_string_new (NULL);
  g_autoptr (GString) booleans = g_string_new (NULL);
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    {
      const LpnTransition *t = lpn_net_transition (w->net, i);
      g_string_append_printf (guards, t->guard != NULL ? "<%s=[" : "", t->id);
      if (t->guard != NULL && !append_expr (w, lpn_net_written_guard (w->net, i), guards))
        return false;
      g_string_append (guards, t->guard != NULL ? "]>" : "");
      for (guint k = 0; k < lpn_net_n_written_assigns (w->net, i); k++)
        {
          const LpnAssign   *a = &t->assigns[k];
          const LpnVariable *v = lpn_net_variable (w->net, a->variable);
          GString           *section = is_boolean (v) ? booleans : integers;
          if (a->variable == t->signal)
            continue;
          g_string_append_printf (section, "<%s=[%s:=", t->id, v->id);
          if (!append_expr (w, a->value, section))
            return false;
          g_string_append (section, "]>");
        }
    }
  if (guards->len > 0)
    fprintf (w->out, "#@.enablings {%s}\n", guards->str);
  if (integers->len > 0)
    fprintf (w->out, "#@.assignments {%s}\n", integers->str);
  if (booleans->len > 0)
    fprintf (w->out, "#@.boolean_assignments {%s}\n", booleans->str);
  return true;
}

static bool
put_properties (const Writer *w)
{
  for (guint32 i = 0; i < lpn_net_n_properties (w->net); i++)
    {
      const LpnProperty *p = lpn_net_property (w->net, i);
      g_autoptr (GString) text = g_string_new (NULL);
      if (p->kind == LPN_PROPERTY_DEADLOCK)
        return refuse (w, "the property \"%s\" of deadlocks", p->id);
      if (!append_expr (w, p->expr, text))
        return false;
      fprintf (w->out, "#@.property %s(%s)\n", p->kind == LPN_PROPERTY_REACH ? "EF" : "AG", text->str);
    }
  return true;
}

bool
lpn_text_write (const LpnNet *net, FILE *out, GError **error)
{
  Writer w = { net, out, error };
  if (lpn_net_n_modules (net) > 1)
    return refuse (&w, "%u modules in one file", lpn_net_n_modules (net));
  if (!check_variables (&w) || !check_transitions (&w) || !check_places (&w))
    return false;
  AstgWord parts;
  if (is_word (lpn_net_name (net), &parts))
    fprintf (out, ".name %s\n", lpn_net_name (net));
  put_variables (&w);
  put_flags (&w);
  put_graph (&w);
  if (!put_properties (&w) || !put_labels (&w))
    return false;
  fputs (".end\n", out);
  return true;
}
