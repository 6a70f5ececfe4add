/* SPDX-License-Identifier: MIT */
#include "io/json-scan.h"

#include <string.h>

#include "io/io.h"
#include "io/json.h"

typedef struct
{
  char *key;
  char *raw;
} Member;

struct LpnJsonObject
{
  GArray *members; /* Member */
};

static void
clear_member (gpointer data)
{
  g_free (((Member *)data)->key);
  g_free (((Member *)data)->raw);
}

LpnJsonObject *
lpn_json_object_new (void)
{
  LpnJsonObject *object = g_new (LpnJsonObject, 1);
  object->members = g_array_new (FALSE, FALSE, sizeof (Member));
  g_array_set_clear_func (object->members, clear_member);
  return object;
}

void
lpn_json_object_free (LpnJsonObject *object)
{
  if (object == NULL)
    return;
  g_array_unref (object->members);
  g_free (object);
}

static const char *
skip_blanks (const char *p)
{
  while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
    p++;
  return p;
}

/* The skip functions answer the first byte after what they are named for; NULL: it is not there. */
static const char *
skip_string (const char *p)
{
  if (*p++ != '"')
    return NULL;
  for (; *p != '"'; p++)
    {
      if ((guchar)*p < 0x20)
        return NULL;
      if (*p != '\\')
        continue;
      p++;
      if (*p == '\0' || strchr ("\"\\/bfnrtu", *p) == NULL)
        return NULL;
      for (guint i = 0; *p == 'u' && i < 4; i++)
        if (!g_ascii_isxdigit (p[1 + i]))
          return NULL;
    }
  return p + 1;
}

static const char *
skip_digits (const char *p)
{
  if (!g_ascii_isdigit (*p))
    return NULL;
  while (g_ascii_isdigit (*p))
    p++;
  return p;
}

static const char *
skip_number (const char *p)
{
  p += *p == '-';
  p = *p == '0' ? p + 1 : skip_digits (p);
  if (p != NULL && *p == '.')
    p = skip_digits (p + 1);
  if (p != NULL && (*p == 'e' || *p == 'E'))
    {
      p++;
      p = skip_digits (p + (*p == '+' || *p == '-'));
    }
  return p;
}

static const char *skip_value (const char *p, guint depth);

/* An array, or an object nested in a member. */
static const char *
skip_nested (const char *p, guint depth)
{
  bool object = *p == '{';
  char close = object ? '}' : ']';

  if (depth >= LPN_JSON_MAX_DEPTH)
    return NULL;
  p = skip_blanks (p + 1);
  if (*p == close)
    return p + 1;
  for (;;)
    {
      if (object)
        {
          p = skip_string (p);
          p = p != NULL ? skip_blanks (p) : NULL;
          if (p == NULL || *p != ':')
            return NULL;
          p = skip_blanks (p + 1);
        }
      p = skip_value (p, depth + 1);
      if (p == NULL)
        return NULL;
      p = skip_blanks (p);
      if (*p == close)
        return p + 1;
      if (*p != ',')
        return NULL;
      p = skip_blanks (p + 1);
    }
}

static const char *
skip_value (const char *p, guint depth)
{
  static const char *const words[] = { "true", "false", "null" };
  if (*p == '"')
    return skip_string (p);
  if (*p == '{' || *p == '[')
    return skip_nested (p, depth);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (p, words[i]))
      return p + strlen (words[i]);
  return skip_number (p);
}

/* Four hexadecimal digits, which skip_string() has seen. */
static gunichar
hex4 (const char *p)
{
  gunichar value = 0;
  for (guint i = 0; i < 4; i++)
    value = value << 4 | (gunichar)g_ascii_xdigit_value (p[i]);
  return value;
}

static const char *
put_escape (const char *p, GString *text)
{
  static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
  const char       *name = strchr (names, *p);

  if (*p != 'u')
    {
      g_string_append_c (text, name != NULL ? values[name - names] : *p);
      return p + 1;
    }
  gunichar c = hex4 (p + 1);
  p += 5;
  bool     pair = c >= 0xD800 && c < 0xDC00 && p[0] == '\\' && p[1] == 'u';
  gunichar low = pair ? hex4 (p + 2) : 0;
  if (low >= 0xDC00 && low < 0xE000)
    {
      c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
      p += 6;
    }
  g_string_append_unichar (text, g_unichar_validate (c) && c != 0 ? c : 0xFFFD);
  return p;
}

/* `p` is at the opening quote of a well-formed string. */
static char *
unescape (const char *p)
{
  GString *text = g_string_new (NULL);
  p++;
  while (*p != '"')
    if (*p == '\\')
      p = put_escape (p + 1, text);
    else
      g_string_append_c (text, *p++);
  return g_string_free (text, FALSE);
}

static Member *
find (const LpnJsonObject *object, const char *key)
{
  for (guint i = 0; i < object->members->len; i++)
    {
      Member *member = &g_array_index (object->members, Member, i);
      if (g_str_equal (member->key, key))
        return member;
    }
  return NULL;
}

/* Takes `raw`. */
static void
set_raw (LpnJsonObject *object, const char *key, char *raw)
{
  Member *member = find (object, key);
  if (member == NULL)
    {
      Member added = { g_strdup (key), raw };
      g_array_append_val (object->members, added);
      return;
    }
  g_free (member->raw);
  member->raw = raw;
}

/* "key": value; *p moves behind it. false: *p is where it went wrong. */
static bool
scan_member (LpnJsonObject *object, const char **p)
{
  const char *end = skip_string (*p);
  if (end == NULL)
    return false;
  g_autofree char *key = unescape (*p);
  *p = skip_blanks (end);
  if (**p != ':')
    return false;
  *p = skip_blanks (*p + 1);
  end = skip_value (*p, 1);
  if (end == NULL)
    return false;
  set_raw (object, key, g_strndup (*p, (gsize)(end - *p)));
  *p = skip_blanks (end);
  return true;
}

static bool
scan_object (LpnJsonObject *object, const char **p)
{
  *p = skip_blanks (*p);
  if (**p != '{')
    return false;
  *p = skip_blanks (*p + 1);
  bool more = **p != '}';
  while (more)
    {
      if (!scan_member (object, p))
        return false;
      more = **p == ',';
      if (more)
        *p = skip_blanks (*p + 1);
    }
  if (**p != '}')
    return false;
  *p = skip_blanks (*p + 1);
  return **p == '\0';
}

LpnJsonObject *
lpn_json_object_parse (const char *text, GError **error)
{
  g_autoptr (LpnJsonObject) object = lpn_json_object_new ();
  const char *p = text;

  if (!scan_object (object, &p))
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "not a JSON object: fault at column %u",
                   (guint)(p - text) + 1);
      return NULL;
    }
  return g_steal_pointer (&object);
}

GPtrArray *
lpn_json_array_parse (const char *text, GError **error)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  const char *p = skip_blanks (text);
  bool        good = *p == '[';
  bool        more = false;

  if (good)
    {
      p = skip_blanks (p + 1);
      more = *p != ']';
    }
  while (good && more)
    {
      const char *end = skip_value (p, 1);
      good = end != NULL;
      if (!good)
        break;
      g_ptr_array_add (items, g_strndup (p, (gsize)(end - p)));
      p = skip_blanks (end);
      more = *p == ',';
      if (more)
        p = skip_blanks (p + 1);
    }
  if (good && *p == ']' && *skip_blanks (p + 1) == '\0')
    return g_steal_pointer (&items);
  g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_INVALID, "not a JSON array: fault at column %u",
               (guint)(p - text) + 1);
  return NULL;
}

char *
lpn_json_string_text (const char *raw)
{
  const char *end = skip_string (raw);
  return end != NULL ? unescape (raw) : NULL;
}

const char *
lpn_json_object_raw (const LpnJsonObject *object, const char *key)
{
  const Member *member = find (object, key);
  return member != NULL ? member->raw : NULL;
}

char *
lpn_json_object_text (const LpnJsonObject *object, const char *key)
{
  const char *raw = lpn_json_object_raw (object, key);
  if (raw == NULL || g_str_equal (raw, "null"))
    return NULL;
  return raw[0] == '"' ? unescape (raw) : g_strdup (raw);
}

bool
lpn_json_object_uint (const LpnJsonObject *object, const char *key, guint64 *value)
{
  g_autofree char *text = lpn_json_object_text (object, key);
  return text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, value, NULL);
}

bool
lpn_json_object_double (const LpnJsonObject *object, const char *key, double *value)
{
  const char *raw = lpn_json_object_raw (object, key);
  if (raw == NULL || (raw[0] != '-' && !g_ascii_isdigit (raw[0])))
    return false;
  *value = g_ascii_strtod (raw, NULL);
  return true;
}

void
lpn_json_object_set_string (LpnJsonObject *object, const char *key, const char *value)
{
  GString *raw = g_string_new (NULL);
  LpnJson  json = lpn_json (raw);
  lpn_json_string (&json, NULL, value);
  set_raw (object, key, g_string_free (raw, FALSE));
}

void
lpn_json_object_set_uint (LpnJsonObject *object, const char *key, guint64 value)
{
  GString *raw = g_string_new (NULL);
  LpnJson  json = lpn_json (raw);
  lpn_json_uint (&json, NULL, value);
  set_raw (object, key, g_string_free (raw, FALSE));
}

void
lpn_json_object_set_double (LpnJsonObject *object, const char *key, double value)
{
  GString *raw = g_string_new (NULL);
  LpnJson  json = lpn_json (raw);
  lpn_json_double (&json, NULL, value);
  set_raw (object, key, g_string_free (raw, FALSE));
}

void
lpn_json_object_write (const LpnJsonObject *object, GString *out)
{
  g_string_append_c (out, '{');
  for (guint i = 0; i < object->members->len; i++)
    {
      const Member *member = &g_array_index (object->members, Member, i);
      LpnJson       json = lpn_json (out);
      if (i > 0)
        g_string_append_c (out, ',');
      lpn_json_string (&json, NULL, member->key);
      g_string_append_printf (out, ":%s", member->raw);
    }
  g_string_append (out, "}\n");
}
