#!/usr/bin/env bash
# Question: do clients that are generated from an OpenAPI document receive a sound as its bytes, an answer of events while it grows, and send two images?
# Guess: yes: audio/wav with "format": "binary" becomes a Blob, text/event-stream a stream of events, and a list of files two parts of the form.
# Seen: @hey-api/openapi-ts 0.99.0 and orval 8.38.0 give a Blob. openapi-typescript-codegen 0.31.0 announces a Blob and gives a string in which bytes are replaced for
#   good, of sounds and images. swagger-typescript-api 13.13.0 gives null for the sound, and sends two images as one field with the text "[{},{}]". openapi-fetch 0.17.0
#   throws an error of JSON. oazapfts 7.5.0 gives a Blob. Where an operation answers with JSON or, asked for it, with events, all of them wait for the end of
#   the stream; swagger-typescript-api then gives null. Status 200, and no other error. 2026-11-30.
# For users: generate clients with @hey-api/openapi-ts or orval, and call fetch yourself for streams; openapi-fetch needs parseAs, and swagger-typescript-api `format: "blob"`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent orval@8.38.0 @hey-api/openapi-ts@0.99.0 openapi-typescript-codegen@0.31.0 swagger-typescript-api@13.13.0 oazapfts@7.5.0 openapi-fetch@0.17.0 esbuild@0.28.2 typescript@5.9.3
cat >server.mjs <<'JS'
import { createServer } from "node:http";
const answers = {
  "/speech": (_, response) => response.writeHead(200, { "content-type": "audio/wav" }).end(Buffer.from("52494646fffe800057415645", "hex")),
  "/edit": (body, response) => response.writeHead(200, { "content-type": "text/plain" }).end(String(body.split('name="image"; filename="').length - 1)),
  "/answer": (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write('data: {"text":"a"}\n\n');
    setTimeout(() => response.end('data: {"text":"b"}\n\n'), 300);
  },
};
export const start = () =>
  new Promise((resolve) => {
    const server = createServer(async (request, response) => answers[request.url](Buffer.concat(await request.toArray()).toString("latin1"), response));
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
JS
cat >document.mjs <<'JS'
const body = (type, properties) => ({ required: true, content: { [type]: { schema: { type: "object", properties, required: Object.keys(properties) } } } });
const operation = (operationId, requestBody, content) => ({ post: { operationId, requestBody, responses: { 200: { description: "the result", content } } } });
const binary = { type: "string", format: "binary" };
const text = { type: "string" };
const document = {
  openapi: "3.1.0",
  info: { title: "media", version: "1" },
  servers: [{ url: "http://127.0.0.1" }],
  paths: {
    "/speech": operation("speech", body("application/json", { text }), { "audio/wav": { schema: binary } }),
    "/edit": operation("edit", body("multipart/form-data", { image: { type: "array", items: binary } }), { "text/plain": { schema: text } }),
    "/answer": operation("answer", body("application/json", { stream: { type: "boolean" } }), {
      "application/json": { schema: { type: "object", properties: { text } } },
      "text/event-stream": { schema: text },
    }),
  },
};
console.log(JSON.stringify(document));
JS
node document.mjs >api.json
cat >orval.config.mjs <<'JS'
export default { api: { input: "./api.json", output: { target: "./orval.ts", client: "fetch" } } };
JS
{
  node_modules/.bin/openapi-ts -i api.json -o hey -c @hey-api/client-fetch
  node_modules/.bin/orval --config orval.config.mjs
  node_modules/.bin/openapi --input api.json --output codegen --client fetch
  node_modules/.bin/swagger-typescript-api generate -p api.json -o swagger -n api.ts
  node_modules/.bin/oazapfts api.json oazapfts.ts
} >log 2>&1
cat >run.mjs <<'JS'
import createClient from "openapi-fetch";
import { DefaultService, OpenAPI } from "./codegen/index.ts";
import { client } from "./hey/client.gen.ts";
import * as hey from "./hey/index.ts";
import * as oazapfts from "./oazapfts.ts";
import * as orval from "./orval.ts";
import { start } from "./server.mjs";
import { Api } from "./swagger/api.ts";
const server = await start();
const address = `http://127.0.0.1:${server.address().port}`;
const { fetch } = globalThis;
globalThis.fetch = (input, init) => fetch(typeof input === "string" && input.startsWith("/") ? address + input : input, init);
client.setConfig({ baseUrl: address });
OpenAPI.BASE = address;
oazapfts.defaults.baseUrl = address;
const swagger = new Api({ baseUrl: address });
const plain = createClient({ baseUrl: address });
const clients = {
  hey: { speech: async (body) => (await hey.speech({ body })).data, edit: async (body) => (await hey.edit({ body })).data, answer: async (body) => (await hey.answer({ body })).data },
  orval: { speech: async (body) => (await orval.speech(body)).data, edit: async (body) => (await orval.edit(body)).data, answer: async (body) => (await orval.answer(body)).data },
  codegen: { speech: (body) => DefaultService.speech(body), edit: (body) => DefaultService.edit(body), answer: (body) => DefaultService.answer(body) },
  swagger: {
    speech: async (body) => (await swagger.speech.speech(body)).data,
    edit: async (body) => (await swagger.edit.edit(body, { format: "text" })).data,
    answer: async (body) => (await swagger.answer.answer(body)).data,
  },
  oazapfts: { speech: async (body) => (await oazapfts.speech(body)).data, edit: async (body) => (await oazapfts.edit(body)).data, answer: async (body) => (await oazapfts.answer(body)).data },
  "openapi-fetch": { speech: async (body) => (await plain.POST("/speech", { body })).data, answer: async (body) => (await plain.POST("/answer", { body })).data },
};
const shown = async (value) => (value instanceof Blob ? Buffer.from(await value.arrayBuffer()).toString("hex") : JSON.stringify(value));
const tried = async (call, body) => {
  const begun = Date.now();
  const result = await call(body).then(shown, (error) => error.constructor.name);
  return { result, late: Date.now() - begun >= 250 };
};
const image = () => new File([new Uint8Array([1, 2])], "a.png", { type: "image/png" });
for (const [name, { speech, edit, answer }] of Object.entries(clients)) {
  const sound = (await tried(speech, { text: "a" })).result;
  const kept = sound === "52494646fffe800057415645" ? "bytes" : sound.startsWith('"RIFF\ufffd') ? "broken text" : sound;
  const images = edit ? (await tried(edit, { image: [image(), image()] })).result.replaceAll('"', "") : "-";
  const events = await tried(answer, { stream: true });
  console.log(`${name}: ${kept}, ${images}, ${events.result.startsWith('"data') ? "text" : events.result}${events.late ? " at the end" : ""}`);
}
server.closeAllConnections();
server.close();
JS
node_modules/.bin/esbuild run.mjs --bundle --format=esm --platform=node --outfile=bundle.mjs --log-level=error
seen=$(node bundle.mjs | tr '\n' ';')
[[ $seen == "hey: bytes, 2, text at the end;orval: bytes, 2, text at the end;codegen: broken text, 2, text at the end;swagger: null, 0, null at the end;oazapfts: bytes, 2, text at the end;openapi-fetch: SyntaxError, -, SyntaxError at the end;" ]] || { echo "$seen"; exit 1; }
echo "seen: the sound, images received of two, and events: $seen"
