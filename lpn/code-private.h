/* SPDX-License-Identifier: MIT */
/*
 * The instructions of compiled expressions (private: code-compile.c writes them, code.c runs them).
 *
 * The machine has an accumulator `acc` and a stack of at most LPN_CODE_STACK numbers. Operand forms:
 *   E  the element values[a]            K  a constant          A  acc          S  what is popped from the stack
 *
 *   RETURN, RETURN_K, RETURN_E          end with acc, wide, values[a]
 *   LOAD_K, LOAD_E                      acc := wide, values[a]
 *   PUSH                                push acc
 *   JUMP                                go on at target
 *   INDEX                               acc := values[a + acc], where 0 <= acc < b
 *   INDEX_E                             acc := values[a + values[target]], where 0 <= values[target] < b
 *   ADD_EK                              acc := values[a] + k
 *   NEG, BIT_NOT                        on acc
 *   cmp_EK, cmp_EE, cmp_AK, cmp_AE, cmp_S   go on at target if values[a] cmp k, values[a] cmp values[b],
 *                                           acc cmp k, acc cmp values[a], popped cmp acc
 *   op_S, op_K, op_E                    acc := popped op acc, acc op wide, acc op values[a]
 *
 * One instruction:   bytes 0-3 op   4-7 a   8-11 k or b   12-15 target   (8-15 wide)
 */
#ifndef LPN_LPN_CODE_PRIVATE_H
#define LPN_LPN_CODE_PRIVATE_H

#include "lpn/code.h"

#define LPN_CODE_STACK (LPN_EXPR_MAX_NESTING + 1)

/* In the order of LpnExprOp, from LPN_EXPR_EQ and from LPN_EXPR_ADD. */
#define LPN_CODE_COMPARISONS(X) X (EQ, ==) X (NE, !=) X (LT, <) X (LE, <=) X (GT, >) X (GE, >=)
#define LPN_CODE_ARITHMETIC(X)                                                                                         \
  X (ADD, add)                                                                                                         \
  X (SUB, sub)                                                                                                         \
  X (MUL, mul) X (DIV, div) X (MOD, mod) X (POW, pow) X (BIT_AND, and) X (BIT_OR, or) X (BIT_XOR, xor)                 \
      X (SHIFT_LEFT, shl) X (SHIFT_RIGHT, shr)

#define LPN_CODE_FORMS_COMPARE(X, NAME) X (NAME##_EK) X (NAME##_EE) X (NAME##_AK) X (NAME##_AE) X (NAME##_S)
#define LPN_CODE_FORMS_ARITHMETIC(X, NAME) X (NAME##_S) X (NAME##_K) X (NAME##_E)

#define LPN_CODE_OPS(X)                                                                                                \
  X (RETURN)                                                                                                           \
  X (RETURN_K)                                                                                                         \
  X (RETURN_E)                                                                                                         \
  X (LOAD_K)                                                                                                           \
  X (LOAD_E)                                                                                                           \
  X (PUSH)                                                                                                             \
  X (JUMP)                                                                                                             \
  X (INDEX)                                                                                                            \
  X (INDEX_E)                                                                                                          \
  X (ADD_EK)                                                                                                           \
  X (NEG)                                                                                                              \
  X (BIT_NOT)                                                                                                          \
  LPN_CODE_FORMS_COMPARE (X, EQ)                                                                                       \
  LPN_CODE_FORMS_COMPARE (X, NE)                                                                                       \
  LPN_CODE_FORMS_COMPARE (X, LT)                                                                                       \
  LPN_CODE_FORMS_COMPARE (X, LE)                                                                                       \
  LPN_CODE_FORMS_COMPARE (X, GT)                                                                                       \
  LPN_CODE_FORMS_COMPARE (X, GE)                                                                                       \
  LPN_CODE_FORMS_ARITHMETIC (X, ADD)                                                                                   \
  LPN_CODE_FORMS_ARITHMETIC (X, SUB)                                                                                   \
  LPN_CODE_FORMS_ARITHMETIC (X, MUL)                                                                                   \
  LPN_CODE_FORMS_ARITHMETIC (X, DIV)                                                                                   \
  LPN_CODE_FORMS_ARITHMETIC (X, MOD)                                                                                   \
  LPN_CODE_FORMS_ARITHMETIC (X, POW)                                                                                   \
  LPN_CODE_FORMS_ARITHMETIC (X, BIT_AND)                                                                               \
  LPN_CODE_FORMS_ARITHMETIC (X, BIT_OR)                                                                                \
  LPN_CODE_FORMS_ARITHMETIC (X, BIT_XOR)                                                                               \
  LPN_CODE_FORMS_ARITHMETIC (X, SHIFT_LEFT)                                                                            \
  LPN_CODE_FORMS_ARITHMETIC (X, SHIFT_RIGHT)

typedef enum
{
#define LPN_CODE_ENUM(NAME) LPN_CODE_##NAME,
  LPN_CODE_OPS (LPN_CODE_ENUM)
#undef LPN_CODE_ENUM
} LpnCodeOp;

typedef struct
{
  LpnCodeOp op;
  guint32   a;
  union
  {
    gint64 wide;
    struct
    {
      union
      {
        gint32  k;
        guint32 b;
      };
      guint32 target;
    };
  };
} LpnInstruction;

/* Does it go on at `target` (too)? */
static inline bool
lpn_code_op_jumps (LpnCodeOp op)
{
  return op == LPN_CODE_JUMP || (op >= LPN_CODE_EQ_EK && op <= LPN_CODE_GE_S);
}

struct _LpnCode
{
  guint32        n_instructions;
  LpnInstruction instructions[];
};

#endif
