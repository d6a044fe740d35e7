/** llama.cpp in this process, with a small model that a script generates. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod/mini";
import { importPackage } from "../../scripts/testing/installPackage.ts";
import { writeBigramModel } from "./bigramModel.ts";

const version = "3.22.1";

interface GenerateOptions {
  maxTokens: number;
  temperature: number;
  seed: number;
  signal: AbortSignal;
  stopOnAbortSignal: boolean;
  grammar?: object;
  onTextChunk(text: string): void;
}
interface Completion {
  generateCompletion(prompt: string, options: GenerateOptions): Promise<string>;
}
interface Context {
  getSequence(): object;
}
interface Model {
  createContext(options: { contextSize: number; threads: number }): Promise<Context>;
  tokenize(text: string): readonly number[];
}
interface Llama {
  loadModel(options: { modelPath: string; gpuLayers: number }): Promise<Model>;
  createGrammarForJsonSchema(schema: object): Promise<object>;
  dispose(): Promise<void>;
}
interface LlamaModule {
  getLlama(options: { gpu: false; build: "never"; logLevel: "error" }): Promise<Llama>;
  LlamaCompletion: new (options: { contextSequence: object }) => Completion;
}
const moduleSchema = z.custom<LlamaModule>(
  (value) => typeof value === "object" && value !== null && "getLlama" in value && "LlamaCompletion" in value,
);

export interface CompleteOptions {
  maxTokens: number;
  signal: AbortSignal;
  /** JSON Schema that the text must match. */
  schema?: object;
  onText(text: string): void;
}

export interface LoadedModel {
  complete(prompt: string, options: CompleteOptions): Promise<string>;
  countTokens(text: string): number;
  close(): Promise<void>;
}

/** Installs llama.cpp if necessary. Rejects with an InstallError if it is not available. */
export async function loadModel(): Promise<LoadedModel> {
  const native = `@node-llama-cpp/${process.platform === "darwin" ? "mac" : process.platform === "win32" ? "win" : "linux"}-${process.arch}`;
  const { getLlama, LlamaCompletion } = moduleSchema.parse(await importPackage("node-llama-cpp", version, [`${native}@${version}`]));
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-model-"));
  const modelPath = path.join(folder, "bigrams.gguf");
  await writeFile(modelPath, writeBigramModel(await readFile(new URL("../../README.md", import.meta.url), "utf8")));
  const llama = await getLlama({ gpu: false, build: "never", logLevel: "error" });
  const model = await llama.loadModel({ modelPath, gpuLayers: 0 });
  const context = await model.createContext({ contextSize: 4096, threads: 1 });
  const completion = new LlamaCompletion({ contextSequence: context.getSequence() });
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** One request at a time: the context has one sequence. */
    complete(prompt, { maxTokens, signal, schema, onText }) {
      const made = last.then(async () => {
        const grammar = schema && (await llama.createGrammarForJsonSchema(schema));
        const options = { maxTokens, temperature: 0.8, seed: 7, signal, stopOnAbortSignal: true, onTextChunk: onText };
        return completion.generateCompletion(prompt, grammar ? { ...options, grammar } : options);
      });
      last = made.catch(() => undefined);
      return made;
    },
    countTokens: (text) => model.tokenize(text).length,
    async close() {
      await last;
      await llama.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
