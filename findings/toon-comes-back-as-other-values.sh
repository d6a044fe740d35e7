#!/usr/bin/env bash
# Question: is data that was written for a prompt in TOON, which is JSON with fewer tokens, the same when another package of that format reads it, or the same one?
# Guess: yes: TOON has a specification of its own, whose aim is that what is written comes back as it was.
# Seen: of what @toon-format/toon 4.4.0 writes, @byjohann/toon 0.6.0 reads an empty list as the text "[]", the numbers of nested objects under a name with
#   a brace ("y{z"), and the texts ".5" and "5." as numbers; of its own, "+5" too. toonkit 2.0.2 has another format of the same short name, and makes {} of all. Nothing
#   is an error. @toon-format/toon itself reads back all that it writes. 2026-11-30.
# For users: write and read TOON with @toon-format/toon alone, and JSON where another program reads it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @toon-format/toon@4.4.0 @byjohann/toon@0.6.0 toonkit@2.0.2
cat >run.mjs <<'JS'
import * as byJohann from "@byjohann/toon";
import * as toon from "@toon-format/toon";
import toonkit from "toonkit";
const values = [{ a: [] }, [{ x: 1, y: { z: 2 } }, { x: 3, y: { z: 4 } }], { a: " " }, { a: ".5" }, { a: "5." }, { a: "+5" }, { a: "007", b: "true" }, { a: [1, "2"] }, [{ x: "a,b" }, { x: "c" }]];
const ways = {
  "@toon-format/toon to itself": [toon.encode, toon.decode],
  "@toon-format/toon to @byjohann/toon": [toon.encode, byJohann.decode],
  "@byjohann/toon to itself": [byJohann.encode, byJohann.decode],
  "@toon-format/toon to toonkit": [toon.encode, toonkit.toonToJson],
};
for (const [name, [write, read]] of Object.entries(ways)) {
  const changed = values.flatMap((value) => {
    let back;
    try {
      back = JSON.stringify(read(write(value)));
    } catch {
      back = "an error";
    }
    return back === JSON.stringify(value) ? [] : [`${JSON.stringify(value)} is ${back}`];
  });
  console.log(`${name}: ${changed.join(", ") || "the same"}`);
}
JS
seen=$(node run.mjs)
expected='@toon-format/toon to itself: the same
@toon-format/toon to @byjohann/toon: {"a":[]} is {"a":"[]"}, [{"x":1,"y":{"z":2}},{"x":3,"y":{"z":4}}] is [{"x":1,"y{z":2},{"x":3,"y{z":4}], {"a":".5"} is {"a":0.5}, {"a":"5."} is {"a":5}
@byjohann/toon to itself: {"a":".5"} is {"a":0.5}, {"a":"5."} is {"a":5}, {"a":"+5"} is {"a":5}
@toon-format/toon to toonkit: {"a":[]} is {}, [{"x":1,"y":{"z":2}},{"x":3,"y":{"z":4}}] is {}, {"a":" "} is {}, {"a":".5"} is {}, {"a":"5."} is {}, {"a":"+5"} is {}, {"a":"007","b":"true"} is {}, {"a":[1,"2"]} is {}, [{"x":"a,b"},{"x":"c"}] is {}'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
