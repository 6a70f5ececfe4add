/* SPDX-License-Identifier: MIT */
/*
 * Reading back one JSON object (RFC 8259): its members in their order, each value kept as the JSON text it was written
 * with. Members can be replaced and added and the object written again, so that what a reader does not know passes
 * through unchanged.
 */
#ifndef LPN_IO_JSON_SCAN_H
#define LPN_IO_JSON_SCAN_H

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

typedef struct LpnJsonObject LpnJsonObject;

LpnJsonObject *lpn_json_object_new (void);
/* `text` is one object and nothing else but blanks; otherwise NULL and LPN_IO_ERROR_INVALID with the column. The last
 * of several members of one name counts. Returns: transfer full. */
LpnJsonObject *lpn_json_object_parse (const char *text, GError **error);
void           lpn_json_object_free (LpnJsonObject *object);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnJsonObject, lpn_json_object_free)

/* The JSON text of a member's value; NULL: there is none. Borrowed. */
const char *lpn_json_object_raw (const LpnJsonObject *object, const char *key);
/* A string unescaped, anything else as written; NULL: no such member, or null. Transfer full. */
char *lpn_json_object_text (const LpnJsonObject *object, const char *key);
/* Integers may be strings of digits (io/json.h). false: no such member, or not a number of that kind. */
bool lpn_json_object_uint (const LpnJsonObject *object, const char *key, guint64 *value);
bool lpn_json_object_double (const LpnJsonObject *object, const char *key, double *value);

/* The items of an array (char *), each as the JSON text it was written with; NULL and LPN_IO_ERROR_INVALID with the
 * column if `text` is anything else. Returns: transfer full. */
GPtrArray *lpn_json_array_parse (const char *text, GError **error);
/* A string unescaped; NULL: `raw` is no string. Transfer full. */
char *lpn_json_string_text (const char *raw);

/* Replaces the member or adds it at the end. */
void lpn_json_object_set_string (LpnJsonObject *object, const char *key, const char *value);
void lpn_json_object_set_uint (LpnJsonObject *object, const char *key, guint64 value);
void lpn_json_object_set_double (LpnJsonObject *object, const char *key, double value);

/* One line, with its end. */
void lpn_json_object_write (const LpnJsonObject *object, GString *out);

G_END_DECLS

#endif
