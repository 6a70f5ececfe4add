#!/bin/sh
# SPDX-License-Identifier: MIT
# The HTML report of `lpnreach compare` in a real browser, where there is one (else: skipped, 77): what the browser made
# of the page, on a phone and on a desk, has every plot at a size, and nothing to the sides of the screen.
# Usage: report-browser.sh LPNREACH
set -eu
program=$1
browser=
for name in chromium chromium-browser google-chrome; do
  [ -n "$browser" ] || browser=$(command -v "$name" || true)
done
[ -n "$browser" ] || { echo "no browser"; exit 77; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$program" compare -q peterson.1 muller:5 muller:6 -s hash,mdd --html "$tmp/r.html" --paper

# The page has no script of its own; this one, added here, measures what is on the screen.
sed 's|</body>|<script>\
var lost = 0, plots = document.querySelectorAll("svg.plot");\
plots.forEach(function (p) { var b = p.getBoundingClientRect (); if (b.width < 100 \|\| b.height < 20) lost++; });\
var wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;\
parent.postMessage ("plots=" + plots.length + " lost=" + lost + " wide=" + wide + " at " + innerWidth, "*");\
</script></body>|' "$tmp/r.html" >"$tmp/measured.html"

for width in 360 1200; do
  # In a frame: a window cannot be as narrow as a phone.
  cat >"$tmp/frame.html" <<END
<!DOCTYPE html><title>none</title><script>onmessage = function (e) { document.title = e.data; };</script>
<iframe src="measured.html" width="$width" height="900" style="border:0"></iframe>
END
  HOME="$tmp" timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --user-data-dir="$tmp/profile$width" \
    --window-size=1300,1000 --virtual-time-budget=5000 --dump-dom "file://$tmp/frame.html" >"$tmp/dom" 2>"$tmp/log" \
    || { echo "the browser does not run here"; tail -3 "$tmp/log"; exit 77; }
  title=$(sed -n 's|.*<title>\([^<]*\)</title>.*|\1|p' "$tmp/dom" | head -1)
  echo "$title"
  [ "$title" = "plots=7 lost=0 wide=false at $width" ] || { echo "expected plots=7 lost=0 wide=false"; exit 1; }
done
