/** Reads the body of a caller's request, and the files that it names. */
import { hash } from "node:crypto";
import type { Context } from "hono";
import type { JsonObject } from "../../contract/jsonObject.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import type { BodyBudget, BodyShare } from "../connection/bodyBudget.ts";
import { callerOf } from "../connection/callerOf.ts";
import { requestOrigin } from "../connection/requestOrigin.ts";
import type { ServiceSettings } from "../settings/settings.ts";
import type { RequestMark } from "../store/repeatedRequests.ts";
import type { TaskStore } from "../store/taskStore.ts";
import { FetchError, fetchFile, type LoadFile } from "./fetchFile.ts";
import { readJsonBody } from "./readJsonBody.ts";

export interface RequestBody {
  body: JsonObject;
  /** Released when the answer has been sent. */
  share: BodyShare;
  mark: RequestMark;
}

/** Reads the body of a caller's request within the caller's share of the memory. Throws like `readJsonBody`. */
export async function readRequestBody(
  service: { bodies: BodyBudget; settings: Pick<ServiceSettings, "bodyTimeLimit" | "bodySizeLimit"> },
  context: Context<RouteEnvironment>,
): Promise<RequestBody> {
  const share = service.bodies.enter(callerOf(context).account);
  context.env?.onClosed?.(share.release);
  const { body, digest } = await readJsonBody(context.req.raw, { ...service.settings, share });
  const name = context.req.header("idempotency-key");
  const mark = { digest: hash("sha256", `${context.req.path}\n${digest}`), name: name === undefined ? undefined : hash("sha256", name) };
  return { body, share, mark };
}

/** Reads the service's own links from its store. Only a caller on this machine may use URLs of this machine. */
export function createFileLoader(
  { store, settings }: { store: Pick<TaskStore, "findFile" | "read">; settings: Pick<ServiceSettings, "reach"> },
  context: Context<RouteEnvironment>,
): LoadFile {
  const reachesThisMachine = settings.reach.type === "loopback";
  return async (source, options) => {
    const url = URL.parse(source);
    const token = /^\/files\/([^/]+)\/[^/]+$/.exec(url?.pathname ?? "")?.[1];
    if (token === undefined || url?.origin !== requestOrigin(context)) return fetchFile(source, { ...options, reachesThisMachine });
    const file = await store.findFile(token);
    if (!file) throw new FetchError("names a file that this service does not have any more.");
    const slices: Uint8Array[] = [];
    options.count(file.size);
    for await (const slice of store.read(file, 0, file.size)) slices.push(slice);
    return { bytes: Buffer.concat(slices), mediaType: file.mediaType };
  };
}
