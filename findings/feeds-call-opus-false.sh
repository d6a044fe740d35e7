#!/usr/bin/env bash
# Question: do the packages that write podcast feeds state the type and the length of a generated sound, as players and directories need both?
# Guess: yes: audio/mpeg, audio/mp4 and audio/ogg by the ending, and the length that was given, or none.
# Seen: podcast 2.0.1 and rss 1.2.2 write type="false" for Opus. feed 6.0.0 takes the ending for the type: audio/mp3, audio/m4a, and
#   "audio//files/42" for an address without an ending, as services have. All three write length="0" where none is given, and none of them complains.
#   2026-11-30.
# For users: give these packages the type (with audio/ogg for Opus) and the length of each sound, or publish MP3 and M4A with the first two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts feed@6.0.0 podcast@2.0.1 rss@1.2.2 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { Feed } from "feed";
import podcast from "podcast";
import RSS from "rss";
const site = "https://feeds.example.com/";
const { Podcast } = podcast;
const writers = {
  podcast: (url, type) => {
    const feed = new Podcast({ title: "Stories", siteUrl: site });
    feed.addItem({ title: "Fox", enclosure: { url, type } });
    return feed.buildXml();
  },
  rss: (url, type) => {
    const feed = new RSS({ title: "Stories", site_url: site, feed_url: site });
    feed.item({ title: "Fox", enclosure: { url, type } });
    return feed.xml();
  },
  feed: (url, type) => {
    const feed = new Feed({ title: "Stories", id: site, link: site, copyright: "none" });
    feed.addItem({ title: "Fox", id: site, link: site, date: new Date(0), audio: type ? { url, type } : url });
    return feed.rss2();
  },
};
const found = [];
for (const [name, write] of Object.entries(writers)) {
  const results = [];
  for (const [file, given] of [["a.mp3"], ["a.m4a"], ["a.opus"], ["files/42"], ["a.opus", "audio/ogg"]]) {
    const [enclosure] = /<enclosure [^>]*>/.exec(write(site + file, given));
    const [, type] = /type="([^"]*)"/.exec(enclosure);
    const [, length] = /length="([^"]*)"/.exec(enclosure);
    results.push(`${file} ${type}${given ? " (given)" : ""}${length === "0" ? "" : ` ${length}`}`);
  }
  found.push(`${name}: ${results.join(", ")}`);
}
process.stdout.write(`${found.join("; ")}\n`);
JS
seen=$(node run.mjs)
usual="a.mp3 audio/mpeg, a.m4a audio/mp4, a.opus false, files/42 false, a.opus audio/ogg (given)"
[[ $seen == "podcast: $usual; rss: $usual; feed: a.mp3 audio/mp3, a.m4a audio/m4a, a.opus audio/opus, files/42 audio//files/42, a.opus audio/ogg (given)" ]] || { echo "$seen"; exit 1; }
echo "seen: types, all with the length 0: $seen"
