/** Fetches a Response by its id until it is finished. */
import { type ResponseObject, responseSchema } from "../contract/response.ts";
import { type Connection, sendForJson } from "./exchange.ts";
import { pause } from "./pause.ts";
import { readResponseEnd } from "./readResponseEnd.ts";
import { createResponseAssembly } from "./responseAssembly.ts";
import { pathSegment } from "./serviceAddress.ts";
import type { CallOptions, ResponseEnd } from "./serviceClient.ts";

/** The pauses stop growing at this many times the first. */
const longestGrowth = 10;
/** A GET that fails is repeated this often: for a minute and more, as long as a network or a gateway may be away. */
const mostAttempts = 12;

/** One GET. May be the short in-progress object. */
function getResponse(connection: Connection, id: string, options: CallOptions | undefined): Promise<ResponseObject> {
  return sendForJson(connection, { method: "GET", path: `/api/v1/responses/${pathSegment(id)}` }, responseSchema, options);
}

/** Polls with growing, spread pauses until the Response is over. An unknown status waits. Throws ServiceError. */
export async function finishResponse(connection: Connection, id: string, options: CallOptions | undefined): Promise<ResponseEnd> {
  const assembly = createResponseAssembly();
  const { poll } = connection.timeouts;
  for (let wait = poll; ; wait = Math.min(poll * longestGrowth, wait * 1.5)) {
    assembly.applyResponse(await getResponse(connection, id, { attempts: mostAttempts, ...options }));
    if (assembly.outcome !== undefined) return readResponseEnd(assembly, { key: undefined, prompts: [] });
    await pause(wait * (0.75 + Math.random() / 2), options?.signal);
  }
}
