/** The demo makes the kinds that no configured provider makes. */
import { describe, expect, test } from "vitest";
import type { Configuration } from "../../../src/contract/configuration.ts";
import type { Kind } from "../../../src/contract/kind.ts";
import { onlyUpscales } from "../../../src/contract/onlyUpscales.ts";
import { createProviders } from "../../../src/providers/createProviders.ts";
import { Catalogue } from "../../../src/service/catalogue.ts";

type Providers = Configuration["providers"];

const program = (...kinds: Kind[]): Providers[string] => ({
  type: "command",
  models: { x: { kinds, run: ["cat"], output: { format: "wav" } } },
});
const unreachable: Providers[string] = { type: "openai-compatible", baseURL: "http://127.0.0.1:1/v1" };

/** The kinds for which the demo's models are listed, and the service's other answers. */
async function configure(providers: Providers, demo: boolean) {
  const set = createProviders({ environment: {}, faults: false, tokensPerSecond: 0, generatorWorkerUrl: undefined });
  const catalogue = new Catalogue({ log: undefined });
  set.configure({ configuration: { providers }, demo, providerKeys: {}, network: {} });
  catalogue.replace(set.providers, undefined);
  const listed = await catalogue.list();
  const made = new Set(listed.flatMap(({ id, model }) => (id.includes("/") || id === "anime4k" ? [] : model.kinds)));
  const result = {
    upscalers: listed.filter(({ model }) => onlyUpscales(model.capabilities)).map(({ id }) => id),
    kinds: (["text", "image", "audio", "video"] as const).filter((kind) => made.has(kind)),
    names: catalogue.states().map(({ name }) => name),
    isUsable: await catalogue.isUsable(),
    drawing: (await catalogue.imageModel(() => true))?.id,
  };
  catalogue.close();
  await set.close();
  return result;
}

describe("with providers, the demo makes", () => {
  test.each([
    ["everything but texts", { mine: program("text") }, ["image", "audio", "video"]],
    ["texts too, if a provider only draws", { mine: program("image") }, ["text", "audio", "video"]],
    ["nothing, if everything is made", { mine: program("text", "image"), other: program("audio", "video") }, []],
    ["no texts instead of a provider that does not answer", { gone: unreachable, mine: program("image") }, ["audio", "video"]],
    ["nothing more than a demo that is configured", { demo: { type: "demo" } as const, mine: program("text") }, []],
  ] as const)("%s", async (_name, providers, kinds) => {
    expect((await configure(providers, true)).kinds).toEqual(kinds);
  });

  test.each([
    ["images", { mine: program("image") }, ["anime4k"]],
    ["everything", { mine: program("text", "image"), other: program("audio", "video") }, ["anime4k"]],
    ["a demo that is configured", { demo: { type: "demo" } as const }, ["demo/anime4k"]],
  ] as const)("larger images, also beside %s", async (_name, providers, upscalers) => {
    expect((await configure(providers, true)).upscalers).toEqual(upscalers);
  });

  test("nothing, unless the editor wants it", async () => {
    expect((await configure({ mine: program("text") }, false)).kinds).toEqual([]);
  });

  test("no images for a text model, and is not one of the providers", async () => {
    expect(await configure({ mine: program("text") }, true)).toMatchObject({ names: ["mine"], isUsable: true, drawing: undefined });
    expect(await configure({ gone: unreachable }, true)).toMatchObject({ names: ["gone"], isUsable: false });
  });
});
