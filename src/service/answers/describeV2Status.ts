/** Describes a stored v2 task and its account as the body of its status. Source: spec, "v2 status object". */
import { errorTable } from "../../contract/errors.ts";
import type { Kind } from "../../contract/kind.ts";
import { storageMilliseconds } from "../../contract/limits.ts";
import type { Progress } from "../../contract/progress.ts";
import { v2StatusCompleted, v2StatusFailed, v2StatusPending, v2StatusProcessing, v2WireName } from "../../contract/v2.ts";
import { type AccountBalance, millionths } from "../account/accounts.ts";
import { type StoredError, type StoredFile, type StoredStatus, type StoredTask, textOfOutput } from "../store/storedTask.ts";
import { incompleteDetailsOf } from "./describeResponse.ts";

const statusNumbers: Record<StoredStatus, number> = {
  pending: v2StatusPending,
  processing: v2StatusProcessing,
  completed: v2StatusCompleted,
  incomplete: v2StatusCompleted,
  failed: v2StatusFailed,
};

export interface V2StatusParts {
  task: StoredTask;
  /** One for each of the task's files: its link, or a placeholder for its base64. */
  contents: readonly string[];
  /** The start of the files' links, before their paths; undefined: the files are inline. */
  endpoint: string | undefined;
  balance: AccountBalance;
  requests: { minute: number; day: number };
  /** Only if the client has asked for it, and the task is unfinished. */
  progress: Progress | undefined;
}

export function describeV2Status(parts: V2StatusParts): Record<string, unknown> {
  const { task, contents, balance, requests } = parts;
  return {
    balance: {
      balance: balance.balance / millionths,
      balance_referral: balance.referral / millionths,
      balance_bonus: balance.bonus / millionths,
    },
    contents: {
      status: statusNumbers[task.status],
      text: textOfOutput(task.output),
      cost: { amount: task.cost / millionths, input: task.usage?.input ?? 0, output: task.usage?.output ?? 0 },
      files: task.files.map((file, index) => ({
        data: contents[index] ?? "",
        mime_type: file.mediaType,
        path: filePath(file),
        name: file.name,
        size: file.size,
        ...(parts.endpoint === undefined ? {} : { endpoint: parts.endpoint }),
        available: formatShortDay(task.createdAt + storageMilliseconds),
      })),
      ...(task.status === "incomplete" ? { incomplete_details: incompleteDetailsOf(task.output) } : {}),
      ...(parts.progress === undefined ? {} : { progress: parts.progress }),
    },
    limits: { minute: requests.minute, day: requests.day },
    error: task.error ? describeError(task.error, task.kind) : null,
  };
}

function describeError({ message, code, param }: StoredError, kind: Kind): object {
  const named = code === "invalid_request" && param !== undefined ? { param: v2WireName(kind, param) } : {};
  return { message, type: errorTable[code].type, code, ...named };
}

/** Path of a file's link. Its token is unguessable, so that no key is needed. */
export function filePath(file: StoredFile): string {
  return `/files/${file.token}/${file.name}`;
}

/** Day.month.year with a two-digit year, in UTC. `time` in Unix milliseconds. @internal */
export function formatShortDay(time: number): string {
  const [year = "", month = "", day = ""] = new Date(time).toISOString().slice(2, 10).split("-");
  return `${day}.${month}.${year}`;
}
