/** The demo as a language model: it streams an answer token by token at the service's speed. */
import { setTimeout as sleep } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { countTokens, splitTokens } from "../contract/countTokens.ts";
import { faultOf } from "../contract/faultModels.ts";
import { callFunction } from "./callFunction.ts";
import { slowness, workingModelOf } from "./faults.ts";
import { readPrompt } from "./readPrompt.ts";
import type { DemoRequest, GenerationResult, TextResult } from "./request.ts";

export interface LanguageModelOptions {
  generate(request: DemoRequest, signal: AbortSignal): Promise<GenerationResult>;
  /** 0 is as fast as possible. */
  tokensPerSecond: number;
}

/** How many parts are passed on at once if they are due. */
const partsPerPull = 64;

/** The service counts the tokens. */
const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** A part of the stream: complete parts of a result, whose texts are sent token by token. */
type Piece = { type: "reasoning" | "text"; text: string; isRefusal?: boolean } | { type: "parts"; parts: LanguageModelV4StreamPart[] };

interface Answer {
  pieces: Piece[];
  citations: TextResult["citations"];
  finishReason: LanguageModelV4FinishReason["unified"];
  /** Whether to fail with an error after half of the tokens. */
  breaks: boolean;
}

export function createDemoLanguageModel(modelId: string, options: LanguageModelOptions): LanguageModelV4 {
  async function makeAnswer(call: LanguageModelV4CallOptions, signal: AbortSignal): Promise<{ answer: Answer; prompt: string }> {
    const request = readPrompt(workingModelOf(modelId, "text"), call);
    const prompt = request.turns.findLast((turn) => turn.role === "user")?.text ?? "";
    const called = callFunction(call, prompt);
    if (called)
      return { answer: { pieces: [{ type: "parts", parts: called }], citations: [], finishReason: "tool-calls", breaks: false }, prompt };
    const result = await options.generate(request, signal);
    if (result.kind !== "text") throw new TypeError("A text was asked for.");
    return { answer: applyFault(modelId, limitTokens(describeResult(result), call.maxOutputTokens)), prompt };
  }

  /** Yields a promise where the next part is not due yet. */
  function* stream(answer: Answer, prompt: string, createSignal: () => AbortSignal): Generator<LanguageModelV4StreamPart | Promise<void>> {
    const { tokensPerSecond } = options;
    const slow = slowness(modelId, prompt);
    const tokens = answer.breaks || slow > 0 ? countAll(answer) : 0;
    const pause = createPacer(tokens > 0 && slow > 0 ? slow / tokens : tokensPerSecond > 0 ? 1000 / tokensPerSecond : 0, createSignal);
    yield { type: "stream-start", warnings: [] };
    let sent = 0;
    for (const [index, piece] of answer.pieces.entries()) {
      if (piece.type === "parts") {
        yield* piece.parts;
        continue;
      }
      const id = String(index);
      yield { type: `${piece.type}-start`, id, ...(piece.isRefusal ? { providerMetadata: { demo: { refusal: true } } } : {}) };
      for (const delta of splitTokens(piece.text)) {
        const wait = pause();
        if (wait) yield wait;
        if (answer.breaks && sent > tokens / 2) {
          yield { type: "error", error: new Error("The demo model breaks off as it was asked to.") };
          return;
        }
        sent += 1;
        yield { type: `${piece.type}-delta`, id, delta };
      }
      if (piece.type === "reasoning") yield { type: "reasoning-end", id };
      else yield { type: "text-end", id, citations: answer.citations.map(citation) };
    }
    yield { type: "finish", usage: noUsage, finishReason: { unified: answer.finishReason, raw: undefined } };
  }

  async function doStream(call: LanguageModelV4CallOptions) {
    const leaving = new AbortController();
    const { abortSignal = leaving.signal } = call;
    const { answer, prompt } = await makeAnswer(call, abortSignal);
    const parts = stream(answer, prompt, () => AbortSignal.any([abortSignal, leaving.signal]));
    let waiting: Promise<void> | undefined;
    return {
      stream: new ReadableStream<LanguageModelV4StreamPart>(
        {
          async pull(controller) {
            await waiting;
            waiting = undefined;
            for (let count = 0; count < partsPerPull; count += 1) {
              const { done, value } = parts.next();
              if (done) return controller.close();
              if (!(value instanceof Promise)) controller.enqueue(value);
              else if (count === 0) await value;
              else {
                waiting = value;
                // It is handled by the next call, if there is one.
                value.catch(() => undefined);
                return;
              }
            }
          },
          cancel: () => leaving.abort(),
        },
        { highWaterMark: 0 },
      ),
    };
  }

  return {
    specificationVersion: "v4",
    provider: "demo",
    modelId,
    supportedUrls: {},
    doStream,
    async doGenerate(call) {
      const { answer } = await makeAnswer(call, call.abortSignal ?? new AbortController().signal);
      const content = answer.pieces.flatMap((piece): LanguageModelV4Content[] => {
        if (piece.type !== "parts") return [{ type: piece.type, text: piece.text }];
        return piece.parts.flatMap((part) => (part.type === "tool-call" || part.type === "tool-result" ? [part] : []));
      });
      return { content, finishReason: { unified: answer.finishReason, raw: undefined }, usage: noUsage, warnings: [] };
    },
  };
}

function describeResult(result: TextResult): Answer {
  const pieces: Piece[] = [];
  if (result.reasoning !== undefined) pieces.push({ type: "reasoning", text: result.reasoning });
  if (result.image) pieces.push({ type: "parts", parts: drawnImage(result.image.bytes) });
  pieces.push({ type: "text", text: result.text });
  return { pieces, citations: result.citations, finishReason: "stop", breaks: false };
}

/** The form in which providers report an image drawn by their own tool. */
function drawnImage(bytes: Uint8Array): LanguageModelV4StreamPart[] {
  const call = { toolCallId: "image", toolName: "image_generation" };
  const result = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return [
    { type: "tool-call", ...call, input: "{}", providerExecuted: true },
    { type: "tool-result", ...call, result: { result } },
  ];
}

const citation = ({ url, title, start, end }: TextResult["citations"][number]) => ({
  source: { type: "source" as const, sourceType: "url" as const, id: url, url, title },
  startIndex: start,
  endIndex: end,
});

function countAll({ pieces }: Answer): number {
  return pieces.reduce((sum, piece) => sum + (piece.type === "parts" ? 0 : countTokens(piece.text)), 0);
}

/** The limit applies to the reasoning first, and then to the text. */
function limitTokens(answer: Answer, limit: number | undefined): Answer {
  if (limit === undefined || countAll(answer) <= limit) return answer;
  let left = limit;
  const pieces = answer.pieces.map((piece): Piece => {
    if (piece.type === "parts") return piece;
    const kept = splitTokens(piece.text).slice(0, left);
    left -= kept.length;
    return { ...piece, text: kept.join("") };
  });
  const text = pieces.findLast((piece) => piece.type === "text");
  const length = text?.type === "text" ? text.text.length : 0;
  return { ...answer, pieces, citations: answer.citations.filter(({ end }) => end <= length), finishReason: "length" };
}

function applyFault(modelId: string, answer: Answer): Answer {
  switch (faultOf(modelId)) {
    case "fault-refusal":
      return {
        ...answer,
        pieces: [{ type: "text", text: "The demo model declines this request.", isRefusal: true }],
        citations: [],
        finishReason: "content-filter",
      };
    case "fault-incomplete": {
      const reasoning = answer.pieces.reduce((sum, piece) => sum + (piece.type === "reasoning" ? countTokens(piece.text) : 0), 0);
      return limitTokens(answer, reasoning + Math.ceil((countAll(answer) - reasoning) / 2));
    }
    case "fault-stream-error":
      return { ...answer, breaks: true };
    default:
      return answer;
  }
}

/** Returns a function whose promise resolves when the next token is due; undefined: it is due now. */
function createPacer(interval: number, createSignal: () => AbortSignal): () => Promise<void> | undefined {
  if (interval === 0) return () => undefined;
  const signal = createSignal();
  let due = performance.now();
  return () => {
    due += interval;
    const wait = due - performance.now();
    return wait > 0 ? sleep(wait, undefined, { signal }) : undefined;
  };
}
