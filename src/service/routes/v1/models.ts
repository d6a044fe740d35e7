import { Hono } from "hono";
import { takesSuperset } from "../../account/accounts.ts";
import { allowedModels } from "../../account/allowedModels.ts";
import { unknownModel } from "../../apiError.ts";
import { type CatalogueModel, describeListedModel } from "../../catalogue.ts";
import type { RouteEnvironment } from "../../connection/bindings.ts";
import { callerOf } from "../../connection/callerOf.ts";
import type { Service } from "../../service.ts";
import { whenKnown } from "../../whenKnown.ts";

/** The routes `GET /api/v1/models` and `GET /api/v1/models/<id>`. An id may contain slashes, plain or percent-encoded. */
export function modelRoutes({ catalogue, settings }: Pick<Service, "catalogue" | "settings">): Hono<RouteEnvironment> {
  /** The bodies of lists: that of all models is the same array for many requests. Node.js sends a text and its headers in one write. */
  const [plainBodies, supersetBodies] = [
    new WeakMap<readonly CatalogueModel[], string>(),
    new WeakMap<readonly CatalogueModel[], string>(),
  ];
  const write = (listed: readonly CatalogueModel[], superset: boolean) => {
    const bodies = superset ? supersetBodies : plainBodies;
    const known = bodies.get(listed);
    if (known !== undefined) return known;
    const body = JSON.stringify({ object: "list", data: listed.map((model) => describeListedModel(model, superset)) });
    bodies.set(listed, body);
    return body;
  };
  return new Hono<RouteEnvironment>()
    .get("/", (context) => {
      const answer = (listed: readonly CatalogueModel[]) =>
        new Response(write(listed, takesSuperset(settings, callerOf(context))), { headers: { "content-type": "application/json" } });
      return whenKnown(allowedModels(catalogue, callerOf(context)).list(), answer);
    })
    .get("/:id{.+}", async (context) => {
      const model = await allowedModels(catalogue, callerOf(context)).find(context.req.param("id"));
      if (!model) throw unknownModel();
      return context.json(describeListedModel(model, takesSuperset(settings, callerOf(context))));
    });
}
