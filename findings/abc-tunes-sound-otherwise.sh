#!/usr/bin/env bash
# Question: does a tune that a model writes in ABC sound the same, and as long, in each program that plays ABC?
# Guess: yes: notes and repeats are part of the notation, and without a tempo all take the usual 120 quarters in a minute.
# Seen: abcjs 6.7.2 plays a tune without Q: at 180, and one with Q:"Slowly" at 60; abc2midi 20230208 and verovio 6.3.0 at 120. verovio, silently, plays
#   triplets as three quarters, [CEG]2 as [CEG], the first ending also the second time, an accidental for one note instead of the bar, and a tune with "K:C bass"
#   in B. Its only warnings are of tempo and of voices. abcjs and abc2midi agree on all that has a number for its tempo. 2026-11-30.
# For users: ask for a Q: with a number, and play or draw ABC with abcjs or abc2midi; for verovio, ask for MusicXML.
# Needed: abc2midi of Debian (abcmidi).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v abc2midi >/dev/null || { echo "abc2midi is missing"; exit 77; }
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts verovio@6.3.0 abcjs@6.7.2 @tonejs/midi@2.0.28 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import midi from "@tonejs/midi";
import abcjs from "abcjs";
import { VerovioToolkit } from "verovio/esm";
import createVerovioModule from "verovio/wasm";
const tune = (notes, { tempo = "Q:1/4=120\n", key = "C" } = {}) => `X:1\nT:Walk\nM:4/4\nL:1/4\n${tempo}K:${key}\n${notes}\n`;
const tunes = {
  "no tempo": tune("C D E F|G A B c|]", { tempo: "" }),
  slowly: tune("C D E F|G A B c|]", { tempo: 'Q:"Slowly"\n' }),
  repeat: tune("|:C D E F|G A B c:|"),
  triplets: tune("(3CDE (3FGA B c|]"),
  chord: tune("[CEG] [CEG]2 z|]"),
  endings: tune("|:C D E F|1 G A B c:|2 c B A G|]"),
  accidental: tune("^F F D2|]"),
  bass: tune("C D E F|]", { key: "C bass" }),
};
const players = {
  abc2midi: (text) => {
    writeFileSync("in.abc", text);
    execFileSync("abc2midi", ["in.abc", "-o", "out.mid"]);
    return readFileSync("out.mid");
  },
  abcjs: (text) => Buffer.from(abcjs.synth.getMidiFile(text, { midiOutputType: "binary" })[0]),
  // What a tune leaves behind shall not be heard in the next one.
  verovio: async (text) => {
    const toolkit = new VerovioToolkit(await createVerovioModule());
    toolkit.setOptions({ inputFrom: "abc" });
    if (!toolkit.loadData(text)) throw new Error("the tune was refused");
    return Buffer.from(toolkit.renderToMIDI(), "base64");
  },
};
const found = [];
for (const [player, play] of Object.entries(players)) {
  const results = [];
  for (const [name, text] of Object.entries(tunes)) {
    const notes = new midi.Midi(await play(text)).tracks.flatMap((track) => track.notes).sort((a, b) => a.time - b.time);
    const seconds = Math.max(...notes.map((note) => note.time + note.duration));
    results.push(`${name} ${seconds.toFixed(1)} s ${name === "accidental" || name === "bass" ? notes.slice(0, 2).map((note) => note.name).join(" ") : notes.length}`);
  }
  found.push(`${player}: ${results.join(", ")}`);
}
process.stdout.write(`${found.join("; ")}\n`);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
usual="repeat 8.0 s 16, triplets 3.0 s 8, chord 1.5 s 6, endings 8.0 s 16, accidental 2.0 s F#4 F#4, bass 2.0 s C4 D4"
expected="abc2midi: no tempo 4.0 s 8, slowly 4.0 s 8, $usual; abcjs: no tempo 2.7 s 8, slowly 8.0 s 8, $usual; "
expected+="verovio: no tempo 4.0 s 8, slowly 4.0 s 8, repeat 8.0 s 16, triplets 4.0 s 8, chord 1.0 s 6, endings 10.0 s 20, accidental 2.0 s F#4 F4, bass 2.0 s B3 C#4"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
