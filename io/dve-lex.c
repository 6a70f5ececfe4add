/* SPDX-License-Identifier: MIT */
#include "io/dve-lex.h"

#include <string.h>

static const char *const KEYWORDS[]
    = { "accept", "and",     "assert",   "async", "bool",  "byte",   "channel", "commit",
        "const",  "effect",  "false",    "guard", "imply", "init",   "int",     "not",
        "or",     "process", "property", "state", "sync",  "system", "trans",   "true" };

/* Longer ones first. */
static const char *const PUNCTS[]
    = { "->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "{", "}", "[", "]", "(", ")", ",", ";",
        ":",  ".",  "=",  "<",  ">",  "+",  "-",  "*",  "/",  "%", "|", "&", "^", "~", "!", "?" };

void
lpn_dve_lexer_init (DveLexer *lexer, const char *text, gsize length)
{
  *lexer = (DveLexer){ text, text + length, text, 1 };
}

static bool
ahead (const DveLexer *lexer, const char *text)
{
  gsize length = strlen (text);
  return (gsize)(lexer->end - lexer->at) >= length && memcmp (lexer->at, text, length) == 0;
}

static void
step (DveLexer *lexer)
{
  if (*lexer->at++ == '\n')
    {
      lexer->line++;
      lexer->line_start = lexer->at;
    }
}

/* Skips white space and comments; stops before a comment that does not end. */
static bool
skip_space (DveLexer *lexer)
{
  while (lexer->at < lexer->end)
    if (g_ascii_isspace (*lexer->at))
      step (lexer);
    else if (ahead (lexer, "//"))
      while (lexer->at < lexer->end && *lexer->at != '\n')
        lexer->at++;
    else if (ahead (lexer, "/*"))
      {
        DveLexer start = *lexer;
        lexer->at += 2;
        while (lexer->at < lexer->end && !ahead (lexer, "*/"))
          step (lexer);
        if (lexer->at == lexer->end)
          {
            *lexer = start;
            return false;
          }
        lexer->at += 2;
      }
    else
      return true;
  return true;
}

static bool
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static void
read_name (DveLexer *lexer, DveToken *token)
{
  while (lexer->at < lexer->end && is_name_char (*lexer->at))
    lexer->at++;
  token->length = (gsize)(lexer->at - token->start);
  token->kind = DVE_NAME;
  for (guint i = 0; i < G_N_ELEMENTS (KEYWORDS); i++)
    if (strlen (KEYWORDS[i]) == token->length && memcmp (KEYWORDS[i], token->start, token->length) == 0)
      token->kind = DVE_WORD;
}

static void
read_number (DveLexer *lexer, DveToken *token)
{
  token->kind = DVE_NUMBER;
  for (; lexer->at < lexer->end && is_name_char (*lexer->at); lexer->at++)
    {
      if (!g_ascii_isdigit (*lexer->at))
        {
          token->kind = DVE_BAD;
          token->fault = "a number followed by a letter";
          return;
        }
      if (token->value <= G_MAXINT32)
        token->value = token->value * 10 + (*lexer->at - '0');
    }
  token->length = (gsize)(lexer->at - token->start);
  if (token->value > G_MAXINT32)
    {
      token->kind = DVE_BAD;
      token->fault = "a number that does not fit 32 bits";
    }
}

static void
read_punct (DveLexer *lexer, DveToken *token)
{
  for (guint i = 0; i < G_N_ELEMENTS (PUNCTS); i++)
    if (ahead (lexer, PUNCTS[i]))
      {
        token->kind = DVE_PUNCT;
        token->length = strlen (PUNCTS[i]);
        lexer->at += token->length;
        return;
      }
  token->kind = DVE_BAD;
}

void
lpn_dve_lexer_next (DveLexer *lexer, DveToken *token)
{
  bool ended = skip_space (lexer);

  *token = (DveToken){ .kind = DVE_END, .start = lexer->at, .line = lexer->line };
  token->column = (guint)(lexer->at - lexer->line_start) + 1;
  if (!ended)
    {
      token->kind = DVE_BAD;
      token->fault = "a comment without end";
    }
  else if (lexer->at == lexer->end)
    return;
  else if (g_ascii_isdigit (*lexer->at))
    read_number (lexer, token);
  else if (is_name_char (*lexer->at))
    read_name (lexer, token);
  else
    read_punct (lexer, token);
}

bool
lpn_dve_token_is (const DveToken *token, const char *text)
{
  return (token->kind == DVE_WORD || token->kind == DVE_PUNCT) && strlen (text) == token->length
         && memcmp (text, token->start, token->length) == 0;
}

char *
lpn_dve_token_text (const DveToken *token)
{
  guint8 byte = token->kind == DVE_BAD ? (guint8)*token->start : 0;

  if (token->kind == DVE_END)
    return g_strdup ("the end of the file");
  if (token->fault != NULL)
    return g_strdup (token->fault);
  if (token->kind == DVE_BAD)
    return byte > ' ' && byte < 0x7f ? g_strdup_printf ("'%c'", byte) : g_strdup_printf ("byte 0x%02x", byte);
  return g_strdup_printf ("'%.*s%s'", (int)MIN (token->length, 60), token->start, token->length > 60 ? "..." : "");
}
