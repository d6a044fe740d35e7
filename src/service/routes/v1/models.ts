import { Hono } from "hono";
import { allowedModels } from "../../account/allowedModels.ts";
import { unknownModel } from "../../apiError.ts";
import { describeModel } from "../../catalogue.ts";
import type { RouteEnvironment, Service } from "../../service.ts";

/** The routes `GET /api/v1/models` and `GET /api/v1/models/<id>`. An id may contain slashes, plain or percent-encoded. */
export function modelRoutes({ catalogue, settings }: Pick<Service, "catalogue" | "settings">): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>()
    .get("/", async (context) => {
      const listed = await allowedModels(catalogue, context.get("caller")).list();
      const data = listed.map((model) => describeModel(model, settings.superset));
      return context.json({ object: "list", data });
    })
    .get("/:id{.+}", async (context) => {
      const model = await allowedModels(catalogue, context.get("caller")).find(context.req.param("id"));
      if (!model) throw unknownModel();
      return context.json(describeModel(model, settings.superset));
    });
}
