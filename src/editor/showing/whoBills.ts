/** The sentences that say who bills a request. Without VS Code, so that each can be tested. */
import { t } from "../../contract/translate.ts";
import type { Biller } from "../base/findBiller.ts";

/** `count`: of the requests. */
export function billingSentence(biller: Biller, count: number): string {
  switch (biller) {
    case "nobody":
      return t("Nothing is billed: it is generated on this machine.");
    case "engine":
      return t("An engine on this machine generates it, usually free of charge.");
    case "service":
      return count === 1 ? t("The service bills it.") : t("The service bills each request.");
  }
}

/** What deleting does to tasks that are generated and billed; undefined: nothing. `isEnded`: the service ends a task that is deleted there. */
export function deletionSentence(tasks: readonly { isEnded: boolean }[]): string | undefined {
  if (tasks.some(({ isEnded }) => !isEnded)) {
    return t("The service may go on with what is not finished, and bills it then. Its cost is not counted here any more.");
  }
  if (tasks.length === 0) return undefined;
  return t(
    "What is not finished ends if it is deleted on the service, too. Otherwise it is still generated and billed, and its cost is not counted here any more.",
  );
}

/** Of a request that was stopped after it was sent. */
export function stoppedSentence(biller: Biller): string {
  return biller === "service" ? t("It was stopped. The request was sent, and may be billed.") : t("It was stopped.");
}
