/** An accepted task and a folder in; what one poll told of it, with its files below the folder, out. */
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Balance } from "../contract/v2.ts";
import { type PollOutcome, readMediaPoll, readV2Poll } from "./readPoll.ts";
import type { Task } from "./task.ts";

export interface TaskPoll {
  outcome: PollOutcome;
  /** The account's balance, where the service told it. */
  balance: Balance | undefined;
}

/** @throws ServiceError */
export async function pollTask(client: ServiceClient, task: Task, id: string, folder: string, signal: AbortSignal): Promise<TaskPoll> {
  // The follower does the waiting, so that its limits hold for every request.
  const options = { signal, attempts: 1 };
  if (task.interface === "v2") {
    const { balance, ...outcome } = readV2Poll(await client.pollV2(id, folder, options));
    return { outcome, balance };
  }
  if (task.kind === "text") throw new Error("Texts of v1 are no tasks to be polled.");
  return { outcome: readMediaPoll(await client.pollMedia(task.kind, id, folder, options)), balance: undefined };
}
