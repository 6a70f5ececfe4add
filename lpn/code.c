/* SPDX-License-Identifier: MIT */
/*
 * Running compiled expressions: an accumulator machine of 16-byte instructions (code-private.h lists them).
 *
 * Truth is control flow: a guard is a row of compare-and-jump instructions, most of them comparing an element with a
 * constant in one step, and nothing is computed that the answer does not need. Tried by thought and left: native code
 * (a dependency and a platform each), and three-address registers (more operand forms to fetch for the same few
 * operators).
 */
#include "lpn/code.h"

#include "lpn/arith.h"
#include "lpn/code-private.h"

const char *
lpn_fault_text (LpnFault fault)
{
  switch (fault)
    {
    case LPN_FAULT_NONE:
      return "no fault";
    case LPN_FAULT_OVERFLOW:
      return "a result outside 64 bits";
    case LPN_FAULT_DIVISION:
      return "division or modulo by zero";
    case LPN_FAULT_EXPONENT:
      return "negative exponent or shift";
    case LPN_FAULT_INDEX:
      return "index outside the array";
    case LPN_FAULT_RANGE:
      return "value outside the declared range";
    case LPN_FAULT_UNSAFE:
      return "second token on a safe place";
    }
  return "unknown fault";
}

void
lpn_code_free (LpnCode *code)
{
  g_free (code);
}

/* Computed goto: each instruction jumps to the next one by itself, which branch predictors like better than one switch.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

#define NEXT() goto *labels[(++at)->op]
#define JUMP_IF(condition)                                                                                             \
  do                                                                                                                   \
    {                                                                                                                  \
      if (condition)                                                                                                   \
        {                                                                                                              \
          at = code->instructions + at->target;                                                                        \
          goto *labels[at->op];                                                                                        \
        }                                                                                                              \
      NEXT ();                                                                                                         \
    }                                                                                                                  \
  while (0)

#define RUN_COMPARISON(NAME, sign)                                                                                     \
  do_##NAME##_EK : JUMP_IF (values[at->a] sign at->k);                                                                 \
  do_##NAME##_EE : JUMP_IF (values[at->a] sign values[at->b]);                                                         \
  do_##NAME##_AK : JUMP_IF (acc sign at->k);                                                                           \
  do_##NAME##_AE : JUMP_IF (acc sign values[at->a]);                                                                   \
  do_##NAME##_S : top--;                                                                                               \
  JUMP_IF (*top sign acc);

/* The result goes through a local of its own: acc, never having its address taken, stays in a register. */
#define RUN_CHECKED(name, x, y)                                                                                        \
  do                                                                                                                   \
    {                                                                                                                  \
      gint64   r;                                                                                                      \
      LpnFault fault = lpn_arith_##name (x, y, &r);                                                                    \
                                                                                                                       \
      if (G_UNLIKELY (fault != LPN_FAULT_NONE))                                                                        \
        return fault;                                                                                                  \
      acc = r;                                                                                                         \
      NEXT ();                                                                                                         \
    }                                                                                                                  \
  while (0)

#define RUN_ARITHMETIC(NAME, name)                                                                                     \
  do_##NAME##_S : top--;                                                                                               \
  RUN_CHECKED (name, *top, acc);                                                                                       \
  do_##NAME##_K : RUN_CHECKED (name, acc, at->wide);                                                                   \
  do_##NAME##_E : RUN_CHECKED (name, acc, values[at->a]);

LpnFault
lpn_code_run (const LpnCode *code, const gint64 *values, gint64 *result)
{
#define LABEL(NAME) &&do_##NAME,
  static const void *const labels[] = { LPN_CODE_OPS (LABEL) };
  const LpnInstruction    *at = code->instructions;
  gint64                   acc = 0;
  gint64                   stack[LPN_CODE_STACK]; /* touched only as far as needed */
  gint64                  *top = stack;

  goto *labels[at->op];

do_RETURN:
  *result = acc;
  return LPN_FAULT_NONE;
do_RETURN_K:
  *result = at->wide;
  return LPN_FAULT_NONE;
do_RETURN_E:
  *result = values[at->a];
  return LPN_FAULT_NONE;
do_LOAD_K:
  acc = at->wide;
  NEXT ();
do_LOAD_E:
  acc = values[at->a];
  NEXT ();
do_PUSH:
  *top++ = acc;
  NEXT ();
do_JUMP:
  JUMP_IF (true);
do_INDEX:
  if (G_UNLIKELY ((guint64)acc >= at->b))
    return LPN_FAULT_INDEX;
  acc = values[at->a + (guint64)acc];
  NEXT ();
do_INDEX_E:
  if (G_UNLIKELY ((guint64)values[at->target] >= at->b))
    return LPN_FAULT_INDEX;
  acc = values[at->a + (guint64)values[at->target]];
  NEXT ();
do_ADD_EK:
  RUN_CHECKED (add, values[at->a], at->k);
do_NEG:
  RUN_CHECKED (sub, 0, acc);
do_BIT_NOT:
  acc = ~acc;
  NEXT ();
  LPN_CODE_COMPARISONS (RUN_COMPARISON)
  LPN_CODE_ARITHMETIC (RUN_ARITHMETIC)
}

#pragma GCC diagnostic pop
