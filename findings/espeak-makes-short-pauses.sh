#!/usr/bin/env bash
# Question: does eSpeak NG keep the pauses, the loudness and the pronunciation that a text has in SSML, which models are asked to write for voices?
# Guess: pauses and loudness as they are stated; perhaps not every alphabet of phonemes.
# Seen: espeak-ng 1.0.2 of npm (as 1.51 of Debian) reads a time up to its point, and only a whole number of s or ms: a pause of 1s is 1 s, one of 1.5s, 1.0s, 0.8s or .5s has
#   none, and 250.5ms is 250 ms. -6dB is taken for less by 6 percent: it is 0.8 dB quieter, as +6dB is 0.4 dB louder. phoneme with alphabet="ipa" is ignored, and its
#   text is read; CDATA is not read at all. Nothing warns, status 0. rate, pitch, sub, silent and comments are right. 2026-11-30.
# For users: write pauses in whole milliseconds (1500ms) and loudness in percent or words for eSpeak NG.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent espeak-ng@1.0.2
cat >run.mjs <<'JS'
import ESpeakNg from "espeak-ng";
// A text without SSML around it, as WAV: its seconds, and its level in dB.
async function speak(text) {
  const quiet = { print: () => {}, printErr: () => {} };
  const program = await ESpeakNg({ arguments: ["-v", "en", "-m", "-w", "a.wav", `<speak>${text}</speak>`], ...quiet });
  const wav = Buffer.from(program.FS.readFile("a.wav"));
  let sum = 0;
  for (let at = 44; at + 1 < wav.length; at += 2) sum += wav.readInt16LE(at) ** 2;
  const samples = (wav.length - 44) / 2;
  return { seconds: samples / wav.readUInt32LE(24), level: 10 * Math.log10(sum / samples) };
}
const none = await speak('one <break strength="none"/> two');
const pauses = [];
for (const time of ["1s", "2s", "1500ms", "1.5s", "1.0s", "0.8s", ".5s", "250ms", "250.5ms"])
  pauses.push(`${time} ${((await speak(`one <break time="${time}"/> two`)).seconds - none.seconds).toFixed(1)}`);
// A level that changes nothing is written too, because the element itself makes the words a little longer.
const medium = await speak('<prosody volume="+0%">one two</prosody>');
const levels = [];
for (const volume of ["-6dB", "+6dB", "50%"])
  levels.push(`${volume} ${Math.round((await speak(`<prosody volume="${volume}">one two</prosody>`)).level - medium.level)}`);
const text = await speak("one hundred");
const phoneme = await speak('<phoneme alphabet="ipa" ph="tuː">one hundred</phoneme>');
const data = await speak("<![CDATA[one hundred]]>");
const words = [phoneme.seconds > 0.9 * text.seconds ? "ignored" : "read", data.level === Number.NEGATIVE_INFINITY ? "silent" : "read"];
console.log(`${pauses.join(";")}; ${levels.join(";")}; phoneme ${words[0]}, CDATA ${words[1]}`);
JS
seen=$(node run.mjs)
[[ $seen == "1s 1.0;2s 2.0;1500ms 1.5;1.5s 0.0;1.0s 0.0;0.8s 0.0;.5s 0.0;250ms 0.3;250.5ms 0.3; -6dB -1;+6dB 0;50% -6; phoneme ignored, CDATA silent" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
