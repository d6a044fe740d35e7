/** The licences of everything in a package, read from a production build. */
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compiledPackages } from "../../../../scripts/packaging/compiledLibraries.ts";
import { packageFolder, thirdPartyNotices } from "../../../../scripts/packaging/thirdPartyNotices.ts";
import { buildInto } from "../../../../scripts/stageExtension.ts";

let folder = "";
let notices = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "notices-"));
  await buildInto(folder, true);
  notices = await thirdPartyNotices(folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

test("every package that is bundled is named with its version", async () => {
  const texts = await Promise.all(globSync("*.meta.json", { cwd: folder }).map((file) => readFile(path.join(folder, file), "utf8")));
  const inputs = texts.flatMap((text) => Object.keys((JSON.parse(text) as { inputs: object }).inputs));
  const folders = [...new Set(inputs.flatMap((input) => packageFolder(input) ?? []))];
  const titles = await Promise.all(
    folders.map(async (one) => {
      const { name, version } = JSON.parse(await readFile(path.join(one, "package.json"), "utf8")) as { name: string; version: string };
      return `${name} ${version}`;
    }),
  );
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.filter((title) => !notices.split("\n").includes(title))).toEqual([]);
});

test("every library in WebAssembly is named with its sources, and each of its files belongs to one", () => {
  const files = globSync("**/*.wasm", { cwd: folder }).map((file) => path.basename(file));
  const named = Object.values(compiledPackages).flatMap(({ files: start }) => start ?? []);
  expect(files.length).toBeGreaterThanOrEqual(named.length);
  expect(files.filter((file) => !named.some((start) => file.startsWith(start)))).toEqual([]);
  expect(named.filter((start) => !files.some((file) => file.startsWith(start)))).toEqual([]);
  for (const { libraries } of Object.values(compiledPackages))
    for (const { name, sources } of libraries) for (const part of [`${name}, compiled`, ...sources]) expect(notices).toContain(part);
});

test.each([
  ["libmpg123 and LAME", /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1, February 1999[\s\S]*6\. As an exception to the Sections above/],
  ["libmp4v2", /MOZILLA PUBLIC LICENSE\s+Version 1\.1[\s\S]*3\.2\. Availability of Source Code/],
  ["Flite", /Carnegie Mellon University[\s\S]*Permission is hereby granted, free of charge, to use and distribute/],
  ["Anime4K", /Copyright \(c\) 2019 bloc97/],
  ["libFLAC and libwebp", /Neither the name of the copyright holder nor the names of its contributors/],
])("the licence of %s is printed", (_, text) => {
  expect(notices).toMatch(text);
});

test("a library without a notice stops the build of a package", async () => {
  const file = path.join(folder, "chunks", "unknown.wasm");
  await writeFile(file, "");
  await expect(thirdPartyNotices(folder)).rejects.toThrow(/unknown\.wasm: name the library/);
  await rm(file);
});
