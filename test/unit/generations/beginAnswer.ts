/** Records an answer without a request. */
import { makeTaskKey } from "../../../src/generations/taskKey.ts";
import type { Tasks } from "../../../src/generations/tasks.ts";

/** Resolves with its key. Without an origin, no other process looks for the rest of it. */
export async function beginAnswer({ answers }: Pick<Tasks, "answers">, baseUrl: string, origin?: object): Promise<string> {
  const key = makeTaskKey(Date.now());
  const asked = { baseUrl, interface: "v1", kind: "text", model: "demo-text" } as const;
  await answers.begin({ key, ...asked, origin, estimate: undefined, unit: undefined });
  return key;
}
