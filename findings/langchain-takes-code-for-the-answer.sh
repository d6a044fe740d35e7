#!/usr/bin/env bash
# Question: does LangChain read an answer of JSON in which a text has a block of code, as a model that writes files, reviews or Markdown gives it?
# Guess: yes: fences around the whole answer are taken off, and what is within a string of JSON is text.
# Seen: JsonOutputParser of @langchain/core 1.4.0 looks for the first fence before it reads JSON: of {"text": "```js\n1\n```"} it reads js\n1\n, and throws that this
#   is no JSON; so it does if a fence is around the whole answer, too. jsonrepair 3.15.0 reads both. 2026-11-30.
# For users: read such answers with JSON.parse first, or ask for them by the provider's own structured output.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @langchain/core@1.4.0 jsonrepair@3.15.0
cat >run.mjs <<'JS'
import { JsonOutputParser } from "@langchain/core/output_parsers";
import { jsonrepair } from "jsonrepair";
const fenced = (language, code) => `\`\`\`${language}\n${code}\n\`\`\``;
const plain = JSON.stringify({ text: "plain" });
const code = JSON.stringify({ text: fenced("js", "1") });
const answers = [plain, fenced("json", plain), code, fenced("json", code)];
const packages = { langchain: (text) => new JsonOutputParser().parse(text), jsonrepair: (text) => JSON.parse(jsonrepair(text)) };
for (const [name, parse] of Object.entries(packages)) {
  const results = [];
  for (const answer of answers) {
    const result = await Promise.resolve(answer).then(parse).then(JSON.stringify, () => "throws");
    results.push(answer.includes(result) ? "right" : result);
  }
  console.log(`${name}: ${results.join(", ")}`);
}
JS
seen=$(node run.mjs 2>&1 | tr '\n' ';')
[[ $seen == "langchain: right, right, throws, throws;jsonrepair: right, right, right, right;" ]] || { echo "$seen"; exit 1; }
echo "seen: a text without and with a block of code, each also in a fence: $seen"
