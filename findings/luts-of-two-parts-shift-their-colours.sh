#!/usr/bin/env bash
# Question: does a colour table (LUT, .cube) give the same colours in each package, also with a one-dimensional table in front of the cube, as DaVinci
#   Resolve has it, and with Resolve's line for the range (LUT_3D_INPUT_RANGE)?
# Guess: yes, or an error for what a package does not know: each line of the file says what it is.
# Seen: LUTCubeLoader of three 0.187.0 and of postprocessing 6.39.6 takes the lines of the first table for those of the cube, so that all colours are shifted and the
#   last ones are missing: of the eight corners, red is grey, green is white and white is blue. parse-cube-lut 1.0.1 gives both tables as one of eleven entries, and
#   reads the line with the range as a colour with NaN, so that a cube has nine entries for eight. No error and no warning. 2026-11-30.
# For users: ask for a .cube of one table, without LUT_3D_INPUT_RANGE, and compare the number of lines with the size; this product does not read LUTs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent three@0.187.0 postprocessing@6.39.6 parse-cube-lut@1.0.1
cat >run.mjs <<'JS'
import parseCubeLut from "parse-cube-lut";
import { LUTCubeLoader as LoaderOfPostprocessing } from "postprocessing";
import { FloatType } from "three";
import { LUTCubeLoader } from "three/examples/jsm/loaders/LUTCubeLoader.js";
const rows = [0, 1].flatMap((b) => [0, 1].flatMap((g) => [0, 1].map((r) => `${r}.0 ${g}.0 ${b}.0`)));
const files = {
  cube: ["LUT_3D_SIZE 2", ...rows],
  "two tables": ["LUT_1D_SIZE 3", "LUT_3D_SIZE 2", "0.0 0.0 0.0", "0.5 0.5 0.5", "1.0 1.0 1.0", ...rows],
  range: ["LUT_3D_SIZE 2", "LUT_3D_INPUT_RANGE 0.0 1.0", ...rows],
};
// Four numbers for each entry of a texture.
const entriesOf = (data) => Array.from({ length: data.length / 4 }, (_, at) => Array.from(data.subarray(4 * at, 4 * at + 3)));
const packages = {
  three: (text) => {
    const loader = new LUTCubeLoader();
    loader.setType(FloatType);
    return entriesOf(loader.parse(text).texture3D.image.data);
  },
  postprocessing: (text) => entriesOf(new LoaderOfPostprocessing().parse(text).image.data),
  "parse-cube-lut": (text) => parseCubeLut(text).data,
};
const letters = { "0,0,0": "black", "1,0,0": "red", "0,1,0": "green", "1,1,0": "yellow", "0,0,1": "blue", "1,0,1": "magenta", "0,1,1": "cyan", "1,1,1": "white", "0.5,0.5,0.5": "grey" };
const whole = "black red green yellow blue magenta cyan white";
for (const [name, read] of Object.entries(packages))
  for (const [file, lines] of Object.entries(files)) {
    const entries = read(`${lines.join("\n")}\n`).map((entry) => letters[entry.join()] ?? entry.join("/"));
    if (entries.join(" ") !== whole) console.log(`${name}, ${file}: ${entries.join(" ")}`);
  }
JS
seen=$(node run.mjs)
expected='three, two tables: black grey white black red green yellow blue
postprocessing, two tables: black grey white black red green yellow blue
parse-cube-lut, two tables: black grey white black red green yellow blue magenta cyan white
parse-cube-lut, range: NaN/0/1 black red green yellow blue magenta cyan white'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: not the eight colours: ${seen//$'\n'/; }"
