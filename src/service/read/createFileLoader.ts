import type { Context } from "hono";
import { originOf } from "../connection/originOf.ts";
import type { RouteEnvironment, Service } from "../service.ts";
import { FetchError, fetchFile, type LoadFile } from "./fetchFile.ts";

/** Reads the service's own links from its store. Only a caller on this machine may use URLs of this machine. */
export function createFileLoader({ store, settings }: Pick<Service, "store" | "settings">, context: Context<RouteEnvironment>): LoadFile {
  const reachesThisMachine = settings.reach.type === "loopback";
  return async (source, options) => {
    const url = URL.parse(source);
    const token = /^\/files\/([^/]+)\/[^/]+$/.exec(url?.pathname ?? "")?.[1];
    if (token === undefined || url?.origin !== originOf(context)) return fetchFile(source, { ...options, reachesThisMachine });
    const file = await store.findFile(token);
    if (!file) throw new FetchError("names a file that this service does not have any more.");
    const slices: Uint8Array[] = [];
    options.count(file.size);
    for await (const slice of store.read(file, 0, file.size)) slices.push(slice);
    return { bytes: Buffer.concat(slices), mediaType: file.mediaType };
  };
}
