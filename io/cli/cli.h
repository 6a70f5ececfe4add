/* SPDX-License-Identifier: MIT */
/*
 * The command line: what the subcommands share.
 *
 * A subcommand is one file with a function lpn_cli_NAME (argc, argv), where argv[0] is its own name, and one row in
 * main.c. It parses its options, does its work and returns the exit code of the process. Messages go to the standard
 * error as one line, "lpnreach: ..."; only the folder io/cli prints.
 */
#ifndef LPN_IO_CLI_CLI_H
#define LPN_IO_CLI_CLI_H

#include <glib.h>
#include <stdbool.h>

#include "benchmarks/families.h"
#include "io/model.h"
#include "lpn/net.h"

/* Exit codes. */
enum
{
  LPN_EXIT_HOLDS = 0,    /* holds, or explored completely; done */
  LPN_EXIT_VIOLATED = 1, /* some property is violated */
  LPN_EXIT_USAGE = 2,    /* bad input, bad usage, or output that cannot be written */
  LPN_EXIT_UNKNOWN = 3,  /* a limit, or interrupted */
  LPN_EXIT_MODEL = 4,    /* an error of the model */
};

typedef struct
{
  const char *name;
  const char *arguments; /* for the usage line */
  const char *summary;   /* one line */
  int (*run) (int argc, char **argv);
} LpnCommand;

/* All subcommands, ended by a NULL name. */
extern const LpnCommand lpn_cli_commands[];

int lpn_cli_check (int argc, char **argv);
int lpn_cli_compare (int argc, char **argv);
int lpn_cli_convert (int argc, char **argv);
int lpn_cli_explore (int argc, char **argv);
int lpn_cli_generate (int argc, char **argv);
int lpn_cli_help (int argc, char **argv);
int lpn_cli_info (int argc, char **argv);
int lpn_cli_simulate (int argc, char **argv);
int lpn_cli_stores (int argc, char **argv);

/* Prints "lpnreach: " and the message; frees nothing. Returns LPN_EXIT_USAGE. */
int lpn_cli_fail (const char *format, ...) G_GNUC_PRINTF (1, 2);
int lpn_cli_fail_error (const GError *error);

/* A context with the usage line and summary of the command named `name`. `user_data` goes to option callbacks. The
 * words left over are put into *words (free with g_strfreev()). Values of options are taken as bytes, whatever the
 * locale: use G_OPTION_ARG_FILENAME. Returns: transfer full. */
GOptionContext *lpn_cli_context (const char *name, const GOptionEntry *entries, char ***words, const char *description,
                                 gpointer user_data);
/* A GOptionArgFunc as the data of a GOptionEntry: ISO C converts functions to integers, not to void pointers. */
#define LPN_CLI_CALLBACK(func) GSIZE_TO_POINTER ((gsize)(func))
/* Parses; after a failure the message is printed and the answer is false. */
bool lpn_cli_parse (GOptionContext *context, int argc, char **argv);

/* The candidate that `word` may have been meant to be, or NULL. `candidates` is ended by NULL. */
const char *lpn_cli_nearest (const char *word, const char *const *candidates);

/* The family that `spec` ("peterson", "peterson:4") is of; NULL with `error`, which says what may have been meant. */
const LpnFamily *lpn_cli_family (const char *spec, GError **error);

/* What readers are told by options, for a command that loads models; `options` starts all zero. Transfer full. */
GOptionGroup *lpn_cli_model_group (LpnModelOptions *options);
/* The same for a command whose --format is another's: the format of the models is then chosen by --`format`. */
GOptionGroup *lpn_cli_model_group_named (LpnModelOptions *options, const char *format);
/* Loads the models named by `words`, at least one, or fails with a printed message and NULL. */
LpnNet *lpn_cli_load (char **words, const LpnModelOptions *options);
/* Writes a model as lpn_model_save_with() does and shows what it warns of. Returns the exit code. */
int lpn_cli_save (const LpnNet *net, const char *path, const char *format);

/* "10", "10s", "5m", "1.5h" in seconds; "64M", "2G", "1.5GiB" in bytes (powers of 1024); "1000", "10k", "5M" as a
 * count (powers of 1000). false with `error` for anything else, nothing and less included. */
bool lpn_cli_seconds (const char *text, double *seconds, GError **error);
bool lpn_cli_bytes (const char *text, guint64 *bytes, GError **error);
bool lpn_cli_count (const char *text, guint64 *count, GError **error);

#endif
