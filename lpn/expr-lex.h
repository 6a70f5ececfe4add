/* SPDX-License-Identifier: MIT */
/* The words of an expression (private to lpn/; the grammar is in expr.h). */
#ifndef LPN_LPN_EXPR_LEX_H
#define LPN_LPN_EXPR_LEX_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/expr.h"

typedef enum
{
  LPN_TOKEN_END,
  LPN_TOKEN_INVALID, /* `problem` says why */
  LPN_TOKEN_NUMBER,  /* `number`, at most 2^63: only the parser knows of the sign */
  LPN_TOKEN_NAME,    /* `name` */
  LPN_TOKEN_TRUE,
  LPN_TOKEN_FALSE,
  LPN_TOKEN_BIT_NOT,
  LPN_TOKEN_BIT_OR,
  LPN_TOKEN_BIT_AND,
  LPN_TOKEN_BIT_XOR,
  LPN_TOKEN_INT,
  LPN_TOKEN_BIT, /* from here: of LPN_DIALECT_LEMA */
  LPN_TOKEN_MIN,
  LPN_TOKEN_MAX,
  LPN_TOKEN_IDIV,
  LPN_TOKEN_WHOLE,  /* floor, ceil */
  LPN_TOKEN_TRUTH,  /* BOOL */
  LPN_TOKEN_HYBRID, /* what this project does not have: distributions, rates */
  LPN_TOKEN_MARKED,
  LPN_TOKEN_TOKENS,
  LPN_TOKEN_OPEN,
  LPN_TOKEN_CLOSE,
  LPN_TOKEN_OPEN_INDEX,
  LPN_TOKEN_CLOSE_INDEX,
  LPN_TOKEN_COMMA,
  LPN_TOKEN_QUESTION,
  LPN_TOKEN_COLON,
  LPN_TOKEN_IMPLIES,
  LPN_TOKEN_OR,        /* || */
  LPN_TOKEN_BAR,       /* | */
  LPN_TOKEN_AND,       /* && */
  LPN_TOKEN_AMPERSAND, /* & */
  LPN_TOKEN_EQ,
  LPN_TOKEN_NE,
  LPN_TOKEN_LT,
  LPN_TOKEN_LE,
  LPN_TOKEN_GT,
  LPN_TOKEN_GE,
  LPN_TOKEN_SHIFT_LEFT,
  LPN_TOKEN_SHIFT_RIGHT,
  LPN_TOKEN_PLUS,
  LPN_TOKEN_MINUS,
  LPN_TOKEN_TIMES,
  LPN_TOKEN_DIV,
  LPN_TOKEN_MOD,
  LPN_TOKEN_POWER,
  LPN_TOKEN_NOT,   /* ! */
  LPN_TOKEN_TILDE, /* ~ */
} LpnTokenKind;

typedef struct
{
  LpnDialect   dialect; /* set by the reader */
  LpnTokenKind kind;
  const char  *start; /* in the text */
  gsize        length;
  guint64      number;
  const char  *problem; /* static */
  GString     *name;    /* owned by the reader, reused from token to token */
} LpnToken;

/* Reads the token after `token` (whose start and length say where that is) into it. */
void lpn_token_next (LpnToken *token);

/* Is it the word of enabled(t), rises(x), falls(x) or excited(x)? Only so if a bracket follows. */
bool lpn_token_is_event (const LpnToken *token, LpnEventKind *kind);
/* As lpn_token_next(), but all text up to ')' is one NAME, quoted or not: the `a+/1` of enabled(a+/1). */
void lpn_token_next_label (LpnToken *token);

/* Appends where the character at `at` of `text` stands: "net.pnml:12: guard of transition a.enter: column 7: ".
 * `origin` may be NULL. */
void lpn_origin_append (GString *message, const LpnOrigin *origin, const char *text, const char *at);

/* Is this a NAME that needs no quotes? */
bool lpn_name_is_plain (const char *name);

#endif
