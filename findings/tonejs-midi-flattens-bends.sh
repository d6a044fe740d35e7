#!/usr/bin/env bash
# Question: is a MIDI file the same music after @tonejs/midi has read and written it, as programs do that give it another title or tempo?
# Guess: yes, except for rare events: notes, instruments, bends and the key are what the package itself has names for.
# Seen: @tonejs/midi 2.0.28 reads a bend as 0.25 (a quarter of its range), and writes that number as it is, which is 0: all bends are gone. Keys of three
#   flats (-3) and two sharps (2) become 11 and 16, where the standard has -7 to 7. Two instruments one after another in one channel begin together, so that
#   the second plays from the first note on; the pressure and the copyright are dropped. Lyrics and markers stay. jzz-midi-smf 1.9.9 writes all of it. Nothing warns. 2026-11-30.
# For users: change a title or a tempo with midi-file or jzz-midi-smf, on whose events nothing is converted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @tonejs/midi@2.0.28 midi-file@1.2.4 jzz@1.9.6 jzz-midi-smf@1.9.9
cat >run.cjs <<'JS'
const { Midi } = require("@tonejs/midi");
const JZZ = require("jzz");
const { parseMidi, writeMidi } = require("midi-file");
require("jzz-midi-smf")(JZZ);
const songWith = (key) => [
  { deltaTime: 0, meta: true, type: "keySignature", key, scale: 0 },
  { deltaTime: 0, meta: true, type: "copyrightNotice", text: "Made by a model" },
  { deltaTime: 0, meta: true, type: "marker", text: "Verse" },
  { deltaTime: 0, type: "programChange", channel: 0, programNumber: 53 },
  { deltaTime: 0, meta: true, type: "lyrics", text: "Fox" },
  { deltaTime: 0, type: "noteOn", channel: 0, noteNumber: 60, velocity: 100 },
  { deltaTime: 240, type: "pitchBend", channel: 0, value: 2048 },
  { deltaTime: 0, type: "channelAftertouch", channel: 0, amount: 60 },
  { deltaTime: 240, type: "noteOff", channel: 0, noteNumber: 60, velocity: 0 },
  { deltaTime: 0, type: "programChange", channel: 0, programNumber: 11 },
  { deltaTime: 0, type: "noteOn", channel: 0, noteNumber: 62, velocity: 100 },
  { deltaTime: 480, type: "noteOff", channel: 0, noteNumber: 62, velocity: 0 },
  { deltaTime: 0, meta: true, type: "endOfTrack" },
];
const writers = {
  "@tonejs/midi": (bytes) => new Midi(bytes).toArray(),
  "jzz-midi-smf": (bytes) => Buffer.from(new JZZ.MIDI.SMF(Buffer.from(bytes).toString("latin1")).dump(), "latin1"),
};
const results = Object.entries(writers).map(([name, write]) => {
  const written = [-3, 2].map((key) => parseMidi(write(Uint8Array.from(writeMidi({ header: { format: 0, ticksPerBeat: 480 }, tracks: [songWith(key)] })))));
  const events = written[0].tracks.flatMap((track) => {
    let at = 0;
    return track.map((event) => ({ ...event, at: (at += event.deltaTime) }));
  });
  const all = (type, value) => events.filter((event) => event.type === type).map(value).join(" and ") || "none";
  const keys = written.map((song) => song.tracks.flat().find((event) => event.type === "keySignature").key);
  return [
    `${name}: keys ${keys.join(" and ")}`,
    `bend ${all("pitchBend", (event) => event.value)}`,
    `instruments ${all("programChange", (event) => `${event.programNumber} at ${event.at} of channel ${event.channel}`)}`,
    `pressure ${all("channelAftertouch", (event) => event.amount)}`,
    `copyright ${all("copyrightNotice", (event) => event.text)}`,
    `lyrics ${all("lyrics", (event) => event.text)}`,
    `marker ${all("marker", (event) => event.text)}`,
  ].join(", ");
});
console.log(results.join("; "));
JS
seen=$(node run.cjs)
expected="@tonejs/midi: keys 11 and 16, bend 0, instruments 53 at 0 of channel 0 and 11 at 0 of channel 0, pressure none, copyright none, lyrics Fox, marker Verse; "
expected+="jzz-midi-smf: keys -3 and 2, bend 2048, instruments 53 at 0 of channel 0 and 11 at 480 of channel 0, pressure 60, copyright Made by a model, lyrics Fox, marker Verse"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
