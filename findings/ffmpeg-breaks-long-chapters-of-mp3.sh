#!/usr/bin/env bash
# Question: does a dialogue whose chapters are named by their lines keep all of them in an MP3 that ffmpeg writes?
# Guess: yes: ID3 has 28 or 32 bits for the size of a frame, and ffmpeg reads what it wrote.
# Seen: ffmpeg 5.1 writes the sizes within ID3v2.4, its default, with eight bits in each byte instead of seven. A chapter whose frame has more than 127 bytes, from a title of some 96 on, ends the list for music-metadata 11.16.1, and ffprobe itself reads no title of 126 and more. The count of a table of contents with 300 chapters is written as 44, after which music-metadata has no chapter at all. Nothing warns. With `-id3v2_version 3`, long titles are right, and 300 chapters are not. 2026-11-30.
# For users: add `-id3v2_version 3` when ffmpeg writes an MP3 with chapters. This product writes ID3v2.3, and tables within a table.
# Needed: ffmpeg of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent music-metadata@11.16.1
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseFile } from "music-metadata";
const describe = async (titles, version) => {
  const chapters = titles.map((title, at) => `[CHAPTER]\nTIMEBASE=1/10\nSTART=${at}\nEND=${at + 1}\ntitle=${title}\n`);
  writeFileSync("chapters.txt", `;FFMETADATA1\n${chapters.join("")}`);
  const sound = ["-f", "lavfi", "-i", `sine=duration=${titles.length / 10}`];
  const options = ["-map_chapters", "1", "-id3v2_version", String(version)];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...sound, "-i", "chapters.txt", ...options, "out.mp3"]);
  const probed = JSON.parse(execFileSync("ffprobe", ["-v", "error", "-show_chapters", "-of", "json", "out.mp3"], { encoding: "utf8" })).chapters;
  const read = (await parseFile("out.mp3", { includeChapters: true })).format.chapters ?? [];
  const right = (found) => titles.filter((title) => found.includes(title)).length;
  return `${right(probed.map(({ tags }) => tags?.title))} ${right(read.map(({ title }) => title))}`;
};
const named = (length) => ["One", "x".repeat(length), "Three", "Four"];
const many = Array.from({ length: 300 }, (_, at) => `C${at}`);
const results = [];
for (const version of [4, 3]) {
  const counts = [];
  for (const titles of [named(60), named(120), named(130), many]) counts.push(await describe(titles, version));
  results.push(`2.${version}: ${counts.join(", ")}`);
}
console.log(results.join("; "));
JS
seen=$(node run.mjs)
echo "seen: titles of 60, 120 and 130 letters among 4, and 300 chapters, read by ffprobe and by music-metadata: $seen"
