/** A client that leaves a text pays what the provider bills for it: the counts come with the last event, also those of unseen thoughts. */
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { type Answer, chunk, finishChunk, openEngine, type ReceivedRequest, sendJson, usageChunk } from "../../providers/engineServer.ts";
import { readV2Status, startTestService, type TestService } from "../testService.ts";

const write = (response: ServerResponse, event: unknown) => response.write(`data: ${JSON.stringify(event)}\n\n`);
const words = 50;

/** Of the client whose prompt this is: settled when it has left. */
const left = new Map<string, PromiseWithResolvers<void>>();

/** Resolves soon after the client of a request has left. */
async function afterLeaving({ json }: ReceivedRequest): Promise<void> {
  const sent = JSON.stringify(json);
  await [...left].find(([prompt]) => sent.includes(prompt))?.[1].promise;
  await sleep(300);
}

/** What comes after the last word. */
const endings: Record<string, Answer> = {
  soon: async (request, response) => {
    await afterLeaving(request);
    write(response, finishChunk("stop"));
    write(response, usageChunk({ prompt_tokens: 100, completion_tokens: 5_000, completion_tokens_details: { reasoning_tokens: 4_900 } }));
    response.end("data: [DONE]\n\n");
  },
  never: () => undefined,
};

/**
 * The answers of other interfaces to the model `soon`: the words, and what follows. Sources: Anthropic, "Streaming messages";
 * Gemini, "GenerateContentResponse"; OpenAI, "Streaming events".
 */
const item = (text: string) => ({ id: "m", type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] });
const response = { id: "r", object: "response", created_at: 1, model: "soon" };
const partOf = { item_id: "m", output_index: 0, content_index: 0 };
const dialects = {
  anthropic: {
    words: [
      {
        type: "message_start",
        message: { id: "m", role: "assistant", content: [], model: "soon", usage: { input_tokens: 100, output_tokens: 1 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word ".repeat(words) } },
    ],
    end: [
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5_000 } },
      { type: "message_stop" },
    ],
  },
  google: {
    words: [{ candidates: [{ content: { role: "model", parts: [{ text: "word ".repeat(words) }] } }] }],
    end: [
      {
        candidates: [{ content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 100, thoughtsTokenCount: 4_900, totalTokenCount: 5_100 },
      },
    ],
  },
  openai: {
    words: [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item: { ...item(""), content: [], status: "in_progress" } },
      { type: "response.output_text.delta", ...partOf, delta: "word ".repeat(words) },
    ],
    end: [
      { type: "response.output_item.done", output_index: 0, item: { ...item("word ".repeat(words)), status: "completed" } },
      {
        type: "response.completed",
        response: {
          ...response,
          status: "completed",
          output: [],
          usage: { input_tokens: 100, output_tokens: 5_000, output_tokens_details: { reasoning_tokens: 4_900 }, total_tokens: 5_100 },
        },
      },
    ],
  },
} as const;

const answerIn =
  (dialect: keyof typeof dialects): Answer =>
  async (request, response) => {
    const { words: first, end } = dialects[dialect];
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of first) write(response, event);
    await afterLeaving(request);
    for (const event of end) write(response, event);
    response.end();
  };

const engine = await openEngine({
  "POST /v1/messages": answerIn("anthropic"),
  "POST /v1/responses": answerIn("openai"),
  "POST /v1/models/soon:streamGenerateContent": answerIn("google"),
  "GET /v1/models": sendJson({ data: [{ id: "soon" }, { id: "never" }, { id: "unpriced" }, { id: "mute" }] }),
  "POST /v1/chat/completions": (request, response) => {
    const { json } = request;
    if (json.model === "mute") return;
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let word = 0; word < words; word += 1) write(response, chunk({ content: "word " }));
    endings[String(json.model)]?.(request, response);
    if (json.model === "unpriced") response.end(`data: ${JSON.stringify(finishChunk("stop"))}\n\ndata: [DONE]\n\n`);
  },
});
const price = { input: 0, output: 1_000 };
const models = { soon: { price }, never: { price }, mute: { price } };
const ofDialect = Object.fromEntries(
  Object.keys(dialects).map((type) => [
    type,
    { type, baseURL: `${engine.url}/v1`, apiKey: "k", models: { soon: { kinds: ["text"], price } } },
  ]),
);
const providers = { local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, models }, ...ofDialect };
const configuration = readConfiguration(JSON.stringify({ providers }));
const startBalance = 1_000;

/** Ways in which a client leaves. Each resolves when it has left. */
const ways = {
  async "closes a stream"({ url, headers }: TestService, body: object) {
    const leaving = new AbortController();
    const sent = fetch(`${url}/api/v1/responses`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...body, stream: true }),
      signal: leaving.signal,
    });
    await Promise.race([sent.then((answer) => answer.body?.getReader().read()), sleep(1_000)]);
    await sleep(500);
    leaving.abort();
    await sent.catch(() => undefined);
  },
  async "deletes a v2 task"(service: TestService, { model, input }: Asked) {
    const answer = await service.post("/api/v2", { ai: { model }, content: [{ type: "input_text", text: input }] });
    await sleep(1_000);
    expect((await service.delete(`/api/v1/responses/${answer.body.task_id}`)).status).toBe(200);
  },
} as const;
interface Asked {
  model: string;
  input: string;
  max_output_tokens: number;
}

/**
 * 1,000 units for a million tokens: 5,000 that the provider reports, otherwise what the fastest models write in the 5 seconds or more until
 * the connection ends, 1,000 tokens a second, up to the 8,000 that the request allows, or the 16,384 without a limit.
 */
const reserved = { limited: 8, open: 16.384 };
const members = Object.entries(ways).flatMap(([way, leave]) =>
  ["local/soon", "local/never", "local/mute", ...Object.keys(dialects).map((type) => `${type}/soon`)].map((model) => ({
    way,
    leave,
    model,
    most: way.includes("v2") ? reserved.open : reserved.limited,
  })),
);

async function readBalance(service: TestService): Promise<number> {
  const { body } = await service.post("/api/v2", { ai: { model: "local/unpriced" }, content: [{ type: "input_text", text: "x" }] });
  return readV2Status(await service.get(`/api/v2/status/${body.task_id}`)).balance.balance;
}

/** The charge, and the most that it may be. */
async function chargeOf(member: (typeof members)[number]): Promise<{ charged: number; most: number }> {
  const { leave, model, most } = member;
  const input = describeMember(member);
  const leaving = Promise.withResolvers<void>();
  left.set(input, leaving);
  const begin = performance.now();
  const service = await startTestService({ configuration, balance: startBalance });
  await leave(service, { model, input, max_output_tokens: 8_000 });
  leaving.resolve();
  let balance = startBalance;
  for (let polls = 0; balance === startBalance && polls < 60; polls += 1) {
    await sleep(500);
    balance = await readBalance(service);
  }
  return { charged: startBalance - balance, most: Math.min(most, (performance.now() - begin) / 1000) };
}

const describeMember = ({ way, model }: (typeof members)[number]) => `${way} of the model ${model}`;

test("a client that leaves before the usage of a text pays for what was generated", async () => {
  await Promise.all(
    members.map(async (member) => {
      const { charged, most } = await chargeOf(member);
      const what = describeMember(member);
      if (member.model.endsWith("/soon")) return expect(charged, what).toBeCloseTo(5, 6);
      expect(charged, what).toBeGreaterThanOrEqual(5);
      expect(charged, what).toBeLessThanOrEqual(most);
    }),
  );
});
