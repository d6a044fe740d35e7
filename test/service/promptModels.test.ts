/** `prompt check` with the models of a service. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { promptRun } from "./promptRun.ts";

test("prompt check with a service reports models that are not listed, or that are or will be retired", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-models-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const data = [
    { id: "old", expiration_date: "2020-01-31", capabilities: { kinds: ["text"] } },
    { id: "older", retirement: { at: 4_102_444_800, replacement: "new" } },
    { id: "new" },
  ];
  const other = createServer((_, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify({ object: "list", data })),
  );
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const judged = "tests:\n  - judge: older\n    assert: [{ llm-rubric: friendly }]\n";
  const files = [
    await write("old.gen.md", `---\nmodel: old\n${judged}---\nHello.\n`),
    await write("newer.gen.md", "---\nmodel: new\n---\nHello.\n"),
    await write("unlisted.gen.md", "---\nmodel: gone\n---\nHello.\n"),
  ];
  const check = (...args: string[]) => promptRun(["check", ...files, ...args], { key: "k" });
  const read = await check("--base-url", url);
  const without = await check();
  await new Promise((resolve) => other.close(resolve));
  const lines = read.output.split("\n").map((line) => line.slice(line.lastIndexOf(path.sep) + 1));
  expect([read.status, ...lines]).toEqual([
    0,
    "old.gen.md:2:8: warning: `old` was retired on 2020-01-31. [modelRetired]",
    "old.gen.md:4:12: warning: `older` will be retired on 2100-01-01. `new` replaces it. [modelRetired]",
    "unlisted.gen.md:2:8: warning: The service lists no model `gone`. [unknownModel]",
    "",
  ]);
  expect(without).toEqual({ status: 0, output: "", errors: "" });
  const unreached = await check("--base-url", url);
  expect([unreached.status, unreached.errors.startsWith("error: The service lists no models: ")]).toEqual([1, true]);
});
