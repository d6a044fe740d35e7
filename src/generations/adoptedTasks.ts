/**
 * Fetches by its id what the service already has: tasks that were sent elsewhere, and answers whose window has ended. Nothing is sent or
 * billed.
 */
import { isUsableId } from "../client/http/serviceAddress.ts";
import { ServiceError } from "../client/serviceError.ts";
import { endOfFetched } from "./fetchedText.ts";
import type { FetchedAnswer } from "./journal/answerTable.ts";
import type { Journal } from "./journal/journal.ts";
import { createNewTask } from "./newTask.ts";
import { checkTarget } from "./saving/saveArtifacts.ts";
import { readSendError } from "./sending/taskSender.ts";
import type { SubmitOptions } from "./submitOptions.ts";
import type { FollowedTask } from "./task.ts";
import type { FetchedText, TaskHandle, Tasks } from "./tasks.ts";

interface AdoptedTasksOptions {
  journal: Journal;
  /** Unix milliseconds. */
  now: () => number;
  handle: (key: string) => TaskHandle;
  /** Follows what this process owns, from now on. */
  follow: (task: FollowedTask) => void;
  /** Follows what has ended again. */
  followAgain: (key: string) => Promise<void>;
  /** Looks for what processes that have ended left behind. */
  look: () => void;
  markAwaited: (key: string) => void;
}

export class AdoptedTasks implements Pick<Tasks, "adopt" | "fetch"> {
  readonly #options: AdoptedTasksOptions;
  /** By the keys of answers that are fetched: what was asked, which is not in the journal. */
  readonly asked = new Map<string, unknown>();

  constructor(options: AdoptedTasksOptions) {
    this.#options = options;
  }

  async adopt(id: string, options: SubmitOptions): Promise<TaskHandle> {
    const { journal, now, handle, follow, followAgain, markAwaited } = this.#options;
    if (!isUsableId(id)) throw new ServiceError({ kind: "invalidRequest", message: "This is not the id of a task." });
    const known = journal.tasks.findById(options.baseUrl, id);
    if (known !== undefined) {
      await followAgain(known);
      return handle(known);
    }
    const task = createNewTask(options, now());
    const { key, baseUrl, createdAt: acceptedAt } = task;
    await checkTarget(task).catch((error: unknown) => {
      throw readSendError(error);
    });
    await journal.write(() => {
      journal.tasks.add(task, journal.owner.id);
      journal.tasks.accept(key, id, acceptedAt, journal.owner.id);
    });
    markAwaited(key);
    follow({ key, baseUrl, acceptedAt });
    return handle(key);
  }

  async fetch(answer: FetchedAnswer, { signal, request }: Parameters<Tasks["fetch"]>[1]): Promise<FetchedText> {
    const { journal, handle, follow, look } = this.#options;
    const { baseUrl, model } = answer;
    const { key, isOurs } = await journal.answers.fetch(answer, journal.costs.unitOf(baseUrl, model));
    if (isOurs) {
      this.asked.set(key, request);
      follow({ key, baseUrl, acceptedAt: undefined });
    } else look();
    const end = endOfFetched(handle(key), signal).finally(() => this.asked.delete(key));
    return { key, end };
  }
}
