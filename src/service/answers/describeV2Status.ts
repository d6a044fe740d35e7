/** A stored v2 task and its account in; the body of its status out. Source: spec, "v2 status object". */
import { errorTable } from "../../contract/errors.ts";
import { storageMilliseconds } from "../../contract/limits.ts";
import { v2StatusCompleted, v2StatusFailed, v2StatusPending, v2StatusProcessing } from "../../contract/v2.ts";
import { millionths } from "../account/accounts.ts";
import type { StoredFile, StoredStatus, StoredTask } from "../store/storedTask.ts";

const statusNumbers: Record<StoredStatus, number> = {
  pending: v2StatusPending,
  processing: v2StatusProcessing,
  completed: v2StatusCompleted,
  incomplete: v2StatusCompleted,
  failed: v2StatusFailed,
};

export interface V2StatusParts {
  task: StoredTask;
  files: readonly StoredFile[];
  /** One for each file: its link, or what stands for its base64. */
  contents: readonly string[];
  /** Millionths of the account's unit. */
  balance: number;
  requests: { minute: number; day: number };
}

export function describeV2Status(parts: V2StatusParts): Record<string, unknown> {
  const { task, files, contents, requests } = parts;
  return {
    balance: { balance: parts.balance / millionths, balance_referral: 0, balance_bonus: 0 },
    contents: {
      status: statusNumbers[task.status],
      text: task.text?.refusal ?? task.text?.text ?? "",
      cost: { amount: task.cost / millionths, input: task.usage?.input ?? 0, output: task.usage?.output ?? 0 },
      files: files.map((file, index) => ({
        data: contents[index] ?? "",
        mime_type: file.mediaType,
        path: filePath(file),
        name: file.name,
        size: file.size,
        available: formatDay(task.createdAt + storageMilliseconds),
      })),
    },
    limits: { minute: requests.minute, day: requests.day },
    error: task.error ? { message: task.error.message, type: errorTable[task.error.code].type, code: task.error.code } : null,
  };
}

/** Path of a file's link; its token makes it unguessable, so that it needs no key. */
export function filePath(file: StoredFile): string {
  return `/files/${file.token}/${file.name}`;
}

/** Day.month.year with a two-digit year, in UTC. `time` in Unix milliseconds. */
export function formatDay(time: number): string {
  const [year = "", month = "", day = ""] = new Date(time).toISOString().slice(2, 10).split("-");
  return `${day}.${month}.${year}`;
}
