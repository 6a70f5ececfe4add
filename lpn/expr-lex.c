/* SPDX-License-Identifier: MIT */
#include "lpn/expr-lex.h"

#include <string.h>

typedef struct
{
  const char  *text;
  LpnTokenKind kind;
} Spelling;

static const Spelling words[] = {
  { "true", LPN_TOKEN_TRUE }, { "false", LPN_TOKEN_FALSE },   { "NOT", LPN_TOKEN_BIT_NOT },
  { "OR", LPN_TOKEN_BIT_OR }, { "AND", LPN_TOKEN_BIT_AND },   { "XOR", LPN_TOKEN_BIT_XOR },
  { "INT", LPN_TOKEN_INT },   { "marked", LPN_TOKEN_MARKED }, { "tokens", LPN_TOKEN_TOKENS },
};

/* Longer spellings come before their beginnings. */
static const Spelling signs[] = {
  { "->", LPN_TOKEN_IMPLIES }, { "||", LPN_TOKEN_OR },        { "&&", LPN_TOKEN_AND },
  { "==", LPN_TOKEN_EQ },      { "!=", LPN_TOKEN_NE },        { "<=", LPN_TOKEN_LE },
  { ">=", LPN_TOKEN_GE },      { "|", LPN_TOKEN_OR },         { "&", LPN_TOKEN_AND },
  { "=", LPN_TOKEN_EQ },       { "<", LPN_TOKEN_LT },         { ">", LPN_TOKEN_GT },
  { "+", LPN_TOKEN_PLUS },     { "-", LPN_TOKEN_MINUS },      { "*", LPN_TOKEN_TIMES },
  { "/", LPN_TOKEN_DIV },      { "%", LPN_TOKEN_MOD },        { "^", LPN_TOKEN_POWER },
  { "~", LPN_TOKEN_NOT },      { "!", LPN_TOKEN_NOT },        { "(", LPN_TOKEN_OPEN },
  { ")", LPN_TOKEN_CLOSE },    { "[", LPN_TOKEN_OPEN_INDEX }, { "]", LPN_TOKEN_CLOSE_INDEX },
  { ",", LPN_TOKEN_COMMA },    { "?", LPN_TOKEN_QUESTION },   { ":", LPN_TOKEN_COLON },
};

static bool
starts_name (char c)
{
  return g_ascii_isalpha (c) || c == '_' || c == '$' || (guchar)c >= 0x80;
}

static bool
continues_name (char c)
{
  return starts_name (c) || g_ascii_isdigit (c) || c == '.';
}

static gsize
name_length (const char *text)
{
  gsize n = 0;

  if (starts_name (text[0]))
    while (continues_name (text[n]))
      n++;
  return n;
}

static LpnTokenKind
word_kind (const char *text, gsize length)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].text) == length && strncmp (words[i].text, text, length) == 0)
      return words[i].kind;
  return LPN_TOKEN_NAME;
}

bool
lpn_name_is_plain (const char *name)
{
  gsize length = name_length (name);

  return length > 0 && name[length] == '\0' && word_kind (name, length) == LPN_TOKEN_NAME;
}

static void
invalid (LpnToken *token, gsize length, const char *problem)
{
  token->kind = LPN_TOKEN_INVALID;
  token->length = length;
  token->problem = problem;
}

static void
read_number (LpnToken *token)
{
  const char *at = token->start;
  bool        hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  guint64     base = hex ? 16 : 10;
  guint64     number = 0;
  gsize       n = hex ? 2 : 0;
  gsize       first = n;
  bool        fits = true;

  for (; g_ascii_isxdigit (at[n]) && (hex || g_ascii_isdigit (at[n])); n++)
    {
      guint64 digit = (guint64)g_ascii_xdigit_value (at[n]);

      fits = fits && !__builtin_mul_overflow (number, base, &number) && !__builtin_add_overflow (number, digit, &number)
             && number <= (guint64)G_MAXINT64 + 1;
    }
  token->kind = LPN_TOKEN_NUMBER;
  token->number = number;
  token->length = n;
  if (n == first || continues_name (at[n]))
    {
      while (continues_name (at[n]))
        n++;
      invalid (token, n, "malformed number");
    }
  else if (!fits)
    invalid (token, n, "the number does not fit 64 bits:");
}

static void
read_quoted (LpnToken *token)
{
  const char *at = token->start + 1;

  g_string_truncate (token->name, 0);
  for (; *at != '\0' && *at != '"'; at++)
    {
      if (at[0] == '\\' && (at[1] == '"' || at[1] == '\\'))
        at++;
      g_string_append_c (token->name, *at);
    }
  if (*at == '\0')
    {
      invalid (token, (gsize)(at - token->start), "no closing quote of the name");
      return;
    }
  token->kind = LPN_TOKEN_NAME;
  token->length = (gsize)(at + 1 - token->start);
  if (token->name->len == 0)
    invalid (token, token->length, "empty name");
}

static void
read_sign (LpnToken *token)
{
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (token->start, signs[i].text))
      {
        token->kind = signs[i].kind;
        token->length = strlen (signs[i].text);
        return;
      }
  invalid (token, 1, "unexpected character");
}

void
lpn_token_next (LpnToken *token)
{
  const char *at = token->start + token->length;

  while (g_ascii_isspace (*at))
    at++;
  token->start = at;
  token->length = 0;
  if (*at == '\0')
    token->kind = LPN_TOKEN_END;
  else if (g_ascii_isdigit (*at))
    read_number (token);
  else if (*at == '"')
    read_quoted (token);
  else if (starts_name (*at))
    {
      token->length = name_length (at);
      token->kind = word_kind (at, token->length);
      g_string_truncate (token->name, 0);
      g_string_append_len (token->name, at, (gssize)token->length);
    }
  else
    read_sign (token);
}
