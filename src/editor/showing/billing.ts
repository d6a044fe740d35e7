/** Who pays for requests: every question about them says it with these sentences. */
import { builtInBaseUrl } from "../../generations/builtInBaseUrl.ts";
import type { Task } from "../../generations/task.ts";
import { findBiller } from "../base/findBiller.ts";
import { settings } from "../base/settings.ts";
import { billingSentence, stoppedSentence } from "./whoBills.ts";

/** `models`: undefined if they are not known yet. `count`: of the requests. */
export function describeBilling(models: readonly string[] | undefined, count: number): string {
  return billingSentence(settings.biller(models), count);
}

/** What is said of a request that was stopped after it was sent. */
export function describeStopped(model: string): string {
  return stoppedSentence(settings.biller([model]));
}

/** Whether nobody, or an engine on this machine, generates a task: deleting it ends it, and nothing of it is billed. */
export function isUnbilled({ baseUrl, model }: Pick<Task, "baseUrl" | "model">): boolean {
  return baseUrl === builtInBaseUrl && findBiller([model], { baseUrl: "", providers: settings.providers() }) !== "service";
}
