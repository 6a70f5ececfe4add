/* SPDX-License-Identifier: MIT */
/*
 * Expressions of guards, assignments and properties: syntax trees, parsing, printing.
 *
 * Grammar, lowest to highest precedence (spelling of LPN tools and of C alike):
 *
 *   expr   := imp [ '?' expr ':' expr ]                          conditional; only the chosen branch is computed
 *   imp    := or [ '->' imp ]                                    implication, right associative
 *   or     := and  { ('|' | '||') and }                          logical, short-circuit, left to right
 *   and    := eq   { ('&' | '&&') eq }
 *   eq     := rel  { ('=' | '==' | '!=') rel }                   two numbers, or two truth values
 *   rel    := shift { ('<' | '<=' | '>' | '>=') shift }
 *   shift  := sum  { ('<<' | '>>') sum }                          a * 2^b, and a / 2^b rounded down
 *   sum    := term { ('+' | '-') term }
 *   term   := sign { ('*' | '/' | '%') sign }                    division truncates towards zero, as in C
 *   sign   := ('-' | '~' | '!') sign | power
 *   power  := atom [ '^' sign ]                                  right associative: -2^2 is -(2^2), 2^-1 is a fault
 *   atom   := NUMBER | 'true' | 'false' | '(' expr ')' | NAME | NAME '[' expr ']'
 *           | 'NOT' '(' expr ')' | ('OR' | 'AND' | 'XOR') '(' expr ',' expr ')' | 'INT' '(' expr ')'
 *           | ('marked' | 'tokens') '(' NAME ')'
 *           | 'enabled' '(' TRANSITION ')' | ('rises' | 'falls' | 'excited') '(' SIGNAL ')'
 *   TRANSITION, SIGNAL := NAME, or any other text without ')': enabled(a+/1)
 *   NAME   := [A-Za-z_$] [A-Za-z0-9_$.]*, bytes >= 0x80 allowed anywhere, or any text in double quotes ("1 odd id",
 *             with \" and \\ inside)
 *   NUMBER := decimal or 0x hexadecimal; must fit 64-bit signed
 *
 * enabled(t) is what the transition needs of tokens and variables; rises(x), falls(x) and excited(x) say that an edge
 * of the signal is enabled that takes it to 1, to 0, or anywhere. They are replaced by these conditions while they are
 * parsed, so no tree holds them. Like marked() they are for properties. Their names are reserved only before '('.
 *
 * Types: number and truth value. A number is accepted where a truth value is wanted (non-zero is true). A truth value
 * is accepted as a number only as the whole right-hand side of an assignment (0 or 1); elsewhere INT() says so. The
 * branches of ?: must have one type. NOT, OR, AND, XOR are bitwise on 64-bit two's complement.
 *
 * Other tools' spelling: a scope may ask for another dialect (LpnDialect), which reads the same trees from its own
 * operators and words. Numbers and truth values mix freely there.
 *
 * Values are 64-bit signed. Overflow, division or modulo by zero, a negative exponent or shift and an index outside its
 * array are faults (LpnFault), reported by evaluation, never undefined. 0^0 is 1; the remainder takes the sign of the
 * dividend and INT64_MIN % -1 is 0 (only the quotient overflows). Operands are computed from left to right; the first
 * fault is the one reported. Constant folding never folds a fault away: 1/0 and flag[7] of a three-cell array stay in
 * the tree.
 *
 * Reserved words (true false NOT OR AND XOR INT marked tokens) name variables and places only in double quotes.
 * -9223372036854775808 is the smallest number, except before '^', which binds tighter than the sign.
 *
 * Trees are immutable after parsing and own their children. Their nesting is the longest way from the root to a leaf,
 * where a chain of left-associative operators of one level (a + b - c + ...) counts as one step, however long it is.
 * Freeing, copying, comparing and printing work for any tree; evaluating and compiling need a nesting of at most
 * LPN_EXPR_MAX_NESTING, which parsing guarantees.
 */
#ifndef LPN_LPN_EXPR_H
#define LPN_LPN_EXPR_H

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LPN_EXPR_MAX_NESTING 1000

typedef enum
{
  LPN_TYPE_NUMBER,
  LPN_TYPE_TRUTH,
} LpnType;

typedef enum
{
  LPN_EXPR_CONST,  /* value */
  LPN_EXPR_CELL,   /* variable `ref`, cell `value` (0 for a scalar): a constant index inside the array */
  LPN_EXPR_INDEX,  /* variable `ref`, computed index arg[0] */
  LPN_EXPR_MARKED, /* place `ref` has a token */
  LPN_EXPR_TOKENS, /* tokens of place `ref` */
  LPN_EXPR_NEG,
  LPN_EXPR_BIT_NOT,
  LPN_EXPR_INT,  /* truth value -> 0 or 1 */
  LPN_EXPR_BOOL, /* number -> truth value; inserted by the type check, prints as its operand */
  LPN_EXPR_NOT,
  LPN_EXPR_ADD,
  LPN_EXPR_SUB,
  LPN_EXPR_MUL,
  LPN_EXPR_DIV,
  LPN_EXPR_MOD,
  LPN_EXPR_POW,
  LPN_EXPR_BIT_AND,
  LPN_EXPR_BIT_OR,
  LPN_EXPR_BIT_XOR,
  LPN_EXPR_SHIFT_LEFT,
  LPN_EXPR_SHIFT_RIGHT,
  LPN_EXPR_EQ,
  LPN_EXPR_NE,
  LPN_EXPR_LT,
  LPN_EXPR_LE,
  LPN_EXPR_GT,
  LPN_EXPR_GE,
  LPN_EXPR_AND,
  LPN_EXPR_OR,
  LPN_EXPR_IMPLIES,
  LPN_EXPR_COND, /* arg[0] ? arg[1] : arg[2] */
} LpnExprOp;

typedef struct _LpnExpr LpnExpr;
struct _LpnExpr
{
  LpnExprOp op;
  LpnType   type;
  guint32   ref;     /* variable or place, see the op; else 0 */
  guint32   nesting; /* see the top */
  gint64    value;   /* constant or cell; else 0 */
  LpnExpr  *arg[3];  /* owned; NULL where unused */
};

/* What a name means. Given by the scope. */
typedef enum
{
  LPN_SYMBOL_VARIABLE,
  LPN_SYMBOL_PLACE,
  LPN_SYMBOL_CONSTANT, /* only answered: where a variable is looked for and a constant found */
} LpnSymbolKind;

typedef struct
{
  LpnSymbolKind kind;
  guint32       ref;
  bool          is_array;
  guint32       size;  /* cells of an array */
  gint64        value; /* of a constant */
} LpnSymbol;

/* Whose spelling a text is in; the tables are in expr-dialect.c. */
typedef enum
{
  LPN_DIALECT_OWN,   /* the grammar at the top */
  LPN_DIALECT_LEMA,  /* .lpn files of ATACS and LEMA: '|' and '->' on one level, from left to right; then '&'; '~' of a
                        whole comparison; one level for * / % ^. x[i] is bit i of a scalar. and() or() xor() not() bit()
                        min() max() idiv() floor() ceil() BOOL() in small or capital letters, TRUE, FALSE, t, f, 2.0 */
  LPN_DIALECT_PLATU, /* Platu's modules: C's operators and levels, with '->' between ?: and || */
} LpnDialect;

/* What enabled(t), rises(x), falls(x) and excited(x) ask. */
typedef enum
{
  LPN_EVENT_ENABLED,
  LPN_EVENT_RISES,
  LPN_EVENT_FALLS,
  LPN_EVENT_EXCITED,
} LpnEventKind;

/* Resolves names while parsing and prints them back. */
typedef struct _LpnScope LpnScope;
struct _LpnScope
{
  gconstpointer data;
  guint32       module;
  bool          places; /* marked(), tokens(), enabled() and so on allowed */
  LpnDialect    dialect;
  /* false: no such variable (or place, as `kind` asks). */
  bool (*lookup) (const LpnScope *scope, LpnSymbolKind kind, const char *name, LpnSymbol *symbol);
  /* The name that looks up to this symbol from this scope. Returns: transfer full. */
  char *(*name) (const LpnScope *scope, LpnSymbolKind kind, guint32 ref);
  /* The condition that enabled(name), rises(name) ... stands for; NULL: no such transition or signal, or, where `why`
   * is set to it, for that reason. May be NULL. Returns: transfer full. */
  LpnExpr *(*event) (const LpnScope *scope, LpnEventKind kind, const char *name, const char **why);
};

/* Where a text stands in a file, for messages. column 0: unknown, columns are then counted within the text. */
typedef struct
{
  const char *file; /* NULL: none */
  guint       line; /* of the first character; 0: unknown */
  guint       column;
  const char *what; /* "guard of transition a.enter"; NULL: none */
} LpnOrigin;

/* Parses, resolves, type-checks and folds constants. `want` is the type the context needs (TRUTH for guards and
 * properties; NUMBER for indices and right-hand sides, where a truth value is taken as 0 or 1 only if
 * `truth_as_number`). Errors are in LPN_NET_ERROR (PARSE, TYPE, UNKNOWN, LIMIT) and read like "net.pnml:12: guard of
 * transition a.enter: column 7: expected an operand, found ')'". Lines and columns count from 1, columns in characters;
 * in a text of several lines they are those of the place in the file, or "line 2, column 7" of the text where the line
 * is not known. `origin` may be NULL. Nesting deeper than LPN_EXPR_MAX_NESTING is refused (LIMIT), as are more than
 * twice as many brackets and signs inside one another. Returns: transfer full. */
LpnExpr *lpn_expr_parse (const char *text, const LpnScope *scope, LpnType want, bool truth_as_number,
                         const LpnOrigin *origin, GError **error);

/* Building trees by program: takes the arguments over, folds constants, inserts INT/BOOL where the types ask for it.
 * Where a number is asked for, a truth value becomes INT(it); == and ?: with one number take the other side as a number
 * too. A caller's mistake (wrong arity) is a programming error. The tree made may differ from the operator asked for
 * (constants, `true & a` is `a`), never in its value or its faults. */
LpnExpr *lpn_expr_new_const (gint64 value);
LpnExpr *lpn_expr_new_truth (bool value);
LpnExpr *lpn_expr_new_cell (guint32 variable, guint32 cell);
/* A computed index; folds to a cell when `index` is constant and below `size`. */
LpnExpr *lpn_expr_new_index (guint32 variable, guint32 size, LpnExpr *index);
LpnExpr *lpn_expr_new_place (LpnExprOp marked_or_tokens, guint32 place);
LpnExpr *lpn_expr_new_unary (LpnExprOp op, LpnExpr *a);
LpnExpr *lpn_expr_new_binary (LpnExprOp op, LpnExpr *a, LpnExpr *b);
LpnExpr *lpn_expr_new_cond (LpnExpr *c, LpnExpr *a, LpnExpr *b);

LpnExpr *lpn_expr_copy (const LpnExpr *expr);
void     lpn_expr_free (LpnExpr *expr);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnExpr, lpn_expr_free)

bool  lpn_expr_equal (const LpnExpr *a, const LpnExpr *b);
guint lpn_expr_size (const LpnExpr *expr); /* nodes */
guint lpn_expr_n_args (LpnExprOp op);

/* Text that parses (in the same scope) to an equal tree, if that keeps to LPN_EXPR_MAX_NESTING, with no more
 * parentheses than needed. Returns: transfer full. */
char *lpn_expr_print (const LpnExpr *expr, const LpnScope *scope);

/* Calls `func` for every variable cell or place the value may depend on; a computed index reports cell LPN_NONE: any
 * cell. */
typedef void (*LpnExprReadFunc) (LpnSymbolKind kind, guint32 ref, guint32 cell, gpointer data);
void lpn_expr_reads (const LpnExpr *expr, LpnExprReadFunc func, gpointer data);

G_END_DECLS

#endif
