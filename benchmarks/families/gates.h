/* SPDX-License-Identifier: MIT */
/*
 * Speed-independent circuits: gates with unbounded delays, shared by the circuit families.
 *
 * A gate drives one signal, a shared variable that is 0 or 1. It is excited while its rule for the next edge holds, and
 * an excited gate may fire at any time. In the net a gate is two places, SIGNAL_low and SIGNAL_high, and the
 * transitions SIGNAL_up and SIGNAL_down. Gates of one cell form a module.
 */
#ifndef LPN_BENCHMARKS_FAMILIES_GATES_H
#define LPN_BENCHMARKS_FAMILIES_GATES_H

#include "benchmarks/family-builder.h"

typedef struct
{
  const char *signal;  /* texts may hold `$name` */
  const char *rise;    /* when the signal may go up */
  const char *fall;    /* when it may go down; NULL: whenever `rise` does not hold (a combinational gate) */
  const char *initial; /* "0", "1" or "$name"; NULL: 0 */
} LpnGate;

/* Declares the signals of the gates. All signals come before the first lpn_family_add_cell(), whose rules name them. */
void lpn_family_add_signals (LpnBuilder *b, const LpnGate *gates, guint n);
/* Adds a module made of these gates. */
void lpn_family_add_cell (LpnBuilder *b, const char *module, const LpnGate *gates, guint n);

#endif
