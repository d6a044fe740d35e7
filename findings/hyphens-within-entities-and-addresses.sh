#!/usr/bin/env bash
# Question: is a page the same, apart from where its lines may end, after a package has put soft hyphens into its HTML, as makers of e-books do with generated texts?
# Guess: yes: a function that is named for HTML leaves tags, entities, addresses and code alone.
# Seen: hyphenateHTML of hyphen 1.14.1 leaves tags alone, and divides the names of entities: &hellip; gets a
#   soft hyphen after "hel", so that the page shows these letters instead of three dots, and so do &thinsp; and &Epsilon;. Short names and numbers stay. Addresses in the
#   text and what is in <code> and <pre> get soft hyphens, which are copied along: neither the link nor the command works. No option names this. 2026-11-30.
# For users: write the signs themselves instead of entities, and hyphenate only the text nodes of a parsed page that are not in <code>; CSS (hyphens: auto) adds no signs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent hyphen@1.14.1
cat >run.mjs <<'JS'
import english from "hyphen/en-us/index.js";
const texts = [
  "documentation&hellip;", "5&thinsp;km", "&Epsilon;", "&rarr;", "&#8230;",
  '<a title="international" href="https://example.org/documentation">documentation</a>',
  "See https://example.org/documentation/index.html", "<code>npm run documentation</code>", "<pre>international</pre>",
];
for (const text of texts) console.log((await english.hyphenateHTML(text)).replaceAll("\u00ad", "|"));
JS
seen=$(node run.mjs)
expected='doc|u|men|ta|tion&hel|lip;
5&thin|sp;km
&Ep|silon;
&rarr;
&#8230;
<a title="international" href="https://example.org/documentation">doc|u|men|ta|tion</a>
See https://ex|am|ple.org/doc|u|men|ta|tion/in|dex.html
<code>npm run doc|u|men|ta|tion</code>
<pre>in|ter|na|tion|al</pre>'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
