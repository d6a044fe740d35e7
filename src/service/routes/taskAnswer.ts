/** What every answer about a task adds: its progress, when to ask again, and long polls. */

import type { Context } from "hono";
import { announcedWait, longestWait, readPreferredWait } from "../../contract/longPoll.ts";
import { type Progress, progressQuery } from "../../contract/progress.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import { callerOf } from "../connection/callerOf.ts";
import type { Service } from "../service.ts";
import type { Endpoint, StoredTask } from "../store/storedTask.ts";
import { findTask } from "../work/findTask.ts";

/** A task that was asked for, and the headers of the answer. */
export interface FoundTask {
  task: StoredTask;
  headers: Record<string, string>;
}

/** Finds the task in the request's path like `findTask`. An unfinished one is waited for if the request prefers that. */
export async function findWanted(service: Service, context: Context<RouteEnvironment>, endpoint: Endpoint): Promise<FoundTask> {
  const { account } = callerOf(context);
  const find = () => findTask(service, context.req.param("id") ?? "", account, endpoint);
  const task = await find();
  const seconds = Math.min(readPreferredWait(context.req.header("prefer")) ?? 0, longestWait);
  if (!isUnfinished(task) || seconds === 0) return { task, headers: answerHeaders(service, task) };
  const left = new AbortController();
  context.env?.onClosed?.(() => left.abort());
  const options = { milliseconds: seconds * 1000, seesProgress: wantsProgress(context), signal: left.signal };
  const hasWaited = await service.watch.untilChanged(task, options);
  const found = hasWaited ? await find() : task;
  const applied = hasWaited ? { "preference-applied": `wait=${seconds}` } : {};
  return { task: found, headers: { ...answerHeaders(service, found), ...applied } };
}

function answerHeaders({ settings }: Service, task: StoredTask): Record<string, string> {
  return { ...announceWait, ...retryHeaders(task, settings.clock.now()) };
}

/** Of every answer about a task that has no error. */
export const announceWait = { [announcedWait.name]: announcedWait.value } as const;

const isUnfinished = ({ status }: Pick<StoredTask, "status">) => status === "pending" || status === "processing";

const wantsProgress = ({ req }: Context<RouteEnvironment>) => req.query(progressQuery.name) === progressQuery.value;

/** How far an unfinished task is, if the client asks for it. */
export async function askedProgress(
  { store }: Service,
  task: StoredTask,
  context: Context<RouteEnvironment>,
): Promise<Progress | undefined> {
  return isUnfinished(task) && wantsProgress(context) ? store.progress(task.id) : undefined;
}

/** The headers of every answer about a task that its provider has refused for some time; none when that time is over. */
export function retryHeaders({ error, finishedAt = 0 }: Pick<StoredTask, "error" | "finishedAt">, now: number): Record<string, string> {
  const wait = error?.retryAfter ?? 0;
  // The clock may have been ahead when the task finished.
  const left = Math.min(finishedAt + wait - now, wait);
  return left > 0 ? { "retry-after": String(Math.ceil(left / 1000)) } : {};
}
