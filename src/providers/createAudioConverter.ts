import type { ConvertAudio } from "./mediaAnswer.ts";

export interface AudioConverter {
  convert: ConvertAudio;
  close(): Promise<void>;
}

/** Encodes in a worker thread, which ends when it is idle. Nothing is loaded before the first file. */
export function createAudioConverter(workerUrl: URL | undefined): AudioConverter {
  const load = async () => (await import("../demo/generator.ts")).createGenerator({ workerUrl });
  let loading: ReturnType<typeof load> | undefined;
  return {
    async convert(bytes, format, signal) {
      loading ??= load();
      const result = await (await loading).convert({ kind: "conversion", bytes, format }, signal);
      if (result.kind === "text") throw new TypeError("A file was asked for.");
      return result.bytes;
    },
    async close() {
      await (await loading)?.close();
    },
  };
}
