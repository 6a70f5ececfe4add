/* SPDX-License-Identifier: MIT */
/* The part of `lpnreach info` that shows a partition: components, their elements, the dependency matrix. */
#ifndef LPN_IO_CLI_INFO_H
#define LPN_IO_CLI_INFO_H

#include "io/json.h"
#include "lpn/partition.h"

/* Rows are transitions, columns components: r read, w written, + both, - neither. Wide or long matrices are summed up.
 */
void lpn_cli_partition_text (const LpnPartition *partition, GString *out);
/* As members of the open object: "components" (name, elements) and "dependencies" (transition, reads, writes). */
void lpn_cli_partition_json (const LpnPartition *partition, LpnJson *json);

#endif
