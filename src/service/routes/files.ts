/** The route for the file links of v2 results. */
import { hash } from "node:crypto";
import { Hono } from "hono";
import { rawSlices } from "../answers/fileBytes.ts";
import { sendBody } from "../answers/sendBody.ts";
import { ApiError, unknownTask } from "../apiError.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import type { Service } from "../service.ts";

interface ByteRange {
  /** Position of the first byte. */
  start: number;
  /** Position after the last byte. */
  end: number;
}

/**
 * The token in the link replaces the key, so that browsers and players can open the file, and seek in it. The link is valid as long as its
 * task exists.
 */
export function fileRoutes({ store }: Pick<Service, "store">): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>().get("/:token/:name", async (context) => {
    const file = await store.findFile(context.req.param("token"));
    if (!file) throw unknownTask();
    // The bytes of a token never change. The tag does not contain it, because proxies log tags.
    const etag = `"${hash("sha256", file.token).slice(0, 32)}"`;
    const isSame = (context.req.header("if-range") ?? etag) === etag;
    const range = isSame ? readRange(context.req.header("range"), file.size) : undefined;
    const headers = {
      "content-disposition": `inline; filename="${file.name}"`,
      "x-content-type-options": "nosniff",
      // If a file is opened directly, it can neither run scripts nor use the status page, which has the same origin.
      "content-security-policy":
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin",
      "cache-control": "private",
      "accept-ranges": "bytes",
      etag,
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

/**
 * Reads which part of a file a `Range` header requests. `size` in bytes. undefined: send the whole file, because there is no range, or
 * several, or it is invalid or has an unknown unit. Source: RFC 9110, 14.1.2 and 14.2.
 * @internal
 */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || first + last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
