/** Refuses requests to the fault models that create no task. */
import type { Fault } from "../../contract/faultModels.ts";
import { insufficientQuota, rateLimitExceeded } from "../account/accounts.ts";
import { ApiError } from "../apiError.ts";

/** Throws the error of the fault's row in the spec's table "Error bodies". */
export function refuseByFault(fault: Fault): void {
  switch (fault) {
    case "fault-400":
      throw new ApiError({
        code: "model_not_found",
        status: 400,
        param: "model",
        message: "The model does not exist or is not available.",
      });
    case "fault-408":
      throw new ApiError({ code: "timeout", status: 408, message: "The request timed out." });
    case "fault-429":
      throw rateLimitExceeded(1);
    case "fault-500":
      throw new ApiError({ code: "api_error", message: "The model failed to generate a response." });
    case "fault-quota":
      throw insufficientQuota();
    default:
      return;
  }
}
