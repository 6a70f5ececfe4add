/* SPDX-License-Identifier: MIT */
/*
 * The codes of states, and who has the same one: USC and CSC on the fly (private to search/).
 *
 * Every state expanded brings its code (one bit per signal) and its excitation (one bit per local signal). Without
 * silent transitions a table of codes, each with the excitation first seen with it, decides at once: a code that comes
 * twice is a USC conflict, one that comes with another excitation a CSC conflict. Cost: code and excitation in whole
 * bytes and 11 to 21 bytes more per code.
 *
 * With silent transitions, states joined by silent firings are one class (search.h), and classes are only known when
 * all states are. All states are numbered (search/graph.h) then, with 16 bytes more each, joined as silent arcs are
 * seen, and compared at the end.
 *
 * All memory is taken from the budget of the run.
 */
#ifndef LPN_SEARCH_CODING_H
#define LPN_SEARCH_CODING_H

#include "lpn/signals.h"
#include "search/search-private.h"

typedef struct _LpnCoding LpnCoding;

typedef enum
{
  LPN_CODING_FULL = -1, /* memory */
  LPN_CODING_FREE = 0,  /* no conflict */
  LPN_CODING_USC,       /* the code has been seen, with the same excitation */
  LPN_CODING_CSC,       /* with another one */
} LpnCodingAnswer;

/* Two states in conflict, as tuples. */
typedef struct
{
  guint32 *states[2];
  guint32  signal; /* CSC: one that is excited in the first state, and nowhere in the class of the second */
} LpnCodingPair;

/* `keep`: remember what is seen, for lpn_coding_look(). Borrows `signals`. */
LpnCoding *lpn_coding_new (LpnRun *run, const LpnSignals *signals, bool keep);
void       lpn_coding_free (LpnCoding *coding);

/* To be told of growth, as stores are. false: memory. */
bool lpn_coding_grown (LpnCoding *coding, guint component, guint32 count);

/* A state is expanded. Always FREE or FULL where there are silent transitions. */
LpnCodingAnswer lpn_coding_look (LpnCoding *coding, const guint32 *tuple, const LpnSuccessors *successors);

/* With silent transitions and all states seen: the first conflicts, of states in the order they were expanded. The
 * states of a pair are NULL where there is none; free them with g_free(). false: memory. */
bool lpn_coding_pairs (LpnCoding *coding, LpnCodingPair *usc, LpnCodingPair *csc);

/* Code and excitation by themselves, borrowed until the next call of the same function; code NULL: memory. From a tuple
 * and its successors, or from a state vector by the reference semantics. */
const guint8 *lpn_coding_code (LpnCoding *coding, const guint32 *tuple);
const guint8 *lpn_coding_excited (LpnCoding *coding, const LpnSuccessors *successors);
void          lpn_coding_of_values (const LpnCoding *coding, const gint64 *values, guint8 *code, guint8 *excited);
gsize         lpn_coding_code_bytes (const LpnCoding *coding);
gsize         lpn_coding_excited_bytes (const LpnCoding *coding);

/* Bytes held, which only grow. */
guint64 lpn_coding_bytes (const LpnCoding *coding);

#endif
