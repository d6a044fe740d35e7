/** Converts an error of the service to what the answer shows of it. */
import type { TurnError, TurnHelp } from "../../chat/conversation/turn.ts";
import { describeError, describeErrorCodes, type ErrorAction, type Translate } from "../../client/errors/describeError.ts";
import type { ServiceError } from "../../client/serviceError.ts";

/** Of other actions, trying again helps, or nothing does. */
const helps: Partial<Record<ErrorAction, TurnHelp>> = {
  setKey: "setKey",
  chooseModel: "chooseModel",
  openAccountPage: "openAccountPage",
  openSettings: "openSettings",
  changeOptions: "changeRequest",
};

/** `now`: Unix milliseconds. */
export function describeTurnError(error: ServiceError, now: number, t: Translate): TurnError {
  const { inConversation, action, alternative = action, waitMilliseconds } = describeError(error, t);
  const codes = describeErrorCodes(error, t);
  const help = helps[action] ?? helps[alternative];
  return {
    kind: error.kind,
    message: inConversation,
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(codes === undefined ? {} : { codes }),
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    ...(help === undefined ? {} : { help }),
    ...(waitMilliseconds === undefined ? {} : { retryAt: now + waitMilliseconds }),
  };
}
