#!/usr/bin/env bash
# Question: does a diagram in DOT, as models write it, look the same after a package has read it and written it again?
# Guess: yes: a line such as node [shape=box] counts for what follows it, and a package that knows these lines keeps their place.
# Seen: ts-graphviz 3.0.7 keeps the last such line of each kind alone, and puts it in front: of a box and a circle both are circles, and of a red and a blue
#   arrow both are blue. No error and no warning. 2026-12-01.
# For users: give each box and arrow its own attributes before such a package gets the diagram.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent ts-graphviz@3.0.7
cat >run.mjs <<'JS'
import { fromDot, toDot } from "ts-graphviz";
for (const text of ["digraph { node [shape=box]; a; node [shape=circle]; b }", "digraph { edge [color=red]; a -> b; edge [color=blue]; b -> c }"])
  console.log(toDot(fromDot(text)).replace(/\s+/g, " "));
JS
seen=$(node run.mjs)
expected='digraph { node [ shape = "circle"; ]; "a"; "b"; }
digraph { edge [ color = "blue"; ]; "a" -> "b"; "b" -> "c"; }'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
