import type { ProviderSetup, TriedProvider } from "../contract/processMessages.ts";
import { announcedCapabilities } from "../providers/announcedCapabilities.ts";
import { createProviders } from "../providers/createProviders.ts";
import { readProviderError } from "../providers/providerError.ts";

/**
 * Requests the models of the first provider in a configuration, whether it is in use or not. If its address has no list of models, tries
 * what the user may have meant.
 */
export async function tryProvider(setup: ProviderSetup, signal: AbortSignal): Promise<TriedProvider> {
  const tried = await tryAddress(setup, signal);
  if (tried.state.type !== "failed" || tried.state.kind !== "other" || signal.aborted) return tried;
  const [[name, provider] = []] = Object.entries(setup.configuration?.providers ?? {});
  if (name === undefined || provider === undefined || !("baseURL" in provider) || provider.baseURL === undefined) return tried;
  for (const address of likelyAddresses(provider.baseURL)) {
    const configuration = { ...setup.configuration, providers: { [name]: { ...provider, baseURL: address } } };
    const other = await tryAddress({ ...setup, configuration }, signal);
    if (other.state.type === "reachable" && other.models.length > 0) return { ...other, address };
  }
  return tried;
}

const endpoint = /\/(?:(?:chat\/)?completions|responses|models|messages|embeddings|(?:images|audio)\/\w{1,20}|videos)$/;

/**
 * Without an endpoint, a page or repeated parts, with a version and without one. On the same origin, because the key is sent there.
 */
function likelyAddresses(address: string): string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const path = url.pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  const base = path.replace(endpoint, "");
  const [version = ""] = /^.*?\/v\d\w{0,9}(?=\/|$)/i.exec(base) ?? [];
  const unversioned = version.replace(/\/[^/]*$/, "");
  const lowered = unversioned + version.slice(unversioned.length).toLowerCase();
  const likely = version === "" ? [base, `${base}/v1`, "/v1"] : [base, version, lowered, unversioned, "/v1"];
  const given = address.replace(/\/$/, "");
  return [...new Set(likely.map((one) => `${url.origin}${one}`))].filter((one) => one !== given);
}

async function tryAddress(setup: ProviderSetup, signal: AbortSignal): Promise<TriedProvider> {
  const opened = createProviders({ environment: {}, faults: false, tokensPerSecond: 0, generatorWorkerUrl: undefined });
  opened.configure(setup);
  const [provider] = opened.providers;
  if (provider === undefined) return { state: { type: "unknown", name: "" }, models: [] };
  const { name } = provider;
  try {
    const models = await provider.listModels(signal);
    const { store } = provider;
    return {
      state: { type: "reachable", name, ...(store ? { store: store.name } : {}) },
      models: models.map((model) => ({
        id: model.id,
        kinds: [...model.kinds],
        capabilities: announcedCapabilities(provider.dialect, model),
      })),
    };
  } catch (error) {
    if (signal.aborted) return { state: { type: "failed", name, kind: "unreachable", reason: `${name} does not answer.` }, models: [] };
    const { kind, message } = readProviderError(provider, undefined, error);
    return { state: { type: "failed", name, kind, reason: message }, models: [] };
  } finally {
    await opened.close();
  }
}
