/** A provider on the network, used through the AI SDK package of its type. */

import type { ModelConfiguration, RemoteConfiguration } from "../contract/configuration.ts";
import { kindOfName } from "../contract/modelFamilies.ts";
import { isLoopbackHost } from "../network/isLoopbackHost.ts";
import { packageFields } from "./announcedFields.ts";
import { type ConnectionOptions, missingKey, ProviderConnection } from "./connection/providerConnection.ts";
import { noKey } from "./connection/resolveKey.ts";
import { anthropicDialect } from "./dialects/anthropic.ts";
import { googleDialect } from "./dialects/google.ts";
import { openaiDialect } from "./dialects/openai.ts";
import { dialectOfPackage } from "./dialects/plain.ts";
import { createEngineClient } from "./engines/engineClient.ts";
import { createEngineReader, type EngineReader } from "./engines/engineReader.ts";
import { engineOf, engineTable } from "./engines/engineTable.ts";
import { addContexts, addListedContexts, createContextReader, isEngineAddress } from "./engines/loadedContexts.ts";
import type { ModelStore } from "./engines/modelStore.ts";
import { requestsPartialImages } from "./engines/partialImages.ts";
import { listRemoteModels } from "./listRemoteModels.ts";
import { loadSdk } from "./loadSdk.ts";
import { type Dialect, type MediaProvider, type OpenedModelStore, type Provider, type ProviderModel, toProviderModel } from "./provider.ts";
import { ProviderError, readProviderError } from "./providerError.ts";
import { linksOf, requestTexts } from "./request.ts";

export interface RemoteProviderOptions extends ConnectionOptions {
  log(line: string): void;
}

export function createRemoteProvider(options: RemoteProviderOptions): Provider {
  const { name, configuration, log } = options;
  const connection = new ProviderConnection(options);
  const { baseURL } = connection;
  let loading: Promise<MediaProvider> | undefined;
  const logged = new Set<string>();
  const logOnce = (line: string) => {
    if (!logged.has(line)) log(line);
    logged.add(line);
  };

  const withPackageFields = (model: ProviderModel, { kinds }: ModelConfiguration): ProviderModel =>
    configuration.type === "ai-sdk"
      ? { ...model, capabilities: packageFields(configuration.package, kinds ?? model.kinds, model.id) }
      : model;
  const configuredModels = Object.entries(configuration.models ?? {}).map(([id, model]) =>
    configureModel(withPackageFields(toProviderModel(id, [kindOfName(id) ?? "text"]), model), model, configuration.fallback),
  );

  const engine = configuration.type === "openai-compatible" ? engineOf(configuration) : undefined;
  const reader = createReaderOf(configuration, baseURL);
  const client = (base: string) => createEngineClient({ baseURL: base, headers: connection.credentials(), fetch: connection.send });

  /** The store reports its errors as a generation does. */
  function openStore(store: ModelStore, base: string): OpenedModelStore {
    const readable = { name, redact: (text: string) => connection.redact(text) };
    const convert = (error: unknown): never => {
      throw readProviderError(readable, undefined, error);
    };
    return {
      name: store.name,
      pull: (model, onProgress, signal) => store.pull(client(base), model, onProgress, signal).catch(convert),
      unload: (id, signal) => store.unload(client(base), id, signal).catch(convert),
    };
  }

  /** The companies' own addresses require a key; others may not. A key that is configured must be there. */
  function requireKey(): void {
    const isRequired = configuration.baseURL === undefined && configuration.type !== "ai-sdk";
    if (connection.key() === undefined && isRequired) throw missingKey(name);
  }

  return {
    name,
    prefix: `${name}/`,
    isFree: false,
    dialect: dialectOf(configuration),
    configuredModels,
    get store() {
      return reader?.store && baseURL !== undefined ? openStore(reader.store, baseURL) : undefined;
    },
    async listModels(signal) {
      requireKey();
      if (baseURL === undefined) return configuredModels;
      const apiKey = connection.key();
      const listed = await listRemoteModels({
        name,
        type: configuration.type,
        modelList: engine?.modelList,
        workflows: configuredModels,
        baseURL,
        apiKey,
        fetch: connection.send,
        signal,
        clean: (text) => connection.redact(text),
        log: logOnce,
      }).catch((error: unknown) => {
        const needsKey = error instanceof ProviderError && error.kind === "keyRefused" && apiKey === undefined;
        throw needsKey ? missingKey(name) : error;
      });
      const read = async (models: readonly ProviderModel[]) => (reader ? reader.add(models, client(baseURL), signal) : [...models]);
      const described = engine ? await read(listed) : [];
      const ids = new Set((engine ? described : listed).map((model) => model.id));
      const others = [...(engine ? [] : listed), ...configuredModels.filter((model) => !ids.has(model.id))];
      const known = [...described, ...(isEngineAddress(baseURL) ? await addContexts(others, read) : others)];
      return known.map((model) => configureModel(model, configuration.models?.[model.id], configuration.fallback));
    },
    load() {
      requireKey();
      loading ??= loadSdk({ name, configuration, baseURL, apiKey: connection.key() ?? noKey, fetch: connection.sendForPackage, log }).catch(
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    download: async (link, signal) => connection.download(baseURL === undefined ? new URL(link) : addressOfLink(link, baseURL), signal),
    redact(text, request) {
      const prompts = request ? [...requestTexts(request), ...linksOf(request)] : [];
      return connection.redact(text, prompts);
    },
    close: () => connection.close(),
  };
}

/** Engines are also asked in the interfaces of OpenAI and Anthropic, and through packages. None has Google's. */
function createReaderOf(configuration: RemoteConfiguration, baseURL: string | undefined): EngineReader | undefined {
  if (configuration.type === "openai-compatible") return createEngineReader(engineOf(configuration));
  if (configuration.type === "google" || baseURL === undefined || !isEngineAddress(baseURL)) return undefined;
  const lists = configuration.type === "ai-sdk" ? [addListedContexts] : [];
  return createEngineReader({ stores: engineTable.openai.stores, createReaders: () => [...lists, createContextReader()] });
}

function dialectOf(configuration: RemoteConfiguration): Dialect {
  switch (configuration.type) {
    case "openai":
      return openaiDialect;
    case "openai-compatible":
      return engineOf(configuration).dialect;
    case "anthropic":
      return anthropicDialect;
    case "google":
      return googleDialect;
    case "ai-sdk":
      return dialectOfPackage(configuration.package);
  }
}

/** The configuration has precedence over the provider's list. */
function configureModel(model: ProviderModel, configured: ModelConfiguration | undefined, fallback: readonly string[] = []): ProviderModel {
  return {
    ...model,
    kinds: configured?.kinds ?? (configured?.workflow === undefined ? model.kinds : ["image"]),
    workflow: configured?.workflow,
    capabilities: {
      ...model.capabilities,
      ...(requestsPartialImages(configured?.options) ? { progress: true } : {}),
      ...configured?.capabilities,
    },
    price: configured?.price ?? model.price,
    fallback: configured?.fallback ?? fallback,
    options: configured?.options ?? {},
  };
}

/** Engines that listen on every address write it into their links. */
const everyAddress = new Set(["0.0.0.0", "[::]"]);

/**
 * Resolves a link in a result: engines write relative links, and names of their own machine other than the one in the base URL, which for
 * an engine on another machine would be this machine.
 */
function addressOfLink(link: string, baseURL: string): URL {
  const base = new URL(`${baseURL}/`);
  const url = new URL(link, base);
  const isItsMachine = isLoopbackHost(url.hostname) || everyAddress.has(url.hostname);
  return isItsMachine && url.port === base.port ? new URL(`${url.pathname}${url.search}`, base) : url;
}
