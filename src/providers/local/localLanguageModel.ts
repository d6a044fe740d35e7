/** The local engine as a language model of the AI SDK. */
import { randomUUID } from "node:crypto";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { present } from "../../contract/present.ts";
import type { EngineRequest, FromEngine } from "./engineMessages.ts";
import { EngineEnded, type LocalEngine } from "./localEngine.ts";
import { writeHistory } from "./writeHistory.ts";

/** The file of a model, and the tokens of its context at most. */
export interface LocalModelFile {
  file: string;
  context: number;
}

/** Called for a failure that the engine reports. */
type Fail = (reported: Extract<FromEngine, { type: "failed" }> | EngineEnded) => Error;

export function localLanguageModel(modelId: string, engine: LocalEngine, find: () => Promise<LocalModelFile>, fail: Fail): LanguageModelV4 {
  const stream = async (options: LanguageModelV4CallOptions) => {
    const request = writeRequest(await find(), options);
    return ReadableStream.from(readParts(engine.generate(request, options.abortSignal), fail));
  };
  return {
    specificationVersion: "v4",
    provider: "local",
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      const parts: LanguageModelV4StreamPart[] = [];
      for await (const part of await stream(options)) parts.push(part);
      const joined = (type: "text-delta" | "reasoning-delta") => parts.map((part) => (part.type === type ? part.delta : "")).join("");
      const finish = parts.find((part) => part.type === "finish");
      const [reasoning, text] = [joined("reasoning-delta"), joined("text-delta")];
      return {
        content: [
          ...(reasoning === "" ? [] : [{ type: "reasoning" as const, text: reasoning }]),
          ...(text === "" ? [] : [{ type: "text" as const, text }]),
          ...parts.filter((part) => part.type === "tool-call"),
        ],
        finishReason: finish?.finishReason ?? { unified: "other", raw: undefined },
        usage: finish?.usage ?? usageOf(undefined),
        warnings: [],
      };
    },
    doStream: async (options) => ({ stream: await stream(options) }),
  };
}

function writeRequest({ file, context }: LocalModelFile, options: LanguageModelV4CallOptions): EngineRequest {
  const { toolChoice, responseFormat, tools = [] } = options;
  const functions = tools.flatMap((tool) =>
    tool.type === "function" && (toolChoice?.type !== "tool" || toolChoice.toolName === tool.name)
      ? [
          {
            name: tool.name,
            ...present({ description: tool.description }),
            parameters: { type: "object", ...tool.inputSchema },
          },
        ]
      : [],
  );
  const calls = { auto: "auto", none: "none", required: "required", tool: "required" } as const;
  const single = options.providerOptions?.local?.parallelCalls === false;
  const choice = calls[toolChoice?.type ?? "auto"];
  return {
    file,
    context,
    history: writeHistory(options.prompt),
    functions,
    calls: choice === "auto" && single ? "one" : choice,
    ...(responseFormat?.type === "json" ? { schema: { ...(responseFormat.schema ?? { type: "object" }) } } : {}),
    ...present({ maximumTokens: options.maxOutputTokens, temperature: options.temperature, topP: options.topP, seed: options.seed }),
  };
}

async function* readParts(messages: AsyncIterable<FromEngine>, fail: Fail): AsyncGenerator<LanguageModelV4StreamPart> {
  try {
    yield* writeParts(messages, fail);
  } catch (error) {
    throw error instanceof EngineEnded ? fail(error) : error;
  }
}

async function* writeParts(messages: AsyncIterable<FromEngine>, fail: Fail): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  let open: { type: "text" | "reasoning"; id: string } | undefined;
  let blocks = 0;
  const close = (): LanguageModelV4StreamPart[] => {
    const closed = open;
    open = undefined;
    return closed === undefined ? [] : [{ type: `${closed.type}-end`, id: closed.id }];
  };
  for await (const message of messages) {
    switch (message.type) {
      case "text":
      case "thought": {
        const type = message.type === "text" ? "text" : "reasoning";
        if (open?.type !== type) {
          yield* close();
          open = { type, id: String(blocks) };
          blocks += 1;
          yield { type: `${type}-start`, id: open.id };
        }
        yield { type: `${type}-delta`, id: open.id, delta: message.text };
        break;
      }
      case "call":
        yield* close();
        yield { type: "tool-call", toolCallId: `call_${randomUUID()}`, toolName: message.name, input: message.arguments };
        break;
      case "failed":
        throw fail(message);
      case "ended":
        yield* close();
        yield {
          type: "finish",
          usage: usageOf(message),
          finishReason: { unified: message.reason === "calls" ? "tool-calls" : message.reason, raw: message.reason },
        };
    }
  }
}

function usageOf(ended: { read: number; written: number } | undefined): LanguageModelV4Usage {
  return {
    inputTokens: { total: ended?.read, noCache: ended?.read, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: ended?.written, text: undefined, reasoning: undefined },
  };
}
