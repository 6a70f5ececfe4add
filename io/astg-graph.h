/* SPDX-License-Identifier: MIT */
/*
 * The graph of a file in ASTG form (.g, .sg, and the text of .lpn, which is such a file with more in its comments), and
 * how a text becomes one. Private to io/: what the readers of these formats share.
 *
 * Vocabulary
 *   signal   a name that .inputs, .outputs, .internal or .dummy declares
 *   name     letters, digits and _ . $ : [ ] ' ? and a - between them
 *   node     a place or a transition. `a+`, `a-`, `a~` and `a*` are transitions of the signal a, and so is `a` alone,
 *            which is a toggle; `a+/1` is another one than `a+`, which is the same as `a+/0`. A name that nothing
 *            declares is a place, and so is `p@1`, another one than `p`
 *   implicit place  the place `<t,u>` of an arc from one transition to another
 *   comment  from # to the end of the line. Kept with the arcs of its line, for who finds meaning in it
 *
 * Steps: lpn_astg_parse() reads the text; who knows more may add places and signals' values then; lpn_astg_finish()
 * looks up the marking, capacities and mutex places; lpn_astg_infer() finds the signals' initial values that are not
 * said; lpn_astg_fill() puts it all into a net.
 *
 * Ids are as the file spells them first. Errors are in LPN_IO_ERROR and start with file:line:column, columns in bytes.
 */
#ifndef LPN_IO_ASTG_GRAPH_H
#define LPN_IO_ASTG_GRAPH_H

#include <glib.h>
#include <stdbool.h>

#include "io/astg.h"
#include "io/io.h"
#include "lpn/net.h"

G_BEGIN_DECLS

/* ---- words ---- */

/* A place in the text; both count from 1. */
typedef struct
{
  guint line;
  guint column;
} AstgAt;

typedef enum
{
  ASTG_END,     /* of the text */
  ASTG_NEWLINE, /* of a line, unless it ends in a backslash */
  ASTG_WORD,    /* a run of other characters */
  ASTG_PUNCT,   /* one of { } < > ( ) , = ! */
  ASTG_BAD,     /* a character that has no place outside of comments */
} AstgTokenKind;

typedef struct
{
  AstgTokenKind kind;
  const char   *start; /* in the text, `length` bytes */
  gsize         length;
  AstgAt        at;
} AstgToken;

typedef struct
{
  AstgAt  at;
  char    kind;      /* '@' for "#@...", '|' for "#|...", else 0 */
  bool    after_end; /* stands after .end */
  char   *text;      /* what follows the # and the @ or |; owned, any bytes but 0 */
  guint32 first_arc; /* of its line in the graph */
  guint32 n_arcs;
} AstgComment;

/* ---- the graph ---- */

typedef enum
{
  ASTG_INPUT,
  ASTG_OUTPUT,
  ASTG_INTERNAL,
  ASTG_DUMMY,
} AstgSignalKind;

typedef struct
{
  const char    *name;
  AstgSignalKind kind;
  AstgAt         at;
  gint8          initial;  /* 0 or 1; -1: not known yet */
  bool           other;    /* no signal after all: lpn_astg_fill() leaves it to the caller */
  guint32        variable; /* in the net, LPN_NONE until it is there */
} AstgSignal;

typedef struct
{
  const char *id;
  AstgAt      at;
  bool        is_place;
  bool        mutex;
  char        sign;     /* of a transition: + - ~ * or 0, a dummy without */
  guint32     signal;   /* of a transition */
  gint64      tokens;   /* of a place */
  gint64      capacity; /* of a place; 0: none said */
  guint32     index;    /* of the place or transition in the net, LPN_NONE until it is there */
} AstgNode;

/* One end is a place, the other a transition. */
typedef struct
{
  guint32 from; /* nodes */
  guint32 to;
  gint64  weight;
  AstgAt  at; /* of the target */
} AstgArc;

typedef struct
{
  const char   *file;     /* for messages; borrowed */
  const char   *name;     /* of .model or .name; NULL: none */
  GPtrArray    *warnings; /* char*, of what is ignored; borrowed, NULL: nobody listens */
  GStringChunk *strings;
  GArray       *signals;  /* AstgSignal, as declared */
  GArray       *nodes;    /* AstgNode, as they come */
  GArray       *arcs;     /* AstgArc */
  GArray       *comments; /* AstgComment */
  GArray       *marks;    /* of .marking and .capacity, until lpn_astg_finish() */
  GHashTable   *signal_ids;
  GHashTable   *node_ids;
  GHashTable   *arc_ids;
  bool          loose; /* LPN_ASTG_LOOSE */
  bool          has_marking;
  bool          state_graph; /* nodes are states and events, each event an arc of its own */
  AstgAt        end;         /* of the text */
} AstgGraph;

typedef enum
{
  LPN_ASTG_STRICT,
  LPN_ASTG_LOOSE, /* as ATACS reads: the graph may begin without .graph, and the name of a signal alone is a place */
} LpnAstgRules;

/* `file` and `warnings` (or NULL) must outlive the graph. Returns: transfer full. */
AstgGraph *lpn_astg_parse (const char *file, const char *data, gsize length, LpnAstgRules rules, GPtrArray *warnings,
                           GError **error);
void       lpn_astg_graph_free (AstgGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AstgGraph, lpn_astg_graph_free)

/* Resolves what names places, and takes `a*` apart. */
bool lpn_astg_finish (AstgGraph *graph, GError **error);
/* Finds the initial values that are not known: that of a signal is the one before its first edge. A search through
 * markings, which ends as soon as every signal has shown an edge that it can; a signal that can show none starts as 0,
 * and one that the search cannot settle in reasonable time is an error that asks for .initial state. */
bool lpn_astg_infer (AstgGraph *graph, GError **error);
/* Adds signals (as shared variables), places, transitions and arcs to `net`, which is not frozen. */
bool lpn_astg_fill (AstgGraph *graph, LpnNet *net, guint32 module, bool safe, GError **error);
/* The name of the file's net: that of .model or .name, or the file's without folder and suffix. Transfer full. */
char *lpn_astg_net_name (const AstgGraph *graph);

/* The signal or node of a name as a file spells it; LPN_NONE if there is none. */
guint32 lpn_astg_find_signal (const AstgGraph *graph, const char *name);
guint32 lpn_astg_find_node (const AstgGraph *graph, const char *name);
/* The place of that name, made where it is new; LPN_NONE with `error` where it is no place's name. */
guint32 lpn_astg_add_place (AstgGraph *graph, const char *name, AstgAt at, GError **error);

static inline AstgSignal *
lpn_astg_signal (const AstgGraph *graph, guint32 i)
{
  return &g_array_index (graph->signals, AstgSignal, i);
}

static inline AstgNode *
lpn_astg_node (const AstgGraph *graph, guint32 i)
{
  return &g_array_index (graph->nodes, AstgNode, i);
}

static inline AstgArc *
lpn_astg_arc (const AstgGraph *graph, guint32 i)
{
  return &g_array_index (graph->arcs, AstgArc, i);
}

/* Sets an error that starts with "file:line:column: ". Always returns false. */
bool lpn_astg_fail (GError **error, const char *file, AstgAt at, LpnIoError code, const char *format, ...)
    G_GNUC_PRINTF (5, 6);

/* Adds "file:line: ..." to the graph's warnings. */
void lpn_astg_warn (const AstgGraph *graph, AstgAt at, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* ---- private to astg-*.c ---- */

typedef struct
{
  const char *at;
  const char *end;
  const char *line_start;
  guint       line;
  bool        after_end;
  GArray     *comments; /* AstgComment; those without arcs yet have n_arcs 0 */
} AstgLexer;

void lpn_astg_lexer_init (AstgLexer *lexer, const char *text, gsize length, GArray *comments);
void lpn_astg_lexer_next (AstgLexer *lexer, AstgToken *token);
/* "'{'", "the end of the line", for messages: valid UTF-8 whatever the text holds. Returns: transfer full. */
char *lpn_astg_token_text (const AstgToken *token);
bool  lpn_astg_token_is (const AstgToken *token, const char *text);

/* A node's name in its parts. */
typedef struct
{
  gsize   base; /* bytes of the name */
  char    sign; /* 0: none */
  bool    has_copy;
  bool    is_split; /* p@1 */
  guint32 copy;     /* or the number of the split */
} AstgWord;

/* false: this is no node's name; `bad` gets the offset of what is wrong. */
bool lpn_astg_word_parse (const char *word, gsize length, AstgWord *parts, gsize *bad);

/* A mark of a place that is named before it need be there. */
typedef struct
{
  bool        capacity; /* of .capacity, else of .marking */
  const char *name;     /* of a place, or of the transition before it */
  const char *to;       /* NULL: of a place; else of the transition behind it */
  gint64      value;
  AstgAt      at;
} AstgMark;

AstgGraph *lpn_astg_graph_new (const char *file);
bool       lpn_astg_add_signal (AstgGraph *graph, const char *name, AstgSignalKind kind, AstgAt at, GError **error);
/* The node a token names, made where it is new. */
guint32 lpn_astg_add_node (AstgGraph *graph, const AstgToken *token, GError **error);
/* An arc between two nodes, through a new place where both are transitions. */
bool lpn_astg_add_arc (AstgGraph *graph, guint32 from, guint32 to, gint64 weight, AstgAt at, GError **error);
/* A transition of its own for an event of a state graph, between two places. */
bool lpn_astg_add_event (AstgGraph *graph, guint32 from, const AstgToken *event, guint32 to, GError **error);

G_END_DECLS

#endif
