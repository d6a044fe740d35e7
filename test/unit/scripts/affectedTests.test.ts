/** Finds the tests that a change affects. */
import { describe, expect, test } from "vitest";
import { affectedTests } from "../../../scripts/testing/affectedTests.ts";
import { findDependents, readImporters } from "../../../scripts/testing/importGraph.ts";

const importers = new Map(
  Object.entries({
    "src/prompt/parse.ts": new Set(["src/editor/language/lenses.ts", "test/unit/prompt/parse.test.ts"]),
    "src/editor/language/lenses.ts": new Set(["test/host/language.test.ts"]),
    "src/client/http/retry.ts": new Set(["src/client/send.ts", "test/unit/client/retry.test.ts"]),
    "src/client/send.ts": new Set(["src/client/http/retry.ts", "test/service/client.test.ts"]),
    "src/webview/media/Player.tsx": new Set(["src/webview/library/Preview.tsx", "src/webview/comparison/main.tsx"]),
    "src/webview/library/Preview.tsx": new Set(["src/webview/library/main.tsx"]),
    "test/fixtures/client": new Set(["test/unit/client/retry.test.ts"]),
  }),
);
const tests = [
  "test/host/chatCode.test.ts",
  "test/host/language.test.ts",
  "test/host/libraryFiles.test.ts",
  "test/host/promptTests.test.ts",
  "test/service/client.test.ts",
  "test/ui/chat.test.ts",
  "test/ui/more/languageRuns.test.ts",
  "test/unit/client/retry.test.ts",
  "test/unit/prompt/parse.test.ts",
  "test/unit/repository/manifest.test.ts",
];
const repository = "test/unit/repository/manifest.test.ts";
const affectedBy = (...changed: string[]) => affectedTests(changed, tests, importers);

describe("a change", () => {
  test("of a pure folder affects only unit tests", () => {
    expect(affectedBy("src/prompt/parse.ts")).toEqual({ vitest: ["test/unit/prompt/parse.test.ts", repository], host: [] });
  });

  test("affects files that import the changed one, also if files import each other", () => {
    expect(affectedBy("src/client/http/retry.ts")).toEqual({
      vitest: ["test/service/client.test.ts", "test/unit/client/retry.test.ts", repository],
      host: [],
    });
  });

  test("of a feature affects the tests in VS Code whose names begin with its name", () => {
    expect(affectedBy("src/editor/language/lenses.ts")).toEqual({
      vitest: ["test/ui/more/languageRuns.test.ts", repository],
      host: ["test/host/language.test.ts"],
    });
  });

  test("of a page affects the tests in VS Code of each feature that shows it", () => {
    expect(affectedBy("src/webview/chat/main.tsx")).toEqual({
      vitest: ["test/ui/chat.test.ts", repository],
      host: ["test/host/chatCode.test.ts"],
    });
    expect(affectedBy("src/webview/library/Preview.tsx").host).toEqual(["test/host/libraryFiles.test.ts"]);
    expect(affectedBy("src/webview/media/Player.tsx").host).toEqual(["test/host/libraryFiles.test.ts", "test/host/promptTests.test.ts"]);
    expect(affectedBy("src/webview/agentView/main.tsx")).toEqual({ vitest: [repository], host: [] });
  });

  test("of a fixture affects the tests that contain its folder's path", () => {
    expect(affectedBy("test/fixtures/client/body.json").vitest).toEqual(["test/unit/client/retry.test.ts", repository]);
  });

  test("of a test affects that test, and no change affects nothing", () => {
    expect(affectedBy("test/ui/chat.test.ts")).toEqual({ vitest: ["test/ui/chat.test.ts", repository], host: [] });
    expect(affectedBy()).toEqual({ vitest: [], host: [] });
  });
});

test("imports and paths are read from the sources", async () => {
  const own = "test/unit/scripts/affectedTests.test.ts";
  const read = await readImporters([own, "test/panel/states.test.ts"]);
  expect(findDependents(read, ["scripts/vscodeHost/serverLocation.ts"])).toContain(own);
  expect(findDependents(read, ["test/fixtures/themes/dark.css"])).toContain("test/panel/states.test.ts");
  expect(findDependents(read, ["src/webview/library/styles/compare.css"])).toContain("test/panel/states.test.ts");
});
