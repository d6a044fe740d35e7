/** The manifest and the lock file are valid for VS Code and for a clean installation. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { writeManifest, writeTexts } from "../../../scripts/manifest.ts";
import { repository } from "./repositoryFiles.ts";

const read = (name: string) => readFileSync(path.join(repository, name), "utf8");
const manifestSchema = z.looseObject({
  engines: z.object({ vscode: z.string() }),
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.record(z.string(), z.string()),
  icon: z.string(),
  scripts: z.record(z.string(), z.string()),
});
const manifest = manifestSchema.parse(JSON.parse(read("package.json")));

describe("the manifest", () => {
  test("uses no proposed API", () => {
    expect(manifest).not.toHaveProperty("enabledApiProposals");
  });

  test("is compiled against the oldest supported VS Code", () => {
    const types = z.object({ version: z.string() }).parse(JSON.parse(read("node_modules/@types/vscode/package.json")));
    expect(minor(types.version)).toBe(minor(manifest.engines.vscode));
  });

  test("bundles everything: the extension has no dependencies", () => {
    expect(manifest.dependencies ?? {}).toEqual({});
  });

  test("lists files that exist", () => {
    const scripts = Object.values(manifest.scripts).flatMap((script) => script.match(/[\w./]+\.(?:ts|mjs)\b/g) ?? []);
    expect([manifest.icon, ...scripts].filter((file) => !existsSync(path.join(repository, file)))).toEqual([]);
  });

  test("has the commands, menus and key bindings of the features' tables: npm run manifest", () => {
    expect(writeManifest(read("package.json"))).toBe(read("package.json"));
    expect(writeTexts(read("package.nls.json"))).toBe(read("package.nls.json"));
  });

  test("finds each of its texts in package.nls.json", () => {
    const texts = z.record(z.string(), z.unknown()).parse(JSON.parse(read("package.nls.json")));
    const used = [...read("package.json").matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key ?? "");
    expect(used.filter((key) => !(key in texts))).toEqual([]);
    expect(Object.keys(texts).filter((key) => !used.includes(key))).toEqual([]);
  });
});

describe("the lock file", () => {
  const lock = z
    .object({ packages: z.record(z.string(), z.object({ optionalDependencies: z.optional(z.record(z.string(), z.string())) })) })
    .parse(JSON.parse(read("package-lock.json")));

  test("contains no registry, so that any mirror can be used", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/);
  });

  test("contains the packages of every platform, without which a clean install fails", () => {
    const missing = Object.entries(lock.packages).flatMap(([location, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in lock.packages || `${location}/node_modules/${name}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});

function minor(version: string): string | undefined {
  return /(\d+\.\d+)/.exec(version)?.[1];
}
