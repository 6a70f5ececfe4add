/* SPDX-License-Identifier: MIT */
/* From the text to graph and sections, and the net's variables, places and transitions. */
#include "io/lpn-text.h"

#include <string.h>

#include "io/lpn-text-private.h"

typedef struct
{
  const char *name;
  TextSection section;
} Name;

/* After "#@." or, for places, "#|."; in small or capital letters. */
static const Name names[] = {
  { "variables", TEXT_VARIABLES },
  { "integers", TEXT_VARIABLES },
  { "failtrans", TEXT_FAILTRANS },
  { "non_disabling", TEXT_NON_DISABLING },
  { "places", TEXT_PLACES },
  { "init_state", TEXT_INIT_STATE },
  { "init_vals", TEXT_INIT_VALS },
  { "init_ints", TEXT_INIT_VALS },
  { "enablings", TEXT_ENABLINGS },
  { "assignments", TEXT_ASSIGNMENTS },
  { "int_assignments", TEXT_ASSIGNMENTS },
  { "boolean_assignments", TEXT_BOOLEAN_ASSIGNMENTS },
  { "continuous", TEXT_CONTINUOUS },
  { "rate_assignments", TEXT_RATE_ASSIGNMENTS },
  { "init_rates", TEXT_INIT_RATES },
  { "invariants", TEXT_INVARIANTS },
  { "delay_assignments", TEXT_DELAY_ASSIGNMENTS },
  { "transition_rates", TEXT_TRANSITION_RATES },
  { "priority_assignments", TEXT_PRIORITY_ASSIGNMENTS },
  { "rates", TEXT_RATES },
};

/* What other programs than ours are told: nothing about behaviour. */
static const char *const ignored[] = { "keep", "abstract", "noninp" };

static void
clear_piece (gpointer piece)
{
  g_free (((TextPiece *)piece)->text);
}

GArray *
lpn_text_pieces_new (void)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (TextPiece));
  g_array_set_clear_func (pieces, clear_piece);
  return pieces;
}

static void
clear_guard (gpointer guard)
{
  g_free (((TextGuard *)guard)->expr.text);
}

/* The place of the byte at `offset` of a comment's text. */
static AstgAt
at_offset (const AstgComment *comment, gsize offset)
{
  return (AstgAt){ comment->at.line, comment->at.column + (guint)offset + (comment->kind != 0 ? 2 : 1) };
}

/* ---- sections ---- */

static bool
is_empty (const char *text)
{
  return text[strspn (text, " \t\r{}[]")] == '\0';
}

static bool
read_section (TextReader *reader, const AstgComment *comment, GError **error)
{
  const char      *text = comment->text + 1;
  gsize            length = strcspn (text, " \t\r{[<");
  g_autofree char *name = g_ascii_strdown (text, (gssize)length);
  TextPiece        piece = { g_strdup (text + length), at_offset (comment, length + 1) };

  if (g_str_equal (name, "property"))
    {
      g_array_append_val (reader->properties, piece);
      return true;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i].name))
      {
        g_array_append_val (reader->sections[names[i].section], piece);
        return true;
      }
  g_free (piece.text);
  if (g_str_equal (name, "mutex")) /* read with the graph */
    return true;
  if (g_str_equal (name, "marking"))
    {
      lpn_astg_warn (reader->graph, comment->at, "a marking in a comment is not read");
      return true;
    }
  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    if (g_str_equal (name, ignored[i]))
      {
        lpn_astg_warn (reader->graph, comment->at, "section .%s is ignored", name);
        return true;
      }
  return lpn_astg_fail (error, reader->graph->file, comment->at, LPN_IO_ERROR_UNSUPPORTED, "unknown section .%s", name);
}

/* ---- annotations of arcs ---- */

static void
note_time (TextReader *reader, AstgAt at)
{
  if (reader->timed.line == 0)
    reader->timed = at;
}

/* A delay [l,u] at the start of `text`: its length, 0 for none. */
static gsize
delay_length (const char *text, bool *limits)
{
  char  *end;
  double low, high = 0;
  gsize  infinite;

  if (text[0] != '[')
    return 0;
  low = g_ascii_strtod (text + 1, &end);
  if (end == text + 1 || g_ascii_isalpha (text[1]))
    return 0;
  end += strspn (end, " \t");
  if (*end != ',')
    return 0;
  end += 1 + strspn (end + 1, " \t");
  infinite = g_ascii_strncasecmp (end, "inf", 3) == 0 ? 3 : 0;
  if (infinite == 0)
    {
      char *last = end;
      high = g_ascii_strtod (end, &last);
      if (last == end || high < low)
        return 0;
      end = last;
    }
  else
    end += infinite;
  end += strspn (end, " \t");
  *limits = low > 0 || infinite == 0;
  return *end == ']' ? (gsize)(end + 1 - text) : 0;
}

/* <e>d, (e)d or [e]d at the start of `text`: the length of e; 0 for none. A guard without d stays satisfied when it
 * becomes false again, for this arc alone, which a net cannot say. */
static gsize
guard_length (const char *text)
{
  const char *end = text[0] == '<' ? ">d" : text[0] == '(' ? ")d" : text[0] == '[' ? "]d" : NULL;
  const char *found = end == NULL ? NULL : strstr (text + 1, end);
  return found == NULL ? 0 : (gsize)(found - text - 1);
}

static bool
add_arc_guard (TextReader *reader, const AstgComment *comment, gsize offset, gsize length, GError **error)
{
  guint32   last = comment->first_arc + comment->n_arcs - 1;
  TextGuard guard = { .node = lpn_astg_arc (reader->graph, last)->to };
  AstgAt    at = at_offset (comment, offset);

  if (lpn_astg_node (reader->graph, guard.node)->is_place)
    return lpn_astg_fail (error, reader->graph->file, at, LPN_IO_ERROR_UNSUPPORTED, "a guard on an arc to place \"%s\"",
                          lpn_astg_node (reader->graph, guard.node)->id);
  guard.expr = (TextPiece){ g_strndup (comment->text + offset, length), at };
  g_array_append_val (reader->guards, guard);
  reader->labeled = true;
  return true;
}

/* #@ [guard] [delay] behind an arc. */
static bool
read_annotation (TextReader *reader, const AstgComment *comment, GError **error)
{
  const char *text = comment->text;
  gsize       i = strspn (text, " \t\r");
  bool        limits = false;

  for (bool guarded = false, delayed = false; text[i] != '\0'; i += strspn (text + i, " \t\r"))
    {
      gsize delay = delayed ? 0 : delay_length (text + i, &limits);
      gsize guard = delay > 0 || guarded || delayed || comment->n_arcs == 0 ? 0 : guard_length (text + i);
      if (guard > 0 && !add_arc_guard (reader, comment, i + 1, guard, error))
        return false;
      if (delay == 0 && guard == 0)
        return lpn_astg_fail (error, reader->graph->file, at_offset (comment, i), LPN_IO_ERROR_UNSUPPORTED,
                              "expected a guard such as <a&~b>d or a delay such as [2,5] behind an arc, found '%s'",
                              text + i);
      if (limits && delay > 0)
        note_time (reader, at_offset (comment, i));
      delayed = delayed || delay > 0;
      guarded = guarded || guard > 0;
      i += delay > 0 ? delay : guard + 3;
    }
  return true;
}

static bool
read_comments (TextReader *reader, GError **error)
{
  for (guint i = 0; i < reader->graph->comments->len; i++)
    {
      const AstgComment *comment = &g_array_index (reader->graph->comments, AstgComment, i);
      bool               ok = true;
      if (comment->kind == 0 || comment->after_end)
        continue;
      if (!g_utf8_validate (comment->text, -1, NULL))
        return lpn_astg_fail (error, reader->graph->file, comment->at, LPN_IO_ERROR_MALFORMED,
                              "labels that are not UTF-8");
      if (comment->text[0] == '.')
        ok = read_section (reader, comment, error);
      else if (comment->kind == '@')
        ok = read_annotation (reader, comment, error);
      if (!ok)
        return false;
    }
  return true;
}

/* ---- time ---- */

static bool
check_time (TextReader *reader, GError **error)
{
  static const char *const what[] = { [TEXT_CONTINUOUS] = "continuous variables",
                                      [TEXT_RATE_ASSIGNMENTS] = "rates of variables",
                                      [TEXT_INIT_RATES] = "rates of variables",
                                      [TEXT_INVARIANTS] = "invariants of places" };
  for (guint s = TEXT_CONTINUOUS; s < TEXT_N_SECTIONS; s++)
    for (guint i = 0; i < reader->sections[s]->len; i++)
      {
        const TextPiece *piece = &g_array_index (reader->sections[s], TextPiece, i);
        if (is_empty (piece->text))
          continue;
        if (s < TEXT_DELAY_ASSIGNMENTS)
          return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_UNSUPPORTED, "%s are not supported",
                                what[s]);
        note_time (reader, piece->at);
      }
  if (reader->timed.line == 0)
    return true;
  if (!reader->options->untimed)
    return lpn_astg_fail (error, reader->graph->file, reader->timed, LPN_IO_ERROR_UNSUPPORTED,
                          "the net is timed; --untimed explores it without its delays, rates and priorities");
  lpn_astg_warn (reader->graph, reader->timed, "delays, rates and priorities are ignored (--untimed)");
  return true;
}

/* ---- variables ---- */

/* A whole number, "2.0" and "[3,3]" included. */
static bool
whole_number (const TextReader *reader, const TextPiece *piece, gint64 *value, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (piece->text, ",", 2);
  g_autofree char *text = g_strdup (g_strstrip (ends[0]));
  char            *dot = strchr (text, '.');

  if (ends[1] != NULL && !g_str_equal (g_strstrip (ends[1]), text))
    return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_UNSUPPORTED,
                          "the range [%s] is not one value", piece->text);
  if (dot != NULL && dot[1 + strspn (dot + 1, "0")] == '\0')
    *dot = '\0';
  return g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, value, NULL)
         || lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_INVALID,
                           "expected a whole number, found '%s'", piece->text);
}

static void
free_number (gpointer data)
{
  g_slice_free (gint64, data);
}

/* name -> gint64 */
static bool
read_init_vals (const TextReader *reader, GHashTable *values, GError **error)
{
  for (guint i = 0; i < reader->sections[TEXT_INIT_VALS]->len; i++)
    {
      GArray *entries;
      bool    ok
          = lpn_text_entries (reader, &g_array_index (reader->sections[TEXT_INIT_VALS], TextPiece, i), &entries, error);
      for (guint k = 0; ok && k < entries->len; k++)
        {
          const TextEntry *entry = &g_array_index (entries, TextEntry, k);
          gint64           value;
          if (!g_hash_table_contains (reader->integers, entry->name))
            ok = lpn_astg_fail (error, reader->graph->file, entry->at, LPN_IO_ERROR_INVALID,
                                "\"%s\" is not among the .variables", entry->name);
          else if ((ok = whole_number (reader, &entry->value, &value, error)))
            g_hash_table_insert (values, g_strdup (entry->name), g_slice_dup (gint64, &value));
        }
      if (entries != NULL)
        g_array_unref (entries);
      if (!ok)
        return false;
    }
  return true;
}

static void
read_integers (TextReader *reader)
{
  for (guint i = 0; i < reader->sections[TEXT_VARIABLES]->len; i++)
    {
      g_autoptr (GArray) words = lpn_text_words (&g_array_index (reader->sections[TEXT_VARIABLES], TextPiece, i));
      for (guint k = 0; k < words->len; k++)
        {
          const TextPiece *word = &g_array_index (words, TextPiece, k);
          g_hash_table_add (reader->integers, g_strdup (word->text));
          if (lpn_astg_find_signal (reader->graph, word->text) == LPN_NONE)
            lpn_astg_add_signal (reader->graph, word->text, ASTG_INTERNAL, word->at, NULL);
        }
      reader->labeled = reader->labeled || words->len > 0;
    }
}

static guint
count_booleans (const TextReader *reader)
{
  guint n = 0;
  for (guint32 i = 0; i < reader->graph->signals->len; i++)
    {
      const AstgSignal *signal = lpn_astg_signal (reader->graph, i);
      n += signal->kind != ASTG_DUMMY && !g_hash_table_contains (reader->integers, signal->name);
    }
  return n;
}

/* [01X...]: one per Boolean, inputs first, then outputs, then internal ones. */
static bool
read_init_state (TextReader *reader, GError **error)
{
  GArray *sections = reader->sections[TEXT_INIT_STATE];
  if (sections->len == 0)
    return true;
  const TextPiece *piece = &g_array_index (sections, TextPiece, sections->len - 1);
  const char      *open = strchr (piece->text, '[');
  const char      *close = open == NULL ? NULL : strchr (open, ']');
  guint            n = 0, given = close == NULL ? 0 : (guint)(close - open - 1);
  if (close == NULL || strspn (open + 1, "01xX") != given)
    return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_MALFORMED,
                          "expected [ ] with 0, 1 or X for each Boolean");
  n = count_booleans (reader);
  if (n != given && reader->labeled)
    return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_INVALID, "%u values for %u Booleans",
                          given, n);
  if (n != given)
    {
      lpn_astg_warn (reader->graph, piece->at, "%u initial values for %u Booleans: they are inferred instead", given,
                     n);
      return true;
    }
  n = 0;
  for (AstgSignalKind kind = ASTG_INPUT; kind <= ASTG_INTERNAL; kind++)
    for (guint32 i = 0; i < reader->graph->signals->len; i++)
      {
        AstgSignal *signal = lpn_astg_signal (reader->graph, i);
        if (signal->kind != kind || g_hash_table_contains (reader->integers, signal->name))
          continue;
        if (g_ascii_isdigit (open[1 + n]))
          signal->initial = (gint8)(open[1 + n] - '0');
        else if (reader->labeled)
          return lpn_astg_fail (error, reader->graph->file, piece->at, LPN_IO_ERROR_UNSUPPORTED,
                                "the initial value of \"%s\" is unknown (X)", signal->name);
        n++;
      }
  return true;
}

static bool
add_variables (TextReader *reader, GError **error)
{
  g_autoptr (GHashTable) values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_number);
  if (!read_init_vals (reader, values, error))
    return false;
  reader->lines = g_new0 (guint32, (gsize)reader->graph->signals->len + reader->graph->nodes->len + 1);
  for (guint32 i = 0; i < reader->graph->signals->len; i++)
    {
      AstgSignal *signal = lpn_astg_signal (reader->graph, i);
      bool        integer = g_hash_table_contains (reader->integers, signal->name);
      gint64     *given = g_hash_table_lookup (values, signal->name);
      gint64      initial = integer ? (given != NULL ? *given : 0) : signal->initial > 0;
      if (signal->kind == ASTG_DUMMY)
        continue;
      signal->other = true;
      signal->variable
          = lpn_net_add_variable (reader->net, signal->kind == ASTG_INTERNAL ? reader->module : LPN_NONE, signal->name,
                                  false, 1, &initial, integer ? G_MININT64 : 0, integer ? G_MAXINT64 : 1, error);
      if (signal->variable == LPN_NONE)
        {
          g_prefix_error (error, "%s:%u:%u: ", reader->graph->file, signal->at.line, signal->at.column);
          return false;
        }
      lpn_net_set_port (reader->net, signal->variable, LPN_PORT_INPUT + signal->kind);
      reader->lines[signal->variable] = signal->at.line;
      if (g_hash_table_contains (reader->assigned, signal->name))
        signal->variable = LPN_NONE; /* for lpn_astg_fill() */
    }
  return true;
}

/* ---- signals that have edges and assignments ---- */

static void
note_assigned (TextReader *reader, TextSection section)
{
  for (guint i = 0; i < reader->sections[section]->len; i++)
    {
      const char *text = g_array_index (reader->sections[section], TextPiece, i).text;
      for (const char *sign = strstr (text, ":="); sign != NULL; sign = strstr (sign + 1, ":="))
        {
          const char *start = sign;
          while (start > text && strchr ("[;<=", start[-1]) == NULL)
            start--;
          g_hash_table_add (reader->assigned, g_strstrip (g_strndup (start, (gsize)(sign - start))));
        }
    }
}

/* LEMA's edges set their signal. That is the same as changing it unless assignments change it too: such a signal's
 * edges are assignments here. */
static void
assign_edges (TextReader *reader)
{
  for (guint32 i = 0; i < reader->graph->nodes->len; i++)
    {
      const AstgNode   *node = lpn_astg_node (reader->graph, i);
      const AstgSignal *signal = node->is_place ? NULL : lpn_astg_signal (reader->graph, node->signal);
      if (signal == NULL || !g_hash_table_contains (reader->assigned, signal->name))
        continue;
      guint32 v = lpn_net_find_variable (reader->net, reader->module, signal->name);
      if (node->sign == '+' || node->sign == '-')
        lpn_net_add_assign (reader->net, node->index, v, NULL, lpn_expr_new_const (node->sign == '+'));
      else if (node->sign == '~')
        lpn_net_add_assign (reader->net, node->index, v, NULL,
                            lpn_expr_new_binary (LPN_EXPR_SUB, lpn_expr_new_const (1), lpn_expr_new_cell (v, 0)));
    }
}

static bool
add_places (TextReader *reader, GError **error)
{
  for (guint i = 0; i < reader->sections[TEXT_PLACES]->len; i++)
    {
      g_autoptr (GArray) words = lpn_text_words (&g_array_index (reader->sections[TEXT_PLACES], TextPiece, i));
      for (guint k = 0; k < words->len; k++)
        {
          const TextPiece *word = &g_array_index (words, TextPiece, k);
          if (lpn_astg_add_place (reader->graph, word->text, word->at, error) == LPN_NONE)
            return false;
        }
    }
  return true;
}

/* .dummy names all transitions of a labeled net; one without arcs has no node yet. */
static bool
add_transitions (TextReader *reader, GError **error)
{
  AstgGraph         *graph = reader->graph;
  bool               ok = true;
  g_autofree guint8 *has_node = g_new0 (guint8, graph->signals->len + 1);

  for (guint32 i = 0; i < graph->nodes->len; i++)
    if (!lpn_astg_node (graph, i)->is_place)
      has_node[lpn_astg_node (graph, i)->signal] = 1;
  for (guint32 i = 0; ok && reader->labeled && i < graph->signals->len; i++)
    {
      const AstgSignal *signal = lpn_astg_signal (graph, i);
      AstgToken         token = { ASTG_WORD, signal->name, strlen (signal->name), signal->at };
      if (signal->kind == ASTG_DUMMY && !has_node[i])
        ok = lpn_astg_add_node (graph, &token, error) != LPN_NONE;
    }
  return ok;
}

/* ---- the whole ---- */

static void
note_labels (TextReader *reader)
{
  static const TextSection labels[]
      = { TEXT_FAILTRANS, TEXT_NON_DISABLING, TEXT_ENABLINGS, TEXT_ASSIGNMENTS, TEXT_BOOLEAN_ASSIGNMENTS };
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    for (guint k = 0; k < reader->sections[labels[i]]->len; k++)
      reader->labeled = reader->labeled || !is_empty (g_array_index (reader->sections[labels[i]], TextPiece, k).text);
}

static bool
read_text (TextReader *reader, GError **error)
{
  if (!read_comments (reader, error) || !check_time (reader, error))
    return false;
  read_integers (reader);
  note_labels (reader);
  note_assigned (reader, TEXT_ASSIGNMENTS);
  note_assigned (reader, TEXT_BOOLEAN_ASSIGNMENTS);
  if (!(add_places (reader, error) && add_transitions (reader, error) && lpn_astg_finish (reader->graph, error)
        && read_init_state (reader, error) && lpn_astg_infer (reader->graph, error) && add_variables (reader, error)
        && lpn_astg_fill (reader->graph, reader->net, reader->module, reader->labeled, error)))
    return false;
  assign_edges (reader);
  return lpn_text_labels (reader, error);
}

static LpnPart *
make_part (TextReader *reader, const char *label, GError **error)
{
  if (!lpn_net_freeze (reader->net, error))
    {
      g_prefix_error (error, "%s: ", label);
      return NULL;
    }
  LpnPart *part = lpn_part_new (g_steal_pointer (&reader->net), label);
  part->variable_lines = g_steal_pointer (&reader->lines);
  part->checks_inputs = true;
  return part;
}

bool
lpn_text_read_memory (const char *label, const char *data, gsize length, const LpnTextOptions *options,
                      GPtrArray *parts, GError **error)
{
  g_autoptr (AstgGraph) graph = lpn_astg_parse (label, data, length, LPN_ASTG_LOOSE, options->warnings, error);
  if (graph == NULL)
    return false;
  g_autofree char *name = lpn_astg_net_name (graph);
  TextReader       reader = { .options = options,
                              .graph = graph,
                              .net = lpn_net_new (name),
                              .properties = lpn_text_pieces_new (),
                              .guards = g_array_new (FALSE, FALSE, sizeof (TextGuard)),
                              .integers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                              .assigned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_array_set_clear_func (reader.guards, clear_guard);
  for (guint s = 0; s < TEXT_N_SECTIONS; s++)
    reader.sections[s] = lpn_text_pieces_new ();
  reader.module = lpn_net_add_module (reader.net, name, NULL);
  LpnPart *part = read_text (&reader, error) ? make_part (&reader, label, error) : NULL;
  if (part != NULL)
    g_ptr_array_add (parts, part);
  lpn_net_free (reader.net);
  g_array_unref (reader.properties);
  g_array_unref (reader.guards);
  g_hash_table_unref (reader.integers);
  g_hash_table_unref (reader.assigned);
  g_free (reader.lines);
  for (guint s = 0; s < TEXT_N_SECTIONS; s++)
    g_array_unref (reader.sections[s]);
  return part != NULL;
}
