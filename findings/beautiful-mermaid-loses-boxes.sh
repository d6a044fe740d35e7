#!/usr/bin/env bash
# Question: does a diagram that a model writes have all of its boxes and arrows in a renderer of Mermaid that needs no browser?
# Guess: yes, or an error that names the line which the renderer cannot read.
# Seen: beautiful-mermaid 1.1.3 throws for kinds of diagrams that it does not have, and draws the rest of the others without a word. It drops what follows an
#   arrow that ends with x or o, or a box of the newer form (A@{ shape: cyl }), draws a box named "-" after a longer arrow (A ----> B) and one named
#   "click" for a click, and leaves notes of states out. Labels, groups and the usual arrows are right. 2026-11-30.
# For users: ask a model for the arrows -->, -.-> and ==> and for boxes with brackets where a diagram is drawn with it, or count the boxes; Mermaid itself reads all of these.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent beautiful-mermaid@1.1.3
cat >run.mjs <<'JS'
import { renderMermaidSVG } from "beautiful-mermaid";
const diagrams = {
  usual: "flowchart LR\n  Fox --> Owl\n  Owl -. maybe .-> Elk",
  longer: "flowchart LR\n  Fox ----> Owl",
  cross: "flowchart LR\n  Fox --x Owl",
  circle: "flowchart LR\n  Fox --o Owl",
  shape: "flowchart LR\n  Fox@{ shape: cyl } --> Owl",
  click: 'flowchart LR\n  Fox --> Owl\n  click Fox "https://a.example/"',
  note: "stateDiagram-v2\n  Fox --> Owl\n  note right of Fox : Red",
  gantt: "gantt\n  section Day\n  Fox :a, 2026-01-01, 3d",
};
const results = Object.entries(diagrams).map(([name, text]) => {
  try {
    const svg = renderMermaidSVG(text);
    const words = [...svg.matchAll(/<text[^>]*>([\s\S]*?)<\/text>/g)].map((match) => match[1].replace(/<[^>]+>/g, ""));
    return `${name} ${words.toSorted().join(" ") || "nothing"} with ${(svg.match(/class="edge"/g) ?? []).length} arrows`;
  } catch {
    return `${name} an error`;
  }
});
console.log(results.join(", "));
JS
seen=$(node run.mjs)
expected="usual Elk Fox Owl maybe with 2 arrows, longer - Fox with 1 arrows, cross Fox with 0 arrows, circle Fox with 0 arrows, shape Fox with 0 arrows, "
expected+="click Fox Owl click with 1 arrows, note Fox Owl with 1 arrows, gantt an error"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
