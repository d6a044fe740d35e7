/** The names that new providers get. */
import { expect, test } from "vitest";
import { providerName } from "../../../../src/contract/configuration.ts";
import { freeName, nameOfAddress, presets } from "../../../../src/editor/provider/presets.ts";

test("every preset has a valid name for the setting", () => {
  expect(presets.filter(({ name }) => !providerName.test(name))).toEqual([]);
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
