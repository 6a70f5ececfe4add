/* SPDX-License-Identifier: MIT */
#include "lpn/ranges.h"

#include "lpn/interval.h"
#include "lpn/semiflow.h"

enum
{
  PLAIN_ROUNDS = 6,     /* before bounds that move are widened to constants of the net */
  CONSTANT_ROUNDS = 60, /* before they are widened to the declared limits */
  MOST_ROUNDS = 300,    /* before all is given up */
  MOST_WORK = 20000000, /* firings of transitions on intervals: given up too */
  MOST_NESTING = 2000,  /* of calls: deeper parts of an expression are anything (chains of operators have no limit) */
  MOST_CELLS = 100000,  /* of an array joined for a computed index */
};

typedef struct
{
  guint32     element;
  LpnInterval before;
} Undo;

typedef struct
{
  const LpnNet *net;
  LpnInterval  *now;       /* per element; narrowed for a while by refine() */
  LpnInterval  *limits;    /* per element: declared, or by a place invariant */
  GArray       *undo;      /* Undo: what was narrowed */
  GArray       *constants; /* gint64, ascending: where bounds stop on their way */
  guint         round;
  bool          changed;
} Analysis;

/* A write, kept until all right-hand sides are computed. */
typedef struct
{
  guint32     first;
  guint32     n;
  LpnInterval value;
} Write;

void
lpn_ranges_declared (const LpnNet *net, LpnInterval *ranges)
{
  for (guint32 e = 0; e < lpn_net_n_elements (net); e++)
    {
      guint32 v = lpn_net_element_variable (net, e, NULL);
      if (v != LPN_NONE)
        ranges[e] = (LpnInterval){ lpn_net_variable (net, v)->min, lpn_net_variable (net, v)->max };
      else
        ranges[e] = (LpnInterval){ 0, lpn_net_place (net, e)->safe ? 1 : G_MAXINT64 };
    }
}

static LpnInterval eval (Analysis *a, const LpnExpr *expr, guint depth);
static bool        refine (Analysis *a, const LpnExpr *expr, bool want, guint depth);

static void
undo_to (Analysis *a, guint mark)
{
  while (a->undo->len > mark)
    {
      const Undo *undo = &g_array_index (a->undo, Undo, a->undo->len - 1);
      a->now[undo->element] = undo->before;
      g_array_set_size (a->undo, a->undo->len - 1);
    }
}

/* False: no value is left. */
static bool
narrow (Analysis *a, guint32 element, LpnInterval to)
{
  Undo        undo = { element, a->now[element] };
  LpnInterval met = lpn_interval_meet (undo.before, to);
  if (lpn_interval_empty (met))
    return false;
  if (met.min != undo.before.min || met.max != undo.before.max)
    {
      g_array_append_val (a->undo, undo);
      a->now[element] = met;
    }
  return true;
}

/* Which cells a computed index can mean: first and count within the array. None: every index is a fault. */
static guint32
cells_of (Analysis *a, guint32 variable, const LpnExpr *index, guint32 *first, guint depth)
{
  guint32     size = lpn_net_variable (a->net, variable)->size;
  LpnInterval at = lpn_interval_meet (eval (a, index, depth), (LpnInterval){ 0, (gint64)size - 1 });
  *first = lpn_net_variable_element (a->net, variable);
  if (lpn_interval_empty (at))
    return 0;
  *first += (guint32)at.min;
  return (guint32)(at.max - at.min + 1);
}

static LpnInterval
eval_index (Analysis *a, const LpnExpr *expr, guint depth)
{
  guint32     first;
  guint32     n = cells_of (a, expr->ref, expr->arg[0], &first, depth);
  LpnInterval result;
  if (n == 0 || n > MOST_CELLS)
    return a->limits[lpn_net_variable_element (a->net, expr->ref)];
  result = a->now[first];
  for (guint32 i = 1; i < n; i++)
    result = lpn_interval_join (result, a->now[first + i]);
  return result;
}

/* One branch of a conditional, where its condition holds. */
static bool
eval_branch (Analysis *a, const LpnExpr *expr, bool which, guint depth, LpnInterval *result)
{
  guint mark = a->undo->len;
  bool  possible = refine (a, expr->arg[0], which, depth);
  if (possible)
    *result = eval (a, expr->arg[which ? 1 : 2], depth);
  undo_to (a, mark);
  return possible;
}

static LpnInterval
eval_cond (Analysis *a, const LpnExpr *expr, guint depth)
{
  LpnInterval yes, no;
  bool        can_be_true = eval_branch (a, expr, true, depth, &yes);
  bool        can_be_false = eval_branch (a, expr, false, depth, &no);
  if (can_be_true && can_be_false)
    return lpn_interval_join (yes, no);
  return can_be_true ? yes : can_be_false ? no : LPN_INTERVAL_ALL;
}

static LpnInterval
eval (Analysis *a, const LpnExpr *expr, guint depth)
{
  if (depth++ > MOST_NESTING)
    return expr->type == LPN_TYPE_TRUTH ? (LpnInterval){ 0, 1 } : LPN_INTERVAL_ALL;
  switch (expr->op)
    {
    case LPN_EXPR_CONST:
      return (LpnInterval){ expr->value, expr->value };
    case LPN_EXPR_CELL:
      return a->now[lpn_net_variable_element (a->net, expr->ref) + (guint32)expr->value];
    case LPN_EXPR_INDEX:
      return eval_index (a, expr, depth);
    case LPN_EXPR_MARKED:
      return lpn_interval_truth (a->now[expr->ref]);
    case LPN_EXPR_TOKENS:
      return a->now[expr->ref];
    case LPN_EXPR_COND:
      return eval_cond (a, expr, depth);
    default:
      if (expr->arg[1] == NULL)
        return lpn_interval_unary (expr->op, eval (a, expr->arg[0], depth));
      return lpn_interval_binary (expr->op, eval (a, expr->arg[0], depth), eval (a, expr->arg[1], depth));
    }
}

/* The element an expression is, or LPN_NONE. */
static guint32
element_of (const Analysis *a, const LpnExpr *expr)
{
  if (expr->op == LPN_EXPR_CELL)
    return lpn_net_variable_element (a->net, expr->ref) + (guint32)expr->value;
  return expr->op == LPN_EXPR_TOKENS ? expr->ref : LPN_NONE;
}

/* What x may be where `x op y` holds for some y of the interval. */
static LpnInterval
side (LpnExprOp op, LpnInterval x, LpnInterval y)
{
  switch (op)
    {
    case LPN_EXPR_EQ:
      return y;
    case LPN_EXPR_NE:
      if (y.min == y.max && x.min == y.min && x.min < x.max)
        x.min++;
      else if (y.min == y.max && x.max == y.min && x.min < x.max)
        x.max--;
      return x;
    case LPN_EXPR_LT:
      return (LpnInterval){ G_MININT64, y.max > G_MININT64 ? y.max - 1 : y.max };
    case LPN_EXPR_LE:
      return (LpnInterval){ G_MININT64, y.max };
    case LPN_EXPR_GT:
      return (LpnInterval){ y.min < G_MAXINT64 ? y.min + 1 : y.min, G_MAXINT64 };
    default:
      return (LpnInterval){ y.min, G_MAXINT64 };
    }
}

/* Comparisons in the order of LpnExprOp: EQ NE LT LE GT GE. */
static const LpnExprOp NEGATED[] = { LPN_EXPR_NE, LPN_EXPR_EQ, LPN_EXPR_GE, LPN_EXPR_GT, LPN_EXPR_LE, LPN_EXPR_LT };
static const LpnExprOp MIRRORED[] = { LPN_EXPR_EQ, LPN_EXPR_NE, LPN_EXPR_GT, LPN_EXPR_GE, LPN_EXPR_LT, LPN_EXPR_LE };

static bool
refine_comparison (Analysis *a, const LpnExpr *expr, bool want, guint depth)
{
  LpnExprOp   op = want ? expr->op : NEGATED[expr->op - LPN_EXPR_EQ];
  LpnInterval x = eval (a, expr->arg[0], depth);
  LpnInterval y = eval (a, expr->arg[1], depth);
  guint32     left = element_of (a, expr->arg[0]);
  guint32     right = element_of (a, expr->arg[1]);
  if (lpn_interval_binary (op, x, y).max == 0)
    return false;
  return (left == LPN_NONE || narrow (a, left, side (op, x, y)))
         && (right == LPN_NONE || narrow (a, right, side (MIRRORED[op - LPN_EXPR_EQ], y, x)));
}

/* Narrows the elements to where the truth value is `want`; false: nowhere. Narrowing less than possible is sound. */
static bool
refine (Analysis *a, const LpnExpr *expr, bool want, guint depth)
{
  LpnInterval truth;
  guint32     element;
  if (depth++ > MOST_NESTING)
    return true;
  switch (expr->op)
    {
    case LPN_EXPR_EQ:
    case LPN_EXPR_NE:
    case LPN_EXPR_LT:
    case LPN_EXPR_LE:
    case LPN_EXPR_GT:
    case LPN_EXPR_GE:
      return refine_comparison (a, expr, want, depth);
    case LPN_EXPR_NOT:
      return refine (a, expr->arg[0], !want, depth);
    case LPN_EXPR_AND:
    case LPN_EXPR_OR:
      if (want == (expr->op == LPN_EXPR_AND))
        return refine (a, expr->arg[0], want, depth) && refine (a, expr->arg[1], want, depth);
      break;
    case LPN_EXPR_MARKED:
      return narrow (a, expr->ref, want ? (LpnInterval){ 1, G_MAXINT64 } : (LpnInterval){ 0, 0 });
    case LPN_EXPR_BOOL:
      element = element_of (a, expr->arg[0]);
      if (element != LPN_NONE && !want)
        return narrow (a, element, (LpnInterval){ 0, 0 });
      if (element != LPN_NONE)
        return lpn_interval_truth (a->now[element]).max == 1
               && narrow (a, element, side (LPN_EXPR_NE, a->now[element], (LpnInterval){ 0, 0 }));
      break;
    default:
      break;
    }
  truth = eval (a, expr, depth);
  return want ? truth.max != 0 : truth.min != 1;
}

/* A bound that moved to `bound`: where it is put. */
static gint64
widen (const Analysis *a, gint64 bound, bool up, gint64 limit)
{
  guint low = 0, high = a->constants->len;
  if (a->round < PLAIN_ROUNDS)
    return bound;
  if (a->round >= CONSTANT_ROUNDS)
    return limit;
  while (low < high) /* the first constant >= bound (up) or > bound (down) */
    {
      guint  middle = (low + high) / 2;
      gint64 constant = g_array_index (a->constants, gint64, middle);
      if (up ? constant < bound : constant <= bound)
        low = middle + 1;
      else
        high = middle;
    }
  if (up)
    return low < a->constants->len ? MIN (g_array_index (a->constants, gint64, low), limit) : limit;
  return low > 0 ? MAX (g_array_index (a->constants, gint64, low - 1), limit) : limit;
}

static void
join (Analysis *a, guint32 element, LpnInterval value)
{
  LpnInterval *now = &a->now[element];
  LpnInterval  limit = a->limits[element];
  value = lpn_interval_meet (value, limit);
  if (lpn_interval_empty (value)) /* every such firing is a fault */
    return;
  if (value.min < now->min)
    {
      now->min = widen (a, value.min, false, limit.min);
      a->changed = true;
    }
  if (value.max > now->max)
    {
      now->max = widen (a, value.max, true, limit.max);
      a->changed = true;
    }
}

static bool
enabled (Analysis *a, guint32 t)
{
  const LpnTransition *transition = lpn_net_transition (a->net, t);
  guint                n;
  const LpnArc        *pre = lpn_net_pre (a->net, t, &n);
  for (guint i = 0; i < n; i++)
    if (!narrow (a, pre[i].place, (LpnInterval){ pre[i].weight, G_MAXINT64 }))
      return false;
  return transition->guard == NULL || refine (a, transition->guard, true, 0);
}

/* What the transition writes, in `writes`; everything is read narrowed. */
static void
fire (Analysis *a, guint32 t, GArray *writes)
{
  const LpnTransition *transition = lpn_net_transition (a->net, t);
  guint                n_pre, n_post;
  const LpnArc        *pre = lpn_net_pre (a->net, t, &n_pre);
  const LpnArc        *post = lpn_net_post (a->net, t, &n_post);
  for (guint i = 0; i < transition->n_assigns; i++)
    {
      const LpnAssign *assign = &transition->assigns[i];
      Write            write = { lpn_net_variable_element (a->net, assign->variable), 1, eval (a, assign->value, 0) };
      if (assign->index != NULL)
        write.n = cells_of (a, assign->variable, assign->index, &write.first, 0);
      g_array_append_val (writes, write);
    }
  for (guint i = 0, k = 0; i < n_pre || k < n_post;)
    {
      bool        takes = i < n_pre && (k == n_post || pre[i].place <= post[k].place);
      bool        gives = k < n_post && (i == n_pre || post[k].place <= pre[i].place);
      guint32     place = takes ? pre[i].place : post[k].place;
      gint64      out = takes ? pre[i++].weight : 0;
      gint64      in = gives ? post[k++].weight : 0;
      LpnInterval value = lpn_interval_binary (LPN_EXPR_SUB, a->now[place], (LpnInterval){ out, out });
      Write       write = { place, 1, lpn_interval_binary (LPN_EXPR_ADD, value, (LpnInterval){ in, in }) };
      g_array_append_val (writes, write);
    }
}

static void
apply (Analysis *a, guint32 t, GArray *writes)
{
  g_array_set_size (writes, 0);
  if (enabled (a, t))
    fire (a, t, writes);
  undo_to (a, 0);
  for (guint i = 0; i < writes->len; i++)
    {
      const Write *write = &g_array_index (writes, Write, i);
      for (guint32 k = 0; k < write->n; k++)
        join (a, write->first + k, write->value);
    }
}

/* Constants, and their neighbours: a counter below 10 stops at 10, one up to 10 at 11. */
static void
collect (GArray *constants, const LpnExpr *expr, guint depth)
{
  if (expr == NULL || depth > MOST_NESTING)
    return;
  if (expr->op == LPN_EXPR_CONST && expr->value > G_MININT64 && expr->value < G_MAXINT64)
    for (gint64 near = expr->value - 1; near <= expr->value + 1; near++)
      g_array_append_val (constants, near);
  for (guint i = 0; i < lpn_expr_n_args (expr->op); i++)
    collect (constants, expr->arg[i], depth + 1);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return x < y ? -1 : x > y;
}

static void
collect_all (Analysis *a)
{
  for (guint32 t = 0; t < lpn_net_n_transitions (a->net); t++)
    {
      const LpnTransition *transition = lpn_net_transition (a->net, t);
      collect (a->constants, transition->guard, 0);
      for (guint i = 0; i < transition->n_assigns; i++)
        collect (a->constants, transition->assigns[i].value, 0);
    }
  g_array_sort (a->constants, compare);
}

/* The declared ranges, and what place invariants say of places that are not safe. */
static void
find_limits (const LpnCompiled *compiled, LpnInterval *limits)
{
  const LpnNet      *net = lpn_compiled_net (compiled);
  g_autofree guint8 *wanted = g_new0 (guint8, lpn_net_n_places (net) + 1);
  g_autoptr (GPtrArray) flows = NULL;

  lpn_ranges_declared (net, limits);
  for (guint32 p = 0; p < lpn_net_n_places (net); p++)
    wanted[p] = !lpn_net_place (net, p)->safe;
  flows = lpn_semiflows_find (compiled, wanted);
  for (guint i = 0; i < flows->len; i++)
    {
      const LpnSemiflow *flow = flows->pdata[i];
      for (guint k = 0; k < flow->n; k++)
        {
          LpnInterval *limit = &limits[flow->places[k]];
          limit->max = MIN (limit->max, flow->tokens / flow->weights[k]);
        }
    }
}

bool
lpn_ranges_infer (const LpnCompiled *compiled, LpnInterval *ranges)
{
  const LpnNet           *net = lpn_compiled_net (compiled);
  guint32                 n = lpn_net_n_elements (net);
  guint32                 n_transitions = lpn_net_n_transitions (net);
  g_autofree gint64      *initial = g_new (gint64, n + 1);
  g_autofree LpnInterval *limits = g_new (LpnInterval, n + 1);
  g_autoptr (GArray) writes = g_array_new (FALSE, FALSE, sizeof (Write));
  g_autoptr (GArray) undo = g_array_new (FALSE, FALSE, sizeof (Undo));
  g_autoptr (GArray) constants = g_array_new (FALSE, FALSE, sizeof (gint64));
  Analysis a = { net, ranges, limits, undo, constants, 0, true };
  guint64  work = 0;

  find_limits (compiled, limits);
  lpn_net_initial (net, initial);
  for (guint32 e = 0; e < n; e++)
    ranges[e] = (LpnInterval){ initial[e], initial[e] };
  collect_all (&a);
  for (; a.changed && a.round < MOST_ROUNDS && work < MOST_WORK; a.round++, work += n_transitions)
    {
      a.changed = false;
      for (guint32 t = 0; t < n_transitions; t++)
        apply (&a, t, writes);
    }
  for (guint32 e = 0; a.changed && e < n; e++)
    ranges[e] = limits[e];
  return !a.changed;
}
