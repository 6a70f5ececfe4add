/* SPDX-License-Identifier: MIT */
#include "io/json.h"

#include <math.h>
#include <string.h>

static const gint64 EXACT = G_GINT64_CONSTANT (1) << 53;

LpnJson
lpn_json (GString *out)
{
  return (LpnJson){ .out = out };
}

static void
quote (GString *out, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (out, '"');
  for (const char *p = valid; *p != '\0'; p++)
    {
      unsigned char c = (unsigned char)*p;
      if (c == '"' || c == '\\')
        g_string_append_printf (out, "\\%c", c);
      else if (c < 0x20 || c == 0x7f)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}

/* What stands before a value: comma and key. */
static void
begin (LpnJson *json, const char *key)
{
  if (json->comma)
    g_string_append_c (json->out, ',');
  json->comma = true;
  if (key != NULL)
    {
      quote (json->out, key);
      g_string_append_c (json->out, ':');
    }
}

static void
open (LpnJson *json, const char *key, char first, char last)
{
  g_return_if_fail (json->depth < LPN_JSON_MAX_DEPTH);
  begin (json, key);
  g_string_append_c (json->out, first);
  json->close[json->depth++] = last;
  json->comma = false;
}

void
lpn_json_object (LpnJson *json, const char *key)
{
  open (json, key, '{', '}');
}

void
lpn_json_array (LpnJson *json, const char *key)
{
  open (json, key, '[', ']');
}

void
lpn_json_end (LpnJson *json)
{
  g_return_if_fail (json->depth > 0);
  g_string_append_c (json->out, json->close[--json->depth]);
  json->comma = true;
}

void
lpn_json_string (LpnJson *json, const char *key, const char *text)
{
  begin (json, key);
  if (text != NULL)
    quote (json->out, text);
  else
    g_string_append (json->out, "null");
}

void
lpn_json_int (LpnJson *json, const char *key, gint64 value)
{
  const char *mark = value > EXACT || value < -EXACT ? "\"" : "";
  begin (json, key);
  g_string_append_printf (json->out, "%s%" G_GINT64_FORMAT "%s", mark, value, mark);
}

void
lpn_json_uint (LpnJson *json, const char *key, guint64 value)
{
  const char *mark = value > (guint64)EXACT ? "\"" : "";
  begin (json, key);
  g_string_append_printf (json->out, "%s%" G_GUINT64_FORMAT "%s", mark, value, mark);
}

void
lpn_json_double (LpnJson *json, const char *key, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  begin (json, key);
  if (isfinite (value))
    g_string_append (json->out, g_ascii_formatd (text, sizeof text, "%.9g", value));
  else
    g_string_append (json->out, "null");
}

void
lpn_json_bool (LpnJson *json, const char *key, bool value)
{
  begin (json, key);
  g_string_append (json->out, value ? "true" : "false");
}
