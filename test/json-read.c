/* SPDX-License-Identifier: MIT */
#include "test/json-read.h"

#include <string.h>

static LpnJsonValue *read_value (const char **p, guint depth);

void
lpn_json_value_free (LpnJsonValue *value)
{
  if (value == NULL)
    return;
  g_free (value->text);
  g_clear_pointer (&value->items, g_ptr_array_unref);
  g_clear_pointer (&value->keys, g_ptr_array_unref);
  g_free (value);
}

static void
skip_blanks (const char **p)
{
  *p += strspn (*p, " \t\r\n");
}

/* \uXXXX after the u; only what a writer of UTF-8 escapes, so no surrogates. */
static bool
read_code (const char **p, GString *text)
{
  gunichar code = 0;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value ((*p)[i]);
      if (digit < 0)
        return false;
      code = code * 16 + (gunichar)digit;
    }
  *p += 4;
  g_string_append_unichar (text, code);
  return code < 0xd800 || code > 0xdfff;
}

/* From the opening quote. NULL: no string. */
static char *
read_string (const char **p)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (*(*p)++ != '"')
    return NULL;
  while (**p != '"')
    {
      static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
      unsigned char     c = (unsigned char)*(*p)++;
      if (c < 0x20)
        return NULL;
      if (c != '\\')
        {
          g_string_append_c (text, (char)c);
          continue;
        }
      c = (unsigned char)*(*p)++;
      const char *letter = c != '\0' ? strchr (letters, c) : NULL;
      if (letter != NULL)
        g_string_append_c (text, values[letter - letters]);
      else if (c != 'u' || !read_code (p, text))
        return NULL;
    }
  (*p)++;
  return g_utf8_validate (text->str, -1, NULL) ? g_strdup (text->str) : NULL;
}

static bool
read_items (const char **p, LpnJsonValue *value, char close, guint depth)
{
  value->items = g_ptr_array_new_with_free_func ((GDestroyNotify)lpn_json_value_free);
  value->keys = g_ptr_array_new_with_free_func (g_free);
  (*p)++;
  skip_blanks (p);
  if (**p == close)
    return (*p)++, true;
  for (;;)
    {
      if (close == '}')
        {
          char *key = read_string (p);
          if (key == NULL)
            return false;
          g_ptr_array_add (value->keys, key);
          skip_blanks (p);
          if (*(*p)++ != ':')
            return false;
        }
      LpnJsonValue *item = read_value (p, depth);
      if (item == NULL)
        return false;
      g_ptr_array_add (value->items, item);
      skip_blanks (p);
      char c = *(*p)++;
      if (c == close)
        return true;
      if (c != ',')
        return false;
      skip_blanks (p);
    }
}

static bool
read_word (const char **p, LpnJsonValue *value)
{
  static const char *const words[] = { "null", "true", "false" };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (*p, words[i]))
      {
        value->kind = i == 0 ? LPN_JSON_NULL : LPN_JSON_BOOL;
        value->text = g_strdup (words[i]);
        *p += strlen (words[i]);
        return true;
      }
  return false;
}

static bool
read_number (const char **p, LpnJsonValue *value)
{
  g_autoptr (GRegex) shape = g_regex_new ("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  if (!g_regex_match (shape, *p, 0, &match))
    return false;
  value->kind = LPN_JSON_NUMBER;
  value->text = g_match_info_fetch (match, 0);
  *p += strlen (value->text);
  return true;
}

static LpnJsonValue *
read_value (const char **p, guint depth)
{
  g_autoptr (LpnJsonValue) value = g_new0 (LpnJsonValue, 1);
  bool ok;

  skip_blanks (p);
  if (**p == '"')
    {
      value->kind = LPN_JSON_STRING;
      value->text = read_string (p);
      ok = value->text != NULL;
    }
  else if (**p == '{' || **p == '[')
    {
      value->kind = **p == '{' ? LPN_JSON_OBJECT : LPN_JSON_ARRAY;
      ok = depth > 0 && read_items (p, value, **p == '{' ? '}' : ']', depth - 1);
    }
  else
    ok = read_word (p, value) || read_number (p, value);
  return ok ? g_steal_pointer (&value) : NULL;
}

LpnJsonValue *
lpn_json_read (const char *text)
{
  const char *p = text;
  g_autoptr (LpnJsonValue) value = read_value (&p, 50);
  if (value == NULL) /* `p` may stand behind the end */
    return NULL;
  skip_blanks (&p);
  return *p == '\0' ? g_steal_pointer (&value) : NULL;
}

const LpnJsonValue *
lpn_json_get (const LpnJsonValue *value, const char *key)
{
  for (guint i = 0; value != NULL && value->keys != NULL && i < value->keys->len; i++)
    if (g_str_equal (g_ptr_array_index (value->keys, i), key))
      return g_ptr_array_index (value->items, i);
  return NULL;
}

const LpnJsonValue *
lpn_json_at (const LpnJsonValue *value, guint i)
{
  return i < lpn_json_length (value) ? g_ptr_array_index (value->items, i) : NULL;
}

const char *
lpn_json_get_text (const LpnJsonValue *value, const char *key)
{
  const LpnJsonValue *member = lpn_json_get (value, key);
  return member != NULL && member->text != NULL ? member->text : "";
}

guint64
lpn_json_get_uint (const LpnJsonValue *value, const char *key)
{
  guint64 number = G_MAXUINT64;
  g_ascii_string_to_unsigned (lpn_json_get_text (value, key), 10, 0, G_MAXUINT64, &number, NULL);
  return number;
}

guint
lpn_json_length (const LpnJsonValue *value)
{
  return value != NULL && value->items != NULL ? value->items->len : 0;
}
