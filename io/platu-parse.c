/* SPDX-License-Identifier: MIT */
/* From Platu's text to classes, instances and statements. */
#include <string.h>

#include "io/platu-private.h"

enum
{
  MAX_FILES = 256,
};

typedef struct
{
  PlatuFile   *file;
  PlatuSource *source;
  gsize        at;
  GError     **error;
} Parser;

/* ---- words ---- */

static void
skip_blanks (Parser *p)
{
  while (g_ascii_isspace (p->source->text[p->at]))
    p->at++;
}

static gsize
name_length (const char *text)
{
  gsize n = 0;
  if (g_ascii_isalpha (text[0]) || text[0] == '_')
    while (g_ascii_isalnum (text[n]) || text[n] == '_')
      n++;
  return n;
}

static bool
fail_expected (Parser *p, const char *what)
{
  const char *text = p->source->text + p->at;
  gsize       length = *text == '<' ? strcspn (text, ">") + 1 : MAX (name_length (text), 1);
  if (*text == '\0')
    return lpn_platu_fail (p->error, p->source, p->at, LPN_IO_ERROR_MALFORMED, "expected %s, found the end of the file",
                           what);
  return lpn_platu_fail (p->error, p->source, p->at, LPN_IO_ERROR_MALFORMED, "expected %s, found '%.*s'", what,
                         (int)MIN (length, 40), text);
}

static bool
accept (Parser *p, char c)
{
  skip_blanks (p);
  if (p->source->text[p->at] != c)
    return false;
  p->at++;
  return true;
}

/* Is the next thing the tag <NAME, or with `closing` </NAME, blanks allowed? It is stepped over. */
static bool
accept_tag (Parser *p, const char *name, bool closing)
{
  Parser look = *p;
  gsize  length = strlen (name);
  if (!accept (&look, '<') || accept (&look, '/') != closing)
    return false;
  skip_blanks (&look);
  if (name_length (look.source->text + look.at) != length || strncmp (look.source->text + look.at, name, length) != 0)
    return false;
  p->at = look.at + length;
  return true;
}

static bool
at_closing (Parser *p)
{
  Parser look = *p;
  return accept (&look, '<') && accept (&look, '/');
}

static bool
expect_closing (Parser *p, const char *name)
{
  g_autofree char *what = g_strdup_printf ("</%s>", name);
  skip_blanks (p);
  return (accept_tag (p, name, true) && accept (p, '>')) || fail_expected (p, what);
}

/* name="value" ... > ; `values` in the order of `names`. */
static bool
read_attributes (Parser *p, const char *const *names, PlatuPiece *values, guint n)
{
  while (!accept (p, '>'))
    {
      gsize length = name_length (p->source->text + p->at);
      guint i = 0;
      while (i < n && (strlen (names[i]) != length || strncmp (names[i], p->source->text + p->at, length) != 0))
        i++;
      if (i == n || values[i].text != NULL)
        return fail_expected (p, n > 0 ? "an attribute of this tag, or '>'" : "'>'");
      p->at += length;
      if (!accept (p, '=') || !accept (p, '"'))
        return fail_expected (p, "=\"...\" after the attribute");
      gsize end = p->at + strcspn (p->source->text + p->at, "\"");
      if (p->source->text[end] == '\0')
        return fail_expected (p, "a closing quote");
      values[i] = lpn_platu_piece (p->source, p->at, end);
      p->at = end + 1;
    }
  return true;
}

/* ---- statements ---- */

/* The text up to the next ';', which is stepped over. */
static bool
read_statement (Parser *p, gsize *from, gsize *to)
{
  skip_blanks (p);
  *from = p->at;
  *to = p->at + strcspn (p->source->text + p->at, ";");
  if (p->source->text[*to] == '\0')
    {
      p->at = *from;
      return fail_expected (p, "a statement that ends in ';'");
    }
  p->at = *to + 1;
  return true;
}

/* NAME, NAME[i], either with = value. false: it has another form. */
static bool
split_statement (const PlatuSource *source, gsize from, gsize to, PlatuStatement *statement)
{
  const char *text = source->text;
  gsize       at = from + name_length (text + from);
  guint       depth = 0;
  *statement = (PlatuStatement){ 0 };
  if (at == from)
    return false;
  gsize name_end = at, index_from = 0, index_to = 0;
  while (at < to && g_ascii_isspace (text[at]))
    at++;
  if (at < to && text[at] == '[')
    {
      index_from = at + 1;
      do
        {
          depth += text[at] == '[';
          depth -= text[at] == ']';
          at++;
        }
      while (at < to && depth > 0);
      if (depth > 0)
        return false;
      index_to = at - 1;
      while (at < to && g_ascii_isspace (text[at]))
        at++;
    }
  if (at < to && (text[at] != '=' || text[at + 1] == '='))
    return false;
  statement->name = lpn_platu_piece (source, from, name_end);
  if (index_from > 0)
    statement->index = lpn_platu_piece (source, index_from, index_to);
  if (at < to)
    statement->value = lpn_platu_piece (source, at + 1, to);
  return true;
}

/* The statements of <const> or <var>, whose name is behind us. */
static bool
read_declarations (Parser *p, const char *tag, GArray *statements)
{
  if (!read_attributes (p, NULL, NULL, 0))
    return false;
  while (!at_closing (p))
    {
      gsize          from, to;
      PlatuStatement statement;
      if (!read_statement (p, &from, &to))
        return false;
      if (!split_statement (p->source, from, to, &statement))
        {
          p->at = from;
          return fail_expected (p, "a declaration such as x = 0; or a[4];");
        }
      g_array_append_val (statements, statement);
    }
  return expect_closing (p, tag);
}

/* WORD ( inner ), blanks around: where inner is. */
static bool
is_call (const PlatuSource *source, gsize from, gsize to, const char *word, gsize *inner, gsize *inner_to)
{
  const char *text = source->text;
  gsize       at = from + strlen (word);
  if (strncmp (text + from, word, strlen (word)) != 0)
    return false;
  while (at < to && g_ascii_isspace (text[at]))
    at++;
  while (to > at && g_ascii_isspace (text[to - 1]))
    to--;
  if (at >= to || text[at] != '(' || text[to - 1] != ')')
    return false;
  *inner = at + 1;
  *inner_to = to - 1;
  return true;
}

/* "2,5" or "0,inf": is it a delay? */
static bool
is_delay (const PlatuSource *source, gsize from, gsize to, bool *limits)
{
  PlatuPiece whole = lpn_platu_piece (source, from, to);
  g_autoptr (GArray) parts = lpn_platu_split (&whole);
  bool is = parts->len == 2;
  for (guint i = 0; is && i < 2; i++)
    {
      const char *text = g_array_index (parts, PlatuPiece, i).text;
      is = *text != '\0' && (text[strspn (text, "0123456789")] == '\0' || (i == 1 && g_str_equal (text, "inf")));
    }
  *limits = is
            && (!g_str_equal (g_array_index (parts, PlatuPiece, 0).text, "0")
                || !g_str_equal (g_array_index (parts, PlatuPiece, 1).text, "inf"));
  g_free (whole.text);
  return is;
}

static bool
note_time (Parser *p, gsize offset)
{
  guint line, column;
  if (!p->file->options->untimed)
    return lpn_platu_fail (p->error, p->source, offset, LPN_IO_ERROR_UNSUPPORTED,
                           "the net is timed; --untimed explores it without its delays");
  lpn_platu_at (p->source, offset, &line, &column);
  if (!p->file->timed && p->file->options->warnings != NULL)
    g_ptr_array_add (p->file->options->warnings,
                     g_strdup_printf ("%s:%u: delays are ignored (--untimed)", p->source->label, line));
  p->file->timed = true;
  return true;
}

static bool
read_step (Parser *p, PlatuTransition *t)
{
  gsize          from, to, inner, inner_to;
  bool           limits;
  PlatuStatement statement;
  PlatuPiece     expr;

  if (!read_statement (p, &from, &to))
    return false;
  if (is_call (p->source, from, to, "delay", &inner, &inner_to)
      || (is_call (p->source, from, to, "", &inner, &inner_to) && is_delay (p->source, inner, inner_to, &limits)))
    {
      if (!is_delay (p->source, inner, inner_to, &limits))
        return lpn_platu_fail (p->error, p->source, inner, LPN_IO_ERROR_MALFORMED, "expected a delay such as (2,5)");
      return !limits || note_time (p, from);
    }
  if (is_call (p->source, from, to, "assert", &inner, &inner_to))
    {
      expr = lpn_platu_piece (p->source, inner, inner_to);
      g_array_append_val (t->asserts, expr);
      return true;
    }
  if (!is_call (p->source, from, to, "condition", &inner, &inner_to)
      && split_statement (p->source, from, to, &statement))
    {
      if (statement.value.text != NULL)
        {
          g_array_append_val (t->assigns, statement);
          return true;
        }
      lpn_platu_clear_statement (&statement);
      inner = from;
      inner_to = to;
    }
  else if (!is_call (p->source, from, to, "condition", &inner, &inner_to))
    {
      inner = from;
      inner_to = to;
    }
  expr = lpn_platu_piece (p->source, inner, inner_to);
  g_array_append_val (t->guards, expr);
  return true;
}

static bool
read_transition (Parser *p, PlatuClass *class)
{
  static const char *const names[] = { "label", "preset", "postset" };
  PlatuTransition         *t = lpn_platu_transition_new (class);
  PlatuPiece               values[3] = { { 0 } };
  gsize                    start = p->at;
  bool                     ok = read_attributes (p, names, values, G_N_ELEMENTS (names));

  t->label = values[0];
  t->preset = values[1];
  t->postset = values[2];
  if (ok && t->label.text == NULL)
    return lpn_platu_fail (p->error, p->source, start, LPN_IO_ERROR_MALFORMED, "a transition without label=\"...\"");
  while (ok && !at_closing (p))
    ok = read_step (p, t);
  return ok && expect_closing (p, "transition");
}

/* ---- classes and main ---- */

static bool
read_marking (Parser *p, PlatuClass *class)
{
  if (!read_attributes (p, NULL, NULL, 0))
    return false;
  gsize end = p->at + strcspn (p->source->text + p->at, "<");
  g_free (class->marking.text);
  class->marking = lpn_platu_piece (p->source, p->at, end);
  p->at = end;
  return expect_closing (p, "marking");
}

/* CLASS name ( arguments ) ; */
static bool
read_instance (Parser *p)
{
  PlatuInstance instance = { 0 };
  gsize         from, to;
  if (!read_statement (p, &from, &to))
    return false;
  const char *text = p->source->text;
  gsize       class_end = from + name_length (text + from), name = class_end;
  while (name < to && g_ascii_isspace (text[name]))
    name++;
  gsize name_end = name + name_length (text + name), open = name_end;
  while (open < to && g_ascii_isspace (text[open]))
    open++;
  gsize close = to;
  while (close > open && g_ascii_isspace (text[close - 1]))
    close--;
  if (class_end == from || name_end == name || open >= close || text[open] != '(' || text[close - 1] != ')')
    {
      p->at = from;
      return fail_expected (p, "an instance such as Cell c1(c2.out);");
    }
  instance.class_name = lpn_platu_piece (p->source, from, class_end);
  instance.name = lpn_platu_piece (p->source, name, name_end);
  instance.arguments = lpn_platu_piece (p->source, open + 1, close - 1);
  g_array_append_val (p->file->instances, instance);
  return true;
}

static bool
read_body (Parser *p, const char *tag, PlatuClass *class, bool main)
{
  while (!accept_tag (p, tag, true))
    {
      bool ok;
      if (accept_tag (p, "const", false))
        ok = read_declarations (p, "const", class->constants);
      else if (accept_tag (p, "var", false))
        ok = read_declarations (p, "var", class->variables);
      else if (!main && accept_tag (p, "marking", false))
        ok = read_marking (p, class);
      else if (!main && accept_tag (p, "transition", false))
        ok = read_transition (p, class);
      else if (main && accept_tag (p, "inst", false))
        {
          ok = read_attributes (p, NULL, NULL, 0);
          while (ok && !at_closing (p))
            ok = read_instance (p);
          ok = ok && expect_closing (p, "inst");
        }
      else
        {
          skip_blanks (p);
          ok = main && p->source->text[p->at] != '<' && p->source->text[p->at] != '\0'
                   ? read_instance (p)
                   : fail_expected (p, main ? "an instance, <const>, <var> or </mod>"
                                            : "<const>, <var>, <marking>, <transition> or the closing tag");
        }
      if (!ok)
        return false;
    }
  return accept (p, '>') || fail_expected (p, "'>'");
}

static bool
read_class (Parser *p, const char *tag)
{
  static const char *const names[] = { "name", "arg" };
  PlatuPiece               values[2] = { { 0 } };
  gsize                    start = p->at;
  bool                     ok = read_attributes (p, names, values, G_N_ELEMENTS (names));
  bool main = ok && g_str_equal (tag, "mod") && values[0].text != NULL && g_str_equal (values[0].text, "main");
  if (ok && values[0].text == NULL)
    ok = lpn_platu_fail (p->error, p->source, start, LPN_IO_ERROR_MALFORMED, "<%s> without name=\"...\"", tag);
  if (!ok || main)
    {
      lpn_platu_clear_piece (&values[0]);
      lpn_platu_clear_piece (&values[1]);
      p->file->has_main = p->file->has_main || main;
      return ok && read_body (p, tag, p->file->global, true);
    }
  PlatuClass *class = lpn_platu_class_new ();
  class->name = values[0];
  class->args = values[1];
  g_ptr_array_add (p->file->classes, class);
  return read_body (p, tag, class, false);
}

/* ---- files ---- */

static bool read_source (PlatuFile *file, const char *label, const char *data, gsize length, const char *folder,
                         GError **error);

static bool
read_include (Parser *p, const char *folder)
{
  if (!read_attributes (p, NULL, NULL, 0))
    return false;
  while (!at_closing (p))
    {
      gsize from, to, length;
      if (!read_statement (p, &from, &to))
        return false;
      PlatuPiece       name = lpn_platu_piece (p->source, from, to);
      g_autofree char *relative = name.text;
      g_autofree char *path = folder == NULL ? NULL : g_build_filename (folder, relative, NULL);
      g_autofree char *text = NULL;
      if (path == NULL || g_path_is_absolute (relative) || !g_file_get_contents (path, &text, &length, NULL))
        return lpn_platu_fail (p->error, p->source, name.offset, LPN_IO_ERROR_READ,
                               "cannot read the included file '%s'", relative);
      bool known = false;
      for (guint i = 0; i < p->file->sources->len; i++)
        known = known || g_str_equal (((PlatuSource *)g_ptr_array_index (p->file->sources, i))->label, path);
      if (p->file->sources->len > MAX_FILES)
        return lpn_platu_fail (p->error, p->source, name.offset, LPN_IO_ERROR_LIMIT, "more than %d files", MAX_FILES);
      g_autofree char *inner = g_path_get_dirname (path);
      if (!known && !read_source (p->file, path, text, length, inner, p->error))
        return false;
    }
  return expect_closing (p, "include");
}

/* Comments become blanks; lines stay. */
static void
blank_comments (char *text)
{
  static const char *const kinds[][2] = { { "//", "\n" }, { "/*", "*/" }, { "<!--", "-->" }, { "<?", "?>" } };
  for (char *at = text; *at != '\0'; at++)
    for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
      if (g_str_has_prefix (at, kinds[i][0]))
        {
          char *end = strstr (at + strlen (kinds[i][0]), kinds[i][1]);
          char *last = end == NULL ? at + strlen (at) : end + (i == 0 ? 0 : strlen (kinds[i][1]));
          for (; at < last; at++)
            if (*at != '\n')
              *at = ' ';
          at--;
          break;
        }
}

static bool
read_source (PlatuFile *file, const char *label, const char *data, gsize length, const char *folder, GError **error)
{
  PlatuSource *source = g_new0 (PlatuSource, 1);
  Parser       p = { file, source, 0, error };
  source->label = g_strdup (label);
  source->text = g_strndup (data, length);
  g_ptr_array_add (file->sources, source);
  if (strlen (source->text) != length)
    return lpn_platu_fail (error, source, strlen (source->text), LPN_IO_ERROR_MALFORMED, "a zero byte");
  const char *bad;
  if (!g_utf8_validate (source->text, -1, &bad))
    return lpn_platu_fail (error, source, (gsize)(bad - source->text), LPN_IO_ERROR_MALFORMED,
                           "a byte that is not UTF-8");
  if (g_str_has_prefix (source->text, "\xef\xbb\xbf"))
    memset (source->text, ' ', 3);
  blank_comments (source->text);
  for (skip_blanks (&p); source->text[p.at] != '\0'; skip_blanks (&p))
    {
      bool ok;
      if (accept_tag (&p, "include", false))
        ok = read_include (&p, folder);
      else if (accept_tag (&p, "const", false))
        ok = read_declarations (&p, "const", file->global->constants);
      else if (accept_tag (&p, "var", false))
        ok = read_declarations (&p, "var", file->global->variables);
      else if (accept_tag (&p, "class", false))
        ok = read_class (&p, "class");
      else if (accept_tag (&p, "mod", false))
        ok = read_class (&p, "mod");
      else
        ok = fail_expected (&p, "<include>, <const>, <var>, <mod> or <class>");
      if (!ok)
        return false;
    }
  return true;
}

PlatuFile *
lpn_platu_parse (const char *label, const char *data, gsize length, const char *folder, const LpnTextOptions *options,
                 GError **error)
{
  g_autoptr (PlatuFile) file = lpn_platu_file_new (options);
  return read_source (file, label, data, length, folder, error) ? g_steal_pointer (&file) : NULL;
}
