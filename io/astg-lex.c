/* SPDX-License-Identifier: MIT */
/* Words of an ASTG text, and the parts of a node's name. */
#include <string.h>

#include "io/astg-graph.h"

#define PUNCTS "{}<>(),=!"

void
lpn_astg_lexer_init (AstgLexer *lexer, const char *text, gsize length, GArray *comments)
{
  *lexer = (AstgLexer){ .at = text, .end = text + length, .line_start = text, .line = 1, .comments = comments };
}

static AstgAt
here (const AstgLexer *lexer)
{
  return (AstgAt){ lexer->line, (guint)(lexer->at - lexer->line_start) + 1 };
}

static bool
at_newline (const AstgLexer *lexer)
{
  return *lexer->at == '\n' || *lexer->at == '\r';
}

/* Steps over one line's end: \n, \r\n or \r. */
static void
skip_newline (AstgLexer *lexer)
{
  if (*lexer->at == '\r' && lexer->end - lexer->at > 1 && lexer->at[1] == '\n')
    lexer->at++;
  lexer->line_start = ++lexer->at;
  lexer->line++;
}

static void
read_comment (AstgLexer *lexer)
{
  AstgComment comment = { .at = here (lexer), .after_end = lexer->after_end };
  const char *start = ++lexer->at;
  while (lexer->at < lexer->end && !at_newline (lexer))
    lexer->at++;
  if (start < lexer->at && (*start == '@' || *start == '|'))
    comment.kind = *start++;
  comment.text = g_strndup (start, (gsize)(lexer->at - start)); /* to its first zero byte, where it has one */
  g_array_append_val (lexer->comments, comment);
}

/* A backslash that ends its line goes on in the next one. */
static bool
skip_continuation (AstgLexer *lexer)
{
  const char *at = lexer->at + 1;
  while (at < lexer->end && (*at == ' ' || *at == '\t'))
    at++;
  if (at == lexer->end || (*at != '\n' && *at != '\r'))
    return false;
  lexer->at = at;
  skip_newline (lexer);
  return true;
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}

static void
skip_blanks (AstgLexer *lexer)
{
  while (lexer->at < lexer->end)
    if (is_blank (*lexer->at))
      lexer->at++;
    else if (*lexer->at == '#')
      read_comment (lexer);
    else if (*lexer->at != '\\' || !skip_continuation (lexer))
      return;
}

static bool
is_punct (char c)
{
  return c != '\0' && strchr (PUNCTS, c) != NULL;
}

static bool
in_word (char c)
{
  return (guchar)c > ' ' && c != 0x7f && c != '#' && c != '\\' && !is_punct (c);
}

void
lpn_astg_lexer_next (AstgLexer *lexer, AstgToken *token)
{
  skip_blanks (lexer);
  *token = (AstgToken){ .kind = ASTG_END, .start = lexer->at, .at = here (lexer) };
  if (lexer->at == lexer->end)
    return;
  if (at_newline (lexer))
    {
      token->kind = ASTG_NEWLINE;
      skip_newline (lexer);
    }
  else if (is_punct (*lexer->at))
    {
      token->kind = ASTG_PUNCT;
      token->length = 1;
      lexer->at++;
    }
  else if (in_word (*lexer->at))
    {
      while (lexer->at < lexer->end && in_word (*lexer->at))
        lexer->at++;
      token->length = (gsize)(lexer->at - token->start);
      token->kind = g_utf8_validate (token->start, (gssize)token->length, NULL) ? ASTG_WORD : ASTG_BAD;
    }
  else
    token->kind = ASTG_BAD;
}

bool
lpn_astg_token_is (const AstgToken *token, const char *text)
{
  return (token->kind == ASTG_WORD || token->kind == ASTG_PUNCT) && strlen (text) == token->length
         && memcmp (text, token->start, token->length) == 0;
}

char *
lpn_astg_token_text (const AstgToken *token)
{
  guint8 byte = token->kind == ASTG_BAD ? (guint8)*token->start : 0;

  if (token->kind == ASTG_END)
    return g_strdup ("the end of the file");
  if (token->kind == ASTG_NEWLINE)
    return g_strdup ("the end of the line");
  if (token->kind == ASTG_BAD && token->length > 0)
    return g_strdup ("a word that is not UTF-8");
  if (token->kind == ASTG_BAD)
    return byte > ' ' && byte < 0x7f ? g_strdup_printf ("'%c'", byte) : g_strdup_printf ("byte 0x%02x", byte);
  gsize shown = MIN (token->length, 60);
  while (shown < token->length && ((guchar)token->start[shown] & 0xc0) == 0x80)
    shown--; /* not in the middle of a character */
  return g_strdup_printf ("'%.*s%s'", (int)shown, token->start, shown < token->length ? "..." : "");
}

static bool
in_name (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("_.$:[]'?", c) != NULL) || (guchar)c >= 0x80;
}

bool
lpn_astg_word_parse (const char *word, gsize length, AstgWord *parts, gsize *bad)
{
  gsize i = 0;
  *parts = (AstgWord){ 0 };
  while (i < length && (in_name (word[i]) || (i > 0 && i + 1 < length && word[i] == '-' && in_name (word[i + 1]))))
    i++;
  parts->base = i;
  if (i > 0 && i < length && strchr ("+-~*", word[i]) != NULL)
    parts->sign = word[i++];
  *bad = i;
  if (parts->base == 0 || i == length)
    return parts->base > 0;
  parts->has_copy = word[i] == '/';
  parts->is_split = word[i] == '@' && parts->sign == 0;
  if (!parts->has_copy && !parts->is_split)
    return false;
  *bad = ++i;
  if (i == length)
    return false;
  guint64 number = 0;
  for (; i < length && g_ascii_isdigit (word[i]) && number < G_MAXUINT32; i++)
    number = number * 10 + (guint64)(word[i] - '0');
  parts->copy = (guint32)number;
  *bad = i;
  return i == length && number < G_MAXUINT32;
}
