/* SPDX-License-Identifier: MIT */
/* Which element means what where: the standard's elements, and what other tools make of them. */
#include "io/pnml-private.h"

#include <string.h>

/* The id of a node of the open net, for messages. */
static const char *
node_id (const Reader *reader)
{
  return lpn_intern_text (reader->net->texts, lpn_raw_node (reader->net, reader->node)->id);
}

/* ---- starts ---- */

static void
refuse_high_level (Reader *reader)
{
  lpn_reader_fail (reader, LPN_IO_ERROR_UNSUPPORTED,
                   "<%s> makes this a high-level net; only place/transition nets are read", reader->element);
}

static void
check_net_type (Reader *reader, const ReaderAttribute *type)
{
  static const char *const high[]
      = { "symmetricnet", "highlevelnet", "pt-hlpng", "hlpng", "hlpn", "hlnet", "coloured" };
  g_autofree char *text = g_ascii_strdown (type->value, (gssize)MIN (type->length, 1000));
  for (guint i = 0; i < G_N_ELEMENTS (high); i++)
    if (strstr (text, high[i]) != NULL)
      {
        lpn_reader_fail (reader, LPN_IO_ERROR_UNSUPPORTED,
                         "net type \"%.*s\" is a high-level net; only place/transition nets are read",
                         (int)MIN (type->length, 200), type->value);
        return;
      }
}

static void
start_net (Reader *reader)
{
  const ReaderAttribute *id = lpn_reader_attribute (reader, "id");
  const ReaderAttribute *type = lpn_reader_attribute (reader, "type");
  g_autofree char       *name = NULL;
  if (type != NULL)
    check_net_type (reader, type);
  if (id != NULL && id->length > 0)
    name = g_strndup (id->value, id->length);
  else
    {
      g_autofree char *base = g_path_get_basename (reader->file);
      char            *dot = strrchr (base, '.');
      if (dot != NULL && dot != base)
        *dot = '\0';
      name = g_steal_pointer (&base);
    }
  reader->net = lpn_raw_net_new (reader->budget, name, lpn_reader_line (reader));
  reader->module = LPN_NONE;
  reader->n_pages = 0;
}

/* A top-level page opens a module; a page inside a page, or a net inside a page, is part of it. */
static void
start_page (Reader *reader)
{
  const ReaderAttribute *id = lpn_reader_attribute (reader, "id");
  if (reader->n_pages++ > 0)
    return;
  RawModule module = { .line = lpn_reader_line (reader) };
  if (id != NULL && id->length > 0)
    module.id = g_strndup (id->value, id->length);
  else
    module.id = g_strdup_printf ("page%u", reader->net->modules->len + 1);
  reader->module = reader->net->modules->len;
  g_array_append_val (reader->net->modules, module);
}

/* Notes which node a symbol names; false if it names one already. */
static bool
name_node (Reader *reader, guint32 symbol, guint32 node)
{
  RawNet *net = reader->net;
  while (net->node_of.count <= symbol)
    if (lpn_raw_table_add (&net->node_of, net->budget, sizeof (guint32)) == NULL)
      {
        lpn_reader_fail_memory (reader);
        return false;
      }
  guint32 *slot = (guint32 *)net->node_of.block.data + symbol;
  if (*slot != 0)
    {
      lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "duplicate id \"%s\", first used at line %u",
                       lpn_intern_text (net->texts, symbol), lpn_raw_node (net, *slot - 1)->line);
      return false;
    }
  *slot = node + 1;
  return true;
}

static RawNode *
start_node (Reader *reader, RawKind kind)
{
  const ReaderAttribute *id = lpn_reader_attribute (reader, "id");
  const ReaderAttribute *name = lpn_reader_attribute (reader, "name");
  if (id == NULL || id->length == 0)
    {
      lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "<%s> without an id", reader->element);
      return NULL;
    }
  guint32 symbol = lpn_reader_symbol (reader, id->value, id->length);
  if (symbol == LPN_NONE || reader->net->nodes.count >= G_MAXINT32)
    {
      lpn_reader_fail_memory (reader);
      return NULL;
    }
  reader->node = reader->net->nodes.count;
  if (!name_node (reader, symbol, (guint32)reader->node))
    return NULL;
  RawNode *node = lpn_raw_table_add (&reader->net->nodes, reader->budget, sizeof (RawNode));
  if (node == NULL)
    {
      lpn_reader_fail_memory (reader);
      return NULL;
    }
  *node = (RawNode){ .id = symbol,
                     .name = LPN_NONE,
                     .original = LPN_NONE,
                     .line = lpn_reader_line (reader),
                     .module = reader->module,
                     .ref = LPN_NONE,
                     .kind = (guint8)kind };
  if (name != NULL && name->length > 0)
    node->name = lpn_reader_symbol (reader, name->value, name->length);
  return node;
}

/* A token count or a weight. Empty is the default; PIPE writes CLASS,COUNT pairs, of which only class Default is ours.
 */
static gint64
parse_count (Reader *reader, const char *what, const char *id, const char *text, gsize length, gint64 fallback)
{
  gint64 value = 0, part;
  lpn_pnml_trim (&text, &length);
  if (length == 0)
    return fallback;
  LpnNumber answer = LPN_NUMBER_OK;
  for (const char *at = text, *end = text + length; at < end && answer == LPN_NUMBER_OK;)
    {
      const char *comma = memchr (at, ',', (gsize)(end - at));
      const char *next = comma == NULL ? NULL : memchr (comma + 1, ',', (gsize)(end - comma - 1));
      const char *number = comma == NULL ? at : comma + 1;
      bool        ordinary = comma == NULL || (comma - at == 7 && memcmp (at, "Default", 7) == 0);
      if (comma == NULL && at != text)
        answer = LPN_NUMBER_BAD;
      else
        answer = lpn_pnml_number (number, (gsize)((next == NULL ? end : next) - number), &part);
      if (answer == LPN_NUMBER_OK && ordinary)
        value = part;
      else if (answer == LPN_NUMBER_OK && part != 0)
        {
          lpn_reader_fail (reader, LPN_IO_ERROR_UNSUPPORTED,
                           "%s \"%s\" uses token class \"%.*s\": a high-level net; only place/transition nets are read",
                           what, id, (int)MIN (comma - at, 80), at);
          return fallback;
        }
      at = next == NULL ? end : next + 1;
    }
  if (answer == LPN_NUMBER_WIDE)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "%s \"%s\": number %.*s does not fit 64 bits", what, id,
                     (int)MIN (length, 80), text);
  else if (answer == LPN_NUMBER_BAD || value < 0)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "%s \"%s\": expected a natural number, found \"%.*s\"", what, id,
                     (int)MIN (length, 80), text);
  return value;
}

static void
start_place (Reader *reader)
{
  const ReaderAttribute *marking = lpn_reader_attribute (reader, "initialMarking");
  RawNode               *node = start_node (reader, RAW_PLACE);
  if (node != NULL && marking != NULL)
    node->tokens = parse_count (reader, "place", node_id (reader), marking->value, marking->length, 0);
}

static void
start_transition (Reader *reader)
{
  const ReaderAttribute *fail = lpn_reader_attribute (reader, "fail");
  RawNode               *node = start_node (reader, RAW_TRANSITION);
  if (node != NULL && fail != NULL)
    node->fail = lpn_reader_truth (reader, fail) ? RAW_YES : RAW_NO;
}

static void
start_reference (Reader *reader)
{
  const ReaderAttribute *ref = lpn_reader_attribute (reader, "ref");
  RawNode *node = start_node (reader, strcmp (reader->element, "referencePlace") == 0 ? RAW_REFERENCE_PLACE
                                                                                      : RAW_REFERENCE_TRANSITION);
  if (node == NULL)
    return;
  if (ref == NULL)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "<%s> \"%s\" without a ref", reader->element, node_id (reader));
  else
    node->ref = lpn_reader_symbol (reader, ref->value, ref->length);
}

static const char *
arc_id (const Reader *reader)
{
  const RawArc *arc = lpn_raw_arc (reader->net, reader->net->arcs.count - 1);
  return arc->id == LPN_NONE ? "" : lpn_intern_kept (reader->net->texts, arc->id);
}

static void
check_arc_type (Reader *reader, const char *text, gsize length)
{
  lpn_pnml_trim (&text, &length);
  if (length == 0 || (length == 6 && g_ascii_strncasecmp (text, "normal", 6) == 0)
      || (length == 8 && g_ascii_strncasecmp (text, "ordinary", 8) == 0))
    return;
  lpn_reader_fail (reader, LPN_IO_ERROR_UNSUPPORTED, "arc \"%s\" is of type \"%.*s\"; only normal arcs are read",
                   arc_id (reader), (int)MIN (length, 80), text);
}

static void
start_arc (Reader *reader)
{
  const ReaderAttribute *id = lpn_reader_attribute (reader, "id");
  const ReaderAttribute *source = lpn_reader_attribute (reader, "source");
  const ReaderAttribute *target = lpn_reader_attribute (reader, "target");
  const ReaderAttribute *type = lpn_reader_attribute (reader, "type");
  RawArc                *arc = lpn_raw_table_add (&reader->net->arcs, reader->budget, sizeof (RawArc));
  if (arc == NULL)
    {
      lpn_reader_fail_memory (reader);
      return;
    }
  *arc = (RawArc){ .id = LPN_NONE, .line = lpn_reader_line (reader), .weight = 1 };
  if (id != NULL && (arc->id = lpn_intern_keep (reader->net->texts, id->value, id->length)) == LPN_INTERN_FULL)
    lpn_reader_fail_memory (reader);
  if (source == NULL || target == NULL)
    {
      lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "arc \"%s\" without a %s", arc_id (reader),
                       source == NULL ? "source" : "target");
      return;
    }
  arc->source = lpn_reader_symbol (reader, source->value, source->length);
  arc->target = lpn_reader_symbol (reader, target->value, target->length);
  if (type != NULL)
    check_arc_type (reader, type->value, type->length);
}

static void
start_arc_type (Reader *reader)
{
  const ReaderAttribute *value = lpn_reader_attribute (reader, "value");
  if (value != NULL)
    check_arc_type (reader, value->value, value->length);
}

/* ---- which element means what where ---- */

#define END                                                                                                            \
  {                                                                                                                    \
    NULL, IN_SKIPPED, NULL                                                                                             \
  }
#define NODES                                                                                                          \
  { "place", IN_PLACE, start_place }, { "transition", IN_TRANSITION, start_transition }, { "arc", IN_ARC, start_arc }, \
      { "referencePlace", IN_REFERENCE, start_reference }, { "referenceTransition", IN_REFERENCE, start_reference },   \
      { "page", IN_PAGE, start_page }, { "name", IN_SKIPPED, NULL },                                                   \
  {                                                                                                                    \
    "declaration", IN_SORT, NULL                                                                                       \
  }

static const ReaderRule document_rules[] = { { "pnml", IN_PNML, NULL }, END };
static const ReaderRule pnml_rules[] = { { "net", IN_NET, start_net }, END };
static const ReaderRule net_rules[] = { NODES, END };
static const ReaderRule page_rules[] = { NODES, { "net", IN_PAGE, start_page }, END };
static const ReaderRule place_rules[] = { { "name", IN_NAME, NULL },
                                          { "initialMarking", IN_MARKING, NULL },
                                          { "type", IN_SORT, NULL },
                                          { "capacity", IN_CAPACITY, NULL },
                                          { "hlinitialMarking", IN_SKIPPED, refuse_high_level },
                                          END };
static const ReaderRule transition_rules[] = { { "name", IN_NAME, NULL }, { "condition", IN_SORT, NULL }, END };
static const ReaderRule reference_rules[] = { { "name", IN_SKIPPED, NULL }, END };
static const ReaderRule arc_rules[] = { { "inscription", IN_INSCRIPTION, NULL },
                                        { "type", IN_ARC_TYPE, start_arc_type },
                                        { "arctype", IN_ARC_TYPE, start_arc_type },
                                        { "name", IN_SKIPPED, NULL },
                                        { "hlinscription", IN_SKIPPED, refuse_high_level },
                                        END };
static const ReaderRule label_rules[] = { { "text", IN_TEXT, NULL }, { "value", IN_VALUE, NULL }, END };
static const ReaderRule sort_rules[] = { { "structure", IN_SKIPPED, refuse_high_level }, END };

static const ReaderRule *
rules_of (ReaderState state)
{
  switch (state)
    {
    case IN_DOCUMENT:
      return document_rules;
    case IN_PNML:
      return pnml_rules;
    case IN_NET:
      return net_rules;
    case IN_PAGE:
      return page_rules;
    case IN_PLACE:
      return place_rules;
    case IN_TRANSITION:
      return transition_rules;
    case IN_REFERENCE:
      return reference_rules;
    case IN_ARC:
      return arc_rules;
    case IN_NAME:
    case IN_MARKING:
    case IN_CAPACITY:
    case IN_INSCRIPTION:
    case IN_ARC_TYPE:
      return label_rules;
    case IN_SORT:
      return sort_rules;
    default:
      return lpn_reader_own_rules (state);
    }
}

/* Inside an element nobody knows, a node or arc would be lost: that is refused. */
static ReaderState
start_unknown (Reader *reader)
{
  static const char *const nodes[] = { "place", "transition", "arc", "page", "referencePlace", "referenceTransition" };
  bool                     has_id = lpn_reader_attribute (reader, "id") != NULL;
  if (lpn_reader_attribute (reader, "source") != NULL && lpn_reader_attribute (reader, "target") != NULL)
    lpn_reader_fail (reader, LPN_IO_ERROR_UNSUPPORTED, "<%s> stands where no arc is known; only normal arcs are read",
                     reader->element);
  for (guint i = 0; i < G_N_ELEMENTS (nodes) && has_id; i++)
    if (strcmp (reader->element, nodes[i]) == 0)
      lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "<%s> inside an unknown element", reader->element);
  return IN_UNKNOWN;
}

/* The state an element opens that no rule names. */
static ReaderState
start_other (Reader *reader, ReaderState parent)
{
  if (parent >= IN_OWN_NET && parent <= IN_OWN_PROPERTY)
    {
      lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "<%s> is not known in the labels of " LPN_PNML_TOOL " here",
                       reader->element);
      return IN_SKIPPED;
    }
  if (parent >= IN_NUPN)
    return IN_SKIPPED;
  if (parent == IN_DOCUMENT)
    {
      lpn_reader_fail (reader, LPN_IO_ERROR_FORMAT, "the root element is <%s>, expected <pnml>: not a PNML file",
                       reader->element);
      return IN_SKIPPED;
    }
  if (strcmp (reader->element, "graphics") == 0)
    return IN_SKIPPED;
  if (g_ascii_strcasecmp (reader->element, "toolspecific") == 0)
    return lpn_reader_toolspecific (reader, parent);
  if (parent == IN_MARKING || parent == IN_INSCRIPTION)
    refuse_high_level (reader);
  return start_unknown (reader);
}

/* Where the characters inside an element go. */
static GString *
collector (Reader *reader, ReaderState state)
{
  switch (state)
    {
    case IN_NAME:
    case IN_MARKING:
    case IN_CAPACITY:
    case IN_INSCRIPTION:
    case IN_ARC_TYPE:
    case IN_OWN_GUARD:
    case IN_OWN_ASSIGN:
    case IN_OWN_PROPERTY:
    case IN_OWN_ORDER:
    case IN_NUPN_PLACES:
    case IN_NUPN_SUBUNITS:
      return reader->direct;
    case IN_TEXT:
      return reader->text;
    case IN_VALUE:
      return reader->value;
    default:
      return NULL;
    }
}

void
lpn_reader_start (Reader *reader, ReaderState parent)
{
  ReaderState       state = IN_SKIPPED;
  const ReaderRule *rule = parent == IN_SKIPPED ? NULL : rules_of (parent);
  while (rule != NULL && rule->name != NULL && strcmp (rule->name, reader->element) != 0)
    rule++;
  if (rule != NULL && rule->name != NULL)
    {
      state = rule->state;
      if (rule->start != NULL)
        rule->start (reader);
    }
  else if (parent != IN_SKIPPED)
    state = start_other (reader, parent);

  reader->stack[reader->depth++] = (guint8)state;
  reader->collect = collector (reader, state);
  if (reader->collect == reader->direct)
    {
      g_string_truncate (reader->direct, 0);
      g_string_truncate (reader->text, 0);
      g_string_truncate (reader->value, 0);
    }
  else if (reader->collect != NULL)
    g_string_truncate (reader->collect, 0);
}

/* ---- ends ---- */

/* What a label says: in <text>, as the standard has it; else in <value>; else directly. Trimmed; empty if nowhere. */
static const char *
label_text (const Reader *reader, gsize *length)
{
  const GString *const places[] = { reader->text, reader->value, reader->direct };
  const char          *text = "";
  *length = 0;
  for (guint i = 0; i < G_N_ELEMENTS (places) && *length == 0; i++)
    {
      text = places[i]->str;
      *length = places[i]->len;
      lpn_pnml_trim (&text, length);
    }
  return text;
}

static void
end_label (Reader *reader, ReaderState state)
{
  RawNet     *net = reader->net;
  gsize       length;
  const char *text = label_text (reader, &length);
  switch (state)
    {
    case IN_NAME:
      if (length > 0)
        {
          guint32 symbol = lpn_reader_symbol (reader, text, length);
          lpn_raw_node (net, reader->node)->name = symbol;
        }
      break;
    case IN_MARKING:
      lpn_raw_node (net, reader->node)->tokens
          = parse_count (reader, "place", node_id (reader), text, length, lpn_raw_node (net, reader->node)->tokens);
      break;
    case IN_CAPACITY:
      if (parse_count (reader, "capacity of place", node_id (reader), text, length, 0) != 0)
        lpn_reader_fail (reader, LPN_IO_ERROR_UNSUPPORTED,
                         "place \"%s\" has a capacity; only unlimited places are read", node_id (reader));
      break;
    case IN_INSCRIPTION:
      {
        RawArc *arc = lpn_raw_arc (net, net->arcs.count - 1);
        arc->weight = parse_count (reader, "arc", arc_id (reader), text, length, 1);
        if (arc->weight == 0)
          lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "arc \"%s\" has weight 0", arc_id (reader));
        break;
      }
    default:
      check_arc_type (reader, text, length);
    }
}

void
lpn_reader_end (Reader *reader)
{
  ReaderState state = (ReaderState)reader->stack[--reader->depth];
  if (state >= IN_NAME && state <= IN_ARC_TYPE)
    end_label (reader, state);
  else if (state == IN_PAGE && --reader->n_pages == 0)
    reader->module = LPN_NONE;
  else if (state == IN_NET)
    g_ptr_array_add (reader->raw, g_steal_pointer (&reader->net));
  else if (state >= IN_OWN_GUARD)
    lpn_reader_own_end (reader, state);
  reader->collect = reader->depth == 0 ? NULL : collector (reader, (ReaderState)reader->stack[reader->depth - 1]);
}
