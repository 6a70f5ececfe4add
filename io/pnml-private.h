/* SPDX-License-Identifier: MIT */
/*
 * What the files of the PNML reader share: the raw net, as the events of the parser fill it, and the reader's state.
 *
 * A raw net is flat tables of numbers: ids and texts are symbols of one intern table. Arcs may come before the nodes
 * they name and expressions before the variables, so nothing is resolved until the whole net is there (pnml-build.c).
 */
#ifndef LPN_IO_PNML_PRIVATE_H
#define LPN_IO_PNML_PRIVATE_H

#include <glib.h>
#include <libxml/parser.h>
#include <stdbool.h>

#include "base/budget.h"
#include "io/intern.h"
#include "io/io.h"
#include "io/pnml.h"

G_BEGIN_DECLS

/* A growing array in a block. */
typedef struct
{
  LpnBlock block;
  gsize    count;
} RawTable;

typedef enum
{
  RAW_PLACE,
  RAW_TRANSITION,
  RAW_REFERENCE_PLACE,
  RAW_REFERENCE_TRANSITION,
} RawKind;

typedef enum
{
  RAW_DEFAULT, /* not said */
  RAW_NO,
  RAW_YES,
} RawAnswer;

typedef struct
{
  guint32 id;
  guint32 name;     /* LPN_NONE: none */
  guint32 original; /* the id to use instead; LPN_NONE: none */
  guint32 line;
  guint32 module; /* LPN_NONE: outside all pages */
  guint32
      ref; /* a reference: symbol of what it stands for, then the node; a place or transition: its index in the net */
  guint8 kind; /* RawKind */
  guint8 fail; /* RawAnswer */
  guint8 safe; /* RawAnswer */
  guint8 mutex;
  guint8 guarded;
  guint8 fail_enabled;
  guint8 persistent;
  gint64 tokens;
  gint64 capacity; /* 0: not said */
} RawNode;

typedef struct
{
  guint32 source; /* symbols */
  guint32 target;
  guint32 id; /* kept text; LPN_NONE: none */
  guint32 line;
  gint64  weight;
} RawArc;

/* A guard (variable LPN_NONE), an assignment, or the edge of a signal. Variable, index and text are symbols. */
typedef struct
{
  guint32 node;
  guint32 variable;
  guint32 index; /* LPN_NONE: none */
  guint32 text;  /* nothing in it for an edge */
  guint32 line;
  LpnEdge edge; /* LPN_EDGE_NONE: a guard or an assignment */
} RawLabel;

typedef struct
{
  guint32 id;
  guint32 module; /* LPN_NONE: shared */
  guint32 line;
  guint32 size;
  bool    is_array;
  gint64  min;
  gint64  max;
  gint64 *initial; /* owned, `size` values */
  LpnPort port;
} RawVariable;

typedef struct
{
  guint32         id;
  guint32         text; /* LPN_NONE: none */
  guint32         line;
  LpnPropertyKind kind;
} RawProperty;

typedef struct
{
  guint32 id;
  guint32 line;
  guint32 parent;      /* while reading unknown; a unit, or LPN_NONE */
  guint32 index;       /* in the net, LPN_NONE until it is there */
  gsize   first_place; /* in unit_places */
  gsize   n_places;
  gsize   first_sub; /* in unit_subs */
  gsize   n_subs;
} RawUnit;

typedef struct
{
  char   *id; /* owned */
  guint32 line;
} RawModule;

/* What may be given another order than that of the file. */
typedef enum
{
  RAW_ORDER_VARIABLES,
  RAW_ORDER_PLACES,
  RAW_ORDER_TRANSITIONS,
  RAW_ORDERS
} RawOrder;

typedef struct
{
  LpnBudget *budget; /* borrowed */
  LpnIntern *texts;
  char      *id;
  guint32    line;
  bool       labeled;            /* has a variable, guard, assignment or fail transition */
  RawAnswer  safe;               /* what its places are, where they do not say */
  RawTable   nodes;              /* RawNode */
  RawTable   arcs;               /* RawArc */
  RawTable   labels;             /* RawLabel */
  RawTable   node_of;            /* guint32 per symbol: node + 1, 0 for none */
  GArray    *modules;            /* RawModule */
  GArray    *variables;          /* RawVariable */
  guint32    n_cells;            /* of all variables */
  GArray    *properties;         /* RawProperty */
  GArray    *units;              /* RawUnit; empty unless the file declares them safe */
  GArray    *unit_places;        /* guint32 symbols */
  GArray    *unit_subs;          /* guint32 symbols */
  GArray    *orders[RAW_ORDERS]; /* guint32: the number of the first, second ... of them; empty: as they come */
} RawNet;

RawNet *lpn_raw_net_new (LpnBudget *budget, const char *id, guint32 line);
void    lpn_raw_net_free (RawNet *net);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RawNet, lpn_raw_net_free)

/* One more item of `size` bytes, zeroed; NULL when memory runs out. */
gpointer lpn_raw_table_add (RawTable *table, LpnBudget *budget, gsize size);

static inline RawNode *
lpn_raw_node (const RawNet *net, gsize i)
{
  return (RawNode *)net->nodes.block.data + i;
}

static inline RawArc *
lpn_raw_arc (const RawNet *net, gsize i)
{
  return (RawArc *)net->arcs.block.data + i;
}

/* The node a symbol names, LPN_NONE if it names none. */
guint32 lpn_raw_find_node (const RawNet *net, guint32 symbol);

/* Checks and resolves a raw net into a frozen one. Returns: transfer full. */
LpnPart *lpn_raw_net_build (RawNet *raw, const char *file, GError **error);
/* The NUPN units of a raw net whose places are already in `net`. */
bool lpn_raw_net_build_units (RawNet *raw, LpnNet *net, const char *file, GError **error);

/* Sets an error that starts with "file:line: ". Always returns false. */
bool lpn_pnml_fail (GError **error, const char *file, guint32 line, LpnIoError code, const char *format, ...)
    G_GNUC_PRINTF (5, 6);

typedef enum
{
  LPN_NUMBER_OK,
  LPN_NUMBER_BAD,  /* not a decimal integer */
  LPN_NUMBER_WIDE, /* does not fit 64-bit signed */
} LpnNumber;

/* A decimal integer with optional sign and surrounding white space, nothing else. */
LpnNumber lpn_pnml_number (const char *text, gsize length, gint64 *value);
/* Narrows a text to what is between its outer white space (XML's). */
void lpn_pnml_trim (const char **text, gsize *length);

/* ---- the reader ---- */

/* What an open element is to us. */
typedef enum
{
  IN_DOCUMENT,
  IN_PNML,
  IN_NET,
  IN_PAGE,
  IN_PLACE,
  IN_TRANSITION,
  IN_REFERENCE,
  IN_ARC,
  IN_NAME, /* labels: their number or text is in a child <text> or <value>, or directly inside */
  IN_MARKING,
  IN_CAPACITY,
  IN_INSCRIPTION,
  IN_ARC_TYPE,
  IN_TEXT,
  IN_VALUE,
  IN_SORT,    /* allowed as long as it has no structure: then the net is of high level */
  IN_UNKNOWN, /* skipped, but nodes and arcs inside are refused */
  IN_SKIPPED, /* skipped with all that is inside */
  IN_OWN_NET, /* our toolspecific section, by what it belongs to */
  IN_OWN_PAGE,
  IN_OWN_PLACE,
  IN_OWN_TRANSITION,
  IN_OWN_OTHER,
  IN_OWN_EMPTY, /* our elements without and with a text */
  IN_OWN_GUARD,
  IN_OWN_ASSIGN,
  IN_OWN_ORDER,
  IN_OWN_PROPERTY,
  IN_NUPN,
  IN_NUPN_STRUCTURE,
  IN_NUPN_UNIT,
  IN_NUPN_PLACES,
  IN_NUPN_SUBUNITS,
  N_STATES
} ReaderState;

typedef struct
{
  const char *name;
  const char *value; /* not terminated */
  gsize       length;
} ReaderAttribute;

typedef struct
{
  const char      *file;
  xmlParserCtxtPtr xml;
  LpnBudget       *budget;
  GError          *error; /* the first one; nothing happens after it */
  GPtrArray       *raw;   /* RawNet, finished ones */
  RawNet          *net;   /* the open one */
  guint            depth;
  guint8           stack[LPN_PNML_MAX_DEPTH]; /* ReaderState */
  GArray          *attributes;                /* ReaderAttribute, of the element that starts */
  const char      *element;                   /* its name */
  guint32          module;                    /* of the open top-level page, or LPN_NONE */
  guint            n_pages;                   /* open ones */
  gsize            node;                      /* the open node */
  RawLabel         label;                     /* the open guard or assignment */
  RawProperty      property;                  /* the open property */
  guint            order_kind;                /* the open order, RawOrder */
  bool             use_units;                 /* the open NUPN structure is declared safe */
  GString         *direct;  /* text of the open label outside of <text> and <value>, or of our own element */
  GString         *text;    /* in <text> */
  GString         *value;   /* in <value> */
  GString         *collect; /* one of the three, or NULL: not collecting */
} Reader;

/* An element's rule: the state it opens, and what to do at its start. */
typedef struct
{
  const char *name;
  ReaderState state;
  void (*start) (Reader *reader);
} ReaderRule;

guint32 lpn_reader_line (const Reader *reader);
void    lpn_reader_fail (Reader *reader, LpnIoError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
void    lpn_reader_fail_memory (Reader *reader);
/* An element starts (its name and attributes are in the reader) or ends. */
void lpn_reader_start (Reader *reader, ReaderState parent);
void lpn_reader_end (Reader *reader);
/* An attribute (without namespace) of the element that starts; NULL if absent. */
const ReaderAttribute *lpn_reader_attribute (const Reader *reader, const char *name);
/* Its text as a symbol; LPN_NONE if absent or after a failure. */
guint32 lpn_reader_symbol (Reader *reader, const char *text, gsize length);
/* true or false; false is also the answer after a failure. */
bool lpn_reader_truth (Reader *reader, const ReaderAttribute *attribute);

/* The rules for elements inside our own toolspecific section and inside NUPN's; NULL where there are none. */
const ReaderRule *lpn_reader_own_rules (ReaderState state);
/* A toolspecific element starts inside `parent`. Returns the state it opens. */
ReaderState lpn_reader_toolspecific (Reader *reader, ReaderState parent);
/* An element with a text of ours, or of NUPN, ends. */
void lpn_reader_own_end (Reader *reader, ReaderState state);

G_END_DECLS

#endif
