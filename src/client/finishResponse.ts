/** Fetches a Response by its id until it is finished. */
import { type ResponseObject, responseSchema } from "../contract/response.ts";
import { collectPrompts } from "../network/redactText.ts";
import { type Connection, sendForJson } from "./exchange.ts";
import { pause } from "./pause.ts";
import { readResponseEnd } from "./readResponseEnd.ts";
import { createResponseAssembly } from "./responseAssembly.ts";
import { pathSegment } from "./serviceAddress.ts";
import type { CallOptions, ResponseEnd } from "./serviceClient.ts";

/** Pauses grow up to this multiple of the first. */
const longestGrowth = 10;
/** A failed GET is repeated this often, for more than a minute, because a network or a gateway may be down that long. */
const mostAttempts = 12;

/** Sends one GET. The result may be the short in-progress object. */
function getResponse(connection: Connection, id: string, options: CallOptions | undefined): Promise<ResponseObject> {
  return sendForJson(connection, { method: "GET", path: `/api/v1/responses/${pathSegment(id)}` }, responseSchema, options);
}

/** Polls until the Response is finished, with growing, randomised pauses. An unknown status counts as unfinished. Throws ServiceError. */
export async function finishResponse(connection: Connection, id: string, options: CallOptions | undefined): Promise<ResponseEnd> {
  const assembly = createResponseAssembly();
  const { poll } = connection.timeouts;
  for (let wait = poll; ; wait = Math.min(poll * longestGrowth, wait * 1.5)) {
    assembly.applyResponse(await getResponse(connection, id, { attempts: mostAttempts, ...options }));
    if (assembly.outcome !== undefined) {
      // A key that was removed meanwhile must not cost the Response.
      const key = await connection.key().catch(() => undefined);
      return readResponseEnd(assembly, {
        key,
        get prompts() {
          return collectPrompts(options?.taskRequest?.());
        },
      });
    }
    await pause(wait * (0.75 + Math.random() / 2), options?.signal);
  }
}
