/** Where the local engine and its models are, below the data folder of the service. */
import path from "node:path";

export interface LocalFolder {
  /** Folders of installed versions of the engine. */
  engines: string;
  /** Files that were downloaded, or are being downloaded. */
  packages: string;
  models: string;
}

export function localFolder(data: string): LocalFolder {
  const folder = path.join(data, "local");
  return { engines: path.join(folder, "engines"), packages: path.join(folder, "packages"), models: path.join(folder, "models") };
}
