/** Polls an accepted task once. */
import type { PollOptions, ServiceClient } from "../../client/serviceClient.ts";
import type { Account } from "../../contract/v2.ts";
import type { Task } from "../task.ts";
import { type PollOutcome, readMediaPoll, readTextEnd, readV2Poll } from "./readPoll.ts";

export interface TaskPoll {
  outcome: PollOutcome;
  /** undefined: the service did not report it. */
  account: Account | undefined;
  /** The service has waited until the task changed, or until the time was over. */
  isHeld: boolean;
}

/** Waits for the end of a text of v1, which is not written here but fetched, e.g. because its stream broke. @throws ServiceError */
export async function pollTask(
  client: ServiceClient,
  { interface: version, kind, body }: Pick<Task, "interface" | "kind"> & { body: unknown },
  id: string,
  folder: string,
  { signal, asksProgress, wait, onInProgress }: Required<Pick<PollOptions, "asksProgress" | "onInProgress" | "signal" | "wait">>,
): Promise<TaskPoll> {
  // The follower does the waiting, so that its limits apply to every request.
  const options = { signal, attempts: 1, taskRequest: () => body, asksProgress, wait, onInProgress };
  if (version === "v2") {
    const poll = await client.pollV2(id, folder, options);
    const { account, ...outcome } = readV2Poll(poll);
    return { outcome, account, isHeld: poll.isHeld };
  }
  if (kind === "text") return { outcome: readTextEnd(await client.finishResponse(id, options)), account: undefined, isHeld: false };
  const poll = await client.pollMedia(kind, id, folder, options);
  return { outcome: readMediaPoll(poll), account: undefined, isHeld: poll.isHeld };
}
