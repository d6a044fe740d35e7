/** What a service loads before it says that it is ready. */
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../../src/service/startService.ts";

test("a provider without its key does not keep a service from starting", async () => {
  const configuration = { providers: { claude: { type: "anthropic" as const } } };
  const service = await startService({ configuration, environment: {} });
  onTestFinished(() => service.close());
  await service.loadProviders();
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});
