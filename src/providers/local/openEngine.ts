/** The models of the local engine, and the process that runs them. */
import path from "node:path";
import type { ProviderConfiguration } from "../../contract/configuration.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import type { MediaProvider, OpenedModelStore, ProviderModel } from "../provider.ts";
import { ProviderError } from "../providerError.ts";
import { describeEnd } from "./describeEnd.ts";
import { DownloadError } from "./downloadError.ts";
import { findEngine } from "./installEngine.ts";
import { EngineEnded, LocalEngine } from "./localEngine.ts";
import { type LocalFolder, localFolder } from "./localFolder.ts";
import { type LocalModelFile, localLanguageModel } from "./localLanguageModel.ts";
import { type LocalModel, listLocalModels, readLocalModel } from "./localModels.ts";
import { pinnedEngine } from "./pinnedEngine.ts";
import { pullModel } from "./pullModel.ts";

export interface LocalProviderOptions {
  name: string;
  configuration: Extract<ProviderConfiguration, { type: "local" }>;
  /** The data folder of the service; undefined: it has none, so that nothing is installed. */
  data: string | undefined;
  network: NetworkSettings;
}

/** Its functions reject with a ProviderError. */
export interface OpenedEngine {
  provider: MediaProvider;
  listModels(): Promise<readonly ProviderModel[]>;
  pull: OpenedModelStore["pull"];
  /** Ends the process. */
  close(): void;
}

export function openEngine(options: LocalProviderOptions): OpenedEngine {
  const { name, network } = options;
  const models = new LocalModels(options);
  const engine = new LocalEngine(() => models.requireEngine());
  return {
    provider: {
      specificationVersion: "v4",
      languageModel: (id) => localLanguageModel(id, engine, () => models.find(id), errorFor(name, id)),
      embeddingModel(id) {
        throw new RangeError(`The local engine makes no embeddings: ${id}.`);
      },
      imageModel(id) {
        throw new RangeError(`The local engine makes no images: ${id}.`);
      },
    },
    async listModels() {
      const found = await models.list();
      if (found.length > 0) models.requireEngine();
      return found.map((model) => ({ ...models.describe(model), isLoaded: engine.loadedFile === model.file }));
    },
    pull: async (model, onProgress, signal) => {
      const folder = models.requireFolder();
      try {
        return await pullModel(model, { folder, network }, onProgress, signal);
      } catch (error) {
        throw error instanceof DownloadError ? refusal(name, error.message) : error;
      }
    },
    close: () => engine.close(),
  };
}

/** Tokens, unless the configuration says otherwise: each needs memory, and models state up to a million. */
const usualContext = 16_384;

type Facts = ConstructorParameters<typeof ProviderError>[0];

function refusal(name: string, message: string, more: Partial<Facts> = {}): ProviderError {
  return new ProviderError({ code: "api_error", acceptance: "refused", message: `${name}: ${message}`, ...more });
}

function errorFor(name: string, id: string): Parameters<typeof localLanguageModel>[3] {
  return (reported) => {
    if (reported instanceof EngineEnded) return refusal(name, describeEnd(reported.message), { acceptance: "maybe" });
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
  requireEngine(): string {
    const installed = findEngine(pinnedEngine, this.requireFolder());
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
