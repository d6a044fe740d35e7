/** The models of all providers, by the ids with which they are requested. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Kind } from "../contract/kind.ts";
import type { ModelCapabilities, ModelPrice } from "../contract/models.ts";
import { onlyUpscales } from "../contract/onlyUpscales.ts";
import type { ProviderState } from "../contract/processMessages.ts";
import type { Retirement } from "../contract/retirement.ts";
import { announcedCapabilities } from "../providers/announcedCapabilities.ts";
import type { Provider, ProviderModel } from "../providers/provider.ts";
import { type ProviderError, readProviderError } from "../providers/providerError.ts";
import type { RequestLog } from "./settings/settings.ts";
import { whenKnown } from "./whenKnown.ts";

export interface CatalogueModel {
  /** Includes the provider's prefix. */
  id: string;
  provider: Provider;
  model: ProviderModel;
}

/** Milliseconds. */
const freshAge = 60_000;
/** For an engine that reports which models are loaded: other programs load and unload them, too. */
const freshLoadedAge = 3_000;
/** How long calls wait for a provider that has not listed its models yet, after it was asked. */
const firstWait = 3_000;
const listTimeLimit = 30_000;
/** How long an engine may take to unload a model. */
const unloadingTime = 2_000;

export interface CatalogueOptions {
  log: RequestLog | undefined;
  /** Called when a provider's models or state have changed. */
  onChange?: (() => void) | undefined;
}

interface ProviderEntry {
  provider: Provider;
  models: readonly CatalogueModel[];
  /** Milliseconds since the process started; undefined: never listed. */
  listedAt: number | undefined;
  /** Asks again when the engine is going to unload a model. */
  unloading: NodeJS.Timeout | undefined;
  /** Set while the provider is asked. Resolves when it has answered, or when calls have waited long enough. */
  listing: Promise<void> | undefined;
  /** Why the last listing failed. */
  error: ProviderError | undefined;
}

export class Catalogue {
  readonly #options: CatalogueOptions;
  readonly #closing = new AbortController();
  #entries: readonly ProviderEntry[] = [];
  /** Full id; undefined: the first model that generates images and is not of a free provider. */
  #drawingModel: string | undefined;
  /** The result of `list`; undefined: something has changed since. */
  #joined: readonly CatalogueModel[] | undefined;

  constructor(options: CatalogueOptions) {
    this.#options = options;
  }

  /**
   * The models that the providers have listed so far. Refreshes old lists in the background, and waits for providers that have not listed
   * their models yet, until 3 seconds after they were asked. Returns the same array until something changes.
   */
  list(): readonly CatalogueModel[] | Promise<readonly CatalogueModel[]> {
    return whenKnown(this.#refreshAll(this.#entries), () => {
      this.#joined ??= this.#joinLists();
      return this.#joined;
    });
  }

  /** A model that its provider does not list is assumed to generate `kind` until the provider has answered. */
  async find(id: string, kind?: Kind): Promise<CatalogueModel | undefined> {
    const entry = this.#entries.find(({ provider }) => id.startsWith(provider.prefix));
    if (!entry) return undefined;
    const known = () => entry.models.find((model) => model.id === id);
    if (known()) return known();
    await this.#refreshAll([entry]);
    const unlisted = id.slice(entry.provider.prefix.length);
    if (known() || entry.listedAt !== undefined || kind === undefined || unlisted === "") return known();
    const model: ProviderModel = { id: unlisted, kinds: [kind], created: undefined, capabilities: {}, price: undefined, fallback: [] };
    return { id, provider: entry.provider, model };
  }

  /** The model that draws images for text models that cannot, among those whose ids are allowed. */
  async imageModel(isAllowed: (id: string) => boolean): Promise<CatalogueModel | undefined> {
    const chosen = this.#drawingModel;
    if (chosen !== undefined) return isAllowed(chosen) ? this.find(chosen, "image") : undefined;
    const models = await this.list();
    return models.find(({ id, model, provider }) => model.kinds.includes("image") && !provider.isFree && isAllowed(id));
  }

  /** The result of the last request to each provider. */
  states(): ProviderState[] {
    return this.#configured().map(stateOf);
  }

  /** Whether a provider has listed the id or the configuration names it. */
  isKnown(id: string): boolean {
    return this.#entries.some(({ models }) => models.some((model) => model.id === id));
  }

  /** Whether at least one provider accepts requests, according to its last list of models. Refreshes old lists like `list`. */
  async isUsable(): Promise<boolean> {
    await this.#refreshAll(this.#entries);
    return this.#configured().some(({ provider, listedAt, error }) => {
      if (error) return error.kind === "other" && provider.configuredModels.length > 0;
      return listedAt !== undefined;
    });
  }

  /** Asks the provider again if the engine had not loaded the model, which it has begun to use. */
  noteUse({ id, provider }: CatalogueModel): void {
    const entry = this.#entries.find((known) => known.provider === provider);
    const model = entry?.models.find((known) => known.id === id)?.model;
    if (entry && model?.isLoaded === false && !this.#closing.signal.aborted) void this.#askOnce(entry);
  }

  /** The model as its provider lists it after it was asked because of `noteUse`. */
  async whenLoaded(used: CatalogueModel): Promise<CatalogueModel> {
    const entry = this.#entries.find(({ provider }) => provider === used.provider);
    await entry?.listing;
    return entry?.models.find(({ id }) => id === used.id) ?? used;
  }

  /** Asks all providers for their models again. Resolves when they have answered, or have had 3 seconds. */
  async askAll(): Promise<void> {
    const ask = async (entry: ProviderEntry) => {
      // A listing in progress may be older than what the user wants to see.
      await entry.listing;
      await this.#ask(entry);
    };
    await Promise.all(this.#entries.map((entry) => forFirstWait(ask(entry))));
  }

  /** Resolves when the providers are loaded, or have had 3 seconds. One that cannot be loaded says so to its first request. */
  async loadProviders(): Promise<void> {
    await Promise.allSettled(this.#entries.map(async ({ provider }) => forFirstWait(provider.load())));
  }

  /** The provider with that name, asked for its models again; undefined: there is none. */
  async askAgain(name: string): Promise<Provider | undefined> {
    const entry = this.#configured().find(({ provider }) => provider.name === name);
    if (entry) await this.#ask(entry);
    return entry?.provider;
  }

  /** Replaces the providers; what is known of those that remain is kept. */
  replace(providers: readonly Provider[], imageModel: string | undefined): void {
    this.#drawingModel = imageModel;
    this.#joined = undefined;
    this.#entries = providers.map((provider) => this.#entries.find((entry) => entry.provider === provider) ?? newEntry(provider));
  }

  close(): void {
    this.#closing.abort();
    for (const { unloading } of this.#entries) clearTimeout(unloading);
  }

  #joinLists(): CatalogueModel[] {
    const listed = this.#configured().flatMap(({ models }) => models);
    const standIns = this.#entries.flatMap(({ provider, models }) => (provider.isStandIn === true ? models : []));
    return [...listed, ...standIns.filter(({ model }) => model.kinds.every((kind) => this.#isMissing(kind, model, listed)))];
  }

  #configured(): readonly ProviderEntry[] {
    return this.#entries.filter(({ provider }) => provider.isStandIn !== true);
  }

  /** A provider that does not answer at the moment probably makes texts, and must not be replaced with a demo. */
  #isMissing(kind: Kind, { capabilities }: ProviderModel, listed: readonly CatalogueModel[]): boolean {
    const upscales = onlyUpscales(capabilities);
    // Whoever has a model of images, or of enlarging, may still miss the other.
    const isSame = ({ model }: CatalogueModel) => model.kinds.includes(kind) && onlyUpscales(model.capabilities) === upscales;
    if (listed.some(isSame)) return false;
    return kind !== "text" || this.#configured().every(({ listedAt, error }) => listedAt !== undefined && error === undefined);
  }

  /** Only waits for providers without a result so far. */
  #refreshAll(asked: readonly ProviderEntry[]): unknown {
    const missing: Promise<void>[] = [];
    for (const entry of asked) {
      if (this.#isFresh(entry) || this.#closing.signal.aborted) continue;
      const asking = this.#askOnce(entry);
      if (entry.listedAt === undefined) missing.push(asking);
    }
    return missing.length === 0 ? undefined : Promise.all(missing);
  }

  #isFresh({ listedAt, models }: ProviderEntry): boolean {
    if (listedAt === undefined) return false;
    const age = models.some(({ model }) => model.isLoaded !== undefined) ? freshLoadedAge : freshAge;
    return performance.now() - listedAt < age;
  }

  #askOnce(entry: ProviderEntry): Promise<void> {
    entry.listing ??= forFirstWait(this.#ask(entry));
    return entry.listing;
  }

  async #ask(entry: ProviderEntry): Promise<void> {
    const { provider } = entry;
    const { signal } = this.#closing;
    const before = describeState(entry);
    try {
      const models = await provider.listModels(AbortSignal.any([signal, AbortSignal.timeout(listTimeLimit)]));
      entry.models = inCatalogue(provider, models);
      entry.listedAt = performance.now();
      entry.error = undefined;
    } catch (error) {
      entry.error = readProviderError(provider, undefined, error);
      if (!signal.aborted) this.#options.log?.(`models of ${provider.name}: ${entry.error.message}`);
    } finally {
      entry.listing = undefined;
      this.#joined = undefined;
    }
    if (signal.aborted) return;
    this.#followUnloading(entry);
    if (describeState(entry) !== before) this.#options.onChange?.();
  }

  #followUnloading(entry: ProviderEntry): void {
    clearTimeout(entry.unloading);
    const wait = untilUnloaded(entry);
    entry.unloading =
      wait === undefined ? undefined : setTimeout(() => this.#entries.includes(entry) && this.#askOnce(entry), wait).unref();
  }
}

function newEntry(provider: Provider): ProviderEntry {
  const models = inCatalogue(provider, provider.configuredModels);
  return { provider, models, listedAt: undefined, unloading: undefined, listing: undefined, error: undefined };
}

/** Resolves with `asking`, or when it takes too long. */
async function forFirstWait(asking: Promise<unknown>): Promise<void> {
  const waited = new AbortController();
  await Promise.race([asking, sleep(firstWait, undefined, { signal: waited.signal, ref: false }).catch(() => undefined)]);
  waited.abort();
}

function inCatalogue(provider: Provider, models: readonly ProviderModel[]): CatalogueModel[] {
  return models.map((model) => ({ id: `${provider.prefix}${model.id}`, provider, model }));
}

function stateOf({ provider: { name, store }, listedAt, error }: ProviderEntry): ProviderState {
  if (error) return { type: "failed", name, kind: error.kind, reason: error.message };
  return listedAt === undefined ? { type: "unknown", name } : { type: "reachable", name, ...(store ? { store: store.name } : {}) };
}

function describeState(entry: ProviderEntry): string {
  return JSON.stringify([stateOf(entry), entry.models.map(({ model: { loadedUntil: _, ...model } }) => model)]);
}

/** Milliseconds until an engine has unloaded the next model; undefined: it does not say so, or not today. */
function untilUnloaded({ models }: ProviderEntry): number | undefined {
  const times = models.flatMap(({ model: { loadedUntil } }) => loadedUntil ?? []);
  const wait = Math.min(...times) - Date.now() + unloadingTime;
  if (wait > 24 * 3_600_000) return undefined;
  // The clock of another machine may be slow.
  return wait < unloadingTime ? freshAge : wait;
}

export interface DescribedModel {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  capabilities?: ModelCapabilities;
  price?: ModelPrice;
  loaded?: boolean;
  retirement?: Retirement;
}

/** Source: spec, "Model (v1)"; with `superset`, also the known properties of the model. */
export function describeListedModel({ id, provider, model }: CatalogueModel, superset: boolean): DescribedModel {
  return {
    id,
    object: "model",
    created: model.created ?? 0,
    owned_by: model.ownedBy ?? provider.name,
    ...(superset ? additionsOf(provider, model) : {}),
  };
}

type Additions = Pick<DescribedModel, "capabilities" | "price" | "loaded" | "retirement">;

function additionsOf({ dialect, prefix }: Provider, model: ProviderModel): Additions {
  const capabilities = { ...announcedCapabilities(dialect, model), kinds: [...model.kinds] };
  const loaded = model.isLoaded === undefined ? {} : { loaded: model.isLoaded };
  return { capabilities, ...priceOf(model), ...loaded, ...retirementOf(model, prefix) };
}

function priceOf({ price }: ProviderModel): Pick<DescribedModel, "price"> {
  const known = Object.entries(price ?? {}).filter(([, value]) => value !== undefined);
  return known.length === 0 ? {} : { price: Object.fromEntries(known) };
}

function retirementOf({ retirement }: ProviderModel, prefix: string): Pick<DescribedModel, "retirement"> {
  if (retirement === undefined) return {};
  const { replacement, ...rest } = retirement;
  return { retirement: replacement === undefined ? rest : { ...rest, replacement: `${prefix}${replacement}` } };
}
