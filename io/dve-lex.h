/* SPDX-License-Identifier: MIT */
/*
 * Words of a DVE text (private to the DVE reader).
 *
 * A token is one word: an identifier, a keyword, a number, or one or two characters of punctuation. Comments and white
 * space are skipped. Lines and columns count from 1, columns in bytes.
 */
#ifndef LPN_IO_DVE_LEX_H
#define LPN_IO_DVE_LEX_H

#include <glib.h>
#include <stdbool.h>

typedef enum
{
  DVE_END,    /* of the text */
  DVE_BAD,    /* a byte that starts no word, a number too large, a comment without end */
  DVE_NAME,   /* an identifier that is no keyword */
  DVE_WORD,   /* a keyword */
  DVE_NUMBER, /* decimal, fits 32 bits signed */
  DVE_PUNCT,
} DveTokenKind;

typedef struct
{
  DveTokenKind kind;
  const char  *start; /* in the text, `length` bytes */
  gsize        length;
  guint        line;
  guint        column;
  gint64       value; /* of a number */
  const char  *fault; /* of DVE_BAD */
} DveToken;

typedef struct
{
  const char *at;
  const char *end;
  const char *line_start;
  guint       line;
} DveLexer;

void lpn_dve_lexer_init (DveLexer *lexer, const char *text, gsize length);
void lpn_dve_lexer_next (DveLexer *lexer, DveToken *token);

/* Is it this keyword or punctuation? */
bool lpn_dve_token_is (const DveToken *token, const char *text);
/* "';'", "the end of the file", for messages: valid UTF-8 whatever the text holds. Returns: transfer full. */
char *lpn_dve_token_text (const DveToken *token);

#endif
