#!/usr/bin/env bash
# Question: can a FLAC with Content Credentials be used like any other?
# Guess: yes, they are in one of FLAC's own blocks of metadata.
# Seen: c2pa-rs (@contentauth/c2pa-node 0.8.0) puts them into an ID3 tag before the file; flac 1.4.2 still decodes it, and refuses to encode it again. 2026-11-29.
# For users: the table of marks and signatures says so; a signed FLAC is decoded to WAV before it is encoded again.
set -euo pipefail
for program in flac openssl; do command -v $program >/dev/null || { echo "needs $program"; exit 77; }; done
[[ $(uname -sm) == "Linux x86_64" ]] || { echo "needs Linux on x86_64"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent @contentauth/c2pa-node@0.8.0
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout root.key -out root.pem -subj "/CN=Root/O=Tests" -days 2 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out leaf.csr -subj "/CN=Signer/O=Tests" 2>/dev/null
printf 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=emailProtection\nauthorityKeyIdentifier=keyid\n' >extensions
openssl x509 -req -in leaf.csr -CA root.pem -CAkey root.key -CAcreateserial -extfile extensions -days 2 -out leaf.pem 2>/dev/null
cat leaf.pem root.pem >chain.pem
head -c 88200 /dev/zero | flac --silent --force-raw-format --endian=little --sign=signed --channels=1 --bps=16 --sample-rate=44100 -o plain.flac -
cat >sign.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Builder, LocalSigner } from "@contentauth/c2pa-node";
const signer = LocalSigner.newSigner(readFileSync("chain.pem"), readFileSync("key.pem"), "es256");
const builder = Builder.withJson({ claim_generator_info: [{ name: "finding" }] });
builder.setIntent({ create: "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia" });
builder.sign(signer, { path: "plain.flac", mimeType: "audio/flac" }, { path: "signed.flac", mimeType: "audio/flac" });
JS
node sign.mjs
try() { flac --silent --force "$@" -o out.flac 2>/dev/null && echo encoded || echo refused; }
flac --silent --test signed.flac
seen="plain $(try plain.flac), signed $(try signed.flac), which begins with $(head -c 3 signed.flac) and is decoded"
[[ $seen == "plain encoded, signed refused, which begins with ID3 and is decoded" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
