/** The forms in which providers say that an account has no credits, or that they are overloaded: whatever the status, nothing was generated. */

/** A form that is recognized by its words, with what it was read from. */
interface ErrorForm {
  source: string;
  words: RegExp;
}

/** Forms that hold for any status of a refusal, also where it asks to wait: some gateways ask that of every refusal. */
const creditForms: readonly ErrorForm[] = [
  { source: "OpenAI, error codes", words: /billing_hard_limit|billing (?:hard )?limit|billing_not_active/i },
  {
    source: "Anthropic, errors; its usage limits",
    words:
      /credit balance is too low|\bbilling_error\b|specified API usage limits|(?:extra usage is|usage credits are) required|out of extra usage/i,
  },
  {
    source: "DashScope, error codes",
    words:
      /\barrearage\b|account is in good standing|free ?tier ?only|free tier of the model has been exhausted|commodity ?(?:has )?not ?purchased/i,
  },
  {
    source: "Volcengine, DashScope and Tencent, accounts that are overdue",
    words: /(?:account|service|bill) ?(?:balance )?(?:is )?overdue|overdue (?:balance|payment)/i,
  },
  {
    source: "Volcengine, Cloudflare and Kimi, limits of plans",
    words:
      /setlimitexceeded|set inference limit|exhausted its free (?:tier|trial)|daily free allocation|usage limit for this billing cycle/i,
  },
  {
    source: "Bedrock, Vercel and Cohere, means of payment",
    words: /payment[_ ]instrument|credit card on file|add or update your payment/i,
  },
  {
    source: "Groq and Google, spend limits",
    words: /blocked_api_access|spend(?:ing)? limit (?:has been |was |is )?(?:reached|exceeded)|exceeded (?:its|your) (?:monthly )?spend/i,
  },
  {
    source: "LiteLLM, budgets; OpenRouter, budgets of keys; Portkey, error 412",
    words: /\bbudget_exceeded\b|budget (?:limit )?(?:has been |is )?(?:exceeded|exhausted)|exceeded ?\w{0,10}budget|over budget/i,
  },
  {
    source: "xAI, billing",
    words:
      /(?:doesn.t|does not|don.t|do not) have (?:any|enough|sufficient) (?:credits|balance|funds)|used all available credits|monthly spending limit/i,
  },
  { source: "OpenRouter, limits", words: /key limit exceeded|insufficient credits|requires more credits/i },
  { source: "Mistral, subscriptions", words: /inactive subscription|subscription or usage limit reached/i },
  { source: "Moonshot, errors", words: /exceeded_current_quota|account [^.]{0,80}is suspended/i },
  { source: "Zhipu, error codes", words: /\bin arrears\b|please recharge|no resource package|余额不足|欠费/i },
  {
    source: "Kling and Tencent, error codes",
    words: /resource ?pack(?:age)? ?(?:is )?(?:exhausted|depleted|run ?out)|chargeresourceexhaust/i,
  },
  { source: "opencode Zen and Baseten, means of payment", words: /\bCreditsError\b|\bno payment method\b/i },
  { source: "Z.ai, error 1309", words: /\bplan package has expired|resume after renewing/i },
  { source: "Chutes and Cohere, quotas of accounts", words: /account balance is \$-?0|limited to \d+ API calls ?\/ ?month/i },
  { source: "watsonx.ai and Leonardo, errors", words: /token_quota_reached|not enough api tokens/i },
  { source: "New API and One API, errors", words: /insufficient_user_quota|user quota is not enough|额度不足|额度失败|额度已用尽/i },
  { source: "fal, errors", words: /exhausted balance|top up your balance/i },
  {
    source: "ElevenLabs, errors",
    words: /\d credits remaining|credits are required|\bpayment_issue\b|incomplete payment|purchase any paid (?:plan|subscription)/i,
  },
  { source: "Hugging Face, inference providers", words: /monthly included credits|included usage/i },
  {
    source: "Google, billing; a limit of 0, which no wait changes",
    words: /prepa(?:id|yment) credits are depleted|requires billing to be enabled|billing_disabled|\bdunning\b|\blimit:? 0\b(?![.,]?\d)/i,
  },
  { source: "Novita, errors", words: /not_enough_balance/i },
  { source: "Fireworks, accounts", words: /failure to pay|past invoices/i },
  {
    source: "DeepSeek, MiniMax, SiliconFlow, Replicate and others",
    words:
      /insufficient[_ -]?(?:account[_ ])?(?:balance|credits?|funds)|(?:balance|credits)[_ ](?:is |are )?(?:insufficient|not[_ ]enough|too low|exhausted)/i,
  },
  {
    source: "Together, Stability, Runway, Deepgram, Hume and others",
    words:
      /payment[_ ]required|(?:out of|no|not enough|add|purchase|buy|exhausted) (?:more )?credits?\b|\bnot_enough_credits\b|credits? (?:limit exceeded|expired|(?:balance )?(?:is |are )?(?:too low|used up|exhausted|depleted))/i,
  },
];

/** OpenAI's words for an account without credits, which others also use for the limit of a minute. "quota" alone says nothing. */
const openaiForm = /insufficient_quota|billing details/i;
const minuteForms: readonly ErrorForm[] = [
  { source: "Gemini, rate limits", words: /resource_exhausted|ai\.google\.dev|generativelanguage/i },
  { source: "DashScope, error codes: limits of tokens", words: /error-code#(?:token|rate)-limit/i },
];

/** `isBilling`: whether its codes stand for a bill. `asksToWait`: for how long another attempt is to wait, which shows that a minute is meant. */
export function hasNoCredits(words: string, isBilling: boolean, asksToWait: boolean): boolean {
  if (creditForms.some((form) => form.words.test(words))) return true;
  return (isBilling || openaiForm.test(words)) && !asksToWait && !minuteForms.some((form) => form.words.test(words));
}

const overloadForms: readonly ErrorForm[] = [
  {
    source: "Anthropic and Volcengine, errors; OpenAI, error codes; Gemini, troubleshooting; TGI",
    words: /overloaded/i,
  },
  {
    source: "Mistral, Cloudflare, Groq",
    words: /(?:over|at|at max(?:imum)?|out of|no|insufficient) capacity|capacity (?:exceeded|temporarily|limits)|capacity_exceeded/i,
  },
  {
    source: "Ollama, vLLM, LocalAI, DeepSeek, SiliconFlow",
    words:
      /\b(?:server|service|system|model|engine) (?:is )?(?:currently )?(?:too )?busy|maximum pending requests|queue is full|too many (?:pending|queued) requests/i,
  },
  { source: "NVIDIA NIM; Zhipu, error 1305", words: /total request limit reached|访问量过大/i },
  { source: "Bedrock, errors", words: /\bServiceUnavailableException\b|Bedrock is unable to process/ },
  {
    source: "Gemini, DeepSeek, OpenAI",
    words: /(?:high|heavy) (?:demand|traffic|load)|model_is_busy|engine_overloaded|slow_?down|\bslow down[.!]?$/i,
  },
];

/** Cloudflare: the server behind it refused the connection, or could not be reached. */
const unreached: ReadonlySet<number> = new Set([521, 523]);
/** Of a 503, which gateways and engines send before anything is generated. */
const unreadyForms: readonly ErrorForm[] = [
  { source: "llama.cpp, Hugging Face", words: /\bloading model\b|\bmodel (?:\S{1,200} )?is (?:currently |still )?loading/i },
  { source: "OpenRouter", words: /\bno instances available/i },
  {
    source: "Envoy: nothing to send a request to, or too many of them",
    words: /no healthy upstream|reset reason: overflow|overload manager/i,
  },
  { source: "nginx, limits of requests; Amazon's load balancers without targets", words: /\b503 service temporarily unavailable\b/i },
];

/** NVIDIA's NIM says with a 400 that it has no healthy server for a model. */
const degraded = /\bDEGRADED function cannot be invoked/;

export const isUnready = (status: number, words: string): boolean =>
  unreached.has(status) ||
  (status === 400 && degraded.test(words)) ||
  (status === 503 && unreadyForms.some((form) => form.words.test(words)));

export const isOverloaded = (words: string): boolean => overloadForms.some((form) => form.words.test(words));

const limitForms: readonly ErrorForm[] = [
  { source: "MiniMax and Baidu, error codes", words: /\brate.?limit|\b(?:request|token) limit reached|too many requests/i },
  { source: "Volcengine, visual models; Zhipu, error 1302", words: /reached API (?:concurrent )?limit|速率限制/i },
  { source: "Suno API and Kie, error 430; Azure API Management, quotas", words: /call frequency is too high|out of call volume quota/i },
];

/** Of an error inside an answer that names no status. */
export const namesLimit = (words: string): boolean => limitForms.some((form) => form.words.test(words));

/** Limits without a 429: Azure's gateways and GitHub answer 403, services of songs 405 and 430. `asksToWait`: for how long. */
export const isLimited = (status: number | undefined, words: string, asksToWait: boolean): boolean =>
  status !== undefined && [403, 405, 430].includes(status) && (asksToWait || namesLimit(words));
