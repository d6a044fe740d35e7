/**
 * The process of the local engine. It is separate from the service's because native code that crashes, or has no memory left, ends its
 * process: then only the answer in progress is lost. Its argument is the folder of the installed engine.
 */
import { errorText } from "../../contract/errorText.ts";
import { type EngineRequest, type FromEngine, toEngineSchema } from "./engineMessages.ts";
import { importLlama, type Llama, type LlamaModule } from "./llamaModule.ts";
import { GenerationError, LoadedModel } from "./loadedModel.ts";

delete process.env.ELECTRON_RUN_AS_NODE;
const folder = process.argv[2] ?? "";
const stopping = new Map<number, AbortController>();
let engine: Promise<{ module: LlamaModule; llama: Llama }> | undefined;
let loaded: LoadedModel | undefined;
let last: Promise<void> = Promise.resolve();

function report(message: FromEngine): void {
  process.send?.(message, () => undefined);
}

async function startEngine() {
  const module = await importLlama(folder);
  const llama = await module.getLlama({ gpu: "auto", build: "never", skipDownload: true, logLevel: "disabled", progressLogs: false });
  return { module, llama };
}

/** One model is in memory at a time. */
async function load(request: EngineRequest): Promise<LoadedModel> {
  engine ??= startEngine();
  const { module, llama } = await engine;
  if (loaded?.file === request.file && loaded.maximumContext === request.context) return loaded;
  const previous = loaded;
  loaded = undefined;
  await previous?.dispose();
  loaded = await LoadedModel.load(llama, module, request);
  return loaded;
}

async function generate(id: number, request: EngineRequest, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    const ended = await (await load(request)).generate(request, signal, (part) => report({ ...part, id }));
    report({ type: "ended", id, ...ended });
  } catch (error) {
    const kind = error instanceof GenerationError ? error.kind : "other";
    report({ type: "failed", id, kind, message: signal.aborted ? "It was stopped." : errorText(error) });
  } finally {
    stopping.delete(id);
  }
}

process.on("message", (received: unknown) => {
  const message = toEngineSchema.parse(received);
  switch (message.type) {
    case "stop":
      stopping.get(message.id)?.abort();
      return;
    case "generate": {
      const { id, request } = message;
      const stopped = new AbortController();
      stopping.set(id, stopped);
      last = last.then(() => generate(id, request, stopped.signal));
    }
  }
});
process.on("disconnect", () => process.exit());
