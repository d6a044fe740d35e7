#!/usr/bin/env bash
# Question: does music-metadata, asked with includeChapters, find the chapters of narrated sounds in every container?
# Guess: in all that can carry them: MP3, M4A, Opus.
# Seen: music-metadata 11.16.1 finds those of ID3 (CHAP); an Opus file with CHAPTER000 and CHAPTER000NAME has the comments among its tags and no chapters. 2026-11-28.
# For users: the docs advise MP3 for sounds with chapters; this product writes none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent music-metadata@11.16.1 node-id3@0.2.9
cat >run.mjs <<'JS'
import id3 from "node-id3";
import { parseBuffer } from "music-metadata";
const frame = Buffer.alloc(144);
frame.set([0xff, 0xfb, 0x50, 0xc4]);
const silence = Buffer.concat(Array.from({ length: 200 }, () => frame));
const chapter = [{ elementID: "c0", startTimeMs: 0, endTimeMs: 2000, tags: { title: "Anna" } }];
const mp3 = id3.write({ title: "Dialogue", chapter }, silence);
const page = (type, sequence, granule, body) => {
  const segments = [...Array.from({ length: Math.floor(body.length / 255) }, () => 255), body.length % 255];
  const head = Buffer.alloc(27);
  head.write("OggS", 0);
  head[5] = type;
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(7, 14);
  head.writeUInt32LE(sequence, 18);
  head[26] = segments.length;
  const bytes = Buffer.concat([head, Buffer.from(segments), body]);
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000_0000 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1;
  }
  bytes.writeUInt32LE(sum >>> 0, 22);
  return bytes;
};
const sized = (text) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(Buffer.byteLength(text));
  return Buffer.concat([size, Buffer.from(text)]);
};
const count = Buffer.from([3, 0, 0, 0]);
const comments = ["CHAPTER000=00:00:00.000", "CHAPTER000NAME=Anna", "TITLE=Dialogue"].map(sized);
const tags = Buffer.concat([Buffer.from("OpusTags"), sized("maker"), count, ...comments]);
const opusHead = Buffer.from("4f70757348656164010138018 0bb0000000000".replaceAll(" ", ""), "hex");
const opus = Buffer.concat([page(2, 0, 0, opusHead), page(0, 1, 0, tags), page(4, 2, 960, Buffer.from([0xf8, 0xff, 0xfe]))]);
const chaptersOf = async (bytes, mimeType) => (await parseBuffer(bytes, { mimeType }, { includeChapters: true })).format.chapters?.length ?? 0;
const { native } = await parseBuffer(opus, { mimeType: "audio/ogg" });
const ids = (native.vorbis ?? []).map(({ id }) => id).filter((id) => id.startsWith("CHAPTER")).length;
console.log(`MP3 ${await chaptersOf(mp3, "audio/mpeg")}, Opus ${await chaptersOf(opus, "audio/ogg")} with ${ids} comments of chapters`);
JS
seen=$(node run.mjs)
[[ $seen == "MP3 1, Opus 0 with 2 comments of chapters" ]] || { echo "$seen"; exit 1; }
echo "seen: chapters: $seen"
