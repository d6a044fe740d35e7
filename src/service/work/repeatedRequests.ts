/**
 * Finds the task of a request that its client repeats, so that it is charged once: clients ignore `x-should-retry`. An earlier request is
 * only taken for the same one if it was answered with 504, or lost its client without an answer: two equal requests that wait are two tasks.
 * With an `Idempotency-Key`, the name decides.
 */
import type { Context } from "hono";
import { errorText } from "../../contract/errorText.ts";
import { ApiError } from "../apiError.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import { callerOf } from "../connection/callerOf.ts";
import type { RequestLog } from "../settings/settings.ts";
import type { RequestMark } from "../store/repeatedRequests.ts";
import type { Endpoint, StoredTask } from "../store/storedTask.ts";
import type { TaskStore } from "../store/taskStore.ts";
import type { TaskRunner } from "./taskRunner.ts";

/** Milliseconds after which a named request without a task was not accepted. */
const acceptanceTime = 10_000;

interface Parts {
  store: TaskStore;
  runner: Pick<TaskRunner, "resume">;
  log: RequestLog | undefined;
}

/** The earlier task, which is taken over by this request; undefined: the request is a new one. Throws 409 or 422 for a name that cannot be used. */
export async function findEarlier(
  { store, runner }: Parts,
  account: string,
  endpoint: Endpoint,
  mark: RequestMark,
): Promise<StoredTask | undefined> {
  const id = mark.name === undefined ? await store.takeLeft(account, mark.digest) : await findNamed(store, account, mark.name, mark);
  const task = id === undefined ? undefined : await store.get(id);
  if (!task || task.account !== account || task.endpoint !== endpoint) return undefined;
  if (task.finishedAt === undefined) await runner.resume(task.id);
  return task;
}

async function findNamed(store: Parts["store"], account: string, name: string, { digest }: RequestMark): Promise<string | undefined> {
  const named = await store.findNamed(account, name);
  if (!named) return undefined;
  if (named.digest !== digest) throw refuseName(422, "This Idempotency-Key was used for another request.");
  if ((await store.get(named.task)) !== undefined) return named.task;
  if (named.age < acceptanceTime) throw nameIsBusy();
  await store.forgetName(account, name);
  return undefined;
}

export const nameIsBusy = () =>
  refuseName(409, "A request with this Idempotency-Key is being accepted. Retry later.", { "retry-after": "1" });

function refuseName(status: number, message: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError({ code: "invalid_request", status, message, headers });
}

/** Notes, once, that the client will repeat the request: when it is lost without an answer, or when the returned function is called. */
export function watchClient(
  { store, log }: Parts,
  context: Context<RouteEnvironment>,
  mark: RequestMark,
  task: StoredTask,
): () => Promise<void> {
  const { account } = callerOf(context);
  let isLeft = false;
  const leave = async () => {
    if (isLeft || mark.name !== undefined) return;
    isLeft = true;
    await store.leave(account, mark.digest, task.id).catch((error: unknown) => {
      log?.(`a request that may be repeated could not be noted: ${errorText(error)}`);
    });
  };
  context.env?.onClosed?.((isSent) => {
    if (!isSent) void leave();
  });
  return leave;
}
