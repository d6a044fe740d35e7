/** The connection to a provider on the network: its key, its requests, and errors without the key. */

import { setTimeout as sleep } from "node:timers/promises";
import { baseAddressOf, type RemoteConfiguration } from "../../contract/configuration.ts";
import { errorText } from "../../contract/errorText.ts";
import { isSendableKey } from "../../network/isSendableKey.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import { redactText } from "../../network/redactText.ts";
import { currentCall } from "../callContext.ts";
import { isCollecting, nameLink } from "../files/answeredFiles.ts";
import { afterAcceptance, errorOfBody, ProviderError, readProviderError } from "../providerError.ts";
import { requireFields } from "../sampling.ts";
import { isHostOf, sdkPackages } from "../sdkPackages.ts";
import { readIdentity } from "./clientIdentity.ts";
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
const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key", "api-key", "x-key", "xi-api-key", "x-hume-api-key"];

/** How often a poll of a package is sent, and milliseconds before the first repetition, divided by two. */
const pollAttempts = 6;
const pollWait = 125;

export class ProviderConnection {
  readonly #options: ConnectionOptions;
  /** undefined: the address is known only to the package. */
  readonly baseURL: string | undefined;
  #fetching: Promise<ProviderFetch> | undefined;

  /** Parameters of the configured address, which are part of each request's. */
  readonly #query: URLSearchParams;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const address = baseAddressOf(options.configuration);
    const [path = "", query = ""] = address?.split("?") ?? [];
    this.baseURL = address === undefined ? undefined : path.replace(/\/$/, "");
    this.#query = new URLSearchParams(query);
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
    this.#fetching ??= this.#openFetch().catch((error: unknown) => {
      // A file may be there the next time.
      this.#fetching = undefined;
      throw error;
    });
    const { fetch } = await this.#fetching;
    const url = new URL(input instanceof Request ? input.url : input, this.baseURL);
    const isOwn = this.#isOwn(url);
    if (isOwn) for (const [name, value] of this.#query) if (!url.searchParams.has(name)) url.searchParams.set(name, value);
    const hasKey = this.key() !== undefined;
    const written = Object.entries(Object.fromEntries(new Headers(init?.headers)));
    const headers = written.filter(([header]) => hasKey || !keyHeaders.includes(header));
    return fetch(url, { ...init, headers: { ...Object.fromEntries(headers), ...(isOwn ? this.#headers() : {}) } });
  };

  /** The configured headers. Throws ProviderError for a variable that is not set. */
  #headers(): Record<string, string> {
    const { name, configuration, environment } = this.#options;
    const entries = Object.entries(configuration.headers ?? {});
    try {
      return Object.fromEntries(entries.map(([header, value]) => [header.toLowerCase(), resolveKey(value, environment) ?? ""]));
    } catch (error) {
      throw missingKey(name, errorText(error));
    }
  }

  /**
   * A GET during a generation asks for the state or file of work that was already accepted, so it is repeated after a passing error. For a
   * file of another machine, a package gets a name: see `collectFiles`.
   */
  readonly sendForPackage: typeof globalThis.fetch = async (input, init) => {
    const { name } = this.#options;
    if ((init?.method ?? "GET") !== "GET") {
      requireFields(currentCall().sampling ?? [], name, init?.body);
      return this.send(input, init);
    }
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
    if (this.baseURL !== undefined && url.origin === URL.parse(this.baseURL)?.origin) return true;
    return url.protocol === "https:" && url.port === "" && isHostOf(this.#hosts(), url.hostname);
  }

  /** The hosts of a package, which may have several, also beside a configured address. */
  #hosts(): readonly string[] {
    const { configuration } = this.#options;
    if (configuration.type !== "ai-sdk") return [];
    return [...(this.baseURL === undefined ? (sdkPackages[configuration.package]?.hosts ?? []) : []), ...(configuration.hosts ?? [])];
  }

  /** The text without the key and `prompts`. */
  redact(text: string, prompts: readonly string[] = []): string {
    return redactText(text, { key: this.#keyOrNothing(), prompts: [...prompts] });
  }

  async close(): Promise<void> {
    await (await this.#fetching?.catch(() => undefined))?.close();
  }

  async #openFetch(): Promise<ProviderFetch> {
    const { name, configuration, environment, network } = this.#options;
    const { createProviderFetch } = await loadFetch();
    return createProviderFetch({
      name,
      baseURL: this.baseURL,
      isOwn: (url) => this.#isOwn(url),
      allowHttp: configuration.allowHttp ?? false,
      timeout: configuration.timeout === undefined ? undefined : configuration.timeout * 1000,
      network,
      identity: configuration.tls && (await readIdentity(name, configuration.tls, environment)),
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

/** Imports undici, which takes a twentieth of a second: a service does it before it answers requests. */
export const loadFetch = () => import("./providerFetch.ts");

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
