/** What is used of node-llama-cpp, which is not bundled. Source: its type declarations. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod/mini";

interface FunctionCall {
  type: "functionCall";
  name: string;
  params: unknown;
  result: unknown;
}

export type ChatItem =
  | { type: "system" | "user"; text: string }
  | { type: "model"; response: (string | FunctionCall | { type: "segment"; segmentType: "thought"; text: string; ended: true })[] };

interface Sequence {
  readonly contextSize: number;
  readonly tokenMeter: { getState(): object; diff(before: object): { usedOutputTokens: number } };
}

export interface LlamaContext {
  readonly contextSize: number;
  getSequence(): Sequence;
  dispose(): Promise<void>;
}

export interface LlamaModel {
  readonly trainContextSize: number;
  readonly tokenizer: object;
  createContext(options: { contextSize: { max: number }; threads: number }): Promise<LlamaContext>;
  dispose(): Promise<void>;
}

interface ChatFunctions {
  [name: string]: { description?: string | undefined; params: object };
}

interface GenerateOptions {
  maxTokens: number;
  temperature: number;
  topP: number;
  topK: number;
  minP: number;
  seed?: number;
  signal: AbortSignal;
  stopOnAbortSignal: true;
  grammar?: object;
  functions?: ChatFunctions;
  documentFunctionParams?: true;
  maxParallelFunctionCalls?: number;
  onResponseChunk(chunk: { type?: "segment" | undefined; segmentType?: string | undefined; text: string }): void;
}

export interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(options: {
      chatHistory: readonly ChatItem[];
      availableFunctions?: ChatFunctions;
      documentFunctionParams?: true;
    }): {
      contextText: { tokenize(tokenizer: object): readonly unknown[] };
    };
  };
  generateResponse(
    history: readonly ChatItem[],
    options: GenerateOptions,
  ): Promise<{
    functionCalls?: readonly { functionName: string; params: unknown }[];
    metadata: { stopReason: string };
  }>;
  dispose(): void;
}

export interface Llama {
  readonly cpuMathCores: number;
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: object): Promise<object>;
  dispose(): Promise<void>;
}

export interface LlamaModule {
  getLlama(options: { gpu: "auto"; build: "never"; skipDownload: true; logLevel: "disabled"; progressLogs: false }): Promise<Llama>;
  LlamaChat: new (options: { contextSequence: Sequence }) => LlamaChat;
}

const moduleSchema = z.custom<LlamaModule>(
  (value) => typeof value === "object" && value !== null && "getLlama" in value && "LlamaChat" in value,
);

/** `folder`: of the installed engine. */
export async function importLlama(folder: string): Promise<LlamaModule> {
  const entry = path.join(folder, "node_modules", "node-llama-cpp", "dist", "index.js");
  return moduleSchema.parse(await import(pathToFileURL(entry).href));
}
