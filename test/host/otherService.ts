/** Starts a second service with its own key, like a service that a user configures. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import type { ServiceOptions } from "../../src/service/serviceOptions.ts";
import type { RunningService } from "../../src/service/startService.ts";
import { startService } from "../../src/service/startService.ts";

export const otherKey = "other-service-key-0123456789";

export async function startOtherService(options: ServiceOptions = {}): Promise<RunningService> {
  const extension = vscode.extensions.getExtension("generation-studio.generation-studio");
  const generator = path.join(extension?.extensionPath ?? "", "dist", "generator.js");
  return startService({ ...options, keys: [otherKey], generatorWorkerUrl: pathToFileURL(generator) });
}
