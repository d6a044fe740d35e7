#!/usr/bin/env bash
# Question: what becomes of "and others", with which BibTeX shortens a list of authors, as models and catalogues write it, when a package converts an entry?
# Guess: it is left out or becomes "et al."; it has been part of BibTeX's names from the beginning.
# Seen: Citation.js (@citation-js/core 0.9.0 with plugin-bibtex 0.9.0) and biblatex-csl-converter 3.6.0 make an author of it, whose family or whole name is "others",
#   and Citation.js writes it back as {others}, in braces, which BibTeX prints as a name. Both also lose the number of a preprint (eprint) on the way to CSL.
#   bibtex-parse-js 0.0.24 throws a TypeError at @string. No warning. 2026-11-30.
# For users: remove the last author if it is "others" before you format or import references.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @citation-js/core@0.9.0 @citation-js/plugin-bibtex@0.9.0 biblatex-csl-converter@3.6.0 bibtex-parse-js@0.0.24
cat >run.mjs <<'JS'
import { Cite } from "@citation-js/core";
import bibtexParse from "bibtex-parse-js";
import "@citation-js/plugin-bibtex";
import { CSLExporter, parse } from "biblatex-csl-converter";
const entry = "@misc{fox, title = {A Study of Foxes}, author = {Meadow, Anna and Brook, Ben and others}, year = {2026}, eprint = {2601.00001}, archivePrefix = {arXiv}}\n";
const show = ({ author, ...item }) => `${author.map((it) => it.literal ?? `${it.family}${it.given ? `, ${it.given}` : ""}`).join("; ")} (eprint ${JSON.stringify(item).includes("2601.00001") ? "kept" : "lost"})`;
const cite = new Cite(entry);
const [item] = cite.data.map(({ _graph, ...rest }) => rest);
console.log(`Citation.js: ${show(item)}, and back ${/author = \{.*\},/.exec(cite.format("bibtex"))[0]}`);
console.log(`biblatex-csl-converter: ${show(Object.values(new CSLExporter(parse(entry).entries).parse())[0])}`);
for (const text of [entry, `@string{press = {Fox Press}}\n${entry}`]) {
  try {
    console.log(`bibtex-parse-js: ${bibtexParse.toJSON(text).length} entry`);
  } catch (error) {
    console.log(`bibtex-parse-js: ${error.name}`);
  }
}
JS
seen=$(node run.mjs)
expected='Citation.js: Meadow, Anna; Brook, Ben; others (eprint lost), and back author = {Meadow, Anna and Brook, Ben and {others}},
biblatex-csl-converter: Meadow, Anna; Brook, Ben; others (eprint lost)
bibtex-parse-js: 1 entry
bibtex-parse-js: TypeError'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/ | }"
