/** The error that ended an answer in; what its turn keeps of it, for a person, out. */
import type { TurnError, TurnHelp } from "../../chat/turn.ts";
import type { ServiceError } from "../../client/serviceError.ts";
import { describeError, type ErrorAction, type Translate } from "../describeError.ts";

/** undefined: to try again helps, or nothing does. */
function helpFor(action: ErrorAction): TurnHelp | undefined {
  switch (action) {
    case "setKey":
    case "chooseModel":
    case "openAccountPage":
    case "openSettings":
      return action;
    case "changeOptions":
      return "changeRequest";
    case "wait":
    case "tryAgain":
    case "showTask":
    case "saveElsewhere":
    case "showLog":
      return undefined;
  }
}

/** `now`: Unix milliseconds. */
export function describeTurnError(error: ServiceError, now: number, t: Translate): TurnError {
  const { sentence, action, waitMilliseconds } = describeError(error, t);
  const help = helpFor(action);
  return {
    kind: error.kind,
    // A conversation is read later too: how long there is to wait is told beside it, as long as it is true.
    message: action === "wait" ? t("The service's request limit for this key is reached.") : sentence,
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    ...(help === undefined ? {} : { help }),
    ...(waitMilliseconds === undefined ? {} : { retryAt: now + waitMilliseconds }),
  };
}
