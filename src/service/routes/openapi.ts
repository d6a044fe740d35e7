/** The route `GET /openapi.json`. It needs no key: the document is public. */
import { Hono } from "hono";
import { originOf } from "../connection/originOf.ts";
import type { RouteEnvironment } from "../service.ts";

export function openapiRoutes(): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>().get("/openapi.json", async (context) => {
    const { describeService } = await import("../openapi/describeService.ts");
    // Tools that read the document in a browser are on other origins.
    return context.json(describeService(originOf(context)), 200, { "access-control-allow-origin": "*" });
  });
}
