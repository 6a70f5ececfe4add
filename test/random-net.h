/* SPDX-License-Identifier: MIT */
/*
 * Seeded random nets that can be shrunk: a recipe of modules, variables, arrays and labeled transitions (or of a plain
 * net with weights), from which a net is built, and from which parts can be left out again.
 *
 * Small ranges and token moves keep most state spaces below a few thousand states; deadlocks, self-loops, unsafe
 * firings, values out of range, divisions by zero and indices out of bounds all happen.
 */
#ifndef LPN_TEST_RANDOM_NET_H
#define LPN_TEST_RANDOM_NET_H

#include "lpn/net.h"

typedef struct _LpnRecipe LpnRecipe;

/* Everything follows from the seed. Returns: transfer full. */
LpnRecipe *lpn_recipe_new (guint32 seed);
void       lpn_recipe_free (LpnRecipe *recipe);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnRecipe, lpn_recipe_free)

/* The net without the parts left out, frozen. Returns: transfer full. */
LpnNet *lpn_recipe_build (const LpnRecipe *recipe);

/* An expression over the net's variables and places, for questions; the same for the same seed and salt, whatever is
 * left out. Returns: transfer full. */
char *lpn_recipe_property (const LpnRecipe *recipe, guint32 salt);

/* Leaves parts (transitions, guards, assignments) out, one at a time, as long as `fails` still says true. */
typedef bool (*LpnRecipeFails) (const LpnRecipe *recipe, gpointer data);
void lpn_recipe_shrink (LpnRecipe *recipe, LpnRecipeFails fails, gpointer data);

#endif
