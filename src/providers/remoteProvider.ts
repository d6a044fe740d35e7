/** A provider on the network, used through the AI SDK package of its type. */

import { addressOf, type ModelConfiguration, type RemoteConfiguration } from "../contract/configuration.ts";
import { kindOfName } from "../contract/kind.ts";
import type { NetworkSettings } from "../network/networkSettings.ts";
import { redactText } from "../network/redactText.ts";
import { anthropicDialect } from "./dialects/anthropic.ts";
import { googleDialect } from "./dialects/google.ts";
import { openaiDialect } from "./dialects/openai.ts";
import { falDialect, plainDialect } from "./dialects/plain.ts";
import { createEngineClient } from "./engines/engineClient.ts";
import { createEngineReader } from "./engines/engineReader.ts";
import { engineOf } from "./engines/engineTable.ts";
import type { ModelStore } from "./engines/modelStore.ts";
import { requestsPartialImages } from "./engines/partialImages.ts";
import { describe, listRemoteModels } from "./listRemoteModels.ts";
import { loadSdk } from "./loadSdk.ts";
import type { Dialect, MediaProvider, OpenedModelStore, Provider, ProviderModel } from "./provider.ts";
import { afterAcceptance, errorOfBody, ProviderError, readProviderError } from "./providerError.ts";
import type { ProviderFetch } from "./providerFetch.ts";
import { linksOf, textsOf } from "./request.ts";
import { noKey, resolveKey } from "./resolveKey.ts";
import { addressOfLink } from "./resultLink.ts";

export interface RemoteProviderOptions {
  name: string;
  configuration: RemoteConfiguration;
  environment: Readonly<Record<string, string | undefined>>;
  /** Keys by origin, for providers without a key in the configuration. */
  keys: Readonly<Record<string, string>>;
  network: NetworkSettings;
  log(line: string): void;
}

/** Headers in which the packages send a key, or a placeholder if none is configured. */
const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key", "api-key"];

export function createRemoteProvider({ name, configuration, environment, keys, network, log }: RemoteProviderOptions): Provider {
  const baseURL = addressOf(configuration);
  const origin = URL.parse(baseURL ?? "")?.origin;
  let fetching: Promise<ProviderFetch> | undefined;
  let loading: Promise<MediaProvider> | undefined;

  /** Reads the key on use, so that a variable that is not set makes only this provider unavailable. */
  function readKey(): string | undefined {
    if (configuration.apiKey === undefined) return origin === undefined ? undefined : keys[origin];
    try {
      return resolveKey(configuration.apiKey, environment);
    } catch (error) {
      throw missingKey(name, error instanceof Error ? error.message : "");
    }
  }

  /** Imports undici with the first request. */
  async function openFetch(): Promise<ProviderFetch> {
    const { createProviderFetch } = await import("./providerFetch.ts");
    return createProviderFetch({
      name,
      baseURL: baseURL ?? "https://localhost",
      allowHttp: configuration.allowHttp ?? false,
      timeout: configuration.timeout === undefined ? undefined : configuration.timeout * 1000,
      network,
      takesFiles: configuration.type !== "ai-sdk",
    });
  }

  const send: typeof globalThis.fetch = async (input, init) => {
    fetching ??= openFetch();
    const { fetch } = await fetching;
    if (readKey() !== undefined) return fetch(input, init);
    const headers = Object.entries(Object.fromEntries(new Headers(init?.headers))).filter(([header]) => !keyHeaders.includes(header));
    return fetch(input, { ...init, headers: Object.fromEntries(headers) });
  };

  const logged = new Set<string>();
  const logOnce = (line: string) => {
    if (!logged.has(line)) log(line);
    logged.add(line);
  };
  const cleanOfKey = (text: string) => redactText(text, { key: readKeyOrNothing(readKey), prompts: [] });

  /** A GET during a generation asks for the state or file of work that was already accepted. */
  const sendForPackage: typeof globalThis.fetch = async (input, init) => {
    if ((init?.method ?? "GET") !== "GET") return send(input, init);
    const answer = await send(input, init).catch((thrown: unknown) => {
      if (init?.signal?.aborted) throw thrown;
      throw afterAcceptance(name, readProviderError({ name, redact: () => "" }, undefined, thrown));
    });
    if (answer.ok) return answer;
    const text = await answer.text().catch(() => "");
    throw afterAcceptance(name, errorOfBody(name, answer.status, text, Object.fromEntries(answer.headers), cleanOfKey));
  };

  const configuredModels = Object.entries(configuration.models ?? {}).map(([id, model]) =>
    configureModel(describe(id, [kindOfName(id) ?? "text"]), model, configuration.fallback),
  );

  const engine = configuration.type === "openai-compatible" ? engineOf(configuration) : undefined;
  const reader = engine && createEngineReader(engine);
  const client = (base: string) => createEngineClient({ baseURL: base, headers: credentials(configuration.type, readKey()), fetch: send });

  /** The store reports its errors as a generation does. */
  function openStore(store: ModelStore, base: string): OpenedModelStore {
    const readable = { name, redact: cleanOfKey };
    const convert = (error: unknown): never => {
      throw readProviderError(readable, undefined, error);
    };
    return {
      name: store.name,
      pull: (model, onProgress, signal) => store.pull(client(base), model, onProgress, signal).catch(convert),
      unload: (id, signal) => store.unload(client(base), id, signal).catch(convert),
    };
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
      if (baseURL === undefined) return configuredModels;
      const apiKey = readKey();
      // The companies' own addresses require a key for the list; others may not.
      if (apiKey === undefined && configuration.baseURL === undefined) throw missingKey(name);
      const listed = await listRemoteModels({
        name,
        type: configuration.type,
        modelList: engine?.modelList,
        workflows: configuredModels,
        baseURL,
        apiKey,
        fetch: send,
        signal,
        clean: cleanOfKey,
        log: logOnce,
      }).catch((error: unknown) => {
        const needsKey = error instanceof ProviderError && error.kind === "keyRefused" && apiKey === undefined;
        throw needsKey ? missingKey(name) : error;
      });
      const reported = reader ? await reader.add(listed, client(baseURL), signal) : listed;
      const known = reported.map((model) => configureModel(model, configuration.models?.[model.id], configuration.fallback));
      const ids = new Set(known.map((model) => model.id));
      return [...known, ...configuredModels.filter((model) => !ids.has(model.id))];
    },
    load() {
      loading ??= loadSdk({ name, configuration, baseURL, apiKey: readKey() ?? noKey, fetch: sendForPackage, log }).catch(
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    async download(url) {
      const answer = await sendForPackage(baseURL === undefined ? url : addressOfLink(url, baseURL), {
        headers: credentials(configuration.type, readKey()),
      });
      return new Uint8Array(await answer.arrayBuffer());
    },
    redact(text, request) {
      const prompts = request ? [...textsOf(request), ...linksOf(request)] : [];
      return redactText(text, { key: readKeyOrNothing(readKey), prompts });
    },
    async close() {
      await (await fetching?.catch(() => undefined))?.close();
    },
  };
}

function missingKey(name: string, detail = ""): ProviderError {
  const message = `No key is configured for ${name}. ${detail}`.trim();
  return new ProviderError({ code: "api_error", acceptance: "refused", kind: "keyMissing", message });
}

function readKeyOrNothing(readKey: () => string | undefined): string | undefined {
  try {
    return readKey();
  } catch {
    return undefined;
  }
}

function credentials(type: RemoteConfiguration["type"], key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  switch (type) {
    case "openai":
    case "openai-compatible":
    case "ai-sdk":
      return { authorization: `Bearer ${key}` };
    case "anthropic":
      return { "x-api-key": key };
    case "google":
      return { "x-goog-api-key": key };
  }
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
      return configuration.package === "@ai-sdk/fal" ? falDialect : plainDialect;
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
