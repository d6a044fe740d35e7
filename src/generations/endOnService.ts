/** Ends tasks on their service, where it can be reached. */
import type { ServiceClient } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import { errorText } from "../contract/errorText.ts";
import type { Task } from "./task.ts";
import type { TasksOptions } from "./tasks.ts";

/** Milliseconds that a user waits for the service to delete a task; then it counts as still being generated. */
const cancelMilliseconds = 10_000;

/** Rejects with ServiceError `unreachable` if this process cannot reach the service. */
export async function requireClient(client: TasksOptions["client"], baseUrl: string): Promise<ServiceClient> {
  const found = await client(baseUrl);
  if (found === undefined) throw new ServiceError({ kind: "unreachable", message: "This service cannot be reached from here." });
  return found;
}

/** Does nothing if the service does not know the task. Rejects with ServiceError. */
export async function deleteOnService(client: TasksOptions["client"], task: Task, signal?: AbortSignal): Promise<void> {
  if (task.id === undefined) return;
  const reached = await requireClient(client, task.baseUrl);
  await reached.deleteTask(task.id, signal === undefined ? {} : { signal }).catch((error: unknown) => {
    const isUnknown = error instanceof ServiceError && error.kind === "notFound";
    // The interface only deletes v1 tasks, so a v2 task may exist even if the answer is `notFound`.
    if (!isUnknown || (task.interface === "v2" && task.state !== "expired")) throw error;
  });
}

/** Resolves with false if the service may go on generating the task. */
export async function cancelOnService({ client, log }: Pick<TasksOptions, "client" | "log">, { id, baseUrl }: Task): Promise<boolean> {
  const options = { signal: AbortSignal.timeout(cancelMilliseconds), attempts: 1 };
  try {
    if (id !== undefined) await (await requireClient(client, baseUrl)).deleteTask(id, options);
    return true;
  } catch (error) {
    log?.warn(`A task could not be cancelled on the service: ${errorText(error)}`);
    return false;
  }
}
