/** The server-sent events of `POST /api/v1/responses` over a socket, checked against the requirements of standard clients. */
import { expect, test } from "vitest";
import { answerCheck } from "./openapi/answerSchemas.ts";
import { startTestService } from "./testService.ts";

const service = await startTestService({ faults: true });
const paced = await startTestService({ tokensPerSecond: 200 });
/** A service whose answers last longer than a test. */
const slow = await startTestService({ tokensPerSecond: 1 });
const long = { model: "demo-text", stream: true, input: "A paragraph about herons. ".repeat(8) };

interface Event {
  type: string;
  sequence_number: number;
  [field: string]: unknown;
}

async function stream(body: Record<string, unknown>): Promise<{ answer: Response; events: Event[]; names: string[]; last: string }> {
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ model: "demo-multimodal", stream: true, ...body }),
  });
  const blocks = (await answer.text()).split("\n\n").filter((block) => block !== "");
  const last = blocks.pop() ?? "";
  const names = blocks.map((block) => /^event: (.*)$/m.exec(block)?.[1] ?? "");
  const events = blocks.map((block): Event => JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}"));
  // The answer of a stream is the same component as that of a request without one.
  for (const { response } of events) expect(response === undefined ? [] : answers.checkComponent("Response", response)).toEqual([]);
  return { answer, events, names, last };
}
const answers = answerCheck();
const ofType = (events: Event[], type: string) => events.filter((event) => event.type === type);

const rich = {
  input: "Draw a picture of a heron.",
  reasoning: { effort: "high" },
  tools: [{ type: "web_search" }, { type: "image_generation" }],
};

test("stream true answers text/event-stream that ends with [DONE]", async () => {
  const { answer, last } = await stream({ input: "Hello" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(last).toBe("data: [DONE]");
});

test("comments are sent while a model is silent, so that no client or proxy takes the stream for broken", async () => {
  const quiet = await startTestService({ faults: true, streamSilence: 10 });
  const leaving = new AbortController();
  const answer = await fetch(`${quiet.url}/api/v1/responses`, {
    method: "POST",
    headers: quiet.headers,
    body: JSON.stringify({ model: "fault-slow", stream: true, input: "Take 600 seconds." }),
    signal: leaving.signal,
  });
  let text = "";
  for await (const part of answer.body ?? []) {
    text += Buffer.from(part).toString();
    if (text.includes(": waiting\n\n: waiting\n\n")) break;
  }
  leaving.abort();
  expect(text).toMatch(/^(?:event: .*\ndata: .*\n\n){2}(?:: waiting\n\n)+$/);
  await quiet.close();
});

test("every event has an event line equal to its type, and sequence numbers increase by one", async () => {
  const { events, names } = await stream(rich);
  expect(events.map((event) => event.type)).toEqual(names);
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
});

test("created and in_progress come first with the full response and no output", async () => {
  const { events } = await stream({ input: "Hello", instructions: "Be kind." });
  expect(events.slice(0, 2).map((event) => event.type)).toEqual(["response.created", "response.in_progress"]);
  for (const event of events.slice(0, 2)) {
    expect(event.response).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: "response",
      created_at: expect.any(Number),
      status: "in_progress",
      model: "demo-multimodal",
      instructions: "Be kind.",
      output: [],
      tools: [],
    });
  }
});

test("the order of a message is item added, part added, deltas, text done, part done, item done", async () => {
  const { events } = await stream({ input: "Hello" });
  const order = events.slice(2).map((event) => event.type);
  expect(order.filter((type, index) => type !== order[index - 1])).toEqual([
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
});

test("the deltas add up to the text of done, of the item and of the completed response, which GET answers, too", async () => {
  const { events } = await stream({ input: "Greet the 😀 and the 👩‍👩‍👧‍👦." });
  const text = ofType(events, "response.output_text.delta")
    .map((event) => event.delta)
    .join("");
  expect(ofType(events, "response.output_text.done")[0]).toMatchObject({ text, logprobs: [] });
  const completed = events.at(-1)?.response as { id: string; output: { content: { text: string }[] }[] };
  expect(completed.output[0]?.content[0]?.text).toBe(text);
  expect((await service.get(`/api/v1/responses/${completed.id}`)).body).toEqual(completed);
});

test("no delta splits a surrogate pair", async () => {
  const { events } = await stream({ input: "😀".repeat(50) });
  for (const event of ofType(events, "response.output_text.delta")) expect(String(event.delta).isWellFormed()).toBe(true);
});

test("events of an item carry its id and index, and each index is added once", async () => {
  const { events } = await stream(rich);
  const added = ofType(events, "response.output_item.added");
  expect(added.map((event) => event.output_index)).toEqual(added.map((_, index) => index));
  const ids = added.map((event) => (event.item as { id: string }).id);
  for (const event of events.filter((event) => "item_id" in event)) expect(event.item_id).toBe(ids[Number(event.output_index)]);
  for (const event of ofType(events, "response.output_item.done"))
    expect((event.item as { id: string }).id).toBe(ids[Number(event.output_index)]);
});

test("reasoning is streamed as a summary part", async () => {
  const { events } = await stream(rich);
  const location = { item_id: expect.any(String), output_index: 0, summary_index: 0 };
  expect(ofType(events, "response.reasoning_summary_part.added")[0]).toMatchObject({
    ...location,
    part: { type: "summary_text", text: "" },
  });
  const text = ofType(events, "response.reasoning_summary_text.delta")
    .map((event) => event.delta)
    .join("");
  expect(ofType(events, "response.reasoning_summary_text.done")[0]).toMatchObject({ ...location, text });
  expect(ofType(events, "response.reasoning_summary_part.done")[0]).toMatchObject({ ...location, part: { type: "summary_text", text } });
});

test("annotations are streamed with their positions", async () => {
  const { events } = await stream(rich);
  const added = ofType(events, "response.output_text.annotation.added");
  expect(added.length).toBeGreaterThan(0);
  for (const [index, event] of added.entries()) {
    expect(event).toMatchObject({
      content_index: 0,
      annotation_index: index,
      annotation: { type: "url_citation", title: expect.any(String) },
    });
  }
});

test("a generated image passes through in_progress, generating and completed to an item with a base64 result", async () => {
  const { events } = await stream(rich);
  const types = events.map((event) => event.type).filter((type) => type.startsWith("response.image_generation_call."));
  expect(types).toEqual([
    "response.image_generation_call.in_progress",
    "response.image_generation_call.generating",
    "response.image_generation_call.completed",
  ]);
  const done = ofType(events, "response.output_item.done").map((event) => event.item as { type: string; result?: string });
  expect(done.find((item) => item.type === "image_generation_call")?.result).toMatch(/^iVBORw0KGgo/);
});

test("the last event carries the full response with usage", async () => {
  const { events } = await stream({ input: "Hello" });
  expect(events.at(-1)).toMatchObject({
    type: "response.completed",
    response: { status: "completed", usage: { input_tokens: expect.any(Number), total_tokens: expect.any(Number) } },
  });
});

test("fault-incomplete ends with response.incomplete and its reason", async () => {
  const { events, last } = await stream({ model: "fault-incomplete", input: "Tell me about the sea and its many fish." });
  expect(events.at(-1)).toMatchObject({
    type: "response.incomplete",
    response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [{ status: "incomplete" }] },
  });
  expect(last).toBe("data: [DONE]");
});

test("fault-refusal streams a refusal part", async () => {
  const { events } = await stream({ model: "fault-refusal", input: "Hello" });
  const text = ofType(events, "response.refusal.delta")
    .map((event) => event.delta)
    .join("");
  expect(ofType(events, "response.refusal.done")[0]).toMatchObject({ refusal: text });
  expect(events.at(-1)).toMatchObject({ response: { output: [{ content: [{ type: "refusal", refusal: text }] }] } });
});

test("a stream that fails before its first event is answered with the failure's status", async () => {
  const { status, headers, body } = await service.post("/api/v1/responses", { model: "fault-failed-task", input: "Hello", stream: true });
  expect([status, body]).toMatchObject([500, { error: { code: "api_error", task_id: headers.get("x-task-id") } }]);
});

test("fault-stream-error sends an error event after some deltas and ends without a closing event", async () => {
  const { events, last } = await stream({ model: "fault-stream-error", input: "Hello" });
  expect(ofType(events, "response.output_text.delta").length).toBeGreaterThan(0);
  const fields = { code: "api_error", message: "The model failed to generate a response.", param: null };
  const [name, data = ""] = last.split("\n");
  expect(name).toBe("event: error");
  expect(JSON.parse(data.replace("data: ", ""))).toMatchObject({ type: "error", ...fields, error: { type: "api_error", ...fields } });
});

test("fault-truncated ends cleanly in the middle, and the task completes", async () => {
  const { events, answer } = await stream({ model: "fault-truncated", input: "Hello" });
  expect(events.at(-1)?.type).toBe("response.output_text.delta");
  const id = answer.headers.get("x-task-id");
  await expect.poll(async () => (await service.get(`/api/v1/responses/${id}`)).body.status).toBe("completed");
});

test("fault-reset breaks the connection in the middle, and the task completes", async () => {
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ model: "fault-reset", stream: true, input: "Hello" }),
  });
  await expect(answer.text()).rejects.toThrow();
  const id = answer.headers.get("x-task-id");
  await expect.poll(async () => (await service.get(`/api/v1/responses/${id}`)).body.status).toBe("completed");
});

test("text is streamed at the configured speed, and GET answers the short in-progress object until it is complete", async () => {
  const leaving = new AbortController();
  const begun = await fetch(`${slow.url}/api/v1/responses`, {
    method: "POST",
    headers: slow.headers,
    signal: leaving.signal,
    body: JSON.stringify(long),
  });
  const id = begun.headers.get("x-task-id");
  expect((await slow.get(`/api/v1/responses/${id}`)).body).toEqual({ id, object: "response", status: "in_progress" });
  leaving.abort();
  const start = performance.now();
  const answer = await fetch(`${paced.url}/api/v1/responses`, { method: "POST", headers: paced.headers, body: JSON.stringify(long) });
  const deltas = (await answer.text()).match(/^event: response.output_text.delta$/gm)?.length ?? 0;
  expect(performance.now() - start).toBeGreaterThan((deltas / 200) * 1000 * 0.8);
});

test("a task ends when the client leaves the stream, and keeps the text so far", async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${paced.url}/api/v1/responses`, {
    method: "POST",
    headers: paced.headers,
    signal: leaving.signal,
    body: JSON.stringify({ model: "demo-text", stream: true, input: "Hello" }),
  });
  const id = answer.headers.get("x-task-id");
  const reader = answer.body?.getReader();
  for (let text = ""; !text.includes("output_text.delta"); ) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  leaving.abort();
  await expect.poll(async () => (await paced.get(`/api/v1/responses/${id}`)).body.status).toBe("incomplete");
});

test("deleting a task in the middle of its stream ends the stream with an error event not_found", async () => {
  const answer = await fetch(`${slow.url}/api/v1/responses`, { method: "POST", headers: slow.headers, body: JSON.stringify(long) });
  const id = answer.headers.get("x-task-id");
  expect((await slow.delete(`/api/v1/responses/${id}`)).status).toBe(200);
  expect(await answer.text()).toMatch(/event: error\ndata: \{"type":"error","code":"not_found"[^\n]*\n\n$/);
});
