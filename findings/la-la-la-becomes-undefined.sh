#!/usr/bin/env bash
# Question: does a song that a model writes, with chords above the words, keep its words and its harmony in ChordSheetJS, which makes ChordPro of it and transposes it?
# Guess: yes: chords are above, words are below, and each chord moves by the same number of semitones, or there is an error for one that it does not know.
# Seen: ChordsOverWordsParser of chordsheetjs 15.5.2 takes a line "La la la" for chords, since La is one in the names do re mi, and writes [La][undefined][undefined] in its place,
#   also below a line of chords; a comma after a "la" is enough to save it. UltimateGuitarParser keeps the words. transpose(2) leaves C°, Cø7 and C6/9 as they
#   are, while the others move, and makes C#♭ of B♭. No error and no warning. 2026-11-30.
# For users: write ChordPro, in which chords are in brackets, with dim, m7b5, 69 and b instead of the signs; or write "la" with commas.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent chordsheetjs@15.5.2
cat >run.mjs <<'JS'
import chordsheet from "chordsheetjs";
const { ChordProFormatter, ChordProParser, ChordsOverWordsParser, UltimateGuitarParser } = chordsheet;
const written = (song) => new ChordProFormatter().format(song).trim().replaceAll("\n", " / ");
for (const words of ["La la la", "La la la, la", "Fa la la", "Do you see"])
  console.log(`${words}: ${[ChordsOverWordsParser, UltimateGuitarParser].map((Parser) => written(new Parser().parse(`C   G\n${words}\n`))).join(" and ")}`);
const chords = ["C", "Cm7", "Bb", "B♭", "Cdim", "C°", "Cm7b5", "Cø7", "C69", "C6/9"];
console.log(`two semitones: ${chords.map((chord) => `${chord} ${/\[(.*)\]/.exec(written(new ChordProParser().parse(`[${chord}]Fox`).transpose(2)))[1]}`).join(", ")}`);
JS
seen=$(node run.mjs)
expected='La la la: [C][G] / [La][undefined][undefined] and [C]La l[G]a la
La la la, la: [C]La l[G]a la, la and [C]La l[G]a la, la
Fa la la: [C][G] / [Fa][undefined][undefined] and [C]Fa l[G]a la
Do you see: [C]Do y[G]ou see and [C]Do y[G]ou see
two semitones: C D, Cm7 Dm7, Bb C, B♭ C#♭, Cdim Ddim, C° C°, Cm7b5 Dm7b5, Cø7 Cø7, C69 D69, C6/9 C6/9'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
