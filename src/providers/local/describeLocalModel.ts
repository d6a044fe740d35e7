/** What a model is and needs, before it is downloaded. */
import { totalmem } from "node:os";
import { isAddress, modelName } from "../../contract/modelFile.ts";
import type { ModelDescription } from "../../contract/processMessages.ts";
import { createDispatchers } from "../../network/dispatchers.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import { DownloadError } from "./downloadError.ts";
import { request, timeouts } from "./downloadFile.ts";
import { engineSize } from "./installEngine.ts";
import { localFolder } from "./localFolder.ts";
import { headSize, readHead, requireOneFile } from "./localModels.ts";
import { memoryBandwidth } from "./memoryBandwidth.ts";
import { pinnedEngine } from "./pinnedEngine.ts";
import { readGguf } from "./readGguf.ts";

/** Rejects with a DownloadError. `model`: an address or the path of a file. `data`: the data folder of the service. */
export async function describeLocalModel(
  model: string,
  { data, network, signal }: { data: string | undefined; network: NetworkSettings; signal: AbortSignal },
): Promise<ModelDescription> {
  if (data === undefined) throw new DownloadError("other", "The service has no data folder, in which llama.cpp is installed.");
  const engine = engineSize(pinnedEngine, localFolder(data));
  if (engine === undefined)
    throw new DownloadError("other", `llama.cpp is not offered for ${process.platform} on ${process.arch} here. Install Ollama instead.`);
  requireOneFile(model);
  const { head, size } = isAddress(model) ? await readRemoteHead(model, network, signal) : await readLocalHead(model);
  const facts = readGguf(head);
  if (facts === undefined) throw new DownloadError("refused", "This is no GGUF file.");
  return {
    name: facts.name ?? modelName(model),
    license: facts.license,
    size,
    context: facts.context,
    engine,
    tokensPerSecond: (await memoryBandwidth()) / size,
    fitsMemory: size * memoryFactor < totalmem(),
  };
}

/** A model needs memory for its file, its context, and the system needs some for itself. */
const memoryFactor = 1.3;

async function readRemoteHead(address: string, network: NetworkSettings, signal: AbortSignal): Promise<{ head: Uint8Array; size: number }> {
  const connections = createDispatchers(network, timeouts);
  try {
    const { answer } = await request({ address, connections, signal }, { range: `bytes=0-${headSize - 1}` });
    const { statusCode, headers, body } = answer;
    body.on("error", () => undefined);
    if (statusCode !== 200 && statusCode !== 206) {
      body.destroy();
      throw DownloadError.ofStatus(statusCode, new URL(address).host);
    }
    const [, ranged] = /\/(\d+)$/.exec(String(headers["content-range"])) ?? [];
    const size = Number(ranged ?? headers["content-length"]);
    const chunks: Uint8Array[] = [];
    let received = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      received += chunk.byteLength;
      if (received >= headSize) break;
    }
    body.destroy();
    if (!Number.isFinite(size)) throw new DownloadError("refused", "The server does not say how large the file is.");
    return { head: Buffer.concat(chunks), size };
  } catch (error) {
    signal.throwIfAborted();
    throw DownloadError.from(error);
  } finally {
    await connections.close();
  }
}

async function readLocalHead(file: string): Promise<{ head: Uint8Array; size: number }> {
  const read = await readHead(file);
  if (read === undefined) throw new DownloadError("missing", "The file does not exist, or cannot be read.");
  return read;
}
