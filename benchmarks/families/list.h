/* SPDX-License-Identifier: MIT */
/* The one list of families: a row here, a file beside it, a line in meson.build. The order is that of the help. */
#ifndef LPN_BENCHMARKS_FAMILIES_LIST_H
#define LPN_BENCHMARKS_FAMILIES_LIST_H

#include "benchmarks/families.h"

#define LPN_FAMILY_LIST(ROW)                                                                                           \
  ROW (anderson)                                                                                                       \
  ROW (at)                                                                                                             \
  ROW (bakery)                                                                                                         \
  ROW (driving_phils)                                                                                                  \
  ROW (fischer)                                                                                                        \
  ROW (lamport)                                                                                                        \
  ROW (mcs)                                                                                                            \
  ROW (peterson)                                                                                                       \
  ROW (phils)                                                                                                          \
  ROW (szymanski)                                                                                                      \
  ROW (counters)                                                                                                       \
  ROW (fms)                                                                                                            \
  ROW (kanban)                                                                                                         \
  ROW (philosophers)                                                                                                   \
  ROW (slot)                                                                                                           \
  ROW (arbiter)                                                                                                        \
  ROW (dme)                                                                                                            \
  ROW (fifo)                                                                                                           \
  ROW (mmu)                                                                                                            \
  ROW (muller)                                                                                                         \
  ROW (pipectrl)                                                                                                       \
  ROW (tagunit)                                                                                                        \
  ROW (demux)                                                                                                          \
  ROW (reg)                                                                                                            \
  ROW (stgfifo)

#define LPN_FAMILY_DECLARE(name) extern const LpnFamily lpn_family_##name;
LPN_FAMILY_LIST (LPN_FAMILY_DECLARE)

#endif
