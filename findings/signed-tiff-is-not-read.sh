#!/usr/bin/env bash
# Question: can a TIFF with Content Credentials be used like any other?
# Guess: yes, they are in an entry of its directory, as XMP is.
# Seen: c2pa-rs (@contentauth/c2pa-node 0.8.0) adds a second directory, which has only the store and no image. sharp 0.34.5 (libvips) then reads no
# pixel: a directory is missing the required field ImageLength. 2026-11-29.
# For users: this product reads the credentials from all directories, and signs no TIFF: choose PNG for results that are signed.
set -euo pipefail
for program in openssl; do command -v $program >/dev/null || { echo "needs $program"; exit 77; }; done
[[ $(uname -sm) == "Linux x86_64" ]] || { echo "needs Linux on x86_64"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent @contentauth/c2pa-node@0.8.0 sharp@0.34.5
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout root.key -out root.pem -subj "/CN=Root/O=Tests" -days 2 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out leaf.csr -subj "/CN=Signer/O=Tests" 2>/dev/null
printf 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=emailProtection\nauthorityKeyIdentifier=keyid\n' >extensions
openssl x509 -req -in leaf.csr -CA root.pem -CAkey root.key -CAcreateserial -extfile extensions -days 2 -out leaf.pem 2>/dev/null
cat leaf.pem root.pem >chain.pem
cat >sign.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Builder, LocalSigner } from "@contentauth/c2pa-node";
import sharp from "sharp";
await sharp({ create: { width: 32, height: 32, channels: 3, background: "red" } }).tiff({ compression: "none" }).toFile("plain.tiff");
const signer = LocalSigner.newSigner(readFileSync("chain.pem"), readFileSync("key.pem"), "es256");
const builder = Builder.withJson({ claim_generator_info: [{ name: "finding" }] });
builder.setIntent({ create: "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia" });
builder.sign(signer, { path: "plain.tiff", mimeType: "image/tiff" }, { path: "signed.tiff", mimeType: "image/tiff" });
const seen = [];
for (const file of ["plain.tiff", "signed.tiff"]) {
  const { format } = await sharp(file).metadata();
  const read = await sharp(file).raw().toBuffer().then(() => "read", ({ message }) => (message.includes("ImageLength") ? "no ImageLength" : message));
  seen.push(`${file} is ${format}: ${read}`);
}
console.log(seen.join("; "));
JS
seen=$(node sign.mjs)
[[ $seen == "plain.tiff is tiff: read; signed.tiff is tiff: no ImageLength" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
