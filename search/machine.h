/* SPDX-License-Identifier: MIT */
/* What the machine allows a process, and what the process holds. */
#ifndef LPN_SEARCH_MACHINE_H
#define LPN_SEARCH_MACHINE_H

#include <glib.h>

/* Bytes resident now, and at most so far. 0 where the system does not tell. */
guint64 lpn_resident_bytes (void);
guint64 lpn_peak_resident_bytes (void);

/* How large this process may become before the machine or its control group runs short, less a margin of a tenth
 * (at most 1 GiB). */
guint64 lpn_machine_limit (void);

#endif
