/* SPDX-License-Identifier: MIT */
/* Arrays of guint32 as sets. */
#ifndef LPN_BASE_NUMBERS_H
#define LPN_BASE_NUMBERS_H

#include <glib.h>

/* Sorts a GArray of guint32 and removes repetitions. */
void lpn_numbers_make_set (GArray *numbers);

#endif
