/* SPDX-License-Identifier: MIT */
/*
 * The model families: nets made from a name and a few numbers.
 *
 * A model is asked for as
 *   peterson:4               parameters in their order, the rest by default
 *   peterson:N=4,ERROR=1     by name, also after positional ones
 *   peterson                 all by default
 *   peterson.4               a numbered instance; for the families of BEEM, BEEM's numbers
 *
 * Adding a family: one file in benchmarks/families/, one row in families.c, one line in meson.build.
 *
 * The BEEM families (Pelanek, "BEEM: Benchmarks for Explicit Model Checkers") have BEEM's reachable states, transitions
 * and deadlocks, though not its text: one module per process, one place per location. A computed index such as pos[k]
 * is written out, one transition per value of k, so that each transition depends only on the cell it reads.
 */
#ifndef LPN_BENCHMARKS_FAMILIES_H
#define LPN_BENCHMARKS_FAMILIES_H

#include "lpn/net.h"

G_BEGIN_DECLS

#define LPN_FAMILY_ERROR (lpn_family_error_quark ())
GQuark lpn_family_error_quark (void);

typedef enum
{
  LPN_FAMILY_ERROR_UNKNOWN,   /* no such family or numbered instance */
  LPN_FAMILY_ERROR_PARAMETER, /* no such parameter, or too many, or one twice */
  LPN_FAMILY_ERROR_VALUE,     /* not a number, or outside the parameter's limits */
} LpnFamilyError;

#define LPN_FAMILY_MAX_PARAMETERS 6

typedef struct
{
  const char *name;
  const char *summary;
  gint64      standard; /* the value when none is given */
  gint64      min;
  gint64      max;
} LpnFamilyParameter;

typedef struct
{
  guint       number;     /* 4 in peterson.4; numbers may have gaps */
  const char *parameters; /* "N=4,ERROR=1" */
} LpnFamilyInstance;

typedef struct
{
  const char              *name;
  const char              *summary;
  LpnFamilyParameter       parameters[LPN_FAMILY_MAX_PARAMETERS]; /* ended by a NULL name if fewer */
  const LpnFamilyInstance *instances;                             /* ended by number 0; NULL: none */
  /* `values`: one per parameter, within its limits. Returns: transfer full. */
  LpnNet *(*build) (const char *net_name, const gint64 *values, GError **error);
} LpnFamily;

/* All families, ended by NULL. */
const LpnFamily *const *lpn_families (void);

/* The family that `spec` asks for, judged by its shape alone: a known name that stands alone or before ':' or before
 * '.' and digits. NULL: not a family (perhaps a file). */
const LpnFamily *lpn_family_find (const char *spec);
guint            lpn_family_n_parameters (const LpnFamily *family);

/* Reads `spec` and fills `values` (LPN_FAMILY_MAX_PARAMETERS of them). Returns the family, or NULL with `error` set to
 * a sentence that lists what is known. */
const LpnFamily *lpn_family_parse (const char *spec, gint64 *values, GError **error);

/* Reads `spec` and builds the net, frozen and named after family and parameters ("peterson-N4-ERROR1"; those at their
 * standard value are left out, the first never). Returns: transfer full. */
LpnNet *lpn_family_build (const char *spec, GError **error);

G_END_DECLS

#endif
