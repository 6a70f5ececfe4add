/* SPDX-License-Identifier: MIT */
/* Answers to questions: what kind they are, who is to blame, as words, as a table and as JSON. */
#ifndef LPN_IO_VERDICTS_H
#define LPN_IO_VERDICTS_H

#include <glib.h>

#include "io/json.h"
#include "search/search.h"

G_BEGIN_DECLS

/* "deadlock", "invariant", "input-proper" ... */
const char *lpn_question_kind_name (LpnQuestionKind kind);

/* "b+ disables a (a+/1)"; NULL where there is nobody to blame beside the witness. Returns: transfer full. */
char *lpn_culprit_text (const LpnNet *net, const LpnAnswer *answer);

/* The answers of a result: lines for a record, or, where circuits are asked about, a table of question, verdict, length
 * of the witness and culprit. */
void lpn_answers_text (const LpnNet *net, const LpnResult *result, GString *out);

/* The keys of an answer that only circuits have, into the object of a property. */
void lpn_answer_json (LpnJson *json, const LpnNet *net, const LpnAnswer *answer);

G_END_DECLS

#endif
