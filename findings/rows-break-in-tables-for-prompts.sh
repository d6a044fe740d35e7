#!/usr/bin/env bash
# Question: is a list of records still a table with the same cells after a package has written it in Markdown, for a prompt or a report, if a text in it has a line break or a "|"?
# Guess: yes: a table of Markdown has one line for each row, so that a line break becomes a blank or <br>, and "|" gets a backslash.
# Seen: markdown-table 3.1.0, tablemark 4.1.0, json-to-markdown-table 1.0.0 and json2md 2.0.3 write the line break as it is: the row ends there. Read by
#   marked 18.2.1, the rest is a row of its own, in the first column, and with tablemark, which indents it, the table ends and the rows after it are lost.
#   markdown-table and json-to-markdown-table also leave "|" as it is, so that what follows it is gone. No error and no warning; tablemark has an option for line breaks. 2026-11-30.
# For users: replace line breaks and "|" in the values before, or give a model JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent markdown-table@3.1.0 tablemark@4.1.0 json-to-markdown-table@1.0.0 json2md@2.0.3 marked@18.2.1
cat >run.mjs <<'JS'
import jsonToTable from "json-to-markdown-table";
import json2md from "json2md";
import { markdownTable } from "markdown-table";
import { Marked } from "marked";
import { tablemark } from "tablemark";
const records = [{ name: "Fox", note: "red | fast" }, { name: "Owl", note: "sees\nat night" }, { name: "Bee", note: "hums" }];
const lists = records.map(({ name, note }) => [name, note]);
const writers = {
  "markdown-table": () => markdownTable([["name", "note"], ...lists]),
  tablemark: () => tablemark(records),
  "json-to-markdown-table": () => jsonToTable(records, ["name", "note"]),
  json2md: () => json2md({ table: { headers: ["name", "note"], rows: lists } }),
};
for (const [name, write] of Object.entries(writers)) {
  const rows = new Marked().lexer(write()).filter((token) => token.type === "table").flatMap((table) => table.rows);
  console.log(`${name}: ${rows.map((row) => `[${row.map((cell) => cell.text).join("; ")}]`).join(" ")}`);
}
JS
seen=$(node run.mjs)
expected='markdown-table: [Fox; red] [Owl; sees] [at night; ] [Bee; hums]
tablemark: [Fox; red | fast] [Owl; sees]
json-to-markdown-table: [Fox; red] [Owl; sees] [at night; ] [Bee; hums]
json2md: [Fox; red | fast] [Owl; sees] [at night; ] [Bee; hums]'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: rows of three records: ${seen//$'\n'/ | }"
