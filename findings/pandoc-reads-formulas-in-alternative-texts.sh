#!/usr/bin/env bash
# Question: does the alternative text of a picture reach a page as it stands, when pandoc converts the Markdown?
# Guess: yes: it is plain text in HTML, so nothing but brackets and emphasis is read in it.
# Seen: pandoc 2.17.1.1 reads formulas, lowered, raised and struck text there, and drops their signs: "$x$ H~2~O m^2^" becomes "x H2O m2". Entities keep them. 2026-11-29.
# For users: dollars, tildes and carets of captions and alternative texts are written as entities.
# Needed: pandoc of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v pandoc >/dev/null || { echo "pandoc is missing"; exit 77; }
convert() { printf '%s\n' "$1" | pandoc -f markdown -t html | sed -n 's/.*alt="\([^"]*\)".*/\1/p'; }
seen="plain: $(convert '![$x$ H~2~O m^2^](a.png)'); entities: $(convert '![&#36;x&#36; H&#126;2&#126;O m&#94;2&#94;](a.png)')"
[[ $seen == 'plain: x H2O m2; entities: $x$ H~2~O m^2^' ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
