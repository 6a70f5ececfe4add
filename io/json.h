/* SPDX-License-Identifier: MIT */
/*
 * A writer of JSON (RFC 8259) into a string: no spaces, no line ends, so that one value is one line.
 *
 * Inside an object every call takes the member's key, inside an array (and at the top) the key is NULL. Text is
 * escaped; bytes that are not UTF-8 become U+FFFD, so the output is valid JSON whatever file names and ids hold.
 *
 * Numbers: integers beyond 2^53 in size are written as strings, since most readers keep numbers as doubles; doubles get
 * nine significant digits, and what is no finite number becomes null.
 */
#ifndef LPN_IO_JSON_H
#define LPN_IO_JSON_H

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LPN_JSON_MAX_DEPTH 32

typedef struct
{
  GString *out;                       /* borrowed */
  bool     comma;                     /* the next value needs one before it */
  guint    depth;                     /* open objects and arrays */
  char     close[LPN_JSON_MAX_DEPTH]; /* what ends each */
} LpnJson;

/* A writer that appends to `out`. */
LpnJson lpn_json (GString *out);

void lpn_json_object (LpnJson *json, const char *key);
void lpn_json_array (LpnJson *json, const char *key);
/* Ends the object or array opened last. */
void lpn_json_end (LpnJson *json);

/* `text` NULL: null. */
void lpn_json_string (LpnJson *json, const char *key, const char *text);
void lpn_json_int (LpnJson *json, const char *key, gint64 value);
void lpn_json_uint (LpnJson *json, const char *key, guint64 value);
void lpn_json_double (LpnJson *json, const char *key, double value);
void lpn_json_bool (LpnJson *json, const char *key, bool value);

G_END_DECLS

#endif
