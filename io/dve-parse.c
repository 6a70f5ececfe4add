/* SPDX-License-Identifier: MIT */
/*
 * Recursive descent over a DVE file; operators by precedence climbing. The grammar is in docs/formats.md.
 */
#include <stdarg.h>
#include <string.h>

#include "io/dve-lex.h"
#include "io/dve-private.h"

typedef struct
{
  DveFile    *file;
  DveLexer    lexer;
  DveToken    token;   /* the next one */
  const char *process; /* being read, or NULL */
  bool        in_assert;
  guint       depth; /* of brackets and signs */
  GError     *error; /* the first */
} Parser;

/* Binary operators, all left associative; higher levels bind tighter. */
static const struct
{
  const char *text;
  guint       level;
  DveOp       op;
} OPERATORS[] = {
  { "imply", 1, DVE_OP_IMPLY },    { "or", 2, DVE_OP_OR },     { "||", 2, DVE_OP_OR },
  { "and", 2, DVE_OP_AND },        { "&&", 2, DVE_OP_AND },    { "|", 3, DVE_OP_BIT_OR },
  { "&", 3, DVE_OP_BIT_AND },      { "^", 3, DVE_OP_BIT_XOR }, { "==", 4, DVE_OP_EQ },
  { "!=", 4, DVE_OP_NE },          { "<", 5, DVE_OP_LT },      { "<=", 5, DVE_OP_LE },
  { ">", 5, DVE_OP_GT },           { ">=", 5, DVE_OP_GE },     { "<<", 6, DVE_OP_SHIFT_LEFT },
  { ">>", 6, DVE_OP_SHIFT_RIGHT }, { "+", 7, DVE_OP_ADD },     { "-", 7, DVE_OP_SUB },
  { "*", 8, DVE_OP_MUL },          { "/", 8, DVE_OP_DIV },     { "%", 8, DVE_OP_MOD },
};

static void G_GNUC_PRINTF (4, 5) fail (Parser *p, DvePosition at, LpnIoError code, const char *format, ...)
{
  va_list args;

  if (p->error != NULL)
    return;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (&p->error, LPN_IO_ERROR, code, "%s:%u:%u: %s", p->file->label, at.line, at.column, text);
}

static DvePosition
here (const Parser *p)
{
  return (DvePosition){ p->token.line, p->token.column };
}

static void
expected (Parser *p, const char *what)
{
  g_autofree char *found = lpn_dve_token_text (&p->token);
  fail (p, here (p), LPN_IO_ERROR_MALFORMED, "expected %s, found %s", what, found);
}

static void
next (Parser *p)
{
  lpn_dve_lexer_next (&p->lexer, &p->token);
}

static bool
is (const Parser *p, const char *text)
{
  return p->error == NULL && lpn_dve_token_is (&p->token, text);
}

static bool
take (Parser *p, const char *text)
{
  if (!is (p, text))
    return false;
  next (p);
  return true;
}

static void
want (Parser *p, const char *text)
{
  g_autofree char *what = g_strdup_printf ("'%s'", text);
  if (!take (p, text))
    expected (p, what);
}

/* Borrowed from the file; NULL with the error set. */
static DveName
name (Parser *p, const char *what)
{
  DveName result = { NULL, here (p) };
  if (p->token.kind != DVE_NAME || p->error != NULL)
    {
      expected (p, what);
      return result;
    }
  result.name = g_string_chunk_insert_len (p->file->strings, p->token.start, (gssize)p->token.length);
  next (p);
  return result;
}

static DveExpr *
node (Parser *p, DveOp op, DvePosition at, DveExpr *a, DveExpr *b)
{
  DveExpr *expr = g_new0 (DveExpr, 1);
  g_ptr_array_add (p->file->garbage, expr);
  expr->op = op;
  expr->at = at;
  expr->arg[0] = a;
  expr->arg[1] = b;
  expr->nesting = 1 + MAX (a != NULL ? a->nesting : 0, b != NULL ? b->nesting : 0);
  if (expr->nesting > LPN_DVE_MAX_NESTING)
    fail (p, at, LPN_IO_ERROR_LIMIT, "an expression is nested more than %d deep", LPN_DVE_MAX_NESTING);
  return expr;
}

static DveExpr *expression (Parser *p, guint level);

static DveExpr *
index_of (Parser *p, DveExpr *expr)
{
  if (take (p, "["))
    {
      expr->arg[0] = expression (p, 1);
      expr->nesting = expr->arg[0]->nesting + 1;
      want (p, "]");
    }
  return expr;
}

static DveExpr *
named (Parser *p)
{
  DveName  first = name (p, "an expression");
  DveExpr *expr = node (p, DVE_OP_NAME, first.at, NULL, NULL);

  expr->name = first.name;
  if (take (p, "."))
    {
      expr->op = DVE_OP_STATE;
      expr->field = name (p, "the name of a location").name;
      if (p->process != NULL && !p->in_assert && first.name != NULL && !g_str_equal (first.name, p->process))
        g_ptr_array_add (p->file->asked, (gpointer)first.name);
      return expr;
    }
  if (take (p, "->"))
    {
      expr->op = DVE_OP_FIELD;
      expr->field = name (p, "the name of a variable").name;
    }
  return index_of (p, expr);
}

static DveExpr *
number (Parser *p, gint64 value)
{
  DveExpr *expr = node (p, DVE_OP_NUMBER, here (p), NULL, NULL);
  expr->value = value;
  next (p);
  return expr;
}

static DveExpr *
operand (Parser *p)
{
  DvePosition at = here (p);
  DveExpr    *expr;

  if (p->token.kind == DVE_NUMBER)
    return number (p, p->token.value);
  if (is (p, "true") || is (p, "false"))
    return number (p, is (p, "true"));
  if (++p->depth > LPN_DVE_MAX_NESTING)
    fail (p, at, LPN_IO_ERROR_LIMIT, "an expression is nested more than %d deep", LPN_DVE_MAX_NESTING);
  if (take (p, "("))
    {
      expr = expression (p, 1);
      want (p, ")");
    }
  else if (take (p, "-"))
    expr = node (p, DVE_OP_NEG, at, operand (p), NULL);
  else if (take (p, "~"))
    expr = node (p, DVE_OP_BIT_NOT, at, operand (p), NULL);
  else if (take (p, "not"))
    expr = node (p, DVE_OP_NOT, at, operand (p), NULL);
  else
    expr = named (p);
  p->depth--;
  return expr;
}

/* Never NULL, also after an error. */
static DveExpr *
expression (Parser *p, guint level)
{
  DveExpr *left = operand (p);

  for (;;)
    {
      guint i = 0;
      while (i < G_N_ELEMENTS (OPERATORS) && !(OPERATORS[i].level >= level && is (p, OPERATORS[i].text)))
        i++;
      if (i == G_N_ELEMENTS (OPERATORS))
        return left;
      DvePosition at = here (p);
      next (p);
      DveExpr *right = expression (p, OPERATORS[i].level + 1);
      left = node (p, OPERATORS[i].op, at, left, right);
    }
}

/* expr, or { expr, ... } */
static GPtrArray *
expressions (Parser *p, bool *braces)
{
  GPtrArray *list = g_ptr_array_new ();
  *braces = take (p, "{");
  do
    g_ptr_array_add (list, expression (p, 1));
  while (*braces && take (p, ","));
  if (*braces)
    want (p, "}");
  return list;
}

static bool
is_type (const Parser *p)
{
  return is (p, "byte") || is (p, "int") || is (p, "bool");
}

static DveType
type (Parser *p)
{
  DveType result = is (p, "int") ? DVE_INT : DVE_BYTE;
  if (is_type (p))
    next (p);
  else
    expected (p, "'byte', 'int' or 'bool'");
  return result;
}

static void
variable (Parser *p, GPtrArray *variables, DveType of, bool is_const)
{
  DveName      id = name (p, "the name of a variable");
  DveVariable *v = g_new0 (DveVariable, 1);

  g_ptr_array_add (variables, v);
  *v = (DveVariable){ .name = id.name, .at = id.at, .type = of, .is_const = is_const, .ref = LPN_NONE };
  if (take (p, "["))
    {
      v->is_array = true;
      v->size_expr = expression (p, 1);
      want (p, "]");
    }
  if (take (p, "="))
    v->init = expressions (p, &v->init_list);
}

static void
variables_of_type (Parser *p, GPtrArray *variables)
{
  bool    is_const = take (p, "const");
  DveType of = type (p);
  do
    variable (p, variables, of, is_const);
  while (take (p, ","));
  want (p, ";");
}

static void
channels_of_type (Parser *p)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (DveType));
  bool typed;

  want (p, "channel");
  typed = take (p, "{");
  while (typed && p->error == NULL)
    {
      DveType part = type (p);
      g_array_append_val (parts, part);
      if (!take (p, ","))
        {
          want (p, "}");
          break;
        }
    }
  do
    {
      DveName     id = name (p, "the name of a channel");
      DveChannel *c = g_new0 (DveChannel, 1);
      g_ptr_array_add (p->file->channels, c);
      *c = (DveChannel){ .name = id.name, .at = id.at, .typed = typed, .n_parts = typed ? parts->len : 1 };
      c->parts = typed ? g_memdup2 (parts->data, parts->len * sizeof (DveType)) : g_new (DveType, 1);
      if (!typed)
        {
          c->parts[0] = DVE_WIDE;
          continue;
        }
      want (p, "[");
      c->capacity_expr = expression (p, 1);
      want (p, "]");
    }
  while (take (p, ","));
  want (p, ";");
}

static void
names (Parser *p, GArray *list, const char *what)
{
  do
    {
      DveName one = name (p, what);
      g_array_append_val (list, one);
    }
  while (take (p, ","));
  want (p, ";");
}

static void
asserts (Parser *p, DveProcess *process)
{
  p->in_assert = true;
  do
    {
      DveAssert one = { name (p, "the name of a location"), NULL };
      want (p, ":");
      one.expr = expression (p, 1);
      g_array_append_val (process->asserts, one);
    }
  while (take (p, ","));
  want (p, ";");
  p->in_assert = false;
}

static void
synchronisation (Parser *p, DveMove *move)
{
  bool braces;

  move->channel = name (p, "the name of a channel");
  move->sends = is (p, "!");
  if (!take (p, "!") && !take (p, "?"))
    expected (p, "'!' or '?'");
  if (!is (p, ";"))
    {
      g_ptr_array_unref (move->parts);
      move->parts = expressions (p, &braces);
    }
  want (p, ";");
}

static void
effects (Parser *p, DveMove *move)
{
  do
    {
      DveExpr *left = named (p);
      if (left->op == DVE_OP_STATE)
        fail (p, left->at, LPN_IO_ERROR_INVALID, "a location cannot be assigned to");
      g_ptr_array_add (move->effects, left);
      want (p, "=");
      g_ptr_array_add (move->effects, expression (p, 1));
    }
  while (take (p, ","));
  want (p, ";");
}

static void
transition (Parser *p, DveProcess *process, DveName *source)
{
  DveMove *move = g_new0 (DveMove, 1);

  g_ptr_array_add (process->moves, move);
  move->at = here (p);
  move->process = process;
  move->parts = g_ptr_array_new ();
  move->effects = g_ptr_array_new ();
  if (!is (p, "->") || source->name == NULL)
    *source = name (p, "the name of a location");
  move->source = *source;
  want (p, "->");
  move->target = name (p, "the name of a location");
  want (p, "{");
  if (take (p, "guard"))
    {
      move->guard = expression (p, 1);
      want (p, ";");
    }
  if (take (p, "sync"))
    synchronisation (p, move);
  if (take (p, "effect"))
    effects (p, move);
  if (!take (p, "}"))
    expected (p, move->effects->len > 0       ? "'}'"
                 : move->channel.name != NULL ? "'effect' or '}'"
                 : move->guard != NULL        ? "'sync', 'effect' or '}'"
                                              : "'guard', 'sync', 'effect' or '}'");
}

static void
process_body (Parser *p, DveProcess *process)
{
  DveName source = { NULL, { 0, 0 } };

  while (is_type (p) || is (p, "const"))
    variables_of_type (p, process->variables);
  want (p, "state");
  names (p, process->states, "the name of a location");
  want (p, "init");
  process->init = name (p, "the name of a location");
  want (p, ";");
  for (;;)
    if (take (p, "commit"))
      names (p, process->commits, "the name of a location");
    else if (take (p, "accept"))
      names (p, process->accepts, "the name of a location");
    else if (take (p, "assert"))
      asserts (p, process);
    else
      break;
  if (take (p, "trans"))
    {
      do
        transition (p, process, &source);
      while (take (p, ","));
      want (p, ";");
    }
}

static void
process_of_file (Parser *p)
{
  want (p, "process");
  DveName     id = name (p, "the name of a process");
  DveProcess *process = g_new0 (DveProcess, 1);

  g_ptr_array_add (p->file->processes, process);
  process->name = p->process = id.name;
  process->at = id.at;
  process->variables = g_ptr_array_new ();
  process->states = g_array_new (FALSE, FALSE, sizeof (DveName));
  process->commits = g_array_new (FALSE, FALSE, sizeof (DveName));
  process->accepts = g_array_new (FALSE, FALSE, sizeof (DveName));
  process->asserts = g_array_new (FALSE, FALSE, sizeof (DveAssert));
  process->moves = g_ptr_array_new ();
  want (p, "{");
  process_body (p, process);
  if (!take (p, "}"))
    expected (p, process->moves->len > 0 ? "'}'" : "'commit', 'accept', 'assert', 'trans' or '}'");
  p->process = NULL;
}

static void
system_of_file (Parser *p)
{
  DvePosition at;

  if (!take (p, "system"))
    expected (p, "'process' or 'system'");
  if (is (p, "sync"))
    fail (p, here (p), LPN_IO_ERROR_UNSUPPORTED, "synchronous systems are not supported, only 'system async'");
  want (p, "async");
  at = here (p);
  if (take (p, "property"))
    fail (p, at, LPN_IO_ERROR_UNSUPPORTED,
          "property automata are not supported; remove the process and this clause to explore the system alone");
  want (p, ";");
  if (p->error == NULL && p->token.kind != DVE_END)
    expected (p, "the end of the file");
}

static void
file_body (Parser *p)
{
  for (;;)
    if (is (p, "channel"))
      channels_of_type (p);
    else if (is_type (p) || is (p, "const"))
      variables_of_type (p, p->file->variables);
    else
      break;
  if (!is (p, "process"))
    expected (p, "a declaration or 'process'");
  while (is (p, "process"))
    process_of_file (p);
  system_of_file (p);
}

DveFile *
lpn_dve_parse (const char *label, const char *data, gsize length, GError **error)
{
  g_autoptr (DveFile) file = g_new0 (DveFile, 1);
  Parser p = { .file = file };

  file->label = label;
  file->strings = g_string_chunk_new (4096);
  file->garbage = g_ptr_array_new_with_free_func (g_free);
  file->variables = g_ptr_array_new ();
  file->channels = g_ptr_array_new ();
  file->processes = g_ptr_array_new ();
  file->asked = g_ptr_array_new ();
  if (length > LPN_DVE_MAX_BYTES)
    {
      g_set_error (error, LPN_IO_ERROR, LPN_IO_ERROR_LIMIT, "%s: larger than %d bytes", label, LPN_DVE_MAX_BYTES);
      return NULL;
    }
  lpn_dve_lexer_init (&p.lexer, data, length);
  next (&p);
  file_body (&p);
  if (p.error == NULL)
    return g_steal_pointer (&file);
  g_propagate_error (error, p.error);
  return NULL;
}

static void
free_variables (GPtrArray *variables)
{
  for (guint i = 0; i < variables->len; i++)
    {
      DveVariable *v = variables->pdata[i];
      g_clear_pointer (&v->init, g_ptr_array_unref);
      g_free (v->values);
      g_free (v);
    }
  g_ptr_array_unref (variables);
}

static void
free_process (DveProcess *process)
{
  for (guint i = 0; i < process->moves->len; i++)
    {
      DveMove *move = process->moves->pdata[i];
      g_ptr_array_unref (move->parts);
      g_ptr_array_unref (move->effects);
      g_free (move);
    }
  g_ptr_array_unref (process->moves);
  free_variables (process->variables);
  g_array_unref (process->states);
  g_array_unref (process->commits);
  g_array_unref (process->accepts);
  g_array_unref (process->asserts);
  g_free (process->committed);
  g_clear_pointer (&process->names, g_hash_table_unref);
  g_clear_pointer (&process->locations, g_hash_table_unref);
  g_free (process);
}

void
lpn_dve_file_free (DveFile *file)
{
  if (file == NULL)
    return;
  for (guint i = 0; i < file->processes->len; i++)
    free_process (file->processes->pdata[i]);
  for (guint i = 0; i < file->channels->len; i++)
    {
      DveChannel *c = file->channels->pdata[i];
      g_free (c->parts);
      g_free (c->part_refs);
      g_clear_pointer (&c->receivers, g_ptr_array_unref);
      g_free (c);
    }
  free_variables (file->variables);
  g_ptr_array_unref (file->channels);
  g_ptr_array_unref (file->processes);
  g_ptr_array_unref (file->asked);
  g_ptr_array_unref (file->garbage);
  g_string_chunk_free (file->strings);
  g_free (file);
}
