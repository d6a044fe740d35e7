/** The parts of the service that the task runner uses, and why it aborts the work of a task. */
import type { ConvertAudio } from "../../providers/mediaAnswer.ts";
import type { Accounts } from "../account/accounts.ts";
import type { RecentBase64 } from "../answers/recentBase64.ts";
import type { Catalogue } from "../catalogue.ts";
import type { BodyBudget } from "../connection/bodyBudget.ts";
import type { Observer } from "../observing/observer.ts";
import type { TaskQueue } from "../queue/taskQueue.ts";
import type { RequestLog, ServiceSettings } from "../settings/settings.ts";
import type { TaskStore } from "../store/taskStore.ts";
import type { LargeResults } from "./largeResults.ts";
import type { UsageMeter } from "./measureUsage.ts";
import type { SignContent } from "./signContent.ts";

/** The parts of the service that the task runner uses. */
export interface TaskRunnerParts {
  store: TaskStore;
  accounts: Pick<Accounts, "permissions">;
  queue: TaskQueue | undefined;
  recent: RecentBase64;
  bodies: Pick<BodyBudget, "enterAnswer">;
  catalogue: Catalogue;
  usage: UsageMeter;
  settings: ServiceSettings;
  convertAudio: ConvertAudio;
  observer: Observer;
  largeResults: LargeResults;
  log: RequestLog | undefined;
  /** undefined: files are not signed. */
  sign?: SignContent | undefined;
}

/** The reason for aborting a task's work: the task was deleted, so that its result is no longer needed. */
export class TaskDeleted extends Error {
  override readonly name = "TaskDeleted";
}

/** The reason for aborting a task that is left to other services. */
export class LeftToOthers extends Error {}
