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
