/* SPDX-License-Identifier: MIT */
/*
 * Helper for writing model families: nets said as short texts.
 *
 * Vocabulary
 *   let       a named integer; `$name` (letters only) in any text handed in stands for its present value, so that one
 *             text serves every process: "pos[$i] := j"
 *   move      a transition between two locations of the current module, "try -> wait"
 *   arcs      "2*a b -> c": input places, weights in front (1 if none), then output places
 *   effects   "x := 1; pos[$i] := j + 1": assignments, all read before the firing
 *
 * Names of places in arcs belong to the current module ("idle" is "P0.idle" inside module P0); a name with a dot is
 * taken as it is. A plain net has one module, "net", and names stand for themselves.
 *
 * Errors stick: after the first one every call does nothing, and lpn_builder_finish() hands it out. A family is thus
 * written without a check per line.
 */
#ifndef LPN_BENCHMARKS_FAMILY_BUILDER_H
#define LPN_BENCHMARKS_FAMILY_BUILDER_H

#include "lpn/net.h"

G_BEGIN_DECLS

typedef struct _LpnBuilder LpnBuilder;

/* `plain`: a P/T net, places hold any number of tokens; otherwise places are safe. Returns: transfer full. */
LpnBuilder *lpn_builder_new (const char *name, bool plain);

/* Frees the builder and returns the frozen net (transfer full), or NULL with the first error met. */
LpnNet *lpn_builder_finish (LpnBuilder *builder, GError **error);

void lpn_builder_let (LpnBuilder *builder, const char *name, gint64 value);

/* The number a text such as "1" or "$name" stands for. */
gint64 lpn_builder_value (LpnBuilder *builder, const char *text);

/* Starts a module; places, own variables and transitions that follow are its. */
void lpn_builder_module (LpnBuilder *builder, const char *id);

/* Variables; `_shared` ones are the net's, the others the current module's. An array's cells all begin with `initial`.
 */
void lpn_builder_shared (LpnBuilder *builder, const char *id, gint64 initial, gint64 min, gint64 max);
void lpn_builder_shared_array (LpnBuilder *builder, const char *id, guint32 size, gint64 initial, gint64 min,
                               gint64 max);
/* As above, each cell with its own initial value. */
void lpn_builder_shared_cells (LpnBuilder *builder, const char *id, guint32 size, const gint64 *initial, gint64 min,
                               gint64 max);
void lpn_builder_variable (LpnBuilder *builder, const char *id, gint64 initial, gint64 min, gint64 max);

void lpn_builder_place (LpnBuilder *builder, const char *id, gint64 tokens);
/* Several places, names apart by blanks; the first one marked. */
void lpn_builder_locations (LpnBuilder *builder, const char *names);

/* `guard` and `effects` may be NULL. */
void lpn_builder_transition (LpnBuilder *builder, const char *id, const char *arcs, const char *guard,
                             const char *effects);
/* A transition named after its places, "try_wait"; further ones between the same places are numbered "try_wait_2". */
void lpn_builder_move (LpnBuilder *builder, const char *arcs, const char *guard, const char *effects);

/* One move per value of $name from `first` to `last`: a computed index written out, so that each transition reads one
 * cell only: moves (b, "k", 0, n - 1, "wait -> go", "k == $k & flag[$k] == 0", "k := $k + 1"). */
void lpn_builder_moves (LpnBuilder *builder, const char *name, gint64 first, gint64 last, const char *arcs,
                        const char *guard, const char *effects);

/* Signal transition graphs, in a plain net. Signals are shared variables, all 0 at first; names apart by blanks. */
void lpn_builder_signals (LpnBuilder *builder, LpnPort port, const char *names);
/* Dummies: transitions that are no edges. */
void lpn_builder_dummies (LpnBuilder *builder, const char *names);
/* Arcs from the first node to each of the others, as in a line of a .g file: "p1 a+ b-/2". A word with a sign is an
 * edge of the signal before it, a dummy is known by its name, any other word is a place; an arc between two transitions
 * goes through a place "<a+,b->". Nodes come into being when first named, without a token: marked places are declared
 * before with lpn_builder_place(). */
void lpn_builder_graph (LpnBuilder *builder, const char *line);

void lpn_builder_property (LpnBuilder *builder, const char *id, LpnPropertyKind kind, const char *text);
/* Invariant `id`: the numbers that `term`, a text with `$i`, gives for i from `first` to `last` add up to `limit` or
 * less. */
void lpn_builder_at_most (LpnBuilder *builder, const char *id, const char *term, gint64 first, gint64 last,
                          gint64 limit);
/* Invariant "mutex": at most one of `n` places is marked; `place` is a text with `$i`, which runs from 0. */
void lpn_builder_mutex (LpnBuilder *builder, const char *place, gint64 n);
/* Property "deadlock". */
void lpn_builder_deadlock (LpnBuilder *builder);

G_END_DECLS

#endif
