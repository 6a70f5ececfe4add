/* SPDX-License-Identifier: MIT */
/*
 * What `check` is asked: from options to questions.
 *
 * An LpnCliQuestions is filled by option parsing, then lpn_cli_questions_make() turns it into questions about a net.
 */
#ifndef LPN_IO_CLI_QUESTIONS_H
#define LPN_IO_CLI_QUESTIONS_H

#include "io/cli/cli.h"
#include "search/search.h"

typedef struct
{
  /* As given. */
  char   **invariants;
  char   **reaches;
  char   **properties;
  char   **mutexes;      /* pairs of expressions, one after the other */
  char   **mutex_places; /* for persistency */
  gboolean deadlock, safe, consistent, persistent, input_proper, disabling, usc, csc, circuit;

  GArray    *questions; /* LpnQuestion */
  GPtrArray *exprs;     /* parsed here; those of the model are the net's */
  GPtrArray *texts;     /* ids made here */
  GArray    *places;    /* guint32 */
} LpnCliQuestions;

/* The options; `asks` starts all zero. Returns: transfer full, entries ended by a NULL name. */
GOptionEntry *lpn_cli_questions_entries (LpnCliQuestions *asks);
/* Takes `--mutex P` and `--mutex E1 E2` out of the arguments, which GOption cannot tell apart. Two words follow unless
 * the second one is an option, a model, or the only word that could be the model. */
bool lpn_cli_questions_take_mutex (LpnCliQuestions *asks, int *argc, char **argv, GError **error);

/* Fills `questions`. */
bool lpn_cli_questions_make (LpnCliQuestions *asks, const LpnNet *net, GError **error);
void lpn_cli_questions_clear (LpnCliQuestions *asks);

#endif
