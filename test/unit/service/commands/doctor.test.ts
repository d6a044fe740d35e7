/** `doctor` finds what would make a provider's first request fail. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { diagnoseService } from "../../../../src/service/commands/doctor.ts";

/** As a configuration names a variable of the environment. */
const variable = (name: string) => ["$", "{", name, "}"].join("");
const voice = { kinds: ["audio"], output: { format: "wav" }, capabilities: { voice: ["en"] } };
const command = (run: readonly string[], more: object = {}) => ({ type: "command", models: { voice: { ...voice, run } }, ...more });
const hosted = { type: "ai-sdk", package: "@ai-sdk/fal", models: { "fal-ai/flux": { kinds: ["image"] } } };

test.each([
  ["a program on PATH", command(["node", "-"]), "ok"],
  ["a program by its path", command([process.execPath, "-"]), "ok"],
  ["a program that is missing", command(["no-such-program-here"]), /there is no program no-such-program-here/],
  ["a file that is no program", command([new URL("../../../README.md", import.meta.url).pathname]), /is not a program that may be run/],
  [
    "a variable of a program that is not set",
    command(["node"], { environment: { TOKEN: variable("NOT_SET") } }),
    /NOT_SET of the configuration is not set/,
  ],
  ["a key that is set", { ...hosted, apiKey: variable("KEY") }, "ok"],
  ["a key whose variable is not set", { ...hosted, apiKey: variable("NOT_SET") }, /NOT_SET of the configuration is not set/],
  ["a key that is empty", { ...hosted, apiKey: "" }, /empty, or has characters/],
  ["a key with a line break", { ...hosted, apiKey: variable("BROKEN") }, /empty, or has characters/],
  ["a company's address without a key", { type: "openai" }, /No key is configured/],
  ["an address that is none", { type: "openai", apiKey: "key", baseURL: "not a url" }, /The address of it is not a URL\./],
  ["an address without http", { type: "openai", apiKey: "key", baseURL: "localhost:1/v1" }, /must be https, http on this machine/],
  ["an engine that does not run", { type: "openai", apiKey: "key", baseURL: "http://127.0.0.1:9/v1" }, /it is not running: start it/],
] as const)("%s", async (_, provider, expected) => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-doctor-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = path.join(folder, "providers.json");
  await writeFile(config, JSON.stringify({ providers: { it: provider } }));
  const { output, hasErrors } = await diagnoseService(["--config", config], { KEY: "key-0123", BROKEN: "key\n0123" });
  const line = output.split("\n").find((one) => /\sit\s/.test(one)) ?? output;
  if (expected === "ok") expect(line).toMatch(/^ok\s+it\s+1 models/);
  else expect(line).toMatch(expected);
  expect(hasErrors).toBe(expected !== "ok");
});

test.each([
  ["a type that is none", '{"providers":{"x":{"type":"opnai"}}}', "providers.x.type is not one of the known types"],
  ["a name that occurs twice", '{"providers":{"x":{"type":"demo"},\n"x":{"type":"demo"}}}', "has one name twice in line 2"],
  ["a file that breaks off", '{\n"providers":', "is neither YAML nor JSON in line 2"],
  ["a tab in YAML", "providers:\n\tx: {}", "is neither YAML nor JSON in line 2"],
  ["a list", "[]", "needs a value of type object"],
  ["a misspelt field", '{"provider":{}}', "providers needs a value of type object"],
  ["a name with a slash", '{"providers":{"a b/c":{"type":"demo"}}}', "has a name that is not valid"],
  ["no file", undefined, "cannot be read"],
])("the file's fault is named, without its content: %s", async (_, text, expected) => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-doctor-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = path.join(folder, "providers.json");
  if (text !== undefined) await writeFile(config, text);
  const { output, hasErrors } = await diagnoseService(["--config", config], {});
  expect(output).toMatch(/^error\s+configuration\s/m);
  expect(output).toContain(expected);
  expect(hasErrors).toBe(true);
});
