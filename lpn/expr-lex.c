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

/* In small or capital letters. */
static const Spelling lema_words[] = {
  { "true", LPN_TOKEN_TRUE },      { "false", LPN_TOKEN_FALSE },      { "not", LPN_TOKEN_BIT_NOT },
  { "or", LPN_TOKEN_BIT_OR },      { "and", LPN_TOKEN_BIT_AND },      { "xor", LPN_TOKEN_BIT_XOR },
  { "int", LPN_TOKEN_INT },        { "bit", LPN_TOKEN_BIT },          { "min", LPN_TOKEN_MIN },
  { "max", LPN_TOKEN_MAX },        { "idiv", LPN_TOKEN_IDIV },        { "floor", LPN_TOKEN_WHOLE },
  { "ceil", LPN_TOKEN_WHOLE },     { "bool", LPN_TOKEN_TRUTH },       { "rate", LPN_TOKEN_HYBRID },
  { "uniform", LPN_TOKEN_HYBRID }, { "normal", LPN_TOKEN_HYBRID },    { "exponential", LPN_TOKEN_HYBRID },
  { "gamma", LPN_TOKEN_HYBRID },   { "lognormal", LPN_TOKEN_HYBRID }, { "chisq", LPN_TOKEN_HYBRID },
  { "laplace", LPN_TOKEN_HYBRID }, { "cauchy", LPN_TOKEN_HYBRID },    { "rayleigh", LPN_TOKEN_HYBRID },
  { "poisson", LPN_TOKEN_HYBRID }, { "binomial", LPN_TOKEN_HYBRID },  { "bernoulli", LPN_TOKEN_HYBRID },
};

static const Spelling platu_words[] = { { "true", LPN_TOKEN_TRUE }, { "false", LPN_TOKEN_FALSE } };

/* Longer spellings come before their beginnings. */
static const Spelling signs[] = {
  { "<<", LPN_TOKEN_SHIFT_LEFT }, { ">>", LPN_TOKEN_SHIFT_RIGHT }, { "->", LPN_TOKEN_IMPLIES },
  { "||", LPN_TOKEN_OR },         { "&&", LPN_TOKEN_AND },         { "==", LPN_TOKEN_EQ },
  { "!=", LPN_TOKEN_NE },         { "<=", LPN_TOKEN_LE },          { ">=", LPN_TOKEN_GE },
  { "|", LPN_TOKEN_BAR },         { "&", LPN_TOKEN_AMPERSAND },    { "=", LPN_TOKEN_EQ },
  { "<", LPN_TOKEN_LT },          { ">", LPN_TOKEN_GT },           { "+", LPN_TOKEN_PLUS },
  { "-", LPN_TOKEN_MINUS },       { "*", LPN_TOKEN_TIMES },        { "/", LPN_TOKEN_DIV },
  { "%", LPN_TOKEN_MOD },         { "^", LPN_TOKEN_POWER },        { "~", LPN_TOKEN_TILDE },
  { "!", LPN_TOKEN_NOT },         { "(", LPN_TOKEN_OPEN },         { ")", LPN_TOKEN_CLOSE },
  { "[", LPN_TOKEN_OPEN_INDEX },  { "]", LPN_TOKEN_CLOSE_INDEX },  { ",", LPN_TOKEN_COMMA },
  { "?", LPN_TOKEN_QUESTION },    { ":", LPN_TOKEN_COLON },
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

static bool
is_lema_word (const char *word, const char *text, gsize length)
{
  gsize capitals = 0;

  if (strlen (word) != length || g_ascii_strncasecmp (word, text, length) != 0)
    return false;
  for (gsize i = 0; i < length; i++)
    capitals += g_ascii_isupper (text[i]) != 0;
  return capitals == 0 || capitals == length;
}

static LpnTokenKind
word_kind (LpnDialect dialect, const char *text, gsize length)
{
  const Spelling *table = dialect == LPN_DIALECT_OWN ? words : platu_words;
  gsize           n = dialect == LPN_DIALECT_OWN ? G_N_ELEMENTS (words) : G_N_ELEMENTS (platu_words);

  for (gsize i = 0; dialect == LPN_DIALECT_LEMA && i < G_N_ELEMENTS (lema_words); i++)
    if (is_lema_word (lema_words[i].text, text, length))
      return lema_words[i].kind;
  for (gsize i = 0; dialect != LPN_DIALECT_LEMA && i < n; i++)
    if (strlen (table[i].text) == length && strncmp (table[i].text, text, length) == 0)
      return table[i].kind;
  return LPN_TOKEN_NAME;
}

bool
lpn_name_is_plain (const char *name)
{
  gsize length = name_length (name);

  return length > 0 && name[length] == '\0' && word_kind (LPN_DIALECT_OWN, name, length) == LPN_TOKEN_NAME;
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
  bool        fraction = false;

  for (; g_ascii_isxdigit (at[n]) && (hex || g_ascii_isdigit (at[n])); n++)
    {
      guint64 digit = (guint64)g_ascii_xdigit_value (at[n]);

      fits = fits && !__builtin_mul_overflow (number, base, &number) && !__builtin_add_overflow (number, digit, &number)
             && number <= (guint64)G_MAXINT64 + 1;
    }
  if (token->dialect == LPN_DIALECT_LEMA && !hex && at[n] == '.' && g_ascii_isdigit (at[n + 1]))
    for (n++; g_ascii_isdigit (at[n]); n++)
      fraction = fraction || at[n] != '0';
  token->kind = LPN_TOKEN_NUMBER;
  token->number = number;
  token->length = n;
  if (n == first || continues_name (at[n]))
    {
      while (continues_name (at[n]))
        n++;
      invalid (token, n, "malformed number");
    }
  else if (fraction)
    invalid (token, n, "not a whole number:");
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
      token->kind = word_kind (token->dialect, at, token->length);
      g_string_truncate (token->name, 0);
      g_string_append_len (token->name, at, (gssize)token->length);
    }
  else
    read_sign (token);
}

void
lpn_origin_append (GString *message, const LpnOrigin *origin, const char *text, const char *at)
{
  guint line = 0;
  guint column = 1;

  for (const char *c = text; c < at; c++)
    if (*c == '\n')
      {
        line++;
        column = 1;
      }
    else if (((guchar)*c & 0xc0) != 0x80)
      column++;
  if (line == 0 && origin != NULL && origin->column > 0)
    column += origin->column - 1;
  if (origin != NULL && origin->line > 0)
    {
      if (origin->file != NULL)
        g_string_append_printf (message, "%s:%u: ", origin->file, origin->line + line);
      else
        g_string_append_printf (message, "line %u: ", origin->line + line);
    }
  else if (origin != NULL && origin->file != NULL)
    g_string_append_printf (message, "%s: ", origin->file);
  if (origin != NULL && origin->what != NULL)
    g_string_append_printf (message, "%s: ", origin->what);
  if (line > 0 && (origin == NULL || origin->line == 0))
    g_string_append_printf (message, "line %u, ", line + 1);
  g_string_append_printf (message, "column %u: ", column);
}

bool
lpn_token_is_event (const LpnToken *token, LpnEventKind *kind)
{
  static const char *const WORDS[] = { "enabled", "rises", "falls", "excited" };
  const char              *after = token->start + token->length;

  while (g_ascii_isspace (*after))
    after++;
  for (guint i = 0; token->kind == LPN_TOKEN_NAME && *token->start != '"' && *after == '(' && i < G_N_ELEMENTS (WORDS);
       i++)
    if (strcmp (token->name->str, WORDS[i]) == 0)
      {
        *kind = (LpnEventKind)i;
        return true;
      }
  return false;
}

void
lpn_token_next_label (LpnToken *token)
{
  gsize length;

  lpn_token_next (token);
  length = strcspn (token->start, ")");
  while (length > 0 && g_ascii_isspace (token->start[length - 1]))
    length--;
  if (*token->start == '"' || length == 0)
    return;
  token->kind = LPN_TOKEN_NAME;
  token->length = length;
  g_string_truncate (token->name, 0);
  g_string_append_len (token->name, token->start, (gssize)length);
}
