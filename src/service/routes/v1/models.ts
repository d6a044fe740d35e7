/** The catalogue in; the routes `GET /api/v1/models` and `GET /api/v1/models/<id>` out. */
import { Hono } from "hono";
import { describeModel } from "../../models.ts";
import { unknownModel } from "../../refusal.ts";
import type { RouteEnvironment, Service } from "../../service.ts";

export function modelRoutes({ catalogue }: Pick<Service, "catalogue">): Hono<RouteEnvironment> {
  const list = JSON.stringify({ object: "list", data: catalogue.list.map(describeModel) });
  return new Hono<RouteEnvironment>()
    .get("/", (context) => context.body(list, 200, { "content-type": "application/json" }))
    .get("/:id", (context) => {
      const model = catalogue.find(context.req.param("id"));
      if (!model) throw unknownModel();
      return context.json(describeModel(model));
    });
}
