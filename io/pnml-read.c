/* SPDX-License-Identifier: MIT */
/*
 * The parser and its input. libxml2's event interface is used rather than its xmlTextReader:
 * that one builds and frees a tree node per element, and its line numbers stop at 65,535.
 */
#include "io/pnml-private.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

guint32
lpn_reader_line (const Reader *reader)
{
  return reader->xml->input != NULL ? (guint32)MAX (reader->xml->input->line, 1) : 1;
}

void
lpn_reader_fail (Reader *reader, LpnIoError code, const char *format, ...)
{
  if (reader->error != NULL)
    return;
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  lpn_pnml_fail (&reader->error, reader->file, lpn_reader_line (reader), code, "%s", text);
}

/* After an event that failed. Not earlier: stopping frees the buffer that attributes and texts point into. */
static void
stop_if_failed (Reader *reader)
{
  if (reader->error != NULL)
    xmlStopParser (reader->xml);
}

void
lpn_reader_fail_memory (Reader *reader)
{
  lpn_reader_fail (reader, LPN_IO_ERROR_LIMIT, "out of memory");
}

const ReaderAttribute *
lpn_reader_attribute (const Reader *reader, const char *name)
{
  for (guint i = 0; i < reader->attributes->len; i++)
    {
      const ReaderAttribute *attribute = &g_array_index (reader->attributes, ReaderAttribute, i);
      if (strcmp (attribute->name, name) == 0)
        return attribute;
    }
  return NULL;
}

guint32
lpn_reader_symbol (Reader *reader, const char *text, gsize length)
{
  guint32 symbol = lpn_intern_add (reader->net->texts, text, length);
  if (symbol == LPN_INTERN_FULL)
    lpn_reader_fail_memory (reader);
  return symbol;
}

bool
lpn_reader_truth (Reader *reader, const ReaderAttribute *attribute)
{
  static const char *const texts[] = { "false", "true", "0", "1" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (strlen (texts[i]) == attribute->length && memcmp (texts[i], attribute->value, attribute->length) == 0)
      return (i & 1) != 0;
  lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "attribute %s of <%s> is \"%.*s\", expected \"true\" or \"false\"",
                   attribute->name, reader->element, (int)MIN (attribute->length, 80), attribute->value);
  return false;
}

static bool
load_attributes (Reader *reader, int n, const xmlChar **attributes)
{
  g_array_set_size (reader->attributes, 0);
  for (int i = 0; i < n; i++, attributes += 5)
    {
      ReaderAttribute a
          = { (const char *)attributes[0], (const char *)attributes[3], (gsize)(attributes[4] - attributes[3]) };
      if (a.length > LPN_PNML_MAX_ATTRIBUTE)
        {
          lpn_reader_fail (reader, LPN_IO_ERROR_LIMIT, "attribute %s of <%s> is longer than %u bytes", a.name,
                           reader->element, LPN_PNML_MAX_ATTRIBUTE);
          return false;
        }
      if (attributes[1] == NULL)
        g_array_append_val (reader->attributes, a);
    }
  return true;
}

static void
on_start (void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int n_namespaces,
          const xmlChar **namespaces, int n_attributes, int n_defaulted, const xmlChar **attributes)
{
  Reader *reader = ((xmlParserCtxtPtr)data)->_private;
  (void)prefix, (void)uri, (void)n_namespaces, (void)namespaces, (void)n_defaulted;
  /* The library announces a tag that the end of the file cuts off, and only then complains: let it. */
  if (reader->error != NULL || *reader->xml->input->cur == '\0')
    return;
  reader->element = (const char *)name;
  if (reader->depth == LPN_PNML_MAX_DEPTH)
    lpn_reader_fail (reader, LPN_IO_ERROR_LIMIT, "elements are nested deeper than %d", LPN_PNML_MAX_DEPTH);
  else if (load_attributes (reader, n_attributes, attributes))
    lpn_reader_start (reader, reader->depth == 0 ? IN_DOCUMENT : (ReaderState)reader->stack[reader->depth - 1]);
  stop_if_failed (reader);
}

static void
on_end (void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
  Reader *reader = ((xmlParserCtxtPtr)data)->_private;
  (void)name, (void)prefix, (void)uri;
  if (reader->error == NULL && reader->depth > 0)
    lpn_reader_end (reader);
  stop_if_failed (reader);
}

/* Text inside an open element. */
static void
add_text (Reader *reader, const char *text, gsize length)
{
  ReaderState state = (ReaderState)reader->stack[reader->depth - 1];
  if (reader->collect != NULL && reader->collect->len + length > LPN_PNML_MAX_TEXT)
    lpn_reader_fail (reader, LPN_IO_ERROR_LIMIT, "a text is longer than %u bytes", LPN_PNML_MAX_TEXT);
  else if (reader->collect != NULL)
    g_string_append_len (reader->collect, text, (gssize)length);
  else if (state >= IN_OWN_NET && state <= IN_OWN_EMPTY)
    {
      lpn_pnml_trim (&text, &length);
      if (length > 0)
        lpn_reader_fail (reader, LPN_IO_ERROR_INVALID, "stray text \"%.*s\" in the labels of " LPN_PNML_TOOL,
                         (int)MIN (length, 80), text);
    }
}

static void
on_characters (void *data, const xmlChar *characters, int n)
{
  Reader *reader = ((xmlParserCtxtPtr)data)->_private;
  if (reader->error == NULL && reader->depth > 0)
    add_text (reader, (const char *)characters, (gsize)n);
  stop_if_failed (reader);
}

/* Entities could be made to grow without end, and no net needs them. */
static void
on_entity (void *data, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id,
           xmlChar *content)
{
  Reader *reader = ((xmlParserCtxtPtr)data)->_private;
  (void)type, (void)public_id, (void)system_id, (void)content;
  lpn_reader_fail (reader, LPN_IO_ERROR_UNSUPPORTED, "entity \"%s\" is declared; entities are not read",
                   (const char *)name);
  stop_if_failed (reader);
}

#if LIBXML_VERSION >= 21200
typedef const xmlError ReportedError;
#else
typedef xmlError ReportedError;
#endif

static void
on_error (void *data, ReportedError *report)
{
  Reader *reader = ((xmlParserCtxtPtr)data)->_private;
  /* Namespace faults (an old file's undeclared prefix) leave the file readable. An unknown entity is only a warning to
   * the library when there is a DTD it was told not to load. */
  bool fatal = report->level == XML_ERR_FATAL || report->code == XML_WAR_UNDECLARED_ENTITY;
  if (!fatal || reader->error != NULL)
    return;
  g_autofree char *message = g_strdup (report->message != NULL ? report->message : "unknown fault");
  bool             memory = report->code == XML_ERR_NO_MEMORY;
  lpn_pnml_fail (&reader->error, reader->file, (guint32)MAX (report->line, 1),
                 memory ? LPN_IO_ERROR_LIMIT : LPN_IO_ERROR_MALFORMED, "malformed XML: %s", g_strchomp (message));
}

/* ---- input ---- */

typedef struct
{
  Reader     *reader;
  FILE       *file; /* NULL: memory */
  const char *data;
  gsize       left;
  guint64     total;
} Input;

static int
on_read (void *data, char *buffer, int length)
{
  Input *input = data;
  gsize  n;
  if (input->file != NULL)
    n = fread (buffer, 1, (gsize)length, input->file);
  else
    {
      n = MIN ((gsize)length, input->left);
      memcpy (buffer, input->data, n);
      input->data += n;
      input->left -= n;
    }
  input->total += n;
  if (input->reader->error == NULL && n == 0 && input->file != NULL && ferror (input->file))
    g_set_error (&input->reader->error, LPN_IO_ERROR, LPN_IO_ERROR_READ, "%s: cannot be read: %s", input->reader->file,
                 g_strerror (errno));
  if (input->reader->error == NULL && input->total > LPN_PNML_MAX_BYTES)
    g_set_error (&input->reader->error, LPN_IO_ERROR, LPN_IO_ERROR_LIMIT, "%s: larger than %" G_GUINT64_FORMAT " bytes",
                 input->reader->file, LPN_PNML_MAX_BYTES);
  return input->reader->error == NULL ? (int)n : -1;
}

static void
parse (Reader *reader, Input *input)
{
  xmlParserCtxtPtr xml = reader->xml = xmlNewParserCtxt ();
  xmlSAXHandler    handler = { .initialized = XML_SAX2_MAGIC,
                               .startElementNs = on_start,
                               .endElementNs = on_end,
                               .characters = on_characters,
                               .ignorableWhitespace = on_characters,
                               .cdataBlock = on_characters,
                               .entityDecl = on_entity,
                               .serror = on_error };
  if (xml == NULL)
    {
      g_set_error (&reader->error, LPN_IO_ERROR, LPN_IO_ERROR_LIMIT, "%s: out of memory", reader->file);
      return;
    }
  *xml->sax = handler;
  xml->_private = reader;
  /* NOENT makes the library decode &amp; in attributes; there are no other entities, see on_entity(). HUGE lifts its
   * own limits in favour of ours. */
  xmlDocPtr document = xmlCtxtReadIO (xml, on_read, NULL, input, reader->file, NULL,
                                      XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_HUGE);
  if (reader->error == NULL && !xml->wellFormed)
    lpn_pnml_fail (&reader->error, reader->file, lpn_reader_line (reader), LPN_IO_ERROR_MALFORMED, "malformed XML");
  if (document == NULL)
    document = xml->myDoc;
  xml->myDoc = NULL;
  xmlFreeDoc (document);
  xmlFreeParserCtxt (xml);
}

static bool
read_input (const char *label, Input *input, GPtrArray *parts, GError **error)
{
  g_autoptr (LpnBudget) budget = lpn_budget_new (G_MAXUINT64);
  Reader reader = { .file = label, .budget = budget, .module = LPN_NONE };
  bool   ok;
  reader.raw = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_raw_net_free);
  reader.attributes = g_array_new (FALSE, FALSE, sizeof (ReaderAttribute));
  reader.direct = g_string_new (NULL);
  reader.text = g_string_new (NULL);
  reader.value = g_string_new (NULL);
  input->reader = &reader;
  parse (&reader, input);
  g_string_free (reader.direct, TRUE);
  g_string_free (reader.text, TRUE);
  g_string_free (reader.value, TRUE);
  g_array_unref (reader.attributes);
  lpn_raw_net_free (reader.net);

  if (reader.error == NULL && reader.raw->len == 0)
    lpn_pnml_fail (&reader.error, label, 1, LPN_IO_ERROR_INVALID, "there is no <net> in it");
  ok = reader.error == NULL;
  if (!ok)
    g_propagate_error (error, reader.error);
  while (ok && reader.raw->len > 0)
    {
      RawNet  *raw = g_ptr_array_steal_index (reader.raw, 0);
      LpnPart *part = lpn_raw_net_build (raw, label, error);
      lpn_raw_net_free (raw);
      ok = part != NULL;
      if (ok)
        g_ptr_array_add (parts, part);
    }
  g_ptr_array_unref (reader.raw);
  return ok;
}

bool
lpn_pnml_read_memory (const char *label, const char *data, gsize length, GPtrArray *parts, GError **error)
{
  Input input = { .data = data, .left = length };
  return read_input (label, &input, parts, error);
}

bool
lpn_pnml_read_file (const char *path, GPtrArray *parts, GError **error)
{
  bool  standard = g_str_equal (path, "-");
  Input input = { .file = standard ? stdin : fopen (path, "rb") };
  if (input.file == NULL)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_READ, "%s: cannot be opened: %s", path, g_strerror (errno));
      return false;
    }
  bool ok = read_input (standard ? "stdin" : path, &input, parts, error);
  if (!standard)
    fclose (input.file);
  return ok;
}
