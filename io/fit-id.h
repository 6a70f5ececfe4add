/* SPDX-License-Identifier: MIT */
/* Ids for formats that allow fewer of them than a net does. */
#ifndef LPN_IO_FIT_ID_H
#define LPN_IO_FIT_ID_H

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/* The name (transfer full), or with "_2" and so on behind it: what is not in `taken`, a set of owned strings, to which
 * it is added. Returns: owned by the set. */
const char *lpn_claim_id (GString *name, GHashTable *taken);

/* An id like `id`, of letters, digits, '_' and, but not first, '.', that `fits` likes (NULL: any) and that is
 * claimed from `taken`. `fits` must like every word of letters, digits and single '_'
 * between them that ends in "_x" or in a number. Returns: transfer full. */
char *lpn_fit_id (const char *id, bool (*fits) (const char *id), GHashTable *taken);

G_END_DECLS

#endif
