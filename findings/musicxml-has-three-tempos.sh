#!/usr/bin/env bash
# Question: is a piece in MusicXML, as models write it, as fast and as long in each program that plays it? Its tempo is a mark (a dotted quarter = 60) or <sound tempo="60"/>.
# Guess: yes: the format has a field for each of these; at most "D.C. al Fine" is only words for one of them.
# Seen: of a dotted quarter = 60, which is 90 quarters in a minute, webmscore 1.2.1 (MuseScore) makes 90, verovio 6.3.0 80 and alphaTab 1.8.4 60. alphaTab plays <sound tempo="60"/> as a part of a bar at 120, and ends
#   at "D.C. al Fine", without a repetition, although <sound> says it too. verovio plays triplets as plain quarters if only <time-modification>
#   is written, without brackets. Repeats, endings, plain quarters and <sound> within a <direction> are the same in all. No errors. 2026-11-30.
# For users: ask for a tempo in quarters with <sound tempo> within <direction>, and for repeats with bar lines; play the rest with MuseScore.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent verovio@6.3.0 @coderline/alphatab@1.8.4 webmscore@1.2.1 midi-file@1.2.4
cat >run.mjs <<'JS'
import { createRequire } from "node:module";
import * as alphaTab from "@coderline/alphatab";
import { parseMidi } from "midi-file";
import { VerovioToolkit } from "verovio/esm";
import createVerovioModule from "verovio/wasm";
// MuseScore's build asks fetch for its own file if there is one.
globalThis.fetch = undefined;
const musescore = createRequire(import.meta.url)("webmscore");
const note = (step, duration, type, more = "") => `<note><pitch><step>${step}</step><octave>4</octave></pitch><duration>${duration}</duration><type>${type}</type>${more}</note>`;
const quarters = [..."CDEF"].map((step) => note(step, 6, "quarter")).join("");
const triplets = [..."CDE"].map((step) => note(step, 4, "quarter", "<time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes></time-modification>")).join("");
const words = (text, sound) => `<direction><direction-type><words>${text}</words></direction-type><sound ${sound}/></direction>`;
const mark = (dot) => `<direction><direction-type><metronome><beat-unit>quarter</beat-unit>${dot}<per-minute>60</per-minute></metronome></direction-type></direction>`;
const song = (...bars) => {
  const attributes = "<attributes><divisions>6</divisions><time><beats>4</beats><beat-type>4</beat-type></time><clef><sign>G</sign><line>2</line></clef></attributes>";
  const measures = bars.map((bar, at) => `<measure number="${at + 1}">${at === 0 ? attributes : ""}${bar}</measure>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?><score-partwise version="4.0"><part-list><score-part id="P1"><part-name>Flute</part-name></score-part></part-list><part id="P1">${measures}</part></score-partwise>`;
};
const songs = {
  "quarter = 60": song(mark("") + quarters),
  "dotted quarter = 60": song(mark("<beat-unit-dot/>") + quarters),
  "sound alone": song(`<sound tempo="60"/>${quarters}`),
  "sound with words": song(words("Slow", 'tempo="60"') + quarters),
  triplets: song(`${triplets}<note><rest/><duration>12</duration><type>half</type></note>`),
  repeat: song(`${quarters}<barline location="right"><repeat direction="backward"/></barline>`),
  "da capo al fine": song(quarters + words("Fine", 'fine="yes"'), note("G", 24, "whole") + words("D.C. al Fine", 'dacapo="yes"')),
};
const toolkit = new VerovioToolkit(await createVerovioModule());
await musescore.ready;
const players = {
  verovio: (text) => {
    toolkit.loadData(text);
    return Buffer.from(toolkit.renderToMIDI(), "base64");
  },
  alphaTab: (text) => {
    const score = alphaTab.importer.ScoreLoader.loadScoreFromBytes(new TextEncoder().encode(text));
    const file = new alphaTab.midi.MidiFile();
    file.format = alphaTab.midi.MidiFileFormat.SingleTrackMultiChannel;
    new alphaTab.midi.MidiFileGenerator(score, new alphaTab.Settings(), new alphaTab.midi.AlphaSynthMidiFileHandler(file, true)).generate();
    return file.toBinary();
  },
  MuseScore: async (text) => (await musescore.load("musicxml", new TextEncoder().encode(text), [], false)).saveMidi(true, false),
};
const notesAndSpeed = (bytes) => {
  const { header, tracks } = parseMidi(bytes);
  const events = tracks.flatMap((track) => {
    let at = 0;
    return track.map((event) => ({ ...event, at: (at += event.deltaTime) }));
  });
  const notes = events.filter((event) => event.type === "noteOn" && event.velocity > 0).map((event) => event.at).sort((a, b) => a - b);
  const quarter = events.filter((event) => event.type === "setTempo").sort((a, b) => a.at - b.at).findLast((event) => event.at <= notes[0])?.microsecondsPerBeat ?? 500_000;
  return `${notes.length} notes, the second after ${((((notes[1] - notes[0]) / header.ticksPerBeat) * quarter) / 1e6).toFixed(2)} s`;
};
for (const [name, text] of Object.entries(songs)) {
  const results = [];
  for (const [player, play] of Object.entries(players)) results.push([notesAndSpeed(await play(text)), player]);
  const groups = [...new Set(results.map(([result]) => result))].map((result) => `${results.filter((it) => it[0] === result).map((it) => it[1]).join(" and ")} ${result}`);
  console.log(`${name}: ${groups.length === 1 ? `all ${results[0][0]}` : groups.join(", ")}`);
}
process.exit(0);
JS
seen=$(node run.mjs 2>/dev/null | grep -E '^[a-z0-9 =]+: ')
expected='quarter = 60: all 4 notes, the second after 1.00 s
dotted quarter = 60: verovio 4 notes, the second after 0.75 s, alphaTab 4 notes, the second after 1.00 s, MuseScore 4 notes, the second after 0.67 s
sound alone: verovio and MuseScore 4 notes, the second after 1.00 s, alphaTab 4 notes, the second after 0.50 s
sound with words: all 4 notes, the second after 1.00 s
triplets: verovio 3 notes, the second after 0.50 s, alphaTab and MuseScore 3 notes, the second after 0.33 s
repeat: all 8 notes, the second after 0.50 s
da capo al fine: verovio and MuseScore 9 notes, the second after 0.50 s, alphaTab 5 notes, the second after 0.50 s'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
