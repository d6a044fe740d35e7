/** Answers in the forms that engines and their proxies send: bytes behind the service, read through its Responses interface. */
import OpenAI from "openai";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { startTestService } from "../../service/testService.ts";
import { chat } from "../compatibleService.ts";
import { callAnswers } from "../engineAnswers/calls.ts";
import { chunkAnswers } from "../engineAnswers/chunks.ts";
import { endingAnswers } from "../engineAnswers/ends.ts";
import type { EngineAnswers, ExpectedAnswer } from "../engineAnswers/engineAnswer.ts";
import { errorAnswers } from "../engineAnswers/errors.ts";
import { framedAnswers } from "../engineAnswers/framing.ts";
import { furtherAnswers } from "../engineAnswers/furtherAnswers.ts";
import { furtherInterfaces } from "../engineAnswers/furtherInterfaces.ts";
import { gatewayAnswers } from "../engineAnswers/gateways.ts";
import { hostAnswers } from "../engineAnswers/hosts.ts";
import { reportedCalls } from "../engineAnswers/reportedCalls.ts";
import { reportedAnswers } from "../engineAnswers/reports.ts";
import { thoughtAnswers } from "../engineAnswers/thinking.ts";
import { writtenAnswers } from "../engineAnswers/writtenAnswers.ts";
import { parameters } from "../engineAnswers/writtenCalls.ts";
import { type Answer, openEngine, sendJson } from "../engineServer.ts";
import { deltasOf, readEvents, streamText } from "../events.ts";

const outputSchema = z.object({
  status: z.string(),
  output: z.array(
    z.looseObject({
      type: z.string(),
      status: z.string(),
      content: z.optional(z.array(z.looseObject({ text: z.optional(z.string()), refusal: z.optional(z.string()) }))),
      summary: z.optional(z.array(z.looseObject({ text: z.string() }))),
      name: z.optional(z.string()),
      arguments: z.optional(z.string()),
    }),
  ),
  usage: z.nullish(z.looseObject({ input_tokens: z.number(), output_tokens: z.number() })),
  error: z.nullish(z.looseObject({ message: z.string() })),
  incomplete_details: z.nullish(z.object({ reason: z.string() })),
});

/** What a Response says, in the form of the table. */
function readAnswer(response: unknown) {
  const { status, output, usage, error, incomplete_details: incomplete } = outputSchema.parse(response);
  const contents = output.flatMap((item) => item.content ?? []);
  return {
    status,
    text: contents.map((part) => part.text ?? "").join(""),
    refusal: contents.map((part) => part.refusal ?? "").join(""),
    reasoning: output.flatMap((item) => (item.summary ?? []).map(({ text }) => text)).join(""),
    calls: output.flatMap((item) => (item.type === "function_call" ? [[item.name, item.arguments, item.status]] : [])),
    usage: usage ? [usage.input_tokens, usage.output_tokens] : null,
    error: error?.message ?? "",
    reason: incomplete?.reason ?? "",
  };
}

function expectAnswer(found: ReturnType<typeof readAnswer>, expected: ExpectedAnswer): void {
  const {
    usage,
    error,
    isLate: _,
    ...exact
  } = { status: "completed", text: "", refusal: "", reasoning: "", calls: [], reason: "", ...expected };
  expect(found).toMatchObject(exact);
  if (usage) expect(found.usage).toEqual(usage);
  if (error) expect(found.error).toMatch(error);
  else expect(found.error).toBe("");
}

const answers: EngineAnswers = {
  ...chunkAnswers,
  ...framedAnswers,
  ...endingAnswers,
  ...errorAnswers,
  ...callAnswers,
  ...thoughtAnswers,
  ...hostAnswers,
  ...reportedAnswers,
  ...reportedCalls,
  ...gatewayAnswers,
  ...writtenAnswers,
  ...furtherAnswers,
  ...furtherInterfaces,
};
const rows = Object.entries(answers);
const models = new Map(rows.map(([name, { model }], index) => [name, model ?? `model-${index}`]));
const rowsOfModels = new Map<unknown, EngineAnswers[string]>(rows.map(([name, row]) => [models.get(name), row]));

/** The engine answers a model's requests with its row, each piece in a packet of its own. */
const answerByModel: Answer = async ({ json }, response) => {
  const {
    pieces,
    type = "text/event-stream",
    missing,
    end = missing === undefined ? "close" : "break",
  } = rowsOfModels.get(json.model) ?? { pieces: [] };
  const length = missing === undefined ? {} : { "content-length": pieces.join("").length + missing };
  response.writeHead(200, { ...(type === "" ? {} : { "content-type": type }), ...length });
  response.socket?.setNoDelay(true);
  for (const piece of pieces) {
    response.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (end === "close") response.end();
  else setTimeout(() => response.destroy(), 5);
};

const engine = await openEngine({
  "GET /v1/models": sendJson({ data: [...models.values()].map((id) => ({ id })) }),
  [chat]: answerByModel,
});
afterAll(() => engine.close());
const configuration = readConfiguration(
  JSON.stringify({ providers: { local: { type: "openai-compatible", baseURL: `${engine.url}/v1` } } }),
);
const log: string[] = [];
const service = await startTestService({ configuration, superset: true, log: (line) => log.push(line) });

/** What the `openai` package makes of a stream. */
function readWithPackage(text: string): Promise<unknown> {
  const fetch = async () => new Response(text, { headers: { "content-type": "text/event-stream" } });
  const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key, maxRetries: 0, fetch });
  return client.responses.stream({ model: "local/any", input: "Tell me about herons, please." }).finalResponse();
}

const tools = ["get_weather", "get_time"].map((name) => ({ type: "function", name, parameters }));

test.concurrent.each(rows)("%s", async (name, { expected }) => {
  const request = { model: `local/${models.get(name)}`, input: "Tell me about herons, please.", tools };
  const text = await streamText(service, request);
  const events = readEvents(text);
  const last = readAnswer(events.at(-1)?.response);
  expectAnswer(last, expected);
  // Deltas add up to the text, except where the text turned out to be reasoning.
  if (!expected.isLate) expect(deltasOf(events).join("")).toBe(last.text);
  const written = Map.groupBy(
    events.filter(({ type }) => type === "response.function_call_arguments.delta"),
    (event) => event.output_index,
  );
  const deltas = [...written]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, parts]) => parts.map((part) => part.delta).join(""));
  expect(deltas).toEqual(last.calls.map(([, text]) => text).filter((text) => text !== ""));
  if (last.status !== "failed") expect(readAnswer(await readWithPackage(text))).toEqual(last);
  const whole = await service.post("/api/v1/responses", request);
  if (last.status === "failed") expect(whole.body.error).toMatchObject({ message: expect.stringMatching(expected.error ?? "") });
  else expectAnswer(readAnswer(whole.body), expected);
});

test("what a model writes is no call if the request forbids calls", async () => {
  const model = `local/${models.get("the written call: JSON alone")}`;
  const { body } = await service.post("/api/v1/responses", { model, input: "How is a call written?", tools, tool_choice: "none" });
  expectAnswer(readAnswer(body), { text: '{"name": "get_weather", "parameters": {"city":"Oslo"}}' });
});

test("what is left out of answers is logged once for the provider", () => {
  expect(log.filter((line) => line.includes("left out"))).toHaveLength(1);
});
