#!/usr/bin/env bash
# Question: do captions of a narration about code, templates or paths keep their words when a program converts them?
# Guess: yes: what has a meaning in one of the formats is written as an entity or after a backslash.
# Seen: ffmpeg 5.1 takes "< b && c >" of an SRT for the beginning of bold text and drops the words, whatever it writes; a \n of a path ends a line; {name} of a WebVTT becomes \{name\} in SRT and WebVTT, and {{x}} becomes \\}. subsrt-ts 2.1.2 drops all that is between angle brackets or braces. subtitle 4.2.2 keeps all of SRT. All without an error. 2026-11-30.
# For users: write a narration about code in words ("a is less than b"), or compare the captions after a conversion; this product writes no captions.
# Needed: ffmpeg of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v ffmpeg >/dev/null || { echo "ffmpeg is missing"; exit 77; }
npm init -y >/dev/null
npm install --no-audit --no-fund --silent subsrt-ts@2.1.2 subtitle@4.2.2
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import subsrt from "subsrt-ts";
import { parseSync, stringifySync } from "subtitle";
const { convert } = subsrt.default ?? subsrt;
const lines = ["if a < b && c > d, stop", "Dear {name}, {{x}} is here", "open C:\\new\\list now"];
const clock = (seconds, mark) => `00:00:0${seconds}${mark}000`;
const cue = (text, at, mark) => `${clock(at + 1, mark)} --> ${clock(at + 2, mark)}\n${text}\n\n`;
writeFileSync("in.srt", lines.map((text, at) => `${at + 1}\n${cue(text, at, ",")}`).join(""));
const entities = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };
const escaped = lines.map((text) => text.replace(/[<>&]/g, (sign) => entities[sign]));
writeFileSync("in.vtt", `WEBVTT\n\n${escaped.map((text, at) => cue(text, at, ".")).join("")}`);
const texts = (file) => [...file.matchAll(/ --> .*\n([^]*?)\n(?:\n|$)/g)].map(([, text]) => text.replace(/\r?\n/g, "|")).join(" / ");
const byFfmpeg = (from, to) => execFileSync("ffmpeg", ["-v", "error", "-i", from, "-f", to === "vtt" ? "webvtt" : to, "-"], { encoding: "utf8" });
console.log(`ffmpeg to VTT: ${texts(byFfmpeg("in.srt", "vtt"))}`);
console.log(`ffmpeg to SRT: ${texts(byFfmpeg("in.vtt", "srt"))}`);
const srt = readFileSync("in.srt", "utf8");
console.log(`subsrt-ts to VTT: ${texts(convert(srt, { format: "vtt" }).replaceAll("\r\n", "\n"))}`);
console.log(`subtitle to VTT: ${texts(stringifySync(parseSync(srt), { format: "WebVTT" }))}`);
JS
seen=$(node run.mjs)
expected='ffmpeg to VTT: if a <b> d, stop</b> / Dear {name}, {{x}} is here / open C:|ew\list now
ffmpeg to SRT: if a < b && c > d, stop / Dear \{name\}, \\} is here / open C:|ew\list now
subsrt-ts to VTT: if a  d, stop / Dear , } is here / open C:\new\list now
subtitle to VTT: if a < b && c > d, stop / Dear {name}, {{x}} is here / open C:\new\list now'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
