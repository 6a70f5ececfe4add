#!/bin/sh
# SPDX-License-Identifier: MIT
# The deb-src entries that bootstrap derives from apt sources of both formats, good, broken and disabled.
# Usage: apt-sources.sh BOOTSTRAP
set -eu
command -v apt-config >/dev/null || exit 77

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/parts"
cat >"$tmp/list" <<'END'
# deb http://commented.example/debian bookworm main
deb cdrom:[Debian GNU/Linux 12]/ bookworm main
deb [ arch=amd64 signed-by=/keys/debian.gpg ] http://one.example/debian/ bookworm contrib main # a remark
deb http://one.example/debian-security bookworm-security main
deb http://one.example/debian bookworm-updates main
deb http://flat.example/packages ./
deb https://vendor.example/apt stable main
not a source at all
END
printf 'deb http://extra.example/debian bookworm non-free\r\n' >"$tmp/parts/extra.list"
# Carriage returns, folded fields, an own order of fields.
printf '%s\r\n' '# two stanzas' 'Suites:' ' trixie' ' trixie-updates' 'Types: deb deb-src' 'URIs: http://two.example/debian' \
  'Components: main' ' non-free' 'Signed-By: /keys/debian.gpg' '' \
  'Enabled: no' 'Types: deb' 'URIs: http://off.example/debian' 'Suites: sid' 'Components: main' >"$tmp/parts/a.sources"
# A remark inside a stanza, a key inside it, names in capitals.
cat >"$tmp/parts/b.sources" <<'END'
TYPES: deb
# http://snapshot.example/debian
URIs: mirror+file:///etc/apt/mirrors/debian.list
Suites: bookworm bookworm-updates bookworm-backports
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
 -----END PGP PUBLIC KEY BLOCK-----
END
cat >"$tmp/conf" <<END
Dir::Etc::sourcelist "$tmp/list";
Dir::Etc::sourceparts "$tmp/parts";
END

APT_CONFIG="$tmp/conf" "$1" sources "$tmp/out"
(cd "$tmp/out" && for file in *; do echo "== $file"; sed 's/  */ /g' "$file"; done) >"$tmp/got"
cat >"$tmp/expected" <<'END'
== 1-1.list
deb-src [ arch=amd64 signed-by=/keys/debian.gpg ] http://one.example/debian/ bookworm main
== 1-1.sources
Types: deb-src
URIs: http://two.example/debian
Components: main
Signed-By: /keys/debian.gpg
Suites: trixie
== 1-2.sources
Types: deb-src
URIs: mirror+file:///etc/apt/mirrors/debian.list
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
 -----END PGP PUBLIC KEY BLOCK-----
Suites: bookworm
== 2-2.list
deb-src https://vendor.example/apt stable main
== 3-1.list
deb-src [ arch=amd64 signed-by=/keys/debian.gpg ] http://one.example/debian/ bookworm main
== 3-1.sources
Types: deb-src
URIs: http://two.example/debian
Components: main
Signed-By: /keys/debian.gpg
Suites: bookworm
== 3-2.sources
Types: deb-src
URIs: mirror+file:///etc/apt/mirrors/debian.list
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
 -----END PGP PUBLIC KEY BLOCK-----
Suites: bookworm
END
diff -u "$tmp/expected" "$tmp/got"
