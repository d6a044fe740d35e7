/** The examples of prompt documents run on the built-in service. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { promptRun } from "../promptRun.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

test("every example, and the one of the README, runs without a key", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-examples-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  cpSync(path.join(repository, "examples"), folder, { recursive: true });
  const shown = /^```\n(---\n.*?)^```$/ms.exec(readFileSync(path.join(repository, "README.md"), "utf8"))?.[1] ?? "";
  writeFileSync(path.join(folder, "readme.gen.md"), shown);
  const documents = readdirSync(folder).filter((name) => name.endsWith(".gen.md"));
  const kinds = new Set(documents.map((name) => parsePromptDocument(readFileSync(path.join(folder, name), "utf8")).kind));
  expect([...kinds].toSorted()).toEqual(["audio", "image", "text", "video"]);
  const ended = await Promise.all(documents.map((name) => promptRun(["run", path.join(folder, name)], { key: "" })));
  for (const [index, one] of ended.entries()) expect(one, documents[index]).toMatchObject({ status: 0 });
  expect(readdirSync(path.join(folder, "art")).filter((name) => /^lighthouse.*\.png$/.test(name))).toHaveLength(2);
});
