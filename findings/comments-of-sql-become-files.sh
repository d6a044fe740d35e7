#!/usr/bin/env bash
# Question: does a parser of unified diffs, with which the changes of a model are shown, tell a removed comment of SQL or Lua (-- …) from the head of a file?
# Guess: yes: such a removed line is written "--- …", as a head is, but the numbers of @@ say how many lines follow.
# Seen: diffparser 2.0.1 makes a file of it, from "the fox" to "the owl", and both lines are missing in the file that was changed; no error. parse-diff 0.12.0 and
#   gitdiff-parser 0.3.1 count the lines. 2026-12-01.
# For users: read the changes of a model with parse-diff or gitdiff-parser.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent diffparser@2.0.1 parse-diff@0.12.0 gitdiff-parser@0.3.1
cat >run.mjs <<'JS'
import diffparser from "diffparser";
import gitdiff from "gitdiff-parser";
import parseDiff from "parse-diff";
const head = "diff --git a/a.sql b/a.sql\nindex 1111111..2222222 100644\n--- a/a.sql\n+++ b/a.sql\n";
const text = `${head}@@ -1,4 +1,4 @@\n select 1;\n--- the fox\n-select 2;\n+++ the owl\n+select 3;\n select 4;\n`;
const show = (name, files) => console.log(`${name}: ${files.map(([from, to, lines]) => `${from} to ${to}, ${lines} lines`).join(" and ")}`);
const linesOf = (parts) => parts.flatMap((part) => part.changes).length;
show("diffparser", diffparser(text).map((file) => [file.from, file.to, linesOf(file.chunks)]));
show("parse-diff", parseDiff(text).map((file) => [file.from, file.to, linesOf(file.chunks)]));
show("gitdiff-parser", gitdiff.parse(text).map((file) => [file.oldPath, file.newPath, linesOf(file.hunks)]));
JS
seen=$(node run.mjs)
expected='diffparser: a.sql to a.sql, 4 lines and the fox to the owl, 0 lines
parse-diff: a.sql to a.sql, 6 lines
gitdiff-parser: a.sql to a.sql, 6 lines'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
