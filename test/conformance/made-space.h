/* SPDX-License-Identifier: MIT */
/*
 * Made-up spaces for testing stores: every component has three elements that spell its index, with a declared or an
 * undeclared range; and a plain set of tuples to compare with.
 */
#ifndef LPN_TEST_MADE_SPACE_H
#define LPN_TEST_MADE_SPACE_H

#include <glib.h>
#include <stdbool.h>

#include "store/store.h"

typedef struct
{
  LpnSpace         space; /* first: a MadeSpace is an LpnSpace */
  LpnElementRange *ranges;
} MadeSpace;

/* With `declared`, every element has a small range; otherwise one in three has none. */
MadeSpace *made_space_new (guint n_components, bool declared);
void       made_space_free (MadeSpace *made);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MadeSpace, made_space_free)

/* The plain set: sorted out of GLib's parts, sharing nothing with the stores. */
typedef struct
{
  guint       n_components;
  GHashTable *tuples; /* of GBytes */
  GPtrArray  *order;  /* the same, in order of arrival; borrowed */
} PlainSet;

PlainSet *plain_set_new (guint n_components);
void      plain_set_free (PlainSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlainSet, plain_set_free)
/* Was it new? */
bool           plain_set_add (PlainSet *set, const guint32 *tuple);
bool           plain_set_has (PlainSet *set, const guint32 *tuple);
guint          plain_set_size (const PlainSet *set);
const guint32 *plain_set_nth (const PlainSet *set, guint i);

#endif
