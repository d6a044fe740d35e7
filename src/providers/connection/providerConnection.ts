/** The connection to a provider on the network: its key, its requests, and errors without the key. */

import { addressOf, type RemoteConfiguration } from "../../contract/configuration.ts";
import { errorText } from "../../contract/errorText.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import { redactText } from "../../network/redactText.ts";
import { afterAcceptance, errorOfBody, ProviderError, readProviderError } from "../providerError.ts";
import type { ProviderFetch } from "./providerFetch.ts";
import { resolveKey } from "./resolveKey.ts";

export interface ConnectionOptions {
  name: string;
  configuration: RemoteConfiguration;
  environment: Readonly<Record<string, string | undefined>>;
  /** Keys by origin, for providers without a key in the configuration. */
  keys: Readonly<Record<string, string>>;
  network: NetworkSettings;
}

/** Headers in which the packages send a key, or a placeholder if none is configured. */
const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key", "api-key"];

export class ProviderConnection {
  readonly #options: ConnectionOptions;
  /** undefined: the address is known only to the package. */
  readonly baseURL: string | undefined;
  #fetching: Promise<ProviderFetch> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.baseURL = addressOf(options.configuration);
  }

  /** Reads the key on use, so that a variable that is not set makes only this provider unavailable. Throws ProviderError. */
  key(): string | undefined {
    const { name, configuration, keys, environment } = this.#options;
    const origin = URL.parse(this.baseURL ?? "")?.origin;
    if (configuration.apiKey === undefined) return origin === undefined ? undefined : keys[origin];
    try {
      return resolveKey(configuration.apiKey, environment);
    } catch (error) {
      throw missingKey(name, errorText(error));
    }
  }

  /** The headers of requests that no package writes. */
  credentials(): Record<string, string> {
    return credentials(this.#options.configuration.type, this.key());
  }

  readonly send: typeof globalThis.fetch = async (input, init) => {
    this.#fetching ??= this.#openFetch();
    const { fetch } = await this.#fetching;
    if (this.key() !== undefined) return fetch(input, init);
    const headers = Object.entries(Object.fromEntries(new Headers(init?.headers))).filter(([header]) => !keyHeaders.includes(header));
    return fetch(input, { ...init, headers: Object.fromEntries(headers) });
  };

  /** A GET during a generation asks for the state or file of work that was already accepted. */
  readonly sendForPackage: typeof globalThis.fetch = async (input, init) => {
    if ((init?.method ?? "GET") !== "GET") return this.send(input, init);
    const { name } = this.#options;
    const answer = await this.send(input, init).catch((thrown: unknown) => {
      if (init?.signal?.aborted) throw thrown;
      throw afterAcceptance(name, readProviderError({ name, redact: () => "" }, undefined, thrown));
    });
    if (answer.ok) return answer;
    const text = await answer.text().catch(() => "");
    throw afterAcceptance(
      name,
      errorOfBody(name, answer.status, text, Object.fromEntries(answer.headers), (body) => this.redact(body)),
    );
  };

  /** The text without the key and `prompts`. */
  redact(text: string, prompts: readonly string[] = []): string {
    return redactText(text, { key: this.#keyOrNothing(), prompts: [...prompts] });
  }

  async close(): Promise<void> {
    await (await this.#fetching?.catch(() => undefined))?.close();
  }

  /** Imports undici with the first request. */
  async #openFetch(): Promise<ProviderFetch> {
    const { name, configuration, network } = this.#options;
    const { createProviderFetch } = await import("./providerFetch.ts");
    return createProviderFetch({
      name,
      baseURL: this.baseURL ?? "https://localhost",
      allowHttp: configuration.allowHttp ?? false,
      timeout: configuration.timeout === undefined ? undefined : configuration.timeout * 1000,
      network,
      takesFiles: configuration.type !== "ai-sdk",
    });
  }

  #keyOrNothing(): string | undefined {
    try {
      return this.key();
    } catch {
      return undefined;
    }
  }
}

export function missingKey(name: string, detail = ""): ProviderError {
  const message = `No key is configured for ${name}. ${detail}`.trim();
  return new ProviderError({ code: "api_error", acceptance: "refused", kind: "keyMissing", message });
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
