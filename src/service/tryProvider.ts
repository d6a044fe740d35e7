import type { ProviderSetup, ProviderState, TriedModel } from "../contract/processMessages.ts";
import { createProviders } from "../providers/createProviders.ts";
import { readProviderError } from "../providers/providerError.ts";

export interface TriedProvider {
  state: ProviderState;
  /** With the provider's own ids. */
  models: TriedModel[];
}

/** Requests the models of the first provider in a configuration, whether it is in use or not. */
export async function tryProvider(setup: ProviderSetup, signal: AbortSignal): Promise<TriedProvider> {
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
      models: models.map(({ id, kinds, capabilities }) => ({ id, kinds: [...kinds], capabilities })),
    };
  } catch (error) {
    const { kind, message } = readProviderError(provider, undefined, error);
    return { state: { type: "failed", name, kind, reason: message }, models: [] };
  } finally {
    await opened.close();
  }
}
