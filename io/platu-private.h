/* SPDX-License-Identifier: MIT */
/* A Platu text as read; names are not looked up yet (private to platu-*.c). */
#ifndef LPN_IO_PLATU_PRIVATE_H
#define LPN_IO_PLATU_PRIVATE_H

#include "io/io.h"
#include "io/platu.h"

/* One file: the text without its comments, which are blanks there, so that every byte keeps its place. */
typedef struct
{
  char *label;
  char *text;
} PlatuSource;

/* A piece of a source. */
typedef struct
{
  const PlatuSource *source;
  char              *text; /* owned */
  gsize              offset;
} PlatuPiece;

/* "name = value", "name[index] = value", or either part alone. */
typedef struct
{
  PlatuPiece name;
  PlatuPiece index; /* text NULL: none */
  PlatuPiece value; /* text NULL: none */
} PlatuStatement;

typedef struct
{
  PlatuPiece label;
  PlatuPiece preset; /* as in the attributes; text NULL: none */
  PlatuPiece postset;
  GArray    *guards;  /* PlatuPiece */
  GArray    *asserts; /* PlatuPiece */
  GArray    *assigns; /* PlatuStatement */
} PlatuTransition;

typedef struct
{
  PlatuPiece name;
  PlatuPiece args; /* text NULL: none */
  GArray    *constants;
  GArray    *variables; /* PlatuStatement both */
  PlatuPiece marking;   /* text NULL: none */
  GPtrArray *transitions;
} PlatuClass;

/* CLASS name(arguments) of main. */
typedef struct
{
  PlatuPiece class_name;
  PlatuPiece name;
  PlatuPiece arguments;
} PlatuInstance;

typedef struct
{
  const LpnTextOptions *options;
  GPtrArray            *sources; /* PlatuSource */
  GPtrArray            *classes; /* PlatuClass */
  GArray               *instances;
  PlatuClass           *global; /* file-level and main's constants and variables */
  bool                  has_main;
  bool                  timed; /* warned of */
} PlatuFile;

PlatuFile *lpn_platu_parse (const char *label, const char *data, gsize length, const char *folder,
                            const LpnTextOptions *options, GError **error);
void       lpn_platu_file_free (PlatuFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlatuFile, lpn_platu_file_free)

/* Empty ones, and what frees their parts. */
PlatuFile       *lpn_platu_file_new (const LpnTextOptions *options);
PlatuClass      *lpn_platu_class_new (void);
PlatuTransition *lpn_platu_transition_new (PlatuClass *owner);
GArray          *lpn_platu_array (guint size, GDestroyNotify clear);
void             lpn_platu_clear_piece (gpointer piece);
void             lpn_platu_clear_statement (gpointer statement);
/* A part of the source without the blanks around it. Its text: transfer full. */
PlatuPiece lpn_platu_piece (const PlatuSource *source, gsize from, gsize to);

/* Line and column of a byte. */
void lpn_platu_at (const PlatuSource *source, gsize offset, guint *line, guint *column);
/* Sets "file:line:column: ...". Always false. */
bool lpn_platu_fail (GError **error, const PlatuSource *source, gsize offset, LpnIoError code, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* The parts of a piece between commas, without blanks around them; none of an empty piece. Of PlatuPiece. */
GArray *lpn_platu_split (const PlatuPiece *piece);

#endif
