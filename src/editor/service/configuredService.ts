/** The built-in service with the user's providers and options: created on first use, and changed when they change. */
import path from "node:path";
import type * as vscode from "vscode";
import { log } from "../base/log.ts";
import { reportProviders } from "../base/report.ts";
import type { Secrets } from "../base/secrets.ts";
import { settings } from "../base/settings.ts";
import type { BuiltInService } from "./builtInService.ts";

interface ConfiguredOptions {
  context: vscode.ExtensionContext;
  secrets: Secrets;
  /** Called when the service has ended: its address is no longer valid. */
  onStopped(): void;
  /** Called when models or states of providers have changed. */
  onProvidersChange(): void;
}

export class ConfiguredService {
  readonly #options: ConfiguredOptions;
  #service: Promise<BuiltInService> | undefined;
  #configuring = Promise.resolve();

  constructor(options: ConfiguredOptions) {
    this.#options = options;
  }

  /** Resolves when the service has applied the last change, or has stopped because of it. */
  get configured(): Promise<void> {
    return this.#configuring;
  }

  /** The service as it is. It starts at its first use. */
  now(): Promise<BuiltInService> {
    this.#service ??= this.#create();
    return this.#service;
  }

  /** The service with all changes. */
  async get(): Promise<BuiltInService> {
    await this.#configuring;
    return this.now();
  }

  /** Sends the current providers and keys to the service, if it is running. */
  configure(): void {
    this.#afterwards(async () => {
      try {
        await (await this.#service)?.configure();
      } catch (error) {
        if (error instanceof Error && error.name === "InvalidProviders") void reportProviders(error.message);
        else log.error("providers", error);
      }
    });
  }

  /** Stops the service, then calls `onStopped`. It starts at its next use with the current options, and resumes its tasks. */
  restart(onStopped: () => void): void {
    this.#afterwards(async () => {
      await (await this.#service)?.stop();
      onStopped();
    });
  }

  /** The service completes its tasks and ends, also if this window ends before. */
  async leave(): Promise<void> {
    (await this.#service)?.leave();
  }

  /** Changes run one after another, and a request waits for all of them. */
  #afterwards(change: () => Promise<void>): void {
    this.#configuring = this.#configuring.then(change, change);
  }

  async #create(): Promise<BuiltInService> {
    const { context, secrets, onStopped, onProvidersChange } = this.#options;
    const { BuiltInService } = await import("./builtInService.ts");
    return new BuiltInService({
      script: path.join(context.extensionPath, "dist", "service.js"),
      data: path.join(context.globalStorageUri.fsPath, "built-in-service"),
      tuning: settings.builtInService,
      setup: async () => (await import("./configuredProviders.ts")).readProviderSetup(secrets),
      onStopped,
      onProvidersChange,
      log,
    });
  }
}
