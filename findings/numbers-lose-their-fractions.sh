#!/usr/bin/env bash
# Question: what does a voice say of the numbers of a text, when a package writes them in words first, as small speech models need it?
# Guess: "three point zero five", or an error where a package knows whole numbers only.
# Seen: number-to-words 1.2.4 drops what is behind the point (3.05 is "three", 0.5 is "zero"), and makes "one" of 1e21 and of 1e-7. written-number 0.11.1
#   makes "one" of 0.5, "three" of 3.05, and an empty text of -2. to-words 5.7.0 is right with those, reads 12.345 as "Twelve Point Three Hundred Forty Five",
#   and throws at 1e-7, as the only one. 2026-11-30.
# For users: divide a number at its point yourself and have the digits behind it read one by one, or let the voice read figures; this product leaves the numbers of a text as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent number-to-words@1.2.4 written-number@0.11.1 to-words@5.7.0
cat >run.mjs <<'JS'
import numberToWords from "number-to-words";
import { ToWords } from "to-words";
import writtenNumber from "written-number";
const english = new ToWords({ localeCode: "en-US" });
const packages = {
  "number-to-words": (number) => numberToWords.toWords(number),
  "written-number": (number) => writtenNumber(number),
  "to-words": (number) => english.convert(number),
};
const wordsOf = (say, number) => {
  try {
    return say(number) || "nothing";
  } catch {
    return "an error";
  }
};
const lines = Object.entries(packages).map(
  ([name, say]) => `${name}: ${[7, 3.05, 0.5, -2, 12.345, 1e21, 1e-7].map((number) => `${number} ${wordsOf(say, number)}`).join(", ")}`,
);
console.log(lines.join("; "));
JS
seen=$(node run.mjs)
expected="number-to-words: 7 seven, 3.05 three, 0.5 zero, -2 minus two, 12.345 twelve, 1e+21 one, 1e-7 one; "
expected+="written-number: 7 seven, 3.05 three, 0.5 one, -2 nothing, 12.345 twelve, 1e+21 one sextillion, 1e-7 zero; "
expected+="to-words: 7 Seven, 3.05 Three Point Zero Five, 0.5 Zero Point Five, -2 Minus Two, 12.345 Twelve Point Three Hundred Forty Five, 1e+21 One Sextillion, 1e-7 an error"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
