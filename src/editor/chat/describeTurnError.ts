/** Converts an error of the service to what the answer shows of it. */
import type { TurnError, TurnHelp } from "../../chat/conversation/turn.ts";
import type { ServiceError } from "../../client/serviceError.ts";
import { describeError, describeErrorCodes, type ErrorAction, type Translate } from "../base/describeError.ts";

/** undefined: trying again helps, or nothing does. */
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
    case "fetchAnswer":
    case "saveElsewhere":
    case "showLog":
      return undefined;
  }
}

/** In a conversation there is no task to show, and nothing is known about a request that was not answered. */
function describeForTurn(error: ServiceError, t: Translate): string | undefined {
  // The message stays in the conversation, so it does not say how long to wait: the panel shows that beside it until the time is over.
  if (error.kind === "rateLimited") return t("The request limit of this API key is reached.");
  if (error.kind === "notFound") return t("The service does not have this answer any more.");
  if (error.maybeAccepted)
    return t("The service may have accepted the message, and billed it, but did not answer. It is not sent again automatically.");
  return undefined;
}

/** `now`: Unix milliseconds. */
export function describeTurnError(error: ServiceError, now: number, t: Translate): TurnError {
  const { sentence, action, alternative = action, waitMilliseconds } = describeError(error, t);
  const codes = describeErrorCodes(error, t);
  const help = helpFor(action) ?? helpFor(alternative);
  return {
    kind: error.kind,
    message: describeForTurn(error, t) ?? sentence,
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(codes === undefined ? {} : { codes }),
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    ...(help === undefined ? {} : { help }),
    ...(waitMilliseconds === undefined ? {} : { retryAt: now + waitMilliseconds }),
  };
}
