/** The models of all providers, by the ids with which they are requested. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Kind } from "../contract/kind.ts";
import type { ModelCapabilities, ModelPrice } from "../contract/models.ts";
import type { ProviderState } from "../contract/processMessages.ts";
import { offeredCapabilities } from "../providers/audioFormats.ts";
import type { Provider, ProviderModel } from "../providers/provider.ts";
import { type ProviderError, readProviderError } from "../providers/providerError.ts";
import type { RequestLog } from "./serviceOptions.ts";

export interface CatalogueModel {
  /** Includes the provider's prefix. */
  id: string;
  provider: Provider;
  model: ProviderModel;
}

export interface Catalogue {
  /**
   * The models that the providers have listed so far. Refreshes old lists in the background, and waits for providers that have not listed
   * their models yet, until 3 seconds after they were asked. Returns the same array until something changes.
   */
  list(): Promise<readonly CatalogueModel[]>;
  /** A model that its provider does not list is assumed to generate `kind` until the provider has answered. */
  find(id: string, kind?: Kind): Promise<CatalogueModel | undefined>;
  /** The model that draws images for text models that cannot, among those whose ids are allowed. */
  imageModel(isAllowed: (id: string) => boolean): Promise<CatalogueModel | undefined>;
  /** The result of the last request to each provider. */
  states(): ProviderState[];
  /** Whether a provider has listed the id or the configuration names it. */
  isKnown(id: string): boolean;
  /** Whether at least one provider accepts requests, according to its last list of models. Refreshes old lists like `list`. */
  isUsable(): Promise<boolean>;
  /** Asks the provider again if the engine had not loaded the model, which it has begun to use. */
  noteUse(used: CatalogueModel): void;
  /** The provider with that name, asked for its models again; undefined: there is none. */
  askAgain(provider: string): Promise<Provider | undefined>;
  /** Replaces the providers; what is known of those that remain is kept. */
  replace(providers: readonly Provider[], imageModel: string | undefined): void;
  close(): void;
}

/** Milliseconds. */
const freshAge = 60_000;
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

export function createCatalogue({ log, onChange }: CatalogueOptions): Catalogue {
  const closing = new AbortController();
  let entries: readonly ProviderEntry[] = [];
  /** Full id; undefined: the first model that generates images and is not of a free provider. */
  let drawingModel: string | undefined;
  /** The result of `list`; undefined: something has changed since. */
  let joined: readonly CatalogueModel[] | undefined;

  async function ask(entry: ProviderEntry): Promise<void> {
    const { provider } = entry;
    const before = describeState(entry);
    try {
      const models = await provider.listModels(AbortSignal.any([closing.signal, AbortSignal.timeout(listTimeLimit)]));
      entry.models = inCatalogue(provider, models);
      entry.listedAt = performance.now();
      entry.error = undefined;
    } catch (error) {
      entry.error = readProviderError(provider, undefined, error);
      if (!closing.signal.aborted) log?.(`models of ${provider.name}: ${entry.error.message}`);
    } finally {
      entry.listing = undefined;
      joined = undefined;
    }
    if (closing.signal.aborted) return;
    followUnloading(entry);
    if (describeState(entry) !== before) onChange?.();
  }

  function followUnloading(entry: ProviderEntry): void {
    clearTimeout(entry.unloading);
    const wait = untilUnloaded(entry);
    entry.unloading = wait === undefined ? undefined : setTimeout(() => entries.includes(entry) && askOnce(entry), wait).unref();
  }

  function askOnce(entry: ProviderEntry): Promise<void> {
    entry.listing ??= forFirstWait(ask(entry));
    return entry.listing;
  }

  function refresh(entry: ProviderEntry): Promise<void> {
    const isFresh = entry.listedAt !== undefined && performance.now() - entry.listedAt < freshAge;
    return isFresh || closing.signal.aborted ? Promise.resolve() : askOnce(entry);
  }

  /** Only waits for providers without a result so far. */
  async function refreshAll(asked: readonly ProviderEntry[]): Promise<void> {
    const missing: Promise<void>[] = [];
    for (const entry of asked) {
      const isMissing = entry.listedAt === undefined;
      const asking = refresh(entry);
      if (isMissing) missing.push(asking);
    }
    if (missing.length > 0) await Promise.all(missing);
  }

  async function find(id: string, kind?: Kind): Promise<CatalogueModel | undefined> {
    const entry = entries.find(({ provider }) => id.startsWith(provider.prefix));
    if (!entry) return undefined;
    const known = () => entry.models.find((model) => model.id === id);
    if (known()) return known();
    await refreshAll([entry]);
    const unlisted = id.slice(entry.provider.prefix.length);
    if (known() || entry.listedAt !== undefined || kind === undefined || unlisted === "") return known();
    const model: ProviderModel = { id: unlisted, kinds: [kind], created: undefined, capabilities: {}, price: undefined, fallback: [] };
    return { id, provider: entry.provider, model };
  }

  async function list(): Promise<readonly CatalogueModel[]> {
    await refreshAll(entries);
    joined ??= joinLists();
    return joined;
  }

  function joinLists(): CatalogueModel[] {
    const listed = configured().flatMap(({ models }) => models);
    const standIns = entries.flatMap(({ provider, models }) => (provider.isStandIn === true ? models : []));
    return [...listed, ...standIns.filter(({ model }) => model.kinds.every((kind) => isMissing(kind, listed)))];
  }

  function configured(): readonly ProviderEntry[] {
    return entries.filter(({ provider }) => provider.isStandIn !== true);
  }

  /** A provider that does not answer at the moment probably makes texts, and must not be replaced with a demo. */
  function isMissing(kind: Kind, listed: readonly CatalogueModel[]): boolean {
    if (listed.some(({ model }) => model.kinds.includes(kind))) return false;
    return kind !== "text" || configured().every(({ listedAt, error }) => listedAt !== undefined && error === undefined);
  }

  return {
    list,
    find,
    async imageModel(isAllowed) {
      if (drawingModel !== undefined) return isAllowed(drawingModel) ? find(drawingModel, "image") : undefined;
      return (await list()).find(({ id, model, provider }) => model.kinds.includes("image") && !provider.isFree && isAllowed(id));
    },
    states: () => configured().map(stateOf),
    isKnown: (id) => entries.some(({ models }) => models.some((model) => model.id === id)),
    async isUsable() {
      await refreshAll(entries);
      return configured().some(({ provider, listedAt, error }) => {
        if (error) return error.kind === "other" && provider.configuredModels.length > 0;
        return listedAt !== undefined;
      });
    },
    noteUse({ id, provider }) {
      const entry = entries.find((known) => known.provider === provider);
      const model = entry?.models.find((known) => known.id === id)?.model;
      if (entry && model?.isLoaded === false && !closing.signal.aborted) void askOnce(entry);
    },
    async askAgain(name) {
      const entry = configured().find(({ provider }) => provider.name === name);
      if (entry) await ask(entry);
      return entry?.provider;
    },
    replace(providers, imageModel) {
      drawingModel = imageModel;
      joined = undefined;
      entries = providers.map(
        (provider) =>
          entries.find((entry) => entry.provider === provider) ?? {
            provider,
            models: inCatalogue(provider, provider.configuredModels),
            listedAt: undefined,
            unloading: undefined,
            listing: undefined,
            error: undefined,
          },
      );
    },
    close() {
      closing.abort();
      for (const { unloading } of entries) clearTimeout(unloading);
    },
  };
}

/** Resolves with `asking`, or when it takes too long. */
async function forFirstWait(asking: Promise<void>): Promise<void> {
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
  return wait > 24 * 3_600_000 ? undefined : Math.max(wait, unloadingTime);
}

export interface DescribedModel {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  capabilities?: ModelCapabilities;
  price?: ModelPrice;
  loaded?: boolean;
}

/** Source: spec, "Model (v1)"; with `superset`, also the known properties of the model. */
export function describeModel({ id, provider, model }: CatalogueModel, superset: boolean): DescribedModel {
  return {
    id,
    object: "model",
    created: model.created ?? 0,
    owned_by: model.ownedBy ?? provider.name,
    ...(superset ? additionsOf(model) : {}),
  };
}

function additionsOf(model: ProviderModel): Pick<DescribedModel, "capabilities" | "price" | "loaded"> {
  const capabilities = { ...offeredCapabilities(model.capabilities), kinds: [...model.kinds] };
  return { capabilities, ...priceOf(model), ...(model.isLoaded === undefined ? {} : { loaded: model.isLoaded }) };
}

function priceOf({ price }: ProviderModel): Pick<DescribedModel, "price"> {
  const known = Object.entries(price ?? {}).filter(([, value]) => value !== undefined);
  return known.length === 0 ? {} : { price: Object.fromEntries(known) };
}
