/* SPDX-License-Identifier: MIT */
/* Writing .lpn text, in the order of sections that LEMA writes. */
#include <inttypes.h>
#include <string.h>

#include "io/astg-graph.h"
#include "io/expr-text.h"
#include "io/io.h"
#include "io/lpn-text.h"

typedef struct
{
  const LpnNet *net;
  FILE         *out;
  const char  **names; /* of variables */
  guint32      *sink;  /* per place: the transition behind it if it is called <t,u>; else LPN_NONE */
  GPtrArray    *warnings;
  GError      **error;
} Writer;

G_GNUC_PRINTF (2, 3)
static void
warn (const Writer *w, const char *format, ...)
{
  va_list args;
  if (w->warnings == NULL)
    return;
  va_start (args, format);
  g_ptr_array_add (w->warnings, g_strdup_vprintf (format, args));
  va_end (args);
}

#define refuse(w, ...) lpn_cannot_say ((w)->error, ".lpn", __VA_ARGS__)

static bool
is_boolean (const LpnVariable *v)
{
  return v->min == 0 && v->max == 1;
}

/* ---- expressions ---- */

static const LpnExprSpelling lema = {
  .infix = { [LPN_EXPR_ADD] = "+",
             [LPN_EXPR_SUB] = "-",
             [LPN_EXPR_MUL] = "*",
             [LPN_EXPR_MOD] = "%",
             [LPN_EXPR_POW] = "^",
             [LPN_EXPR_EQ] = "=",
             [LPN_EXPR_LT] = "<",
             [LPN_EXPR_LE] = "<=",
             [LPN_EXPR_GT] = ">",
             [LPN_EXPR_GE] = ">=",
             [LPN_EXPR_AND] = "&",
             [LPN_EXPR_OR] = "|",
             [LPN_EXPR_IMPLIES] = "->" },
  .sign = { [LPN_EXPR_NOT] = "~", [LPN_EXPR_NEG] = "-" },
  .call = { [LPN_EXPR_BIT_NOT] = "not",
            [LPN_EXPR_INT] = "INT",
            [LPN_EXPR_DIV] = "idiv",
            [LPN_EXPR_BIT_AND] = "and",
            [LPN_EXPR_BIT_OR] = "or",
            [LPN_EXPR_BIT_XOR] = "xor" },
  .bit = "bit",
  .truth = { "false", "true" },
};

static bool
append_expr (const Writer *w, const LpnExpr *e, GString *text)
{
  if (lpn_expr_text (w->net, e, &lema, w->names, text))
    return true;
  LpnScope         scope = lpn_net_scope (w->net, LPN_NONE, true);
  g_autofree char *shown = lpn_expr_print (e, &scope);
  return refuse (w, "'%.200s'", shown);
}

/* What a Boolean becomes: a truth value, not the number that stands for it. */
static bool
append_truth (const Writer *w, const LpnExpr *e, GString *text)
{
  if (e->op == LPN_EXPR_INT)
    e = e->arg[0];
  if (e->op != LPN_EXPR_CONST || e->value < 0 || e->value > 1)
    return append_expr (w, e, text);
  g_string_append (text, e->value != 0 ? "TRUE" : "FALSE");
  return true;
}

/* ---- what can be said ---- */

static bool
is_word (const char *id, AstgWord *parts)
{
  gsize bad;
  return id[0] != '.' && lpn_astg_word_parse (id, strlen (id), parts, &bad);
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

/* Would LEMA's expressions take this name for that of a variable? */
static bool
any_variable (const LpnScope *scope, LpnSymbolKind kind, const char *name, LpnSymbol *symbol)
{
  *symbol = (LpnSymbol){ .kind = kind };
  return kind == LPN_SYMBOL_VARIABLE && g_str_equal (name, scope->data);
}

static bool
is_plain_name (const char *id)
{
  AstgWord parts;
  LpnScope scope = { .data = id, .dialect = LPN_DIALECT_LEMA, .lookup = any_variable };
  if (!is_word (id, &parts) || parts.base != strlen (id) || strpbrk (id, "[-") != NULL)
    return false;
  g_autoptr (LpnExpr) read = lpn_expr_parse (id, &scope, LPN_TYPE_NUMBER, true, NULL, NULL);
  return read != NULL && read->op == LPN_EXPR_CELL;
}

/* Is an edge called as the format calls it? */
static bool
is_edge_name (const LpnNet *net, const LpnTransition *t)
{
  static const char signs[] = { [LPN_EDGE_RISE] = '+', [LPN_EDGE_FALL] = '-', [LPN_EDGE_TOGGLE] = '~' };
  const char       *signal = lpn_net_variable (net, t->signal)->id;
  AstgWord          parts;
  return is_word (t->id, &parts) && parts.base == strlen (signal) && strncmp (signal, t->id, parts.base) == 0
         && parts.sign == signs[t->edge];
}

/* Can the file have the net's own ids, in one module? */
static bool
ids_fit (const LpnNet *net, const guint32 *sink)
{
  bool fit = lpn_net_n_modules (net) <= 1;
  for (guint32 i = 0; fit && i < lpn_net_n_written_variables (net); i++)
    fit = is_plain_name (lpn_net_variable (net, i)->id);
  for (guint32 i = 0; fit && i < lpn_net_n_transitions (net); i++)
    {
      const LpnTransition *t = lpn_net_transition (net, i);
      AstgWord             parts;
      fit = t->signal != LPN_NONE ? is_edge_name (net, t)
                                  : is_word (t->id, &parts) && parts.base == strlen (t->id)
                                        && lpn_net_find_variable (net, t->module, t->id) == LPN_NONE;
    }
  for (guint32 i = 0; fit && i < lpn_net_n_places (net); i++)
    {
      const char *id = lpn_net_place (net, i)->id;
      AstgWord    parts;
      fit = sink[i] != LPN_NONE || (is_word (id, &parts) && parts.base == strlen (id) && strchr (id, '-') == NULL);
    }
  return fit;
}

static bool
check_variables (const Writer *w)
{
  const char *ranged = NULL;
  for (guint32 i = 0; i < lpn_net_n_written_variables (w->net); i++)
    {
      const LpnVariable *v = lpn_net_variable (w->net, i);
      if (v->is_array)
        return refuse (w, "the array \"%s\"", v->id);
      if (v->has_range && !is_boolean (v))
        ranged = v->id;
    }
  if (ranged != NULL)
    warn (w, ".lpn has no ranges: that of variable \"%s\" and whatever others there are is left out", ranged);
  return true;
}

static void
check_transitions (const Writer *w)
{
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    {
      const LpnTransition *t = lpn_net_transition (w->net, i);
      if (!t->fail || t->fail_enabled)
        continue;
      warn (w, "transition \"%s\" fails by being fired, in .lpn already by being enabled", t->id);
      return;
    }
}

static bool
check_places (const Writer *w)
{
  bool labeled = is_labeled (w->net);
  bool safe = false;
  for (guint32 i = 0; i < lpn_net_n_places (w->net); i++)
    {
      const LpnPlace *p = lpn_net_place (w->net, i);
      if (labeled && !p->safe)
        return refuse (w, "that place \"%s\" of a labeled net is not safe", p->id);
      safe = safe || p->safe;
    }
  if (safe && !labeled)
    warn (w, "places of a .lpn file without labels are not safe: a second token is no error there");
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
      if (w->sink[i] == LPN_NONE)
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
            guint32 sink = w->sink[arcs[i].place];
            if (sink != LPN_NONE && side == 1)
              put_arc (w, id, lpn_net_transition (w->net, sink)->id, 1);
            else if (sink == LPN_NONE)
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
          if (!(is_boolean (v) ? append_truth : append_expr) (w, a->value, section))
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

static void
put_properties (const Writer *w)
{
  for (guint32 i = 0; i < lpn_net_n_properties (w->net); i++)
    {
      const LpnProperty *p = lpn_net_property (w->net, i);
      g_autoptr (GString) text = g_string_new (NULL);
      if (p->kind == LPN_PROPERTY_DEADLOCK || !lpn_expr_text (w->net, p->expr, &lema, w->names, text))
        warn (w, ".lpn cannot say the property \"%s\": it is left out", p->id);
      else
        fprintf (w->out, "#@.property %s(%s)\n", p->kind == LPN_PROPERTY_REACH ? "EF" : "AG", text->str);
    }
}

static bool
write_flat (Writer *w)
{
  guint32                 n = lpn_net_n_variables (w->net);
  g_autofree const char **names = g_new0 (const char *, (gsize)n + 1);
  AstgWord                parts;
  for (guint32 i = 0; i < n; i++)
    names[i] = lpn_net_variable (w->net, i)->id;
  w->names = names;
  if (!check_variables (w) || !check_places (w))
    return false;
  check_transitions (w);
  if (is_word (lpn_net_name (w->net), &parts))
    fprintf (w->out, ".name %s\n", lpn_net_name (w->net));
  put_variables (w);
  put_flags (w);
  put_graph (w);
  put_properties (w);
  if (!put_labels (w))
    return false;
  fputs (".end\n", w->out);
  return true;
}

static guint32 *
sinks (const LpnNet *net)
{
  g_autofree guint32 *from = g_new (guint32, (gsize)lpn_net_n_places (net) + 1);
  guint32            *to = g_new (guint32, (gsize)lpn_net_n_places (net) + 1);
  lpn_implicit_places (net, from, to);
  return to;
}

bool
lpn_text_write (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error)
{
  g_autofree guint32 *sink = sinks (net);
  Writer              w = { .net = net, .out = out, .sink = sink, .warnings = warnings, .error = error };
  if (ids_fit (net, sink))
    return write_flat (&w);
  g_autoptr (LpnNet) flat = lpn_flatten (net, is_plain_name, error);
  if (flat == NULL)
    return false;
  if (lpn_net_n_modules (net) > 1)
    warn (&w, "a .lpn file is one module: the %u of the net are written as one", lpn_net_n_modules (net));
  g_autofree guint32 *flat_sink = sinks (flat);
  w.net = flat;
  w.sink = flat_sink;
  return write_flat (&w);
}
