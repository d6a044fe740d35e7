#!/usr/bin/env bash
# Question: is a MIDI file that counts in milliseconds (25 frames of 40 parts in a second, as the standard's time code allows) as long everywhere as it says?
#   Programs that make notes of a sound write it: what they heard has times, and no beats.
# Guess: yes, or an error: it is one of the two forms in the first six bytes of every file.
# Seen: of two notes of half a second, midi-file 1.2.4 reads the frames rightly, and midi-parser-js 4.0.4 103 frames. @tonejs/midi 2.0.28, which is built on midi-file, says
#   NaN. midi-player-js 2.0.17 and spessasynth_core 4.3.22 make 8 ms of it. fluidsynth 2.3.1 says that it cannot, writes 64 samples of silence, and
#   ends with status 0; timidity 2.14.0 plays both notes in 0.52 s. With beats, all say 1 s. 2026-11-30.
# For users: ask for MIDI with beats (120 quarters in a minute and 500 parts of each are milliseconds, too).
# Needed: fluidsynth and timidity of Debian, with the sounds of timgm6mb-soundfont.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
sounds=/usr/share/sounds/sf2/TimGM6mb.sf2
command -v fluidsynth timidity soxi >/dev/null && [[ -f $sounds ]] || { echo "fluidsynth, timidity, sox or their sounds are missing"; exit 77; }
npm init -y >/dev/null
npm install --no-audit --no-fund --silent midi-file@1.2.4 midi-parser-js@4.0.4 @tonejs/midi@2.0.28 midi-player-js@2.0.17 spessasynth_core@4.3.22
cat >run.mjs <<'JS'
import { writeFileSync } from "node:fs";
import tone from "@tonejs/midi";
import { parseMidi } from "midi-file";
import parser from "midi-parser-js";
import player from "midi-player-js";
import { BasicMIDI } from "spessasynth_core";
const half = [0x83, 0x74]; // 500 parts.
const on = [0x90, 60, 100];
const off = [0x80, 60, 0];
const events = [0, ...on, ...half, ...off, 0, ...on, ...half, ...off, 0, 0xff, 0x2f, 0];
const file = (division) => Uint8Array.from([...Buffer.from("MThd"), 0, 0, 0, 6, 0, 0, 0, 1, ...division, ...Buffer.from("MTrk"), 0, 0, 0, events.length, ...events]);
const files = { beats: file([500 >> 8, 500 & 255]), milliseconds: file([256 - 25, 40]) };
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(`${name}.mid`, bytes);
  const { framesPerSecond, ticksPerFrame, ticksPerBeat } = parseMidi(bytes).header;
  const songs = new player.Player();
  songs.loadArrayBuffer(bytes.buffer);
  const lengths = [new tone.Midi(bytes).duration, songs.getSongTime(), BasicMIDI.fromArrayBuffer(bytes.buffer).duration].map((it) => it.toFixed(3));
  console.log(`${name}: ${ticksPerBeat ?? `${framesPerSecond}x${ticksPerFrame}`} ${[parser.parse(bytes).timeDivision].flat().join("x")} ${lengths.join(" ")}`);
}
JS
seen=$(node run.mjs | tr '\n' ';')
for name in beats milliseconds; do
  status=0
  fluidsynth -ni -F "$name.fluid.wav" -r 48000 "$sounds" "$name.mid" >log 2>&1 || status=$?
  samples=$(soxi -s "$name.fluid.wav")
  timidity -x "soundfont $sounds" -EFreverb=d -EFchorus=d -Ow -o "$name.wav" "$name.mid" >log 2>&1
  # Timidity writes two seconds after the last note.
  seen+=" $name: fluidsynth $((samples > 64 ? 1 : 0)) s with status $status, timidity $(soxi -D "$name.wav" | awk '{ printf "%.2f", $1 - 2 }');"
done
[[ $seen == "beats: 500 500 1.000 1.000 1.000;milliseconds: 25x40 103x40 NaN 0.008 0.008; beats: fluidsynth 1 s with status 0, timidity 1.00; milliseconds: fluidsynth 0 s with status 0, timidity 0.52;" ]] || { echo "$seen"; exit 1; }
echo "seen: parts (midi-file, midi-parser-js) and seconds (@tonejs/midi, midi-player-js, spessasynth_core): $seen"
