/** The names that new providers get. */
import { expect, test } from "vitest";
import { providerName } from "../../../../src/contract/configuration.ts";
import { freeName, nameOfAddress, presets } from "../../../../src/editor/provider/presets.ts";

test("every preset has a valid name for the setting", () => {
  expect(presets.filter(({ name }) => !providerName.test(name))).toEqual([]);
});

test("each engine that is looked for on this machine is offered, also those of images and audio, with its own interface", () => {
  const offered = presets.flatMap(({ name, makes, engine, baseURL }) => (makes === undefined ? [] : [{ name, makes, engine, baseURL }]));
  expect(offered.map(({ name, makes }) => `${name}: ${makes}`)).toEqual([
    "ollama: text",
    "lmstudio: text",
    "llama-cpp: text",
    "stable-diffusion: image",
    "automatic1111: image",
    "kokoro: audio",
  ]);
  expect(offered.find(({ name }) => name === "automatic1111")).toMatchObject({
    engine: "automatic1111",
    baseURL: "http://127.0.0.1:7860/sdapi/v1",
  });
});

test.each([
  ["https://api.groq.com/openai/v1", "groq"],
  ["https://llm.example.org/v1", "example"],
  ["http://gpu-server:8000/v1", "gpu-server"],
  ["http://127.0.0.1:8000/v1", "local-8000"],
  ["http://localhost/v1", "local"],
  ["http://[::1]:11434/v1", "local-11434"],
  ["no address", "other"],
])("the address %s suggests the name %s", (address, name) => {
  expect(nameOfAddress(address)).toBe(name);
  expect(name).toMatch(providerName);
});

test("a name in use gets the first free number", () => {
  expect(freeName("ollama", [])).toBe("ollama");
  expect(freeName("ollama", ["ollama", "ollama-2"])).toBe("ollama-3");
});
