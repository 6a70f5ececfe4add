/* SPDX-License-Identifier: MIT */
/*
 * A DVE file as read, and how it is built into a net (private to the DVE reader).
 *
 * dve-lex     words
 * dve-parse   a file's text to a DveFile; names are not yet looked up
 * dve-value   expressions to LpnExpr with the interval of their values
 * dve-env     sequential effects by substitution
 * dve-declare the variables, locations and channels of a DveFile to those of a net
 * dve-build   transitions, rendezvous and assertions
 *
 * A DveFile owns everything that its parts point to.
 */
#ifndef LPN_IO_DVE_PRIVATE_H
#define LPN_IO_DVE_PRIVATE_H

#include "io/dve.h"
#include "io/io.h"
#include "lpn/net.h"

typedef struct
{
  guint line;
  guint column;
} DvePosition;

typedef enum
{
  DVE_OP_NUMBER, /* value */
  DVE_OP_NAME,   /* name, or name[arg[0]] */
  DVE_OP_FIELD,  /* name->field, or name->field[arg[0]] */
  DVE_OP_STATE,  /* name.field */
  DVE_OP_NEG,
  DVE_OP_BIT_NOT,
  DVE_OP_NOT,
  DVE_OP_IMPLY,
  DVE_OP_OR,
  DVE_OP_AND,
  DVE_OP_BIT_OR,
  DVE_OP_BIT_AND,
  DVE_OP_BIT_XOR,
  DVE_OP_EQ,
  DVE_OP_NE,
  DVE_OP_LT,
  DVE_OP_LE,
  DVE_OP_GT,
  DVE_OP_GE,
  DVE_OP_SHIFT_LEFT,
  DVE_OP_SHIFT_RIGHT,
  DVE_OP_ADD,
  DVE_OP_SUB,
  DVE_OP_MUL,
  DVE_OP_DIV,
  DVE_OP_MOD,
} DveOp;

typedef struct _DveExpr DveExpr;
struct _DveExpr
{
  DveOp       op;
  guint       nesting;
  DvePosition at;
  gint64      value;
  const char *name;
  const char *field;
  DveExpr    *arg[2];
};

typedef enum
{
  DVE_BYTE, /* and bool: 0..255 */
  DVE_INT,  /* -32768..32767 */
  DVE_WIDE, /* what untyped channels carry and expressions are: 32 bits */
} DveType;

typedef struct
{
  const char *name;
  DvePosition at;
  DveType     type;
  bool        is_const;
  bool        is_array;
  DveExpr    *size_expr; /* of an array */
  GPtrArray  *init;      /* DveExpr, or NULL */
  bool        init_list; /* in braces */
  /* Set by dve-declare: */
  guint32 size;
  gint64 *values; /* initial, one per cell */
  guint32 ref;    /* variable of the net; LPN_NONE for a constant scalar */
} DveVariable;

/* One name in a list, a location for instance. */
typedef struct
{
  const char *name;
  DvePosition at;
} DveName;

typedef struct
{
  const char *name;
  DvePosition at;
  bool        typed;
  guint       n_parts; /* of a message; untyped: at most 1 */
  DveType    *parts;
  DveExpr    *capacity_expr; /* NULL: untyped, a rendezvous */
  /* Set by dve-declare: */
  guint32    capacity; /* 0: rendezvous */
  guint32    length_ref;
  guint32   *part_refs;
  GPtrArray *receivers; /* DveMove, of a rendezvous */
} DveChannel;

typedef struct _DveProcess DveProcess;

typedef struct
{
  DvePosition at;
  DveName     source;
  DveName     target;
  DveExpr    *guard;   /* NULL: none */
  DveName     channel; /* name NULL: none */
  bool        sends;
  GPtrArray  *parts;   /* DveExpr: what is sent, or where the parts received go */
  GPtrArray  *effects; /* DveExpr pairs: left side, right side */
  /* Set by dve-declare: */
  DveProcess *process;
  guint32     from; /* locations */
  guint32     to;
  DveChannel *sync;
} DveMove;

typedef struct
{
  DveName  state;
  DveExpr *expr;
} DveAssert;

struct _DveProcess
{
  const char *name;
  DvePosition at;
  GPtrArray  *variables; /* DveVariable */
  GArray     *states;    /* DveName */
  DveName     init;
  GArray     *commits; /* DveName */
  GArray     *accepts; /* DveName */
  GArray     *asserts; /* DveAssert */
  GPtrArray  *moves;   /* DveMove */
  /* Set by dve-declare: */
  guint32     module;
  guint32     first_place; /* of its locations, in their order */
  guint8     *committed;   /* per location */
  bool        asked;       /* for its location, by another process */
  guint32     at_ref;      /* the variable $at; LPN_NONE: none */
  GHashTable *names;       /* name -> DveVariable */
  GHashTable *locations;   /* name -> number + 1 */
};

typedef struct
{
  const char   *label;
  GStringChunk *strings;
  GPtrArray    *garbage;   /* every DveExpr */
  GPtrArray    *variables; /* DveVariable */
  GPtrArray    *channels;  /* DveChannel */
  GPtrArray    *processes; /* DveProcess */
  GPtrArray    *asked;     /* const char*: processes whose location another one's moves ask for */
} DveFile;

/* Returns: transfer full; NULL with `error`. */
DveFile *lpn_dve_parse (const char *label, const char *data, gsize length, GError **error);
void     lpn_dve_file_free (DveFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DveFile, lpn_dve_file_free)

/* What building needs. The first error stays; everything does nothing after one. */
typedef struct
{
  DveFile       *file;
  LpnNet        *net;
  LpnDveOverflow overflow;
  GError        *error;
  guint64        work;      /* of LPN_DVE_MAX_WORK */
  guint64        cells;     /* of LPN_DVE_MAX_CELLS */
  guint32        committed; /* the variable $committed; LPN_NONE: none */
  GHashTable    *names;     /* name -> DveVariable, of the globals */
  GHashTable    *channels;  /* name -> DveChannel */
  GHashTable    *processes; /* name -> DveProcess */
  GHashTable    *ids;       /* of transitions and properties -> how often */
} DveBuild;

/* Sets the error, "file:line:column: ...", unless there is one. Returns false. */
bool lpn_dve_fail (DveBuild *build, DvePosition at, LpnIoError code, const char *format, ...) G_GNUC_PRINTF (4, 5);
/* Takes `n` steps of the work allowed. false: too many, or failed before. */
bool lpn_dve_work (DveBuild *build, DvePosition at, guint64 n);

/* Everything but transitions. */
bool lpn_dve_declare (DveBuild *build);

/* A number with the interval it is in. expr NULL: failed. */
typedef struct
{
  LpnExpr *expr;
  gint64   min;
  gint64   max;
  guint64  size; /* nodes, at least */
} DveValue;

/* One transition in the making: what is known of the state before it, and what it has written so far. */
typedef struct
{
  DveBuild         *build;
  const DveProcess *self;       /* whose names are meant */
  const DveProcess *moving[2];  /* NULL: none */
  guint32           located[2]; /* where those are: before the effects their source, then their target */
  bool              property;   /* places may be asked for */
  bool              constant;   /* variables stand for their initial values: in declarations */
  GArray           *facts;      /* what the guard says of cells */
  GArray           *writes;     /* in the order of the last write to each cell */
  LpnExpr          *trap;       /* faults if the transition fires; NULL: none */
} DveEnv;

void lpn_dve_env_init (DveEnv *env, DveBuild *build, const DveProcess *self);
void lpn_dve_env_clear (DveEnv *env);

/* The value in the state after the writes so far. */
DveValue lpn_dve_value (DveEnv *env, const DveExpr *expr);
/* Is it certainly in the type? */
bool lpn_dve_fits (const DveValue *value, DveType type);
/* What would be stored in the type. */
DveValue lpn_dve_fit (DveEnv *env, DveValue value, DveType type, DvePosition at);
/* The constant value of an expression of a declaration. */
bool lpn_dve_constant (DveEnv *env, const DveExpr *expr, gint64 *value);
/* Interval of the conjuncts of a guard, for all values that follow. */
void lpn_dve_assume (DveEnv *env, const LpnExpr *guard);
/* Writes to what `target` names; takes the value over. */
bool lpn_dve_write (DveEnv *env, const DveExpr *target, DveValue value);
/* Gives the guard, a truth value, and the writes to the transition. Takes the guard over. */
void lpn_dve_flush (DveEnv *env, guint32 transition, LpnExpr *guard);

/* "byte" of 0..255 and so on. */
void lpn_dve_range (DveType type, gint64 *min, gint64 *max);

#endif
