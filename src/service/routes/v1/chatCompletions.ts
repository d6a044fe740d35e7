import { Hono } from "hono";
import { takesSuperset } from "../../account/accounts.ts";
import { ApiError } from "../../apiError.ts";
import type { RouteEnvironment } from "../../connection/bindings.ts";
import { callerOf } from "../../connection/callerOf.ts";
import type { Service } from "../../service.ts";
import { answerText } from "./answerText.ts";
import { chatForm } from "./textForm.ts";

/** The advice for clients of chat completions where there are none. */
export const chatAdvice =
  "Chat completions are not part of this interface: set the client to the Responses format, at POST /api/v1/responses. With --superset, the built-in service takes them at POST /api/v1/chat/completions.";

/** The route `POST /api/v1/chat/completions`, for clients that only know this form. Others get the advice. */
export function chatRoutes(service: Service): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>().post("/", (context) => {
    if (takesSuperset(service.settings, callerOf(context))) return answerText(service, context, chatForm);
    throw new ApiError({ code: "not_found", message: `There is nothing at this path. ${chatAdvice}` });
  });
}
