/** Which models an account reaches, by whatever part of a request. */
import { expect, test } from "vitest";
import type { Kind } from "../../../../src/contract/kind.ts";
import { openaiDialect } from "../../../../src/providers/dialects/openai.ts";
import { dialectOfPackage } from "../../../../src/providers/dialects/plain.ts";
import type { Provider, ProviderModel } from "../../../../src/providers/provider.ts";
import { drawsByTool } from "../../../../src/providers/streamText.ts";
import { allowedModels } from "../../../../src/service/account/allowedModels.ts";
import { Catalogue } from "../../../../src/service/catalogue.ts";
import { textRequest } from "../../providers/requests.ts";

function providerOf(name: string, kinds: readonly Kind[], dialect = openaiDialect): Provider {
  const models = kinds.map(
    (kind): ProviderModel => ({ id: kind, kinds: [kind], created: undefined, capabilities: {}, price: undefined, fallback: [] }),
  );
  return {
    name,
    prefix: `${name}/`,
    isFree: false,
    dialect,
    configuredModels: models,
    listModels: async () => models,
    load: () => Promise.reject(new Error("Nothing is generated.")),
    download: () => Promise.reject(new Error("Nothing is downloaded.")),
    redact: (text) => text,
    close: async () => undefined,
  };
}

const both = providerOf("both", ["text", "image"]);
const writer = providerOf("writer", ["text"]);
const catalogue = new Catalogue({ log: undefined });
catalogue.replace([both, writer], undefined);

test.each<[models: string[] | undefined, draws: boolean]>([
  [undefined, true],
  [["*"], true],
  [["both/*"], true],
  [["both/image"], true],
  [["both/text"], false],
  [["both/text", "other/*"], false],
  [[], false],
])("an account with the models %j draws with a provider's own tool: %j", async (models, draws) => {
  expect(await allowedModels(catalogue, models === undefined ? {} : { models }).drawsAt(both)).toBe(draws);
});

test("a provider without image models draws for accounts with all models alone", async () => {
  expect(await allowedModels(catalogue, {}).drawsAt(writer)).toBe(true);
  expect(await allowedModels(catalogue, { models: ["writer/*"] }).drawsAt(writer)).toBe(false);
});

test("only some providers have a tool of their own", () => {
  const request = textRequest("Draw a heron", { imageTool: {} });
  const [model] = both.configuredModels;
  if (model === undefined) throw new Error("There is no model.");
  expect(drawsByTool(both, model, request)).toBe(true);
  expect(drawsByTool(both, model, { ...request, imageTool: undefined })).toBe(false);
  expect(drawsByTool(providerOf("plain", ["text"], dialectOfPackage("another")), model, request)).toBe(false);
});

test("the models are known at once as soon as every provider has listed them", async () => {
  await catalogue.list();
  expect(allowedModels(catalogue, {}).list()).toMatchObject([{ id: "both/text" }, { id: "both/image" }, { id: "writer/text" }]);
  expect(allowedModels(catalogue, { models: ["*/text"] }).list()).toMatchObject([{ id: "both/text" }, { id: "writer/text" }]);
});
