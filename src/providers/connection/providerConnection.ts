/** The connection to a provider on the network: its key, its requests, and errors without the key. */

import { setTimeout as sleep } from "node:timers/promises";
import { addressOf, type RemoteConfiguration } from "../../contract/configuration.ts";
import { errorText } from "../../contract/errorText.ts";
import { isSendableKey } from "../../network/isSendableKey.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import { redactText } from "../../network/redactText.ts";
import { isCollecting, nameLink } from "../files/answeredFiles.ts";
import { afterAcceptance, errorOfBody, ProviderError, readProviderError } from "../providerError.ts";
import { downloadResult } from "./downloadResult.ts";
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

/** How often a poll of a package is sent, and milliseconds before the first repetition, divided by two. */
const pollAttempts = 6;
const pollWait = 125;

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
    let key: string | undefined;
    try {
      key = configuration.apiKey === undefined ? keys[origin ?? ""] : resolveKey(configuration.apiKey, environment);
    } catch (error) {
      throw missingKey(name, errorText(error));
    }
    if (key === undefined || isSendableKey(key)) return key;
    throw missingKey(name, "The one in the configuration is empty, or has characters that no header can carry.");
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

  /**
   * A GET during a generation asks for the state or file of work that was already accepted, so it is repeated after a passing error. For a
   * file of another machine, a package gets a name: see `collectFiles`.
   */
  readonly sendForPackage: typeof globalThis.fetch = async (input, init) => {
    if ((init?.method ?? "GET") !== "GET") return this.send(input, init);
    const { name } = this.#options;
    const url = new URL(input instanceof Request ? input.url : input);
    const linked = this.#isOwn(url) ? undefined : nameLink(url.href);
    if (linked !== undefined) return new Response(linked, { headers: { "content-type": "application/octet-stream" } });
    const answer = await this.#sendAgain(url, init).catch((thrown: unknown) => {
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

  /** Downloads the file of a result. Rejects with a ProviderError, or the signal's reason. */
  download(link: URL, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
    const send = () => this.send(link, { headers: this.credentials(), ...(signal ? { signal } : {}) });
    const clean = (text: string) => this.redact(text);
    return downloadResult({ name: this.#options.name, link, isOwn: this.#isOwn(link), send, clean, signal });
  }

  /** Only while a package generates: who polls a video repeats its polls. */
  async #sendAgain(url: URL, init: RequestInit | undefined): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === pollAttempts || !isCollecting();
      const answer = await this.send(url, init).catch((thrown: unknown) => {
        if (isLast || init?.signal?.aborted || thrown instanceof ProviderError) throw thrown;
        return undefined;
      });
      if (answer && (isLast || (answer.status < 500 && answer.status !== 429))) return answer;
      await answer?.body?.cancel();
      await sleep(pollWait * 2 ** attempt, undefined, init?.signal ? { signal: init.signal } : {});
    }
  }

  #isOwn(url: URL): boolean {
    return this.baseURL === undefined || url.origin === URL.parse(this.baseURL)?.origin;
  }

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
