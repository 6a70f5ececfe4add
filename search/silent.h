/* SPDX-License-Identifier: MIT */
/*
 * The classes of states joined by silent firings, with their codes and what is excited in them (private to search/; see
 * search/coding.h). All states are kept, packed and numbered; 16 bytes more each say to whom a state is joined, its
 * code, its excitation and when it was expanded.
 */
#ifndef LPN_SEARCH_SILENT_H
#define LPN_SEARCH_SILENT_H

#include "search/coding.h"

typedef struct _LpnSilent LpnSilent;

LpnSilent *lpn_silent_new (LpnRun *run, const LpnSignals *signals, gsize code_bytes, gsize excited_bytes);
void       lpn_silent_free (LpnSilent *silent);

/* These answer false where memory is out. Growth is told as to stores. */
bool lpn_silent_grown (LpnSilent *silent, guint component, guint32 count);
/* A state is expanded: its code and excitation, and its successors. */
bool lpn_silent_add (LpnSilent *silent, const guint32 *tuple, const guint8 *code, const guint8 *excited,
                     const LpnSuccessors *successors);
/* As lpn_coding_pairs(). To be called once, at the end. */
bool lpn_silent_pairs (LpnSilent *silent, LpnCodingPair *usc, LpnCodingPair *csc);

guint64 lpn_silent_bytes (const LpnSilent *silent);

#endif
