#!/usr/bin/env bash
# Question: is a drawing that a model has written as SVG into a page still seen in the e-book that a package makes of the page?
# Guess: yes: EPUB allows SVG within its pages, and a package that allows the element lets its attributes pass.
# Seen: epub-gen-memory 1.1.2 keeps <svg> and its shapes and removes their attributes: viewBox, d, r, points and fill, and xmlns, without which the elements are unknown in EPUB's XHTML.
#   The list of the book's files does not say that the page has a drawing (properties="svg"), either. Classes and titles stay. No error. 2026-11-30.
# For users: save a drawing as a file, PNG or SVG, and put it into the page as an image.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent epub-gen-memory@1.1.2 fflate@0.8.3
cat >run.cjs <<'JS'
const epub = require("epub-gen-memory").default;
const { strFromU8, unzipSync } = require("fflate");
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20" height="20"><circle cx="10" cy="10" r="8" fill="#d33"/><path d="M0 0L20 20" stroke="#333"/><text x="1" y="9">Fox</text></svg>';
const run = async () => {
  const files = unzipSync(await epub({ title: "Foxes", author: "Meadow" }, [{ title: "One", content: `<p class="a" title="b">Fox</p>${drawing}` }]));
  const page = Object.entries(files).find(([name]) => /0_One.*xhtml$/.test(name));
  console.log(/<p[\s\S]*<\/svg>/.exec(strFromU8(page[1]))[0]);
  console.log(`manifest: ${/<item [^>]*0_One[^>]*>/.exec(strFromU8(files["OEBPS/content.opf"]))[0]}`);
};
run();
JS
seen=$(node run.cjs)
expected='<p class="a" title="b">Fox</p><svg><circle/><path/><text>Fox</text></svg>
manifest: <item id="content_0_item_0" href="0_One.xhtml" media-type="application/xhtml+xml" />'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
