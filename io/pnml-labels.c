/* SPDX-License-Identifier: MIT */
/* The toolspecific sections that mean something to us: our own labels, read strictly, and NUPN units. */
#include "io/pnml-private.h"

#include <string.h>

#define BLANK " \t\r\n"

static const char *
text_of (const Reader *reader, guint32 symbol)
{
  return lpn_intern_text (reader->net->texts, symbol);
}

static bool
attribute_is (const ReaderAttribute *attribute, const char *text)
{
  return attribute != NULL && strlen (text) == attribute->length
         && memcmp (attribute->value, text, attribute->length) == 0;
}

/* Refuses attributes that are not in `allowed`, a list with blanks between. */
static void
check_attributes (Reader *reader, const char *allowed)
{
  g_auto (GStrv) names = g_strsplit (allowed, " ", -1);
  for (guint i = 0; i < reader->attributes->len; i++)
    {
      const char *name = g_array_index (reader->attributes, ReaderAttribute, i).name;
      if (!g_strv_contains ((const char *const *)names, name))
        lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "attribute %s is not known in <%s> here", name, reader->element);
    }
}

/* An attribute that must be there, as a symbol. LPN_NONE after a failure. */
static guint32
needed_symbol (Reader *reader, const char *name)
{
  const ReaderAttribute *attribute = lpn_reader_attribute (reader, name);
  if (attribute != NULL && attribute->length > 0)
    return lpn_reader_symbol (reader, attribute->value, attribute->length);
  lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "<%s> without attribute %s", reader->element, name);
  return LPN_NONE;
}

/* A 64-bit number, or `fallback` where the attribute is absent. */
static gint64
number_attribute (Reader *reader, const char *name, const char *id, gint64 fallback)
{
  const ReaderAttribute *a = lpn_reader_attribute (reader, name);
  gint64                 value = fallback;
  LpnNumber              answer = a == NULL ? LPN_NUMBER_OK : lpn_pnml_number (a->value, a->length, &value);
  if (answer != LPN_NUMBER_OK)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "%s of \"%s\": expected %s, found \"%.*s\"", name, id,
                     answer == LPN_NUMBER_WIDE ? "a 64-bit number" : "a number", (int)MIN (a->length, 80), a->value);
  return value;
}

/* The next piece of a list with characters of `between` between; false at its end. */
static bool
next_piece (const char **at, const char *end, const char *between, const char **piece, gsize *length)
{
  while (*at < end && strchr (between, **at) != NULL)
    ++*at;
  *piece = *at;
  while (*at < end && strchr (between, **at) == NULL)
    ++*at;
  *length = (gsize)(*at - *piece);
  return *length > 0;
}

/* One value for all cells, or one per cell. */
static void
read_initial (Reader *reader, RawVariable *variable)
{
  const ReaderAttribute *list = lpn_reader_attribute (reader, "initial");
  const char            *id = text_of (reader, variable->id);
  guint32                n = 0;
  variable->initial = g_new0 (gint64, variable->size);
  if (list == NULL)
    return;
  const char *at = list->value, *piece;
  for (gsize length; next_piece (&at, list->value + list->length, BLANK ",", &piece, &length); n++)
    if (n == variable->size)
      {
        lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "initial of \"%s\": more than %u values", id, variable->size);
        return;
      }
    else if (lpn_pnml_number (piece, length, &variable->initial[n]) != LPN_NUMBER_OK)
      {
        lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "initial of \"%s\": expected a 64-bit number, found \"%.*s\"",
                         id, (int)MIN (length, 80), piece);
        return;
      }
  if (n == 1)
    for (guint32 i = 1; i < variable->size; i++)
      variable->initial[i] = variable->initial[0];
  else if (n != variable->size)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "initial of \"%s\": %u values for %u cells", id, n, variable->size);
}

/* The place of an attribute's text in a NULL-ended list; its end (and a failure) if it is none of them. */
static guint
choice_attribute (Reader *reader, const char *name, const char *id, const char *const *choices)
{
  const ReaderAttribute *a = lpn_reader_attribute (reader, name);
  guint                  i = 0;
  while (choices[i] != NULL && !attribute_is (a, choices[i]))
    i++;
  if (choices[i] == NULL && reader->error == NULL)
    {
      g_autofree char *list = g_strjoinv ("\", \"", (char **)choices);
      lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "%s of \"%s\" is \"%.*s\", expected one of \"%s\"", name, id,
                       a == NULL ? 0 : (int)MIN (a->length, 80), a == NULL ? "" : a->value, list);
    }
  return i;
}

static void
start_variable (Reader *reader)
{
  RawVariable variable = { .line = lpn_reader_line (reader), .module = reader->module, .size = 1 };
  variable.is_array = strcmp (reader->element, "array") == 0;
  check_attributes (reader, variable.is_array ? "id size initial min max" : "id initial min max port");
  variable.id = needed_symbol (reader, "id");
  if (variable.is_array && reader->error == NULL)
    {
      needed_symbol (reader, "size");
      gint64 size = number_attribute (reader, "size", text_of (reader, variable.id), 0);
      if (reader->error == NULL && (size < 1 || size > LPN_PNML_MAX_CELLS))
        lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "size of \"%s\" is %" G_GINT64_FORMAT ", expected 1 to %u",
                         text_of (reader, variable.id), size, LPN_PNML_MAX_CELLS);
      variable.size = (guint32)size;
    }
  if (reader->error == NULL && variable.size > LPN_PNML_MAX_CELLS - reader->net->n_cells)
    lpn_reader_fail (reader, LPN_IO_ERROR_LIMIT, "with \"%s\", the variables have more than %u cells",
                     text_of (reader, variable.id), LPN_PNML_MAX_CELLS);
  if (reader->error != NULL)
    return;
  reader->net->n_cells += variable.size;
  variable.min = number_attribute (reader, "min", text_of (reader, variable.id), G_MININT64);
  variable.max = number_attribute (reader, "max", text_of (reader, variable.id), G_MAXINT64);
  read_initial (reader, &variable);
  if (lpn_reader_attribute (reader, "port") != NULL)
    {
      static const char *const ports[] = { "input", "output", "internal", NULL };
      variable.port = LPN_PORT_INPUT + choice_attribute (reader, "port", text_of (reader, variable.id), ports);
    }
  g_array_append_val (reader->net->variables, variable);
  reader->net->labeled = true;
}

/* What an id or name was before the writer made it fit for XML. */
static void
start_original (Reader *reader)
{
  ReaderState            owner = (ReaderState)reader->stack[reader->depth - 1];
  const ReaderAttribute *id = lpn_reader_attribute (reader, "id");
  const ReaderAttribute *name = lpn_reader_attribute (reader, "name");
  RawNet                *net = reader->net;
  if (owner == IN_OWN_PLACE || owner == IN_OWN_TRANSITION)
    {
      check_attributes (reader, "id name");
      guint32 new_id = id == NULL ? LPN_NONE : lpn_reader_symbol (reader, id->value, id->length);
      guint32 new_name = name == NULL ? LPN_NONE : lpn_reader_symbol (reader, name->value, name->length);
      lpn_raw_node (net, reader->node)->original = new_id;
      if (new_name != LPN_NONE)
        lpn_raw_node (net, reader->node)->name = new_name;
      return;
    }
  check_attributes (reader, "id");
  if (id == NULL)
    return;
  char **slot = owner == IN_OWN_NET ? &net->id : &g_array_index (net->modules, RawModule, reader->module).id;
  g_free (*slot);
  *slot = g_strndup (id->value, id->length);
}

static void
start_guard (Reader *reader)
{
  check_attributes (reader, "");
  RawNode *node = lpn_raw_node (reader->net, reader->node);
  if (node->guarded)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "transition \"%s\" has two guards", text_of (reader, node->id));
  node->guarded = true;
  reader->label = (RawLabel){
    .node = (guint32)reader->node, .variable = LPN_NONE, .index = LPN_NONE, .line = lpn_reader_line (reader)
  };
}

static void
start_assign (Reader *reader)
{
  const ReaderAttribute *index = lpn_reader_attribute (reader, "index");
  check_attributes (reader, "variable index");
  reader->label = (RawLabel){ .node = (guint32)reader->node,
                              .variable = needed_symbol (reader, "variable"),
                              .index = LPN_NONE,
                              .line = lpn_reader_line (reader) };
  if (index != NULL)
    reader->label.index = lpn_reader_symbol (reader, index->value, index->length);
}

static void
add_label (Reader *reader)
{
  RawLabel *label = lpn_raw_table_add (&reader->net->labels, reader->budget, sizeof (RawLabel));
  if (label == NULL)
    lpn_reader_fail_memory (reader);
  else
    *label = reader->label;
  reader->net->labeled = true;
}

static void
start_edge (Reader *reader)
{
  static const char *const kinds[] = { "rise", "fall", "toggle", NULL };
  check_attributes (reader, "signal kind");
  guint32 signal = needed_symbol (reader, "signal");
  if (reader->error != NULL)
    return;
  guint kind = choice_attribute (reader, "kind", text_of (reader, signal), kinds);
  reader->label = (RawLabel){ .node = (guint32)reader->node,
                              .variable = signal,
                              .index = LPN_NONE,
                              .text = LPN_NONE,
                              .line = lpn_reader_line (reader),
                              .edge = LPN_EDGE_RISE + kind };
  add_label (reader);
}

static void
start_property (Reader *reader)
{
  const ReaderAttribute *kind = lpn_reader_attribute (reader, "kind");
  check_attributes (reader, "id kind");
  reader->property = (RawProperty){ .text = LPN_NONE, .line = lpn_reader_line (reader) };
  reader->property.id = needed_symbol (reader, "id");
  if (attribute_is (kind, "invariant"))
    reader->property.kind = LPN_PROPERTY_INVARIANT;
  else if (attribute_is (kind, "reach"))
    reader->property.kind = LPN_PROPERTY_REACH;
  else if (attribute_is (kind, "deadlock"))
    reader->property.kind = LPN_PROPERTY_DEADLOCK;
  else if (reader->error == NULL)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID,
                     "kind of property \"%s\" is \"%.*s\", expected \"invariant\", \"reach\" or \"deadlock\"",
                     text_of (reader, reader->property.id), kind == NULL ? 0 : (int)MIN (kind->length, 80),
                     kind == NULL ? "" : kind->value);
}

static void
start_order (Reader *reader)
{
  static const char *const kinds[RAW_ORDERS] = { "variables", "places", "transitions" };
  const ReaderAttribute   *of = lpn_reader_attribute (reader, "of");
  check_attributes (reader, "of");
  reader->order_kind = 0;
  while (reader->order_kind < RAW_ORDERS && !attribute_is (of, kinds[reader->order_kind]))
    reader->order_kind++;
  if (reader->order_kind == RAW_ORDERS)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID,
                     "<order> of what? expected \"variables\", \"places\" or \"transitions\"");
}

static void
end_order (Reader *reader)
{
  GArray     *order = reader->net->orders[reader->order_kind];
  const char *at = reader->direct->str, *piece;
  g_array_set_size (order, 0);
  for (gsize length; next_piece (&at, reader->direct->str + reader->direct->len, BLANK, &piece, &length);)
    {
      gint64  value = -1;
      guint32 number;
      if (lpn_pnml_number (piece, length, &value) != LPN_NUMBER_OK || value < 0 || value >= LPN_NONE)
        {
          lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "<order>: expected a number, found \"%.*s\"",
                           (int)MIN (length, 80), piece);
          return;
        }
      number = (guint32)value;
      g_array_append_val (order, number);
    }
}

/* ---- NUPN ---- */

static void
start_structure (Reader *reader)
{
  reader->use_units = attribute_is (lpn_reader_attribute (reader, "safe"), "true");
}

static void
start_unit (Reader *reader)
{
  RawNet *net = reader->net;
  RawUnit unit = { .line = lpn_reader_line (reader),
                   .parent = LPN_NONE,
                   .index = LPN_NONE,
                   .first_place = net->unit_places->len,
                   .first_sub = net->unit_subs->len };
  if (!reader->use_units)
    return;
  unit.id = needed_symbol (reader, "id");
  g_array_append_val (net->units, unit);
}

static void
end_unit_list (Reader *reader, bool places)
{
  RawNet *net = reader->net;
  if (!reader->use_units)
    return;
  RawUnit    *unit = &g_array_index (net->units, RawUnit, net->units->len - 1);
  const char *at = reader->direct->str, *piece;
  for (gsize length; next_piece (&at, reader->direct->str + reader->direct->len, BLANK, &piece, &length);)
    {
      guint32 symbol = lpn_reader_symbol (reader, piece, length);
      if (places)
        unit->n_places++;
      else
        unit->n_subs++;
      g_array_append_val (places ? net->unit_places : net->unit_subs, symbol);
    }
}

/* ---- tables ---- */

#define END                                                                                                            \
  {                                                                                                                    \
    NULL, IN_SKIPPED, NULL                                                                                             \
  }
#define ORIGINAL                                                                                                       \
  {                                                                                                                    \
    "original", IN_OWN_EMPTY, start_original                                                                           \
  }
#define VARIABLES                                                                                                      \
  { "variable", IN_OWN_EMPTY, start_variable }, { "array", IN_OWN_EMPTY, start_variable }

static const ReaderRule net_rules[] = {
  VARIABLES, { "property", IN_OWN_PROPERTY, start_property }, { "order", IN_OWN_ORDER, start_order }, ORIGINAL, END
};
static const ReaderRule page_rules[] = { VARIABLES, ORIGINAL, END };
static const ReaderRule place_rules[] = { ORIGINAL, END };
static const ReaderRule transition_rules[] = { { "guard", IN_OWN_GUARD, start_guard },
                                               { "assign", IN_OWN_ASSIGN, start_assign },
                                               { "edge", IN_OWN_EMPTY, start_edge },
                                               ORIGINAL,
                                               END };
static const ReaderRule nupn_rules[] = { { "structure", IN_NUPN_STRUCTURE, start_structure }, END };
static const ReaderRule structure_rules[] = { { "unit", IN_NUPN_UNIT, start_unit }, END };
static const ReaderRule unit_rules[]
    = { { "places", IN_NUPN_PLACES, NULL }, { "subunits", IN_NUPN_SUBUNITS, NULL }, END };

const ReaderRule *
lpn_reader_own_rules (ReaderState state)
{
  switch (state)
    {
    case IN_OWN_NET:
      return net_rules;
    case IN_OWN_PAGE:
      return page_rules;
    case IN_OWN_PLACE:
      return place_rules;
    case IN_OWN_TRANSITION:
      return transition_rules;
    case IN_NUPN:
      return nupn_rules;
    case IN_NUPN_STRUCTURE:
      return structure_rules;
    case IN_NUPN_UNIT:
      return unit_rules;
    default:
      return NULL;
    }
}

/* What the tool says of a place beside `safe`. */
static void
read_place (Reader *reader)
{
  RawNode               *node = lpn_raw_node (reader->net, reader->node);
  const ReaderAttribute *mutex = lpn_reader_attribute (reader, "mutex");
  if (mutex != NULL)
    node->mutex = lpn_reader_truth (reader, mutex);
  if (lpn_reader_attribute (reader, "capacity") == NULL)
    return;
  node->capacity = number_attribute (reader, "capacity", text_of (reader, node->id), 1);
  if (reader->error == NULL && node->capacity < 1)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "capacity of \"%s\": expected at least 1, found %" G_GINT64_FORMAT,
                     text_of (reader, node->id), node->capacity);
}

static ReaderState
start_own (Reader *reader, ReaderState parent)
{
  const ReaderAttribute *version = lpn_reader_attribute (reader, "version");
  const ReaderAttribute *fail = lpn_reader_attribute (reader, "fail");
  const ReaderAttribute *safe = lpn_reader_attribute (reader, "safe");
  const ReaderAttribute *persistent = lpn_reader_attribute (reader, "persistent");
  if (version != NULL && !attribute_is (version, LPN_PNML_TOOL_VERSION))
    lpn_reader_fail (reader, LPN_IO_ERROR_UNSUPPORTED,
                     "labels of " LPN_PNML_TOOL " version \"%.*s\"; only " LPN_PNML_TOOL_VERSION " is known",
                     (int)MIN (version->length, 80), version->value);
  check_attributes (reader, parent == IN_TRANSITION ? "tool version fail persistent"
                            : parent == IN_NET      ? "tool version safe"
                            : parent == IN_PLACE    ? "tool version safe mutex capacity"
                                                    : "tool version");
  if (reader->error != NULL)
    return IN_SKIPPED;
  RawAnswer answer = safe == NULL ? RAW_DEFAULT : lpn_reader_truth (reader, safe) ? RAW_YES : RAW_NO;
  switch (parent)
    {
    case IN_NET:
      if (safe != NULL)
        reader->net->safe = answer;
      return IN_OWN_NET;
    case IN_PAGE:
      return IN_OWN_PAGE;
    case IN_PLACE:
      if (safe != NULL)
        lpn_raw_node (reader->net, reader->node)->safe = (guint8)answer;
      read_place (reader);
      return IN_OWN_PLACE;
    case IN_TRANSITION:
      if (fail != NULL && attribute_is (fail, "enabled"))
        lpn_raw_node (reader->net, reader->node)->fail_enabled = true;
      else if (fail != NULL)
        lpn_raw_node (reader->net, reader->node)->fail = lpn_reader_truth (reader, fail) ? RAW_YES : RAW_NO;
      if (persistent != NULL)
        lpn_raw_node (reader->net, reader->node)->persistent = lpn_reader_truth (reader, persistent);
      return IN_OWN_TRANSITION;
    default:
      return IN_OWN_OTHER;
    }
}

ReaderState
lpn_reader_toolspecific (Reader *reader, ReaderState parent)
{
  const ReaderAttribute *tool = lpn_reader_attribute (reader, "tool");
  if (attribute_is (tool, LPN_PNML_TOOL))
    return start_own (reader, parent);
  if (attribute_is (tool, "nupn") && (parent == IN_NET || parent == IN_PAGE))
    return IN_NUPN;
  return IN_SKIPPED;
}

static void
end_property (Reader *reader)
{
  RawProperty *property = &reader->property;
  const char  *text = reader->direct->str;
  gsize        length = reader->direct->len;
  lpn_pnml_trim (&text, &length);
  if (property->kind == LPN_PROPERTY_DEADLOCK && length > 0)
    lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "property \"%s\" of kind \"deadlock\" takes no expression",
                     text_of (reader, property->id));
  if (property->kind != LPN_PROPERTY_DEADLOCK)
    property->text = lpn_reader_symbol (reader, reader->direct->str, reader->direct->len);
  g_array_append_val (reader->net->properties, *property);
}

void
lpn_reader_own_end (Reader *reader, ReaderState state)
{
  switch (state)
    {
    case IN_OWN_GUARD:
    case IN_OWN_ASSIGN:
      reader->label.text = lpn_reader_symbol (reader, reader->direct->str, reader->direct->len);
      add_label (reader);
      break;
    case IN_OWN_PROPERTY:
      end_property (reader);
      break;
    case IN_OWN_ORDER:
      end_order (reader);
      break;
    case IN_NUPN_PLACES:
      end_unit_list (reader, true);
      break;
    case IN_NUPN_SUBUNITS:
      end_unit_list (reader, false);
      break;
    default:
      break;
    }
}
