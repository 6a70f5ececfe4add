/* SPDX-License-Identifier: MIT */
/*
 * Between dve-value and dve-env (private to the DVE reader).
 */
#ifndef LPN_IO_DVE_VALUE_H
#define LPN_IO_DVE_VALUE_H

#include "io/dve-private.h"

void     lpn_dve_value_clear (DveValue *value);
DveValue lpn_dve_value_const (gint64 value);

/* The variable or cell that a name or field stands for, after the writes so far. */
DveValue lpn_dve_env_read (DveEnv *env, const DveExpr *expr);

#endif
