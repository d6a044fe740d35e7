#!/usr/bin/env bash
# Question: does a generated MP3 keep its mark (XMP, in a PRIV frame) and its Content Credentials (GEOB) when an npm package sets the title?
# Guess: yes, both: frames that were not asked about are kept, as eyeD3, kid3 and mutagen do.
# Seen: mp3tag.js 3.16.0 writes PRIV without the zero between its owner and its data, so that the owner is "XMP<x:xmpmeta…" and no reader finds the mark; credentials stay. node-id3 0.2.9 keeps the mark and drops GEOB, from ID3v2.3 and 2.4, and its update() returns true. node-taglib-sharp 6.0.3 keeps both. 2026-11-30.
# For users: set titles with node-taglib-sharp, or mark the file again; the library still knows a file that has lost its mark, by its task.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent mp3tag.js@3.16.0 node-id3@0.2.9 node-taglib-sharp@6.0.3 music-metadata@11.16.1
cat >run.mjs <<'JS'
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import Mp3Tag from "mp3tag.js";
import { parseFile } from "music-metadata";
import id3 from "node-id3";
import { File } from "node-taglib-sharp";
const source = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" e:DigitalSourceType="${source}"/></rdf:RDF></x:xmpmeta>`;
const inSevens = (size) => Buffer.from([21, 14, 7, 0].map((bits) => (size >> bits) & 127));
const inEights = (size) => Buffer.from([24, 16, 8, 0].map((bits) => (size >> bits) & 255));
const sound = Buffer.concat(
  Array.from({ length: 100 }, () => {
    const frame = Buffer.alloc(144);
    frame.set([0xff, 0xfb, 0x50, 0xc4]);
    return frame;
  }),
);
const make = (version) => {
  const frames = Object.entries({
    TIT2: "\0Boat",
    PRIV: `XMP\0${xmp}`,
    GEOB: "\0application/x-c2pa-manifest-store\0c2pa\0c2pa manifest store\0store",
  }).map(([name, text]) => Buffer.concat([Buffer.from(name), (version === 4 ? inSevens : inEights)(text.length), Buffer.alloc(2), Buffer.from(text)]));
  const tag = Buffer.concat(frames);
  return Buffer.concat([Buffer.from("ID3"), Buffer.from([version, 0, 0]), inSevens(tag.length), tag, sound]);
};
const setters = {
  "mp3tag.js": (file) => {
    const tag = new Mp3Tag(readFileSync(file));
    tag.read();
    tag.tags.title = "Harbour";
    tag.save();
    if (tag.error !== "") throw new Error(tag.error);
    writeFileSync(file, Buffer.from(tag.buffer));
  },
  "node-id3": (file) => {
    if (id3.update({ title: "Harbour" }, file) !== true) throw new Error("node-id3 did not write");
  },
  "node-taglib-sharp": (file) => {
    const opened = File.createFromPath(file);
    opened.tag.title = "Harbour";
    opened.save();
    opened.dispose();
  },
};
const stateOf = async (file) => {
  const { common, native } = await parseFile(file);
  const frames = Object.values(native).flat();
  const owners = frames.filter(({ id }) => id === "PRIV").map(({ value }) => value.owner_identifier);
  const mark = owners.includes("XMP") ? "mark" : owners.some((owner) => owner.startsWith("XMP<")) ? "broken mark" : "no mark";
  return `${common.title} ${mark} ${readFileSync(file).includes("c2pa manifest store\0store") ? "credentials" : "no credentials"}`;
};
const results = [];
for (const version of [3, 4]) {
  writeFileSync("in.mp3", make(version));
  results.push(`2.${version}: ${await stateOf("in.mp3")}`);
  for (const [name, set] of Object.entries(setters)) {
    copyFileSync("in.mp3", "out.mp3");
    set("out.mp3");
    results.push(`${name}: ${await stateOf("out.mp3")}`);
  }
}
console.log(results.join(", "));
JS
seen=$(node run.mjs)
after="mp3tag.js: Harbour broken mark credentials, node-id3: Harbour mark no credentials, node-taglib-sharp: Harbour mark credentials"
[[ $seen == "2.3: Boat mark credentials, $after, 2.4: Boat mark credentials, $after" ]] || { echo "$seen"; exit 1; }
echo "seen: $after"
