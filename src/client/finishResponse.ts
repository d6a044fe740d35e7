/** The id of a Response in; the Response, once it is over, out. */
import { type ResponseObject, responseSchema } from "../contract/response.ts";
import { type Connection, sendForJson } from "./exchange.ts";
import { pause } from "./pause.ts";
import { createResponseExchange } from "./responseExchange.ts";
import { pathSegment } from "./serviceAddress.ts";
import type { CallOptions, ResponseResult } from "./serviceClient.ts";

/** The pauses stop growing at this many times the first. */
const longestGrowth = 10;

/** One GET. May be the short in-progress object. */
export function getResponse(connection: Connection, id: string, options: CallOptions | undefined): Promise<ResponseObject> {
  return sendForJson(connection, { method: "GET", path: `/api/v1/responses/${pathSegment(id)}` }, responseSchema, options);
}

/** Polls with growing, spread pauses until the Response is over. An unknown status waits. Throws ServiceError. */
export async function finishResponse(connection: Connection, id: string, options: CallOptions | undefined): Promise<ResponseResult> {
  const exchange = createResponseExchange();
  const { poll } = connection.timeouts;
  for (let wait = poll; ; wait = Math.min(poll * longestGrowth, wait * 1.5)) {
    exchange.applyResponse(await getResponse(connection, id, options));
    if (exchange.isOver) return exchange.result({ key: undefined, prompts: [] });
    await pause(wait * (0.75 + Math.random() / 2), options?.signal);
  }
}
