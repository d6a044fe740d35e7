/** What every answer about a task adds: its progress, and when to ask again. */

import type { Context } from "hono";
import { type Progress, progressQuery } from "../../contract/progress.ts";
import type { RouteEnvironment, Service } from "../service.ts";
import type { StoredTask } from "../store/storedTask.ts";

/** How far an unfinished task is, if the client asks for it. */
export async function askedProgress(
  { store }: Service,
  { id, status }: StoredTask,
  { req }: Context<RouteEnvironment>,
): Promise<Progress | undefined> {
  const isUnfinished = status === "pending" || status === "processing";
  return isUnfinished && req.query(progressQuery.name) === progressQuery.value ? store.progress(id) : undefined;
}

/** The headers of every answer about a task that its provider has refused for some time; none when that time is over. */
export function retryHeaders({ error, finishedAt = 0 }: Pick<StoredTask, "error" | "finishedAt">, now: number): Record<string, string> {
  const left = finishedAt + (error?.retryAfter ?? 0) - now;
  return error?.retryAfter !== undefined && left > 0 ? { "retry-after": String(Math.ceil(left / 1000)) } : {};
}
