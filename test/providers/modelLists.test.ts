/** Lists of models in the forms in which engines and providers answer: one odd entry hides no other. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { start } from "./compatibleService.ts";
import { type Answer, sendJson } from "./engine.ts";

const listSchema = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      created: z.number(),
      capabilities: z.optional(z.looseObject({ kinds: z.array(z.string()) })),
      retirement: z.optional(z.unknown()),
    }),
  ),
});

/** `isEmpty`: no model is expected. */
async function list(answer: Answer, extra: Record<string, unknown> = {}, isEmpty = false) {
  const { service } = await start({ "GET /v1/models": answer }, extra);
  const read = async () => listSchema.parse((await service.get("/api/v1/models")).body).data;
  let data = await read();
  // On a busy machine, the provider's answer takes longer than the service waits for it; a later request gets the list.
  for (let again = 0; again < 100 && data.length === 0 && !isEmpty; again += 1) {
    await sleep(200);
    data = await read();
  }
  return data.map((model) => ({ ...model, id: model.id.replace(/^local\//, "") }));
}

test.each<[string, unknown, string[]]>([
  ["odd entries", { data: [{ id: "a" }, null, {}, { id: 7 }, { id: "" }, "b", [], { id: { x: 1 } }, 3] }, ["a", "7", "b", "3"]],
  [
    "odd fields",
    {
      data: [{ id: "a", created: "x", context_length: {}, pricing: [], architecture: "text", supported_parameters: "tools" }, { id: "b" }],
    },
    ["a", "b"],
  ],
  ["a bare array", [{ id: "a" }, { id: "b" }], ["a", "b"]],
  ["a bare array of names", ["a", "b"], ["a", "b"]],
  ["the key models", { models: [{ name: "a" }, { model: "b" }, { key: "c" }] }, ["a", "b", "c"]],
  ["an object of models", { data: { first: { id: "a" }, second: { id: "b" } } }, ["a", "b"]],
  [
    "Cloudflare's names beside ids",
    { success: true, result: [{ id: "f8703a00-ed54-4f98-bdc3-cd9a813286f3", name: "@cf/meta/a" }] },
    ["@cf/meta/a"],
  ],
  [
    "Triton's states",
    [
      { name: "a", version: "1", state: "READY" },
      { name: "b", version: "1", state: "UNAVAILABLE" },
    ],
    ["a", "b"],
  ],
  [
    "Cohere's endpoints",
    {
      models: [
        { name: "command-r", endpoints: ["chat"] },
        { name: "embed-english-v3.0", endpoints: ["embed"] },
      ],
    },
    ["command-r"],
  ],
  [
    "ids as other fields",
    { data: [{ model_id: "a" }, { modelId: "b" }, { slug: "c" }, { display_name: "d", key: "e" }] },
    ["a", "b", "c", "e"],
  ],
  ["a list in an object of another name", { object: "list", available_models: [{ id: "a" }] }, ["a"]],
  ["an error beside its models", { data: [{ id: "a" }], error: { message: "one host is down" } }, ["a"]],
  [
    "TabbyAPI's parameters",
    { object: "list", data: [{ id: "a", object: "model", parameters: { max_seq_len: 4096, draft: { id: "b" } } }] },
    ["a"],
  ],
  [
    "Groq's inactive models",
    {
      data: [
        { id: "a", active: true },
        { id: "b", active: false },
      ],
    },
    ["a"],
  ],
  [
    "several types of an id",
    {
      data: [
        { id: null, name: "a" },
        { id: "", name: "b" },
        { id: false, model: "c" },
      ],
    },
    ["a", "b", "c"],
  ],
  ["duplicates", { data: [{ id: "a" }, { id: "b" }, { id: "a" }] }, ["a", "b"]],
  ["null", { data: null }, []],
  ["a list in data", { object: "list", data: { data: [{ id: "a" }], object: "list" } }, ["a"]],
  ["a list in result", { success: true, result: [{ id: "x", name: "a" }] }, ["x"]],
  ["the key items", { items: [{ id: "a" }, { id: "b" }] }, ["a", "b"]],
  ["the key model_list", { model_list: ["a", "b"] }, ["a", "b"]],
  ["models by their names", { models: { a: { context: 1 }, b: {} } }, ["a", "b"]],
  ["white space around names", { data: [{ id: " a\n" }, { id: "   " }] }, ["a"]],
  [
    "names with slashes, colons and spaces",
    { data: [{ id: "org/a:free" }, { id: "my model" }, { id: "ü" }] },
    ["org/a:free", "my model", "ü"],
  ],
  ["entries in lists", { data: [[{ id: "a" }], { id: "b" }] }, ["b"]],
  [
    "names that contain other words",
    {
      data: ["vanguard-7b", "mediocre-13b", "surrealtime", "whispering-llama", "embedded-coder", "guardrails-writer"].map((id) => ({ id })),
    },
    ["vanguard-7b", "mediocre-13b", "surrealtime", "whispering-llama", "embedded-coder", "guardrails-writer"],
  ],
  [
    "models that generate nothing",
    {
      data: [
        ...["llama-guard-3-8b", "meta-llama/LlamaGuard-7b", "granite-guardian", "nomic-embed-text", "embeddinggemma", "text-embedding-3"],
        ...["jina-reranker-v2", "whisper-1", "gpt-4o-transcribe", "omni-moderation-latest", "gpt-realtime", "deepseek-ocr"],
      ].map((id) => ({ id })),
    },
    [],
  ],
  [
    "types",
    {
      data: [
        { id: "bge-m3", type: "embeddings" },
        { id: "a", type: "llm" },
        { id: "b", type: "chat" },
      ],
    },
    ["a", "b"],
  ],
  [
    "a name that is refuted by what is reported",
    { data: [{ id: "llama-guard", architecture: { output_modalities: ["text"] } }] },
    ["llama-guard"],
  ],
])("a list with %s is read entry by entry", async (_, body, ids) => {
  expect((await list(sendJson(body), {}, ids.length === 0)).map(({ id }) => id)).toEqual(ids);
});

test("what a model generates is read from its type, its task or its modalities, and only else from its name", async () => {
  const described: [kinds: string, model: Record<string, unknown>][] = [
    ["image", { id: "HiDream-I1", type: "image" }],
    ["text", { id: "image-prompts", type: "llm" }],
    ["video", { id: "CogX", type: "text-to-video" }],
    ["audio", { id: "Orpheus", task: { id: "x", name: "Text-to-Speech" } }],
    ["text", { id: "llava", task: { name: "Image-Text-to-Text" } }],
    ["image", { id: "artist", mode: "image_generation" }],
    ["", { id: "listener", mode: "audio_transcription" }],
    ["image", { id: "painter", pipeline_tag: "text-to-image" }],
    ["", { id: "e5", task: { name: "Text Embeddings" } }],
    ["", { id: "parakeet", type: "automatic-speech-recognition" }],
    ["", { id: "resnet", pipeline_tag: "image-classification" }],
    ["text,image", { id: "nano", architecture: { output_modalities: ["image", "text"] } }],
    ["image", { id: "other", output_modalities: ["image"] }],
    ["image", { id: "flux-1", type: "something" }],
    ["text", { id: "unknown", type: 7 }],
  ];
  const found = await list(sendJson({ data: described.map(([, model]) => model) }));
  const kindsOf = (id: unknown) => found.find((model) => model.id === id)?.capabilities?.kinds;
  expect(described.map(([, { id }]) => [id, String(kindsOf(id) ?? "")])).toEqual(described.map(([kinds, { id }]) => [id, kinds]));
});

test("Google's models are listed although their methods are missing", async () => {
  const models = [
    { name: "models/gemini-9" },
    { name: "models/imagen-9", supportedGenerationMethods: null },
    { name: "models/embedding-9" },
  ];
  const found = await list(sendJson({ models }), { type: "google", apiKey: "k" });
  expect(found.map(({ id, capabilities }) => [id, capabilities?.kinds])).toEqual([
    ["gemini-9", ["text"]],
    ["imagen-9", ["image"]],
  ]);
});

test("facts are read in any form", async () => {
  const models = await list(
    sendJson({
      data: [
        { id: "a", created: "1700000000", context_length: "4096" },
        { id: "b", created: 1_700_000_000_000, max_model_len: 8192 },
        { id: "c", created_at: "2023-11-14T22:13:20Z", max_context_length: 32_768 },
        { id: "d", created: -1, context_length: -1 },
      ],
    }),
  );
  expect(models.map(({ created }) => created)).toEqual([1_700_000_000, 1_700_000_000, 1_700_000_000, 0]);
  expect(models.slice(0, 3)).toMatchObject([4096, 8192, 32_768].map((context) => ({ capabilities: { context } })));
});

test("what a provider says of a model's end is reported, with a replacement as this service names it", async () => {
  const data = [
    { id: "a", deprecation: "2026-08-31T12:00:00Z", deprecation_replacement_model: "b" },
    { id: "b" },
    { id: "c", is_deprecated: true },
  ];
  const models = await list(sendJson({ data }));
  expect(models.map(({ retirement }) => retirement)).toEqual([{ at: 1_788_177_600, replacement: "local/b" }, undefined, {}]);
});

const pages: Answer = (request, response) => {
  const after = new URL(request.path, "http://x").searchParams.get("after");
  const page =
    after === null ? { data: [{ id: "a" }, { id: "b" }], has_more: true, last_id: "b" } : { data: [{ id: "c" }], has_more: after !== "c" };
  return sendJson(page)(request, response);
};

test("all pages are requested, also of a list that never ends", async () => {
  expect((await list(pages)).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect((await list(sendJson({ data: [{ id: "a" }], has_more: true }))).map(({ id }) => id)).toEqual(["a"]);
});

test("Anthropic's and Google's pages are requested", async () => {
  const anthropic: Answer = (request, response) =>
    sendJson(
      request.path.includes("after_id=a")
        ? { data: [{ id: "b" }], has_more: false }
        : { data: [{ id: "a" }, null], has_more: true, last_id: "a" },
    )(request, response);
  const google: Answer = (request, response) => {
    const model = (name: string) => ({ name: `models/${name}`, supportedGenerationMethods: ["generateContent"] });
    return sendJson(request.path.includes("pageToken=2") ? { models: [model("y")] } : { models: [7, {}, model("x")], nextPageToken: "2" })(
      request,
      response,
    );
  };
  expect((await list(anthropic, { type: "anthropic", apiKey: "k" })).map(({ id }) => id)).toEqual(["a", "b"]);
  expect((await list(google, { type: "google", apiKey: "k" })).map(({ id }) => id)).toEqual(["x", "y"]);
});

test.each<[string, string]>([
  ["a byte order mark", `\uFEFF${JSON.stringify({ data: [{ id: "a" }] })}`],
  ["NaN, as Python writes it", '{"data":[{"id":"a","context_length":NaN,"created":Infinity}]}'],
  ["white space around it", `\n\n${JSON.stringify({ data: [{ id: "a" }] })}\n\n`],
  ["commas at the end", '{"data":[{"id":"a"},{"id":"b"},]}'],
  ["Python's quotes", "{'data': [{'id': 'a', 'owned_by': None}]}"],
  ["lines of JSON", '{"id":"a"}\n{"id":"b"}\n'],
])("a list with %s is read", async (_, text) => {
  const answer: Answer = (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end(text);
  expect((await list(answer)).map(({ id }) => id)).toContain("a");
});

test("pages that name the address of the next one are requested", async () => {
  const linked: Answer = (request, response) => {
    const isSecond = request.path.includes("page=2");
    return sendJson({ results: [{ id: isSecond ? "b" : "a" }], next: isSecond ? null : `http://${request.headers.host}/v1/models?page=2` })(
      request,
      response,
    );
  };
  expect((await list(linked)).map(({ id }) => id)).toEqual(["a", "b"]);
  const foreign: Answer = sendJson({ data: [{ id: "a" }], next: "http://192.0.2.1/v1/models?page=2" });
  expect((await list(foreign)).map(({ id }) => id)).toEqual(["a"]);
  const byToken: Answer = (request, response) =>
    sendJson(request.path.includes("2") ? { data: [{ id: "b" }] } : { data: [{ id: "a" }], next_page_token: "2" })(request, response);
  expect((await list(byToken)).map(({ id }) => id)).toContain("a");
});
