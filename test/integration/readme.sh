#!/bin/sh
# SPDX-License-Identifier: MIT
# The README's transcript is still true: runs each of its commands and looks for each line it shows, but for those
# that differ from run to run (times, memory).
# Usage: readme.sh README.md LPNREACH SOURCE_DIR
set -eu
# shellcheck disable=SC2034 # used by eval
program=$(realpath "$2")

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```console/,/^```$/p' "$1" | grep -v '^```' >"$tmp/transcript"
cd "$3"
n=0
: >"$tmp/got"
while IFS= read -r line; do
  case $line in
    '$ build/lpnreach '*)
      n=$((n + 1))
      echo "$line"
      # The exit status is part of an answer (1: violated), 2 and above are failures.
      eval "\"\$program\" ${line#\$ build/lpnreach }" >"$tmp/got" || [ $? -eq 1 ] ;;
    '' | time\ * | store\ * | queue\ * | stack\ * | 'local tables '* | 'peak memory '* | figures\ * | nodes\ *) ;;
    *) grep -qxF -e "$line" "$tmp/got" || { echo "not printed any more: $line"; cat "$tmp/got"; exit 1; } ;;
  esac
done <"$tmp/transcript"
[ "$n" -ge 3 ]
