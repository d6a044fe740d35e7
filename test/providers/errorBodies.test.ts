/** Refusals with a status: the reason reaches the client, whatever the form of the body. */
import { expect, test } from "vitest";
import { chat, start, startFor } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents } from "./engine.ts";

const reason = "the model is being loaded";
const page = `<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Bad Gateway</h1></center><hr>nginx/1.25</body></html>`;

const sendText =
  (text: string, status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(text);

const bodies: [form: string, body: unknown, shown?: string][] = [
  ["an error object", { error: { message: reason, type: "x", code: 1 } }],
  ["a text as error", { error: reason }],
  ["a text as detail", { detail: reason }],
  ["a list as detail", { detail: [{ loc: ["body", "n"], msg: reason, type: "value_error" }] }],
  ["an object as detail", { detail: { error: reason } }],
  ["a flat message", { object: "error", message: reason, code: 400 }],
  ["an array", [{ error: { message: reason } }]],
  ["errors", { errors: [{ message: reason }, { message: "and more" }] }],
  ["errors as texts", { errors: [reason] }],
  [
    "metadata.raw",
    { error: { message: "Provider returned error", code: 500, metadata: { raw: JSON.stringify({ error: { message: reason } }) } } },
  ],
  ["JSON in the message", { error: { message: JSON.stringify({ error: { message: reason } }) } }],
  ["plain text", reason],
  ["a page of nginx", page, "502 Bad Gateway"],
  ["an empty body", "", "HTTP 500"],
  ["the errors of fields", { message: "", errors: { max_tokens: [reason] } }],
  ["a list of messages", { statusCode: 500, message: [reason, "and more"], error: "Internal Server Error" }],
  ["messages in several languages", { code: "InternalError", message: { zh: "x", en: reason } }],
  ["Azure's inner error", { error: { code: "InternalServerError", message: null, innererror: { message: reason } } }],
  ["an event", `event: error\ndata: ${JSON.stringify({ error: { message: reason } })}\n\ndata: [DONE]\n\n`],
  ["vLLM's list as a text", { object: "error", message: `[{'type': 'missing', 'loc': ('body',), 'msg': '${reason}'}]`, code: 500 }],
  ["TGI's type", { error: `Request failed during generation: ${reason}`, error_type: "generation" }],
  ["Hugging Face's estimate", { error: reason, estimated_time: 20.5 }],
  ["a trace", { error: { message: reason, trace: "Traceback (most recent call last):\n  File x" } }],
  ["LocalAI's words", { error: { code: 500, message: `rpc error: code = Unknown desc = ${reason}`, type: "" } }],
  ["Triton's text", { error: `[StatusCode.INTERNAL] ${reason}` }],
  ["a body that is cut", `{"error":{"message":"${reason}`],
  ["Python's dictionary", `{'error': {'message': '${reason}'}}`],
  ["a JSON text", JSON.stringify(reason)],
  ["a problem with a reason", { type: "about:blank", title: "Internal Server Error", detail: reason, status: 500 }],
  [
    "a page of Cloudflare",
    `<!DOCTYPE html><html><head><title>example.org | 524: A timeout occurred</title></head></html>`,
    "524: A timeout occurred",
  ],
];

test.each<[string, unknown, string?]>(bodies)("the reason in %s reaches the client", async (_, body, shown = reason) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const painter = { models: { p: { kinds: ["image"] } } };
  const refuse = sendText(text, 500, { "content-type": "application/json" });
  const { service } = await start({ [chat]: refuse, "POST /v1/images/generations": refuse }, painter);
  const answer = await service.post("/api/v1/responses", { model: "local/llama-3", input: "x" });
  expect(answer).toMatchObject({ status: 500, body: { error: { code: "api_error", message: expect.stringContaining(shown) } } });
  const image = await service.make("images", { model: "local/p", prompt: "x" });
  expect(image.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(shown) } });
});

test("a key in a reason is not repeated", async () => {
  const { service } = await start({ [chat]: sendText("The key sk-secret-key is used up", 400) }, { apiKey: "sk-secret-key" });
  const { body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: "x" });
  expect(JSON.stringify(body)).toContain("is used up");
  expect(JSON.stringify(body)).not.toContain("sk-secret-key");
});

test("a prompt that is too long for a local engine is an invalid request, whatever its status", async () => {
  const { service } = await start({ [chat]: sendText('{"error":"the request exceeds the available context size"}', 500) });
  expect(await service.post("/api/v1/responses", { model: "local/llama-3", input: "x" })).toMatchObject({ status: 400 });
});

/** A 429 is followed by an answer: one that is tried again succeeds. */
test.each<[string, unknown, Record<string, string>, number]>([
  ["a quota of requests per minute", { error: { message: "Quota exceeded for requests per minute" } }, { "retry-after": "0.05" }, 200],
  ["a quota without a wait", { error: { message: "Rate limit: the quota of requests is reached" } }, { "retry-after-ms": "50" }, 200],
  [
    "a wait in the words",
    { error: { message: "You exceeded your current quota, check your plan and billing details. Please retry in 0.05s." } },
    {},
    200,
  ],
  ["Google's form", { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota exceeded. Please retry in 50ms." } }, {}, 200],
  ["an account without credits", { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }, {}, 402],
  ["a balance that is too low", { error: { message: "Your credit balance is too low" } }, {}, 402],
  ["a wait that is too long", { error: { message: "Quota of the day" } }, { "retry-after": "3600" }, 429],
])("a 429 with %s: HTTP %4$d", async (_, body, headers, status) => {
  let count = 0;
  const answer: Answer = (request, response) => {
    count += 1;
    if (count === 1) return sendText(JSON.stringify(body), 429, headers)(request, response);
    return sendEvents([chunk({ content: "Hello" }), finishChunk("stop")])(request, response);
  };
  const { service } = await start({ [chat]: answer });
  const made = await service.post("/api/v1/responses", { model: "local/llama-3", input: "x" });
  expect(made.status).toBe(status);
  expect(count).toBe(status === 200 ? 2 : 1);
  if (status === 429) {
    expect(made.headers.get("retry-after")).toBe("3600");
    expect(made.body).toMatchObject({ error: { message: expect.stringContaining("retry after 3600 s") } });
  }
});

test("later answers about a task repeat how long its provider is to be left alone", async () => {
  const refuse = sendText('{"error":{"message":"Quota of the day"}}', 429, { "retry-after": "3600" });
  const painter = { models: { p: { kinds: ["image"] } } };
  const { service } = await start({ [chat]: refuse, "POST /v1/images/generations": refuse }, painter);
  const image = await service.make("images", { model: "local/p", prompt: "x" });
  expect(image).toMatchObject({ status: 200, body: { status: "failed" } });
  expect(image.headers.get("retry-after")).toBe("3600");
  const text = await service.post("/api/v1/responses", { model: "local/llama-3", input: "x" });
  const again = await service.get(`/api/v1/responses/${text.headers.get("x-task-id")}`);
  expect(again.status).toBe(429);
  expect(again.headers.get("retry-after")).toBe("3600");
  const v2 = await service.makeV2({ type: "out_text", ai: { model: "local/llama-3" }, content: [{ type: "input_text", text: "x" }] });
  expect(v2.body).toMatchObject({ error: { code: "rate_limit_exceeded" } });
  expect(v2.headers.get("retry-after")).toBe("3600");
});

// Some are sent again after a wait: they wait at the same time.
test.concurrent.for<[string, number, unknown, Record<string, string>, Record<string, unknown>]>([
  [
    "Azure's filter",
    400,
    { error: { message: "The response was filtered", code: "content_filter", innererror: { code: "ResponsibleAIPolicyViolation" } } },
    {},
    { status: 400, message: "was filtered" },
  ],
  [
    "OpenRouter's moderation",
    403,
    {
      error: {
        code: 403,
        message: "Your chosen model requires moderation and your input was flagged",
        metadata: { reasons: ["violence"], flagged_input: "x" },
      },
    },
    {},
    { message: "input was flagged", not: "refused the key" },
  ],
  [
    "Azure's network rules",
    403,
    { error: { code: "403", message: "Access denied due to Virtual Network/Firewall rules." } },
    {},
    { message: "Firewall rules", not: "refused the key" },
  ],
  [
    "DashScope's model that is not activated",
    403,
    {
      code: "AccessDenied.Unpurchased",
      message: "Access to model denied. Please make sure you are eligible for using the model.",
    },
    {},
    { message: "Access to model denied", not: "refused the key" },
  ],
  [
    "Ollama's missing model",
    404,
    { error: 'model "x" not found, try pulling it first' },
    {},
    { status: 400, message: "try pulling it first" },
  ],
  [
    "LM Studio without models",
    404,
    { error: { message: "No models loaded. Please load a model", type: "invalid_request_error", code: "model_not_found" } },
    {},
    { status: 400, message: "No models loaded" },
  ],
  [
    "Groq's tokens in a minute",
    413,
    {
      error: {
        message: "Request too large for model on tokens per minute (TPM): Limit 6000, Requested 7000",
        type: "tokens",
        code: "rate_limit_exceeded",
      },
    },
    {},
    { status: 400, message: "Limit 6000" },
  ],
  [
    "Cerebras' quota",
    429,
    {
      message: "Tokens per minute limit exceeded - too many tokens processed.",
      type: "too_many_tokens_error",
      param: "quota",
      code: "token_quota_exceeded",
    },
    { "retry-after": "3600" },
    { status: 429, message: "Tokens per minute" },
  ],
  [
    "Cerebras' quota without a wait",
    429,
    {
      message: "Tokens per minute limit exceeded - too many tokens processed.",
      type: "too_many_tokens_error",
      param: "quota",
      code: "token_quota_exceeded",
    },
    {},
    { status: 429, message: "Tokens per minute" },
  ],
  [
    "Mistral's capacity",
    429,
    { object: "error", message: "Service tier capacity exceeded for this model.", type: "service_tier_capacity_exceeded", code: "3505" },
    {},
    { status: 429, message: "capacity exceeded" },
  ],
  [
    "Together's credits",
    402,
    { error: { message: "Credit limit exceeded", type: "credit_limit" } },
    {},
    { status: 402, message: "Credit limit" },
  ],
  [
    "OpenRouter's credits",
    402,
    { error: { message: "This request requires more credits, or fewer max_tokens.", code: 402 } },
    {},
    { status: 402, message: "more credits" },
  ],
  [
    "Anthropic's overload",
    529,
    { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    {},
    { message: "Overloaded" },
  ],
  ["a client that left, as nginx says", 499, "", {}, { message: "HTTP 499" }],
  ["a method", 405, { detail: "Method Not Allowed" }, {}, { message: "Method Not Allowed" }],
  [
    "a model that does not take tools",
    400,
    { error: { message: "registry.ollama.ai/library/gemma3:1b does not support tools", type: "api_error" } },
    {},
    { status: 400, message: "does not support tools" },
  ],
  [
    "DeepSeek's balance",
    402,
    { error: { message: "Insufficient Balance", type: "unknown_error", code: "invalid_request_error" } },
    {},
    { status: 402, message: "Insufficient Balance" },
  ],
  [
    "DashScope's arrears",
    400,
    { code: "Arrearage", message: "Access denied, please make sure your account is in good standing." },
    {},
    { message: "good standing" },
  ],
  [
    "Zhipu's balance",
    429,
    { error: { code: "1113", message: "Insufficient balance or no resource package. Please recharge." } },
    {},
    { status: 402, message: "Please recharge" },
  ],
  [
    "Gemini's quota of a day",
    429,
    [{ error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota exceeded", details: [{ retryDelay: "3600s" }] } }],
    {},
    { status: 429, message: "Quota exceeded" },
  ],
  ["a loading model", 503, { error: { message: "Loading model", type: "unavailable_error", code: 503 } }, {}, { message: "Loading model" }],
])("a refusal with %s", async ([_, status, body, headers, expected], context) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { service } = await startFor(context, { [chat]: sendText(text, status, headers) });
  const made = await service.post("/api/v1/responses", { model: "local/llama-3", input: "x" });
  const shown = JSON.stringify(made.body);
  expect(shown).toContain(expected.message);
  if (expected.not) expect(shown).not.toContain(expected.not);
  if (expected.status) expect(made.status, shown).toBe(expected.status);
});
