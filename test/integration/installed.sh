#!/bin/sh
# SPDX-License-Identifier: MIT
# What a user of the library does: installs it (into a folder of its own), compiles a program through pkg-config and
# runs it. Also: every installed header compiles alone, and the installed program runs.
# Usage: installed.sh BUILD_DIR CONSUMER.C "MESON" "CC" [CFLAG...]
set -eu
build=$1 source=$2 meson=$3 cc=$4
shift 4

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
DESTDIR="$tmp/root" $meson install -C "$build" --no-rebuild --quiet >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }

# The file names the final place: point a copy of it to the staged one.
pc=$(find "$tmp/root" -name lpnreach.pc)
[ -n "$pc" ] || { echo "no lpnreach.pc installed"; exit 1; }
mkdir "$tmp/pc"
sed "s|^prefix=|prefix=$tmp/root|" "$pc" >"$tmp/pc/lpnreach.pc"
PKG_CONFIG_PATH="$tmp/pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export PKG_CONFIG_PATH
cflags=$(pkg-config --cflags lpnreach)
libs=$(pkg-config --libs lpnreach)
libdir=$(pkg-config --variable=libdir lpnreach)
include=$(pkg-config --variable=includedir lpnreach)/lpnreach

# shellcheck disable=SC2086 # lists of words
(cd "$include" && find . -name '*.h') | sed 's|^\./||' | while read -r header; do
  case $header in *-private.h) echo "private header installed: $header"; exit 1 ;; esac
  printf '#include "%s"\n' "$header" >"$tmp/header.c"
  $cc "$@" -std=gnu11 -Wall -Werror -fsyntax-only $cflags "$tmp/header.c" || { echo "header not usable: $header"; exit 1; }
  echo "header $header"
done

# shellcheck disable=SC2086
$cc "$@" -std=gnu11 -Wall -Werror -o "$tmp/consumer" "$source" $cflags $libs
LD_LIBRARY_PATH="$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$tmp/consumer"

program=$(find "$tmp/root" -name lpnreach -type f)
[ "$("$program" --version)" = "lpnreach $(pkg-config --modversion lpnreach)" ] || { echo "program and library differ"; exit 1; }
share=$(dirname "$program")/../share/lpnreach
for file in suites/smoke.suite paper/table1.csv; do
  [ -f "$share/$file" ] || { echo "not installed: $file"; exit 1; }
done
"$program" compare --list | grep -q '^smoke ' || { echo "the program finds no suites"; exit 1; }
