/** The names that models in files get. */
import { expect, test } from "vitest";
import { modelName, modelNameOfAddress } from "../../../src/contract/modelFile.ts";

test.each([
  ["https://host.example/owner/repository/resolve/main/Qwen3-4B-Q4_K_M.gguf", "Qwen3-4B-Q4_K_M"],
  ["https://host.example/model.GGUF?download=true#part", "model"],
  ["https://host.example/a%20model+1.gguf", "a-model+1"],
  ["https://host.example/%zz.gguf", "-zz"],
  ["https://host.example/c%3A%5Cone%2F..%5Ctwo.gguf", "-two"],
  ["https://host.example/...gguf", "model"],
  ["https://host.example/", "model"],
])("a model from %s is called %s", (address, name) => {
  expect(modelNameOfAddress(address)).toBe(name);
});

test.each(["models/Qwen3-4B.gguf", "C:\\Models\\Qwen3-4B.GGUF", "Qwen3-4B.gguf"])("a model in %s is called after its file", (file) => {
  expect(modelName(file)).toBe("Qwen3-4B");
});
