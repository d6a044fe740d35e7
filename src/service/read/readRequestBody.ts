import type { Context } from "hono";
import type { BodyShare } from "../connection/bodyBudget.ts";
import type { RouteEnvironment, Service } from "../service.ts";
import type { JsonObject } from "./fields.ts";
import { readJsonBody } from "./readJsonBody.ts";

export interface RequestBody {
  body: JsonObject;
  /** Released when the answer has been sent. */
  share: BodyShare;
}

/** Reads the body of a caller's request within the caller's share of the memory. Throws like `readJsonBody`. */
export async function readRequestBody(
  service: Pick<Service, "bodies" | "settings">,
  context: Context<RouteEnvironment>,
): Promise<RequestBody> {
  const share = service.bodies.enter(context.get("caller").account);
  context.env?.onClosed?.(share.release);
  return { body: await readJsonBody(context.req.raw, { ...service.settings, share }), share };
}
