/* SPDX-License-Identifier: MIT */
/*
 * The net as its author wrote it: modules, places, transitions, variables, properties.
 *
 * Vocabulary
 *   module      a group of places, transitions and own variables; modules share variables, never places
 *   variable    a scalar (size 1) or an array of `size` cells; module LPN_NONE: shared by all
 *   element     one place or one variable cell. Elements are numbered: places first, in order, then the cells of
 *               variable 0, 1, ... A state vector holds one gint64 per element
 *   safe place  a place of a labeled net: at most one token; other places (plain P/T nets) hold any 64-bit count
 *   unit        a NUPN unit: a named group of places that are never marked together
 *   signal      a wire of a circuit: a scalar variable with a port that has the values 0 and 1. A transition may be an
 *               edge of it: a rise, a fall, or a toggle where the file does not say which
 *   persistent  a transition that stays enabled when its guard becomes false; net-latch.c has the exact meaning.
 * Freezing gives it a latch, a variable of its own that stands for its guard
 *
 * Life: made empty, filled by lpn_net_add_*, then frozen by lpn_net_freeze(), which checks it and builds the adjacency.
 * Reading functions that need adjacency (lpn_net_pre, lpn_net_post, elements) are for frozen nets. A frozen net is
 * immutable.
 *
 * Ids: places and transitions share one name space per net. A variable's id is unique in its module, or among the
 * shared ones. Storage is flat: about 100 bytes per node and 24 per arc, so nets of millions of nodes are fine.
 *
 * Ownership: strings are copied in; expressions are taken over (transfer full); everything handed out is borrowed.
 *
 * Follows Definition 2.1 of Zheng, Price, Myers, "Using Decision Diagrams to Compactly Represent the State Space for
 * Explicit Model Checking".
 */
#ifndef LPN_LPN_NET_H
#define LPN_LPN_NET_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/expr.h"

G_BEGIN_DECLS

#define LPN_NONE G_MAXUINT32

/* Errors of the folder lpn/. */
#define LPN_NET_ERROR (lpn_net_error_quark ())
GQuark lpn_net_error_quark (void);

typedef enum
{
  LPN_NET_ERROR_DUPLICATE, /* an id twice */
  LPN_NET_ERROR_UNKNOWN,   /* a name that names nothing */
  LPN_NET_ERROR_VALUE,     /* a number outside what is allowed there */
  LPN_NET_ERROR_PARSE,     /* an expression that does not parse */
  LPN_NET_ERROR_TYPE,      /* an expression that does not type-check */
  LPN_NET_ERROR_LIMIT,     /* too large or too deep */
  LPN_NET_ERROR_PARTITION, /* a partition or order that does not fit the net */
} LpnNetError;

typedef struct _LpnNet LpnNet;

typedef struct
{
  const char *id;
} LpnModule;

/* Who drives a signal. */
typedef enum
{
  LPN_PORT_NONE, /* not a signal: a plain variable */
  LPN_PORT_INPUT,
  LPN_PORT_OUTPUT,
  LPN_PORT_INTERNAL,
} LpnPort;

typedef enum
{
  LPN_EDGE_NONE,
  LPN_EDGE_RISE,
  LPN_EDGE_FALL,
  LPN_EDGE_TOGGLE,
} LpnEdge;

typedef struct
{
  const char   *id;
  guint32       module; /* LPN_NONE: shared */
  guint32       size;   /* cells */
  bool          is_array;
  bool          has_range; /* false: min and max are the 64-bit limits */
  gint64        min;
  gint64        max;
  const gint64 *initial; /* one per cell */
  LpnPort       port;
  guint32       latch_of; /* LPN_NONE, or the persistent transition whose latch it is; latches come last */
} LpnVariable;

typedef struct
{
  const char *id;
  const char *name; /* NULL: none given */
  guint32     module;
  bool        safe;
  bool        mutex;    /* choice at it is an arbiter's: exempt from persistency */
  gint64      initial;  /* tokens, >= 0 */
  gint64      capacity; /* what the question `safe` allows, >= 1; no limit on firing. 1 unless said otherwise */
} LpnPlace;

/* One side of the adjacency: a place and the arc's weight (parallel arcs are added up), >= 1. */
typedef struct
{
  guint32 place;
  gint64  weight;
} LpnArc;

/* variable := value, or variable[index] := value. */
typedef struct
{
  guint32        variable;
  const LpnExpr *index; /* NULL for a scalar */
  const LpnExpr *value;
} LpnAssign;

typedef struct
{
  const char      *id;
  const char      *name; /* NULL: none given */
  guint32          module;
  bool             fail;         /* firing it is an error the user is looking for */
  bool             fail_enabled; /* (with fail) already its being enabled is */
  bool             persistent;
  const LpnExpr   *guard; /* NULL: true */
  guint            n_assigns;
  const LpnAssign *assigns; /* in the order added; all right-hand sides and indices are read before the firing, and
                               where two computed indices meet in one cell the later assignment wins */
  guint32        signal;    /* the variable it is an edge of, LPN_NONE: of none (a dummy, or a plain transition) */
  LpnEdge        edge;      /* LPN_EDGE_NONE exactly if there is no signal */
  guint32        latch;     /* of a persistent transition of a frozen net with a guard, else LPN_NONE */
  const LpnExpr *own_guard; /* with a latch: the guard as it was written */
} LpnTransition;

typedef enum
{
  LPN_PROPERTY_INVARIANT, /* holds in every reachable state */
  LPN_PROPERTY_REACH,     /* a state where it holds is reachable (finding one is `violated`, exit code 1) */
  LPN_PROPERTY_DEADLOCK,  /* no reachable state without an enabled transition; no expression */
} LpnPropertyKind;

typedef struct
{
  const char     *id;
  LpnPropertyKind kind;
  const LpnExpr  *expr; /* NULL for LPN_PROPERTY_DEADLOCK */
} LpnProperty;

typedef struct
{
  const char    *id;
  guint32        parent; /* LPN_NONE: root */
  guint          n_places;
  const guint32 *places; /* its own, not those of sub-units */
} LpnUnit;

LpnNet *lpn_net_new (const char *name);
void    lpn_net_free (LpnNet *net);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnNet, lpn_net_free)

/* Filling. Each returns the new index, counted from 0 per kind, or LPN_NONE with `error` set. */
guint32 lpn_net_add_module (LpnNet *net, const char *id, GError **error);
/* `initial`: `size` values. size 0 is refused. Pass min = G_MININT64, max = G_MAXINT64 for no range. */
guint32 lpn_net_add_variable (LpnNet *net, guint32 module, const char *id, bool is_array, guint32 size,
                              const gint64 *initial, gint64 min, gint64 max, GError **error);
guint32 lpn_net_add_place (LpnNet *net, guint32 module, const char *id, const char *name, bool safe, gint64 initial,
                           GError **error);
guint32 lpn_net_add_transition (LpnNet *net, guint32 module, const char *id, const char *name, bool fail,
                                GError **error);
guint32 lpn_net_add_property (LpnNet *net, const char *id, LpnPropertyKind kind, LpnExpr *expr, GError **error);
/* A NUPN unit; `places` is copied. Parents come before their sub-units. */
guint32 lpn_net_add_unit (LpnNet *net, const char *id, guint32 parent, const guint32 *places, guint n_places,
                          GError **error);

/* Arcs, in any order; weight >= 1. place -> transition, and transition -> place. */
void lpn_net_add_input (LpnNet *net, guint32 transition, guint32 place, gint64 weight);
void lpn_net_add_output (LpnNet *net, guint32 transition, guint32 place, gint64 weight);
/* Labels; replace what was there (guard) or append (assign). Transfer full. */
void lpn_net_set_guard (LpnNet *net, guint32 transition, LpnExpr *guard);
void lpn_net_add_assign (LpnNet *net, guint32 transition, guint32 variable, LpnExpr *index, LpnExpr *value);

/* What a circuit knows. A port is a scalar's. An edge is said once per transition; it also appends the assignment that
 * it is: signal := 1 - signal, whatever its direction. In a consistent net that is the same as 1 or 0; in another one
 * it is what circuit tools count states by. */
void lpn_net_set_port (LpnNet *net, guint32 variable, LpnPort port);
void lpn_net_set_edge (LpnNet *net, guint32 transition, guint32 variable, LpnEdge edge);
void lpn_net_set_mutex (LpnNet *net, guint32 place);
/* capacity >= 1 */
void lpn_net_set_capacity (LpnNet *net, guint32 place, gint64 capacity);
/* Flags of a transition. */
void lpn_net_set_fail_enabled (LpnNet *net, guint32 transition);
void lpn_net_set_persistent (LpnNet *net, guint32 transition);

/* Checks the whole (safe places: initial at most 1, arc weights 1; initial values in range; no scalar or constant cell
 * assigned twice by a transition; sums of parallel arcs fit), builds the adjacency and gives persistent transitions
 * their latches. */
bool lpn_net_freeze (LpnNet *net, GError **error);

/* Reading. */
const char *lpn_net_name (const LpnNet *net);
guint32     lpn_net_n_modules (const LpnNet *net);
guint32     lpn_net_n_variables (const LpnNet *net);
guint32     lpn_net_n_places (const LpnNet *net);
guint32     lpn_net_n_transitions (const LpnNet *net);
guint32     lpn_net_n_properties (const LpnNet *net);
guint32     lpn_net_n_units (const LpnNet *net);
guint64     lpn_net_n_arcs (const LpnNet *net); /* after freezing: distinct (place, transition, direction) */

const LpnModule     *lpn_net_module (const LpnNet *net, guint32 i);
const LpnVariable   *lpn_net_variable (const LpnNet *net, guint32 i);
const LpnPlace      *lpn_net_place (const LpnNet *net, guint32 i);
const LpnTransition *lpn_net_transition (const LpnNet *net, guint32 i);
const LpnProperty   *lpn_net_property (const LpnNet *net, guint32 i);
const LpnUnit       *lpn_net_unit (const LpnNet *net, guint32 i);

/* The net as it was written: the guard with or without latch; variables and assignments but latches, which are the
 * last ones. */
const LpnExpr *lpn_net_written_guard (const LpnNet *net, guint32 transition);
guint32        lpn_net_n_written_variables (const LpnNet *net);
guint          lpn_net_n_written_assigns (const LpnNet *net, guint32 transition);

/* Input and output arcs of a transition, sorted by place. */
const LpnArc *lpn_net_pre (const LpnNet *net, guint32 transition, guint *n);
const LpnArc *lpn_net_post (const LpnNet *net, guint32 transition, guint *n);

/* Elements. */
guint32 lpn_net_n_elements (const LpnNet *net);
/* Element of cell 0 of a variable; the others follow. (The element of a place is its own index.) */
guint32 lpn_net_variable_element (const LpnNet *net, guint32 variable);
/* The variable an element belongs to, LPN_NONE for a place; `cell` (may be NULL) gets the index in it. */
guint32 lpn_net_element_variable (const LpnNet *net, guint32 element, guint32 *cell);
/* "a.idle", "flag[2]", "a.x" (module-qualified where not shared). Returns: transfer full. */
char *lpn_net_element_name (const LpnNet *net, guint32 element);
/* Writes the n_elements initial values. */
void lpn_net_initial (const LpnNet *net, gint64 *values);

/* Look-up by id; LPN_NONE if there is none. A place or transition may be given as its id, or as MODULE.ID.
 * A variable is looked for in `module` (unless LPN_NONE), then among the shared ones, then as MODULE.ID, then, when
 * module is LPN_NONE and exactly one module has it, there. */
guint32 lpn_net_find_module (const LpnNet *net, const char *id);
guint32 lpn_net_find_place (const LpnNet *net, const char *id);
guint32 lpn_net_find_transition (const LpnNet *net, const char *id);
guint32 lpn_net_find_variable (const LpnNet *net, guint32 module, const char *id);
guint32 lpn_net_find_property (const LpnNet *net, const char *id);

/* When is the transition enabled: its tokens and its guard. When is an edge of the signal enabled, of any kind
 * (EXCITED) or such that the signal rises or falls; false where it has none. Also before freezing: of the arcs and
 * labels so far. Transfer full. */
LpnExpr *lpn_net_enabled_expr (const LpnNet *net, guint32 transition);
LpnExpr *lpn_net_event_expr (const LpnNet *net, guint32 signal, LpnEventKind kind);

/* A name scope over this net for lpn_expr_parse(): variables as seen from `module` (LPN_NONE: from a property), and
 * with `places` also marked(p), tokens(p) and what is enabled. */
LpnScope lpn_net_scope (const LpnNet *net, guint32 module, bool places);

/* Same modules, variables, nodes (ids, names, markings, flags), arcs, labels, properties and units, in the same order?
 * `why` (may be NULL) gets the first difference as text, transfer full. */
bool lpn_net_equal (const LpnNet *a, const LpnNet *b, char **why);

G_END_DECLS

#endif
