/** The forms in which providers say that an account has no credits, or that they are overloaded: whatever the status, nothing was generated. */

/** A form that is recognized by its words, with what it was read from. */
interface ErrorForm {
  source: string;
  words: RegExp;
}

/** Forms that hold for any status of a refusal. */
const creditForms: readonly ErrorForm[] = [
  { source: "OpenAI, error codes", words: /insufficient_quota|billing_hard_limit|billing (?:hard )?(?:limit|details)|billing_not_active/i },
  { source: "Anthropic, errors", words: /credit balance is too low|\bbilling_error\b/i },
  { source: "DashScope, error codes", words: /\barrearage\b|account is in good standing/i },
  {
    source: "Groq, spend limits",
    words: /blocked_api_access|spend(?:ing)? limit (?:has been |was |is )?(?:reached|exceeded)|exceeded (?:its|your) spend/i,
  },
  { source: "LiteLLM, budgets", words: /\bbudget_exceeded\b|budget (?:has been )?exceeded|exceeded ?budget|over budget/i },
  {
    source: "xAI, billing",
    words: /(?:doesn.t|does not|don.t) have (?:any|enough|sufficient) credits|used all available credits|monthly spending limit/i,
  },
  { source: "OpenRouter, limits", words: /key limit exceeded|insufficient credits|requires more credits/i },
  { source: "Mistral, subscriptions", words: /inactive subscription|subscription or usage limit reached/i },
  { source: "Moonshot, errors", words: /exceeded_current_quota|account [^.]{0,80}is suspended/i },
  { source: "Zhipu, error codes", words: /\bin arrears\b|please recharge|no resource package/i },
  { source: "fal, errors", words: /exhausted balance|top up your balance/i },
  { source: "ElevenLabs, errors", words: /\d credits remaining|credits are required/i },
  { source: "Hugging Face, inference providers", words: /monthly included credits|included usage/i },
  { source: "Google, billing", words: /prepa(?:id|yment) credits are depleted|requires billing to be enabled|billing_disabled/i },
  { source: "Novita, errors", words: /not_enough_balance/i },
  { source: "Fireworks, accounts", words: /failure to pay|past invoices/i },
  {
    source: "DeepSeek, MiniMax, SiliconFlow, Replicate and others",
    words:
      /insufficient[_ -]?(?:account[_ ])?(?:balance|credits?|funds)|(?:account )?balance (?:is )?(?:insufficient|not enough|too low|exhausted)/i,
  },
  {
    source: "Together, Stability, Runway, Deepgram and others",
    words:
      /payment[_ ]required|(?:out of|no|not enough|add|purchase|buy) (?:more )?credits?\b|credits? (?:limit exceeded|(?:balance )?(?:is |are )?(?:too low|used up|exhausted|depleted))/i,
  },
];

/** "quota" alone is also used for the requests of a minute. */
export const hasNoCredits = (words: string): boolean => creditForms.some((form) => form.words.test(words));

const overloadForms: readonly ErrorForm[] = [
  {
    source: "Anthropic, errors; OpenAI, error codes; Gemini, troubleshooting; TGI",
    words: /\boverloaded(?:_error)?\b|server_is_overloaded/i,
  },
  {
    source: "Mistral, Cloudflare, Groq",
    words: /(?:over|at|out of|no|insufficient) capacity|capacity (?:exceeded|temporarily)|capacity_exceeded/i,
  },
  {
    source: "Ollama, vLLM, LocalAI",
    words: /server (?:is )?(?:too )?busy|maximum pending requests|queue is full|too many (?:pending|queued) requests/i,
  },
  { source: "Gemini, DeepSeek", words: /(?:high|heavy) (?:demand|traffic|load)|model_is_busy|engine_overloaded|slow_?down/i },
];

export const isOverloaded = (words: string): boolean => overloadForms.some((form) => form.words.test(words));
