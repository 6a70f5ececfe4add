/* SPDX-License-Identifier: MIT */
/* What the sections of a .lpn text say of transitions, and its properties. */
#include <string.h>

#include "io/lpn-text-private.h"

static AstgAt
moved (AstgAt at, gsize bytes)
{
  return (AstgAt){ at.line, at.column + (guint)bytes };
}

GArray *
lpn_text_words (const TextPiece *piece)
{
  GArray     *words = lpn_text_pieces_new ();
  const char *at = piece->text;
  for (;;)
    {
      at += strspn (at, " \t\r");
      gsize length = strcspn (at, " \t\r");
      if (length == 0)
        return words;
      TextPiece word = { g_strndup (at, length), moved (piece->at, (gsize)(at - piece->text)) };
      g_array_append_val (words, word);
      at += length;
    }
}

/* ---- entries ---- */

static void
clear_entry (gpointer data)
{
  TextEntry *entry = data;
  g_free (entry->name);
  g_free (entry->value.text);
}

/* The ']' of the '[' before `text`; NULL: none. */
static const char *
closing_bracket (const char *text)
{
  guint depth = 1;
  for (; *text != '\0'; text++)
    {
      depth += *text == '[';
      depth -= *text == ']';
      if (depth == 0)
        return text;
    }
  return NULL;
}

/* One <name=value> at `at`, or <name=[value][value]>, which is an entry for each; gives what is behind it, NULL where
 * it is malformed. */
static const char *
read_entry (const TextPiece *piece, const char *at, GArray *entries)
{
  const char *equals = *at == '<' ? at + strcspn (at, "=>") : at;
  const char *value = equals + 1;

  if (*at != '<' || *equals != '=')
    return NULL;
  value += strspn (value, " \t");
  for (bool brackets = *value == '[';; value += strspn (value, " \t"))
    {
      const char *start = value + brackets;
      const char *end = brackets ? closing_bracket (start) : strchr (start, '>');
      if (end == NULL)
        return NULL;
      TextEntry entry
          = { .at = moved (piece->at, (gsize)(at - piece->text)),
              .name = g_strstrip (g_strndup (at + 1, (gsize)(equals - at - 1))),
              .value = { g_strndup (start, (gsize)(end - start)), moved (piece->at, (gsize)(start - piece->text)) } };
      g_array_append_val (entries, entry);
      value = end + brackets;
      value += strspn (value, " \t");
      if (*value == '>')
        return value + 1;
      if (*value != '[')
        return NULL;
    }
}

bool
lpn_text_entries (const TextReader *reader, const TextPiece *piece, GArray **entries, GError **error)
{
  const char *at = piece->text + strspn (piece->text, " \t");
  bool        braces = *at == '{';

  *entries = g_array_new (FALSE, FALSE, sizeof (TextEntry));
  g_array_set_clear_func (*entries, clear_entry);
  at += braces;
  for (at += strspn (at, " \t\r"); *at != '\0' && (!braces || *at != '}'); at += strspn (at, " \t\r"))
    {
      const char *next = read_entry (piece, at, *entries);
      if (next == NULL)
        return lpn_astg_fail (error, reader->graph->file, moved (piece->at, (gsize)(at - piece->text)),
                              LPN_IO_ERROR_MALFORMED, "expected an entry such as <t1=[x>=2]>, found '%.40s'", at);
      at = next;
    }
  if (braces && *at != '}')
    return lpn_astg_fail (error, reader->graph->file, moved (piece->at, (gsize)(at - piece->text)),
                          LPN_IO_ERROR_MALFORMED, "expected '}'");
  return true;
}

/* ---- expressions ---- */

static LpnExpr *
parse (const TextReader *reader, const TextPiece *piece, LpnType want, const char *what, GError **error)
{
  LpnScope  scope = lpn_net_scope (reader->net, reader->module, false);
  LpnOrigin origin = { reader->graph->file, piece->at.line, piece->at.column, what };
  scope.dialect = LPN_DIALECT_LEMA;
  return lpn_expr_parse (piece->text, &scope, want, true, &origin, error);
}

/* The transition a name means. */
static guint32
transition_of (const TextReader *reader, const char *name, AstgAt at, GError **error)
{
  guint32 node = lpn_astg_find_node (reader->graph, name);
  if (node != LPN_NONE && !lpn_astg_node (reader->graph, node)->is_place)
    return lpn_astg_node (reader->graph, node)->index;
  lpn_astg_fail (error, reader->graph->file, at, LPN_IO_ERROR_INVALID, "the graph has no transition \"%s\"", name);
  return LPN_NONE;
}

static bool
add_guard (const TextReader *reader, guint32 t, const TextPiece *piece, GError **error)
{
  g_autofree char *what = g_strdup_printf ("guard of transition %s", lpn_net_transition (reader->net, t)->id);
  const LpnExpr   *before = lpn_net_transition (reader->net, t)->guard;
  LpnExpr         *guard = parse (reader, piece, LPN_TYPE_TRUTH, what, error);
  if (guard == NULL)
    return false;
  if (before != NULL)
    guard = lpn_expr_new_binary (LPN_EXPR_AND, lpn_expr_copy (before), guard);
  if (guard->nesting > LPN_EXPR_MAX_NESTING)
    {
      lpn_expr_free (guard);
      return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_LIMIT, "%s: too many guards", what);
    }
  if (before == NULL && guard->op == LPN_EXPR_CONST && guard->value != 0)
    lpn_expr_free (guard); /* [true] is no guard */
  else
    lpn_net_set_guard (reader->net, t, guard);
  return true;
}

static bool
is_assigned (const LpnTransition *t, guint32 variable)
{
  for (guint i = 0; i < t->n_assigns; i++)
    if (t->assigns[i].variable == variable)
      return true;
  return false;
}

/* "x:=e" at `piece`. */
static bool
add_assign (const TextReader *reader, guint32 t, const TextPiece *piece, GError **error)
{
  const LpnTransition *transition = lpn_net_transition (reader->net, t);
  const char          *sign = strstr (piece->text, ":=");
  if (sign == NULL)
    return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_MALFORMED,
                          "expected an assignment such as x:=1, found '%.40s'", piece->text);
  g_autofree char *name = g_strstrip (g_strndup (piece->text, (gsize)(sign - piece->text)));
  g_autofree char *what = g_strdup_printf ("%s := of transition %s", name, transition->id);
  TextPiece        value = { (char *)sign + 2, moved (piece->at, (gsize)(sign + 2 - piece->text)) };
  guint32          v = lpn_net_find_variable (reader->net, reader->module, name);
  if (v == LPN_NONE)
    return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_INVALID, "no variable is called '%s'",
                          name);
  if (is_assigned (transition, v))
    return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_INVALID,
                          "transition \"%s\" assigns variable \"%s\" twice", transition->id, name);
  if (value.text[strspn (value.text, " \t")] == '[' || value.text[strspn (value.text, " \t")] == '{')
    return lpn_astg_fail (error, reader->graph->file, value.at, LPN_IO_ERROR_UNSUPPORTED,
                          "%s: a range of values is not supported", what);
  bool     boolean = !g_hash_table_contains (reader->integers, name);
  LpnExpr *expr = parse (reader, &value, boolean ? LPN_TYPE_TRUTH : LPN_TYPE_NUMBER, what, error);
  if (expr == NULL)
    return false;
  lpn_net_add_assign (reader->net, t, v, NULL, boolean ? lpn_expr_new_unary (LPN_EXPR_INT, expr) : expr);
  return true;
}

/* One entry of assignments: "x:=e", or several with ';' between. */
static bool
add_assigns (const TextReader *reader, guint32 t, const TextPiece *piece, GError **error)
{
  const char *at = piece->text;
  for (;;)
    {
      gsize            length = strcspn (at, ";");
      g_autofree char *text = g_strndup (at, length);
      TextPiece        one = { text, moved (piece->at, (gsize)(at - piece->text)) };
      if (!add_assign (reader, t, &one, error))
        return false;
      if (at[length] == '\0')
        return true;
      at += length + 1;
    }
}

/* ---- sections ---- */

static bool
read_section (const TextReader *reader, TextSection section, GError **error)
{
  bool ok = true;
  for (guint i = 0; ok && i < reader->sections[section]->len; i++)
    {
      GArray *entries;
      ok = lpn_text_entries (reader, &g_array_index (reader->sections[section], TextPiece, i), &entries, error);
      for (guint k = 0; ok && k < entries->len; k++)
        {
          const TextEntry *entry = &g_array_index (entries, TextEntry, k);
          guint32          t = transition_of (reader, entry->name, entry->at, error);
          ok = t != LPN_NONE && (section == TEXT_ENABLINGS ? add_guard : add_assigns) (reader, t, &entry->value, error);
        }
      g_array_unref (entries);
    }
  return ok;
}

static bool
read_flags (const TextReader *reader, TextSection section, void (*set) (LpnNet *, guint32), GError **error)
{
  for (guint i = 0; i < reader->sections[section]->len; i++)
    {
      g_autoptr (GArray) words = lpn_text_words (&g_array_index (reader->sections[section], TextPiece, i));
      for (guint k = 0; k < words->len; k++)
        {
          const TextPiece *word = &g_array_index (words, TextPiece, k);
          guint32          t = transition_of (reader, word->text, word->at, error);
          if (t == LPN_NONE)
            return false;
          set (reader->net, t);
        }
    }
  return true;
}

static bool
read_arc_guards (const TextReader *reader, GError **error)
{
  for (guint i = 0; i < reader->guards->len; i++)
    {
      const TextGuard *guard = &g_array_index (reader->guards, TextGuard, i);
      if (!add_guard (reader, lpn_astg_node (reader->graph, guard->node)->index, &guard->expr, error))
        return false;
    }
  return true;
}

/* ---- properties ---- */

/* AG(e) and e itself hold in every state; EF(e) asks for one. What else there is, of time or chance, is left out, with
 * a warning. */
static bool
read_property (const TextReader *reader, guint number, GError **error)
{
  const TextPiece *piece = &g_array_index (reader->properties, TextPiece, number);
  const char      *text = piece->text + strspn (piece->text, " \t");
  bool             always = g_str_has_prefix (text, "AG(");
  bool             some = g_str_has_prefix (text, "EF(");
  TextPiece        inner = { (char *)text + (always || some ? 2 : 0), piece->at };
  g_autofree char *id = number == 0 ? g_strdup ("property") : g_strdup_printf ("property_%u", number + 1);
  LpnExpr         *expr;

  if (*text == '\0')
    return true;
  expr = parse (reader, &inner, LPN_TYPE_TRUTH, NULL, NULL);
  if (expr == NULL)
    {
      lpn_astg_warn (reader->graph, piece->at, "the property is not understood and not checked: %s", text);
      return true;
    }
  return lpn_net_add_property (reader->net, id, some ? LPN_PROPERTY_REACH : LPN_PROPERTY_INVARIANT, expr, error)
         != LPN_NONE;
}

bool
lpn_text_labels (TextReader *reader, GError **error)
{
  if (!read_section (reader, TEXT_ENABLINGS, error) || !read_arc_guards (reader, error)
      || !read_section (reader, TEXT_ASSIGNMENTS, error) || !read_section (reader, TEXT_BOOLEAN_ASSIGNMENTS, error)
      || !read_flags (reader, TEXT_FAILTRANS, lpn_net_set_fail_enabled, error)
      || !read_flags (reader, TEXT_NON_DISABLING, lpn_net_set_persistent, error))
    return false;
  for (guint i = 0; i < reader->properties->len; i++)
    if (!read_property (reader, i, error))
      return false;
  return true;
}

/* ---- composition ---- */

static bool
drives (const LpnNet *net, guint32 variable)
{
  for (guint32 t = 0; t < lpn_net_n_transitions (net); t++)
    if (is_assigned (lpn_net_transition (net, t), variable))
      return true;
  return false;
}

static bool
is_output_of_other (const GPtrArray *parts, guint self, const char *id)
{
  for (guint i = 0; i < parts->len; i++)
    {
      const LpnNet *net = ((const LpnPart *)g_ptr_array_index (parts, i))->net;
      guint32       v = i == self ? LPN_NONE : lpn_net_find_variable (net, LPN_NONE, id);
      if (v != LPN_NONE && lpn_net_variable (net, v)->module == LPN_NONE
          && lpn_net_variable (net, v)->port == LPN_PORT_OUTPUT)
        return true;
    }
  return false;
}

bool
lpn_text_check_inputs (GPtrArray *parts, GError **error)
{
  for (guint i = 0; i < parts->len; i++)
    {
      const LpnPart *part = g_ptr_array_index (parts, i);
      for (guint32 v = 0; part->checks_inputs && v < lpn_net_n_variables (part->net); v++)
        {
          const LpnVariable *variable = lpn_net_variable (part->net, v);
          if (variable->port != LPN_PORT_INPUT || is_output_of_other (parts, i, variable->id) || drives (part->net, v))
            continue;
          g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID,
                       "%s:%u: the input variable \"%s\" is the output of no other file", part->file,
                       part->variable_lines[v], variable->id);
          return false;
        }
    }
  return true;
}
