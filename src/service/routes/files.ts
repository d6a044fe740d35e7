/** The service in; the route of the links in v2 results out. */
import { Hono } from "hono";
import { rawSlices } from "../answers/fileBytes.ts";
import { sendBody } from "../answers/sendBody.ts";
import { unknownTask } from "../refusal.ts";
import type { RouteEnvironment, Service } from "../service.ts";

/** The link's token stands for the key: browsers and players can open it. It ends with its task. */
export function fileRoutes({ store }: Pick<Service, "store">): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>().get("/:token/:name", (context) => {
    const found = store.findFile(context.req.param("token"));
    if (!found || !store.get(found.taskId)) throw unknownTask();
    const { file } = found;
    return sendBody(
      { length: file.size, slices: rawSlices(store, file) },
      {
        contentType: file.mediaType,
        headers: {
          "content-disposition": `inline; filename="${file.name}"`,
          "x-content-type-options": "nosniff",
          "cache-control": "private",
        },
      },
    );
  });
}
