/** Downloads and unloads models of the configured providers. Only the extension offers it: another client must not change what an engine has. */
import type { PullProgress } from "../contract/processMessages.ts";
import type { OpenedModelStore } from "../providers/provider.ts";
import type { Catalogue } from "./catalogue.ts";

export interface ModelStores {
  /** The id of the downloaded model at this service. Rejects with the reason, which names the provider. */
  pull(provider: string, model: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<string>;
  unload(provider: string, model: string, signal: AbortSignal): Promise<void>;
}

export function createModelStores(catalogue: Catalogue): ModelStores {
  async function find(name: string): Promise<{ store: OpenedModelStore; prefix: string }> {
    const provider = await catalogue.askAgain(name);
    if (provider?.store) return { store: provider.store, prefix: provider.prefix };
    const state = catalogue.states().find((one) => one.name === name);
    throw new Error(state?.type === "failed" ? state.reason : `${name} downloads no models.`);
  }
  return {
    async pull(name, model, onProgress, signal) {
      const { store, prefix } = await find(name);
      const id = await store.pull(model, withoutRepeats(onProgress), signal);
      await catalogue.askAgain(name);
      return `${prefix}${id}`;
    },
    async unload(name, model, signal) {
      const { store } = await find(name);
      await store.unload(model, signal);
      await catalogue.askAgain(name);
    },
  };
}

/** Passes on each percentage and status once: an engine may report hundreds of times a second. */
function withoutRepeats(onProgress: (progress: PullProgress) => void): (progress: PullProgress) => void {
  let last = "";
  return (progress) => {
    const { status, done = 0, total = 0 } = progress;
    const shown = `${status} ${total === 0 ? 0 : Math.floor((done / total) * 100)} ${total}`;
    if (shown !== last) onProgress(progress);
    last = shown;
  };
}
