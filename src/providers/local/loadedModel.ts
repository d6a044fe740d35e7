/** A model in the memory of the engine's process, and one generation with it. */
import * as z from "zod/mini";
import { present } from "../../contract/present.ts";
import type { EngineRequest, FromEngine, HistoryItem } from "./engineMessages.ts";
import { grammarSchema, withoutAbsent } from "./grammarSchema.ts";
import type { ChatItem, Llama, LlamaChat, LlamaContext, LlamaModel, LlamaModule } from "./llamaModule.ts";

/** Why nothing was generated. */
export class GenerationError extends Error {
  override readonly name = "GenerationError";
  readonly kind: Extract<FromEngine, { type: "failed" }>["kind"];

  constructor(kind: GenerationError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

type Report = (part: { type: "text" | "thought"; text: string } | { type: "call"; name: string; arguments: string }) => void;
type Ended = Pick<Extract<FromEngine, { type: "ended" }>, "reason" | "read" | "written">;

/** llama.cpp's own values. */
const sampling = { temperature: 0.8, topP: 0.95, topK: 40, minP: 0.05 };

export class LoadedModel {
  readonly file: string;
  readonly maximumContext: number;
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #context: LlamaContext;
  readonly #sequence: ReturnType<LlamaContext["getSequence"]>;
  readonly #chat: LlamaChat;

  private constructor(
    file: string,
    maximumContext: number,
    llama: Llama,
    model: LlamaModel,
    context: LlamaContext,
    Chat: LlamaModule["LlamaChat"],
  ) {
    this.file = file;
    this.maximumContext = maximumContext;
    this.#llama = llama;
    this.#model = model;
    this.#context = context;
    this.#sequence = context.getSequence();
    this.#chat = new Chat({ contextSequence: this.#sequence });
  }

  /** `context`: tokens at most; the model's own length and the memory may allow fewer. Rejects with a GenerationError. */
  static async load(llama: Llama, { LlamaChat: Chat }: LlamaModule, { file, context: maximum }: EngineRequest): Promise<LoadedModel> {
    let model: LlamaModel | undefined;
    try {
      model = await llama.loadModel({ modelPath: file });
      const context = await model.createContext({
        contextSize: { max: Math.min(maximum, model.trainContextSize) },
        // One is left to the editor: threads that wait for each other use their cores meanwhile.
        threads: Math.max(1, llama.cpuMathCores - 1),
      });
      return new LoadedModel(file, maximum, llama, model, context, Chat);
    } catch (error) {
      await model?.dispose();
      throw new GenerationError("model", error instanceof Error ? error.message : "The file cannot be loaded.");
    }
  }

  async generate(request: EngineRequest, signal: AbortSignal, report: Report): Promise<Ended> {
    const history = request.history.map(chatItem);
    const isCall = request.calls === "required" && request.functions.length > 0;
    const asked = request.schema && grammarSchema(request.schema, { absentAsNull: false });
    const schema = isCall ? callSchema(request.functions) : asked;
    const usesFunctions = schema === undefined && request.calls !== "none" && request.functions.length > 0;
    const functions = Object.fromEntries(
      request.functions.map(({ name, description, parameters }) => [
        name,
        { description, params: grammarSchema(parameters, { absentAsNull: true }) },
      ]),
    );
    const tools = usesFunctions ? ({ functions, documentFunctionParams: true } as const) : {};
    const read = this.#countTokens(history, usesFunctions ? functions : undefined);
    const room = this.#context.contextSize - read;
    if (room < 1)
      throw new GenerationError(
        "tooLong",
        `The prompt has ${read} tokens, and the model's context length is ${this.#context.contextSize}.`,
      );
    const grammar = schema === undefined ? undefined : await this.#llama.createGrammarForJsonSchema(schema);
    const before = this.#sequence.tokenMeter.getState();
    let written = "";
    const answer = await this.#chat.generateResponse(history, {
      ...sampling,
      ...present({ temperature: request.temperature, topP: request.topP, seed: request.seed }),
      // Beyond the context, the engine would forget the beginning of the dialogue.
      maxTokens: Math.min(request.maximumTokens ?? room, room),
      signal,
      stopOnAbortSignal: true,
      ...(grammar ? { grammar } : tools),
      ...(usesFunctions && request.calls === "one" ? { maxParallelFunctionCalls: 1 } : {}),
      onResponseChunk({ type, text }) {
        if (text === "") return;
        if (isCall) written += text;
        else report({ type: type === "segment" ? "thought" : "text", text });
      },
    });
    const used = { read, written: this.#sequence.tokenMeter.diff(before).usedOutputTokens };
    const isCut = answer.metadata.stopReason === "maxTokens";
    const call = (name: string, given: unknown) => {
      const parameters = request.functions.find((one) => one.name === name)?.parameters;
      report({ type: "call", name, arguments: JSON.stringify(withoutAbsent(given ?? {}, parameters)) });
    };
    if (isCall && !isCut && !signal.aborted) {
      const { name, arguments: given } = readCall(written);
      call(name, given);
    }
    for (const { functionName, params } of answer.functionCalls ?? []) call(functionName, params);
    if (isCut) return { ...used, reason: "length" };
    return { ...used, reason: isCall || (answer.functionCalls?.length ?? 0) > 0 ? "calls" : "stop" };
  }

  async dispose(): Promise<void> {
    this.#chat.dispose();
    await this.#context.dispose();
    await this.#model.dispose();
  }

  #countTokens(chatHistory: readonly ChatItem[], functions: object | undefined): number {
    const options =
      functions === undefined
        ? { chatHistory }
        : { chatHistory, availableFunctions: { ...functions }, documentFunctionParams: true as const };
    return this.#chat.chatWrapper.generateContextState(options).contextText.tokenize(this.#model.tokenizer).length;
  }
}

function chatItem(item: HistoryItem): ChatItem {
  if (item.type !== "model") return item;
  return {
    type: "model",
    response: item.parts.map((part) => {
      switch (part.type) {
        case "text":
          return part.text;
        case "thought":
          return { type: "segment", segmentType: "thought", text: part.text, ended: true };
        default:
          return { type: "functionCall", name: part.name, params: part.arguments, result: part.result };
      }
    }),
  };
}

/** A call that must be made, as JSON. */
function callSchema(functions: EngineRequest["functions"]): object {
  const calls = functions.map(({ name, parameters }) => ({
    type: "object",
    properties: { name: { const: name }, arguments: grammarSchema(parameters, { absentAsNull: true }) },
    required: ["name", "arguments"],
    additionalProperties: false,
  }));
  const [only, ...others] = calls;
  return only !== undefined && others.length === 0 ? only : { oneOf: calls };
}

const writtenCallSchema = z.object({ name: z.string(), arguments: z.unknown() });
/** The grammar has made it valid. */
const readCall = (text: string) => writtenCallSchema.parse(JSON.parse(text));
