/** Starts texts with a client, for tests of what is done with them. */
import type { ServiceClient } from "../../../src/client/serviceClient.ts";
import type { ResponseRequest } from "../../../src/contract/responseRequest.ts";
import type { Generation, TextOptions } from "../../../src/generations/generation.ts";
import { startText } from "../../../src/generations/sending/startText.ts";
import { makeTaskKey } from "../../../src/generations/taskKey.ts";

export function startUnrecorded(
  client: Pick<ServiceClient, "createResponse" | "streamResponse" | "deleteTask">,
): (body: ResponseRequest, options?: Partial<TextOptions>) => Promise<Generation> {
  const records = () => Promise.reject(new Error("It is not recorded."));
  const source = { client: async () => client, records, report: () => undefined };
  return (body, options = {}) =>
    startText(source, makeTaskKey(Date.now()), { interface: "v1", kind: "text", body }, { baseUrl: "https://a.example", ...options });
}
