/* SPDX-License-Identifier: MIT */
/*
 * A first-in first-out queue of tuples, bit-packed (private to search/).
 *
 * Tuples lie in chunks; a chunk keeps the entry size its first tuple was packed with, so that a component's growth
 * costs nothing: the next chunk is wider. Emptied chunks are given back.
 */
#ifndef LPN_SEARCH_QUEUE_H
#define LPN_SEARCH_QUEUE_H

#include <glib.h>
#include <stdbool.h>

#include "base/budget.h"

typedef struct _LpnQueue LpnQueue;

LpnQueue *lpn_queue_new (guint n_components, LpnBudget *budget); /* NULL: memory */
void      lpn_queue_free (LpnQueue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LpnQueue, lpn_queue_free)

/* To be told before tuples with indices from the old count up are pushed. false: memory. */
bool    lpn_queue_grown (LpnQueue *queue, guint component, guint32 count);
bool    lpn_queue_push (LpnQueue *queue, const guint32 *tuple); /* false: memory; nothing pushed */
bool    lpn_queue_pop (LpnQueue *queue, guint32 *tuple);        /* false: empty */
guint64 lpn_queue_length (const LpnQueue *queue);
guint64 lpn_queue_bytes (const LpnQueue *queue);

#endif
