/** Creates a client with short pauses. */
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { ServiceClient, ServiceClientOptions } from "../../../src/client/serviceClient.ts";
import { ServiceError } from "../../../src/client/serviceError.ts";

export const testKey = "sk-test-1234567890abcdef";

export function createTestClient(baseUrl: string, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  const { timeouts, ...rest } = options;
  return createServiceClient({ baseUrl, key: async () => testKey, ...rest, timeouts: { retry: 1, poll: 1, ...timeouts } });
}

/** The ServiceError that a call rejects with. */
export async function errorOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("The call succeeded.");
}
