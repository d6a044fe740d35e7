/** The providers behind the built-in service, and the engines that could become providers. */
import type * as vscode from "vscode";
import { translateMessage } from "../../client/errors/ownSentences.ts";
import type { Model } from "../../contract/models.ts";
import type { ModelDescription, ProviderSetup, ProviderState, PullProgress, TriedProvider } from "../../contract/processMessages.ts";
import { t } from "../../contract/translate.ts";
import { settings } from "../base/settings.ts";
import type { State } from "../base/state.ts";
import type { ConfiguredService } from "./configuredService.ts";
import type { EngineOffer, ModelCatalogue, Providers } from "./studio.ts";

/** Milliseconds after which engines on this machine are searched for again, when their offer is shown. */
const enginesAge = 3_000;

interface ProviderParts {
  builtIn: ConfiguredService;
  catalogue: ModelCatalogue;
  state: State;
  onDidChange: vscode.Event<void>;
}

export class ServiceProviders implements Providers {
  readonly onDidChange: vscode.Event<void>;
  readonly #parts: ProviderParts;
  #engines: Promise<readonly EngineOffer[]> | undefined;
  /** Milliseconds, by performance.now(). */
  #enginesSearchedAt = 0;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
    this.onDidChange = parts.onDidChange;
  }

  async states(): Promise<readonly ProviderState[]> {
    return (await (await this.#parts.builtIn.get()).providerStates()).map(inLanguage);
  }

  async refresh(): Promise<readonly Model[]> {
    if (settings.baseUrl() === "") await (await this.#parts.builtIn.get()).askProviders();
    return this.#parts.catalogue.refresh();
  }

  async try(setup: ProviderSetup, timeout: number): Promise<TriedProvider> {
    const tried = await (await this.#parts.builtIn.now()).tryProvider(setup, timeout);
    return { ...tried, state: inLanguage(tried.state) };
  }

  async describeModel(model: string): Promise<ModelDescription> {
    return (await this.#parts.builtIn.now()).describeModel(model, settings.network());
  }

  async pull(provider: string, model: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<string> {
    const pulled = await (await this.#parts.builtIn.get()).pullModel(provider, model, onProgress, signal);
    await this.#parts.catalogue.refresh();
    return pulled;
  }

  async unload(modelId: string): Promise<void> {
    const [provider = ""] = modelId.split("/", 1);
    await (await this.#parts.builtIn.get()).unloadModel(provider, modelId.slice(provider.length + 1));
    await this.#parts.catalogue.refresh();
  }

  async engines(): Promise<readonly EngineOffer[]> {
    if (settings.baseUrl() !== "") return [];
    const { findEngines, isEngineOffered } = await import("./engines.ts");
    // An engine may start later than the editor.
    if (this.#engines === undefined || performance.now() - this.#enginesSearchedAt > enginesAge) {
      this.#enginesSearchedAt = performance.now();
      this.#engines = findEngines(this);
    }
    const found = await this.#engines;
    return found.filter((engine) => isEngineOffered(engine, this.#parts.state));
  }
}

/** The service speaks English. */
function inLanguage(state: ProviderState): ProviderState {
  return state.type === "failed" ? { ...state, reason: translateMessage(state.reason, t) } : state;
}
