/* SPDX-License-Identifier: MIT */
/* The tables of an ASTG graph: signals, nodes and arcs, each once; marks looked up at the end. */
#include <stdarg.h>
#include <string.h>

#include "io/astg-graph.h"

static void
clear_comment (gpointer comment)
{
  g_free (((AstgComment *)comment)->text);
}

AstgGraph *
lpn_astg_graph_new (const char *file)
{
  AstgGraph *graph = g_new0 (AstgGraph, 1);
  graph->file = file;
  graph->strings = g_string_chunk_new (1 << 12);
  graph->signals = g_array_new (FALSE, FALSE, sizeof (AstgSignal));
  graph->nodes = g_array_new (FALSE, FALSE, sizeof (AstgNode));
  graph->arcs = g_array_new (FALSE, FALSE, sizeof (AstgArc));
  graph->comments = g_array_new (FALSE, FALSE, sizeof (AstgComment));
  g_array_set_clear_func (graph->comments, clear_comment);
  graph->marks = g_array_new (FALSE, FALSE, sizeof (AstgMark));
  graph->signal_ids = g_hash_table_new (g_str_hash, g_str_equal);
  graph->node_ids = g_hash_table_new (g_str_hash, g_str_equal);
  graph->arc_ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return graph;
}

void
lpn_astg_graph_free (AstgGraph *graph)
{
  if (graph == NULL)
    return;
  g_string_chunk_free (graph->strings);
  g_array_unref (graph->signals);
  g_array_unref (graph->nodes);
  g_array_unref (graph->arcs);
  g_array_unref (graph->comments);
  g_array_unref (graph->marks);
  g_hash_table_unref (graph->signal_ids);
  g_hash_table_unref (graph->node_ids);
  g_hash_table_unref (graph->arc_ids);
  g_free (graph);
}

bool
lpn_astg_fail (GError **error, const char *file, AstgAt at, LpnIoError code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_set_error (error, LPN_IO_ERROR, code, "%s:%u:%u: %s", file, at.line, at.column, valid);
  return false;
}

void
lpn_astg_warn (const AstgGraph *graph, AstgAt at, const char *format, ...)
{
  va_list args;
  if (graph->warnings == NULL)
    return;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_ptr_array_add (graph->warnings, g_strdup_printf ("%s:%u: %s", graph->file, at.line, valid));
}

/* Tables keep index + 1, so that 0 means absent. */
static guint32
look_up (GHashTable *table, gconstpointer key)
{
  return (guint32)GPOINTER_TO_UINT (g_hash_table_lookup (table, key)) - 1;
}

/* ---- signals ---- */

guint32
lpn_astg_find_signal (const AstgGraph *graph, const char *name)
{
  return look_up (graph->signal_ids, name);
}

bool
lpn_astg_add_signal (AstgGraph *graph, const char *name, AstgSignalKind kind, AstgAt at, GError **error)
{
  static const char *const KINDS[] = { "an input", "an output", "an internal signal", "a dummy" };
  guint32                  i = lpn_astg_find_signal (graph, name);
  if (i != LPN_NONE)
    {
      const AstgSignal *before = lpn_astg_signal (graph, i);
      return before->kind == kind /* said twice */
             || lpn_astg_fail (error, graph->file, at, LPN_IO_ERROR_INVALID,
                               "\"%s\" is declared as %s here and as %s in line %u", name, KINDS[kind],
                               KINDS[before->kind], before->at.line);
    }
  AstgSignal signal = {
    .name = g_string_chunk_insert (graph->strings, name), .kind = kind, .at = at, .initial = -1, .variable = LPN_NONE
  };
  g_array_append_val (graph->signals, signal);
  g_hash_table_insert (graph->signal_ids, (gpointer)signal.name, GUINT_TO_POINTER (graph->signals->len));
  return true;
}

/* ---- nodes ---- */

/* What a name means: the key under which its node is known, however it is spelt. */
static char *
node_key (const AstgGraph *graph, const char *word, const AstgWord *parts, guint32 *signal)
{
  g_autofree char *base = g_strndup (word, parts->base);
  *signal = parts->is_split ? LPN_NONE : lpn_astg_find_signal (graph, base);
  if (graph->loose && parts->sign == 0 && *signal != LPN_NONE && lpn_astg_signal (graph, *signal)->kind != ASTG_DUMMY)
    *signal = LPN_NONE;
  if (*signal == LPN_NONE)
    return parts->is_split ? g_strdup_printf ("%s@%u", base, parts->copy) : g_steal_pointer (&base);
  char sign = parts->sign != 0 || lpn_astg_signal (graph, *signal)->kind == ASTG_DUMMY ? parts->sign : '~';
  return sign == 0 ? g_strdup_printf ("%s/%u", base, parts->copy)
                   : g_strdup_printf ("%s%c/%u", base, sign, parts->copy);
}

guint32
lpn_astg_find_node (const AstgGraph *graph, const char *name)
{
  AstgWord parts;
  gsize    bad;
  guint32  signal;
  if (!lpn_astg_word_parse (name, strlen (name), &parts, &bad))
    return look_up (graph->node_ids, name); /* an implicit place */
  g_autofree char *key = node_key (graph, name, &parts, &signal);
  return look_up (graph->node_ids, key);
}

static guint32
new_node (AstgGraph *graph, const char *key, AstgNode node)
{
  node.id = g_string_chunk_insert (graph->strings, node.id);
  node.index = LPN_NONE;
  g_array_append_val (graph->nodes, node);
  g_hash_table_insert (graph->node_ids, g_string_chunk_insert (graph->strings, key),
                       GUINT_TO_POINTER (graph->nodes->len));
  return graph->nodes->len - 1;
}

static bool
check_word (const AstgGraph *graph, const AstgToken *token, AstgWord *parts, GError **error)
{
  gsize bad = 0;
  if (token->kind == ASTG_WORD && token->start[0] == '.')
    return lpn_astg_fail (error, graph->file, token->at, LPN_IO_ERROR_MALFORMED,
                          "a directive must start its line: '%.*s'", (int)MIN (token->length, 60), token->start);
  if (token->kind == ASTG_WORD && lpn_astg_word_parse (token->start, token->length, parts, &bad))
    return true;
  g_autofree char *text = lpn_astg_token_text (token);
  AstgAt           at = { token->at.line, token->at.column + (guint)bad };
  return lpn_astg_fail (error, graph->file, at, LPN_IO_ERROR_MALFORMED,
                        "expected a place or a transition such as a+ or a+/1, found %s", text);
}

/* "a-1" where a is a signal: a place may be called so, but who writes it means "a-/1". */
static bool
is_edge_misspelt (const AstgGraph *graph, const char *name, gsize length)
{
  const char      *dash = g_strrstr_len (name, (gssize)length, "-");
  g_autofree char *signal = dash == NULL ? NULL : g_strndup (name, (gsize)(dash - name));
  return signal != NULL && lpn_astg_find_signal (graph, signal) != LPN_NONE;
}

static bool
check_declared (const AstgGraph *graph, const AstgToken *token, const AstgWord *parts, guint32 signal, GError **error)
{
  if (signal == LPN_NONE && (parts->sign != 0 || parts->has_copy))
    return lpn_astg_fail (error, graph->file, token->at, LPN_IO_ERROR_INVALID,
                          "\"%.*s\" is a transition of \"%.*s\", which no .inputs, .outputs, .internal or .dummy "
                          "declares",
                          (int)token->length, token->start, (int)parts->base, token->start);
  if (signal == LPN_NONE && parts->is_split == false && is_edge_misspelt (graph, token->start, parts->base))
    return lpn_astg_fail (error, graph->file, token->at, LPN_IO_ERROR_INVALID,
                          "\"%.*s\" is neither a transition nor fit for a place: is a '/' missing after the '-'?",
                          (int)token->length, token->start);
  if (signal != LPN_NONE && parts->sign == '*' && lpn_astg_signal (graph, signal)->kind == ASTG_DUMMY)
    return lpn_astg_fail (error, graph->file, token->at, LPN_IO_ERROR_INVALID, "the dummy \"%.*s\" cannot change",
                          (int)parts->base, token->start);
  return true;
}

guint32
lpn_astg_add_node (AstgGraph *graph, const AstgToken *token, GError **error)
{
  AstgWord parts;
  guint32  signal;
  if (!check_word (graph, token, &parts, error))
    return LPN_NONE;
  g_autofree char *key = node_key (graph, token->start, &parts, &signal);
  guint32          node = look_up (graph->node_ids, key);
  if (!check_declared (graph, token, &parts, signal, error))
    return LPN_NONE;
  if (node != LPN_NONE)
    return node;
  g_autofree char *id = g_strndup (token->start, token->length);
  bool             dummy = signal != LPN_NONE && lpn_astg_signal (graph, signal)->kind == ASTG_DUMMY;
  char             sign = parts.sign != 0 || signal == LPN_NONE || dummy ? parts.sign : '~';
  return new_node (
      graph, key,
      (AstgNode){ .id = id, .at = token->at, .is_place = signal == LPN_NONE, .signal = signal, .sign = sign });
}

guint32
lpn_astg_add_place (AstgGraph *graph, const char *name, AstgAt at, GError **error)
{
  AstgToken token = { .kind = ASTG_WORD, .start = name, .length = strlen (name), .at = at };
  guint32   node = lpn_astg_add_node (graph, &token, error);
  if (node == LPN_NONE || lpn_astg_node (graph, node)->is_place)
    return node;
  lpn_astg_fail (error, graph->file, at, LPN_IO_ERROR_INVALID, "expected a place, \"%s\" is a transition", name);
  return LPN_NONE;
}

/* ---- arcs ---- */

/* The same arc twice is one arc. */
static bool
join (AstgGraph *graph, guint32 from, guint32 to, gint64 weight, AstgAt at, GError **error)
{
  gint64  key = (gint64)((guint64)from << 32 | to);
  guint32 i = look_up (graph->arc_ids, &key);
  if (i != LPN_NONE)
    return lpn_astg_arc (graph, i)->weight == weight
           || lpn_astg_fail (error, graph->file, at, LPN_IO_ERROR_INVALID,
                             "the arc from \"%s\" to \"%s\" has weight %" G_GINT64_FORMAT " here and %" G_GINT64_FORMAT
                             " in line %u",
                             lpn_astg_node (graph, from)->id, lpn_astg_node (graph, to)->id, weight,
                             lpn_astg_arc (graph, i)->weight, lpn_astg_arc (graph, i)->at.line);
  AstgArc arc = { from, to, weight, at };
  g_array_append_val (graph->arcs, arc);
  g_hash_table_insert (graph->arc_ids, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (graph->arcs->len));
  return true;
}

static char *
implicit_id (const AstgGraph *graph, guint32 from, guint32 to)
{
  return g_strdup_printf ("<%s,%s>", lpn_astg_node (graph, from)->id, lpn_astg_node (graph, to)->id);
}

bool
lpn_astg_add_arc (AstgGraph *graph, guint32 from, guint32 to, gint64 weight, AstgAt at, GError **error)
{
  const AstgNode *a = lpn_astg_node (graph, from);
  const AstgNode *b = lpn_astg_node (graph, to);
  if (a->is_place && b->is_place)
    return lpn_astg_fail (error, graph->file, at, LPN_IO_ERROR_INVALID,
                          "an arc from place \"%s\" to place \"%s\" (is one of them an undeclared transition?)", a->id,
                          b->id);
  if (a->is_place || b->is_place)
    return join (graph, from, to, weight, at, error);
  if (weight != 1)
    return lpn_astg_fail (error, graph->file, at, LPN_IO_ERROR_INVALID,
                          "a weight needs a place, but \"%s\" and \"%s\" are transitions", a->id, b->id);
  g_autofree char *id = implicit_id (graph, from, to);
  guint32          place = look_up (graph->node_ids, id);
  if (place == LPN_NONE)
    place = new_node (graph, id, (AstgNode){ .id = id, .at = at, .is_place = true, .signal = LPN_NONE });
  return join (graph, from, place, 1, at, error) && join (graph, place, to, 1, at, error);
}

/* A copy of a transition that nothing has yet; `key` is that of the one there is. Copies are tried in turn, and the
 * next try goes on from there. The new one is spelt as the `base` is: a toggle may be without its sign. Transfer full.
 */
static char *
unused_copy (AstgGraph *graph, const char *base, char **key)
{
  g_autofree char *stem = g_strndup (*key, (gsize)(strrchr (*key, '/') - *key));
  g_autofree char *counter = g_strdup_printf ("next %s", stem);
  for (guint n = MAX (GPOINTER_TO_UINT (g_hash_table_lookup (graph->node_ids, counter)), 1);; n++)
    {
      g_free (*key);
      *key = g_strdup_printf ("%s/%u", stem, n);
      if (g_hash_table_contains (graph->node_ids, *key))
        continue;
      g_hash_table_insert (graph->node_ids, g_string_chunk_insert_const (graph->strings, counter),
                           GUINT_TO_POINTER (n + 1));
      return g_strdup_printf ("%s/%u", base, n);
    }
}

bool
lpn_astg_add_event (AstgGraph *graph, guint32 from, const AstgToken *event, guint32 to, GError **error)
{
  AstgWord parts;
  guint32  signal;
  if (!check_word (graph, event, &parts, error))
    return false;
  g_autofree char *known = node_key (graph, event->start, &parts, &signal);
  if (!check_declared (graph, event, &parts, signal, error))
    return false;
  if (signal == LPN_NONE)
    return lpn_astg_fail (error, graph->file, event->at, LPN_IO_ERROR_INVALID,
                          "event \"%.*s\" is not declared by .inputs, .outputs, .internal or .dummy",
                          (int)event->length, event->start);
  g_autofree char *arc = g_strdup_printf ("%u %s %u", from, known, to);
  if (g_hash_table_contains (graph->node_ids, arc))
    return true;
  g_hash_table_insert (graph->node_ids, g_string_chunk_insert (graph->strings, arc), GUINT_TO_POINTER (G_MAXUINT32));
  g_autofree char *id = g_strndup (event->start, event->length);
  if (g_hash_table_contains (graph->node_ids, known))
    {
      g_autofree char *base = g_strndup (event->start, parts.base + (parts.sign != 0 ? 1 : 0));
      g_free (id);
      id = unused_copy (graph, base, &known);
    }
  bool    dummy = lpn_astg_signal (graph, signal)->kind == ASTG_DUMMY;
  char    sign = parts.sign != 0 || dummy ? parts.sign : '~';
  guint32 t = new_node (graph, known, (AstgNode){ .id = id, .at = event->at, .signal = signal, .sign = sign });
  return join (graph, from, t, 1, event->at, error) && join (graph, t, to, 1, event->at, error);
}
