#!/usr/bin/env bash
# Question: how does a Markdown link to a film appear in slides made with Marp, and is HTML for it allowed?
# Guess: the link becomes a player, or the HTML is removed by Marp's list of allowed elements.
# Seen: the other way round: @marp-team/marp-core 5.0.2 turns ![clip](a.mp4) into <img src="a.mp4">, which shows nothing, and keeps <video> and <audio> with their controls. 2026-11-29.
# For users: links to videos and sounds are inserted as HTML elements in Markdown, not as images.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @marp-team/marp-core@5.0.2
cat >run.mjs <<'JS'
import { Marp } from "@marp-team/marp-core";
const { html } = new Marp().render('![clip](a.mp4)\n\n<video src="b.mp4" controls></video>\n\n<audio src="c.mp3" controls></audio>\n');
console.log([/<img[^>]*src="a\.mp4"/, /<video[^>]*src="b\.mp4"[^>]*controls/, /<audio[^>]*src="c\.mp3"[^>]*controls/].map((form) => form.test(html)).join(" "));
JS
seen=$(node run.mjs)
[[ $seen == "true true true" ]] || { echo "$seen"; exit 1; }
echo "seen: an image of the film $seen (video, audio kept)"
