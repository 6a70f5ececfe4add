/* SPDX-License-Identifier: MIT */
/*
 * Expressions in the spelling of other tools. Every operator stands in brackets, for no two tools agree on what binds
 * how tight.
 */
#ifndef LPN_IO_EXPR_TEXT_H
#define LPN_IO_EXPR_TEXT_H

#include <glib.h>
#include <stdbool.h>

#include "lpn/net.h"

G_BEGIN_DECLS

enum
{
  LPN_EXPR_TEXT_OPS = LPN_EXPR_COND + 1,
};

/* How a tool spells things; NULL: it cannot say that. What INT() and BOOL() stand for, where `infix` and `call` have
 * nothing, is their operand. */
typedef struct
{
  const char *infix[LPN_EXPR_TEXT_OPS]; /* (a+b) */
  const char *sign[LPN_EXPR_TEXT_OPS];  /* (~(a)) */
  const char *call[LPN_EXPR_TEXT_OPS];  /* and(a,b) */
  const char *bit;                      /* bit(a,i), for AND(a >> i, 1) */
  const char *truth[2];                 /* false and true */
  bool        conditional;              /* (c ? a : b) */
  bool        arrays;                   /* a[i] */
} LpnExprSpelling;

/* Appends the text; `names` are those of the net's variables. false where something in it cannot be said, or where it
 * has more operators than LPN_EXPR_TEXT_MAX. */
#define LPN_EXPR_TEXT_MAX 20000
bool lpn_expr_text (const LpnNet *net, const LpnExpr *expr, const LpnExprSpelling *spelling, const char *const *names,
                    GString *text);

G_END_DECLS

#endif
