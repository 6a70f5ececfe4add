/* SPDX-License-Identifier: MIT */
/* From Platu's classes and instances to a net. */
#include <string.h>

#include "io/platu-private.h"
#include "lpn/after.h"

enum
{
  MAX_CELLS = 1 << 24,
};

/* What a name means in an instance, or globally. */
typedef struct
{
  bool    is_const;
  bool    is_input; /* an argument: read, never written */
  guint32 variable;
  gint64  value;
} Meaning;

typedef struct
{
  const PlatuClass *class;
  PlatuPiece  name;      /* borrowed */
  PlatuPiece  arguments; /* borrowed */
  guint32     module;
  GHashTable *meanings; /* name -> Meaning */
} Instance;

typedef struct
{
  const PlatuFile *file;
  LpnNet          *net;
  GPtrArray       *instances; /* Instance */
  GHashTable      *global;
  guint64          cells;
  GError         **error;
} Builder;

/* Names as an instance sees them. */
typedef struct
{
  const Builder *builder;
  GHashTable    *own; /* or NULL */
} Names;

static const Meaning *
meaning_of (const Names *names, const char *name)
{
  const Meaning *meaning = names->own != NULL ? g_hash_table_lookup (names->own, name) : NULL;
  return meaning != NULL ? meaning : g_hash_table_lookup (names->builder->global, name);
}

static bool
look_up (const LpnScope *scope, LpnSymbolKind kind, const char *name, LpnSymbol *symbol)
{
  const Names   *names = scope->data;
  const Meaning *meaning = kind == LPN_SYMBOL_VARIABLE ? meaning_of (names, name) : NULL;
  if (meaning == NULL)
    return false;
  *symbol = (LpnSymbol){ .kind = meaning->is_const ? LPN_SYMBOL_CONSTANT : LPN_SYMBOL_VARIABLE,
                         .ref = meaning->variable,
                         .value = meaning->value };
  if (!meaning->is_const)
    {
      const LpnVariable *variable = lpn_net_variable (names->builder->net, meaning->variable);
      symbol->is_array = variable->is_array;
      symbol->size = variable->size;
    }
  return true;
}

static LpnExpr *
parse (const Builder *b, GHashTable *own, const PlatuPiece *piece, LpnType want, const char *what)
{
  Names     names = { b, own };
  LpnScope  scope = { .data = &names, .dialect = LPN_DIALECT_PLATU, .lookup = look_up };
  LpnOrigin origin = { .file = piece->source->label, .what = what };
  lpn_platu_at (piece->source, piece->offset, &origin.line, &origin.column);
  return lpn_expr_parse (piece->text, &scope, want, true, &origin, b->error);
}

static bool
constant (const Builder *b, GHashTable *own, const PlatuPiece *piece, const char *what, gint64 *value)
{
  g_autoptr (LpnExpr) expr = parse (b, own, piece, LPN_TYPE_NUMBER, what);
  if (expr == NULL)
    return false;
  if (expr->op != LPN_EXPR_CONST)
    return lpn_platu_fail (b->error, piece->source, piece->offset, LPN_IO_ERROR_INVALID,
                           "%s: expected a constant, found '%s'", what, piece->text);
  *value = expr->value;
  return true;
}

static bool
add_meaning (const Builder *b, GHashTable *table, const PlatuPiece *name, Meaning meaning)
{
  if (g_hash_table_contains (table, name->text))
    return lpn_platu_fail (b->error, name->source, name->offset, LPN_IO_ERROR_INVALID, "\"%s\" is declared twice",
                           name->text);
  g_hash_table_insert (table, g_strdup (name->text), g_memdup2 (&meaning, sizeof meaning));
  return true;
}

/* ---- declarations ---- */

static bool
add_constants (Builder *b, GHashTable *own, GHashTable *table, const GArray *statements)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const PlatuStatement *s = &g_array_index (statements, PlatuStatement, i);
      Meaning               meaning = { .is_const = true };
      if (s->value.text == NULL || s->index.text != NULL)
        return lpn_platu_fail (b->error, s->name.source, s->name.offset, LPN_IO_ERROR_MALFORMED,
                               "expected a constant such as %s = 1;", s->name.text);
      if (!constant (b, own, &s->value, s->name.text, &meaning.value) || !add_meaning (b, table, &s->name, meaning))
        return false;
    }
  return true;
}

/* The initial values: {v, v ...}, one for all, or none: 0. */
static bool
read_initial (Builder *b, GHashTable *own, const PlatuStatement *s, gint64 *values, guint32 size)
{
  PlatuPiece list = s->value;
  gsize      length = list.text == NULL ? 0 : strlen (list.text);
  bool       braces = length >= 2 && list.text[0] == '{' && list.text[length - 1] == '}';
  gint64     value = 0;

  if (list.text == NULL)
    return true;
  if (!braces)
    {
      if (!constant (b, own, &list, s->name.text, &value))
        return false;
      for (guint32 i = 0; i < size; i++)
        values[i] = value;
      return true;
    }
  g_autofree char *inner = g_strndup (list.text + 1, length - 2);
  PlatuPiece       between = { list.source, inner, list.offset + 1 };
  g_autoptr (GArray) parts = lpn_platu_split (&between);
  if (parts->len != size)
    return lpn_platu_fail (b->error, list.source, list.offset, LPN_IO_ERROR_INVALID, "%u values for %u cells of \"%s\"",
                           parts->len, size, s->name.text);
  for (guint i = 0; i < parts->len; i++)
    if (!constant (b, own, &g_array_index (parts, PlatuPiece, i), s->name.text, &values[i]))
      return false;
  return true;
}

static bool
add_variable (Builder *b, GHashTable *own, GHashTable *table, guint32 module, const PlatuStatement *s)
{
  gint64  size = 1;
  Meaning meaning = { 0 };
  bool    is_array = s->index.text != NULL;
  if (is_array && strstr (s->index.text, "]") != NULL)
    return lpn_platu_fail (b->error, s->index.source, s->index.offset, LPN_IO_ERROR_UNSUPPORTED,
                           "\"%s\": arrays of arrays are not supported", s->name.text);
  if (is_array && !constant (b, own, &s->index, s->name.text, &size))
    return false;
  if (size < 1 || size > MAX_CELLS || (b->cells += (guint64)size) > MAX_CELLS)
    return lpn_platu_fail (b->error, s->name.source, s->name.offset, LPN_IO_ERROR_LIMIT,
                           "\"%s\" has %" G_GINT64_FORMAT " cells; 1 to %d are allowed", s->name.text, size, MAX_CELLS);
  g_autofree gint64 *values = g_new0 (gint64, size);
  if (!read_initial (b, own, s, values, (guint32)size))
    return false;
  if (g_hash_table_contains (table, s->name.text))
    return add_meaning (b, table, &s->name, meaning);
  meaning.variable = lpn_net_add_variable (b->net, module, s->name.text, is_array, (guint32)size, values, G_MININT64,
                                           G_MAXINT64, b->error);
  return meaning.variable != LPN_NONE && add_meaning (b, table, &s->name, meaning);
}

static bool
add_declarations (Builder *b, GHashTable *own, GHashTable *table, guint32 module, const PlatuClass *class)
{
  if (!add_constants (b, own, table, class->constants))
    return false;
  for (guint i = 0; i < class->variables->len; i++)
    if (!add_variable (b, own, table, module, &g_array_index (class->variables, PlatuStatement, i)))
      return false;
  return true;
}

/* ---- instances ---- */

static const PlatuClass *
find_class (const Builder *b, const char *name)
{
  for (guint i = 0; i < b->file->classes->len; i++)
    {
      const PlatuClass *class = g_ptr_array_index (b->file->classes, i);
      if (g_str_equal (class->name.text, name))
        return class;
    }
  return NULL;
}

static bool
add_instance (Builder *b, const PlatuClass *class, const PlatuPiece *name, const PlatuPiece *arguments)
{
  Instance *instance = g_new0 (Instance, 1);
  instance->class = class;
  instance->name = *name;
  instance->arguments = *arguments;
  instance->meanings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_ptr_array_add (b->instances, instance);
  instance->module = lpn_net_add_module (b->net, name->text, NULL);
  if (instance->module == LPN_NONE)
    return lpn_platu_fail (b->error, name->source, name->offset, LPN_IO_ERROR_INVALID, "\"%s\" is instantiated twice",
                           name->text);
  return add_declarations (b, instance->meanings, instance->meanings, instance->module, class);
}

/* Without `main`, every class is its own instance. */
static bool
add_instances (Builder *b)
{
  for (guint i = 0; !b->file->has_main && i < b->file->classes->len; i++)
    {
      const PlatuClass *class = g_ptr_array_index (b->file->classes, i);
      PlatuPiece none = { class->name.source, NULL, class->name.offset };
      if (!add_instance (b, class, &class->name, &none))
        return false;
    }
  for (guint i = 0; i < b->file->instances->len; i++)
    {
      const PlatuInstance *instance = &g_array_index (b->file->instances, PlatuInstance, i);
      const PlatuClass *class = find_class (b, instance->class_name.text);
      if (class == NULL)
        return lpn_platu_fail (b->error, instance->class_name.source, instance->class_name.offset, LPN_IO_ERROR_INVALID,
                               "no class is called \"%s\"", instance->class_name.text);
      if (!add_instance (b, class, &instance->name, &instance->arguments))
        return false;
    }
  return true;
}

/* The variable "inst.var", or a global one. */
static const Meaning *
bound_variable (const Builder *b, const char *text)
{
  const char *dot = strchr (text, '.');
  for (guint i = 0; dot != NULL && i < b->instances->len; i++)
    {
      const Instance *instance = g_ptr_array_index (b->instances, i);
      if (strlen (instance->name.text) == (gsize)(dot - text)
          && strncmp (instance->name.text, text, (gsize)(dot - text)) == 0)
        return g_hash_table_lookup (instance->meanings, dot + 1);
    }
  return dot == NULL ? g_hash_table_lookup (b->global, text) : NULL;
}

static bool
bind (const Builder *b, const Instance *instance)
{
  g_autoptr (GArray) ports = lpn_platu_split (&instance->class->args);
  g_autoptr (GArray) given = lpn_platu_split (&instance->arguments);
  if (ports->len != given->len)
    return lpn_platu_fail (b->error, instance->name.source, instance->name.offset, LPN_IO_ERROR_INVALID,
                           "\"%s\" has %u arguments, its class \"%s\" %u", instance->name.text, given->len,
                           instance->class->name.text, ports->len);
  for (guint i = 0; i < ports->len; i++)
    {
      PlatuPiece       *port = &g_array_index (ports, PlatuPiece, i);
      const PlatuPiece *argument = &g_array_index (given, PlatuPiece, i);
      const Meaning    *meaning = bound_variable (b, argument->text);
      char             *bracket = strchr (port->text, '[');
      if (meaning == NULL || meaning->is_const || meaning->is_input)
        return lpn_platu_fail (b->error, argument->source, argument->offset, LPN_IO_ERROR_INVALID,
                               "\"%s\" is no variable of an instance", argument->text);
      if ((bracket != NULL) != lpn_net_variable (b->net, meaning->variable)->is_array)
        return lpn_platu_fail (b->error, argument->source, argument->offset, LPN_IO_ERROR_INVALID,
                               "\"%s\" is bound to \"%s\", but one is an array and one is not", port->text,
                               argument->text);
      if (bracket != NULL)
        *bracket = '\0';
      g_strchomp (port->text);
      if (!add_meaning (b, instance->meanings, port, (Meaning){ .is_input = true, .variable = meaning->variable }))
        return false;
    }
  return true;
}

/* ---- transitions ---- */

/* The place of a number, or of a constant that is one. */
static guint32
place_of (const Builder *b, const Instance *instance, const PlatuPiece *piece)
{
  gint64 number;
  if (!constant (b, instance->meanings, piece, "place", &number))
    return LPN_NONE;
  g_autofree char *id = g_strdup_printf ("%s.%" G_GINT64_FORMAT, instance->name.text, number);
  guint32          place = lpn_net_find_place (b->net, id);
  return place != LPN_NONE ? place : lpn_net_add_place (b->net, instance->module, id, NULL, true, 0, b->error);
}

/* Calls back for each place of a list. */
static bool
each_place (const Builder *b, const Instance *instance, const PlatuPiece *list, GArray *places)
{
  g_autoptr (GArray) parts = lpn_platu_split (list);
  for (guint i = 0; i < parts->len; i++)
    {
      guint32 place = place_of (b, instance, &g_array_index (parts, PlatuPiece, i));
      if (place == LPN_NONE)
        return false;
      for (guint k = 0; k < places->len; k++)
        if (g_array_index (places, guint32, k) == place)
          return lpn_platu_fail (b->error, list->source, list->offset, LPN_IO_ERROR_INVALID, "place %s is listed twice",
                                 g_array_index (parts, PlatuPiece, i).text);
      g_array_append_val (places, place);
    }
  return true;
}

static void
add_arcs (const Builder *b, guint32 t, const GArray *pre, const GArray *post)
{
  for (guint i = 0; i < pre->len; i++)
    lpn_net_add_input (b->net, t, g_array_index (pre, guint32, i), 1);
  for (guint i = 0; i < post->len; i++)
    lpn_net_add_output (b->net, t, g_array_index (post, guint32, i), 1);
}

/* All of them together; NULL for none. `ok` becomes false after an error. */
static LpnExpr *
conjunction (const Builder *b, const Instance *instance, const GArray *pieces, const char *what, bool *ok)
{
  g_autoptr (LpnExpr) whole = NULL;
  for (guint i = 0; i < pieces->len; i++)
    {
      LpnExpr *expr = parse (b, instance->meanings, &g_array_index (pieces, PlatuPiece, i), LPN_TYPE_TRUTH, what);
      if (expr == NULL)
        {
          *ok = false;
          return NULL;
        }
      whole = whole == NULL ? expr : lpn_expr_new_binary (LPN_EXPR_AND, g_steal_pointer (&whole), expr);
    }
  return g_steal_pointer (&whole);
}

static bool
add_assign (const Builder *b, const Instance *instance, guint32 t, const PlatuStatement *s)
{
  Names            names = { b, instance->meanings };
  const Meaning   *meaning = meaning_of (&names, s->name.text);
  g_autofree char *what = g_strdup_printf ("%s = of transition %s", s->name.text, lpn_net_transition (b->net, t)->id);
  const char      *wrong = meaning == NULL     ? "no variable is called"
                           : meaning->is_const ? "a constant is assigned:"
                           : meaning->is_input ? "an argument is assigned:"
                                               : NULL;
  if (wrong == NULL && lpn_net_variable (b->net, meaning->variable)->is_array != (s->index.text != NULL))
    wrong = s->index.text != NULL ? "an index of what is no array:" : "no index of the array";
  if (wrong != NULL)
    return lpn_platu_fail (b->error, s->name.source, s->name.offset, LPN_IO_ERROR_INVALID, "%s \"%s\"", wrong,
                           s->name.text);
  g_autoptr (LpnExpr) index
      = s->index.text == NULL ? NULL : parse (b, instance->meanings, &s->index, LPN_TYPE_NUMBER, what);
  LpnExpr *value
      = s->index.text != NULL && index == NULL ? NULL : parse (b, instance->meanings, &s->value, LPN_TYPE_NUMBER, what);
  if (value == NULL)
    return false;
  lpn_net_add_assign (b->net, t, meaning->variable, g_steal_pointer (&index), value);
  return true;
}

/* The transition that fires where what is asserted is false after the firing; `t` keeps where it is true. */
static bool
split_assert (const Builder *b, const Instance *instance, guint32 t, const PlatuTransition *source, LpnExpr *asserted,
              const GArray *pre, const GArray *post)
{
  g_autoptr (LpnExpr) after = lpn_net_after (b->net, t, asserted);
  g_autofree char *id = g_strconcat (lpn_net_transition (b->net, t)->id, "!assert", NULL);
  guint32          failing = lpn_net_add_transition (b->net, instance->module, id, NULL, true, b->error);
  const LpnExpr   *guard = lpn_net_transition (b->net, t)->guard;
  LpnExpr         *holds = lpn_expr_copy (after);
  LpnExpr         *fails = lpn_expr_new_unary (LPN_EXPR_NOT, lpn_expr_copy (after));

  if (guard != NULL)
    {
      holds = lpn_expr_new_binary (LPN_EXPR_AND, lpn_expr_copy (guard), holds);
      fails = lpn_expr_new_binary (LPN_EXPR_AND, lpn_expr_copy (guard), fails);
    }
  bool deep = holds->nesting > LPN_EXPR_MAX_NESTING || fails->nesting > LPN_EXPR_MAX_NESTING;
  lpn_net_set_guard (b->net, t, holds);
  if (failing == LPN_NONE || deep)
    {
      lpn_expr_free (fails);
      return failing != LPN_NONE
             && lpn_platu_fail (b->error, source->label.source, source->label.offset, LPN_IO_ERROR_LIMIT,
                                "the assertions of \"%s\" are nested too deep", source->label.text);
    }
  lpn_net_set_guard (b->net, failing, fails);
  add_arcs (b, failing, pre, post);
  for (guint i = 0; i < lpn_net_transition (b->net, t)->n_assigns; i++)
    {
      const LpnAssign *a = &lpn_net_transition (b->net, t)->assigns[i];
      lpn_net_add_assign (b->net, failing, a->variable, a->index == NULL ? NULL : lpn_expr_copy (a->index),
                          lpn_expr_copy (a->value));
    }
  return true;
}

static bool
add_transition (const Builder *b, const Instance *instance, const PlatuTransition *source)
{
  g_autoptr (GArray) pre = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) post = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *id = g_strdup_printf ("%s.%s", instance->name.text, source->label.text);
  g_autofree char *what = g_strdup_printf ("condition of transition %s", id);
  bool             ok = true;
  guint32          t = lpn_net_add_transition (b->net, instance->module, id, NULL, false, NULL);
  if (t == LPN_NONE)
    return lpn_platu_fail (b->error, source->label.source, source->label.offset, LPN_IO_ERROR_INVALID,
                           "the label \"%s\" is used twice", source->label.text);
  if (!each_place (b, instance, &source->preset, pre) || !each_place (b, instance, &source->postset, post))
    return false;
  add_arcs (b, t, pre, post);
  LpnExpr *guard = conjunction (b, instance, source->guards, what, &ok);
  if (guard != NULL)
    lpn_net_set_guard (b->net, t, guard);
  for (guint i = 0; ok && i < source->assigns->len; i++)
    ok = add_assign (b, instance, t, &g_array_index (source->assigns, PlatuStatement, i));
  g_autoptr (LpnExpr) asserted = ok ? conjunction (b, instance, source->asserts, "assertion", &ok) : NULL;
  return ok && (asserted == NULL || split_assert (b, instance, t, source, asserted, pre, post));
}

/* Places are made where they are first named, those of the marking first. */
static bool
add_nodes (const Builder *b, const Instance *instance)
{
  g_autoptr (GArray) parts = lpn_platu_split (&instance->class->marking);
  for (guint i = 0; i < parts->len; i++)
    {
      gint64            number;
      const PlatuPiece *piece = &g_array_index (parts, PlatuPiece, i);
      if (!constant (b, instance->meanings, piece, "place", &number))
        return false;
      g_autofree char *id = g_strdup_printf ("%s.%" G_GINT64_FORMAT, instance->name.text, number);
      if (lpn_net_add_place (b->net, instance->module, id, NULL, true, 1, NULL) == LPN_NONE)
        return lpn_platu_fail (b->error, piece->source, piece->offset, LPN_IO_ERROR_INVALID, "place %s is marked twice",
                               piece->text);
    }
  for (guint i = 0; i < instance->class->transitions->len; i++)
    if (!add_transition (b, instance, g_ptr_array_index (instance->class->transitions, i)))
      return false;
  return true;
}

static void
free_instance (gpointer data)
{
  g_hash_table_unref (((Instance *)data)->meanings);
  g_free (data);
}

static bool
build (Builder *b)
{
  if (!add_declarations (b, NULL, b->global, LPN_NONE, b->file->global) || !add_instances (b))
    return false;
  for (guint i = 0; i < b->instances->len; i++)
    if (!bind (b, g_ptr_array_index (b->instances, i)))
      return false;
  for (guint i = 0; i < b->instances->len; i++)
    if (!add_nodes (b, g_ptr_array_index (b->instances, i)))
      return false;
  return true;
}

bool
lpn_platu_read_memory (const char *label, const char *data, gsize length, const char *folder,
                       const LpnTextOptions *options, GPtrArray *parts, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (PlatuFile) file = lpn_platu_parse (label, data, length, folder, options, error);
  if (file == NULL)
    return false;
  g_autofree char *base = g_path_get_basename (label);
  char            *dot = strrchr (base, '.');
  if (dot != NULL && dot != base)
    *dot = '\0';
  g_autoptr (LpnNet) net = lpn_net_new (base);
  Builder b = { .file = file,
                .net = net,
                .instances = g_ptr_array_new_with_free_func (free_instance),
                .global = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                .error = &failure };
  bool    ok = build (&b);
  if (ok && lpn_net_n_modules (net) == 0)
    ok = lpn_platu_fail (&failure, g_ptr_array_index (file->sources, 0), 0, LPN_IO_ERROR_INVALID,
                         "there is no instance of a class");
  if (ok && !(ok = lpn_net_freeze (net, &failure)))
    g_prefix_error (&failure, "%s: ", label);
  if (ok)
    g_ptr_array_add (parts, lpn_part_new (g_steal_pointer (&net), label));
  else
    g_propagate_error (error, g_steal_pointer (&failure));
  g_ptr_array_unref (b.instances);
  g_hash_table_unref (b.global);
  return ok;
}
