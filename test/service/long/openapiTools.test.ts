/** The OpenAPI document in other people's tools: a validator, and a generated client in TypeScript. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { installPackage } from "../../../scripts/testing/installPackage.ts";
import { openapiPath } from "../../../scripts/writeOpenapi.ts";
import { startTestService } from "../testService.ts";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../../", import.meta.url));
const isFunction = (value: unknown) => typeof value === "function";
const validator = z.custom<{ validate(file: string): Promise<unknown> }>(isFunction);
const generator = z.object({
  default: z.custom<(file: URL) => Promise<unknown>>(isFunction),
  astToString: z.custom<(ast: unknown) => string>(isFunction),
});

/** What its CommonJS module exports. */
async function importMain(name: string, version: string): Promise<unknown> {
  const folder = await installPackage(name, version);
  const require: (name: string) => unknown = createRequire(path.join(folder, "index.mjs"));
  return require(name);
}

test("the published document is valid OpenAPI 3.1", { timeout: 300_000 }, async () => {
  const parser = validator.parse(await importMain("@apidevtools/swagger-parser", "13.1.0"));
  expect(await parser.validate(openapiPath)).toMatchObject({ openapi: "3.1.1" });
});

test("a TypeScript client generated from the document has its types, and completes a flow", { timeout: 300_000 }, async () => {
  const service = await startTestService();
  const packages = await installPackage("openapi-fetch", "0.17.0");
  const folder = await mkdtemp(path.join(tmpdir(), "openapi-client-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { default: generate, astToString } = generator.parse(await importMain("openapi-typescript", "7.13.0"));
  await writeFile(path.join(folder, "paths.ts"), astToString(await generate(pathToFileURL(openapiPath))));
  await cp(path.join(repository, "test/fixtures/openapi/flow.ts"), path.join(folder, "flow.ts"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await symlink(path.join(packages, "node_modules"), path.join(folder, "node_modules"));
  await symlink(path.join(repository, "node_modules/@types"), path.join(folder, "types"));
  const options = [
    "--ignoreConfig",
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "--allowImportingTsExtensions",
    "--module",
    "nodenext",
    "--target",
    "es2024",
  ];
  const types = ["--typeRoots", path.join(folder, "types"), "--types", "node"];
  const checked = await run(process.execPath, [path.join(repository, "node_modules/typescript/bin/tsc"), ...options, ...types, "flow.ts"], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  expect(checked.stdout).toBe("");
  const { stdout } = await run(process.execPath, [path.join(folder, "flow.ts"), service.url, service.key]);
  expect(stdout.trim().split("\n")).toEqual([
    "flite of flite",
    "reasoning",
    "assistant",
    "wav UklG",
    "deleted true",
    "400 invalid_request model",
  ]);
});
