/* SPDX-License-Identifier: MIT */
/* The lines of an ASTG text: directives, and the lines of the graph. */
#include <string.h>

#include "io/astg-graph.h"

typedef enum
{
  BEFORE_GRAPH,
  IN_GRAPH,
  IN_STATE_GRAPH,
} Section;

typedef struct
{
  AstgGraph   *graph;
  AstgLexer    lexer;
  AstgToken    token;
  LpnAstgRules rules;
  Section      section;
  bool         ended;
  GError     **error;
} Parser;

static bool
fail_at (const Parser *p, LpnIoError code, const char *what)
{
  g_autofree char *text = lpn_astg_token_text (&p->token);
  return lpn_astg_fail (p->error, p->graph->file, p->token.at, code, "expected %s, found %s", what, text);
}

static void
next (Parser *p)
{
  lpn_astg_lexer_next (&p->lexer, &p->token);
}

static bool
at_line_end (const Parser *p)
{
  return p->token.kind == ASTG_NEWLINE || p->token.kind == ASTG_END;
}

static bool
expect (Parser *p, const char *punct)
{
  g_autofree char *what = g_strdup_printf ("'%s'", punct);
  if (!lpn_astg_token_is (&p->token, punct))
    return fail_at (p, LPN_IO_ERROR_MALFORMED, what);
  next (p);
  return true;
}

static bool
expect_line_end (Parser *p)
{
  return at_line_end (p) || fail_at (p, LPN_IO_ERROR_MALFORMED, "the end of the line");
}

/* To the end of the line, or with `braces` of those that begin in it. */
static void
skip_line (Parser *p, bool braces)
{
  for (guint depth = 0; !at_line_end (p) || (depth > 0 && p->token.kind != ASTG_END); next (p))
    {
      depth += braces && lpn_astg_token_is (&p->token, "{");
      depth -= depth > 0 && lpn_astg_token_is (&p->token, "}");
      if (p->token.kind == ASTG_BAD && p->token.length == 0)
        p->lexer.at++;
    }
}

static const char *
token_string (Parser *p)
{
  return g_string_chunk_insert_len (p->graph->strings, p->token.start, (gssize)p->token.length);
}

static bool
expect_number (Parser *p, gint64 *value)
{
  guint64          number;
  g_autofree char *text = g_strndup (p->token.start, p->token.length);
  if (p->token.kind != ASTG_WORD || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &number, NULL))
    return fail_at (p, LPN_IO_ERROR_MALFORMED, "a natural number");
  *value = (gint64)number;
  next (p);
  return true;
}

/* ---- directives ---- */

static bool
read_name (Parser *p, guint argument)
{
  (void)argument;
  if (p->token.kind == ASTG_WORD)
    {
      p->graph->name = token_string (p);
      next (p);
    }
  if (!at_line_end (p))
    lpn_astg_warn (p->graph, p->token.at, "the net is called \"%s\"; the rest of the line is ignored",
                   p->graph->name != NULL ? p->graph->name : "");
  skip_line (p, false);
  return true;
}

/* A signal's name has the form of a node's, without sign and copy; a dummy's may have them. Gives its length; 0: it is
 * no such name. */
static gsize
signal_name_length (const AstgToken *token, AstgSignalKind kind)
{
  AstgWord parts;
  gsize    bad;
  bool     fits = token->kind == ASTG_WORD && token->start[0] != '.'
              && lpn_astg_word_parse (token->start, token->length, &parts, &bad) && !parts.is_split;
  return fits && (parts.base == token->length || kind == ASTG_DUMMY) ? parts.base : 0;
}

static bool
read_signals (Parser *p, guint kind)
{
  if (p->section != BEFORE_GRAPH)
    return lpn_astg_fail (p->error, p->graph->file, p->token.at, LPN_IO_ERROR_MALFORMED,
                          "signals must be declared before the graph");
  for (; !at_line_end (p); next (p))
    {
      gsize            length = signal_name_length (&p->token, (AstgSignalKind)kind);
      g_autofree char *name = g_strndup (p->token.start, length);
      if (length == 0)
        return fail_at (p, LPN_IO_ERROR_MALFORMED, "the name of a signal");
      if (!lpn_astg_add_signal (p->graph, name, (AstgSignalKind)kind, p->token.at, p->error))
        return false;
    }
  return true;
}

static bool
read_initial (Parser *p, guint argument)
{
  (void)argument;
  if (!lpn_astg_token_is (&p->token, "state"))
    return fail_at (p, LPN_IO_ERROR_MALFORMED, "'state' after .initial");
  for (next (p); !at_line_end (p); next (p))
    {
      bool low = lpn_astg_token_is (&p->token, "!");
      if (low)
        next (p);
      if (p->token.kind != ASTG_WORD)
        return fail_at (p, LPN_IO_ERROR_MALFORMED, "a signal, or ! and a signal");
      guint32 i = lpn_astg_find_signal (p->graph, token_string (p));
      if (i == LPN_NONE || lpn_astg_signal (p->graph, i)->kind == ASTG_DUMMY)
        return fail_at (p, LPN_IO_ERROR_INVALID, "a signal that is declared above");
      if (lpn_astg_signal (p->graph, i)->initial == (low ? 1 : 0))
        return lpn_astg_fail (p->error, p->graph->file, p->token.at, LPN_IO_ERROR_INVALID,
                              "the initial value of \"%s\" is given as 0 and as 1",
                              lpn_astg_signal (p->graph, i)->name);
      lpn_astg_signal (p->graph, i)->initial = low ? 0 : 1;
    }
  return true;
}

static bool
skip_note (Parser *p, guint argument)
{
  (void)argument;
  skip_line (p, false);
  return true;
}

static bool
refuse_channels (Parser *p, guint argument)
{
  (void)argument;
  return lpn_astg_fail (p->error, p->graph->file, p->token.at, LPN_IO_ERROR_UNSUPPORTED,
                        "handshake channels are not read; expand them into signals first (petrify does)");
}

static bool
start_graph (Parser *p, guint section)
{
  if (p->section != BEFORE_GRAPH)
    return lpn_astg_fail (p->error, p->graph->file, p->token.at, LPN_IO_ERROR_MALFORMED, "a second graph in one file");
  p->section = (Section)section;
  p->graph->state_graph = section == IN_STATE_GRAPH;
  return expect_line_end (p);
}

static bool
start_state_graph (Parser *p, guint section)
{
  if (!lpn_astg_token_is (&p->token, "graph"))
    return fail_at (p, LPN_IO_ERROR_MALFORMED, "'graph' after .state");
  next (p);
  return start_graph (p, section);
}

/* A place's name, or <transition,transition>. */
static bool
read_place (Parser *p, AstgMark *mark)
{
  bool implicit = lpn_astg_token_is (&p->token, "<");
  mark->at = p->token.at;
  if (implicit)
    next (p);
  if (p->token.kind != ASTG_WORD || p->token.start[0] == '.')
    return fail_at (p, LPN_IO_ERROR_MALFORMED, implicit ? "a transition" : "a place");
  mark->name = token_string (p);
  next (p);
  if (!implicit)
    return true;
  if (!expect (p, ","))
    return false;
  if (p->token.kind != ASTG_WORD)
    return fail_at (p, LPN_IO_ERROR_MALFORMED, "a transition");
  mark->to = token_string (p);
  next (p);
  return expect (p, ">");
}

/* In braces, over any number of lines; some tools leave them out. */
static bool
read_marking (Parser *p, guint argument)
{
  bool braces = lpn_astg_token_is (&p->token, "{");
  (void)argument;
  p->graph->has_marking = true;
  if (braces)
    next (p);
  while (braces && p->token.kind == ASTG_NEWLINE)
    next (p);
  while (braces ? !lpn_astg_token_is (&p->token, "}") : !at_line_end (p))
    {
      AstgMark mark = { .value = 1 };
      if (!read_place (p, &mark))
        return false;
      if (lpn_astg_token_is (&p->token, "="))
        {
          next (p);
          if (!expect_number (p, &mark.value))
            return false;
        }
      g_array_append_val (p->graph->marks, mark);
      while ((braces && p->token.kind == ASTG_NEWLINE) || lpn_astg_token_is (&p->token, ","))
        next (p);
    }
  if (braces)
    next (p);
  return expect_line_end (p);
}

static bool
read_capacity (Parser *p, guint argument)
{
  (void)argument;
  while (!at_line_end (p))
    {
      AstgMark mark = { .capacity = true };
      if (!read_place (p, &mark) || !expect (p, "=") || !expect_number (p, &mark.value))
        return false;
      if (mark.value == 0)
        return lpn_astg_fail (p->error, p->graph->file, mark.at, LPN_IO_ERROR_INVALID,
                              "a capacity of 0 for place \"%s\"", mark.name);
      g_array_append_val (p->graph->marks, mark);
    }
  return true;
}

static bool
read_end (Parser *p, guint argument)
{
  (void)argument;
  p->ended = p->lexer.after_end = true;
  return true;
}

typedef struct
{
  const char *name;
  bool (*read) (Parser *p, guint argument);
  guint argument;
} Directive;

static const Directive directives[] = {
  { ".model", read_name, 0 },
  { ".name", read_name, 0 },
  { ".inputs", read_signals, ASTG_INPUT },
  { ".input", read_signals, ASTG_INPUT },
  { ".outputs", read_signals, ASTG_OUTPUT },
  { ".output", read_signals, ASTG_OUTPUT },
  { ".internal", read_signals, ASTG_INTERNAL },
  { ".internals", read_signals, ASTG_INTERNAL },
  { ".dummy", read_signals, ASTG_DUMMY },
  { ".dummies", read_signals, ASTG_DUMMY },
  { ".silent", read_signals, ASTG_DUMMY },
  { ".initial", read_initial, 0 },
  { ".graph", start_graph, IN_GRAPH },
  { ".state", start_state_graph, IN_STATE_GRAPH },
  { ".marking", read_marking, 0 },
  { ".capacity", read_capacity, 0 },
  { ".end", read_end, 0 },
  { ".note", skip_note, 0 },
  { ".channels", refuse_channels, 0 },
  { ".external_channels", refuse_channels, 0 },
  { ".internal_channels", refuse_channels, 0 },
};

static bool
is_in_capitals (const AstgToken *token, const char *name)
{
  g_autofree char *capitals = g_ascii_strup (name, -1);
  return lpn_astg_token_is (token, capitals);
}

static bool
read_directive (Parser *p)
{
  for (guint i = 0; i < G_N_ELEMENTS (directives); i++)
    if (lpn_astg_token_is (&p->token, directives[i].name) || is_in_capitals (&p->token, directives[i].name))
      {
        next (p);
        return directives[i].read (p, directives[i].argument);
      }
  g_autofree char *text = lpn_astg_token_text (&p->token);
  lpn_astg_warn (p->graph, p->token.at, "directive %s is ignored", text);
  skip_line (p, true);
  return true;
}

/* ---- lines of the graph ---- */

static bool
read_arcs (Parser *p)
{
  guint32 from = lpn_astg_add_node (p->graph, &p->token, p->error);
  if (from == LPN_NONE)
    return false;
  next (p);
  while (!at_line_end (p))
    {
      AstgAt  at = p->token.at;
      gint64  weight = 1;
      guint32 to = lpn_astg_add_node (p->graph, &p->token, p->error);
      if (to == LPN_NONE)
        return false;
      next (p);
      if (lpn_astg_token_is (&p->token, "("))
        {
          next (p);
          if (!expect_number (p, &weight) || !expect (p, ")"))
            return false;
          if (weight == 0)
            return lpn_astg_fail (p->error, p->graph->file, at, LPN_IO_ERROR_INVALID, "an arc of weight 0");
        }
      if (!lpn_astg_add_arc (p->graph, from, to, weight, at, p->error))
        return false;
    }
  return true;
}

/* The place of a state: any word. */
static guint32
read_state (Parser *p)
{
  guint32 state = LPN_NONE;
  if (p->token.kind != ASTG_WORD || p->token.start[0] == '.')
    fail_at (p, LPN_IO_ERROR_MALFORMED, "a state");
  else
    state = lpn_astg_add_place (p->graph, token_string (p), p->token.at, p->error);
  next (p);
  return state;
}

static bool
read_events (Parser *p)
{
  guint32 from = read_state (p);
  if (from == LPN_NONE)
    return false;
  while (!at_line_end (p))
    {
      AstgToken event = p->token;
      next (p);
      guint32 to = read_state (p);
      if (to == LPN_NONE || !lpn_astg_add_event (p->graph, from, &event, to, p->error))
        return false;
    }
  return true;
}

static bool
read_graph_line (Parser *p)
{
  AstgGraph *graph = p->graph;
  guint32    first = graph->arcs->len;
  guint      comments = graph->comments->len;
  if (p->section == BEFORE_GRAPH && p->rules == LPN_ASTG_LOOSE)
    p->section = IN_GRAPH;
  if (p->section == BEFORE_GRAPH)
    return fail_at (p, LPN_IO_ERROR_MALFORMED, "a directive such as .inputs or .graph");
  if (!(p->section == IN_STATE_GRAPH ? read_events (p) : read_arcs (p)))
    return false;
  for (guint i = comments; i < graph->comments->len; i++)
    {
      AstgComment *comment = &g_array_index (graph->comments, AstgComment, i);
      comment->first_arc = first;
      comment->n_arcs = graph->arcs->len - first;
    }
  return true;
}

static bool
read_lines (Parser *p)
{
  for (next (p); p->token.kind != ASTG_END && !p->ended;)
    {
      bool directive = p->token.kind == ASTG_WORD && p->token.start[0] == '.';
      if (p->token.kind != ASTG_NEWLINE && !(directive ? read_directive (p) : read_graph_line (p)))
        return false;
      if (p->token.kind == ASTG_NEWLINE)
        next (p);
    }
  while (p->token.kind != ASTG_END) /* for the comments */
    {
      if (p->token.kind == ASTG_BAD && p->token.length == 0)
        p->lexer.at++;
      next (p);
    }
  p->graph->end = p->token.at;
  if (p->section == BEFORE_GRAPH)
    return fail_at (p, LPN_IO_ERROR_MALFORMED, ".graph");
  if (!p->ended && !p->graph->has_marking)
    return fail_at (p, LPN_IO_ERROR_MALFORMED, ".marking and .end");
  if (!p->ended)
    lpn_astg_warn (p->graph, p->token.at, "the file has no .end: is it complete?");
  return true;
}

AstgGraph *
lpn_astg_parse (const char *file, const char *data, gsize length, LpnAstgRules rules, GPtrArray *warnings,
                GError **error)
{
  g_autoptr (AstgGraph) graph = lpn_astg_graph_new (file);
  Parser p = { .graph = graph, .rules = rules, .error = error };
  graph->warnings = warnings;
  graph->loose = rules == LPN_ASTG_LOOSE;
  if (length > LPN_ASTG_MAX_BYTES)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_LIMIT, "%s: larger than %d bytes", file, LPN_ASTG_MAX_BYTES);
      return NULL;
    }
  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
    {
      data += 3;
      length -= 3;
    }
  lpn_astg_lexer_init (&p.lexer, data, length, graph->comments);
  return read_lines (&p) ? g_steal_pointer (&graph) : NULL;
}
