/** Installs the engine, and downloads a model for it. */
import { existsSync } from "node:fs";
import path from "node:path";
import { isAddress, modelNameOfAddress } from "../../contract/modelFile.ts";
import type { PullProgress } from "../../contract/processMessages.ts";
import { createDispatchers } from "../../network/dispatchers.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import { DownloadError } from "./downloadError.ts";
import { downloadFile, timeouts } from "./downloadFile.ts";
import { installEngine } from "./installEngine.ts";
import type { LocalFolder } from "./localFolder.ts";
import { readLocalModel, requireOneFile } from "./localModels.ts";
import { oneAtATime } from "./oneAtATime.ts";
import { pinnedEngine } from "./pinnedEngine.ts";

export interface PullOptions {
  folder: LocalFolder;
  network: NetworkSettings;
}

/** `model`: an address, or the id of a model that is on this machine. Returns its id. Rejects with a DownloadError, or the signal's reason. */
export async function pullModel(
  model: string,
  { folder, network }: PullOptions,
  onProgress: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const connections = createDispatchers(network, timeouts);
  try {
    await installEngine({ engine: pinnedEngine, folder, connections, registry: usualRegistry(), signal, onProgress });
    if (!isAddress(model)) return model;
    requireOneFile(model);
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
function usualRegistry(): string {
  const { npm_config_registry: lower, NPM_CONFIG_REGISTRY: upper } = process.env;
  return (lower || upper || pinnedEngine.registry).replace(/\/$/, "");
}
