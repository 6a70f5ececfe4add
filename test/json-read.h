/* SPDX-License-Identifier: MIT */
/* A strict little JSON reader, for checking what the program writes: what it refuses is not JSON. */
#ifndef LPN_TEST_JSON_READ_H
#define LPN_TEST_JSON_READ_H

#include <glib.h>
#include <stdbool.h>

typedef enum
{
  LPN_JSON_NULL,
  LPN_JSON_BOOL,
  LPN_JSON_NUMBER,
  LPN_JSON_STRING,
  LPN_JSON_ARRAY,
  LPN_JSON_OBJECT,
} LpnJsonKind;

typedef struct
{
  LpnJsonKind kind;
  char       *text;  /* of a string, unescaped; else as written; NULL for arrays and objects */
  GPtrArray  *items; /* LpnJsonValue: of an array, or the values of an object */
  GPtrArray  *keys;  /* char *: of an object */
} LpnJsonValue;

/* The one value `text` consists of, blanks around it allowed; NULL if it is anything else. Transfer full. */
LpnJsonValue *lpn_json_read (const char *text);
void          lpn_json_value_free (LpnJsonValue *value);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnJsonValue, lpn_json_value_free)

/* A member of an object, an item of an array; NULL where there is none (or `value` is NULL or of another kind). */
const LpnJsonValue *lpn_json_get (const LpnJsonValue *value, const char *key);
const LpnJsonValue *lpn_json_at (const LpnJsonValue *value, guint i);
/* The text of a member, or "". */
const char *lpn_json_get_text (const LpnJsonValue *value, const char *key);
/* A member that is an integer, written as a number or a string; G_MAXUINT64 where it is none. */
guint64 lpn_json_get_uint (const LpnJsonValue *value, const char *key);
guint   lpn_json_length (const LpnJsonValue *value);

#endif
