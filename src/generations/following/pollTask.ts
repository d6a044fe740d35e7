/** Polls an accepted task once. */
import type { ServiceClient } from "../../client/serviceClient.ts";
import type { Account } from "../../contract/v2.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { type PollOutcome, readMediaPoll, readV2Poll } from "./readPoll.ts";

export interface TaskPoll {
  outcome: PollOutcome;
  /** undefined: the service did not report it. */
  account: Account | undefined;
}

/** @throws ServiceError */
export async function pollTask(
  client: ServiceClient,
  request: TaskRequest,
  id: string,
  folder: string,
  { signal, asksProgress }: { signal: AbortSignal; asksProgress: boolean },
): Promise<TaskPoll> {
  // The follower does the waiting, so that its limits apply to every request.
  const options = { signal, attempts: 1, taskRequest: () => request.body, asksProgress };
  if (request.interface === "v2") {
    const { account, ...outcome } = readV2Poll(await client.pollV2(id, folder, options));
    return { outcome, account };
  }
  return { outcome: readMediaPoll(await client.pollMedia(request.kind, id, folder, options)), account: undefined };
}
