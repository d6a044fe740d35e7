/** Accounts without credits and overloaded providers, in the bodies that their documentation and issue trackers show: a fallback takes the request. */
import { describe, expect, type TestContext, test } from "vitest";
import { startFor } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson } from "./engine.ts";

const hello = sendEvents([chunk({ content: "Hello" }), finishChunk("stop")]);
const chat = "POST /v1/chat/completions";

/** The model `poor` gets the refusal, `rich` an answer. */
async function ask(context: TestContext, refusal: Answer, fallback: string[]) {
  const answer: Answer = (request, response) => (request.json.model === "poor" ? refusal : hello)(request, response);
  const models = { poor: { kinds: ["text"], fallback }, rich: { kinds: ["text"] } };
  const { service, engine } = await startFor(context, { [chat]: answer }, { models });
  const answered = await service.post("/api/v1/responses", { model: "local/poor", input: "Hello" });
  return { answered, sent: engine.requests.filter(({ json }) => json.model === "poor").length };
}

const error = (message: string, rest: object = {}) => ({ error: { message, ...rest } });
const credits: [provider: string, status: number, body: unknown][] = [
  [
    "OpenAI",
    429,
    error("You exceeded your current quota, please check your plan and billing details.", {
      type: "insufficient_quota",
      code: "insufficient_quota",
    }),
  ],
  [
    "OpenAI's billing limit",
    400,
    error("Billing hard limit has been reached", { type: "billing_limit_user_error", code: "billing_hard_limit_reached" }),
  ],
  [
    "Anthropic",
    400,
    {
      type: "error",
      ...error("Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.", {
        type: "invalid_request_error",
      }),
    },
  ],
  ["DashScope", 400, { code: "Arrearage", message: "Access denied, please make sure your account is in good standing.", request_id: "r" }],
  [
    "DashScope's compatible interface",
    400,
    error("Access denied, please make sure your account is in good standing.", { type: "Arrearage", code: "Arrearage" }),
  ],
  [
    "Groq",
    400,
    error("Your organization has exceeded its spend limit. API access is blocked.", {
      type: "invalid_request_error",
      code: "blocked_api_access",
    }),
  ],
  ["LiteLLM", 400, error("Budget has been exceeded! Current cost: 1.2, Max budget: 1.0", { type: "budget_exceeded", code: "400" })],
  ["LiteLLM's key", 429, error("ExceededBudget: End User=x over budget. Spend=1.2, Budget=1.0", { type: "budget_exceeded" })],
  [
    "xAI",
    403,
    {
      code: "The caller does not have permission to execute the specified operation",
      error: "Your newly created team doesn't have any credits yet. You can purchase those on https://console.x.ai.",
    },
  ],
  [
    "xAI's limit",
    403,
    { code: "permission-denied", error: "Your team has either used all available credits or reached its monthly spending limit." },
  ],
  ["OpenRouter", 402, error("Insufficient credits. Add more using https://openrouter.ai/settings/credits", { code: 402 })],
  ["OpenRouter's key", 403, error("Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys", { code: 403 })],
  ["Mistral", 401, { object: "error", message: "Inactive subscription or usage limit reached", type: "invalid_request_error", code: null }],
  ["DeepSeek", 402, error("Insufficient Balance", { type: "unknown_error" })],
  [
    "Moonshot",
    429,
    error("Your account is suspended due to insufficient balance, please recharge your account or check your plan and billing details", {
      type: "exceeded_current_quota_error",
    }),
  ],
  ["Zhipu", 429, error("Your account is in arrears, please recharge and try again.", { code: "1113" })],
  ["SiliconFlow", 403, { code: 30001, message: "Sorry, your account balance is insufficient", data: null }],
  ["fal", 403, { detail: "User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing." }],
  [
    "ElevenLabs",
    401,
    {
      detail: {
        status: "quota_exceeded",
        message: "This request exceeds your quota. You have 5 credits remaining, while 10 credits are required for this request.",
      },
    },
  ],
  [
    "Fireworks",
    412,
    { error: "Account x is suspended, possibly due to reaching the monthly spending limit or failure to pay past invoices." },
  ],
  ["Hugging Face", 402, { error: "You have exceeded your monthly included credits for Inference Providers." }],
  ["Novita", 403, { code: 403, reason: "NOT_ENOUGH_BALANCE", message: "not enough balance" }],
  [
    "Google",
    429,
    error("Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.", {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
    }),
  ],
  [
    "Google's spend cap",
    429,
    error("Your project has exceeded its monthly spending cap. Please go to AI Studio at https://ai.studio/spend to raise it.", {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
    }),
  ],
  ["MiniMax", 500, { type: "error", ...error("insufficient balance (1008)", { type: "api_error" }) }],
  ["PiAPI", 500, { timestamp: 1, code: 500, message: "failed to freeze: insufficient credit" }],
];

// The tests wait more than they work.
describe.concurrent("no credits", () => {
  test.for(credits)("%s", async ([_, status, body], context) => {
    const { answered, sent } = await ask(context, sendJson(body, status), []);
    expect([answered.status, sent]).toEqual([402, 1]);
    expect(answered.body).toMatchObject({ error: { code: "insufficient_quota" } });
    expect(await ask(context, sendJson(body, status), ["local/rich"])).toMatchObject({ answered: { status: 200 }, sent: 1 });
  });

  test("a stream that begins with it", async (context) => {
    const refusal = sendEvents([error("Insufficient credits", { code: 402 })]);
    expect(await ask(context, refusal, ["local/rich"])).toMatchObject({ answered: { status: 200 }, sent: 1 });
    expect((await ask(context, refusal, [])).answered).toMatchObject({ status: 402 });
  });
});

const overloads: [provider: string, refusal: Answer][] = [
  ["Anthropic's 529", sendJson({ type: "error", ...error("Overloaded", { type: "overloaded_error" }) }, 529)],
  ["503 with Retry-After", sendJson(error("Service unavailable"), 503, { "retry-after": "1" })],
  ["Gemini's 503", sendJson(error("The model is overloaded. Please try again later.", { code: 503, status: "UNAVAILABLE" }), 503)],
  ["OpenAI's 503", sendJson(error("Slow Down"), 503)],
  ["Ollama's 503", sendJson({ error: "server busy, please try again.  maximum pending requests exceeded" }, 503)],
  ["Groq's 498", sendJson(error("Flex tier capacity exceeded", { code: "capacity_exceeded" }), 498)],
  [
    "DeepSeek's 503",
    sendJson(error("Service is too busy. We advise users to temporarily switch to alternative LLM API service providers."), 503),
  ],
  ["SiliconFlow's 503", sendJson({ code: 50603, message: "System is too busy now. Please try again later.", data: null }, 503)],
  [
    "DashScope's 503",
    sendJson({ code: "ModelServingError", message: "Your requests are being throttled due to system capacity limits." }, 503),
  ],
  ["TensorRT-LLM's 503", (_, response) => void response.writeHead(503).end("Server is at max capacity")],
  ["a stream that begins with an overloaded_error", sendEvents([{ type: "error", ...error("Overloaded", { type: "overloaded_error" }) }])],
  ["a stream that begins with a 529", sendEvents([error("Provider returned error", { code: 529 })])],
];

describe.concurrent("overload", () => {
  test.for(overloads)("%s is a limit, and a fallback takes the request", async ([_, refusal], context) => {
    // Each is asked again after a wait.
    const [{ answered }, taken] = await Promise.all([ask(context, refusal, []), ask(context, refusal, ["local/rich"])]);
    expect(answered).toMatchObject({
      status: 429,
      body: { error: { code: "rate_limit_exceeded", message: expect.stringContaining("overloaded") } },
    });
    expect(answered.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(taken).toMatchObject({ answered: { status: 200 } });
  });

  test.for<[string, Answer]>([
    ["llama.cpp, which loads its model", sendJson(error("Loading model", { code: 503, type: "unavailable_error" }), 503)],
    ["Hugging Face, which loads its model", sendJson({ error: "Model bigscience/bloom is currently loading", estimated_time: 1.5 }, 503)],
    ["an engine that is still loading", sendJson({ error: "The model is still loading" }, 503)],
    ["OpenRouter without an instance", sendJson(error("No instances available (yet)", { code: 503 }), 503)],
    [
      "Cloudflare, whose server is down",
      (_, response) => void response.writeHead(521).end("<html><title>a.example | 521: Web server is down</title></html>"),
    ],
    ["Cloudflare, which does not reach its server", (_, response) => void response.writeHead(523).end("error code: 523")],
    [
      "NVIDIA NIM without a healthy server",
      sendJson({ status: 400, title: "Bad Request", detail: "Function id '3b9748d8': DEGRADED function cannot be invoked" }, 400),
    ],
    ["a gateway without an upstream", (_, response) => void response.writeHead(503).end("no healthy upstream")],
  ])("%s is asked again, then a fallback", async ([_, refusal], context) => {
    expect(await ask(context, refusal, ["local/rich"])).toMatchObject({ answered: { status: 200 }, sent: 3 });
  });

  test("a failure to load a model is none of a moment", async (context) => {
    const { answered, sent } = await ask(context, sendJson(error("error loading model: out of memory"), 500), ["local/rich"]);
    expect([answered.status, sent]).toEqual([500, 1]);
  });

  test("an overload after the first words is the end of the answer", async (context) => {
    const { answered, sent } = await ask(
      context,
      sendEvents([chunk({ content: "Hel" }), error("Overloaded", { type: "overloaded_error" })]),
      ["local/rich"],
    );
    expect([answered.status, sent]).toEqual([429, 1]);
  });
});
