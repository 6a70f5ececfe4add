/* SPDX-License-Identifier: MIT */
#include "lpn/expr-dialect.h"

static const LpnBinarySign own_signs[] = {
  { LPN_TOKEN_IMPLIES, LPN_EXPR_IMPLIES, 1, true },
  { LPN_TOKEN_OR, LPN_EXPR_OR, 2, false },
  { LPN_TOKEN_BAR, LPN_EXPR_OR, 2, false },
  { LPN_TOKEN_AND, LPN_EXPR_AND, 3, false },
  { LPN_TOKEN_AMPERSAND, LPN_EXPR_AND, 3, false },
  { LPN_TOKEN_EQ, LPN_EXPR_EQ, 4, false },
  { LPN_TOKEN_NE, LPN_EXPR_NE, 4, false },
  { LPN_TOKEN_LT, LPN_EXPR_LT, 5, false },
  { LPN_TOKEN_LE, LPN_EXPR_LE, 5, false },
  { LPN_TOKEN_GT, LPN_EXPR_GT, 5, false },
  { LPN_TOKEN_GE, LPN_EXPR_GE, 5, false },
  { LPN_TOKEN_SHIFT_LEFT, LPN_EXPR_SHIFT_LEFT, 6, false },
  { LPN_TOKEN_SHIFT_RIGHT, LPN_EXPR_SHIFT_RIGHT, 6, false },
  { LPN_TOKEN_PLUS, LPN_EXPR_ADD, 7, false },
  { LPN_TOKEN_MINUS, LPN_EXPR_SUB, 7, false },
  { LPN_TOKEN_TIMES, LPN_EXPR_MUL, 8, false },
  { LPN_TOKEN_DIV, LPN_EXPR_DIV, 8, false },
  { LPN_TOKEN_MOD, LPN_EXPR_MOD, 8, false },
};

#define LEMA_RELATION 3

static const LpnBinarySign lema_signs[] = {
  { LPN_TOKEN_IMPLIES, LPN_EXPR_IMPLIES, 1, false },
  { LPN_TOKEN_OR, LPN_EXPR_OR, 1, false },
  { LPN_TOKEN_BAR, LPN_EXPR_OR, 1, false },
  { LPN_TOKEN_AND, LPN_EXPR_AND, 2, false },
  { LPN_TOKEN_AMPERSAND, LPN_EXPR_AND, 2, false },
  { LPN_TOKEN_EQ, LPN_EXPR_EQ, LEMA_RELATION, false },
  { LPN_TOKEN_NE, LPN_EXPR_NE, LEMA_RELATION, false },
  { LPN_TOKEN_LT, LPN_EXPR_LT, LEMA_RELATION, false },
  { LPN_TOKEN_LE, LPN_EXPR_LE, LEMA_RELATION, false },
  { LPN_TOKEN_GT, LPN_EXPR_GT, LEMA_RELATION, false },
  { LPN_TOKEN_GE, LPN_EXPR_GE, LEMA_RELATION, false },
  { LPN_TOKEN_PLUS, LPN_EXPR_ADD, 4, false },
  { LPN_TOKEN_MINUS, LPN_EXPR_SUB, 4, false },
  { LPN_TOKEN_TIMES, LPN_EXPR_MUL, 5, false },
  { LPN_TOKEN_DIV, LPN_EXPR_DIV, 5, false },
  { LPN_TOKEN_MOD, LPN_EXPR_MOD, 5, false },
  { LPN_TOKEN_POWER, LPN_EXPR_POW, 5, false },
};

static const LpnBinarySign platu_signs[] = {
  { LPN_TOKEN_IMPLIES, LPN_EXPR_IMPLIES, 1, true },
  { LPN_TOKEN_OR, LPN_EXPR_OR, 2, false },
  { LPN_TOKEN_AND, LPN_EXPR_AND, 3, false },
  { LPN_TOKEN_BAR, LPN_EXPR_BIT_OR, 4, false },
  { LPN_TOKEN_POWER, LPN_EXPR_BIT_XOR, 5, false },
  { LPN_TOKEN_AMPERSAND, LPN_EXPR_BIT_AND, 6, false },
  { LPN_TOKEN_EQ, LPN_EXPR_EQ, 7, false },
  { LPN_TOKEN_NE, LPN_EXPR_NE, 7, false },
  { LPN_TOKEN_LT, LPN_EXPR_LT, 8, false },
  { LPN_TOKEN_LE, LPN_EXPR_LE, 8, false },
  { LPN_TOKEN_GT, LPN_EXPR_GT, 8, false },
  { LPN_TOKEN_GE, LPN_EXPR_GE, 8, false },
  { LPN_TOKEN_SHIFT_LEFT, LPN_EXPR_SHIFT_LEFT, 9, false },
  { LPN_TOKEN_SHIFT_RIGHT, LPN_EXPR_SHIFT_RIGHT, 9, false },
  { LPN_TOKEN_PLUS, LPN_EXPR_ADD, 10, false },
  { LPN_TOKEN_MINUS, LPN_EXPR_SUB, 10, false },
  { LPN_TOKEN_TIMES, LPN_EXPR_MUL, 11, false },
  { LPN_TOKEN_DIV, LPN_EXPR_DIV, 11, false },
  { LPN_TOKEN_MOD, LPN_EXPR_MOD, 11, false },
};

const LpnGrammar *
lpn_grammar_of (LpnDialect dialect)
{
  static const LpnGrammar grammars[] = {
    [LPN_DIALECT_OWN] = { .signs = own_signs, .n_signs = G_N_ELEMENTS (own_signs), .power = true },
    [LPN_DIALECT_LEMA] = { .signs = lema_signs,
                           .n_signs = G_N_ELEMENTS (lema_signs),
                           .not_level = LEMA_RELATION,
                           .mixes = true,
                           .bits = true },
    [LPN_DIALECT_PLATU]
    = { .signs = platu_signs, .n_signs = G_N_ELEMENTS (platu_signs), .mixes = true, .plus = true, .tilde = true },
  };
  return &grammars[dialect];
}

const LpnBinarySign *
lpn_grammar_sign (const LpnGrammar *grammar, LpnTokenKind token)
{
  for (guint i = 0; i < grammar->n_signs; i++)
    if (grammar->signs[i].token == token)
      return &grammar->signs[i];
  return NULL;
}
