import { storageMilliseconds } from "../../contract/limits.ts";
import type { Task } from "../task.ts";

/** How many tasks are searched for one of v2. */
export const mostLookedThrough = 200;

/** The id of the newest v2 task that the service may still have and whose status is small, because its files (if any) are links. */
export function findStatusId(tasks: readonly Task[], baseUrl: string, now: number): string | undefined {
  const oldest = now - storageMilliseconds;
  return tasks.find((task) => task.id !== undefined && task.baseUrl === baseUrl && task.createdAt > oldest && isSmall(task))?.id;
}

function isSmall({ request }: Task): boolean {
  return request.interface === "v2" && (request.kind === "text" || request.body.response_format !== "b64_json");
}
