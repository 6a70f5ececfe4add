/* SPDX-License-Identifier: MIT */
/* From the graph to the net: marks looked up, `a*` taken apart, signals and nodes added. */
#include <string.h>

#include "io/astg-graph.h"
#include "io/input.h"

/* ---- marks ---- */

/* The place a mark names; LPN_NONE: none. */
static guint32
marked_place (const AstgGraph *graph, const char *name, const char *to)
{
  guint32 node = lpn_astg_find_node (graph, name);
  if (to != NULL)
    {
      guint32 behind = lpn_astg_find_node (graph, to);
      if (node == LPN_NONE || behind == LPN_NONE)
        return LPN_NONE;
      g_autofree char *id
          = g_strdup_printf ("<%s,%s>", lpn_astg_node (graph, node)->id, lpn_astg_node (graph, behind)->id);
      node = lpn_astg_find_node (graph, id);
    }
  return node != LPN_NONE && lpn_astg_node (graph, node)->is_place ? node : LPN_NONE;
}

static bool
apply_mark (AstgGraph *graph, const AstgMark *mark, GError **error)
{
  guint32 i = marked_place (graph, mark->name, mark->to);
  if (i == LPN_NONE && mark->to != NULL)
    return lpn_astg_fail (error, graph->file, mark->at, LPN_IO_ERROR_INVALID,
                          "the graph has no arc from transition \"%s\" to transition \"%s\"", mark->name, mark->to);
  if (i == LPN_NONE)
    return lpn_astg_fail (error, graph->file, mark->at, LPN_IO_ERROR_INVALID, "the graph has no %s \"%s\"",
                          graph->state_graph ? "state" : "place", mark->name);
  AstgNode *place = lpn_astg_node (graph, i);
  gint64   *value = mark->capacity ? &place->capacity : &place->tokens;
  if (*value != 0 && *value != mark->value)
    return lpn_astg_fail (error, graph->file, mark->at, LPN_IO_ERROR_INVALID,
                          "place \"%s\" is given %s %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, place->id,
                          mark->capacity ? "the capacities" : "the token counts", *value, mark->value);
  *value = mark->value;
  return true;
}

static bool
apply_marks (AstgGraph *graph, GError **error)
{
  gint64 tokens = 0;
  for (guint i = 0; i < graph->marks->len; i++)
    {
      const AstgMark *mark = &g_array_index (graph->marks, AstgMark, i);
      if (!apply_mark (graph, mark, error))
        return false;
      tokens += mark->capacity ? 0 : MIN (mark->value, 2);
      if (graph->state_graph && !mark->capacity && tokens > 1)
        return lpn_astg_fail (error, graph->file, mark->at, LPN_IO_ERROR_INVALID, "a state graph starts in one state");
    }
  return true;
}

/* ---- mutex places ---- */

/* Is it `word`, with or without a colon? */
static bool
is_heading (const AstgToken *token, const char *word)
{
  gsize length = token->length;
  if (token->kind != ASTG_WORD)
    return false;
  if (token->start[length - 1] == ':')
    length--;
  return strlen (word) == length && g_ascii_strncasecmp (token->start, word, length) == 0;
}

/* The next place that a comment names, in any spelling of .marking; LPN_NONE: no place. */
static guint32
next_place (const AstgGraph *graph, AstgLexer *lexer, AstgToken *token)
{
  bool             implicit = lpn_astg_token_is (token, "<");
  g_autofree char *to = NULL;
  if (implicit)
    lpn_astg_lexer_next (lexer, token);
  g_autofree char *name = token->kind == ASTG_WORD ? g_strndup (token->start, token->length) : NULL;
  lpn_astg_lexer_next (lexer, token);
  if (implicit && lpn_astg_token_is (token, ","))
    {
      lpn_astg_lexer_next (lexer, token);
      to = token->kind == ASTG_WORD ? g_strndup (token->start, token->length) : NULL;
      lpn_astg_lexer_next (lexer, token);
      if (lpn_astg_token_is (token, ">"))
        lpn_astg_lexer_next (lexer, token);
      else
        g_clear_pointer (&to, g_free);
    }
  return name == NULL || implicit != (to != NULL) ? LPN_NONE : marked_place (graph, name, to);
}

/* "#@.mutex p q", or "# mutex places: p q" where all of these are places: else it is prose. */
static bool
read_mutex (AstgGraph *graph, const AstgComment *comment, GError **error)
{
  AstgLexer lexer;
  AstgToken token;
  bool      strict = comment->kind == '@';
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (AstgComment));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint32));
  lpn_astg_lexer_init (&lexer, comment->text, strcspn (comment->text, "#"), none);
  lpn_astg_lexer_next (&lexer, &token);
  if (!is_heading (&token, strict ? ".mutex" : "mutex") && (strict || !is_heading (&token, "mutexes")))
    return true;
  lpn_astg_lexer_next (&lexer, &token);
  if (!strict && (is_heading (&token, "place") || is_heading (&token, "places")))
    lpn_astg_lexer_next (&lexer, &token);
  while (token.kind != ASTG_END)
    {
      AstgAt  at = { comment->at.line, comment->at.column + (guint)(token.start - comment->text) + (strict ? 2 : 1) };
      guint32 place = next_place (graph, &lexer, &token);
      if (place == LPN_NONE)
        return !strict || lpn_astg_fail (error, graph->file, at, LPN_IO_ERROR_INVALID, "expected a place of the graph");
      g_array_append_val (places, place);
      if (lpn_astg_token_is (&token, ","))
        lpn_astg_lexer_next (&lexer, &token);
    }
  for (guint i = 0; i < places->len; i++)
    lpn_astg_node (graph, g_array_index (places, guint32, i))->mutex = true;
  return true;
}

/* ---- any number of changes ---- */

static guint32
append_node (AstgGraph *graph, const AstgNode *like, const char *before, const char *behind, bool is_place, char sign)
{
  AstgNode         node = *like;
  g_autofree char *id = g_strconcat (before, like->id, behind, NULL);
  node.id = g_string_chunk_insert (graph->strings, id);
  node.is_place = is_place;
  node.sign = sign;
  g_array_append_val (graph->nodes, node);
  return graph->nodes->len - 1;
}

static void
append_arc (AstgGraph *graph, guint32 from, guint32 to, AstgAt at)
{
  AstgArc arc = { from, to, 1, at };
  g_array_append_val (graph->arcs, arc);
}

/* `a*`: into a place where the signal may toggle, and out of it again. */
static void
expand_changes (AstgGraph *graph)
{
  guint32             n = graph->nodes->len;
  guint32             n_arcs = graph->arcs->len;
  g_autofree guint32 *leave = g_new (guint32, (gsize)n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      AstgNode node = *lpn_astg_node (graph, i);
      leave[i] = i;
      if (node.sign != '*')
        continue;
      guint32 place = append_node (graph, &node, "<", ">", true, 0);
      guint32 toggle = append_node (graph, &node, "", "~", false, '~');
      leave[i] = append_node (graph, &node, "", "!", false, '*');
      append_arc (graph, i, place, node.at);
      append_arc (graph, place, toggle, node.at);
      append_arc (graph, toggle, place, node.at);
      append_arc (graph, place, leave[i], node.at);
    }
  for (guint32 i = 0; i < n_arcs; i++)
    lpn_astg_arc (graph, i)->from = leave[lpn_astg_arc (graph, i)->from];
}

bool
lpn_astg_finish (AstgGraph *graph, GError **error)
{
  if (!apply_marks (graph, error))
    return false;
  for (guint i = 0; i < graph->comments->len; i++)
    {
      const AstgComment *comment = &g_array_index (graph->comments, AstgComment, i);
      if (!comment->after_end && comment->kind != '|' && !read_mutex (graph, comment, error))
        return false;
    }
  expand_changes (graph);
  return true;
}

/* ---- the net ---- */

static bool
prefix (const AstgGraph *graph, AstgAt at, GError **error)
{
  g_prefix_error (error, "%s:%u:%u: ", graph->file, at.line, at.column);
  return false;
}

static bool
fill_signals (AstgGraph *graph, LpnNet *net, GError **error)
{
  for (guint32 i = 0; i < graph->signals->len; i++)
    {
      AstgSignal *signal = lpn_astg_signal (graph, i);
      gint64      initial = signal->initial > 0;
      if (signal->kind == ASTG_DUMMY || signal->other)
        continue;
      signal->variable = lpn_net_add_variable (net, LPN_NONE, signal->name, false, 1, &initial, 0, 1, error);
      if (signal->variable == LPN_NONE)
        return prefix (graph, signal->at, error);
      lpn_net_set_port (net, signal->variable, LPN_PORT_INPUT + signal->kind);
    }
  return true;
}

static void
set_edge (const AstgGraph *graph, LpnNet *net, const AstgNode *node)
{
  const AstgSignal *signal = lpn_astg_signal (graph, node->signal);
  LpnEdge           edge = node->sign == '+'   ? LPN_EDGE_RISE
                           : node->sign == '-' ? LPN_EDGE_FALL
                           : node->sign == '~' ? LPN_EDGE_TOGGLE
                                               : LPN_EDGE_NONE;
  if (edge != LPN_EDGE_NONE && signal->variable != LPN_NONE)
    lpn_net_set_edge (net, node->index, signal->variable, edge);
}

static bool
fill_node (AstgGraph *graph, LpnNet *net, guint32 module, bool safe, AstgNode *node, GError **error)
{
  if (node->is_place)
    node->index = lpn_net_add_place (net, module, node->id, NULL, safe, node->tokens, error);
  else
    node->index = lpn_net_add_transition (net, module, node->id, NULL, false, error);
  if (node->index == LPN_NONE)
    return prefix (graph, node->at, error);
  if (!node->is_place)
    set_edge (graph, net, node);
  if (node->mutex)
    lpn_net_set_mutex (net, node->index);
  if (node->capacity > 0)
    lpn_net_set_capacity (net, node->index, node->capacity);
  return true;
}

bool
lpn_astg_fill (AstgGraph *graph, LpnNet *net, guint32 module, bool safe, GError **error)
{
  if (!fill_signals (graph, net, error))
    return false;
  for (guint32 i = 0; i < graph->nodes->len; i++)
    if (!fill_node (graph, net, module, safe, lpn_astg_node (graph, i), error))
      return false;
  for (guint32 i = 0; i < graph->arcs->len; i++)
    {
      const AstgArc  *arc = lpn_astg_arc (graph, i);
      const AstgNode *from = lpn_astg_node (graph, arc->from);
      const AstgNode *to = lpn_astg_node (graph, arc->to);
      if (from->is_place)
        lpn_net_add_input (net, to->index, from->index, arc->weight);
      else
        lpn_net_add_output (net, from->index, to->index, arc->weight);
    }
  return true;
}

char *
lpn_astg_net_name (const AstgGraph *graph)
{
  if (graph->name != NULL)
    return g_strdup (graph->name);
  char *name = g_path_get_basename (graph->file);
  char *dot = strrchr (name, '.');
  if (dot != NULL && dot != name)
    *dot = '\0';
  return name;
}

/* ---- reading .g ---- */

static guint32 *
variable_lines (const AstgGraph *graph, const LpnNet *net)
{
  guint32 *lines = g_new0 (guint32, (gsize)lpn_net_n_variables (net) + 1);
  for (guint32 i = 0; i < graph->signals->len; i++)
    if (lpn_astg_signal (graph, i)->variable != LPN_NONE)
      lines[lpn_astg_signal (graph, i)->variable] = lpn_astg_signal (graph, i)->at.line;
  return lines;
}

/* In .g files a comment is one, but who reads the same file as .lpn finds labels there. */
static void
warn_of_labels (const AstgGraph *graph)
{
  for (guint i = 0; i < graph->comments->len; i++)
    {
      const AstgComment *comment = &g_array_index (graph->comments, AstgComment, i);
      if (comment->kind != '@' || comment->after_end || g_str_has_prefix (comment->text, ".mutex"))
        continue;
      lpn_astg_warn (graph, comment->at, "labels in comments (#@) are ignored in .g; --format lpn reads them");
      return;
    }
}

bool
lpn_astg_read_memory (const char *label, const char *data, gsize length, GPtrArray *warnings, GPtrArray *parts,
                      GError **error)
{
  g_autoptr (AstgGraph) graph = lpn_astg_parse (label, data, length, LPN_ASTG_STRICT, warnings, error);
  if (graph == NULL)
    return false;
  if (!graph->has_marking && graph->nodes->len > 0)
    return lpn_astg_fail (error, label, graph->end, LPN_IO_ERROR_INVALID,
                          "the file has no .marking: where the tokens are first is not said");
  if (!lpn_astg_finish (graph, error) || !lpn_astg_infer (graph, error))
    return false;
  warn_of_labels (graph);
  g_autofree char *name = lpn_astg_net_name (graph);
  g_autoptr (LpnNet) net = lpn_net_new (name);
  if (!lpn_astg_fill (graph, net, lpn_net_add_module (net, name, NULL), false, error))
    return false;
  if (!lpn_net_freeze (net, error))
    return prefix (graph, (AstgAt){ 1, 1 }, error);
  LpnPart *part = lpn_part_new (net, label);
  part->variable_lines = variable_lines (graph, net);
  part->synchronous = true;
  g_steal_pointer (&net);
  g_ptr_array_add (parts, part);
  return true;
}

bool
lpn_astg_read_file (const char *path, GPtrArray *warnings, GPtrArray *parts, GError **error)
{
  g_autofree char *text = NULL;
  gsize            length;
  return lpn_input_read (path, &text, &length, error)
         && lpn_astg_read_memory (path, text, length, warnings, parts, error);
}
