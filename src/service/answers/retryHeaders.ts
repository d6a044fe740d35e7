import type { StoredTask } from "../store/storedTask.ts";

/** The headers of every answer about a task that its provider has refused for some time; none when that time is over. */
export function retryHeaders({ error, finishedAt = 0 }: Pick<StoredTask, "error" | "finishedAt">, now: number): Record<string, string> {
  const left = finishedAt + (error?.retryAfter ?? 0) - now;
  return error?.retryAfter !== undefined && left > 0 ? { "retry-after": String(Math.ceil(left / 1000)) } : {};
}
