#!/usr/bin/env bash
# Question: is a pronunciation of the CMU dictionary (ARPAbet) the same word after it became IPA, which voices such as Kokoro take, and back?
# Guess: yes for American English: both alphabets have a sign for each of its 39 sounds; at most the signs of stress move.
# Seen: toIPA of arpabet-and-ipa-convertor-ts 1.0.3 writes the vowel of "red" (EH) as e, and that of "happy" (IY0) with a colon of ASCII, i:. Its own toArpabet
#   then reads e as EY: "letter" becomes "later", "red" "raid", "pen" "pain". AH0 of "about", a schwa, becomes ʌ as in "cut", and R is ɹ or r, by its place.
#   toAmericanPhoneticAlphabet brings all words back. No error and no warning. 2026-11-30.
# For users: call toAmericanPhoneticAlphabet, which writes ɛ and i, and write ə for AH0 yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent arpabet-and-ipa-convertor-ts@1.0.3 cmu-pronouncing-dictionary@3.0.0
cat >run.mjs <<'JS'
import converter from "arpabet-and-ipa-convertor-ts";
import { dictionary } from "cmu-pronouncing-dictionary";
const words = ["cat", "letter", "later", "red", "raid", "pen", "pain", "about", "cut", "bird", "happy", "river"];
const wordOf = (sounds) => words.find((word) => dictionary[word] === sounds) ?? sounds;
const results = words.map((word) => {
  const ipa = converter.toIPA(dictionary[word]);
  let back;
  try {
    back = wordOf(converter.toArpabet(ipa));
  } catch {
    back = "an error";
  }
  return `${word} ${ipa} ${back === word ? "" : `(back: ${back})`}`.trim();
});
const american = words.filter((word) => wordOf(converter.toArpabet(converter.toAmericanPhoneticAlphabet(dictionary[word]))) === word);
console.log(`${results.join(", ")}; American: ${american.length} of ${words.length} back`);
JS
seen=$(node run.mjs)
expected="cat kæt, letter ˈletɜr (back: later), later ˈleɪtɜr, red ɹed (back: raid), raid ɹeɪd, pen pen (back: pain), pain peɪn, about ʌˈbaʊt, cut kʌt, bird bɜrd, "
expected+="happy ˈhæpi:, river ˈɹɪvɜr; American: 12 of 12 back"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
