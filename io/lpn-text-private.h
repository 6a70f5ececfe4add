/* SPDX-License-Identifier: MIT */
/* One .lpn text being read: sections found in its comments, and the net they label (private to lpn-text-*.c). */
#ifndef LPN_IO_LPN_TEXT_PRIVATE_H
#define LPN_IO_LPN_TEXT_PRIVATE_H

#include "io/astg-graph.h"
#include "io/lpn-text.h"

typedef enum
{
  TEXT_VARIABLES,
  TEXT_FAILTRANS,
  TEXT_NON_DISABLING,
  TEXT_PLACES,
  TEXT_INIT_STATE,
  TEXT_INIT_VALS,
  TEXT_ENABLINGS,
  TEXT_ASSIGNMENTS,
  TEXT_BOOLEAN_ASSIGNMENTS,
  TEXT_CONTINUOUS, /* from here: refused unless empty */
  TEXT_RATE_ASSIGNMENTS,
  TEXT_INIT_RATES,
  TEXT_INVARIANTS,
  TEXT_DELAY_ASSIGNMENTS, /* from here: timed */
  TEXT_TRANSITION_RATES,
  TEXT_PRIORITY_ASSIGNMENTS,
  TEXT_RATES,
  TEXT_N_SECTIONS,
} TextSection;

/* A piece of a comment. */
typedef struct
{
  char  *text; /* owned */
  AstgAt at;
} TextPiece;

typedef struct
{
  const LpnTextOptions *options;
  AstgGraph            *graph;
  LpnNet               *net;
  guint32               module;
  GArray               *sections[TEXT_N_SECTIONS]; /* TextPiece: a section's text; the two names of one are one */
  GArray               *properties;                /* TextPiece */
  GArray               *guards;                    /* TextGuard, of arcs */
  GHashTable           *integers;                  /* name: of .variables */
  GHashTable           *assigned;                  /* name: of what assignments change */
  AstgAt                timed;                     /* where the first delay is; line 0: none */
  bool                  labeled;
  guint32              *lines; /* of variables; room for latches */
} TextReader;

typedef struct
{
  guint32   node; /* a transition */
  TextPiece expr;
} TextGuard;

/* One <name=value> of a section. */
typedef struct
{
  char     *name;
  AstgAt    at;
  TextPiece value; /* without the brackets around it */
} TextEntry;

/* The entries of a section {<a=[b]><c=d>}; false with `error`. `entries` is of TextEntry. */
bool lpn_text_entries (const TextReader *reader, const TextPiece *piece, GArray **entries, GError **error);
/* The words of a section, each with its place. Returns: transfer full, of TextPiece. */
GArray *lpn_text_words (const TextPiece *piece);
GArray *lpn_text_pieces_new (void);

/* Guards, assignments, flags and properties to the net; its variables, places and transitions are there. */
bool lpn_text_labels (TextReader *reader, GError **error);

#endif
