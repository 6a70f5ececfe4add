/* SPDX-License-Identifier: MIT */
/* What the dialects of expressions differ in (private to lpn/; expr.h describes them). */
#ifndef LPN_LPN_EXPR_DIALECT_H
#define LPN_LPN_EXPR_DIALECT_H

#include "lpn/expr-lex.h"
#include "lpn/expr.h"

typedef struct
{
  LpnTokenKind token;
  LpnExprOp    op;
  guint        level; /* binds tighter the higher it is; the loosest is 1 */
  bool         right; /* associative from the right */
} LpnBinarySign;

typedef struct
{
  const LpnBinarySign *signs;
  guint                n_signs;
  guint                not_level; /* of the operand of logical not; 0: as of a minus */
  bool                 mixes;     /* numbers and truth values are converted as needed */
  bool                 power;     /* '^' binds tighter than signs; else it is among the binary signs */
  bool                 plus;      /* a sign of its own */
  bool                 tilde;     /* '~' is bitwise */
  bool                 bits;      /* x[i] is bit i of a scalar x */
} LpnGrammar;

const LpnGrammar *lpn_grammar_of (LpnDialect dialect);
/* NULL: no binary sign of this grammar. */
const LpnBinarySign *lpn_grammar_sign (const LpnGrammar *grammar, LpnTokenKind token);

#endif
