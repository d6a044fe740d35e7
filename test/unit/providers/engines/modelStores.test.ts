/** What Ollama and LM Studio answer about models and downloads, in the forms of public reports. */
import { expect, test } from "vitest";
import type { PullProgress } from "../../../../src/contract/processMessages.ts";
import { createEngineClient } from "../../../../src/providers/engines/engineClient.ts";
import { lmStudioStore } from "../../../../src/providers/engines/lmStudioStore.ts";
import { createOllamaReader } from "../../../../src/providers/engines/ollamaModels.ts";
import { ollamaStore } from "../../../../src/providers/engines/ollamaStore.ts";
import { toProviderModel } from "../../../../src/providers/provider.ts";

type Answer = object | string | number;
/** `answers`: by path; those of a list are given one after another. A number is a status. */
function clientOf(answers: Readonly<Record<string, Answer | ((body: string) => Answer)>>) {
  const counts = new Map<string, number>();
  return createEngineClient({
    baseURL: "http://127.0.0.1:1/v1",
    headers: {},
    fetch: async (url, init) => {
      const path = new URL(String(url)).pathname;
      const found = answers[path] ?? 404;
      const given = typeof found === "function" ? found(String(init?.body)) : found;
      const at = counts.get(path) ?? 0;
      counts.set(path, at + 1);
      const answer: Answer = Array.isArray(given) ? given[Math.min(at, given.length - 1)] : given;
      if (typeof answer === "number") return new Response("{}", { status: answer });
      return new Response(typeof answer === "string" ? answer : JSON.stringify(answer));
    },
  });
}
const { signal } = new AbortController();
const models = ["a:1b", "b:1b"].map((id) => toProviderModel(id, ["text"]));
const shown = { capabilities: ["completion", "vision"], model_info: { "llama.context_length": 4096 } };
const nameIn = (body: string): unknown => JSON.parse(body).model;

test.each<[string, object, (body: string) => Answer, (number | undefined)[]]>([
  ["an entry without a name", { models: [{ model: 3 }, null, { name: "a:1b" }, { name: "b:1b" }] }, () => shown, [4096, 4096]],
  ["an odd digest", { models: [{ name: "a:1b", digest: 3 }, { name: "b:1b" }] }, () => shown, [4096, 4096]],
  [
    "a model that cannot be shown",
    { models: [{ name: "a:1b" }, { name: "b:1b" }] },
    (body) => (nameIn(body) === "a:1b" ? 500 : shown),
    [undefined, 4096],
  ],
  [
    "null for what is not known",
    { models: [{ name: "a:1b" }, { name: "b:1b" }] },
    (body) => (nameIn(body) === "a:1b" ? { capabilities: null, model_info: null } : shown),
    [undefined, 4096],
  ],
])("Ollama's list with %s hides no other model", async (_, tags, show, contexts) => {
  const client = clientOf({ "/api/tags": tags, "/api/ps": { models: [] }, "/api/show": show });
  const read = await createOllamaReader()(models, client, signal);
  expect(read.map(({ capabilities }) => capabilities.context)).toEqual(contexts);
});

test("an engine of which no model can be shown is not taken for Ollama", async () => {
  const client = clientOf({ "/api/tags": { models: [{ name: "a:1b" }] }, "/api/show": 404 });
  await expect(createOllamaReader()(models, client, signal)).rejects.toThrow();
});

const lines = (...values: unknown[]) => values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
const layer = { status: "pulling", digest: "sha256:a", total: 10 };

test.each<[string, string, PullProgress[]]>([
  ["without how much is completed", lines(layer, { status: "success" }), [{ status: "pulling", done: 0, total: 10 }]],
  ["with lines that are not JSON", lines("", "<html>", layer, "{", { status: "success" }), [{ status: "pulling", done: 0, total: 10 }]],
  ["with sizes as texts", lines({ ...layer, total: "10" }, { status: "success" }), [{ status: "pulling" }]],
  ["with CRLF", `${JSON.stringify(layer)}\r\n${JSON.stringify({ status: "success" })}\r\n`, [{ status: "pulling", done: 0, total: 10 }]],
])("Ollama's download %s succeeds", async (_, body, first) => {
  const progress: PullProgress[] = [];
  expect(await ollamaStore.pull(clientOf({ "/api/pull": body }), "a", (step) => progress.push(step), signal)).toBe("a:latest");
  expect(progress.slice(0, first.length)).toEqual(first);
});

test.each<[string, string, RegExp]>([
  ["an error as a line", lines(layer, { error: "max retries exceeded: EOF" }), /max retries exceeded/],
  ["an error in an object", lines({ error: { message: "no space left on device" } }), /no space left/],
  ["no end", lines(layer, layer), /broke off/],
  ["nothing", "", /broke off/],
])("Ollama's download with %s gives the reason", async (_, body, reason) => {
  await expect(ollamaStore.pull(clientOf({ "/api/pull": body }), "a", () => undefined, signal)).rejects.toThrow(reason);
});

const downloading = { job_id: "1", status: "downloading", total_size_bytes: 10, downloaded_bytes: 5 };
const startDownload = (started: object, ...polls: Answer[]) => {
  const listed = { models: [{ key: "a" }, null, { key: 3 }] };
  return lmStudioStore.pull(
    clientOf({ "/api/v1/models": listed, "/api/v1/models/download": started, "/api/v1/models/download/status/1": polls }),
    "a",
    () => undefined,
    signal,
  );
};

test.each<[string, object, Answer[]]>([
  ["a poll that fails", downloading, [500, "<html>", { status: "completed" }]],
  ["a status in capitals", downloading, [{ status: "COMPLETED" }]],
  ["an unknown status", downloading, [{ ...downloading, status: "verifying" }, { status: "completed" }]],
  ["a model that is there", { status: "already_downloaded" }, []],
])("LM Studio's download with %s succeeds", async (_, started, polls) => {
  expect(await startDownload(started, ...polls)).toBe("a");
});

test.each<[string, object, Answer[], RegExp]>([
  ["cancelled", downloading, [{ status: "cancelled" }], /download failed/],
  ["an error", downloading, [{ status: "error", error: { message: "disk full" } }], /disk full/],
  ["no id", { status: "downloading" }, [], /cannot be read/],
])("LM Studio's download with %s ends", async (_, started, polls, reason) => {
  await expect(startDownload(started, ...polls)).rejects.toThrow(reason);
});
