/** The file names given for a code block. */
import { describe, expect, test } from "vitest";
import { namedFiles, withoutPathComment } from "../../../../../src/editor/chat/attachments/namedFiles.ts";

const block = (given: { code?: string; info?: string; before?: string }) => ({ code: "x\n", info: "", before: "", ...given });
const certain = (given: Parameters<typeof block>[0]) =>
  namedFiles(block(given)).flatMap(({ path, isCertain }) => (isCertain ? [path] : []));

describe("a file is named by", () => {
  test.each([
    ["// src/add.ts"],
    ["  // src/add.ts  "],
    ["# src/add.ts"],
    ["-- src/add.ts"],
    ["; src/add.ts"],
    ["% src/add.ts"],
    ["/* src/add.ts */"],
    ["<!-- src/add.ts -->"],
    ["// file: src/add.ts"],
    ["# Filename: src/add.ts"],
    ["// `src/add.ts`"],
    ["// src/add.ts:12"],
    ["// src/add.ts (lines 12-20)"],
    ["# src/add.ts#L12-L20"],
    ["// file: src\\add.ts"],
    ["// @file src/add.ts"],
    ["REM src/add.ts"],
    ["// src/add.ts (updated)"],
    ["// src/add.ts - new file"],
    ["# src/add.ts [modified in step 2]"],
    ["{/* src/add.ts */}"],
    ["{# src/add.ts #}"],
    ["(* src/add.ts *)"],
    ["' src/add.ts"],
    ['"""src/add.ts"""'],
    ["// === src/add.ts ==="],
    ["// ---- src/add.ts ----"],
    ["// 📄 src/add.ts"],
    ["// In src/add.ts:"],
    ["#!/bin/sh\n# src/add.ts"],
    ["<?php\n// src/add.ts"],
  ])("a comment in the first line: %s", (comment) => {
    expect(certain({ code: `${comment}\nexport {};\n` })).toEqual(["src/add.ts"]);
  });

  test("a comment in the first line, with words that only look like remarks in its name", () => {
    expect(certain({ code: "// src/add -new.ts\n" })).toEqual([]);
    expect(certain({ code: "// src/add-new.ts\n" })).toEqual(["src/add-new.ts"]);
  });

  test.each([
    ["ts src/add.ts"],
    ["ts:src/add.ts"],
    ["src/add.ts"],
    ['ts title="src/add.ts"'],
    ["ts file=src/add.ts"],
    ["12:20:src/add.ts"],
    ["{.ts src/add.ts}"],
    ["ts src/add.ts:12:3"],
    ["ts src/add.ts(12,3)"],
    ["ts:src/add.ts#L12-L20"],
    ['ts title="src/add.ts:12"'],
    ["c:src/add.ts"],
  ])("the info string %s", (info) => {
    expect(certain({ info })).toEqual(["src/add.ts"]);
  });

  test.each([
    ["Change `src/add.ts` like this:", ["src/add.ts"]],
    ["Unlike `old.ts`, `src/add.ts:12` is wrong:", ["src/add.ts", "old.ts"]],
    ["Change `src/über.ts`:", ["src/über.ts"]],
    ["Change `app/页面.tsx:4`:", ["app/页面.tsx"]],
    ["Change `src\\app\\main.ts`:", ["src/app/main.ts"]],
    ["The error is at `src/a.ts(12,3)`:", ["src/a.ts"]],
    ["It fails `at f (src/a.ts:12:3)`:", ["src/a.ts"]],
    ['See `File "src/a.py", line 12, in f`:', ["src/a.py"]],
    ["See `src/a.ts line 12` and `src/b.ts, lines 3-4`:", ["src/b.ts", "src/a.ts"]],
    ["The file is `file:///w/src/a%C3%BC.ts:12`:", ["/w/src/aü.ts"]],
    ["The file is `C:\\w\\a.ts:12`:", ["/C:/w/a.ts"]],
    ["Put this into `Makefile` or `.env`.", [".env", "Makefile"]],
  ])("code in the sentence before it: %s", (before, paths) => {
    expect(certain({ before })).toEqual(paths);
  });

  test.each([
    ["Change line 12 of src/add.ts:12:3:"],
    ["The error src/add.ts(12,3): is fixed so:"],
    ['In "src/add.ts", line 12, write:'],
    ["In (src/add.ts#L12-L20), write:"],
    ["In src/add.ts line 12 write:"],
  ])("a word of the sentence, with a position: %s", (before) => {
    expect(namedFiles(block({ before }))).toEqual([{ path: "src/add.ts", isCertain: false }]);
  });

  test("quoted text with spaces, which may be a command", () => {
    expect(
      namedFiles(block({ before: "Change `my file.ts`, then run `node server.js`:" })).map(({ path, isCertain }) => [path, isCertain]),
    ).toEqual([
      ["node server.js", false],
      ["my file.ts", false],
      ["server.js", false],
      ["file.ts", false],
    ]);
    expect(certain({ info: 'ts title="my file.ts"' })).toEqual(["my file.ts"]);
  });

  test("a word of that sentence, which may be something else", () => {
    expect(namedFiles(block({ before: "Edit (src/add.ts), as Node.js does:" }))).toEqual([
      { path: "Node.js", isCertain: false },
      { path: "src/add.ts", isCertain: false },
    ]);
  });

  test("the comment first, then the info string, then the sentence", () => {
    const given = { code: "// a.ts\n", info: "ts b.ts", before: "In `c.ts`:" };
    expect(certain(given)).toEqual(["a.ts", "b.ts", "c.ts"]);
  });
});

test.each([
  { code: "// adds two numbers\n" },
  { code: "#!/usr/bin/env node\n" },
  { code: "#include <a.h>\n" },
  { code: "// see https://example.com/a.ts\n" },
  { code: "// console.log(1)\n" },
  { code: "# foo.bar\n" },
  { before: "Replace `console.log` with `logger.info(3)`, or use `Math.max`:" },
  { before: "`user.name` is read from `req.body`:" },
  { info: "ts" },
  { info: "c++" },
  { before: "Run `npm test`, then `add(a, b)`:" },
  { before: "This works, e.g. like so:" },
])("no file is certain for %j", (given) => {
  expect(certain(given)).toEqual([]);
});

test("the comment is removed, unless the file begins with it", () => {
  const code = "// src/add.ts\n\nexport {};\n";
  expect(withoutPathComment(code, "export const a = 1;\n")).toBe("export {};\n");
  expect(withoutPathComment(code, "// src/add.ts\nexport const a = 1;\n")).toBe(code);
  expect(withoutPathComment("export {};\n", "")).toBe("export {};\n");
  expect(withoutPathComment("#!/bin/sh\n# run.sh\n\nls\n", "")).toBe("#!/bin/sh\nls\n");
  expect(withoutPathComment("#!/bin/sh\n# run.sh\nls\n", "#!/bin/sh\n# run.sh\npwd\n")).toBe("#!/bin/sh\n# run.sh\nls\n");
});
