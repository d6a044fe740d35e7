#!/usr/bin/env bash
# Question: does a model in 3D that can be shown in two colours (glTF's KHR_materials_variants, as shops use it) still have both after gltf-pipeline has written it as GLB or with Draco?
# Guess: yes: the extension is one of Khronos's own, the tool too is known for following them, and it says what it cannot keep.
# Seen: gltf-pipeline 4.3.1 removes every material that no mesh names directly, and leaves the list of variants with its numbers as it was: of two materials one is left, and the
#   variant points to none. If that colour stands first, the numbers are shifted: "blue" is shown in red, and "red" points to none. gltf-validator 2.0.0-dev.3.10 finds no error before, and
#   one afterwards. @gltf-transform/core 4.5.1 keeps both. No warning. With keepUnusedElements, all stays. 2026-11-30.
# For users: call it with keepUnusedElements (--keepUnusedElements), or use glTF Transform.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts gltf-pipeline@4.3.1 @gltf-transform/core@4.5.1 @gltf-transform/extensions@4.5.1 gltf-validator@2.0.0-dev.3.10
cat >run.cjs <<'JS'
const { gltfToGlb, processGltf } = require("gltf-pipeline");
const { validateString } = require("gltf-validator");
const points = Buffer.from(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
// A triangle that is shown in its own material, or in the other one.
const model = (names, own) => ({
  asset: { version: "2.0" },
  extensionsUsed: ["KHR_materials_variants"],
  extensions: { KHR_materials_variants: { variants: names.map((name) => ({ name })) } },
  scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: own, extensions: { KHR_materials_variants: { mappings: names.map((_, at) => ({ material: at, variants: [at] })) } } }] }],
  materials: names.map((name) => ({ name, pbrMetallicRoughness: { baseColorFactor: name === "red" ? [1, 0, 0, 1] : [0, 0, 1, 1] } })),
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
  bufferViews: [{ buffer: 0, byteLength: points.length }],
  buffers: [{ uri: `data:application/octet-stream;base64,${points.toString("base64")}`, byteLength: points.length }],
});
const jsonOf = (glb) => JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
const run = async () => {
  const { NodeIO } = await import("@gltf-transform/core");
  const { KHRONOS_EXTENSIONS } = await import("@gltf-transform/extensions");
  const io = new NodeIO().registerExtensions(KHRONOS_EXTENSIONS);
  const ways = {
    before: async (gltf) => gltf,
    GLB: async (gltf) => jsonOf((await gltfToGlb(gltf)).glb),
    Draco: async (gltf) => (await processGltf(gltf, { dracoOptions: { compressionLevel: 7 } })).gltf,
    keepUnusedElements: async (gltf) => (await processGltf(gltf, { keepUnusedElements: true })).gltf,
    "glTF Transform": async (gltf) => (await io.writeJSON(await io.readJSON({ json: gltf, resources: {} }))).json,
  };
  for (const [name, convert] of Object.entries(ways)) {
    const results = [];
    for (const [names, own] of [[["red", "blue"], 0], [["blue", "red"], 1]]) {
      const gltf = await convert(model(names, own));
      const shown = gltf.meshes[0].primitives[0].extensions.KHR_materials_variants.mappings.map(({ material, variants }) => `${gltf.extensions.KHR_materials_variants.variants[variants[0]].name} is ${gltf.materials[material]?.name ?? "missing"}`);
      results.push(shown.join(", "));
    }
    const { issues } = name === "GLB" || name === "glTF Transform" ? { issues: {} } : await validateString(JSON.stringify(await convert(model(["red", "blue"], 0))));
    console.log(`${name}: ${results.join(" / ")}${issues.numErrors === undefined ? "" : ` (errors: ${issues.messages.filter((it) => it.severity === 0).map((it) => it.code).join()})`}`);
  }
};
run();
JS
seen=$(node run.cjs)
expected='before: red is red, blue is blue / blue is blue, red is red (errors: )
GLB: red is red, blue is missing / blue is red, red is missing
Draco: red is red, blue is missing / blue is red, red is missing (errors: UNRESOLVED_REFERENCE)
keepUnusedElements: red is red, blue is blue / blue is blue, red is red (errors: )
glTF Transform: red is red, blue is blue / blue is blue, red is red'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
