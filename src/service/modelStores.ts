/** Downloads and unloads models of the configured providers. Only the extension offers it: another client must not change what an engine has. */
import type { PullProgress } from "../contract/processMessages.ts";
import type { OpenedModelStore } from "../providers/provider.ts";
import type { Catalogue } from "./catalogue.ts";

export class ModelStores {
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** The id of the downloaded model at this service. Rejects with the reason, which names the provider. */
  async pull(provider: string, model: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<string> {
    const { store, prefix } = await this.#find(provider);
    const id = await store.pull(model, withoutRepeats(onProgress), signal);
    await this.#catalogue.askAgain(provider);
    return `${prefix}${id}`;
  }

  async unload(provider: string, model: string, signal: AbortSignal): Promise<void> {
    const { store } = await this.#find(provider);
    await store.unload(model, signal);
    await this.#catalogue.askAgain(provider);
  }

  async #find(name: string): Promise<{ store: OpenedModelStore; prefix: string }> {
    const provider = await this.#catalogue.askAgain(name);
    if (provider?.store) return { store: provider.store, prefix: provider.prefix };
    const state = this.#catalogue.states().find((one) => one.name === name);
    throw new Error(state?.type === "failed" ? state.reason : `${name} downloads no models.`);
  }
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
