/** Finds, prepares and addresses VS Code. */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findBrowser, findOnPath } from "../../../scripts/findBrowser.ts";
import { InstallError } from "../../../scripts/npmInstall.ts";
import { packageFolder } from "../../../scripts/packaging/thirdPartyNotices.ts";
import { canRunDesktop } from "../../../scripts/vscodeHost/canRunDesktop.ts";
import { installServer } from "../../../scripts/vscodeHost/installServer.ts";
import { calmSettings, linkExtensions, makeProfile } from "../../../scripts/vscodeHost/profile.ts";
import type { ProgressLine } from "../../../scripts/vscodeHost/progressLine.ts";
import { serverPackage } from "../../../scripts/vscodeHost/serverLocation.ts";
import { workbenchAddress } from "../../../scripts/vscodeHost/workbenchAddress.ts";

const quiet: ProgressLine = { show: () => undefined, end: () => undefined };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-host-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

describe("the workbench's address", () => {
  test("of a folder is short and readable", () => {
    expect(workbenchAddress("127.0.0.1:80", { open: "/some where/notes" })).toBe("http://127.0.0.1:80/?folder=/some%20where/notes");
  });

  test("of a workspace file and of an empty window", () => {
    expect(workbenchAddress("h:1", { open: "/a/b.code-workspace" })).toBe("http://h:1/?workspace=/a/b.code-workspace");
    expect(workbenchAddress("h:1", {})).toBe("http://h:1/?ew=true");
  });

  test("contains development extensions and tests as remote addresses", () => {
    const address = new URL(workbenchAddress("h:1", { open: "/w", developmentExtensions: ["/one"], testsModule: "/one/tests.mjs" }));
    expect(JSON.parse(address.searchParams.get("payload") ?? "")).toEqual([
      ["extensionDevelopmentPath", "vscode-remote://h:1/one"],
      ["extensionTestsPath", "vscode-remote://h:1/one/tests.mjs"],
    ]);
  });
});

describe("a profile", () => {
  test("has no notifications or updates, and keeps the user's changes", async () => {
    const profile = await makeProfile(folder);
    expect(JSON.parse(await readFile(profile.settingsFile, "utf8"))).toEqual(calmSettings);
    await writeFile(profile.settingsFile, "{}");
    await makeProfile(folder);
    expect(await readFile(profile.settingsFile, "utf8")).toBe("{}");
  });

  test("has a linked extension in its list, at the extension's own path", async () => {
    const extension = path.join(folder, "extension");
    await mkdir(extension);
    await writeFile(path.join(extension, "package.json"), '{ "publisher": "someone", "name": "thing", "version": "1.2.3" }');
    const profile = await makeProfile(folder);
    await linkExtensions(profile, extension);
    const [entry] = JSON.parse(await readFile(path.join(profile.extensionsFolder, "extensions.json"), "utf8"));
    expect(entry).toMatchObject({ identifier: { id: "someone.thing" }, version: "1.2.3", location: { path: extension } });
  });
});

describe("the server", () => {
  test("that is installed is not installed again", async () => {
    await mkdir(path.join(folder, `${serverPackage.name}-${serverPackage.version}`));
    const server = await installServer(folder);
    expect(server.serverEntry.startsWith(folder)).toBe(true);
  });

  test("that cannot be installed keeps finished steps, and reports the failed one and a remedy", async () => {
    const npm = path.join(folder, "npm.js");
    await writeFile(npm, "console.error('npm error network: no route'); process.exit(3);\n");
    const previous = process.env.npm_execpath;
    process.env.npm_execpath = npm;
    try {
      const thrown = await installServer(folder, quiet).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(InstallError);
      expect(String(thrown)).toMatch(/code-server@.*ended with 3[\s\S]*no route[\s\S]*Check the network/);
    } finally {
      if (previous === undefined) delete process.env.npm_execpath;
      else process.env.npm_execpath = previous;
    }
  });

  test("is resumed at the step that was interrupted, and appears only when it is complete", async () => {
    const npm = path.join(folder, "npm.js");
    const calls = path.join(folder, "calls");
    // Does the same to the folder as npm, and is interrupted once, in the second step.
    await writeFile(
      npm,
      `const fs = require("node:fs");
       fs.mkdirSync("node_modules/code-server/lib/vscode/extensions", { recursive: true });
       fs.appendFileSync(${JSON.stringify(calls)}, "x");
       process.exit(fs.readFileSync(${JSON.stringify(calls)}, "utf8").length === 2 ? 1 : 0);\n`,
    );
    const previous = process.env.npm_execpath;
    process.env.npm_execpath = npm;
    const target = path.join(folder, "host");
    try {
      await expect(installServer(target, quiet)).rejects.toBeInstanceOf(InstallError);
      await expect(readFile(path.join(target, `${serverPackage.name}-${serverPackage.version}`))).rejects.toThrow("ENOENT");
      await installServer(target, quiet);
      expect((await readFile(calls, "utf8")).length).toBe(4);
    } finally {
      if (previous === undefined) delete process.env.npm_execpath;
      else process.env.npm_execpath = previous;
    }
  });
});

describe("a program", () => {
  test("is found on the PATH if it is executable", async () => {
    const file = path.join(folder, "thing");
    await writeFile(file, "");
    expect(findOnPath(["thing"], { PATH: folder })).toBeUndefined();
    await chmod(file, 0o755);
    expect(findOnPath(["other", "thing"], { PATH: `/nowhere:${folder}` })).toBe(file);
  });

  test("in CHROMIUM is used, without a fallback", async () => {
    expect(findBrowser({ CHROMIUM: process.execPath })).toBe(process.execPath);
    expect(findBrowser({ CHROMIUM: path.join(folder, "nothing"), PATH: "/usr/bin" })).toBeUndefined();
  });
});

test("the desktop version is used if the environment says so", async () => {
  expect(await canRunDesktop({ HOST_TEST_EDITOR: "desktop" })).toBe(true);
  expect(await canRunDesktop({ HOST_TEST_EDITOR: "server" })).toBe(false);
});

test("a bundled file belongs to the innermost package", () => {
  expect(packageFolder("node_modules/zod/v4/mini/index.js")).toBe("node_modules/zod");
  expect(packageFolder("node_modules/a/node_modules/@b/c/d.js")).toBe("node_modules/a/node_modules/@b/c");
  expect(packageFolder("src/extension.ts")).toBeUndefined();
});
