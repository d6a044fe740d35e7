/** The connection to the service in use: its client, its models and, for the built-in one, its providers. */
import * as vscode from "vscode";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { builtInBaseUrl } from "../../generations/builtInBaseUrl.ts";
import { log } from "../base/log.ts";
import type { Secrets } from "../base/secrets.ts";
import { settings, settingsSection } from "../base/settings.ts";
import type { State } from "../base/state.ts";
import { ConfiguredService } from "./configuredService.ts";
import { ServiceCatalogue } from "./modelCatalogue.ts";
import { ServiceClients } from "./serviceClients.ts";
import type { ServiceInUse } from "./studio.ts";

export async function currentConnection(): Promise<ServiceInUse> {
  const baseUrl = settings.baseUrl();
  return baseUrl === "" ? { baseUrl: builtInBaseUrl, isBuiltIn: true } : { baseUrl, isBuiltIn: false };
}

export class ServiceConnection implements vscode.Disposable {
  readonly #connectionChanged = new vscode.EventEmitter<void>();
  readonly #providersChanged = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#connectionChanged.event;
  readonly onDidChangeProviders = this.#providersChanged.event;
  readonly #secrets: Secrets;
  readonly builtIn: ConfiguredService;
  readonly catalogue: ServiceCatalogue;
  readonly clients: ServiceClients;

  constructor(context: vscode.ExtensionContext, secrets: Secrets, state: State) {
    this.#secrets = secrets;
    this.builtIn = new ConfiguredService({
      context,
      secrets,
      onStopped: () => void this.clients.drop(builtInBaseUrl),
      onProvidersChange: () => {
        this.#providersChanged.fire();
        if (this.catalogue.known !== undefined) this.catalogue.refresh().catch((error: unknown) => log.error("models", error));
      },
    });
    this.clients = new ServiceClients(secrets, this.builtIn);
    this.catalogue = new ServiceCatalogue(() => this.client(), state);
  }

  async client(): Promise<ServiceClient> {
    await this.builtIn.configured;
    return this.clients.of((await currentConnection()).baseUrl);
  }

  /** The service in use reports a missing key itself; tasks of another service wait until a key for its origin is stored. */
  async clientOfTask(baseUrl: string): Promise<ServiceClient | undefined> {
    await this.builtIn.configured;
    if (baseUrl === builtInBaseUrl || baseUrl === settings.baseUrl()) return this.clients.of(baseUrl);
    return (await this.#secrets.key(baseUrl)) === undefined ? undefined : this.clients.of(baseUrl);
  }

  applySettings(event: vscode.ConfigurationChangeEvent): void {
    const affects = (name: string) => event.affectsConfiguration(name);
    const isOther = affects(`${settingsSection}.baseUrl`);
    if (isOther || affects("http")) this.clients.replaceAll();
    if (isOther) this.#hasChanged();
    if (affects(`${settingsSection}.builtInService`)) {
      this.builtIn.restart(() => this.#hasChanged());
      // A pending list of models comes from the service that is stopping, so later callers must not wait for it.
      this.catalogue.forget();
    }
    if (affects(`${settingsSection}.providers`)) this.applyProviders();
    else if (affects("http") || affects(`${settingsSection}.defaultModels`)) this.builtIn.configure();
  }

  /** Called after a change of the providers or of a key. */
  applyProviders(): void {
    this.builtIn.configure();
    this.#hasChanged();
    void this.builtIn.configured.then(() => this.#providersChanged.fire());
  }

  #hasChanged(): void {
    this.catalogue.forget();
    this.#connectionChanged.fire();
  }

  dispose(): void {
    this.#connectionChanged.dispose();
    this.#providersChanged.dispose();
    this.catalogue.dispose();
  }

  async closeClients(): Promise<void> {
    await this.clients.dropAll();
  }
}
