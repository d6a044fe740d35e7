/** What a service loads before it says that it is ready. */
import { expect, onTestFinished, test, vi } from "vitest";
import { createProviders } from "../../../src/providers/createProviders.ts";
import { Catalogue } from "../../../src/service/catalogue.ts";
import { startService } from "../../../src/service/startService.ts";

test("a provider without its key does not keep a service from starting", async () => {
  const configuration = { providers: { claude: { type: "anthropic" as const } } };
  const service = await startService({ configuration, environment: {} });
  onTestFinished(() => service.close());
  await service.loadProviders();
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

test("nobody waits for a provider that never loads, and the others are loaded", async () => {
  const set = createProviders({ environment: {}, faults: false, tokensPerSecond: 0, generatorWorkerUrl: undefined });
  const catalogue = new Catalogue({ log: undefined });
  onTestFinished(() => catalogue.close());
  set.configure({ configuration: undefined, providerKeys: {}, network: {} });
  const [demo] = set.providers;
  if (!demo) throw new Error("There is no demo.");
  const load = vi.fn(demo.load);
  catalogue.replace(
    [
      { ...demo, load: () => new Promise(() => undefined) },
      { ...demo, load },
    ],
    undefined,
  );
  const began = performance.now();
  await catalogue.loadProviders();
  expect(load).toHaveBeenCalledOnce();
  expect(performance.now() - began).toBeLessThan(5_000);
});
