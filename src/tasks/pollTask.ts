/** Polls an accepted task once. */
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Account } from "../contract/v2.ts";
import { type PollOutcome, readMediaPoll, readV2Poll } from "./readPoll.ts";
import type { Task } from "./task.ts";

export interface TaskPoll {
  outcome: PollOutcome;
  /** undefined: the service reported nothing about it. */
  account: Account | undefined;
}

/** @throws ServiceError */
export async function pollTask(client: ServiceClient, task: Task, id: string, folder: string, signal: AbortSignal): Promise<TaskPoll> {
  // The follower does the waiting, so that its limits hold for every request.
  const options = { signal, attempts: 1, taskRequest: () => task.request.body };
  if (task.interface === "v2") {
    const { account, ...outcome } = readV2Poll(await client.pollV2(id, folder, options));
    return { outcome, account };
  }
  if (task.kind === "text") throw new Error("Texts of v1 are no tasks to be polled.");
  return { outcome: readMediaPoll(await client.pollMedia(task.kind, id, folder, options)), account: undefined };
}
