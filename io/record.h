/* SPDX-License-Identifier: MIT */
/*
 * The result record: what one run found and what it cost, as a table for people or as one line of JSON.
 *
 * docs/output.md lists the keys of the JSON object and what each means; a test compares that list with what is written.
 * A key is absent where it makes no sense (nodes of a hash table, a witness where nothing was found).
 */
#ifndef LPN_IO_RECORD_H
#define LPN_IO_RECORD_H

#include <glib.h>

#include "lpn/net.h"
#include "lpn/partition.h"
#include "search/search.h"

G_BEGIN_DECLS

typedef struct
{
  const char         *model; /* as the user named it */
  const LpnNet       *net;
  const LpnPartition *partition;
  LpnPartitionKind    kind;
  const char         *order;        /* as the user named it */
  const char         *chosen_order; /* what "auto" came to; NULL: nothing was chosen */
  const LpnResult    *result;
} LpnRecord;

/* One object and a line end. */
void lpn_record_json (const LpnRecord *record, GString *out);
/* Lines of "name  value"; no witnesses. */
void lpn_record_text (const LpnRecord *record, GString *out);

/* Numbers for people: "1,234,567"; "12.3 MiB". Returns: transfer full. */
char *lpn_text_count (guint64 value);
char *lpn_text_bytes (guint64 bytes);

G_END_DECLS

#endif
