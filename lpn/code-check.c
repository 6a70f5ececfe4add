/* SPDX-License-Identifier: MIT */
/*
 * The invariants of compiled code. Jumps lead forwards, so one pass from the first instruction to the last knows the
 * height of the stack before each, by whatever way it is reached.
 */
#include "lpn/code-private.h"

#define UNREACHED (-1)

/* Are the elements an instruction may read within the state vector? */
static bool
elements_fit (const LpnInstruction *in, guint32 n_elements)
{
  if (in->op == LPN_CODE_INDEX || in->op == LPN_CODE_INDEX_E)
    return (guint64)in->a + in->b <= n_elements && (in->op == LPN_CODE_INDEX || in->target < n_elements);
  switch (in->op)
    {
#define READS_PAIR(NAME, sign) case LPN_CODE_##NAME##_EE:
      LPN_CODE_COMPARISONS (READS_PAIR)
      return in->a < n_elements && in->b < n_elements;
#define READS_COMPARED(NAME, sign)                                                                                     \
  case LPN_CODE_##NAME##_EK:                                                                                           \
  case LPN_CODE_##NAME##_AE:
#define READS_OPERAND(NAME, name) case LPN_CODE_##NAME##_E:
      LPN_CODE_COMPARISONS (READS_COMPARED)
      LPN_CODE_ARITHMETIC (READS_OPERAND)
    case LPN_CODE_RETURN_E:
    case LPN_CODE_LOAD_E:
    case LPN_CODE_ADD_EK:
      return in->a < n_elements;
    default:
      return true;
    }
}

/* What an instruction adds to the stack. */
static gint
stack_change (LpnCodeOp op)
{
  switch (op)
    {
#define POPS(NAME, sign) case LPN_CODE_##NAME##_S:
      LPN_CODE_COMPARISONS (POPS)
      LPN_CODE_ARITHMETIC (POPS)
      return -1;
    case LPN_CODE_PUSH:
      return 1;
    default:
      return 0;
    }
}

/* Hands the height on to instruction `to`, which no other way may reach at another. */
static bool
arrive (gint *heights, guint32 n, guint32 to, gint height)
{
  if (to >= n || (heights[to] != UNREACHED && heights[to] != height))
    return false;
  heights[to] = height;
  return true;
}

bool
lpn_code_check (const LpnCode *code, const LpnNet *net)
{
  guint32          n = code->n_instructions;
  g_autofree gint *heights = g_new (gint, (gsize)n + 1);
  bool             fine = n > 0;

  heights[0] = 0;
  for (guint32 i = 1; i < n; i++)
    heights[i] = UNREACHED;
  for (guint32 i = 0; i < n && fine; i++)
    {
      const LpnInstruction *in = &code->instructions[i];
      gint                  height = heights[i] + stack_change (in->op);

      if (heights[i] == UNREACHED)
        continue;
      fine = elements_fit (in, lpn_net_n_elements (net)) && height >= 0 && height <= LPN_CODE_STACK;
      if (in->op <= LPN_CODE_RETURN_E)
        fine = fine && height == 0;
      else if (in->op != LPN_CODE_JUMP)
        fine = fine && arrive (heights, n, i + 1, height);
      if (lpn_code_op_jumps (in->op))
        fine = fine && in->target > i && arrive (heights, n, in->target, height);
    }
  return fine;
}
