/** What the refusals of providers mean, in the bodies that their documentation and issue trackers show. */
import { describe, expect, test } from "vitest";
import { errorOfBody, readProviderError } from "../../../src/providers/providerError.ts";
import { StreamedError } from "../../../src/providers/streamedError.ts";

type Headers = Record<string, string>;
type Row = [provider: string, status: number, body: object, headers?: Headers];

const error = (message: string, rest: object = {}) => ({ error: { message, ...rest } });
const anthropic = (type: string, message: string) => ({ type: "error", ...error(message, { type }) });
const detail = (status: string, message: string) => ({ detail: { status, message } });
const amazon = (type: string): Headers => ({ "x-amzn-errortype": `${type}:http://internal.example/coral/` });
const plan =
  "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.";
const gemini = (...details: object[]) => error(plan, { code: 429, status: "RESOURCE_EXHAUSTED", details });
const violation = {
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier" }],
};

/** Without an effect on the account: the same request may be taken later. */
const limits: Row[] = [
  ["Gemini's minute with a delay", 429, gemini(violation, { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "27s" })],
  ["Gemini's minute without a delay", 429, gemini(violation)],
  ["Gemini's quota without details", 429, gemini()],
  ["Gemini's quota as a text in an error", 429, error(JSON.stringify(gemini()), { code: 429, status: "Too Many Requests" })],
  ["Gemini's quota through OpenRouter", 429, error("Provider returned error", { code: 429, metadata: { raw: JSON.stringify(gemini()) } })],
  ["Vertex AI", 429, error("Resource exhausted. Please try again later.", { code: 429, status: "RESOURCE_EXHAUSTED" })],
  [
    "DashScope's tokens of a minute",
    429,
    error(
      "You exceeded your current quota, please check your plan and billing details. For details, see: https://help.aliyun.com/zh/model-studio/error-code#token-limit",
      { type: "insufficient_quota", code: "insufficient_quota" },
    ),
  ],
  ["DashScope", 429, { code: "Throttling.AllocationQuota", message: "Allocated quota exceeded, please increase your quota limit." }],
  [
    "Replicate's accounts with little credit",
    429,
    { detail: "Your rate limit is reduced to 6 requests per minute while you have less than $5.0 in credit.", status: 429, retry_after: 5 },
  ],
  [
    "Azure",
    429,
    error("Requests have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 60 seconds.", {
      code: "429",
    }),
  ],
  ["Amazon, by a header", 400, { message: "Too many requests, please wait before trying again." }, amazon("ThrottlingException")],
  ["Amazon, by a field", 400, { __type: "ThrottlingException", message: "Rate exceeded" }],
  ["Amazon's quotas", 400, { message: "Your request exceeds a service quota." }, amazon("ServiceQuotaExceededException")],
  ["Amazon's tokens", 429, { message: "Too many tokens, please wait before trying again." }, amazon("ThrottlingException")],
  ["Tencent", 400, { Response: { Error: { Code: "RequestLimitExceeded", Message: "The frequency limit is exceeded." } } }],
  ["Google's older services", 403, error("Rate Limit Exceeded", { code: 403, errors: [{ reason: "rateLimitExceeded" }] })],
  [
    "OpenRouter's free models",
    429,
    error("Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 requests", { code: 429 }),
  ],
  [
    "Groq's day",
    429,
    error("Rate limit reached on tokens per day (TPD). Need more tokens? Upgrade at /settings/billing", { type: "tokens" }),
  ],
  ["xAI", 429, { code: "Some resource has been exhausted", error: "Too many requests for team x. Your team's rate limit is: 8/8" }],
  ["ElevenLabs", 429, detail("too_many_concurrent_requests", "Your subscription is associated with a maximum of 4 concurrent requests.")],
  ["Volcengine", 429, error("The rate limit for requests per minute has been exceeded", { code: "RateLimitExceeded.EndpointRPMExceeded" })],
  ["Kling", 429, { code: 1303, message: "parallel task over resource pack limit" }],
  [
    "GitHub Models",
    429,
    error("Rate limit of 15 per 60s exceeded for UserByModelByMinute. Please wait 42 seconds before retrying.", {
      code: "RateLimitReached",
    }),
  ],
  [
    "Cerebras' queue",
    429,
    {
      message: "We're experiencing high traffic right now! Please try again soon.",
      type: "too_many_requests_error",
      code: "queue_exceeded",
    },
  ],
  ["SiliconFlow's minute", 429, { message: "Request was rejected due to rate limiting. Details:TPM limit reached.", data: null }],
  ["Moonshot's engines", 429, error("The engine is currently overloaded, please try again later", { type: "engine_overloaded_error" })],
  [
    "Moonshot's concurrency",
    429,
    error("Your account org-x request reached max organization concurrency: 1, please try again after 1 seconds", {
      type: "rate_limit_reached_error",
    }),
  ],
  ["Zhipu in Chinese", 429, error("您的账户已达到速率限制，请您控制请求频率", { code: "1302" })],
  ["Z.ai's five hours", 429, error("Usage limit reached for 5 hour. Your limit will reset at 2030-10-01 12:00:00", { code: "1308" })],
  [
    "Cloudflare's capacity",
    429,
    { errors: [{ message: "AiError: Capacity temporarily exceeded, please try again.", code: 3040 }], success: false },
  ],
  ["Cloudflare's gateway", 429, { success: false, result: [], error: [{ code: 2003, message: "Rate limited" }] }],
  ["Hugging Face's hour", 429, { error: "Rate limit reached. You reached free usage limit (reset hourly). Please subscribe to a plan" }],
  ["NVIDIA", 429, { status: 429, title: "Too Many Requests" }],
  ["Cohere's minute", 429, { message: "You are using a Trial key, which is limited to 20 API calls / minute." }],
  [
    "ElevenLabs' traffic",
    429,
    detail("system_busy", "The system is experiencing heavy traffic. Higher subscriptions have higher priority."),
  ],
  [
    "Hume's gateway",
    429,
    {
      fault: {
        faultstring: "Rate limit quota violation. Quota limit  exceeded. Identifier : x",
        detail: { errorcode: "policies.ratelimit.QuotaViolation" },
      },
    },
  ],
  [
    "Volcengine's overload",
    429,
    error("The service is currently unable to handle additional requests.", { code: "ServerOverloaded", type: "TooManyRequests" }),
  ],
  [
    "Databricks",
    429,
    { error_code: "REQUEST_LIMIT_EXCEEDED", message: "REQUEST_LIMIT_EXCEEDED: Exceeded workspace output tokens per minute rate limit" },
  ],
  ["Azure's peak", 429, error("The system is currently experiencing high demand and cannot process your request.", { code: "NoCapacity" })],
  [
    "Azure's gateways",
    403,
    { statusCode: 403, message: "Out of call volume quota. Quota will be replenished in 12:11:10." },
    { "retry-after": "43870" },
  ],
  ["Azure's gateways without a header", 403, { statusCode: 403, message: "Out of call volume quota." }],
  ["GitHub's second limit", 403, { message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again." }],
  ["a gateway that refuses for a minute", 403, { message: "Forbidden" }, { "retry-after": "60" }],
  ["Suno API", 430, { code: 430, msg: "Your call frequency is too high. Please try again later." }],
  ["Suno API, in other words", 405, { code: 405, msg: "Rate limit exceeded" }],
  ["Scaleway", 403, { message: "quotas exceeded", type: "quotas_exceeded", details: [{ quota: 0 }] }],
  ["LiteLLM", 429, error("Max parallel request limit reached. Crossed TPM / RPM / Max Parallel Request Limit", { code: "429" })],
];

const credits: Row[] = [
  [
    "Gemini's plan without this model",
    429,
    error(`${plan} \n* Quota exceeded for metric: free_tier_requests, limit: 0, model: m\nPlease retry in 20.04s.`),
  ],
  ["Gemini's prepaid credits, with a delay", 429, error("Your prepayment credits are depleted.", { details: [{ retryDelay: "20s" }] })],
  ["Google's dunning", 403, error("Lightning dunning decision is deny for project: projects/1", { status: "PERMISSION_DENIED" })],
  [
    "Anthropic's limit of a month",
    400,
    anthropic(
      "invalid_request_error",
      "You have reached your specified API usage limits. You will regain access on 2025-07-01 at 00:00 UTC.",
    ),
  ],
  [
    "Anthropic's plans",
    400,
    anthropic("invalid_request_error", "You're out of extra usage. Add more at claude.ai/settings/usage and keep going."),
  ],
  ["Anthropic's long context", 429, anthropic("rate_limit_error", "Extra usage is required for long context requests.")],
  ["Anthropic's long context, in other words", 429, anthropic("rate_limit_error", "Usage credits are required for long context requests.")],
  ["DashScope's free tier", 403, { code: "AllocationQuota.FreeTierOnly", message: "The free tier of the model has been exhausted." }],
  ["DashScope's bills", 429, { code: "PrepaidBillOverdue", message: "The prepaid bill is overdue." }],
  ["DashScope's services", 429, { code: "CommodityNotPurchased", message: "Commodity has not purchased yet." }],
  [
    "Amazon's marketplace",
    403,
    { message: "Model access is denied due to INVALID_PAYMENT_INSTRUMENT: A valid payment instrument must be provided." },
  ],
  [
    "Vercel",
    403,
    error("AI Gateway requires a valid credit card on file to service requests.", { type: "customer_verification_required" }),
  ],
  ["Zhipu through Vercel", 429, error("Insufficient balance or no resource package. Please recharge.", { type: "AI_APICallError" })],
  ["Zhipu in Chinese", 429, error("余额不足或无可用资源包,请充值。", { code: "1113" })],
  ["Kimi's cycle", 403, error("You've reached your usage limit for this billing cycle.", { type: "access_terminated_error" })],
  [
    "ElevenLabs' free tier",
    401,
    detail("detected_unusual_activity", "Free Tier usage disabled. Please purchase any Paid Subscription to continue."),
  ],
  ["ElevenLabs' payment", 401, detail("payment_issue", "Your subscription has a failed or incomplete payment.")],
  ["Stability", 429, { name: "insufficient_balance", message: "Your organization does not have enough balance to request this action." }],
  [
    "LiteLLM's tokens",
    400,
    error("ExceededTokenBudget: Current spend for token: 7.2e-05; Max Budget for Token: 2e-07", { type: "auth_error" }),
  ],
  [
    "OpenAI through LiteLLM",
    429,
    error("litellm.RateLimitError: You exceeded your current quota, please check your plan and billing details.", {
      type: "insufficient_quota",
    }),
  ],
  ["Volcengine's account", 403, error("The request failed because your account has an overdue balance.", { code: "AccountOverdueError" })],
  [
    "Volcengine's service",
    403,
    error("Operation is denied because your account balance is overdue.", { code: "OperationDenied.ServiceOverdue" }),
  ],
  ["Volcengine's limit", 429, error("Your account has reached the set inference limit for the model.", { code: "SetLimitExceeded" })],
  ["Volcengine's free tier", 429, error("The requested model has exhausted its free trial quota", { code: "QuotaExceeded" })],
  ["Runway", 400, { error: "You do not have enough credits to run this task." }],
  ["Kling", 429, { code: 1102, message: "Resource pack exhausted" }],
  ["Kling, in other words", 429, { code: 1102, message: "Resource pack depleted/expired (prepaid scenario)" }],
  [
    "Tencent's account",
    400,
    { Response: { Error: { Code: "ResourceInsufficient.ChargeResourceExhaust", Message: "账号计费资源包余量耗尽" } } },
  ],
  ["Tencent", 400, { Response: { Error: { Code: "FailedOperation.ResourcePackExhausted", Message: "The resource pack is exhausted" } } }],
  [
    "Cloudflare",
    429,
    { errors: [{ message: "AiError: you have used up your daily free allocation of 10,000 neurons", code: 4006 }], success: false },
  ],
  ["NVIDIA", 403, { title: "Forbidden", detail: "Account 'x': Cloud credits expired - Please contact NVIDIA representatives" }],
  ["New API", 403, error("预扣费额度失败, 用户剩余额度: $0.01", { type: "new_api_error", code: "insufficient_user_quota" })],
  ["One API", 401, error("该令牌额度已用尽", { type: "one_api_error" })],
  [
    "xAI's status of a limit",
    429,
    { code: "Some resource has been exhausted", error: "Your team has used all available credits or reached its monthly spending limit." },
  ],
  [
    "opencode Zen",
    401,
    anthropic("CreditsError", "Insufficient balance. Manage your billing here: https://opencode.ai/workspace/w/billing"),
  ],
  [
    "opencode Zen's payment",
    401,
    anthropic("CreditsError", "No payment method. Add a payment method here: https://opencode.ai/workspace/w/billing"),
  ],
  ["opencode Zen's month", 401, anthropic("MonthlyLimitError", "Your workspace has reached its monthly spending limit of $20.")],
  [
    "Z.ai's plan",
    429,
    error("Your GLM Coding Plan package has expired and is temporarily unavailable. You can resume after renewing", { code: "1309" }),
  ],
  ["MiniMax", 429, anthropic("insufficient_balance_error", "insufficient balance (1008)")],
  ["Chutes", 429, { detail: "Quota exceeded and account balance is $0.0, please pay with fiat or send tao" }],
  ["Cohere's month", 429, { message: "You are using a Trial key, which is limited to 1000 API calls / month." }],
  [
    "Perplexity",
    401,
    error("You exceeded your current quota, please check your plan and billing details.", { type: "insufficient_quota", code: 401 }),
  ],
  ["Upstage", 403, error("Insufficient credit. Please register a payment method.", { code: "insufficient_credit" })],
  ["Hume", 400, { status: 400, code: "E0300", message: "Exhausted credit balance." }],
  ["Luma", 400, { detail: "Insufficient credits" }],
  ["Leonardo", 400, { error: "not enough api tokens", path: "$", code: "unexpected" }],
  ["Recraft", 400, { code: "not_enough_credits", message: "Not enough credits to perform the operation" }],
  ["Novita, by a code", 403, { code: 403, reason: "BILLING_BALANCE_NOT_ENOUGH", message: "BILLING_BALANCE_NOT_ENOUGH" }],
  ["Recraft, by a code", 400, { code: "not_enough_credits" }],
  ["Portkey", 412, error("Budget exhausted")],
  ["OpenRouter's budgets", 403, error("API key budget limit exceeded (daily limit)", { code: 403 })],
  ["Segmind", 406, { error: "Insufficient credits" }],
  ["Tencent's packs", 400, { Response: { Error: { Code: "ResourceUnavailable.ResourcePackageRunOut", Message: "It is used up." } } }],
  [
    "watsonx.ai",
    403,
    { errors: [{ code: "token_quota_reached", message: "This request exceeds the quota of the plan." }], status_code: 403 },
  ],
  ["Vercel's gateway", 402, error("Insufficient funds. Please add credits to your account.", { type: "insufficient_funds" })],
  ["Deepgram", 402, { err_code: "ASR_PAYMENT_REQUIRED", err_msg: "Project does not have enough credits for an ASR request." }],
];

const overloads: Row[] = [
  ["Amazon", 503, { message: "Bedrock is unable to process your request." }, amazon("ServiceUnavailableException")],
  ["Fireworks", 503, error("Deployment overloaded, please try again later", { code: "DEPLOYMENT_OVERLOADED" })],
  [
    "NVIDIA NIM",
    503,
    error("ResourceExhausted: Worker local total request limit reached (16/16)", { type: "Service Unavailable", code: 503 }),
  ],
  ["MiniMax", 529, anthropic("overloaded_error", "High traffic detected. Please try again. (2064)")],
  ["Hugging Face", 503, { error: "Model too busy, unable to get response in less than 60 second(s)" }],
  ["Venice", 503, { error: "The model is at capacity. Please try again later." }],
  ["SiliconFlow", 503, { code: 50505, message: "Model service overloaded. Please try again later.", data: null }],
];

/** What no other key changes. */
const denials: Row[] = [
  ["OpenAI's unverified organizations", 403, error("Your organization must be verified to use the model `gpt-image-1`.")],
  ["Amazon's models", 403, { message: "You don't have access to the model with the specified model ID." }, amazon("AccessDeniedException")],
  [
    "Ollama's paid models",
    403,
    { error: "this model requires a subscription, upgrade for access: https://ollama.com/upgrade (ref: b7b9f6f9)" },
  ],
  ["Google's projects", 403, error("Your project has been denied access. Please contact support.", { status: "PERMISSION_DENIED" })],
  ["Google's terms", 403, error("This service has been disabled in this account for violation of Terms of Service.")],
  ["Azure's subscriptions", 403, error("The subscription is disabled", { code: "SubscriptionDisabled" })],
];

const read = (status: number, body: object, headers: Headers = {}) =>
  errorOfBody("p", status, JSON.stringify(body), headers, (text) => text);

describe("a refusal means", () => {
  test.each(limits)("a limit of requests: %s", (_, status, body, headers) => {
    expect(read(status, body, headers)).toMatchObject({ code: "rate_limit_exceeded", acceptance: "refused" });
  });
  test.each(credits)("no credits: %s", (_, status, body, headers) => {
    expect(read(status, body, headers)).toMatchObject({ code: "insufficient_quota", acceptance: "refused" });
  });
  test.each(overloads)("an overload: %s", (_, status, body, headers) => {
    expect(read(status, body, headers)).toMatchObject({ message: expect.stringContaining("p is overloaded"), acceptance: "refused" });
  });
  test.each(denials)("no access: %s", (_, status, body, headers) => {
    expect(read(status, body, headers)).toMatchObject({ code: "api_error", kind: "other", acceptance: "refused" });
  });
});

/** Errors in the place of an answer, whose status was 200. */
test.each<[string, object, string]>([
  ["Gemini's minute", gemini(), "rate_limit_exceeded"],
  ["Gemini's minute with a delay", error(`${plan} Please retry in 27.5s.`, { code: 429 }), "rate_limit_exceeded"],
  ["Amazon's event", { throttlingException: { message: "Too many tokens" } }, "rate_limit_exceeded"],
  ["MiniMax's limit", { base_resp: { status_code: 1002, status_msg: "rate limit" } }, "rate_limit_exceeded"],
  ["MiniMax's balance", { base_resp: { status_code: 1008, status_msg: "insufficient balance" } }, "insufficient_quota"],
  ["MiniMax's key", { base_resp: { status_code: 1004, status_msg: "login fail: Please carry the API secret key" } }, "api_error"],
  ["PiAPI's credits", { code: 500, data: { error: { message: "insufficient credits" } }, message: "failed" }, "insufficient_quota"],
  ["Suno's credits", { code: 429, msg: "The current credits are insufficient. Please top up." }, "insufficient_quota"],
  ["Suno's frequency", { code: 430, msg: "Your call frequency is too high. Please try again later." }, "rate_limit_exceeded"],
  ["Kling's balance", { code: 1102, message: "Account balance not enough" }, "insufficient_quota"],
  [
    "Tencent's jobs",
    { Response: { Error: { Code: "RequestLimitExceeded.JobNumExceed", Message: "JobNum exceed limit" } } },
    "rate_limit_exceeded",
  ],
  ["Volcengine's images", { code: 50430, message: "Request Has Reached API Concurrent Limit, Please Try Later" }, "rate_limit_exceeded"],
  ["Volcengine's overload", error("Please try again later.", { code: "ServerOverloaded", type: "TooManyRequests" }), "rate_limit_exceeded"],
  ["Zhipu's overload", error("该模型当前访问量过大，请您稍后再试", { code: "1305" }), "rate_limit_exceeded"],
  ["Zhipu's limit", error("您的账户已达到速率限制，请您控制请求频率", { code: "1302" }), "rate_limit_exceeded"],
  ["NVIDIA NIM's workers", error("ResourceExhausted: Worker local total request limit reached (32/32)"), "rate_limit_exceeded"],
  ["Amazon's overload", { serviceUnavailableException: { message: "Bedrock is unable to process your request." } }, "rate_limit_exceeded"],
  [
    "OpenAI's overload",
    { type: "response.failed", response: { error: { code: "server_is_overloaded", message: "Our servers are overloaded." } } },
    "rate_limit_exceeded",
  ],
  ["Baidu's limit", { error_code: 18, error_msg: "Open api qps request limit reached" }, "rate_limit_exceeded"],
])("a reported error means: %s", (_, reported, code) => {
  const read = readProviderError({ name: "p", redact: (text) => text }, undefined, new StreamedError(reported));
  expect(read).toMatchObject({ code, acceptance: "refused" });
});

const python = (...fields: string[]) =>
  error(`[${fields.map((one) => `{'type': 'enum', 'loc': ('body', '${one}'), 'msg': "Input should be 'nova'"}`).join(", ")}]`, {
    param: null,
  });

/** Sources: issues of openai-node, sub2api and Kokoro-FastAPI. */
test.each<[string, object, string | undefined]>([
  ["OpenAI's speech", python("voice"), "voice"],
  ["OpenAI's speech, behind another field", python("input", "response_format"), "format"],
  [
    "a gateway that leaves `param` out",
    error("HTTP 400: Transparent background is not supported for this model. | invalid_value"),
    "background",
  ],
  ["an unknown name", error("Unknown parameter: 'output_format'."), "output_format"],
  ["Kokoro", { detail: { error: "validation_error", message: "Voice 'robot' not found. Available voices: af_bella" } }, "voice"],
  ["a size", error("Invalid size '512x512'."), "size"],
  ["an aspect ratio", error("aspect ratio 7:3 is not supported"), "aspect_ratio"],
  ["a name in another case", error("Unknown parameter: 'generateAudio'."), "generate_audio"],
  ["nothing of a request", error("The prompt is not supported."), undefined],
  ["a feature", error("The voice cloning is not available on your plan."), undefined],
  ["a file", error("The input file size is not supported."), undefined],
])("a refusal names an option in words: %s", (_, body, param) => {
  expect(read(400, body).param).toBe(param);
});

test("an error that is read again names whoever it is read for", () => {
  const thrown = new StreamedError({ error: { message: "Bad" } });
  const read = (name: string) => readProviderError({ name, redact: (text) => text }, undefined, thrown).message;
  expect(["first", "second"].map(read)).toEqual([expect.stringContaining("first"), expect.stringContaining("second")]);
});
