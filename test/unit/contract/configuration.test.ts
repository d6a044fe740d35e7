/** The configuration of providers: valid values, and how errors are reported. */
import { expect, test } from "vitest";
import {
  baseAddressOf,
  configurationSchema,
  describeConfigurationError,
  providersSettingSchema,
} from "../../../src/contract/configuration.ts";

function issueOf(value: unknown): string | undefined {
  const found = providersSettingSchema.safeParse(value);
  return found.error && describeConfigurationError(found.error, "generationStudio.providers");
}

test("the setting accepts what the file has below providers, without keys and packages", () => {
  const shared = {
    local: { type: "openai-compatible", baseURL: "http://127.0.0.1:11434/v1", models: { "llama-3": { kinds: ["text"] } } },
    claude: { type: "anthropic", fallback: ["local/llama-3"] },
    demo: { type: "demo" },
  };
  expect(issueOf(shared)).toBeUndefined();
  expect(configurationSchema.safeParse({ providers: shared }).success).toBe(true);
  expect(issueOf({ fal: { type: "ai-sdk", package: "@ai-sdk/fal" } })).toMatch(/^generationStudio\.providers\.fal\.type /);
});

test.each([
  [{ local: { type: "openai-compatible" } }, "generationStudio.providers.local.baseURL needs a value of type string."],
  [{ local: { type: "openai", baseURL: 7 } }, "generationStudio.providers.local.baseURL needs a value of type string."],
  [{ local: { type: "openai", basURL: "" } }, "generationStudio.providers.local.basURL is not known."],
  [
    { local: { type: "openai", models: { m: { kinds: ["song"] } } } },
    "generationStudio.providers.local.models.m.kinds.0 must be one of text, image, audio, video.",
  ],
  [
    { local: { type: "openai", models: { m: { price: { input: -1 } } } } },
    "generationStudio.providers.local.models.m.price.input must be at least 0.",
  ],
  [
    { own: { type: "command", models: { m: { kinds: ["audio"], run: ["a"], output: { format: "wav" }, price: { second: -0.5 } } } } },
    "generationStudio.providers.own.models.m.price.second must be at least 0.",
  ],
  [
    { local: { type: "openai", models: { m: { price: { image: Number.POSITIVE_INFINITY } } } } },
    "generationStudio.providers.local.models.m.price.image needs a value of type number.",
  ],
  [{ local: { type: "openai", timeout: 0 } }, "generationStudio.providers.local.timeout must be more than 0."],
  ["text", "generationStudio.providers needs a value of type object."],
])("%j is refused with its location", (value, sentence) => {
  expect(issueOf(value)).toBe(sentence);
});

test("a key in the setting is refused, and never repeated in the error", () => {
  const issue = issueOf({ openai: { type: "openai", apiKey: "sk-secret" } });
  expect(issue).toBe("generationStudio.providers.openai.apiKey does not belong here: keys are in the secret storage.");
});

test("each type of provider has a default address, which can be overridden", () => {
  expect(baseAddressOf({ type: "openai" })).toBe("https://api.openai.com/v1");
  expect(baseAddressOf({ type: "google", baseURL: "https://proxy.example/v1/" })).toBe("https://proxy.example/v1");
  expect(baseAddressOf({ type: "demo" })).toBeUndefined();
});
