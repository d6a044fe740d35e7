import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";

/** Why a model stopped. `reason` is the interface's word, or the provider's own if the interface has none. */
export type ModelEnd = { type: "complete" } | { type: "incomplete"; reason: string } | { type: "failed"; reason: string };

const complete: ModelEnd = { type: "complete" };
const atLimit: ModelEnd = { type: "incomplete", reason: "max_output_tokens" };
const filtered: ModelEnd = { type: "incomplete", reason: "content_filter" };

/** Words of providers without case and separators. Sources: the documentation of OpenAI, Anthropic, Google, Mistral, Cohere, Zhipu, vLLM. */
const ends: readonly (readonly [readonly string[], ModelEnd])[] = [
  [
    [
      ...["stop", "stopsequence", "endturn", "eos", "eostoken", "complete", "completed", "finished", "finish", "done", "end", "eosfound"],
      ...["toolcalls", "toolcall", "tooluse", "functioncall", "functioncalls", "pauseturn", "stopstr", "stopstring", "stoptoken"],
      ...[
        "tool",
        "function",
        "eot",
        "endofsequence",
        "stopcriteria",
        "stopstringfound",
        "stopphrasefound",
        "stopsequencehit",
        "normal",
        "word",
        "endoftext",
      ],
    ],
    complete,
  ],
  [
    [
      ...[
        "length",
        "maxtokens",
        "maxoutputtokens",
        "maxcompletiontokens",
        "maxnewtokens",
        "maxlength",
        "modellength",
        "limit",
        "tokenlimit",
        "outoftokens",
      ],
      ...[
        "modelcontextwindowexceeded",
        "contextlength",
        "contextlengthexceeded",
        "contextwindowexceeded",
        "errorlimit",
        "contextlengthreached",
      ],
    ],
    atLimit,
  ],
  [
    [
      ...["contentfilter", "contentfiltered", "safety", "sensitive", "refusal", "recitation", "blocklist", "prohibitedcontent", "spii"],
      ...["imagesafety", "imageprohibitedcontent", "guardrailintervened", "guardrails", "moderation", "flagged", "errortoxic", "language"],
      ...["block", "blocked"],
    ],
    filtered,
  ],
];
const known = new Map(ends.flatMap(([words, end]) => words.map((word) => [word, end] as const)));
/** Gemini writes what stopped the answer before its own word. */
const errorWords = /^(?:failed|failure)$|(?:malformedfunctioncall|unexpectedtoolcall|error)$/;

/** The provider's own word decides: packages classify words that they do not know as `other`. */
export function readAnswerEnd({ unified, raw }: LanguageModelV4FinishReason): ModelEnd {
  const word = (raw ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/^finishreason/, "");
  const found = known.get(word);
  if (found) return found;
  if (errorWords.test(word)) return { type: "failed", reason: raw ?? "" };
  if (/limit|max|exceeded|overflow/.test(word) && /length|token|context|output/.test(word)) return atLimit;
  if (/contentfilter|safety|moderat|prohibited/.test(word)) return filtered;
  switch (unified) {
    case "stop":
    case "tool-calls":
      return complete;
    case "length":
      return atLimit;
    case "content-filter":
      return filtered;
    case "error":
    case "interrupted":
      return { type: "failed", reason: raw ?? "" };
    case "other":
      return word === "" ? complete : { type: "incomplete", reason: raw ?? "" };
  }
}
