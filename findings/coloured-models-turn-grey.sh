#!/usr/bin/env bash
# Question: does an OBJ whose colours are those of its vertices, as models that make a mesh of a picture write it, keep them on its way to glTF and to a page?
# Guess: yes, since the form (v x y z r g b) is old; at most a program that does not know it warns.
# Seen: obj2gltf 3.2.0 drops them without a word: the mesh is grey (0.5). assimpjs 0.0.10 keeps the numbers and puts a material of 0.6 over them, so that white
#   is grey. Of a middle grey (0.5), three 0.187.0 makes 0.214, as a colour of sRGB; assimpjs and @loaders.gl/obj 4.5.2 leave 0.5, which glTF reads as
#   a linear value: the same file is darker in one and paler in the other. No errors. 2026-11-30.
# For users: ask for GLB instead of OBJ where a model offers it, or convert with three, whose colours are those of the picture.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent obj2gltf@3.2.0 assimpjs@0.0.10 @loaders.gl/core@4.5.4 @loaders.gl/obj@4.5.2 three@0.187.0
printf 'v %s\n' "0 0 0 1 1 1" "1 0 0 1 1 1" "0 1 0 0.5 0.5 0.5" >mesh.obj
echo "f 1 2 3" >>mesh.obj
cat >run.mjs <<'JS'
import { readFileSync } from "node:fs";
import { parse } from "@loaders.gl/core";
import { OBJLoader as LoadersOfGl } from "@loaders.gl/obj";
import assimp from "assimpjs";
import obj2gltf from "obj2gltf";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
const text = readFileSync("mesh.obj", "utf8");
// The first component of the first and of the last vertex, white and grey.
const shown = (colours, width, factor) => (colours ? `${colours[0].toFixed(3)} and ${colours[2 * width].toFixed(3)}` : "none") + (factor === undefined ? "" : ` times ${factor.toFixed(1)}`);
const ofGltf = ({ meshes, accessors, bufferViews, materials }, bytes) => {
  const [{ attributes, material }] = meshes[0].primitives;
  const factor = materials[material].pbrMetallicRoughness.baseColorFactor[0];
  if (attributes.COLOR_0 === undefined) return shown(undefined, 0, factor);
  const accessor = accessors[attributes.COLOR_0];
  const width = Number(accessor.type.slice(3));
  const start = bytes.byteOffset + (bufferViews[accessor.bufferView].byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  return shown(new Float32Array(bytes.buffer.slice(start, start + 4 * width * accessor.count)), width, factor);
};
const warnings = [];
console.log(`obj2gltf: ${ofGltf(await obj2gltf("mesh.obj", { logger: (it) => warnings.push(it) }))}`);
const library = await assimp();
const files = new library.FileList();
files.AddFile("mesh.obj", new Uint8Array(readFileSync("mesh.obj")));
const made = library.ConvertFileList(files, "gltf2");
console.log(`assimpjs: ${ofGltf(JSON.parse(new TextDecoder().decode(made.GetFile(0).GetContent())), Uint8Array.from(made.GetFile(1).GetContent()))}`);
console.log(`loaders.gl: ${shown((await parse(text, LoadersOfGl)).attributes.COLOR_0?.value, 3)}`);
console.log(`three: ${shown(new OBJLoader().parse(text).children[0].geometry.attributes.color?.array, 3)}`);
console.log(`warnings: ${warnings.length}`);
JS
seen=$(node run.mjs 2>&1 | tr '\n' ';')
[[ $seen == "obj2gltf: none times 0.5;assimpjs: 1.000 and 0.500 times 0.6;loaders.gl: 1.000 and 0.500;three: 1.000 and 0.214;warnings: 0;" ]] || { echo "$seen"; exit 1; }
echo "seen: white and grey, and the material: $seen"
