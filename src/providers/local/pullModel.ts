/** Installs the engine, and downloads a model for it. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { PullProgress } from "../../contract/processMessages.ts";
import { createDispatchers } from "../../network/dispatchers.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import { timeouts } from "./describeLocalModel.ts";
import { DownloadError } from "./downloadError.ts";
import { downloadFile } from "./downloadFile.ts";
import { installEngine } from "./installEngine.ts";
import type { LocalFolder } from "./localFolder.ts";
import { isAddress, isPartOfModel, modelNameOfAddress, readLocalModel } from "./localModels.ts";
import { oneAtATime } from "./oneAtATime.ts";
import type { PinnedEngine } from "./pinnedPackage.ts";

export interface PullOptions {
  folder: LocalFolder;
  engine: PinnedEngine;
  /** Without a trailing slash. */
  registry: string;
  network: NetworkSettings;
}

/** `model`: an address, or the id of a model that is on this machine. Returns its id. Rejects with a DownloadError, or the signal's reason. */
export async function pullModel(
  model: string,
  { folder, engine, registry, network }: PullOptions,
  onProgress: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const connections = createDispatchers(network, timeouts);
  try {
    await installEngine({ engine, folder, connections, registry, signal, onProgress });
    if (!isAddress(model)) return model;
    if (isPartOfModel(model))
      throw new DownloadError("refused", "This is one part of a model in several files. Choose a model in one file.");
    const id = modelNameOfAddress(model);
    const file = path.join(folder.models, `${id}.gguf`);
    await oneAtATime(folder.models, signal, async () => {
      if (existsSync(file)) return;
      const onArrival = (done: number, total: number) => onProgress({ status: id, done, total });
      await downloadFile({ address: model, file, connections, signal, onProgress: onArrival });
    });
    if ((await readLocalModel(id, file)) === undefined) throw new DownloadError("refused", "This is no GGUF file.");
    return id;
  } catch (error) {
    signal.throwIfAborted();
    throw DownloadError.from(error);
  } finally {
    await connections.close();
  }
}

/** npm's, or a company's mirror, which is named where npm reads it. The hashes are the same. */
export function usualRegistry(own: string): string {
  const { npm_config_registry: lower, NPM_CONFIG_REGISTRY: upper } = process.env;
  return (lower || upper || own).replace(/\/$/, "");
}
