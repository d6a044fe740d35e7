#!/usr/bin/env bash
# Question: can the S3 look-alike that JavaScript projects test with stand in for a bucket?
# Guess: yes, except for rare calls.
# Seen: s3rver 3.7.1 with @aws-sdk/client-s3 3.1169.0 stores a streamed file with the lengths of its chunks and a checksum line inside it, and overwrites an object although If-None-Match: * forbids it. 2026-11-29.
# For users: the service adds checksums only where a store requires them, so that such stores keep its files whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent s3rver@3.7.1 @aws-sdk/client-s3@3.1169.0
cat >run.cjs <<'JS'
const { Readable } = require("node:stream");
const { GetObjectCommand, PutObjectCommand, S3Client } = require("@aws-sdk/client-s3");
const S3rver = require("s3rver");
(async () => {
  const server = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory: ".", configureBuckets: [{ name: "files" }] });
  const { port } = await server.run();
  const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  const client = new S3Client({ endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", forcePathStyle: true, credentials });
  const put = (Key, Body, more) => client.send(new PutObjectCommand({ Bucket: "files", Key, Body, ...more }));
  const get = async (Key) => (await client.send(new GetObjectCommand({ Bucket: "files", Key }))).Body.transformToString();
  await put("whole", Buffer.from("hello"));
  await put("whole", Buffer.from("other"), { IfNoneMatch: "*" }).catch(() => undefined);
  await put("stream", Readable.from([Buffer.from("streamed")]), { ContentLength: 8 });
  const stored = await get("stream");
  console.log(`${await get("whole")}, ${stored === "streamed" ? "whole" : "with chunk lengths"}${/checksum/.test(stored) ? " and a checksum" : ""}`);
  process.exit(0);
})();
JS
seen=$(node run.cjs 2>/dev/null)
[[ $seen == "other, with chunk lengths and a checksum" ]] || { echo "$seen"; exit 1; }
echo "seen: stored $seen"
