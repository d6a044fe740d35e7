/** The client of each service in use, by base URL, created on first use. */
import type { ServiceClient } from "../../client/serviceClient.ts";
import { builtInBaseUrl } from "../../generations/builtInBaseUrl.ts";
import { log } from "../base/log.ts";
import type { Secrets } from "../base/secrets.ts";
import { settings } from "../base/settings.ts";
import type { ConfiguredService } from "./configuredService.ts";

export class ServiceClients {
  readonly #secrets: Secrets;
  readonly #builtIn: ConfiguredService;
  readonly #clients = new Map<string, Promise<ServiceClient>>();

  constructor(secrets: Secrets, builtIn: ConfiguredService) {
    this.#secrets = secrets;
    this.#builtIn = builtIn;
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
    if (baseUrl !== builtInBaseUrl) return createServiceClient({ baseUrl, key: () => this.#secrets.key(baseUrl), network, log });
    const { url, key } = await (await this.#builtIn.now()).address();
    log.protect(key);
    return createServiceClient({ baseUrl: url, key: async () => key, log });
  }
}
