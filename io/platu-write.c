/* SPDX-License-Identifier: MIT */
/* Writing Platu's modules: a class and an instance per module, named alike. Variables that several modules use are
 * global, places are numbers. */
#include <inttypes.h>
#include <string.h>

#include "io/compose.h"
#include "io/expr-text.h"
#include "io/fit-id.h"
#include "io/io.h"
#include "io/platu.h"

typedef struct
{
  const LpnNet *net;
  FILE         *out;
  GPtrArray    *warnings;
  GError      **error;
  char        **modules;   /* names in the file; each list ends with NULL */
  char        **variables; /* global ones differ from all others */
  bool         *global;    /* per variable */
  guint32      *numbers;   /* per place, in its module */
} Writer;

static const LpnExprSpelling platu = {
  .infix = { [LPN_EXPR_ADD] = "+",
             [LPN_EXPR_SUB] = "-",
             [LPN_EXPR_MUL] = "*",
             [LPN_EXPR_DIV] = "/",
             [LPN_EXPR_MOD] = "%",
             [LPN_EXPR_BIT_AND] = "&",
             [LPN_EXPR_BIT_OR] = "|",
             [LPN_EXPR_BIT_XOR] = "^",
             [LPN_EXPR_SHIFT_LEFT] = "<<",
             [LPN_EXPR_SHIFT_RIGHT] = ">>",
             [LPN_EXPR_EQ] = "==",
             [LPN_EXPR_NE] = "!=",
             [LPN_EXPR_LT] = "<",
             [LPN_EXPR_LE] = "<=",
             [LPN_EXPR_GT] = ">",
             [LPN_EXPR_GE] = ">=",
             [LPN_EXPR_AND] = "&&",
             [LPN_EXPR_OR] = "||",
             [LPN_EXPR_IMPLIES] = "->" },
  .sign = { [LPN_EXPR_NOT] = "!", [LPN_EXPR_NEG] = "-", [LPN_EXPR_BIT_NOT] = "~" },
  .truth = { "0", "1" },
  .conditional = true,
  .arrays = true,
};

#define refuse(w, ...) lpn_cannot_say ((w)->error, "Platu", __VA_ARGS__)

static void
warn (const Writer *w, const char *text)
{
  if (w->warnings != NULL)
    g_ptr_array_add (w->warnings, g_strdup (text));
}

/* ---- what can be said ---- */

static bool
check_arcs (const Writer *w, guint32 t)
{
  for (guint side = 0; side < 2; side++)
    {
      guint         n;
      const LpnArc *arcs = side == 0 ? lpn_net_pre (w->net, t, &n) : lpn_net_post (w->net, t, &n);
      for (guint i = 0; i < n; i++)
        {
          const LpnPlace *p = lpn_net_place (w->net, arcs[i].place);
          if (arcs[i].weight != 1)
            return refuse (w, "the weight of an arc of place \"%s\"", p->id);
        }
    }
  return true;
}

static bool
check_net (const Writer *w)
{
  bool unsafe = false, signals = false, ranges = false;
  for (guint32 i = 0; i < lpn_net_n_places (w->net); i++)
    {
      const LpnPlace *p = lpn_net_place (w->net, i);
      if (p->initial > 1)
        return refuse (w, "that place \"%s\" has %" PRId64 " tokens", p->id, p->initial);
      unsafe = unsafe || !p->safe;
    }
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    {
      if (lpn_net_transition (w->net, i)->persistent)
        return refuse (w, "that transition \"%s\" is persistent", lpn_net_transition (w->net, i)->id);
      if (!check_arcs (w, i))
        return false;
    }
  for (guint32 i = 0; i < lpn_net_n_variables (w->net); i++)
    {
      signals = signals || lpn_net_variable (w->net, i)->port != LPN_PORT_NONE;
      ranges = ranges || lpn_net_variable (w->net, i)->has_range;
    }
  if (unsafe)
    warn (w, "Platu's places hold one token: a second one is an error there");
  if (signals)
    warn (w, "Platu has no signals: they become variables, and their edges assignments");
  else if (ranges)
    warn (w, "Platu has no ranges: those of variables are left out");
  if (lpn_net_n_properties (w->net) > 0)
    warn (w, "Platu has no properties: those of the net are left out");
  return true;
}

/* ---- names ---- */

/* LETTER (_? (LETTER|DIGIT))*, and none of the words that mean something. */
static bool
is_id (const char *id)
{
  static const char *const words[] = { "assert", "condition", "delay", "inf", "main", "true", "false" };
  bool                     fits = g_ascii_isalpha (id[0]);
  for (const char *c = id; fits && *c != '\0'; c++)
    fits = g_ascii_isalnum (*c) || (*c == '_' && g_ascii_isalnum (c[1]));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    fits = fits && !g_str_equal (id, words[i]);
  return fits;
}

typedef struct
{
  const Writer *writer;
  guint32       module;
} Reader;

static void
note_read (LpnSymbolKind kind, guint32 ref, guint32 cell, gpointer data)
{
  const Reader *reader = data;
  (void)cell;
  if (kind == LPN_SYMBOL_VARIABLE && lpn_net_variable (reader->writer->net, ref)->module != reader->module)
    reader->writer->global[ref] = true;
}

/* Shared variables are global, and those of a module that another one reads or writes. */
static void
find_global (const Writer *w)
{
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    {
      const LpnTransition *t = lpn_net_transition (w->net, i);
      Reader               reader = { w, t->module };
      if (t->guard != NULL)
        lpn_expr_reads (t->guard, note_read, &reader);
      for (guint k = 0; k < t->n_assigns; k++)
        {
          note_read (LPN_SYMBOL_VARIABLE, t->assigns[k].variable, 0, &reader);
          lpn_expr_reads (t->assigns[k].value, note_read, &reader);
          if (t->assigns[k].index != NULL)
            lpn_expr_reads (t->assigns[k].index, note_read, &reader);
        }
    }
  for (guint32 i = 0; i < lpn_net_n_variables (w->net); i++)
    w->global[i] = w->global[i] || lpn_net_variable (w->net, i)->module == LPN_NONE;
}

static GHashTable *
string_set (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
make_names (Writer *w)
{
  g_autoptr (GHashTable) modules = string_set ();
  g_autoptr (GHashTable) variables = string_set ();
  g_autofree guint32 *next = g_new0 (guint32, (gsize)lpn_net_n_modules (w->net) + 1);
  w->modules = g_new0 (char *, (gsize)lpn_net_n_modules (w->net) + 1);
  w->variables = g_new0 (char *, (gsize)lpn_net_n_variables (w->net) + 1);
  w->global = g_new0 (bool, (gsize)lpn_net_n_variables (w->net) + 1);
  w->numbers = g_new0 (guint32, (gsize)lpn_net_n_places (w->net) + 1);
  for (guint32 i = 0; i < lpn_net_n_modules (w->net); i++)
    w->modules[i] = lpn_fit_id (lpn_net_module (w->net, i)->id, is_id, modules);
  for (guint32 i = 0; i < lpn_net_n_variables (w->net); i++)
    w->variables[i] = lpn_fit_id (lpn_net_variable (w->net, i)->id, is_id, variables);
  for (guint32 i = 0; i < lpn_net_n_places (w->net); i++)
    w->numbers[i] = next[lpn_net_place (w->net, i)->module]++;
  find_global (w);
}

/* ---- the text ---- */

static void
put_variables (const Writer *w, guint32 module)
{
  bool any = false;
  for (guint32 i = 0; i < lpn_net_n_variables (w->net); i++)
    {
      const LpnVariable *v = lpn_net_variable (w->net, i);
      if (module == LPN_NONE ? !w->global[i] : w->global[i] || v->module != module)
        continue;
      fprintf (w->out, "%s%s", any ? " " : "<var> ", w->variables[i]);
      any = true;
      if (v->is_array)
        fprintf (w->out, "[%u]", v->size);
      for (guint32 k = 0; k < v->size; k++)
        fprintf (w->out, "%s%" PRId64, k > 0 ? ", " : v->is_array ? " = {" : " = ", v->initial[k]);
      fputs (v->is_array ? "};" : ";", w->out);
    }
  if (any)
    fputs (" </var>\n", w->out);
}

static bool
append (const Writer *w, const LpnExpr *e, GString *text)
{
  LpnScope scope = lpn_net_scope (w->net, LPN_NONE, true);
  if (lpn_expr_text (w->net, e, &platu, (const char *const *)w->variables, text))
    return true;
  g_autofree char *shown = lpn_expr_print (e, &scope);
  return refuse (w, "'%.200s'", shown);
}

static bool
put_assign (const Writer *w, const LpnAssign *a)
{
  g_autoptr (GString) text = g_string_new (w->variables[a->variable]);
  if (a->index != NULL)
    {
      g_string_append_c (text, '[');
      if (!append (w, a->index, text))
        return false;
      g_string_append_c (text, ']');
    }
  g_string_append (text, " = ");
  if (!append (w, a->value, text))
    return false;
  fprintf (w->out, " %s;", text->str);
  return true;
}

static void
put_places (const Writer *w, const char *attribute, const LpnArc *arcs, guint n)
{
  fprintf (w->out, " %s=\"", attribute);
  for (guint i = 0; i < n; i++)
    fprintf (w->out, "%s%u", i > 0 ? "," : "", w->numbers[arcs[i].place]);
  fputc ('"', w->out);
}

/* A transition whose firing is an error is one that asserts what is false. */
static bool
put_transition (const Writer *w, guint32 i, GHashTable *labels)
{
  const LpnTransition *t = lpn_net_transition (w->net, i);
  const char          *own = lpn_net_module (w->net, t->module)->id;
  bool                 prefixed = g_str_has_prefix (t->id, own) && t->id[strlen (own)] == '.';
  g_autofree char     *label = lpn_fit_id (prefixed ? t->id + strlen (own) + 1 : t->id, is_id, labels);
  guint                n;
  const LpnArc        *arcs = lpn_net_pre (w->net, i, &n);
  g_autoptr (GString) guard = g_string_new (NULL);
  fprintf (w->out, "  <transition label=\"%s\"", label);
  put_places (w, "preset", arcs, n);
  arcs = lpn_net_post (w->net, i, &n);
  put_places (w, "postset", arcs, n);
  fputc ('>', w->out);
  if (t->guard != NULL && !append (w, t->guard, guard))
    return false;
  if (t->guard != NULL)
    fprintf (w->out, " condition(%s);", guard->str);
  for (guint k = 0; k < t->n_assigns; k++)
    if (!put_assign (w, &t->assigns[k]))
      return false;
  fputs (t->fail ? " assert(0); </transition>\n" : " </transition>\n", w->out);
  return true;
}

static bool
put_class (const Writer *w, guint32 module)
{
  bool any = false;
  g_autoptr (GHashTable) labels = string_set ();
  fprintf (w->out, "<class name=\"%s\" arg=\"\">\n", w->modules[module]);
  put_variables (w, module);
  for (guint32 i = 0; i < lpn_net_n_places (w->net); i++)
    if (lpn_net_place (w->net, i)->module == module && lpn_net_place (w->net, i)->initial > 0)
      {
        fprintf (w->out, "%s%u", any ? "," : "<marking> ", w->numbers[i]);
        any = true;
      }
  if (any)
    fputs (" </marking>\n", w->out);
  for (guint32 i = 0; i < lpn_net_n_transitions (w->net); i++)
    if (lpn_net_transition (w->net, i)->module == module && !put_transition (w, i, labels))
      return false;
  fputs ("</class>\n", w->out);
  return true;
}

static bool
put_net (const Writer *w)
{
  put_variables (w, LPN_NONE);
  fputs ("<mod name=\"main\">\n", w->out);
  for (guint32 i = 0; i < lpn_net_n_modules (w->net); i++)
    fprintf (w->out, "  %s %s();\n", w->modules[i], w->modules[i]);
  fputs ("</mod>\n", w->out);
  for (guint32 i = 0; i < lpn_net_n_modules (w->net); i++)
    if (!put_class (w, i))
      return false;
  return true;
}

static bool
write_modules (Writer *w)
{
  if (!check_net (w))
    return false;
  make_names (w);
  bool ok = put_net (w);
  g_strfreev (w->modules);
  g_strfreev (w->variables);
  g_free (w->global);
  g_free (w->numbers);
  return ok;
}

/* Has a transition, such as a joint edge of several STGs, places of another module? */
static bool
crosses_modules (const LpnNet *net)
{
  bool crosses = false;
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    for (guint side = 0; side < 2; side++)
      {
        guint         n;
        const LpnArc *arcs = side == 0 ? lpn_net_pre (net, t, &n) : lpn_net_post (net, t, &n);
        for (guint i = 0; i < n; i++)
          crosses = crosses || lpn_net_place (net, arcs[i].place)->module != lpn_net_transition (net, t)->module;
      }
  return crosses;
}

bool
lpn_platu_write (const LpnNet *net, FILE *out, GPtrArray *warnings, GError **error)
{
  Writer w = { .net = net, .out = out, .warnings = warnings, .error = error };
  if (lpn_net_n_modules (net) == 0)
    return refuse (&w, "a net without modules");
  if (!crosses_modules (net))
    return write_modules (&w);
  g_autoptr (LpnNet) flat = lpn_flatten (net, is_id, error);
  if (flat == NULL)
    return false;
  warn (&w, "in Platu a transition has places of its own module only: the modules of the net are written as one");
  w.net = flat;
  return write_modules (&w);
}
