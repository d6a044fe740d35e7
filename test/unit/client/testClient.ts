/** Creates a client with short pauses. */
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { type Connection, openConnection } from "../../../src/client/http/exchange.ts";
import type { ServiceClient, ServiceClientOptions } from "../../../src/client/serviceClient.ts";
import { ServiceError } from "../../../src/client/serviceError.ts";

export const testKey = "sk-test-1234567890abcdef";

function withTestOptions(baseUrl: string, { timeouts, ...rest }: Partial<ServiceClientOptions>): ServiceClientOptions {
  return { baseUrl, key: async () => testKey, ...rest, timeouts: { retry: 1, poll: 1, ...timeouts } };
}

export function createTestClient(baseUrl: string, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  return createServiceClient(withTestOptions(baseUrl, options));
}

/** For functions of the client that its interface does not have. */
export function openTestConnection(baseUrl: string): Connection {
  return openConnection(withTestOptions(baseUrl, {}));
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
