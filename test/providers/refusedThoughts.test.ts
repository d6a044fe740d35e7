/**
 * Dialogues whose calls are those of another model, account or session. Refusals: issues of opencode (3077, 48773, 48637), codex (8145),
 * anthropic-sdk-python (1598) and 9router (4136).
 */
import { expect, test } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { startTestService, type TestService } from "../service/testService.ts";
import { type Answer, chunk, finishChunk, type ReceivedRequest, sendEvents, sendJson, startEngine } from "./engine.ts";
import * as upstreams from "./turnUpstreams.ts";

const tools = [{ type: "function", name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } }];
const invalid = (message: string, rest: object = {}) => sendJson({ error: { message, type: "invalid_request_error", ...rest } }, 400);
const withoutThoughts =
  "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`.";

type Rest = Record<string, unknown>;
const serve = (providers: Record<string, Rest>) =>
  startTestService({ configuration: readConfiguration(JSON.stringify({ providers })), superset: true });

async function startAt(type: string, { model, path }: Pick<upstreams.TurnUpstream, "model" | "path">, answer: Answer, rest: Rest = {}) {
  const engine = await startEngine({ [`POST /v1${path}`]: answer });
  return { engine, provider: { type, baseURL: `${engine.url}/v1`, apiKey: "k", models: { [model]: { kinds: ["text"], ...rest } } } };
}

/** Sends what a standard client sends: the items of the answer unchanged, and the output of the call. */
async function doTwoTurns(service: TestService, model: string) {
  const body = { model, tools, reasoning: { effort: "low" } };
  const question = { role: "user", content: "Weather in Oslo?" };
  const first = await service.post("/api/v1/responses", { ...body, input: [question] });
  const items = first.body.output as Record<string, unknown>[];
  const callId = items.find(({ type }) => type === "function_call")?.call_id;
  const output = { type: "function_call_output", call_id: callId, output: "Rain" };
  return service.post("/api/v1/responses", { ...body, input: [question, ...items, output] });
}

test.each<[string, string, Pick<upstreams.TurnUpstream, "model" | "path">, Answer, Answer]>([
  ["Anthropic", "anthropic", upstreams.anthropicUpstream, invalid(withoutThoughts), sendEvents(upstreams.anthropicUpstream.text)],
  [
    "LiteLLM",
    "openai-compatible",
    { model: "claude-sonnet-4-5", path: "/chat/completions" },
    sendJson(
      { error: { message: `litellm.BadRequestError: BedrockException - ${withoutThoughts}`, type: null, param: null, code: "400" } },
      400,
    ),
    sendEvents([chunk({ content: "Done." }), finishChunk("stop")]),
  ],
])("Claude at %s goes on with the calls of another model without thinking", async (_, type, upstream, refusal, answer) => {
  const thinks = ({ json }: ReceivedRequest) => "thinking" in json || "reasoning_effort" in json;
  const strict: Answer = (request, response) => (thinks(request) ? refusal : answer)(request, response);
  const { engine, provider } = await startAt(type, upstream, strict);
  const service = await serve({ p: provider });
  const input = [
    { role: "user", content: "Weather in Oslo?" },
    { type: "function_call", call_id: "call_1", name: "weather", arguments: '{"city":"Oslo"}' },
    { type: "function_call_output", call_id: "call_1", output: "Rain" },
  ];
  const body = { model: `p/${upstream.model}`, tools, reasoning: { effort: "low" }, input };
  expect((await service.post("/api/v1/responses", body)).body).toMatchObject({ status: "completed" });
  expect(engine.countOf(`/v1${upstream.path}`)).toBe(2);
});

const openai = upstreams.responsesUpstream("/responses");
const notVerified = invalid("The encrypted content gAAA...DQ== could not be verified.", { param: null, code: "invalid_encrypted_content" });
const hasProof = ({ body }: ReceivedRequest, { proof }: upstreams.TurnUpstream) => body.includes(proof(0));

/** `count`: requests, of which the first is answered with a call. */
test.each<[string, string, upstreams.TurnUpstream, Answer, count: number]>([
  ["OpenAI's encrypted content", "openai", openai, notVerified, 3],
  ["encrypted content of another caller", "openai", openai, invalid("reasoning `encrypted_content` was not issued to this caller"), 3],
  [
    "Claude's signature",
    "anthropic",
    upstreams.anthropicUpstream,
    invalid("messages.1.content.0: Invalid `signature` in `thinking` block"),
    4,
  ],
  [
    "Gemini's signature",
    "google",
    upstreams.googleUpstream,
    sendJson({ error: { code: 400, message: "Corrupted thought signature.", status: "INVALID_ARGUMENT" } }, 400),
    3,
  ],
])("a dialogue goes on without its thoughts if the provider refuses %s", async (_, type, upstream, refusal, count) => {
  const strict: Answer = (request, response) => {
    if (upstream.outputsIn(request.json).length === 0) return sendEvents(upstream.call("Oslo", 0))(request, response);
    if (hasProof(request, upstream)) return refusal(request, response);
    return ("thinking" in request.json ? invalid(withoutThoughts) : sendEvents(upstream.text))(request, response);
  };
  const { engine, provider } = await startAt(type, upstream, strict);
  const service = await serve({ p: provider });
  expect((await doTwoTurns(service, `p/${upstream.model}`)).body).toMatchObject({ status: "completed" });
  expect(engine.requests.filter(({ method }) => method === "POST")).toHaveLength(count);
});

test("a fallback at another account goes on without the thoughts of the first", async () => {
  const used = sendJson(
    { error: { message: "You exceeded your current quota.", type: "insufficient_quota", code: "insufficient_quota" } },
    429,
  );
  const poor: Answer = (request, response) =>
    (openai.outputsIn(request.json).length === 0 ? sendEvents(openai.call("Oslo", 0)) : used)(request, response);
  const strict: Answer = (request, response) => (hasProof(request, openai) ? notVerified : sendEvents(openai.text))(request, response);
  const first = await startAt("openai", openai, poor, { fallback: [`q/${openai.model}`] });
  const second = await startAt("openai", openai, strict);
  const service = await serve({ p: first.provider, q: second.provider });
  expect((await doTwoTurns(service, `p/${openai.model}`)).body).toMatchObject({ status: "completed" });
  expect(second.engine.countOf("/v1/responses")).toBe(2);
});
