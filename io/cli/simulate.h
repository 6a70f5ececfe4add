/* SPDX-License-Identifier: MIT */
/* What `lpnreach simulate` shares between its walks: the walk, and what is shown of it. */
#ifndef LPN_IO_CLI_SIMULATE_H
#define LPN_IO_CLI_SIMULATE_H

#include "io/cli/cli.h"
#include "io/walk.h"

typedef struct
{
  LpnNet      *net;
  LpnWalk     *walk;
  const char  *model;
  guint64      random;  /* state of the generator */
  bool         places;  /* waveforms show places */
  bool         silent;  /* show nothing of it (--json) */
  LpnFaultInfo fault;   /* the last model error met; fault LPN_FAULT_NONE: none */
  GArray      *enabled; /* guint32: scratch */
} LpnSimulation;

/* The enabled transitions here, in simulation->enabled; *info tells of a guard that cannot be evaluated. */
void lpn_simulation_enabled (LpnSimulation *simulation, LpnFaultInfo *info);
/* Fires up to `steps` transitions, each any of those enabled with equal chance. Answers how many fired: fewer where
 * nothing is enabled, or where the model has an error (simulation->fault). */
guint64 lpn_simulation_random (LpnSimulation *simulation, guint64 steps);
/* Writes the firings up to here as a waveform (io/vcd.h) or a witness (io/witness.h). */
bool lpn_simulation_save (const LpnSimulation *simulation, const char *path, bool vcd, GError **error);

/* Reads commands from the standard input until its end or `quit`. Answers an exit code: LPN_EXIT_HOLDS on a terminal;
 * else LPN_EXIT_USAGE if a command was not understood or could not be done, LPN_EXIT_MODEL if a firing was a model
 * error. */
int lpn_simulation_prompt (LpnSimulation *simulation);

#endif
