/** The models of all providers under the ids by which they are requested. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Kind } from "../contract/kind.ts";
import type { ModelCapabilities } from "../contract/models.ts";
import type { ProviderState } from "../contract/workerMessages.ts";
import { offeredCapabilities } from "../providers/audioFormats.ts";
import type { Provider, ProviderModel } from "../providers/provider.ts";
import { type ProviderError, readProviderError } from "../providers/providerError.ts";
import type { RequestLog } from "./serviceOptions.ts";

export interface CatalogueModel {
  /** With the provider's prefix. */
  id: string;
  provider: Provider;
  model: ProviderModel;
}

export interface Catalogue {
  /** What the providers have listed so far; asks them again where that is old, and does not wait for it. */
  list(): Promise<readonly CatalogueModel[]>;
  /** A model that its provider does not list is taken to make `kind` while the provider has not answered. */
  find(id: string, kind?: Kind): Promise<CatalogueModel | undefined>;
  /** The model that draws for text models which cannot. */
  imageModel(): Promise<CatalogueModel | undefined>;
  /** What became of the last time that each provider was asked. */
  states(): ProviderState[];
  /** Whether the id is one that a provider has listed or the configuration names. */
  isKnown(id: string): boolean;
  /** Whether a provider can be sent requests, by its last list of models; asks for that as `list` does. */
  isUsable(): Promise<boolean>;
  /** Other providers from now on; what is known of those that stay is kept. */
  replace(providers: readonly Provider[], imageModel: string | undefined): void;
  close(): void;
}

/** Milliseconds. */
const freshAge = 60_000;
/** The first answer waits as long for providers that have not answered yet. */
const firstWait = 3_000;
const listTimeLimit = 30_000;

export interface CatalogueOptions {
  log: RequestLog | undefined;
  /** Called when a provider's models or state are different from before. */
  onChange?: (() => void) | undefined;
}

interface Shelf {
  provider: Provider;
  models: readonly ProviderModel[];
  /** Milliseconds since the process began; undefined: never listed. */
  listedAt: number | undefined;
  listing: Promise<void> | undefined;
  /** Why the last listing failed. */
  error: ProviderError | undefined;
}

export function createCatalogue({ log, onChange }: CatalogueOptions): Catalogue {
  const closing = new AbortController();
  let shelves: readonly Shelf[] = [];
  /** Full id; undefined: the first that makes images. */
  let drawingModel: string | undefined;

  async function ask(shelf: Shelf): Promise<void> {
    const { provider } = shelf;
    const before = describeShelf(shelf);
    try {
      shelf.models = await provider.listModels(AbortSignal.any([closing.signal, AbortSignal.timeout(listTimeLimit)]));
      shelf.listedAt = performance.now();
      shelf.error = undefined;
    } catch (error) {
      shelf.error = readProviderError(provider, undefined, error);
      if (!closing.signal.aborted) log?.(`models of ${provider.name}: ${shelf.error.message}`);
    } finally {
      shelf.listing = undefined;
    }
    if (describeShelf(shelf) !== before && !closing.signal.aborted) onChange?.();
  }

  function refresh(shelf: Shelf): Promise<void> {
    const isFresh = shelf.listedAt !== undefined && performance.now() - shelf.listedAt < freshAge;
    if (isFresh || closing.signal.aborted) return Promise.resolve();
    shelf.listing ??= ask(shelf);
    return shelf.listing;
  }

  /** Waits for those alone that have nothing to show yet. */
  async function refreshAll(asked: readonly Shelf[]): Promise<void> {
    const missing = asked
      .map((shelf) => [shelf.listedAt === undefined, refresh(shelf)] as const)
      .flatMap(([isMissing, asking]) => (isMissing ? [asking] : []));
    if (missing.length === 0) return;
    const waited = new AbortController();
    await Promise.race([Promise.all(missing), sleep(firstWait, undefined, { signal: waited.signal, ref: false }).catch(() => undefined)]);
    waited.abort();
  }

  const describe = ({ provider, models }: Shelf) =>
    models.map((model): CatalogueModel => ({ id: `${provider.prefix}${model.id}`, provider, model }));

  async function find(id: string, kind?: Kind): Promise<CatalogueModel | undefined> {
    const shelf = shelves.find(({ provider }) => id.startsWith(provider.prefix));
    if (!shelf) return undefined;
    const known = () => describe(shelf).find((model) => model.id === id);
    if (known()) return known();
    await refreshAll([shelf]);
    const unlisted = id.slice(shelf.provider.prefix.length);
    if (known() || shelf.listedAt !== undefined || kind === undefined || unlisted === "") return known();
    const model: ProviderModel = { id: unlisted, kinds: [kind], created: undefined, capabilities: {}, price: undefined, fallback: [] };
    return { id, provider: shelf.provider, model };
  }

  async function list(): Promise<readonly CatalogueModel[]> {
    await refreshAll(shelves);
    return shelves.flatMap(describe);
  }

  return {
    list,
    find,
    async imageModel() {
      if (drawingModel !== undefined) return find(drawingModel, "image");
      return (await list()).find(({ model, provider }) => model.kinds.includes("image") && !provider.isFree);
    },
    states: () => shelves.map(stateOf),
    isKnown: (id) =>
      shelves.some(
        ({ provider, models }) => id.startsWith(provider.prefix) && models.some((model) => `${provider.prefix}${model.id}` === id),
      ),
    async isUsable() {
      await refreshAll(shelves);
      return shelves.some(({ provider, listedAt, error }) => {
        if (error) return error.kind === "other" && provider.configuredModels.length > 0;
        return listedAt !== undefined;
      });
    },
    replace(providers, imageModel) {
      drawingModel = imageModel;
      shelves = providers.map(
        (provider) =>
          shelves.find((shelf) => shelf.provider === provider) ?? {
            provider,
            models: provider.configuredModels,
            listedAt: undefined,
            listing: undefined,
            error: undefined,
          },
      );
    },
    close: () => closing.abort(),
  };
}

function stateOf({ provider: { name }, listedAt, error }: Shelf): ProviderState {
  if (error) return { type: "failed", name, kind: error.kind, reason: error.message };
  return { type: listedAt === undefined ? "unknown" : "reachable", name };
}

function describeShelf(shelf: Shelf): string {
  return JSON.stringify([stateOf(shelf), shelf.models]);
}

export interface DescribedModel {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  capabilities?: ModelCapabilities;
}

/** Source: spec, "Model (v1)"; `superset` adds what is known of the model. */
export function describeModel({ id, provider, model }: CatalogueModel, superset: boolean): DescribedModel {
  return {
    id,
    object: "model",
    created: model.created ?? 0,
    owned_by: model.ownedBy ?? provider.name,
    ...(superset ? { capabilities: { ...offeredCapabilities(model.capabilities), kinds: [...model.kinds] } } : {}),
  };
}
