/** Tasks and results as the service stores them. */
import type { NewFile, StoredTask } from "../../../../src/service/store/storedTask.ts";
import type { TaskOutcome } from "../../../../src/service/store/taskStore.ts";

export const task: StoredTask = {
  id: "img_1",
  account: "account-1",
  endpoint: "images",
  kind: "image",
  model: "demo-image",
  provider: "demo",
  status: "pending",
  createdAt: Date.now(),
  finishedAt: undefined,
  echo: { kind: "media" },
  output: undefined,
  usage: undefined,
  cost: 0,
  error: undefined,
  files: [],
};

export function imageFile(token: string, bytes: Uint8Array): NewFile {
  return {
    token,
    name: "demo.png",
    mediaType: "image/png",
    format: "png",
    size: bytes.byteLength,
    isFiller: false,
    location: undefined,
    bytes,
  };
}

export const usage = { input: 1, cached: 0, cacheWrite: 0, output: 2, reasoning: 0, total: 3 };

/** `cost` in millionths. */
export function completed(files: readonly NewFile[] = [], cost = 0): TaskOutcome {
  return { status: "completed", usage, cost, files };
}
