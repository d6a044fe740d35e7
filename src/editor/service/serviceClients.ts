/** The client of each service in use, by base URL, created on first use. */
import type { ServiceClient, ServiceClientOptions } from "../../client/serviceClient.ts";
import { builtInBaseUrl } from "../../generations/builtInBaseUrl.ts";
import { log } from "../base/log.ts";
import type { Secrets } from "../base/secrets.ts";
import { settings } from "../base/settings.ts";
import type { ConfiguredService } from "./configuredService.ts";

/** Called with each answer that is not a task. */
export type OnAnswer = (baseUrl: string, ...answer: Parameters<NonNullable<ServiceClientOptions["onAnswer"]>>) => void;

export class ServiceClients {
  readonly #secrets: Secrets;
  readonly #builtIn: ConfiguredService;
  readonly #onAnswer: OnAnswer;
  readonly #clients = new Map<string, Promise<ServiceClient>>();

  constructor(secrets: Secrets, builtIn: ConfiguredService, onAnswer: OnAnswer) {
    this.#secrets = secrets;
    this.#builtIn = builtIn;
    this.#onAnswer = onAnswer;
  }

  /** Starts the built-in service if `baseUrl` is `builtInBaseUrl`. Throws ServiceError. */
  of(baseUrl: string): Promise<ServiceClient> {
    const known = this.#clients.get(baseUrl);
    if (known !== undefined) return known;
    const made = this.#make(baseUrl);
    this.#clients.set(baseUrl, made);
    made.catch(() => this.#clients.delete(baseUrl));
    return made;
  }

  /** Closes a client whose service has ended. */
  async drop(baseUrl: string): Promise<void> {
    const client = this.#clients.get(baseUrl);
    this.#clients.delete(baseUrl);
    await client?.then((it) => it.close()).catch(() => undefined);
  }

  async dropAll(): Promise<void> {
    await Promise.all([...this.#clients.keys()].map((baseUrl) => this.drop(baseUrl)));
  }

  /** The next requests use the current settings. Requests that are running end as they are. */
  replaceAll(): void {
    const former = [...this.#clients.values()];
    this.#clients.clear();
    for (const client of former) client.then((it) => it.retire()).catch(() => undefined);
  }

  async #make(baseUrl: string): Promise<ServiceClient> {
    const { createServiceClient } = await import("../../client/createServiceClient.ts");
    const network = settings.network();
    const onAnswer: ServiceClientOptions["onAnswer"] = (...answer) => this.#onAnswer(baseUrl, ...answer);
    if (baseUrl !== builtInBaseUrl) return createServiceClient({ baseUrl, key: () => this.#secrets.key(baseUrl), network, log, onAnswer });
    const { url, key } = await (await this.#builtIn.now()).address();
    log.protect(key);
    return createServiceClient({ baseUrl: url, key: async () => key, log, onAnswer });
  }
}
