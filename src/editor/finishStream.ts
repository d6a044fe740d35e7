/** A stream that is over in; how the whole exchange ended, with what the service went on making fetched, out. */
import type { ResponseResult, ResponseStream, ServiceClient } from "../client/serviceClient.ts";

/** A stream that was cut, or that waited too long, is finished by asking for the task: what is paid for is not lost. Throws ServiceError. */
export async function finishStream(client: ServiceClient, stream: ResponseStream, signal: AbortSignal): Promise<ResponseResult> {
  const result = await stream.result;
  const isCut = result.outcome === "truncated" || (result.outcome === "failed" && result.error?.kind === "timeout");
  return isCut && result.id !== undefined ? client.finishResponse(result.id, { signal }) : result;
}
