/** The local engine as a provider: models in GGUF files on this machine, run with llama.cpp, which is installed when it is first asked for. */
import path from "node:path";
import type { ProviderConfiguration } from "../../contract/configuration.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import { redactEnd } from "../../network/redactText.ts";
import { isText, noMetadata, refuse } from "../dialects/common.ts";
import type { Dialect, MediaProvider, Provider, ProviderModel } from "../provider.ts";
import { ProviderError } from "../providerError.ts";
import { linksOf, requestTexts } from "../request.ts";
import { DownloadError } from "./downloadError.ts";
import { findEngine } from "./installEngine.ts";
import { EngineEnded, LocalEngine } from "./localEngine.ts";
import { type LocalFolder, localFolder } from "./localFolder.ts";
import { type LocalModelFile, localLanguageModel } from "./localLanguageModel.ts";
import { type LocalModel, listLocalModels, readLocalModel } from "./localModels.ts";
import { pinnedEngine } from "./pinnedEngine.ts";
import type { PinnedEngine } from "./pinnedPackage.ts";
import { pullModel, usualRegistry } from "./pullModel.ts";

type LocalConfiguration = Extract<ProviderConfiguration, { type: "local" }>;

export interface LocalProviderOptions {
  name: string;
  configuration: LocalConfiguration;
  /** The data folder of the service; undefined: it has none, so that nothing is installed. */
  data: string | undefined;
  network: NetworkSettings;
  /** Without a trailing slash. Default: npm's, or that of npm's environment. */
  registry?: string;
  /** Default: the pinned one. */
  engine?: PinnedEngine;
}

/** Tokens, unless the configuration says otherwise: each needs memory, and models state up to a million. */
const usualContext = 16_384;

const dialect: Dialect = {
  text(model, request) {
    if (request.webSearch) return refuse(model, "tools", "has no web_search.");
    if (request.effort !== undefined) return refuse(model, "reasoning.effort", "takes no effort.");
    return { tools: [], drawsByFunction: true, providerOptions: { local: { parallelCalls: request.parallelToolCalls } } };
  },
  takesFilesInOutputs: false,
  fileForm: (file) => (isText(file) ? "text" : undefined),
  metadata: noMetadata,
};

export function createLocalProvider(options: LocalProviderOptions): Provider {
  const { name, network, engine: pinned = pinnedEngine, registry = usualRegistry(pinned.registry) } = options;
  const models = new LocalModels(options);
  const engine = new LocalEngine(() => models.requireEngine(pinned));
  const provider: MediaProvider = {
    specificationVersion: "v4",
    languageModel: (id) => localLanguageModel(id, engine, () => models.find(id), errorFor(name, id)),
    embeddingModel(id) {
      throw new RangeError(`The local engine makes no embeddings: ${id}.`);
    },
    imageModel(id) {
      throw new RangeError(`The local engine makes no images: ${id}.`);
    },
  };
  return {
    name,
    prefix: `${name}/`,
    isFree: false,
    dialect,
    configuredModels: [],
    store: {
      name: "local",
      pull: (model, onProgress, signal) =>
        pullModel(model, { folder: models.requireFolder(), engine: pinned, registry, network }, onProgress, signal).catch(
          (error: unknown) => {
            throw error instanceof DownloadError ? refusal(name, error.message) : error;
          },
        ),
      async unload() {
        engine.close();
      },
    },
    async listModels() {
      const found = await models.list();
      if (found.length > 0) models.requireEngine(pinned);
      return found.map((model) => ({ ...models.describe(model), isLoaded: engine.loadedFile === model.file }));
    },
    load: async () => provider,
    download: () => Promise.reject(new Error("The local engine has no links.")),
    redact: (text, request) => redactEnd(text, [], request ? [...requestTexts(request), ...linksOf(request)] : []),
    async close() {
      engine.close();
    },
  };
}

type Facts = ConstructorParameters<typeof ProviderError>[0];

function refusal(name: string, message: string, more: Partial<Facts> = {}): ProviderError {
  return new ProviderError({ code: "api_error", acceptance: "refused", message: `${name}: ${message}`, ...more });
}

function errorFor(name: string, id: string): Parameters<typeof localLanguageModel>[3] {
  return (reported) => {
    if (reported instanceof EngineEnded)
      return refusal(name, `llama.cpp ended in the middle of the answer (${reported.message}).`, { acceptance: "maybe" });
    switch (reported.kind) {
      case "tooLong":
        return refusal(name, reported.message, { code: "invalid_request", param: "input" });
      case "model":
        return refusal(name, `llama.cpp cannot load ${id}: ${reported.message}`);
      case "other":
        return refusal(name, reported.message);
    }
  };
}

/** The models of one provider. Methods throw a ProviderError. */
class LocalModels {
  readonly #options: LocalProviderOptions;

  constructor(options: LocalProviderOptions) {
    this.#options = options;
  }

  requireFolder(): LocalFolder {
    const { name, data } = this.#options;
    if (data === undefined) throw refusal(name, "the service has no data folder, in which llama.cpp is installed. Start it with one.");
    return localFolder(data);
  }

  /** The folder of the installed engine. */
  requireEngine(pinned: PinnedEngine): string {
    const installed = findEngine(pinned, this.requireFolder());
    if (installed === undefined)
      throw refusal(this.#options.name, "llama.cpp is not installed on this machine. Use “Get a Model…” in the editor.");
    return installed;
  }

  /** Those of the configuration, and those that were downloaded. */
  async list(): Promise<LocalModel[]> {
    const { name, configuration, data } = this.#options;
    const configured = await Promise.all(
      Object.entries(configuration.models ?? {}).map(async ([id, { file }]) => {
        const model = await readLocalModel(id, file);
        if (model === undefined) throw refusal(name, `${id} is no GGUF file, or it is not there any more: ${path.basename(file)}`);
        return model;
      }),
    );
    const downloaded = data === undefined ? [] : await listLocalModels(localFolder(data).models);
    return [...configured, ...downloaded.filter(({ id }) => configuration.models?.[id] === undefined)];
  }

  async find(id: string): Promise<LocalModelFile> {
    const model = (await this.list()).find((one) => one.id === id);
    if (model === undefined) throw refusal(this.#options.name, `there is no model ${id}.`, { code: "model_not_found", param: "model" });
    return { file: model.file, context: this.#contextOf(model) };
  }

  describe(model: LocalModel): ProviderModel {
    const { id, changed } = model;
    const configured = this.#options.configuration.models?.[id];
    return {
      id,
      kinds: ["text"],
      created: changed,
      capabilities: { input: [], tools: ["function"], ...configured?.capabilities, context: this.#contextOf(model) },
      price: configured?.price ?? { input: 0, output: 0 },
      fallback: configured?.fallback ?? [],
    };
  }

  #contextOf({ id, facts }: LocalModel): number {
    const configured = this.#options.configuration.models?.[id]?.capabilities?.context;
    return configured ?? Math.min(facts.context ?? usualContext, usualContext);
  }
}
