/** A refusal before the first token of a stream has a status, and a code with which standard clients do not send the request again. */
import OpenAI from "openai";
import { expect, test } from "vitest";
import { chat, start } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson } from "./engine.ts";
import { streamEvents } from "./events.ts";

const overflow = { error: { message: "This model's maximum context length is 4096 tokens.", type: "invalid_request_error" } };

/** The codes are those of OpenAI's documentation of errors and of Codex's table of errors that it does not repeat. */
const refusals: [name: string, answer: Answer, status: number, code: string][] = [
  ["a context that is too long, with a status", sendJson(overflow, 400), 400, "context_length_exceeded"],
  ["the same as the first event", sendEvents([overflow]), 400, "context_length_exceeded"],
  [
    "the same as a failure of llama.cpp",
    sendJson({ error: { message: "the request exceeds the available context size", code: 500 } }, 500),
    400,
    "context_length_exceeded",
  ],
  ["a gateway without an engine", sendJson({ error: { message: "no worker" } }, 502), 503, "server_is_overloaded"],
  ["an account without credits", sendJson({ error: { message: "You have insufficient credits." } }, 402), 402, "insufficient_quota"],
  ["a request that is not understood", sendJson({ error: { message: "unknown parameter" } }, 422), 400, "invalid_request"],
  ["an unknown model", sendJson({ error: { message: "no such model" } }, 404), 400, "model_not_found"],
  ["a failure", sendJson({ error: { message: "CUDA error" } }, 500), 500, "api_error"],
];

test.each(refusals)("%s", async (_name, answer, status, code) => {
  const { engine, service } = await start({ [chat]: answer });
  const request = { model: "local/llama-3", input: "x", stream: true };
  expect(await service.post("/api/v1/responses", request)).toMatchObject({ status, body: { error: { code } } });
  const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key, maxRetries: 2 });
  const before = engine.countOf("/v1/chat/completions");
  await expect(client.responses.create({ model: "local/llama-3", input: "x", stream: true })).rejects.toMatchObject({ status, code });
  expect(engine.countOf("/v1/chat/completions")).toBe(before + 1);
});

test("after the first token, the stream ends with the code", async () => {
  const { service } = await start({ [chat]: sendEvents([chunk({ content: "Half" }), overflow]) });
  const events = await streamEvents(service, { model: "local/llama-3", input: "x" });
  expect(events.at(-1)).toMatchObject({ type: "response.failed", response: { error: { code: "context_length_exceeded" } } });
});

test("an engine that answers late does not keep its client waiting for a sign of life", async () => {
  const answered = Promise.withResolvers<void>();
  const slow: Answer = (request, response) =>
    void answered.promise.then(() => sendEvents([chunk({ content: "Hi" }), finishChunk("stop")])(request, response));
  const { service } = await start({ [chat]: slow }, {}, {}, { streamSilence: 100 });
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ model: "local/llama-3", input: "x", stream: true }),
  });
  answered.resolve();
  expect(await answer.text()).toContain("response.completed");
});

test("a client that leaves before the engine has answered stops the request", async () => {
  const left = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const { service } = await start({
    [chat]: (_request, response) => {
      response.once("close", left.resolve);
      asked.resolve();
    },
  });
  const leaving = new AbortController();
  const answer = fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    signal: leaving.signal,
    body: JSON.stringify({ model: "local/llama-3", input: "x", stream: true }),
  });
  await asked.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await left.promise;
});
