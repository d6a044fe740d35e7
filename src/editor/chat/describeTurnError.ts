/** Converts an error of the service to what the answer shows of it. */
import type { TurnError, TurnHelp } from "../../chat/conversation/turn.ts";
import { describeError, describeErrorCodes, type ErrorAction } from "../../client/errors/describeError.ts";
import type { ServiceError } from "../../client/serviceError.ts";
import { present } from "../../contract/present.ts";

/** Of other actions, trying again helps, or nothing does. */
const helps: Partial<Record<ErrorAction, TurnHelp>> = {
  setKey: "setKey",
  chooseModel: "chooseModel",
  openAccountPage: "openAccountPage",
  openSettings: "openSettings",
  changeOptions: "changeRequest",
};

/** What the error depends on. `now`: Unix milliseconds. */
export interface TurnErrorContext {
  now: number;
  /** The page where credits are bought is known. */
  hasAccountPage: boolean;
  /** Nobody bills the answer. */
  isFree: boolean;
}

export function describeTurnError(error: ServiceError, { now, hasAccountPage, isFree }: TurnErrorContext): TurnError {
  const { inConversation, action, alternative = action, waitMilliseconds } = describeError(error, isFree);
  const codes = describeErrorCodes(error);
  const best = helps[action] ?? helps[alternative];
  const help = best === "openAccountPage" && !hasAccountPage ? undefined : best;
  return {
    kind: error.kind,
    message: inConversation,
    ...present({ code: error.code, codes, requestId: error.requestId, help }),
    ...(waitMilliseconds === undefined ? {} : { retryAt: now + waitMilliseconds }),
  };
}
