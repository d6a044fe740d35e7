import { Hono } from "hono";
import { mayUse } from "../../account/accounts.ts";
import { unknownModel } from "../../apiError.ts";
import { describeModel } from "../../catalogue.ts";
import type { RouteEnvironment, Service } from "../../service.ts";

/** `GET /api/v1/models` and `GET /api/v1/models/<id>`: an id may hold slashes, plain or percent-encoded. */
export function modelRoutes({ catalogue, settings }: Pick<Service, "catalogue" | "settings">): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>()
    .get("/", async (context) => {
      const data = (await catalogue.list())
        .filter((model) => mayUse(context.get("caller"), model.id))
        .map((model) => describeModel(model, settings.superset));
      return context.json({ object: "list", data });
    })
    .get("/:id{.+}", async (context) => {
      const model = await catalogue.find(readId(context.req.param("id")));
      if (!model || !mayUse(context.get("caller"), model.id)) throw unknownModel();
      return context.json(describeModel(model, settings.superset));
    });
}

/** hono decodes what is valid, once; an id that holds a percent sign itself stays as it is. */
function readId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
