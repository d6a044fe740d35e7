#!/usr/bin/env bash
# Question: where does the first caption get its number when subsrt-ts turns WebVTT into SRT?
# Guess: 1, as SRT players and validators expect.
# Seen: subsrt-ts 2.1.2 counts the header and each STYLE and NOTE block too: the first cue is number 4, and the markup of a voice is removed together with the speaker's name. 2026-11-28.
# For users: the docs advise to write the speaker into the text of a caption; this product writes no captions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent subsrt-ts@2.1.2
cat >run.cjs <<'JS'
const module_ = require("subsrt-ts");
const subsrt = module_.default ?? module_;
const vtt = "WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE made by a model\n\n1\n00:00.000 --> 00:02.000\n<v Anna>Hello</v>\n";
console.log(subsrt.convert(vtt, { format: "srt" }).trim().split(/\r?\n/).join("|"));
JS
seen=$(node run.cjs)
[[ $seen == "4|00:00:00,000 --> 00:00:02,000|Hello" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
