/** The route for the file links of v2 results. */
import { Hono } from "hono";
import { rawSlices } from "../answers/fileBytes.ts";
import { sendBody } from "../answers/sendBody.ts";
import { ApiError, unknownTask } from "../apiError.ts";
import { readRange } from "../read/readRange.ts";
import type { RouteEnvironment, Service } from "../service.ts";

/**
 * The token in the link replaces the key, so that browsers and players can open the file, and seek in it. The link is valid as long as its
 * task exists.
 */
export function fileRoutes({ store }: Pick<Service, "store">): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>().get("/:token/:name", async (context) => {
    const file = await store.findFile(context.req.param("token"));
    if (!file) throw unknownTask();
    const range = readRange(context.req.header("range"), file.size);
    const headers = {
      "content-disposition": `inline; filename="${file.name}"`,
      "x-content-type-options": "nosniff",
      // If a file is opened directly, it can neither run scripts nor use the status page, which has the same origin.
      "content-security-policy":
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin",
      "cache-control": "private",
      "accept-ranges": "bytes",
    };
    if (range === "unsatisfiable") {
      const message = "The file has no bytes in this range.";
      throw new ApiError({ code: "invalid_request", message, status: 416, headers: { "content-range": `bytes */${file.size}` } });
    }
    const { start, end } = range ?? { start: 0, end: file.size };
    return sendBody(
      { length: end - start, slices: rawSlices(store, file, start, end), prepare: () => store.findBytes([file]) },
      {
        contentType: file.mediaType,
        status: range ? 206 : 200,
        headers: range ? { ...headers, "content-range": `bytes ${start}-${end - 1}/${file.size}` } : headers,
      },
    );
  });
}
