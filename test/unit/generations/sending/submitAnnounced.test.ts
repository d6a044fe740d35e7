/** Added fields are not sent to a service that does not announce them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../../../src/client/serviceClient.ts";
import { type AddedField, addedFields, addedNames, hasAddedField } from "../../../../src/contract/addedFields.ts";
import { type MediaKind, mediaKinds } from "../../../../src/contract/kind.ts";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { buildTaskRequest } from "../../../../src/editor/requests/buildTaskRequest.ts";
import { separateTexts } from "../../../../src/generations/generation.ts";
import { makeRequest } from "../../../../src/generations/makeRequest.ts";
import { submitAnnounced } from "../../../../src/generations/sending/submitAnnounced.ts";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import { compile } from "../../../../src/prompt/compile/compile.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { sources } from "../../repository/repositoryFiles.ts";

/** A data URI. */
function pngOf(width: number, height: number): string {
  const bytes = encodePng({ width, height, channels: 3, data: new Uint8Array(width * height * 3) });
  return `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
}

/** Values of each added field, as users write them. */
const values: Record<AddedField, string | number | boolean> = {
  ...{ n: 2, seed: 5, steps: 9, guidance: 3.5, strength: 0.5 },
  ...{ negative_prompt: "fog", background: "transparent", upscale: "2", output_format: "png", mask: pngOf(1, 1) },
  ...{ last_frame: pngOf(1, 1), generate_audio: false, fps: 24, voice_instructions: "softly", language: "en" },
};
const limits = { minimum: 0, maximum: 100 };

function announcing(isAnnounced: (name: AddedField) => boolean) {
  const entry = (name: AddedField) =>
    ({ integer: limits, number: limits, text: true, file: true, flag: true, choice: [String(values[name])] })[addedFields[name].type];
  return Object.fromEntries(addedNames.filter(isAnnounced).map((name) => [name, entry(name)]));
}

let lines: string[] = [];
const announced = {
  "has-seed": { seed: { minimum: 0, maximum: 9 } },
  "has-none": undefined,
  // For each field a model that announces all but this one, and one that announces only it.
  ...Object.fromEntries(addedNames.map((name) => [`without-${name}`, announcing((one) => one !== name)])),
  ...Object.fromEntries(addedNames.map((name) => [`only-${name}`, announcing((one) => one === name)])),
};
const server = createServer((request, response) => {
  lines.push(`${request.method} ${request.url}`);
  const id = request.url?.split("/").at(-1) ?? "";
  response.setHeader("content-type", "application/json");
  const capabilities = Object.entries(announced).find(([name]) => name === id)?.[1];
  response.end(JSON.stringify(request.method === "GET" ? { id, capabilities } : { id: "img_1", task_id: "task_1", message: "accepted" }));
});
let client: ServiceClient;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  client = createServiceClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: async () => "k" });
});
afterAll(async () => {
  await client.close();
  server.close();
});
beforeEach(() => {
  lines = [];
});

const requestFor = (model: string, options: Record<string, string | number>, generation: "v1" | "v2" = "v1") =>
  makeRequest({ interface: generation, kind: "image", model, prompt: "A boat", options });

test.each([
  ["v1", "POST /api/v1/images"],
  ["v2", "POST /api/v2"],
] as const)("%s: an announced field is sent, another one is refused by name before the POST", async (generation, post) => {
  await submitAnnounced(client, requestFor("has-seed", { seed: 5 }, generation), {});
  expect(lines).toEqual(["GET /api/v1/models/has-seed", post]);
  lines = [];
  for (const request of [requestFor("has-none", { seed: 5 }, generation), requestFor("has-seed", { seed: 5, steps: 3 }, generation)]) {
    const refusal = { kind: "invalidRequest", maybeAccepted: false };
    await expect(submitAnnounced(client, request, {})).rejects.toMatchObject(refusal);
  }
  expect(lines.filter((line) => line.startsWith("POST"))).toEqual([]);
});

/** How each way to start a task writes a field. The image editor's fields are in `announcedFields.test.ts`. */
const routes: Record<string, (kind: MediaKind, name: AddedField, generation: "v1" | "v2", model: string) => TaskRequest> = {
  "the form, Run Again and the chat": (kind, name, generation, model) =>
    buildTaskRequest("A boat", { kind, interface: generation, model, choices: { [name]: String(values[name]) }, references: [] }),
  "agents' tools": (kind, name, generation, model) =>
    makeRequest({ interface: generation, kind, model, prompt: "A boat", options: { [name]: values[name] } }),
  "prompt documents, in the editor and on the command line": (kind, name, generation, model) => {
    const field = generation === "v1" ? name : `${kind}_${name}`;
    const required = kind === "audio" && generation === "v1" ? "voice: slt\nformat: wav\n" : "";
    const text = `---\nkind: ${kind}\ninterface: ${generation}\nmodel: ${model}\n${required}${field}: ${JSON.stringify(values[name])}\n---\nA boat\n`;
    const { requests, errors } = compile(parsePromptDocument(text), {});
    const [written] = separateTexts(requests).tasks;
    if (written === undefined) throw new Error(errors.map(({ message }) => message).join(" "));
    return written.request;
  },
};

const table = mediaKinds
  .flatMap((kind) =>
    addedNames
      .filter((name) => hasAddedField(kind, name))
      .flatMap((name) => (["v1", "v2"] as const).map((generation) => [kind, name, generation] as const)),
  )
  .flatMap(([kind, name, generation]) => Object.keys(routes).map((route) => [route, kind, name, generation] as const));

test.each(table)("%s: %s, %s in %s is sent only to a service that announces it", async (route, kind, name, generation) => {
  const request = (model: string) => {
    const made = routes[route]?.(kind, name, generation, model);
    if (made === undefined) throw new Error("There is no such route.");
    return made;
  };
  await expect(submitAnnounced(client, request(`without-${name}`), {})).rejects.toMatchObject({
    kind: "invalidRequest",
    param: name,
    maybeAccepted: false,
  });
  expect(lines).toEqual([`GET /api/v1/models/without-${name}`]);
  await submitAnnounced(client, request(`only-${name}`), {});
  expect(lines.at(-1)).toMatch(/^POST /);
});

test.each([
  ["of the size of its image", pngOf(4, 2), [pngOf(4, 2)], undefined],
  ["of the size of the second image", pngOf(4, 2), [pngOf(2, 4), pngOf(4, 2)], "mask"],
  ["of another size", pngOf(2, 4), [pngOf(4, 2)], "mask"],
  ["that is no image", `data:image/png;base64,${btoa("no image")}`, [pngOf(4, 2)], "mask"],
  ["that is an address", "https://a.example/mask.png", [pngOf(4, 2)], undefined],
  ["for an image that is an address", pngOf(4, 2), ["https://a.example/boat.png"], undefined],
])("a mask %s is checked before anything is sent, in v1 and v2", async (_, mask, references, param) => {
  for (const generation of ["v1", "v2"] as const) {
    lines = [];
    const options = { kind: "image" as const, interface: generation, model: "only-mask", choices: { mask }, references };
    const sent = await submitAnnounced(client, buildTaskRequest("A boat", options), {}).catch((error: unknown) => error);
    if (param === undefined) expect(lines.at(-1)).toMatch(/^POST /);
    else expect([sent, lines]).toMatchObject([{ kind: "invalidRequest", param }, ["GET /api/v1/models/only-mask"]]);
  }
});

test("every request of a task is sent by the module that asks first", () => {
  const senders = sources.filter(({ name, text }) => /^src\/(?!client\/)/.test(name) && /\.submitTask\(/.test(text));
  expect(senders.map(({ name }) => name)).toEqual(["src/generations/sending/submitAnnounced.ts"]);
});

test("a request without added fields asks for nothing more, and one image needs no field", async () => {
  await submitAnnounced(client, requestFor("has-none", { size: "1k", n: 1 }), {});
  expect(lines).toEqual(["POST /api/v1/images"]);
});
