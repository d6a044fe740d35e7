/**
 * Checks the lists of docs/architecture.md, "Two main paths". A file is counted if data passes through it: it is called with the data and passes
 * it on, or returns it changed. The lists are written by hand; this test checks that each file exists and is connected: it imports one of the
 * files above it or is imported by one, directly or through a file that declares what the two exchange.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./repositoryFiles.ts";

const document = readFileSync(path.join(repository, "docs", "architecture.md"), "utf8");

function filesOf(title: string): string[] {
  const [section = ""] = document.split(`### ${title}\n`)[1]?.split(/\n##/) ?? [];
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(repository, file), "utf8");
  return [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, specifier = ""]) =>
    path.posix.join(path.posix.dirname(file), specifier),
  );
}

/**
 * Files between two others that the data does not pass through:
 * they declare the exchanged types, or give one file a function of the other.
 */
const between = [
  "src/contract/panelProtocol.ts",
  "src/editor/chat/chatPage.ts",
  "src/chat/conversation/change.ts",
  "src/output/outputChange.ts",
  "src/client/serviceClient.ts",
  "src/conversations/session.ts",
  "src/editor/requests/budget.ts",
  "src/editor/service/studio.ts",
  "src/generations/tasks.ts",
];

const imports = (one: string, other: string) => importsOf(one).includes(other);
const touch = (one: string, other: string) => imports(one, other) || imports(other, one);

function areConnected(one: string, other: string): boolean {
  return touch(one, other) || between.some((file) => touch(one, file) && touch(other, file));
}

describe.each([
  ["Command → wire → file", "src/editor/generate/register.ts", "src/editor/artifacts/linkSyntax.ts", 21],
  ["Socket → pixel", "src/client/responses/streamResponse.ts", "src/webview/markdown/readMarkdown.ts", 11],
] as const)("the path %s", (title, first, last, most) => {
  const files = filesOf(title);

  test(`leads from ${first} to ${last}`, () => {
    expect([files[0], files.at(-1)]).toEqual([first, last]);
    expect(files.filter((file) => !existsSync(path.join(repository, file)))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });

  test(`passes at most ${most} files`, () => {
    expect(files.length).toBeLessThanOrEqual(most);
  });

  test("connects each file with one above it", () => {
    expect(files.slice(1).filter((file, index) => !files.slice(0, index + 1).some((earlier) => areConnected(earlier, file)))).toEqual([]);
  });
});
