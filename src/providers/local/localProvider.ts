/**
 * The local engine as a provider: models in GGUF files on this machine, run with llama.cpp, which is installed when it is first asked for.
 * Its modules are loaded on first use.
 */
import { redactEnd } from "../../network/redactText.ts";
import { isText, noMetadata, refuse } from "../dialects/common.ts";
import type { Dialect, Provider } from "../provider.ts";
import { linksOf, requestTexts } from "../request.ts";
import type { LocalProviderOptions, OpenedEngine } from "./openEngine.ts";

const dialect: Dialect = {
  text(model, request) {
    if (request.webSearch) return refuse(model, "tools", "has no web_search.");
    if (request.effort !== undefined) return refuse(model, "reasoning.effort", "takes no effort.");
    if (request.verbosity !== undefined) return refuse(model, "text.verbosity", "takes no verbosity.");
    return { tools: [], drawsByFunction: true, providerOptions: { local: { parallelCalls: request.parallelToolCalls } } };
  },
  takesFilesInOutputs: false,
  fileForm: (file) => (isText(file) ? "text" : undefined),
  metadata: noMetadata,
};

class LazyEngine {
  readonly #options: LocalProviderOptions;
  #opened: Promise<OpenedEngine> | undefined;

  constructor(options: LocalProviderOptions) {
    this.#options = options;
  }

  open(): Promise<OpenedEngine> {
    this.#opened ??= import("./openEngine.ts").then(({ openEngine }) => openEngine(this.#options));
    return this.#opened;
  }

  async close(): Promise<void> {
    (await this.#opened)?.close();
  }
}

export function createLocalProvider(options: LocalProviderOptions): Provider {
  const { name } = options;
  const engine = new LazyEngine(options);
  return {
    name,
    prefix: `${name}/`,
    isFree: false,
    dialect,
    configuredModels: [],
    store: {
      name: "local",
      pull: async (model, onProgress, signal) => (await engine.open()).pull(model, onProgress, signal),
      unload: () => engine.close(),
    },
    listModels: async () => (await engine.open()).listModels(),
    load: async () => (await engine.open()).provider,
    download: () => Promise.reject(new Error("The local engine has no links.")),
    redact: (text, request) => redactEnd(text, [], request ? [...requestTexts(request), ...linksOf(request)] : []),
    close: () => engine.close(),
  };
}
