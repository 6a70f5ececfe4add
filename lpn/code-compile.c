/* SPDX-License-Identifier: MIT */
/*
 * From trees to the instructions of code-private.h.
 *
 * Numbers are computed into the accumulator, the left operand first; the left spine of a tree is walked by a loop, so
 * that long chains need neither recursion here nor stack there. Truth values are jumps. Operands that cannot fault
 * (constants and elements) are taken in place and may change sides, which keeps the order of faults that of the
 * reference.
 */
#include "lpn/code-private.h"

#include <string.h>

typedef struct
{
  const LpnNet *net;
  GArray       *code;   /* of LpnInstruction; targets are labels until the end */
  GArray       *labels; /* of guint32: the instruction each stands before */
  GPtrArray    *spine;  /* nodes on the way to a leftmost leaf, all calls' together */
} Compiler;

static void jump_if (Compiler *c, const LpnExpr *expr, bool when, guint32 label);

static void
emit (Compiler *c, LpnCodeOp op, guint32 a, gint64 wide)
{
  LpnInstruction in = { .op = op, .a = a, .wide = wide };

  g_array_append_val (c->code, in);
}

static void
emit_short (Compiler *c, LpnCodeOp op, guint32 a, guint32 b, guint32 target)
{
  LpnInstruction in = { .op = op, .a = a, .b = b, .target = target };

  g_array_append_val (c->code, in);
}

static guint32
label_new (Compiler *c)
{
  guint32 nowhere = G_MAXUINT32;

  g_array_append_val (c->labels, nowhere);
  return c->labels->len - 1;
}

static void
label_here (Compiler *c, guint32 label)
{
  g_array_index (c->labels, guint32, label) = c->code->len;
}

/* Is it one element of the state vector, read as it is? */
static bool
is_element (const Compiler *c, const LpnExpr *expr, guint32 *element)
{
  if (expr->op == LPN_EXPR_CELL)
    *element = lpn_net_variable_element (c->net, expr->ref) + (guint32)expr->value;
  else if (expr->op == LPN_EXPR_TOKENS)
    *element = expr->ref;
  else
    return false;
  return true;
}

static bool
is_short (const LpnExpr *expr)
{
  return expr->op == LPN_EXPR_CONST && expr->value >= G_MININT32 && expr->value <= G_MAXINT32;
}

/* Is it an operator whose value is made from its first operand's in the accumulator? Comparisons of truth values
 * are: they are XOR. */
static bool
is_on_spine (const LpnExpr *expr)
{
  switch (expr->op)
    {
    case LPN_EXPR_INDEX:
    case LPN_EXPR_NEG:
    case LPN_EXPR_BIT_NOT:
    case LPN_EXPR_INT:
      return true;
    case LPN_EXPR_EQ:
    case LPN_EXPR_NE:
      return expr->arg[0]->type == LPN_TYPE_TRUTH;
    default:
      return expr->op >= LPN_EXPR_ADD && expr->op <= LPN_EXPR_SHIFT_RIGHT;
    }
}

static void
emit_index (Compiler *c, const LpnExpr *expr, LpnCodeOp op, guint32 element)
{
  emit_short (c, op, lpn_net_variable_element (c->net, expr->ref), lpn_net_variable (c->net, expr->ref)->size, element);
}

static void load (Compiler *c, const LpnExpr *expr);

/* acc := acc `op` right, op one of the arithmetic LPN_EXPR_*. */
static void
apply_binary (Compiler *c, LpnExprOp op, const LpnExpr *right)
{
  LpnCodeOp first = LPN_CODE_ADD_S + (LpnCodeOp)(op - LPN_EXPR_ADD) * (LPN_CODE_SUB_S - LPN_CODE_ADD_S);
  guint32   element;

  if (right->op == LPN_EXPR_CONST)
    emit (c, first + (LPN_CODE_ADD_K - LPN_CODE_ADD_S), 0, right->value);
  else if (is_element (c, right, &element))
    emit (c, first + (LPN_CODE_ADD_E - LPN_CODE_ADD_S), element, 0);
  else
    {
      emit (c, LPN_CODE_PUSH, 0, 0);
      load (c, right);
      emit (c, first, 0, 0);
    }
}

/* The operator `expr` of is_on_spine(), its first operand being in acc. */
static void
apply (Compiler *c, const LpnExpr *expr)
{
  switch (expr->op)
    {
    case LPN_EXPR_INT:
      break;
    case LPN_EXPR_NEG:
      emit (c, LPN_CODE_NEG, 0, 0);
      break;
    case LPN_EXPR_BIT_NOT:
      emit (c, LPN_CODE_BIT_NOT, 0, 0);
      break;
    case LPN_EXPR_INDEX:
      emit_index (c, expr, LPN_CODE_INDEX, 0);
      break;
    case LPN_EXPR_EQ:
    case LPN_EXPR_NE:
      apply_binary (c, LPN_EXPR_BIT_XOR, expr->arg[1]);
      if (expr->op == LPN_EXPR_EQ)
        emit (c, LPN_CODE_BIT_XOR_K, 0, 1);
      break;
    default:
      apply_binary (c, expr->op, expr->arg[1]);
    }
}

/* acc := element `op` operand in one instruction, where there is one. */
static bool
load_fused (Compiler *c, const LpnExpr *expr)
{
  guint32 element;

  if (!is_on_spine (expr) || !is_element (c, expr->arg[0], &element))
    return false;
  if (expr->op == LPN_EXPR_INDEX)
    emit_index (c, expr, LPN_CODE_INDEX_E, element);
  else if (expr->op == LPN_EXPR_ADD && is_short (expr->arg[1]))
    emit_short (c, LPN_CODE_ADD_EK, element, (guint32)expr->arg[1]->value, 0);
  else if (expr->op == LPN_EXPR_SUB && is_short (expr->arg[1]) && expr->arg[1]->value != G_MININT32)
    emit_short (c, LPN_CODE_ADD_EK, element, (guint32)-expr->arg[1]->value, 0);
  else
    return false;
  return true;
}

/* acc := a truth value or a conditional, through jumps. */
static void
load_by_jumps (Compiler *c, const LpnExpr *expr)
{
  guint32 otherwise = label_new (c);
  guint32 end = label_new (c);

  if (expr->op == LPN_EXPR_COND)
    {
      jump_if (c, expr->arg[0], false, otherwise);
      load (c, expr->arg[1]);
    }
  else
    {
      jump_if (c, expr, false, otherwise);
      emit (c, LPN_CODE_LOAD_K, 0, 1);
    }
  emit_short (c, LPN_CODE_JUMP, 0, 0, end);
  label_here (c, otherwise);
  if (expr->op == LPN_EXPR_COND)
    load (c, expr->arg[2]);
  else
    emit (c, LPN_CODE_LOAD_K, 0, 0);
  label_here (c, end);
}

/* acc := expr. */
static void
load (Compiler *c, const LpnExpr *expr)
{
  guint   base = c->spine->len;
  guint32 element;

  for (; is_on_spine (expr); expr = expr->arg[0])
    g_ptr_array_add (c->spine, (gpointer)expr);
  if (c->spine->len > base && load_fused (c, g_ptr_array_index (c->spine, c->spine->len - 1)))
    g_ptr_array_set_size (c->spine, (gint)c->spine->len - 1);
  else if (expr->op == LPN_EXPR_CONST)
    emit (c, LPN_CODE_LOAD_K, 0, expr->value);
  else if (is_element (c, expr, &element))
    emit (c, LPN_CODE_LOAD_E, element, 0);
  else
    load_by_jumps (c, expr);
  while (c->spine->len > base)
    {
      const LpnExpr *node = g_ptr_array_index (c->spine, c->spine->len - 1);

      g_ptr_array_set_size (c->spine, (gint)c->spine->len - 1);
      apply (c, node);
    }
}

/* The comparison that holds of (b, a) when `op` holds of (a, b). */
static LpnExprOp
mirrored (LpnExprOp op)
{
  static const LpnExprOp table[] = { LPN_EXPR_EQ, LPN_EXPR_NE, LPN_EXPR_GT, LPN_EXPR_GE, LPN_EXPR_LT, LPN_EXPR_LE };

  return table[op - LPN_EXPR_EQ];
}

/* The comparison that holds when `op` does not. */
static LpnExprOp
negated (LpnExprOp op)
{
  static const LpnExprOp table[] = { LPN_EXPR_NE, LPN_EXPR_EQ, LPN_EXPR_GE, LPN_EXPR_GT, LPN_EXPR_LE, LPN_EXPR_LT };

  return table[op - LPN_EXPR_EQ];
}

/* Jumps if `a op b`, two numbers. */
static void
jump_compare (Compiler *c, LpnExprOp op, const LpnExpr *a, const LpnExpr *b, guint32 label)
{
  guint32   left;
  guint32   right;
  LpnCodeOp first;

  if (is_short (a) || (is_element (c, a, &left) && !is_short (b)))
    {
      const LpnExpr *swap = a;

      a = b;
      b = swap;
      op = mirrored (op);
    }
  first = LPN_CODE_EQ_EK + (LpnCodeOp)(op - LPN_EXPR_EQ) * (LPN_CODE_NE_EK - LPN_CODE_EQ_EK);
  if (is_element (c, a, &left) && is_short (b))
    emit_short (c, first, left, (guint32)b->value, label);
  else if (is_element (c, a, &left) && is_element (c, b, &right))
    emit_short (c, first + (LPN_CODE_EQ_EE - LPN_CODE_EQ_EK), left, right, label);
  else
    {
      load (c, a);
      if (is_short (b))
        emit_short (c, first + (LPN_CODE_EQ_AK - LPN_CODE_EQ_EK), 0, (guint32)b->value, label);
      else if (is_element (c, b, &right))
        emit_short (c, first + (LPN_CODE_EQ_AE - LPN_CODE_EQ_EK), right, 0, label);
      else
        {
          emit (c, LPN_CODE_PUSH, 0, 0);
          load (c, b);
          emit_short (c, first + (LPN_CODE_EQ_S - LPN_CODE_EQ_EK), 0, 0, label);
        }
    }
}

/* AND and OR: the operands of one chain in a loop. `decisive` is the value of an operand that settles the whole. */
static void
jump_chain (Compiler *c, const LpnExpr *expr, bool when, guint32 label)
{
  LpnExprOp op = expr->op;
  bool      decisive = op == LPN_EXPR_OR;
  guint32   skip = label_new (c);
  guint     base = c->spine->len;

  for (; expr->op == op; expr = expr->arg[0])
    g_ptr_array_add (c->spine, expr->arg[1]);
  g_ptr_array_add (c->spine, (gpointer)expr);
  while (c->spine->len > base)
    {
      const LpnExpr *operand = g_ptr_array_index (c->spine, c->spine->len - 1);

      g_ptr_array_set_size (c->spine, (gint)c->spine->len - 1);
      if (when == decisive || c->spine->len == base)
        jump_if (c, operand, when, label);
      else
        jump_if (c, operand, decisive, skip);
    }
  label_here (c, skip);
}

static void
jump_implies (Compiler *c, const LpnExpr *expr, bool when, guint32 label)
{
  guint32 skip = label_new (c);

  jump_if (c, expr->arg[0], false, when ? label : skip);
  jump_if (c, expr->arg[1], when, label);
  label_here (c, skip);
}

static void
jump_cond (Compiler *c, const LpnExpr *expr, bool when, guint32 label)
{
  guint32 otherwise = label_new (c);
  guint32 end = label_new (c);

  jump_if (c, expr->arg[0], false, otherwise);
  jump_if (c, expr->arg[1], when, label);
  emit_short (c, LPN_CODE_JUMP, 0, 0, end);
  label_here (c, otherwise);
  jump_if (c, expr->arg[2], when, label);
  label_here (c, end);
}

/* Goes to `label` if the truth value `expr` is `when`, and on otherwise. */
static void
jump_if (Compiler *c, const LpnExpr *expr, bool when, guint32 label)
{
  static const LpnExpr zero = { .op = LPN_EXPR_CONST, .type = LPN_TYPE_NUMBER };

  switch (expr->op)
    {
    case LPN_EXPR_CONST:
      if ((expr->value != 0) == when)
        emit_short (c, LPN_CODE_JUMP, 0, 0, label);
      break;
    case LPN_EXPR_MARKED:
      emit_short (c, when ? LPN_CODE_GT_EK : LPN_CODE_LE_EK, expr->ref, 0, label);
      break;
    case LPN_EXPR_BOOL:
      jump_compare (c, when ? LPN_EXPR_NE : LPN_EXPR_EQ, expr->arg[0], &zero, label);
      break;
    case LPN_EXPR_NOT:
      jump_if (c, expr->arg[0], !when, label);
      break;
    case LPN_EXPR_AND:
    case LPN_EXPR_OR:
      jump_chain (c, expr, when, label);
      break;
    case LPN_EXPR_IMPLIES:
      jump_implies (c, expr, when, label);
      break;
    case LPN_EXPR_COND:
      jump_cond (c, expr, when, label);
      break;
    default:
      if (is_on_spine (expr))
        {
          load (c, expr);
          emit_short (c, when ? LPN_CODE_NE_AK : LPN_CODE_EQ_AK, 0, 0, label);
        }
      else
        jump_compare (c, when ? expr->op : negated (expr->op), expr->arg[0], expr->arg[1], label);
    }
}

/* The whole expression, ending in returns. */
static void
compile_root (Compiler *c, const LpnExpr *expr)
{
  guint32 element;

  if (expr->op == LPN_EXPR_CONST)
    emit (c, LPN_CODE_RETURN_K, 0, expr->value);
  else if (is_element (c, expr, &element))
    emit (c, LPN_CODE_RETURN_E, element, 0);
  else if (expr->type == LPN_TYPE_TRUTH)
    {
      guint32 otherwise = label_new (c);

      jump_if (c, expr, false, otherwise);
      emit (c, LPN_CODE_RETURN_K, 0, 1);
      label_here (c, otherwise);
      emit (c, LPN_CODE_RETURN_K, 0, 0);
    }
  else
    {
      load (c, expr);
      emit (c, LPN_CODE_RETURN, 0, 0);
    }
}

/* Labels to instructions; a jump to a jump goes where that one goes. (Jumps lead forwards only, so the last come
 * first.) */
static void
resolve (Compiler *c)
{
  for (guint i = c->code->len; i-- > 0;)
    {
      LpnInstruction *in = &g_array_index (c->code, LpnInstruction, i);

      if (lpn_code_op_jumps (in->op))
        {
          const LpnInstruction *to;

          in->target = g_array_index (c->labels, guint32, in->target);
          to = &g_array_index (c->code, LpnInstruction, in->target);
          if (to->op == LPN_CODE_JUMP)
            in->target = to->target;
          else if (in->op == LPN_CODE_JUMP && to->op <= LPN_CODE_RETURN_E)
            *in = *to;
        }
    }
}

LpnCode *
lpn_code_new (const LpnNet *net, const LpnExpr *expr)
{
  g_autoptr (GArray) code = g_array_new (FALSE, FALSE, sizeof (LpnInstruction));
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) spine = g_ptr_array_new ();
  Compiler c = { net, code, labels, spine };
  LpnCode *result;

  g_return_val_if_fail (net != NULL && expr != NULL && expr->nesting <= LPN_EXPR_MAX_NESTING, NULL);
  compile_root (&c, expr);
  resolve (&c);
  result = g_malloc (sizeof (LpnCode) + code->len * sizeof (LpnInstruction));
  result->n_instructions = code->len;
  memcpy (result->instructions, code->data, code->len * sizeof (LpnInstruction));
  return result;
}
