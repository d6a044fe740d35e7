#!/usr/bin/env bash
# Question: do programs that show or convert synchronized lyrics (LRC) of a generated song agree on the times of [00:12.340], [00:12.34], [00:12.5], [00:12],
#   two times before one line, and [offset:+500]?
# Guess: yes: fractions are decimal, both times count, and the offset shows all lines half a second earlier.
# Seen: subsrt-ts 2.1.2 reads .340 as 3.4 s and .5 as 0.05 s, and shows the second of two times as text. lrc-file-parser 2.4.2 reads .34 as 34 ms as soon
#   as one line has three digits, and drops lines without a fraction. clrc 3.1.4 drops lines with one digit. The offset shows lines earlier in
#   lrc-file-parser, later in lrc-kit 1.2.1, and is not read by subsrt-ts and ffmpeg 5.1. All agree on two digits in all lines, one time for each
#   line and no offset; no errors. 2026-11-30.
# For users: ask for lyrics with two digits ([00:12.34]) in all lines, one time before each line, and without an offset.
# Needed: ffmpeg of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v ffmpeg >/dev/null || { echo "ffmpeg is missing"; exit 77; }
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts lrc-file-parser@2.4.2 clrc@3.1.4 lrc-kit@1.2.1 subsrt-ts@2.1.2 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import * as clrc from "clrc";
import lrcFileParser from "lrc-file-parser";
import { Lrc, Runner } from "lrc-kit";
import subsrt from "subsrt-ts";
const songs = {
  "three digits": "[00:12.340]Fox\n[00:20.000]End\n",
  "two digits": "[00:12.34]Fox\n[00:20.00]End\n",
  "one digit": "[00:12.5]Fox\n[00:20.00]End\n",
  "two and three digits": "[00:12.34]Fox\n[00:20.000]End\n",
  "no digit": "[00:12]Fox\n[00:20.00]End\n",
  "two times": "[00:12.340][00:30.340]Fox\n[00:40.000]End\n",
  offset: "[offset:+500]\n[00:12.340]Fox\n[00:20.000]End\n",
};
const inSeconds = (milliseconds) => milliseconds / 1000;
// Each returns the times and the texts of the lines.
const readers = {
  "lrc-file-parser": (text) => {
    let lines = [];
    const Lyric = lrcFileParser.Lyric ?? lrcFileParser;
    const player = new Lyric({ onPlay: () => {}, onSetLyric: (given) => (lines = given) });
    player.setLyric(text, []);
    const offset = player.tags.offset;
    return lines.map((line) => [inSeconds(line.time - offset), line.text]);
  },
  clrc: (text) => {
    // This package leaves the offset to its caller.
    const lines = clrc.parse(text.replace(/^\[offset.*/, ""));
    return lines.filter(({ type }) => type === "lyric").map((line) => [inSeconds(line.startMillisecond), line.content]);
  },
  "lrc-kit": (text) => {
    const runner = new Runner(Lrc.parse(text), true);
    return runner.getLyrics().map((line) => [line.timestamp, line.content]);
  },
  "subsrt-ts": (text) => subsrt.parse(text, { format: "lrc" }).filter((line) => line.type === "caption").map((line) => [inSeconds(line.start), line.text]),
  ffmpeg: (text) => {
    const srt = execFileSync("ffmpeg", ["-v", "error", "-f", "lrc", "-i", "pipe:0", "-f", "srt", "-"], { input: text, encoding: "utf8" });
    const lines = [...srt.matchAll(/^\d+:(\d+):(\d+),(\d+) --> .*\n(.*)$/gm)];
    return lines.map(([, minutes, seconds, thousandths, line]) => [Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000, line]);
  },
};
const found = [];
for (const [reader, read] of Object.entries(readers)) {
  const results = [];
  for (const [name, text] of Object.entries(songs)) {
    const lines = read(text).filter(([, line]) => line.includes("Fox"));
    results.push(`${name} ${lines.map(([at, line]) => `${Number(at.toFixed(3))}${line === "Fox" ? "" : ` ${line}`}`).sort().join(" and ") || "missing"}`);
  }
  found.push(`${reader}: ${results.join(", ")}`);
}
process.stdout.write(`${found.join("; ")}\n`);
process.exit(0);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
expected="lrc-file-parser: three digits 12.34, two digits 12.34, one digit 12.5, two and three digits 12.034, no digit missing, two times 12.34 and 30.34, offset 11.84; "
expected+="clrc: three digits 12.34, two digits 12.34, one digit missing, two and three digits 12.34, no digit 12, two times 12.34 and 30.34, offset 12.34; "
expected+="lrc-kit: three digits 12.34, two digits 12.34, one digit 12.5, two and three digits 12.34, no digit 12, two times 12.34 and 30.34, offset 12.84; "
expected+="subsrt-ts: three digits 15.4, two digits 12.34, one digit 12.05, two and three digits 12.34, no digit 12, two times 15.4 [00:30.340]Fox, offset 15.4; "
expected+="ffmpeg: three digits 12.34, two digits 12.34, one digit 12.5, two and three digits 12.34, no digit 12, two times 12.34 and 30.34, offset 12.34"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: the times of a line: $seen"
