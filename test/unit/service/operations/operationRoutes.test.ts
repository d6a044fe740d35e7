/** Who may read the metrics, by the address that the adapter determined. */
import { BlockList } from "node:net";
import { expect, test } from "vitest";
import { ApiError } from "../../../../src/service/apiError.ts";
import { readAddresses } from "../../../../src/service/commands/readOptions.ts";
import { operationRoutes } from "../../../../src/service/operations/operationRoutes.ts";
import { completeOptions } from "../../../../src/service/serviceOptions.ts";

async function ask(clientAddress: string | undefined, metricsFrom: BlockList, headers: Record<string, string> = {}): Promise<number> {
  const operations = {
    findMissing: async () => [],
    readMetrics: async () => ({ contentType: "text/plain", text: "" }),
    stop: () => undefined,
  };
  const app = operationRoutes({ operations, settings: completeOptions({ metricsFrom }) });
  app.onError((error, context) => context.body(null, error instanceof ApiError && error.status === 403 ? 403 : 500));
  const answer = await app.fetch(new Request("http://service.example/metrics", { headers }), clientAddress ? { clientAddress } : {});
  return answer.status;
}

test.each([
  ["127.0.0.1", 200],
  ["::1", 200],
  ["10.1.2.3", 200],
  ["fd00::5", 200],
  ["10.2.2.3", 403],
  ["2001:db8::1", 403],
  [undefined, 403],
])("from %s: %i", async (address, status) => {
  expect(await ask(address, readAddresses("metrics-from", "10.1.0.0/16, fd00::/8"))).toBe(status);
});

test("forwarded requests of a local proxy do not count as local, but their address may be allowed", async () => {
  const forwarded = { "x-forwarded-for": "203.0.113.5" };
  expect(await ask("127.0.0.1", new BlockList(), forwarded)).toBe(403);
  expect(await ask("203.0.113.5", readAddresses("metrics-from", "203.0.113.5"), forwarded)).toBe(200);
});
