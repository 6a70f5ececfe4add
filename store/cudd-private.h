/* SPDX-License-Identifier: MIT */
/*
 * CUDD, whichever of its editions the build found. Include this instead of cudd.h.
 *
 * Two editions differ in what a program must say before and around cudd.h:
 *   bundled  2.4.2 inside the berkeley-abc sources: needs abc_global.h and the types ptrint and ptruint first, and
 * reports exhausted memory through a renamed global function pointer system   a plain installation, 2.4 to 3.0: the
 * pointer is MMoutOfMemory, or, in 3.0, a callback per manager
 *
 * Laws of using CUDD here
 *   - test every result for NULL and Cudd_Ref() it at once.
 *   - open managers with lpn_cudd_new(): it replaces the default out-of-memory handler, which exits.
 *   - past the limit of Cudd_SetMaxMemory() operations answer NULL with CUDD_MAX_MEM_EXCEEDED, a few megabytes late:
 *     nodes come in blocks and tables double.
 *   - Cudd_bddNewVarAtLevel() of 2.4.2 crashes in its own failure path: lift the limit around that call.
 *   - Cudd_DebugCheck() of 2.4.2 writes past an int of its own on 64-bit machines: use Cudd_CheckKeys() (it
 *     prints a line to the manager's stdout) and Cudd_CheckZeroRef().
 *   - the function pointer is saved and restored inside operations: managers of one process share it, so they belong
 *     to one thread.
 */
#ifndef LPN_STORE_CUDD_PRIVATE_H
#define LPN_STORE_CUDD_PRIVATE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef LPN_CUDD_BUNDLED
#include <misc/util/abc_global.h>
typedef intptr_t  ptrint;
typedef uintptr_t ptruint;
#include <bdd/cudd/cudd.h>
#else
#ifdef LPN_CUDD_NEEDS_UTIL_H
#include <util.h>
#endif
#include <cudd.h>
#endif

#ifdef LPN_CUDD_HAS_OOM_CALLBACK
static inline void
lpn_cudd_out_of_memory (size_t size)
{
  (void)size;
}
#else
/* Returning makes the operation answer NULL. */
static inline void
lpn_cudd_out_of_memory (long size)
{
  (void)size;
}
#ifdef LPN_CUDD_BUNDLED
extern void (*Extra_UtilMMoutOfMemory) (long size);
#else
extern void (*MMoutOfMemory) (long size);
#endif
#endif

/* The node (index, then, else) out of the unique table, not yet referenced; NULL when memory is out. Of CUDD's internal
 * interface, but a plain symbol in every edition: building from sorted input needs the unique table and nothing else,
 * no operation of the public interface makes a ZDD node so, and Cudd_bddIte() takes twice the time.
 * Laws: both children are referenced and of lower levels; they differ (BDD); `then_` is not complemented (BDD) and not
 * the zero (ZDD). The ZDD one counts a node it could not allocate: never let it meet the limit. */
DdNode *cuddUniqueInter (DdManager *manager, int index, DdNode *then_, DdNode *else_);
DdNode *cuddUniqueInterZdd (DdManager *manager, int index, DdNode *then_, DdNode *else_);

/* Of the same kind: frees the dead nodes and, with `clear_cache`, what the cache knows of them. Answers how many; none
 * at all where CUDD finds that it should let more of them die first. */
int cuddGarbageCollect (DdManager *manager, int clear_cache);

static inline unsigned
lpn_cudd_index (DdNode *node)
{
#ifdef LPN_CUDD_BUNDLED
  return Cudd_Regular (node)->index;
#else
  return Cudd_NodeReadIndex (node);
#endif
}

/* A child of a node that is not complemented, chosen without a branch: which way a walk goes is not to be predicted.
 * Both are loaded before `then_` (0 or 1) is known to be needed. */
static inline uintptr_t
lpn_cudd_child (DdNode *node, uintptr_t then_)
{
#ifdef LPN_CUDD_BUNDLED
  uintptr_t yes = (uintptr_t)node->type.kids.T, no = (uintptr_t)node->type.kids.E;
#else
  uintptr_t yes = (uintptr_t)Cudd_T (node), no = (uintptr_t)Cudd_E (node);
#endif
  return no ^ ((yes ^ no) & -then_);
}

/* A manager that never exits and never prints when memory ends. `max_memory` guides the size of its tables, in bytes;
 * 0 lets CUDD choose. NULL where even the empty manager does not fit. Release with Cudd_Quit(). */
static inline DdManager *
lpn_cudd_new (unsigned n_vars, unsigned n_zdd_vars, unsigned slots, unsigned cache, unsigned long max_memory)
{
  DdManager *manager;

#if defined(LPN_CUDD_BUNDLED)
  Extra_UtilMMoutOfMemory = lpn_cudd_out_of_memory;
#elif !defined(LPN_CUDD_HAS_OOM_CALLBACK)
  MMoutOfMemory = lpn_cudd_out_of_memory;
#endif
  manager = Cudd_Init (n_vars, n_zdd_vars, slots, cache, max_memory);
#ifdef LPN_CUDD_HAS_OOM_CALLBACK
  if (manager != NULL)
    Cudd_RegisterOutOfMemoryCallback (manager, lpn_cudd_out_of_memory);
#endif
  return manager;
}

#endif
