/* SPDX-License-Identifier: MIT */
/*
 * Errors of the folder io/: everything that crosses the process boundary.
 *
 * A message starts with where the fault is, "net.pnml:12: ", and names the id it concerns. Faults inside an expression
 * keep their own domain (LPN_NET_ERROR), with the same kind of prefix.
 */
#ifndef LPN_IO_IO_H
#define LPN_IO_IO_H

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LPN_IO_ERROR (lpn_io_error_quark ())
GQuark lpn_io_error_quark (void);

typedef enum
{
  LPN_IO_ERROR_READ,        /* a file that cannot be opened or read */
  LPN_IO_ERROR_WRITE,       /* a file that cannot be written, or a net that its format cannot hold */
  LPN_IO_ERROR_FORMAT,      /* not a file of any format we know */
  LPN_IO_ERROR_MALFORMED,   /* XML that is not well-formed, DVE that does not parse */
  LPN_IO_ERROR_UNSUPPORTED, /* well-formed, but means something we do not do: high-level nets, inhibitor arcs */
  LPN_IO_ERROR_INVALID,     /* breaks a rule of its format: unknown ids, bad numbers, duplicates */
  LPN_IO_ERROR_LIMIT,       /* too deep, too long, too many, or out of memory */
} LpnIoError;

/* For writers: sets `error` to "FORMAT cannot say ...", what the net has and the format has no words for. Always
 * false. */
bool lpn_cannot_say (GError **error, const char *format, const char *what, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS

#endif
